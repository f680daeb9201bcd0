"""What happens to transports: sunk, damaged and sent to port; and what raiders sank on the board (24.611, 24.631A)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import frozen

from engine.kernel.grammar import NAME, NUMBER, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.worldatwar import aftermath, bases, deployment, groups, sides, turns
from engine.worldatwar.bases import BOXES, INDIAN, PACIFIC
from engine.worldatwar.state import Attack, Group, WorldAtWar
from engine.worldatwar.submarine_attacks import prepared

RAIDERS = "combat.raiders"


def ship_losses(tx: Transaction[WorldAtWar], owner: str, box: str, sunk: int, damaged: int, rule: str) -> None:
    """Transports sunk go to the force pool; those damaged leave the box inverted until their owner's player turn after
    the next (24.631A)."""
    if sunk:
        groups.lose(tx, owner, "transport", box, sunk, aftermath.SUNK, rule)
        key = groups.shipping_key(owner, box)
        tx.put(f"sunk.{key}", tx.campaign.sunk.get(key, 0) + sunk, aftermath.SUNK, "24.66")
    if damaged:
        refuge = deployment.REFUGE[(owner, box)]
        groups.take(tx, owner, "transport", box, damaged, aftermath.DAMAGED, "24.631A")
        ready = turns.player_turn(tx.campaign) + 2
        home = Group(owner=owner, kind="transport", place=refuge, count=damaged, ready=ready)
        groups.add(tx, home, aftermath.DAMAGED, "24.631A")


@frozen
class Raiders(PowerOrder[WorldAtWar]):
    """Transports that raiders sank on the board in this combat phase (24.611, 24.66)."""

    verb: ClassVar[str] = "raiders"
    title: ClassVar[str] = "raiders"
    rule: ClassVar[str] = "24.611"
    steps: ClassVar[tuple[str, ...]] = (RAIDERS,)

    box: str = word(NAME)
    sunk: int = word(NUMBER)

    def _victim(self, campaign: WorldAtWar) -> str:
        return sides.WESTERN if sides.side(campaign, self.power) == "axis" else "japan"

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        """See Order."""
        if self.box not in BOXES:
            yield Refusal("24.611", f"there is no box '{self.box}'", f"There are: {', '.join(BOXES)}.")
            return
        if self.box == INDIAN:
            yield Refusal("25.35E", "raiders come into the Atlantic and the Pacific SW boxes")
        victim = self._victim(campaign)
        war = prepared(campaign, Attack(power="us" if victim == "japan" else "germany", box=self.box))
        most = min(war.fleet.present, max(0, war.edition.transports.ceiling(war.transports) - war.lost))
        if not 1 <= self.sunk <= most:
            yield Refusal(war.edition.transports.rule, f"{self.sunk} transports", f"From 1 to {most} here now.")

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        """See Order."""
        ship_losses(tx, self._victim(tx.campaign), self.box, self.sunk, 0, "24.611")

    def sentence(self, campaign: WorldAtWar) -> str:
        """See Order."""
        return f"Raiders of {sides.named(campaign, self.power)} sink {self.sunk} transports in {bases.name(self.box)}"

    @classmethod
    def form(cls, campaign: WorldAtWar, power: str) -> Form | None:
        """See Order."""
        fields = (Field("box", "box", "24.611", (bases.ATLANTIC, PACIFIC)), Field("sunk", "transports sunk", "24.66"))
        return Form(cls.verb, "Raiders", power + " raiders {box} {sunk}", fields, cls.rule)
