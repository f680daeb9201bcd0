"""A seat asks for the checks of supply in a player turn, which pass by themselves where nobody is cut off (12.0)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import FLAG, keyed
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.supply_checks import marks
from engine.thewar.world import calendar, deeds, entering, sides, wars
from engine.thewar.world.state import TheWar

RULE = "12.0, ruling 512"


@frozen
class AskSupply(PowerOrder[TheWar]):
    """A power wants the checks of this player turn that are still to come; before both player turns, of both. With
    ``clear`` it wants them no more."""

    verb: ClassVar[str] = "ask-supply"
    title: ClassVar[str] = "supply checks wanted"
    rule: ClassVar[str] = RULE
    standing: ClassVar[bool] = True

    clear: bool = keyed(FLAG, False)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        yield from entering.fallen(campaign, self.power)
        name, half = wars.named(campaign, self.power), sides.phasing(campaign)
        asked = any(self._kept(campaign, when) for when in (half, ""))
        if asked and not self.clear:
            yield Refusal(RULE, f"{name} has asked already", "The checks come up; 'clear=yes' takes it back.")
        if not asked and self.clear:
            yield Refusal(RULE, f"{name} has not asked", "The checks pass where nobody is cut off.")
        if over(campaign):
            yield Refusal(RULE, "the third check of this player turn is over", "Ask in the next one.")

    def _kept(self, campaign: TheWar, half: str) -> bool:
        return deeds.is_kept(campaign, marks.asked(self.power, half))

    def effect(self, tx: Transaction[TheWar]) -> None:
        half = sides.phasing(tx.campaign)
        if not self.clear:
            deeds.keep(tx, marks.asked(self.power, half), "asked for", RULE)
            return
        for when in dict.fromkeys((half, "")):
            deeds.drop(tx, marks.asked(self.power, when), "not wanted any more", RULE)

    def sentence(self, campaign: TheWar) -> str:
        when = sides.phasing(campaign).capitalize()
        of = f"the {when} player turn" if when else calendar.spoken(calendar.turn(campaign))
        verb = "no longer asks" if self.clear else "asks"
        return f"{wars.named(campaign, self.power)} {verb} for the supply checks of {of}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if over(campaign) or any(True for _ in entering.fallen(campaign, power)):
            return None
        asked = "yes" if marks.asks(campaign, power, sides.phasing(campaign)) else "no"
        fields = (Field("clear", "take it back instead", RULE, ("yes", "no"), asked),)
        return Form(cls.verb, "Ask for the supply checks", f"{power} ask-supply clear={{clear}}", fields, RULE)


def over(campaign: TheWar) -> bool:
    """Whether no check of the player turn at hand is still to come."""
    slug = campaign.progress.step.partition(".")[2] if sides.phasing(campaign) else campaign.progress.step
    return slug.startswith("end.") or (slug.startswith("supply.") and slug != marks.THIRD)
