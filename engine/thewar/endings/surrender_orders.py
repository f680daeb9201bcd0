"""A Major Power rolls for its surrender, and falls at once where the die says so (17.2, 18.4, 19.2, 20.4, 21.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from engine.kernel.changes import Entry
from engine.kernel.forecast import Distribution, distribution
from engine.kernel.orders import PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.endings import fallen_power, rolls_due
from engine.thewar.endings.near import STEPS
from engine.thewar.endings.rolls_due import DUNKIRK, LIST
from engine.thewar.rolls import surrenders
from engine.thewar.world import calendar, wars
from engine.thewar.world.state import SurrenderRoll, TheWar


@frozen
class Falls:
    """What may come of a roll: whether the power surrenders."""

    surrenders: bool


def _not_due(campaign: TheWar, power: str, kind: str) -> Iterable[Refusal]:
    """Why a power does not roll now."""
    rule = rolls_due.rule(power, kind)
    if rolls_due.rolled(campaign, power, kind) is not None:
        yield Refusal(f"{rule}, ruling 341", f"{wars.named(campaign, power)} has rolled in this turn", "Once a turn.")
        return
    found = rolls_due.dunkirk_occasion(campaign) if kind == DUNKIRK else rolls_due.occasion(campaign, power)
    if not found.due:
        hint = "'board' says what the board shows." if found.asked else "It comes up in the turn in which it is due."
        yield Refusal(rule, f"no roll is due: {found.not_yet}", hint)


def _keep(tx: Transaction[TheWar], power: str, kind: str, face: int, added: int) -> None:
    made = SurrenderRoll(power=power, kind=kind, turn=calendar.turn(tx.campaign), face=face, added=added)
    tx.put(f"surrender_rolls.{made.address}", made, "surrender roll", rolls_due.rule(power, kind))


@frozen
class RollSurrender(PowerOrder[TheWar]):
    """Roll for the surrender of a power by its list, once a turn in which it is due; all that a surrender brings is
    done at once."""

    verb: ClassVar[str] = "surrender-roll"
    title: ClassVar[str] = "roll for surrender"
    rule: ClassVar[str] = "3.10.1"
    account: ClassVar[str] = "taken"
    account_of_gains: ClassVar[str] = "captured"
    steps: ClassVar[tuple[str, ...]] = tuple(STEPS.values())

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power not in STEPS:
            yield Refusal("22.2", f"{wars.named(campaign, self.power)} never rolls for its surrender")
            return
        if campaign.progress.step.partition(".")[2] != STEPS[self.power]:
            name = wars.named(campaign, self.power)
            yield Refusal("ruling 341", f"{name} rolls in a step of its own", "In the Allied end of turn.")
        yield from _not_due(campaign, self.power, LIST)

    def effect(self, tx: Transaction[TheWar]) -> None:
        at = rolls_due.roll(tx.campaign, self.power)
        face = tx.roll("surrender", self.power, power=self.power, rule=rolls_due.rule(self.power))
        _keep(tx, self.power, LIST, face, at.modifier.total)
        if at.with_face(face):
            fallen_power.falls(tx, self.power)

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        if any(True for _ in self.judge(campaign)):
            return None
        at = rolls_due.roll(campaign, self.power)
        return distribution(_Core(), at).of(lambda made: Falls(made.surrenders))

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} rolls for surrender"

    def told(self, before: TheWar, entry: Entry) -> str:
        """The die with its modifiers, and what came of it."""
        if not entry.rolls:
            return self.sentence(before)
        face, added = entry.rolls[0].face, _added(entry, before, self.power)
        made = f"die {face} {added:+d} makes {face + added}; {surrenders.the_end(self.power)}"
        return f"{wars.named(before, self.power)} rolls for surrender: {made}: {_outcome(entry, self.power)}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[RollSurrender]:
        if power in STEPS and LIST in rolls_due.due(campaign, power):
            yield cls(power)


class _Core(surrenders.SurrenderCore):
    """A roll that is due by what the campaign knows: one die."""

    def finished(self, value: surrenders.Surrender) -> bool:
        return bool(value.face)


def _added(entry: Entry, before: TheWar, power: str) -> int:
    """The modifiers of a recorded roll."""
    for change in entry.changes:
        if change.at.startswith("surrender_rolls.") and isinstance(change.now, SurrenderRoll):
            return change.now.added
    return rolls_due.roll(before, power).modifier.total


def _outcome(entry: Entry, power: str) -> str:
    fell = any(change.at == f"powers.{power}.surrendered" for change in entry.changes)
    return "it surrenders" if fell else "it fights on"


@frozen
class Dunkirk(PowerOrder[TheWar]):
    """Britain rolls after a disaster in France: an unmodified 10 is its end (17.2.1)."""

    verb: ClassVar[str] = "dunkirk"
    title: ClassVar[str] = "Dunkirk"
    rule: ClassVar[str] = "17.2.1"
    steps: ClassVar[tuple[str, ...]] = (STEPS["britain"],)
    account: ClassVar[str] = "taken"
    account_of_gains: ClassVar[str] = "captured"

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power != "britain":
            yield Refusal("17.2.1", "only Britain rolls for a Dunkirk")
            return
        yield from _not_due(campaign, self.power, DUNKIRK)

    def effect(self, tx: Transaction[TheWar]) -> None:
        face = tx.roll("dunkirk", rule="17.2.1")
        _keep(tx, self.power, DUNKIRK, face, 0)
        if face == surrenders.DUNKIRK_FACE:
            fallen_power.falls(tx, self.power)

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        if any(True for _ in self.judge(campaign)):
            return None
        return distribution(surrenders.DunkirkCore(), rolls_due.dunkirk(campaign)).of(
            lambda made: Falls(made.surrenders)
        )

    def sentence(self, campaign: TheWar) -> str:
        return "Britain rolls for surrender after Dunkirk"

    def told(self, before: TheWar, entry: Entry) -> str:
        if not entry.rolls:
            return self.sentence(before)
        return f"Dunkirk: die {entry.rolls[0].face}, a plain 10 is the end: {_outcome(entry, self.power)}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Dunkirk]:
        if power == "britain" and DUNKIRK in rolls_due.due(campaign, power):
            yield cls(power)
