"""The year's accounts: for each power what moved its money, line by line with the rule, read from the journal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import attrs

from engine.kernel.sheets.accounts import Books, Item, Note, Sheet, Statement
from engine.kernel.sheets.ledger import ledger_of
from engine.kernel.undoing import live_backward
from engine.kernel.values import frozen
from tui.frame_model import power_name
from tui.rows import clean
from tui.words import turn_name

if TYPE_CHECKING:
    from engine.kernel.campaign import Campaign
    from engine.kernel.ruleset import Ruleset
    from saves.desk import Desk

# Segment of the sequence in which money comes in; its step ids begin with it.
SEGMENT = "income."


@frozen
class Line:
    """A line of a statement. ``kind``: 'ends' (what a figure was or is), 'section' (a heading and what it comes to),
    'item' (one cause), 'note' (words alone). ``value``: what it adds; ``then``: the figure after it; None for
    neither."""

    kind: str
    label: str
    value: int | None = None
    then: int | None = None
    rule: str = ""


@frozen
class PowerYear:
    """A power's year. ``ends``: for each figure its title, what it was and what it is or became."""

    power: str
    name: str
    ends: tuple[tuple[str, int, int], ...]
    lines: tuple[Line, ...]
    statement: Statement


@frozen
class YearPage:
    """All powers in one year. ``at`` of ``of``: which of the pages it is, from 0; ``expected``: not a year of the
    journal but what next Spring would bring."""

    title: str
    year: int
    at: int
    of: int
    expected: bool
    powers: tuple[PowerYear, ...]


@frozen
class Accounts:
    """Every year of the campaign, the last of them what is expected (where the campaign has another Spring)."""

    pages: tuple[YearPage, ...]
    now: int = 0

    def page(self, at: int) -> YearPage | None:
        """The page of this number, the nearest where there is none; None without any."""
        return self.pages[max(0, min(len(self.pages) - 1, at))] if self.pages else None


def accounts(desk: Desk) -> Accounts:
    """The accounts of all years; reads every turn's file."""
    books = Books(desk.ruleset, desk.campaign)
    for entry in chain.from_iterable(live_backward(desk.entries_backward())):
        books.take(entry)
    return pages(books, desk.ruleset, desk.campaign)


def pages(books: Books, ruleset: Ruleset[Any], campaign: Campaign) -> Accounts:
    """A page for every year on the books, and one for next Spring."""
    expected = _expected(ruleset, campaign, books) if books.years else ()
    count = len(books.years) + bool(expected)
    made = [
        YearPage(
            str(year),
            year,
            at,
            count,
            False,
            tuple(_of(campaign, books.statement(power, year)) for power in books.powers),
        )
        for at, year in enumerate(books.years)
    ]
    if expected:
        title = "Next Spring"
        made.append(YearPage(title, books.years[-1] + 1, len(made), count, True, expected))
    return Accounts(tuple(made), max(0, len(books.years) - 1))


def _of(campaign: Campaign, statement: Statement) -> PowerYear:
    lines = [line for sheet in statement.sheets for line in _sheet(sheet, statement)]
    lines += [Line("note", said) for said in notes(statement.notes)]
    ends = tuple((sheet.figure.title, sheet.opening, sheet.closing) for sheet in statement.sheets)
    return PowerYear(statement.power, power_name(campaign, statement.power), ends, tuple(lines), statement)


def _sheet(sheet: Sheet, statement: Statement) -> Iterable[Line]:
    yield Line("ends", f"{sheet.figure.title} before {turn_name(statement.since)}", None, sheet.opening)
    so_far = sheet.opening
    for section in sheet.sections:
        so_far += section.total
        yield Line("section", section.account.title, section.total, so_far)
        for item in section.items:
            yield Line("item", _label(item), item.value, None, clean(item.rule))
    end = "now" if statement.open else f"after {turn_name(statement.until)}"
    yield Line("ends", f"{sheet.figure.title} {end}", None, sheet.closing)


def shown(lines: Sequence[Line], room: int, *, brief: bool = False) -> list[Line]:
    """The lines as they are written where a label has so much room: a heading and its only cause share a line where
    that holds both. ``brief``: headings alone."""
    written: list[Line] = []
    for at, line in enumerate(lines):
        last = at + 1 == len(lines) or lines[at + 1].kind != "item"
        head = written[-1] if written else None
        if line.kind != "item":
            written.append(line)
        elif head is not None and head.kind == "section" and last and lines[at - 1].kind == "section":
            both = line.label if line.label.lower().startswith(head.label.lower()) else f"{head.label}: {line.label}"
            if len(both) <= room or brief:
                written[-1] = attrs.evolve(head, label=both, rule=line.rule)
            else:
                written.append(line)
        elif not brief:
            written.append(line)
    return written


def _label(item: Item) -> str:
    return clean(item.label) + (f", {item.times} times" if item.times > 1 else "")


def notes(bought_or_lost: Iterable[Note]) -> tuple[str, ...]:
    """Units that were built, lost or joined the force pool, a line for each."""
    lines: dict[str, list[str]] = {}
    for note in bought_or_lost:
        lines.setdefault(note.happened, []).append(f"{note.count} {unit_words_of(note.what)}")
    return tuple(f"{happened}: {', '.join(each)}" for happened, each in lines.items())


def unit_words_of(group: str) -> str:
    """A group's id for people: ``arm-8-8`` is ``ARM 8-8``, ``mech-4-8-90th-light`` is ``MECH 4-8 (90th light)``."""
    from tui.models.forces import unit_words

    parts = _GROUP.match(group)
    return unit_words(*(part or "" for part in parts.groups())) if parts is not None else clean(group)


_GROUP = re.compile(r"([a-z0-9]+)(?:-(\d+(?:-\d+)*))?(?:-(.+))?\Z")


def _expected(ruleset: Ruleset[Any], campaign: Campaign, books: Books) -> tuple[PowerYear, ...]:
    """What each power would have in hand if the year began now; nothing where no other year comes."""
    purse = next((booking for booking in books.booked if booking.field == ledger_of(ruleset).purse), None)
    last = ruleset.calendar.last(campaign)
    if purse is None or campaign.progress.turn >= last or books.year(last) == books.years[-1]:
        return ()
    expected, hands = [], ledger_of(ruleset).hands(campaign)
    for power in books.powers:
        income = ledger_of(ruleset).explain(campaign, f"powers.{power}.income")
        if income is None:
            continue
        hand = hands[power]
        lines, so_far = [Line("ends", f"{purse.title} now, lost by then", None, hand)], 0
        for line in income.lines:
            so_far += line.value
            lines.append(Line("item", clean(line.label), line.value, so_far, clean(line.rule)))
        statement = books.statement(power, books.years[-1])
        ends = ((purse.title, hand, income.total),)
        expected.append(PowerYear(power, power_name(campaign, power), ends, tuple(lines), statement))
    return tuple(expected)


_LABEL, _VALUE = 48, 7
_INDENT = {"ends": "  ", "section": "    ", "item": "      ", "note": "    "}


def as_text(page: YearPage, powers: Iterable[str] = ()) -> str:
    """A page as plain text, some powers or all."""
    wanted = tuple(powers)
    blocks = [f"{page.title}\n"]
    for power_year in page.powers:
        if wanted and power_year.power not in wanted:
            continue
        lines = [power_year.name]
        for line in shown(power_year.lines, _LABEL - len(_INDENT["section"])):
            if line.kind == "note":
                lines.append(f"{_INDENT['note']}{line.label}")
                continue
            value = "" if line.value is None else f"{line.value:+d}"
            then = "" if line.then is None else str(line.then)
            label = f"{_INDENT[line.kind]}{line.label}"
            lines.append(f"{label:<{_LABEL}} {value:>{_VALUE}} {then:>{_VALUE}}  {line.rule}".rstrip())
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)
