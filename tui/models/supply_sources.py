"""Sources of supply for the eye: each power's as a group of lines, its own seat's first, with what is told of each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.kernel.sheets.supply_sources import LEVELS, Supplied, Supplier, SupplySources
from engine.kernel.values import frozen
from tui.rows import clean
from tui.words import begun

if TYPE_CHECKING:
    from saves.desk import Desk

Told = tuple[str, str]
"""A text and its rule, '' for none."""


@frozen
class Line:
    """A source: ``spot`` for the cursor, its ``path`` in the campaign ('' for none), its name, what it gives, why and
    by which rule; ``told``: what is told of it."""

    spot: str
    path: str
    name: str
    level: str
    why: str
    rule: str
    told: tuple[Told, ...]


@frozen
class Group:
    """A power with its sources; ``counted`` in words at its right; ``told`` of all."""

    spot: str
    title: str
    counted: str
    lines: tuple[Line, ...]
    told: tuple[Told, ...]


def groups(desk: Desk) -> tuple[Group, ...]:
    """The sources as the desk's seat sees them; () in a game that knows none."""
    sheet = desk.ruleset.sheet(SupplySources)
    if sheet is None:
        return ()
    meaning = {level: (f"{begun(said)}.", rule) for level, said, rule in sheet.levels(desk.campaign)}
    mine = {power for power, seat in desk.campaign.seats.items() if seat == desk.seat}
    every = sorted(sheet.supplied(desk.campaign), key=lambda one: not mine & set(one.powers))
    return tuple(_group(one, meaning) for one in every)


def _group(one: Supplied, meaning: dict[str, Told]) -> Group:
    counts = [f"{one.count(level)} {level}" for level in LEVELS[:2] if one.count(level)]
    told = tuple((f"{begun(clean(text))}.", rule) for text, rule in one.told)
    lines = tuple(_line(one, nth, found, meaning) for nth, found in enumerate(one.suppliers))
    return Group(one.id, begun(clean(one.title)), ", ".join(counts) or "none", lines, told)


def _line(one: Supplied, nth: int, found: Supplier, meaning: dict[str, Told]) -> Line:
    name, why = clean(found.name), clean(found.why)
    told = ((f"{name}, {found.level}: {why}.", found.rule), meaning[found.level])
    return Line(f"{one.id} {nth}", found.path, name, found.level, why, found.rule, told)


def as_text(every: tuple[Group, ...], power: str = "") -> Iterator[str]:
    """The sources as lines of text; ``power``: of one alone."""
    for group in every:
        if power in ("", group.spot):
            yield f"{group.title}: {group.counted}"
            for line in group.lines:
                yield f"  {line.level:<8} {line.name}: {line.why} ({line.rule})"
