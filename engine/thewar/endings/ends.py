"""The end of a campaign: by the rules, by who gives up, by what all agree to; and play after it (27.1, rulings 375 to
380)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

import attrs

from engine.kernel.grammar import NAME, TEXT, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder, TableOrder
from engine.kernel.ranges import OneOf
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.endings import victory
from engine.thewar.rolls import endings
from engine.thewar.rolls.ending_marks import LAST
from engine.thewar.rolls.endings import ALLIES, AXIS, DRAW, Ending
from engine.thewar.world import calendar, entering, wars
from engine.thewar.world.outcome import ADJOURNED, CONCESSION, KEY, over, said
from engine.thewar.world.state import Outcome, TheWar

RULE = "27.1"
NOBODY = "nobody"
LEVELS = (endings.DECISIVE, endings.TACTICAL, endings.MARGINAL, DRAW)

_WINNER = attrs.evolve(NAME, bounds=OneOf((AXIS, ALLIES, NOBODY)))
_LEVEL = attrs.evolve(NAME, bounds=OneOf(LEVELS))


def _outcome(found: Ending, by: str, turn: str) -> Outcome:
    """An ending as it is kept: by the rules, a concession or an agreement, and when."""
    return Outcome(winner=found.winner, level=found.level, why=found.why, rule=found.rule, by=by, turn=turn)


def _ended(tx: Transaction[TheWar], found: Ending, by: str) -> None:
    made = _outcome(found, by, calendar.turn(tx.campaign))
    tx.put(f"outcomes.{KEY}", made, "the campaign ends", found.rule)


def by_fall(tx: Transaction[TheWar]) -> None:
    """A Major Power has surrendered: where this is the end, it is so at once (17.3, 20.4, 21.1)."""
    found = victory.by_fall(tx.campaign)
    if found is not None and KEY not in tx.campaign.outcomes:
        _ended(tx, found, "rules")
        _levels(tx)


def _levels(tx: Transaction[TheWar]) -> None:
    """As the last turn ends each side has its level by the table of objectives, where that is in play (27.1)."""
    last = calendar.number(calendar.turn(tx.campaign)) >= calendar.number(LAST)
    if not (last and tx.campaign.options.get(victory.BY_OBJECTIVES)):
        return
    for side, level in victory.by_level(tx.campaign).items():
        count = victory.of_side(tx.campaign, side).total
        holds = "hold" if " and " in victory.NAMES[side] else "holds"
        why = f"{victory.NAMES[side]} {holds} {count} objectives"
        made = _outcome(Ending("", level, why, "27.1, 27.2"), "rules", calendar.turn(tx.campaign))
        tx.put(f"outcomes.{side}", made, "level by objectives", "27.1")


def due(campaign: TheWar, half: str) -> bool:
    """Whether a campaign ends by the rules as a half closes. What was played on after an end has none any more."""
    return KEY not in campaign.outcomes and victory.ending(campaign, half) is not None


@frozen
class Ends(TableOrder[TheWar]):
    """The campaign ends by the rules; with the table of objectives in play each side has its level (27.1)."""

    verb: ClassVar[str] = "campaign-ends"
    title: ClassVar[str] = "the campaign ends"
    rule: ClassVar[str] = RULE
    automatic: ClassVar[bool] = True

    def effect(self, tx: Transaction[TheWar]) -> None:
        half = tx.campaign.progress.step.partition(".")[0]
        found = victory.ending(tx.campaign, half)
        if found is None:
            return
        _ended(tx, found, "rules")
        _levels(tx)

    def sentence(self, campaign: TheWar) -> str:
        found = victory.ending(campaign, campaign.progress.step.partition(".")[0])
        return f"The campaign ends: {said_of(found)}" if found is not None else "The campaign ends"


def said_of(found: Ending) -> str:
    """An ending in words."""
    return said(_outcome(found, "rules", ""))


# --- by hand


@frozen
class Concede(PowerOrder[TheWar]):
    """A side gives up: the other one wins. Only who commands all that stand of his side gives it up alone."""

    verb: ClassVar[str] = "concede"
    title: ClassVar[str] = "give up"
    rule: ClassVar[str] = RULE
    standing: ClassVar[bool] = True

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        yield from _over_already(campaign)
        yield from entering.fallen(campaign, self.power)
        if not victory.commands_all(campaign, self.power):
            reason = f"others of the side of {wars.named(campaign, self.power)} have seats of their own"
            yield Refusal(RULE, reason, "'agree-result' is proposed to all.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        mine = victory.belongs(tx.campaign, self.power)
        winner = ALLIES if mine == AXIS else AXIS
        name = {AXIS: "the Axis gives up", ALLIES: "the Allies give up"}[mine]
        _ended(tx, Ending(winner, CONCESSION, name, RULE), CONCESSION)

    def sentence(self, campaign: TheWar) -> str:
        mine = victory.belongs(campaign, self.power)
        return "The Axis gives up" if mine == AXIS else "The Allies give up"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        standing = wars.standing(campaign, power)
        if KEY in campaign.outcomes or not standing or not victory.commands_all(campaign, power):
            return None
        return Form(cls.verb, "Give up the campaign", f"{power} {cls.verb}", (), cls.rule)


def _over_already(campaign: TheWar) -> Iterator[Refusal]:
    if KEY in campaign.outcomes:
        yield Refusal(RULE, f"the campaign has its result: {said(campaign.outcomes[KEY])}", "An undo takes it back.")


@frozen
class AgreeResult(TableOrder[TheWar]):
    """All agree how the campaign ends. ``winner``: axis, allies or nobody; ``level``: of the victory."""

    verb: ClassVar[str] = "agree-result"
    title: ClassVar[str] = "an agreed result"
    rule: ClassVar[str] = RULE
    of_the_table: ClassVar[bool] = True

    winner: str = word(_WINNER)
    level: str = keyed(_LEVEL, DRAW)
    reason: str = keyed(TEXT, "")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        yield from _over_already(campaign)
        if (self.winner == NOBODY) != (self.level == DRAW):
            yield Refusal(
                RULE,
                "a draw has no winner, a victory has one",
                "'agree-result nobody' is a draw; a side has its victory's level.",
            )

    def effect(self, tx: Transaction[TheWar]) -> None:
        winner = "" if self.winner == NOBODY else self.winner
        _ended(tx, Ending(winner, self.level, self.reason.strip() or "as all agree", RULE), "agreement")

    def sentence(self, campaign: TheWar) -> str:
        winner = "" if self.winner == NOBODY else self.winner
        return f"Agreed: {said_of(Ending(winner, self.level, self.reason.strip() or 'as all agree', RULE))}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if KEY in campaign.outcomes:
            return None
        fields = (
            Field("winner", "who wins", RULE, choices=(AXIS, ALLIES, NOBODY)),
            Field("level", "level", RULE, choices=LEVELS, default=DRAW),
        )
        return Form(cls.verb, "Agree on a result", "agree-result {winner} level={level}", fields, cls.rule)


@frozen
class Adjourn(TableOrder[TheWar]):
    """All agree to stop for now, without a result; 'play-on' takes the campaign up again."""

    verb: ClassVar[str] = "adjourn"
    title: ClassVar[str] = "adjournment"
    rule: ClassVar[str] = RULE
    of_the_table: ClassVar[bool] = True

    reason: str = keyed(TEXT, "")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        yield from _over_already(campaign)

    def effect(self, tx: Transaction[TheWar]) -> None:
        _ended(tx, Ending("", ADJOURNED, self.reason.strip() or "as all agree", RULE), "adjournment")

    def sentence(self, campaign: TheWar) -> str:
        return f"The campaign is adjourned: {self.reason.strip() or 'as all agree'}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        return None if KEY in campaign.outcomes else Form(cls.verb, "Adjourn the campaign", cls.verb, (), cls.rule)


def _adjourned(campaign: TheWar) -> bool:
    """Whether the campaign has stopped without a result."""
    return KEY in campaign.outcomes and campaign.outcomes[KEY].level == ADJOURNED


@frozen
class PlayOn(TableOrder[TheWar]):
    """All agree to play on after the end: what follows changes nothing of the result. An adjourned campaign is taken up
    again, and has none yet."""

    verb: ClassVar[str] = "play-on"
    title: ClassVar[str] = "play after the end"
    rule: ClassVar[str] = RULE
    of_the_table: ClassVar[bool] = True

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if not over(campaign):
            yield Refusal(RULE, "the campaign is being played", "After its end.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        if _adjourned(tx.campaign):
            tx.remove(f"outcomes.{KEY}", "taken up again", RULE)
        elif KEY in tx.campaign.outcomes:
            tx.set(f"outcomes.{KEY}.played_on", True, "played on", RULE)

    def sentence(self, campaign: TheWar) -> str:
        return (
            "The campaign is taken up again" if _adjourned(campaign) else "The campaign is played on; its result stands"
        )

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        return Form(cls.verb, "Play on after the end", cls.verb, (), cls.rule) if over(campaign) else None


# --- what the step tells


def told(campaign: TheWar) -> Iterator[str]:
    """How far off each sudden death is, and the levels of the day."""
    if KEY in campaign.outcomes:
        yield f"The campaign has its result: {said(campaign.outcomes[KEY])}"
        return
    for one in victory.distances(campaign):
        if not one.closed:
            yield one.told
    for title, found in victory.standing_of(campaign):
        yield f"{title} ({found.total}, by the house's list)"
