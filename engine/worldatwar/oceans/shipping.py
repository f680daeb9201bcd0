"""What happens to transports: they are sunk, or damaged and sent to port; and what raiders sink on the board (24.611,
24.631A)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import NAME, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.worldatwar.moving import deployment
from engine.worldatwar.oceans.submarine_attacks import prepared
from engine.worldatwar.rolls.submarines import Submarines
from engine.worldatwar.world import aftermath, bases, groups, sides, turns
from engine.worldatwar.world.bases import BOXES, INDIAN, PACIFIC
from engine.worldatwar.world.state import Attack, Group, WorldAtWar

RAIDERS = "combat.raiders"
MOST = 9
"""The most transports that one raiding group sinks (ruling 453)."""


def ship_losses(tx: Transaction[WorldAtWar], owner: str, box: str, sunk: int, damaged: int, rule: str) -> None:
    """Write the losses of transports in a box. Those sunk go to the force pool, undamaged ones before those that this
    combat phase has damaged (24.64C). Those damaged leave the box, inverted until their owner's player turn after the
    next (24.631A)."""
    if sunk:
        whole = min(sunk, groups.standing(tx.campaign, owner, "transport", box))
        groups.lose(tx, owner, "transport", box, whole, aftermath.SUNK, rule)
        if damaged_ones := sunk - whole:
            key = deployment.returning_key(tx.campaign, owner, box)
            groups.lose_group(tx, key, damaged_ones, aftermath.SUNK, "24.64C")
        key = groups.shipping_key(owner, box)
        tx.put(f"sunk.{key}", tx.campaign.sunk.get(key, 0) + sunk, aftermath.SUNK, "24.66")
    if damaged:
        refuge = deployment.REFUGE[(owner, box)]
        groups.take(tx, owner, "transport", box, damaged, aftermath.DAMAGED, "24.631A")
        ready = turns.player_turn(tx.campaign) + deployment.DAMAGED
        home = Group(owner=owner, kind="transport", place=refuge, count=damaged, ready=ready)
        groups.add(tx, home, aftermath.DAMAGED, "24.631A")


@frozen
class Raiders(PowerOrder[WorldAtWar]):
    """Tell how many transports raiders have sunk on the board in this combat phase (24.611, 24.66)."""

    verb: ClassVar[str] = "raiders"
    title: ClassVar[str] = "raiders"
    rule: ClassVar[str] = "24.611"
    steps: ClassVar[tuple[str, ...]] = (RAIDERS,)

    box: str = word(NAME)
    sunk: int = word(number(1, MOST))

    def _victim(self, campaign: WorldAtWar) -> str:
        """Whose transports the raiders sink."""
        return sides.WESTERN if sides.side(campaign, self.power) == "axis" else "japan"

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        if self.box not in BOXES:
            yield Refusal("24.611", f"there is no box '{self.box}'", f"There are: {', '.join(BOXES)}.")
            return
        victim = self._victim(campaign)
        if self.box == INDIAN:
            yield Refusal("25.35E", "raiders come into the Atlantic and the Pacific SW boxes")
        if not sides.enemies(campaign, self.power, victim):
            yield Refusal("24.611", f"not at war with {sides.named(campaign, victim)}")
        most = self._war(campaign).fleet.present
        if self.sunk > most:
            yield Refusal("24.611", f"{self.sunk} transports", f"From 1 to {most} here now.")

    def _war(self, campaign: WorldAtWar) -> Submarines:
        """A submarine campaign against the same transports, for its count of those that may be sunk."""
        attacker = "us" if self._victim(campaign) == "japan" else "germany"
        return prepared(campaign, Attack(power=attacker, box=self.box))

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        """What raiders sink beyond the most that a turn allows is damaged (24.66)."""
        war = self._war(tx.campaign)
        toll = war.edition.transports.losses(war.fleet, self.sunk, 0, 0)
        ship_losses(tx, self._victim(tx.campaign), self.box, toll.sunk, toll.damaged, "24.611")

    def sentence(self, campaign: WorldAtWar) -> str:
        return f"Raiders of {sides.named(campaign, self.power)} sink {self.sunk} transports in {bases.name(self.box)}"

    @classmethod
    def form(cls, campaign: WorldAtWar, power: str) -> Form | None:
        fields = (Field("box", "box", "24.611", (bases.ATLANTIC, PACIFIC)), Field("sunk", "transports sunk", "24.66"))
        return Form(cls.verb, "Raiders", power + " raiders {box} {sunk}", fields, cls.rule)


def raiders(campaign: WorldAtWar) -> tuple[str, ...]:
    """The powers whose raiders may have sunk transports on the board: those at war whose enemies have transports in the
    boxes that raiders reach."""
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
    """The owner of the transports that a power's raiders may sink."""
    return sides.WESTERN if sides.side(campaign, power) == "axis" else "japan"
