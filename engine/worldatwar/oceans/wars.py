"""War and peace between two powers. The Axis combat phases of war between Germany and the U.S. are counted for the
Happy Time (25.66)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel import seasons
from engine.kernel.grammar import FLAG, NAME, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.worldatwar.oceans import modifiers
from engine.worldatwar.world import sides, state, turns
from engine.worldatwar.world.state import WorldAtWar


@frozen
class War(PowerOrder[WorldAtWar]):
    """Tell that war breaks out between two powers, or ends."""

    verb: ClassVar[str] = "war"
    title: ClassVar[str] = "war"
    rule: ClassVar[str] = "25.66"
    standing: ClassVar[bool] = True

    enemy: str = word(NAME)
    ends: bool = keyed(FLAG, False)

    def shape(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        yield from super().shape(campaign)
        if self.enemy == self.power and not self.ends:
            others = ", ".join(power for power in campaign.powers if power != self.power)
            yield Refusal("25.66", f"{sides.named(campaign, self.power)} fights no war with itself", f"{others}.")

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        if self.enemy not in campaign.powers:
            yield Refusal("25.66", f"there is no power '{self.enemy}' to fight", f"{', '.join(campaign.powers)}.")
            return
        at_war = sides.at_war(campaign, self.power, self.enemy)
        if at_war and not self.ends:
            yield Refusal("25.66", f"they are at war since {campaign.wars[sides.pair(self.power, self.enemy)].since}")
        if self.ends and not at_war:
            yield Refusal("25.66", "they are not at war")
        if not self.ends and sides.side(campaign, self.power) == sides.side(campaign, self.enemy):
            yield Refusal("25.66", "they are on one side")

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        if self.ends:
            tx.remove(f"wars.{sides.pair(self.power, self.enemy)}", "peace", self.rule)
            return
        war = state.War.made_of(self.power, self.enemy, since=seasons.turn(tx.campaign))
        tx.create(f"wars.{war.address}", war, "war", self.rule)
        if {self.power, self.enemy} == {"germany", "us"}:
            if modifiers.PHASES in tx.campaign.facts:
                tx.put("facts.us-re-entry", True, "the U.S. enters the war again", "25.66")
            # The phase at hand is the first that follows, unless it is over already.
            over = turns.half(tx.campaign) == "axis" and modifiers.combat_over(tx.campaign)
            tx.put(f"facts.{modifiers.PHASES}", -1 if over else 0, "war between Germany and the U.S.", "25.66B")

    def sentence(self, campaign: WorldAtWar) -> str:
        ours, theirs = sides.named(campaign, self.power), sides.named(campaign, self.enemy)
        return f"{ours} and {theirs} make peace" if self.ends else f"{ours} goes to war with {theirs}"

    @classmethod
    def form(cls, campaign: WorldAtWar, power: str) -> Form | None:
        enemies = tuple(
            other for other in campaign.powers if sides.side(campaign, other) != sides.side(campaign, power)
        )
        return Form(cls.verb, "War", power + " war {enemy}", (Field("enemy", "against", cls.rule, enemies),), cls.rule)


def count_phase(tx: Transaction[WorldAtWar], side: str) -> None:
    """As an Axis player turn ends, one more of its combat phases in the war between Germany and the U.S. is over
    (25.66B)."""
    if side == sides.HALVES[0] and sides.at_war(tx.campaign, "germany", "us"):
        phases = int(tx.campaign.facts.get(modifiers.PHASES, 0))
        tx.put(f"facts.{modifiers.PHASES}", phases + 1, "an Axis combat phase of the war", "25.66B")
