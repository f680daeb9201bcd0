"""Destroyers of a box take the losses of the enemy's submarines that attack ships there on the board (25.361)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import NAME, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.worldatwar.moving import sailing
from engine.worldatwar.world import aftermath, bases, groups, sides
from engine.worldatwar.world.bases import BOXES
from engine.worldatwar.world.state import WorldAtWar

DESTROYER = "destroyer"
ABSORBED = "losses of submarines absorbed"
MOST = 99


@frozen
class Absorb(PowerOrder[WorldAtWar]):
    """Destroyers of the box in which an enemy's submarines attacked on the board absorb so many losses: factors that
    are gone in place of other ships (25.361). Inverted ones do so as well, and first (ruling 571)."""

    verb: ClassVar[str] = "absorb"
    title: ClassVar[str] = "losses that destroyers absorb"
    rule: ClassVar[str] = "25.361"
    standing: ClassVar[bool] = True

    box: str = word(NAME)
    losses: int = word(number(1, MOST))

    @property
    def owner(self) -> str:
        """Whose destroyers they are."""
        return sides.owner(self.power, DESTROYER)

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        if self.box not in BOXES:
            yield Refusal(self.rule, f"there is no box '{self.box}'", f"There are: {', '.join(BOXES)}.")
            return
        if self.power not in (*sides.WESTERN_ALLIES, "japan"):
            name = sides.named(campaign, self.power)
            yield Refusal(self.rule, f"destroyers of {name} absorb nothing in an SW box")
            return
        if not attackers(campaign, self.owner):
            yield Refusal(self.rule, "no enemy at war has submarines that attack on the board")
        here = groups.standing(campaign, self.owner, DESTROYER, self.box)
        if self.losses > here:
            elsewhere = groups.standing(campaign, self.owner, DESTROYER) - here
            hint = f"The {elsewhere} elsewhere take none of it." if elsewhere else ""
            lost = "1 loss" if self.losses == 1 else f"{self.losses} losses"
            reason = f"{lost}, {aftermath.counted(here, DESTROYER)} in {bases.name(self.box)}"
            yield Refusal(self.rule, reason, f"{hint} Other losses are entered with 'ships'.".strip())

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        here = groups.standing(tx.campaign, self.owner, DESTROYER, self.box)
        lost = min(self.losses, here)
        groups.take(tx, self.owner, DESTROYER, self.box, lost, ABSORBED, self.rule, inverted_first=True)

    def sentence(self, campaign: WorldAtWar) -> str:
        gone = aftermath.counted(self.losses, DESTROYER)
        return f"{sides.named(campaign, self.power)}: {gone} of {bases.name(self.box)} absorb losses of submarines"

    @classmethod
    def form(cls, campaign: WorldAtWar, power: str) -> Form | None:
        owner = sides.owner(power, DESTROYER)
        where = tuple(box for box in BOXES if groups.standing(campaign, owner, DESTROYER, box))
        if power not in (*sides.WESTERN_ALLIES, "japan") or not where:
            return None
        fields = (Field("box", "box", cls.rule, where), Field("losses", "losses absorbed", cls.rule, default="1"))
        return Form(cls.verb, "Destroyers absorb losses", power + " absorb {box} {losses}", fields, cls.rule)


def attackers(campaign: WorldAtWar, owner: str) -> tuple[str, ...]:
    """The powers at war with an owner that have submarines of either kind, in a box or on the board."""
    return tuple(
        power
        for power in sides.standing(campaign)
        if sides.enemies(campaign, power, owner) and groups.standing(campaign, power, sailing.SUBMARINES)
    )
