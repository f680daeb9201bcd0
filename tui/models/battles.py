"""Battles that were fought, of whatever kind, for the eye: table, die, modifiers and results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from engine.kernel import ruleset as rulesets
from engine.kernel.changes import Change, Entry
from engine.kernel.facts import FIELD
from engine.kernel.sheets.reports import Cast as Roll
from engine.kernel.sheets.reports import Cause, Reckoned, Report, Reports, Said
from engine.kernel.sheets.strengths import Strength
from engine.kernel.values import frozen
from tui.rows import clean
from tui.telling import changed, loud
from tui.words import turn_name

if TYPE_CHECKING:
    from engine.kernel.campaign import Campaign
    from saves.desk import Desk

_BACK = 3
"""Turns looked through for the latest battles: some kinds come every other turn."""
_FIGURES = ("powers", "places")


@frozen
class Grid:
    """The part of a table that has room: ``rows`` of (number, cells); ``lit`` the cell's column and row, -1 for none;
    ``before`` and ``after``: columns left out on either side."""

    columns: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    lit_column: int
    lit_row: int
    before: int
    after: int


@frozen
class Cast:
    """One roll for the eye. ``shown``: the ruleset's own, whose table is cut out by ``grid``; ``faces`` are its natural
    dice, () before them or without any; ``row`` and ``column`` where they led, ``across`` what columns stand for,
    ``cell`` what stands there. ``odds``: the ``strengths`` with the column ``basic`` that they come to, which
    ``shifts`` move; ``rolled``: whether a die is rolled for it at all."""

    shown: Roll
    title: str
    rule: str
    faces: tuple[int, ...]
    net: int
    row: int | None
    column: str
    across: str
    cell: str
    modifiers: tuple[Reckoned, ...]
    words: tuple[tuple[str, str], ...]
    odds: str = ""
    basic: str = ""
    strengths: tuple[Strength, ...] = ()
    shifts: tuple[Reckoned, ...] = ()
    rolled: bool = True


@frozen
class Counted:
    """A figure that was changed, as ``Britain NARFs 141 → 132`` with the rule; where several things changed it, each
    of them as (what it added, why, rule)."""

    text: str
    rule: str
    causes: tuple[tuple[int, str, str], ...]


@frozen
class Battle:
    """One battle. ``title`` with its date; ``kind``: those of one kind in a row were fought together, save what is
    ``alone``; ``lost``: units; ``changes``: figures; ``brief``: what came of it in a line, '' for
    what the results tell."""

    title: str
    kind: str
    forces: str
    rule: str
    casts: tuple[Cast, ...]
    words: tuple[tuple[str, str], ...]
    lost: tuple[tuple[str, str], ...]
    changes: tuple[Counted, ...]
    open: bool
    alone: bool = False
    brief: str = ""


def battles(desk: Desk) -> tuple[Battle, ...]:
    """The battles of this turn, or the latest ones before it."""
    campaign, sheet = desk.campaign, desk.ruleset.sheet(Reports)
    if sheet is None:
        return ()
    entries: tuple[Entry, ...] = tuple(desk.entries())
    reports = sheet.battles(campaign, entries)
    earlier = [turn.label for turn in desk.turns()][:-1][-_BACK:]
    while not reports and earlier:
        entries = (*desk.entries(earlier.pop()), *entries)
        reports = sheet.battles(campaign, entries)
    return told(campaign, reports)


def battles_of(desk: Desk, campaign: Campaign, entries: Sequence[Entry]) -> tuple[Battle, ...]:
    """The battles of these entries; ``campaign`` is how it stands after them."""
    sheet = desk.ruleset.sheet(Reports)
    return told(campaign, sheet.battles(campaign, entries)) if sheet is not None else ()


def told(campaign: Campaign, reports: Sequence[Report]) -> tuple[Battle, ...]:
    """A ruleset's reports for the eye."""
    return tuple(_battle(campaign, report) for report in reports)


def _battle(campaign: Campaign, report: Report) -> Battle:
    return Battle(
        title=f"{clean(report.title)} · {turn_name(report.turn)}",
        kind=report.kind,
        forces=clean(report.forces),
        rule=clean(report.rule),
        casts=tuple(map(cast_of, report.casts)),
        words=said(report.words),
        lost=said(report.lost),
        changes=counted(campaign, report.changes),
        open=report.open,
        alone=report.alone,
        brief=clean(report.brief),
    )


def cast_of(roll: Roll) -> Cast:
    """A ruleset's roll for the eye."""
    return Cast(
        shown=roll,
        title=clean(roll.title),
        rule=clean(roll.rule),
        faces=roll.faces,
        net=roll.net,
        row=roll.row,
        column=clean(roll.column),
        across=clean(roll.across),
        cell=clean(roll.cell),
        modifiers=reckoned(roll.reckoned),
        words=said(roll.words),
        odds=clean(roll.odds),
        basic=clean(roll.basic),
        strengths=tuple(map(_strength, roll.strengths)),
        shifts=reckoned(roll.shifts),
        rolled=bool(roll.rows or roll.faces),
    )


def _strength(side: Strength) -> Strength:
    shares = tuple(
        evolve(share, label=clean(share.label), why=clean(share.why), rule=clean(share.rule)) for share in side.shares
    )
    return evolve(side, who=clean(side.who), unit=clean(side.unit), rating=clean(side.rating), shares=shares)


def reckoned(modifiers: Iterable[Reckoned]) -> tuple[Reckoned, ...]:
    """Modifiers for the eye."""
    return tuple(
        evolve(modifier, label=clean(modifier.label), why=clean(modifier.why), rule=clean(modifier.rule))
        for modifier in modifiers
    )


def caused(causes: Iterable[Cause]) -> tuple[Reckoned, ...]:
    """A game's modifiers for the eye, those that hold first."""
    return reckoned(map(Reckoned.of, sorted(causes, key=lambda cause: not cause.value)))


def said(sentences: Sequence[Said]) -> tuple[tuple[str, str], ...]:
    """Sentences for the eye, each with its rule; before one that makes a sum stands what it adds."""
    adds = (f"{sentence.value:+d}  " if sentence.value is not None else "" for sentence in sentences)
    return tuple(
        (f"{value}{clean(sentence.text)}", clean(sentence.rule))
        for value, sentence in zip(adds, sentences, strict=True)
    )


def counted(campaign: Campaign, changes: Sequence[Change]) -> tuple[Counted, ...]:
    """The figures among changes that a player counts by, as was and now, with their causes where there are several."""
    return tuple(
        Counted(changed(campaign, change), clean(change.rule), _causes(change.at, changes))
        for change in loud(changes)
        if _counts(campaign, change)
    )


def _causes(at: str, changes: Sequence[Change]) -> tuple[tuple[int, str, str], ...]:
    by_cause: dict[tuple[str, str], int] = {}
    for change in changes:
        if change.at == at and isinstance(change.was, int) and isinstance(change.now, int):
            cause = (clean(change.why), clean(change.rule))
            by_cause[cause] = by_cause.get(cause, 0) + change.now - change.was
    every = tuple((value, why, rule) for (why, rule), value in by_cause.items() if value)
    return every if len(every) > 1 else ()


def _counts(campaign: Campaign, change: Change) -> bool:
    """Whether a figure is one of those that players know by a name, and has one now."""
    if not isinstance(change.now, int | str) or change.now is False:
        return False
    kind, _, name = change.at.partition(".")
    return kind in _FIGURES or (kind == FIELD and bool(rulesets.of(campaign).facts.title(name)))


def grid(cast: Roll, width: int, height: int, cell: int) -> Grid:
    """So much of a roll's table as has room: around the cell where the die led, else from the rows that it may lead
    to; ``cell`` is the width of a column."""
    columns = list(cast.columns)
    lit = columns.index(cast.column) if cast.column in columns else -1
    many = max(1, min(len(columns), width // cell))
    first = max(0, min(len(columns) - many, (lit if lit >= 0 else 0) - many // 2))
    numbers = [number for number, _ in cast.rows]
    if cast.row in numbers:
        at = numbers.index(cast.row)
    else:
        # The die's middle, moved by what modifies it.
        middle = max(numbers[0], min(numbers[-1], 5 + cast.net))
        at = numbers.index(middle)
    tall = max(1, min(len(numbers), height))
    top = max(0, min(len(numbers) - tall, at - tall // 2))
    rows = tuple((number, tuple(cells[first : first + many])) for number, cells in cast.rows[top : top + tall])
    return Grid(
        columns=tuple(columns[first : first + many]),
        rows=rows,
        lit_column=lit - first if lit >= 0 else -1,
        lit_row=at - top if cast.row in numbers else -1,
        before=first,
        after=len(columns) - first - many,
    )


def latest(told_of: Sequence[Battle]) -> int:
    """Which battle is looked at first: the first of those that were fought last together, before the one under way."""
    ended = [at for at, battle in enumerate(told_of) if not battle.open]
    if not ended:
        return 0
    at = ended[-1]
    while at and not told_of[at].alone and told_of[at - 1].kind == told_of[at].kind:
        at -= 1
    return at


def fought(desk: Desk, entries: Sequence[Entry]) -> bool:
    """Whether these entries, the latest of the campaign, ended a battle."""
    sheet = desk.ruleset.sheet(Reports)
    return sheet is not None and any(
        not report.open and not report.quiet for report in sheet.battles(desk.campaign, entries)
    )
