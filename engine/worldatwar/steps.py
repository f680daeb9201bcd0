"""The sequence of play of A World at War as far as strategic warfare needs it, and the rules behind each step."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.sequence import Sequence
from engine.kernel.tables import table
from engine.kernel.wiring import Condition, Powers, Wiring, always
from engine.kernel.wiring import sequence as wire
from engine.worldatwar.bombing import bombing_war, guards, raids
from engine.worldatwar.building import brps, construction, production
from engine.worldatwar.moving import box_transports, deployment, sailing, set_up
from engine.worldatwar.oceans import codebreaking, player_turns, shipping, submarine_attacks, submarine_war
from engine.worldatwar.targets import facilities, rocket_bases
from engine.worldatwar.world import sides
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


WIRING: dict[str, _Wiring] = {
    "start.set-up": _Wiring(once=set_up.SetUp, when=set_up.due),
    "start.year": _Wiring(once=brps.YearStart, when=brps.year_starts),
    "start.production": _Wiring(who=production.producers, may_pass=True),
    "start.transports": _Wiring(once=box_transports.CountTransports),
    "movement.boxes": _Wiring(who=sailing.movers, may_pass=True),
    "movement.rocket-bases": _Wiring(who=rocket_bases.placers, may_pass=True),
    "combat.raiders": _Wiring(who=shipping.raiders, may_pass=True),
    "combat.codebreaking": _Wiring(who_in=codebreaking.players, sealed=always, may_pass=True),
    "combat.submarines": _Wiring(who_in=submarine_attacks.attackers, may_pass=True),
    "combat.submarine-warfare": _Wiring(once=submarine_war.SubmarinesFight, when=submarine_attacks.fighting),
    "combat.bombers": _Wiring(who_in=raids.attackers, may_pass=True),
    "combat.defence": _Wiring(who_in=guards.defenders, may_pass=True),
    "combat.bombing": _Wiring(once=bombing_war.BombersFly, when=bombing_war.flying),
    "construction.pools": _Wiring(once=construction.JoinPools, when_in=construction.joins),
    "construction.build": _Wiring(who=construction.builders, may_pass=True),
    "redeployment.boxes": _Wiring(who=deployment.redeployers, may_pass=True),
    "redeployment.transports": _Wiring(once=box_transports.ReturnTransports, when_in=box_transports.ashore),
    "redeployment.repairs": _Wiring(who_in=facilities.menders, may_pass=True),
    "redeployment.end": _Wiring(once=player_turns.EndPlayerTurn),
    "end.turn": _Wiring(once=player_turns.EndTurn),
}
