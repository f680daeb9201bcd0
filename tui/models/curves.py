"""Money in hand of every power over the turns, bases, spending by kind, and what else the game tells by turns: read
from the journal's changes, and the charts they make."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

import attrs

from engine.kernel.changes import Entry
from engine.kernel.sheets.accounts import Books
from engine.kernel.sheets.ledger import ledger_of
from engine.kernel.sheets.reports import Reports
from engine.kernel.undoing import live_backward
from engine.kernel.values import frozen
from tui.frame_model import power_name
from tui.rows import clean
from tui.words import turn_name

if TYPE_CHECKING:
    from saves.desk import Desk


@frozen
class Curve:
    """One power: ``mark`` is its letter in the chart, ``hands`` what it had at the end of each turn (the last: now)."""

    power: str
    name: str
    mark: str
    hands: tuple[int, ...]


@frozen
class Curves:
    """All powers, and the labels of the turns that the columns stand for. ``flow``: a figure counts what came in its
    turn, not what there was at its end; ``stacked``: the figures of a turn are parts of one sum; ``family``: charts of
    one kind, for one power each."""

    turns: tuple[str, ...]
    curves: tuple[Curve, ...]
    title: str = ""
    flow: bool = False
    stacked: bool = False
    family: str = ""

    @property
    def top(self) -> int:
        """The largest figure, or sum where they are stacked."""
        if self.stacked:
            return max((sum(each) for each in zip(*(curve.hands for curve in self.curves), strict=True)), default=0)
        return max((hand for curve in self.curves for hand in curve.hands), default=0)

    @property
    def foot(self) -> int:
        """The smallest figure, 0 at the most."""
        return min(0, min((hand for curve in self.curves for hand in curve.hands), default=0))


def hands(desk: Desk) -> dict[str, int]:
    """What each power has in hand now, nothing in a game without money."""
    return dict(ledger_of(desk.ruleset).hands(desk.campaign))


class Hands:
    """Each power's hand (its field ``purse``) at the end of each turn, walked back from what it is ``now`` in turn
    ``turn``: ``by_turn``."""

    def __init__(self, now: Mapping[str, int], turn: int, purse: str) -> None:
        self._hands = dict(now)
        self._purse = re.compile(rf"powers\.([a-z0-9-]+)\.{purse}\Z")
        self.by_turn: dict[int, dict[str, int]] = {turn: dict(now)}

    def take(self, entry: Entry) -> None:
        """The entry before those taken so far, the latest of all first; none that an undo took back."""
        for change in reversed(entry.changes):
            if change.at == "progress.turn":
                # Where the table set the turn back by a ruling, what had gone before is no part of the story.
                if int(change.was) < min(self.by_turn):
                    self.by_turn[int(change.was)] = dict(self._hands)
            elif change.was is not None and (power := self._purse.match(change.at)) is not None:
                self._hands[power[1]] = int(change.was)


def hands_of(desk: Desk) -> Hands:
    """The powers' hands, none walked back yet."""
    return Hands(hands(desk), desk.campaign.progress.turn, ledger_of(desk.ruleset).purse)


def in_hand(desk: Desk, by_turn: Mapping[int, Mapping[str, int]]) -> Curves:
    """The curves of what the powers had in hand at the end of each turn, by its running number."""
    campaign = desk.campaign
    powers = hands(desk)
    numbers = sorted(by_turn)
    marks = marks_for([power_name(campaign, power) for power in powers])
    return Curves(
        tuple(turn_name(desk.ruleset.calendar.label(campaign, number)) for number in numbers),
        tuple(
            Curve(power, power_name(campaign, power), mark, tuple(by_turn[number][power] for number in numbers))
            for power, mark in zip(powers, marks, strict=True)
        ),
        f"{ledger_of(desk.ruleset).money} in hand",
    )


def charts(desk: Desk) -> tuple[Curves, ...]:
    """The powers' money, bases and spending, and what else the game tells turn by turn. Reads every turn's file, the
    newest first, and keeps of each what it adds; raises SavesError."""
    sheet = desk.ruleset.sheet(Reports)
    money, books = hands_of(desk), Books(desk.ruleset, desk.campaign)
    war = sheet.war_count(desk.campaign) if sheet is not None else None
    takers = (money, books) if war is None else (money, books, war)
    for entry in chain.from_iterable(live_backward(desk.entries_backward())):
        for taker in takers:
            taker.take(entry)
    drawn = [in_hand(desk, money.by_turn), *of_books(desk, books)]
    for chronicle in war.chronicles() if war is not None else ():
        names = [clean(series.name) for series in chronicle.series]
        lines = (
            Curve(series.name, name, mark, series.values)
            for series, name, mark in zip(chronicle.series, names, marks_for(names), strict=True)
        )
        drawn.append(Curves(tuple(map(turn_name, chronicle.turns)), tuple(lines), clean(chronicle.title), True))
    return tuple(drawn)


def of_books(desk: Desk, books: Books) -> Iterator[Curves]:
    """What the accounts tell: the other figures on the books, then each power's spending by kind."""
    campaign, rules = desk.campaign, desk.ruleset
    if not books.powers:
        return
    turns = tuple(turn_name(rules.calendar.label(campaign, number)) for number in books.turns)
    names = [power_name(campaign, power) for power in books.powers]
    for figure in books.booked:
        if figure.field != ledger_of(rules).purse:
            each = zip(books.powers, names, marks_for(names), strict=True)
            lines = tuple(Curve(power, name, sign, books.at_end(power, figure.field)) for power, name, sign in each)
            yield Curves(turns, lines, f"{figure.title} in {ledger_of(rules).money}")
    for power, name in zip(books.powers, names, strict=True):
        spent = books.spent(power, ledger_of(rules).purse)
        kinds = [account.brief or account.title for account in spent]
        signs = zip(spent.items(), kinds, marks_for(kinds), strict=True)
        parts = tuple(Curve(account.id, kind, sign, row) for (account, row), kind, sign in signs)
        yield Curves(turns, parts, f"{name}: {ledger_of(rules).money} spent", True, True, "spending")


def by_years(whole: Curves) -> Curves:
    """The same chart with a column for each year: what came in it, or what there was at its end."""
    years = [turn[-4:] for turn in whole.turns]
    columns = [[at for at, of_turn in enumerate(years) if of_turn == year] for year in dict.fromkeys(years)]

    def gathered(curve: Curve) -> Curve:
        hands = (sum(curve.hands[at] for at in each) if whole.flow else curve.hands[each[-1]] for each in columns)
        return attrs.evolve(curve, hands=tuple(hands))

    return attrs.evolve(whole, turns=tuple(dict.fromkeys(years)), curves=tuple(map(gathered, whole.curves)))


def marks_for(names: Sequence[str]) -> list[str]:
    """A letter for each name, all different: its first letter that no earlier name has."""
    taken: list[str] = []
    for name in names:
        letters = [sign.upper() for sign in name if sign.isalpha()] + list("0123456789")
        taken.append(next((sign for sign in letters if sign not in taken), "?"))
    return taken


def cell(value: int, foot: int, top: int, height: int) -> int:
    """The row of a chart (0: the top) in which a figure stands."""
    if top <= foot:
        return height - 1
    return round((top - value) * (height - 1) / (top - foot))


def chart(curves: Curves, height: int, gap: int) -> tuple[str, ...]:
    """The chart's rows: each power's letter at its figure, turns ``gap`` columns apart; ``*`` where several meet."""
    width = max(0, len(curves.turns) * gap)
    grid = [[" "] * width for _ in range(height)]
    for curve in curves.curves:
        for at, hand in enumerate(curve.hands):
            y = cell(hand, curves.foot, curves.top, height)
            x = at * gap + gap // 2
            grid[y][x] = curve.mark if grid[y][x] == " " else "*"
            if at + 1 < len(curve.hands):
                _join(grid, x, y, gap, cell(curve.hands[at + 1], curves.foot, curves.top, height))
    return tuple("".join(line) for line in grid)


def stack(curves: Curves, height: int, gap: int) -> tuple[str, ...]:
    """A chart's rows with a column for each turn in which every kind's letter fills its part of the sum."""
    grid = [[" "] * max(0, len(curves.turns) * gap) for _ in range(height)]
    wide = max(1, gap - 1)
    for at in range(len(curves.turns)):
        below = 0
        for curve in curves.curves:
            up_to = below + curve.hands[at]
            for y in range(_cells(below, curves.top, height), _cells(up_to, curves.top, height)):
                x = at * gap
                grid[height - 1 - y][x : x + wide] = [curve.mark] * wide
            below = up_to
    return tuple("".join(line) for line in grid)


def _cells(value: int, top: int, height: int) -> int:
    """How many rows of a chart a sum fills."""
    return round(value * height / top) if top > 0 else 0


def _join(grid: list[list[str]], x: int, y: int, gap: int, following: int) -> None:
    for step in range(1, gap):
        between = round(y + (following - y) * step / gap)
        if grid[between][x + step] == " ":
            grid[between][x + step] = "."
