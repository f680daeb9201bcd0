"""The U.S. Entry Level: what moves it by itself, once or each time, and the order by which the table moves it
(22.8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import number, word
from engine.kernel.orders import Field, Form, TableOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.countries import us_yards, war_terms
from engine.thewar.economy.us_attempt import USEL, USEL_HIGHEST, highest, level
from engine.thewar.rolls import declarations, us_entry
from engine.thewar.world import calendar
from engine.thewar.world.state import EntryCause, TheWar

LOAN_OPEN, LOAN_LEVEL_IN = "asw-loan-open", "asw-loan-level-in"
"""The facts that an ASW may be lent to Britain, and of the turn in which the level for it was reached (22.5.2)."""
RULE = "22.8"


def at_peace(campaign: TheWar) -> bool:
    """Whether the United States takes part and is not in the war, so that the level counts."""
    us = campaign.powers.get("us")
    return us is not None and not us.entered


def causes(campaign: TheWar) -> Breakdown:
    """The level with what moved it and when; what the table entered without a cause stands in one line (22.8)."""
    known = [
        Line(f"{us_entry.events()[cause.event]['event']} ({calendar.spoken(cause.turn)})", cause.by, RULE)
        for cause in campaign.entry_causes.values()
        if cause.event in us_entry.events()
    ]
    other = level(campaign) - sum(line.value for line in known)
    return Breakdown((*known, *((Line("entered by the table", other, RULE),) if other else ())))


def happened(tx: Transaction[TheWar], event: str, of: str = "", *, by: int = 0) -> None:
    """An event of the table moves the level: once for all time, once for each ``of``, or every time (``of`` then tells
    them apart), as its row says; ``by``: other than the row has it. Nothing once the United States is in the war."""
    if not at_peace(tx.campaign):
        return
    row = us_entry.events()[event]
    key = event if row["often"] == "once" or not of else f"{event}-{of}"
    if key in tx.campaign.entry_causes:
        return
    moves = by or int(row["level"])
    cause = EntryCause(event=event, by=moves, turn=calendar.turn(tx.campaign))
    tx.create(f"entry_causes.{key}", cause, "U.S. Entry Level", RULE)
    moved_to(tx, level(tx.campaign) + moves)


def every_time(tx: Transaction[TheWar], event: str, *, by: int = 0) -> None:
    """An event that may come again, in this turn too (see ``happened``)."""
    stem = calendar.turn(tx.campaign)
    nth = sum(key.startswith(f"{event}-{stem}") for key in tx.campaign.entry_causes)
    happened(tx, event, f"{stem}-{nth + 1}" if nth else stem, by=by)


def moved_to(tx: Transaction[TheWar], now: int) -> None:
    """The level moves; each one reached for the first time adds to the U.S. hand and base (22.8, ruling 149)."""
    before = highest(tx.campaign)
    tx.put(f"facts.{USEL}", now, "U.S. Entry Level", RULE)
    for reached in range(before + 1, now + 1):
        gained = us_entry.gain(reached)
        tx.add("powers.us.base", gained, f"U.S. Entry Level {reached}", RULE, account="mobilization")
        tx.add("powers.us.narfs", gained, f"U.S. Entry Level {reached}", RULE, account="mobilization")
        us_yards.reached(tx, reached)
        if reached == us_entry.LOAN_LEVEL:
            tx.put(f"facts.{LOAN_OPEN}", True, "an ASW may be lent", "22.5.2")
            tx.put(f"facts.{LOAN_LEVEL_IN}", calendar.turn(tx.campaign), "an ASW may be lent", "22.5.2")
    if now > before:
        tx.put(f"facts.{USEL_HIGHEST}", now, "U.S. Entry Level", RULE)


def declared(tx: Transaction[TheWar], power: str, target: str) -> None:
    """A declaration of war moves the level, before anything else comes of it (22.8)."""
    land = tx.campaign.countries.get(target)
    war = war_terms.terms(tx.campaign, power, target)
    if power == "italy" and land is not None:
        tx.put(f"facts.{war_terms.ITALY_ATTACKED}", True, "Italy attacks a minor country", RULE)
    if target in tx.campaign.powers or land is not None:
        for event, of in declarations.entry_events(war):
            happened(tx, event, of)


def captured(tx: Transaction[TheWar], place: str, by: str) -> None:
    """Moscow, Leningrad or Gibraltar falls to the Axis (22.8)."""
    taker = tx.campaign.powers.get(by)
    if taker is None and (land := tx.campaign.countries.get(by)) is not None:
        taker = tx.campaign.powers.get(land.patron)
    if taker is not None and taker.alliance == "axis" and (event := us_entry.taken(place)):
        happened(tx, event, place)


def surrendered(tx: Transaction[TheWar], power: str) -> None:
    """A Major Power surrenders (22.8)."""
    if event := us_entry.fallen(power):
        happened(tx, event)


@frozen
class EntryLevel(TableOrder[TheWar]):
    """Move the U.S. Entry Level by hand: for the table, where an event was not seen or was undone (22.8)."""

    verb: ClassVar[str] = "entry"
    title: ClassVar[str] = "U.S. Entry Level"
    rule: ClassVar[str] = RULE
    account: ClassVar[str] = "mobilization"

    level: int = word(number(-20, 40))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if not -20 <= self.level <= 40:
            yield Refusal(RULE, f"{self.level} is no U.S. Entry Level", "From -20 to 40.")
        if "us" in campaign.powers and campaign.powers["us"].entered:
            yield Refusal(RULE, "the United States is in the war", "The level has no more use.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        moved_to(tx, self.level)

    def sentence(self, campaign: TheWar) -> str:
        return f"U.S. Entry Level {self.level}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        field = Field("level", f"new level (now {level(campaign)})", RULE)
        return Form(cls.verb, "U.S. Entry Level", "entry {level}", (field,), cls.rule)


def told(campaign: TheWar) -> Iterable[str]:
    """The level and its causes, for the steps that hang on it."""
    if not at_peace(campaign):
        return
    yield f"U.S. Entry Level {level(campaign)}; with the die {us_entry.NEEDED} or more are needed to enter."
    for line in causes(campaign).lines:
        yield f"{line.value:+d}  {line.label}"
