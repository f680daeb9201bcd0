"""The sequence of play of A World at War as far as strategic warfare needs it, and the rules behind each step."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.sequence import Sequence
from engine.kernel.tables import table
from engine.kernel.wiring import Condition, Powers, Wiring, always
from engine.kernel.wiring import sequence as wire
from engine.worldatwar.bombing import bombing_war, guards, raids
from engine.worldatwar.building import construction, production
from engine.worldatwar.moving import sailing
from engine.worldatwar.oceans import codebreaking, player_turns, submarine_attacks, submarine_war
from engine.worldatwar.targets import facilities, rocket_bases
from engine.worldatwar.world import groups, sides
from engine.worldatwar.world.state import WorldAtWar

_Wiring = Wiring[WorldAtWar]


def sequence() -> Sequence[WorldAtWar]:
    """Every step in its order: the start of the turn, the Axis player turn, the Allied one, the end."""
    return wire(table("worldatwar", "sequence")["step"], WIRING, _Powers())


class _Powers(Powers[WorldAtWar]):
    """What the wiring asks about the powers."""

    halves: ClassVar[tuple[str, ...]] = sides.HALVES

    def standing(self, campaign: WorldAtWar, half: str = "") -> tuple[str, ...]:
        """See wiring.Powers."""
        return sides.standing(campaign, half)

    def side(self, campaign: WorldAtWar, power: str) -> str:
        """See wiring.Powers."""
        return sides.side(campaign, power)

    def condition(self, text: str) -> Condition[WorldAtWar]:
        """See wiring.Powers; no step has any."""
        raise LookupError(text)


def _movers(campaign: WorldAtWar) -> tuple[str, ...]:
    """The powers with ships that the movement phase may bring to or from a box."""
    return tuple(
        power
        for power in sides.standing(campaign)
        if any(
            sides.commands(power, group.owner) and group.kind in sailing.SHIPS and group.kind not in sailing.SUBMARINES
            for group in campaign.groups.values()
        )
    )


def _redeployers(campaign: WorldAtWar) -> tuple[str, ...]:
    """The powers with any units of strategic warfare."""
    return tuple(
        power
        for power in sides.standing(campaign)
        if any(sides.commands(power, group.owner) for group in campaign.groups.values())
    )


def _raiders(campaign: WorldAtWar) -> tuple[str, ...]:
    """The powers whose raiders may have sunk transports on the board: all at war whose enemies ship anything."""
    return tuple(
        power
        for power in ("germany", "italy", "japan", "britain", "us")
        if power in sides.standing(campaign)
        and sides.fights(campaign, power)
        and any(
            groups.standing(campaign, _shippers(campaign, power), "transport", box) for box in ("atlantic", "pacific")
        )
    )


def _shippers(campaign: WorldAtWar, power: str) -> str:
    return sides.WESTERN if sides.side(campaign, power) == "axis" else "japan"


WIRING: dict[str, _Wiring] = {
    "start.set-up": _Wiring(once=player_turns.SetUp, when=player_turns.set_up_due),
    "start.year": _Wiring(once=player_turns.YearStart, when=player_turns.year_starts),
    "start.production": _Wiring(who=production.producers, may_pass=True),
    "start.transports": _Wiring(once=player_turns.CountTransports),
    "movement.boxes": _Wiring(who=_movers, may_pass=True),
    "movement.rocket-bases": _Wiring(who=rocket_bases.placers, may_pass=True),
    "combat.raiders": _Wiring(who=_raiders, may_pass=True),
    "combat.codebreaking": _Wiring(who_in=codebreaking.players, sealed=always, may_pass=True),
    "combat.submarines": _Wiring(who_in=submarine_attacks.attackers, may_pass=True),
    "combat.submarine-warfare": _Wiring(once=submarine_war.SubmarinesFight, when=submarine_attacks.fighting),
    "combat.bombers": _Wiring(who_in=raids.attackers, may_pass=True),
    "combat.defence": _Wiring(who_in=guards.defenders, may_pass=True),
    "combat.bombing": _Wiring(once=bombing_war.BombersFly, when=bombing_war.flying),
    "construction.pools": _Wiring(once=construction.JoinPools, when_in=construction.joins),
    "construction.build": _Wiring(who=construction.builders, may_pass=True),
    "redeployment.boxes": _Wiring(who=_redeployers, may_pass=True),
    "redeployment.transports": _Wiring(once=player_turns.ReturnTransports, when_in=player_turns.transports_ashore),
    "redeployment.repairs": _Wiring(who_in=facilities.menders, may_pass=True),
    "redeployment.end": _Wiring(once=player_turns.EndPlayerTurn),
    "end.turn": _Wiring(once=player_turns.EndTurn),
}
