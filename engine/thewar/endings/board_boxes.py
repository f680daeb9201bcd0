"""The boxes of a surrender roll: what only the board shows is said by the table, seen by all and remembered (ruling
342)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import FLAG, NAME, keyed, number, word
from engine.kernel.orders import Field, Form, TableOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.endings import rolls_due
from engine.thewar.endings.signs import MOST, Sign, most
from engine.thewar.endings.signs_by_power import READINGS, signs
from engine.thewar.world import calendar, wars
from engine.thewar.world.naming import POWER
from engine.thewar.world.state import BoardSign, TheWar

RULE = "ruling 342"


def boxes(campaign: TheWar, power: str) -> tuple[Sign, ...]:
    """Every sign of a power's rolls, those of a Dunkirk and what only makes a roll due with them."""
    listed = signs(campaign, power)
    if power == "britain":
        return (*listed, *rolls_due.dunkirk_signs(campaign))
    return (rolls_due.entered_italy(campaign), *listed) if power == "italy" else listed


@frozen
class Board(TableOrder[TheWar]):
    """Say what the board shows for a power's surrender roll: that a ``sign`` of its list ``holds`` or not, or of what
    is counted the ``number``. It moves nothing but the roll, and stays until it is said anew."""

    verb: ClassVar[str] = "board"
    title: ClassVar[str] = "what the board shows"
    rule: ClassVar[str] = RULE

    power_of: str = word(POWER)
    sign: str = word(NAME)
    holds: bool = keyed(FLAG, True)
    number: int = keyed(number(0, MOST), 0)

    def shape(self, campaign: TheWar) -> Iterable[Refusal]:
        wrong = tuple(super().shape(campaign))
        yield from wrong
        limit = most(self.power_of, self.sign) if self.power_of in READINGS else MOST
        if not wrong and self.number > limit:
            rule = rolls_due.rule(self.power_of)
            yield Refusal(rule, f"number: {self.number} is out of range", f"From 0 to {limit}.")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power_of not in READINGS:
            yield Refusal(RULE, f"{wars.named(campaign, self.power_of)} never rolls for its surrender")
            return
        found = {sign.id: sign for sign in boxes(campaign, self.power_of)}
        sign, rule = found.get(self.sign), rolls_due.rule(self.power_of)
        if sign is None:
            ours = ", ".join(key for key, one in found.items() if one.open)
            yield Refusal(rule, f"'{self.sign}' is no sign of that list", f"The board decides: {ours}.")
            return
        if not wars.standing(campaign, self.power_of):
            yield Refusal(rule, f"{wars.named(campaign, self.power_of)} has fallen", "It rolls no more.")
        if not sign.open:
            reason = f"{sign.label}: the record decides it"
            recorded = f"{sign.known.cause or ('it holds' if sign.holds else 'it does not hold')}"
            yield Refusal(rule, reason, f"Recorded: {recorded}. Correct that where it is wrong.")
        elif sign.counts and not self.holds:
            yield Refusal(rule, f"{sign.label}: a number is said", "'number=0' for none.")
        elif not sign.counts and self.number:
            yield Refusal(rule, f"{sign.label}: it holds or not, no number", "'holds=yes' or 'holds=no'.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        found = {sign.id: sign for sign in boxes(tx.campaign, self.power_of)}
        sign = found.get(self.sign)
        count = self.number if sign is not None and sign.counts else int(self.holds)
        said = BoardSign(power=self.power_of, sign=self.sign, count=count, turn=calendar.turn(tx.campaign))
        tx.put(f"board_signs.{said.address}", said, "what the board shows", RULE)

    def sentence(self, campaign: TheWar) -> str:
        whose = wars.named(campaign, self.power_of)
        found = {sign.id: sign for sign in boxes(campaign, self.power_of)} if self.power_of in READINGS else {}
        sign = found.get(self.sign)
        if sign is None:
            return f"The board shows {self.sign.replace('-', ' ')} for {whose}"
        if sign.counts:
            return f"The board shows for {whose}: {self.number} {sign.label}"
        return f"The board shows for {whose}: {'' if self.holds else 'not so: '}{sign.label}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """For the power at hand what the board may show."""
        if power not in READINGS or not wars.standing(campaign, power):
            return None
        ours = tuple(sign.id for sign in boxes(campaign, power) if sign.open)
        if not ours:
            return None
        fields = (
            Field("sign", "what the board shows", cls.rule, choices=ours),
            Field("holds", "it holds", cls.rule, choices=("yes", "no"), default="yes"),
            Field("number", "of what is counted: how many", cls.rule, default="0"),
        )
        pattern = f"board {power} {{sign}} holds={{holds}} number={{number}}"
        return Form(cls.verb, "What the board shows for a surrender roll", pattern, fields, cls.rule)
