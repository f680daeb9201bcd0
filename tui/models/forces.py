"""The forces: units of each type on the board, depleted, in the pool, lost out of supply and to come."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from attrs import asdict, evolve

from engine.kernel import ruleset as rulesets
from engine.kernel.sheets.forces import Forces as ForceSheet
from engine.kernel.sheets.forces import Group, Mark
from engine.kernel.values import frozen
from tui.rows import clean
from tui.words import bare

if TYPE_CHECKING:
    from engine.kernel.campaign import Campaign
    from saves.desk import Desk

# How the counters are printed, and in which order the types are listed.
_PRINTED = {
    "arm": "ARM",
    "mech": "MECH",
    "inf": "INF",
    "mot": "MOT",
    "para": "PARA",
    "sta": "STA",
    "cav": "CAV",
    "art": "ART",
    "cdo": "CDO",
    "ss": "SS Legion",
    "partisan": "Partisan",
    "flak": "Flak",
    "ftr": "FTR",
    "tac": "TAC",
    "mdm": "MDM",
    "nac": "NAC",
    "jet": "Jet",
    "fleet": "Fleet",
    "cv": "CV",
    "uboat": "U-boat",
    "asw": "ASW",
    "sac": "SAC",
    "int": "INT",
}
_ARMS = {
    "land": ("arm", "mech", "inf", "mot", "para", "sta", "cav", "art", "cdo", "flak", "ss", "partisan"),
    "air": ("ftr", "tac", "mdm", "nac", "jet"),
    "naval": ("fleet", "cv"),
    "strategic warfare": ("uboat", "asw", "sac", "int"),
}
ARMS = tuple(_ARMS)
STATES = ("board", "depleted", "pool", "out of supply", "to come")


@frozen
class ForceRow(Group):
    """A game's group for the eye: one type of one power, with its words. In ``coming`` the year 0 stands for a season
    of this year already past its date."""

    @classmethod
    def of(cls, group: Group) -> ForceRow:
        """The row of a group."""
        return cls(**asdict(group, recurse=False) | {"name": bare(group.name)})

    @property
    def source(self) -> str:
        """Where the figures come from."""
        return clean(", ".join(self.sources))

    @property
    def words(self) -> str:
        """The type for people."""
        return unit_words(self.kind, self.strength, self.origin or self.tag)

    @property
    def aside(self) -> str:
        """What else is to be said of those on the board: ``2 immobile, 1 in reserve, 1 on patrol in Levant``; and of
        the type."""
        marked = ", ".join(f"{count} {clean(mark.text)}" for mark, count in self.marks)
        return "; ".join(part for part in (marked, clean(self.note)) if part)

    @property
    def arm(self) -> str:
        """Land, air, naval or strategic warfare; '' for a kind that is none of them."""
        return arm_of(self.kind)

    def of_year(self, year: int) -> int:
        """How many come in a year."""
        return dict(self.coming).get(year, 0)

    @property
    def to_come(self) -> int:
        """How many come in all."""
        return sum(count for _, count in self.coming)


@frozen
class Filter:
    """What is shown: '' for everything. ``text`` is looked for in the type's name."""

    power: str = ""
    arm: str = ""
    state: str = ""
    text: str = ""


@frozen
class Forces:
    """The browser's content: ``years`` are the columns to come; ``powers`` with units, in the campaign's order;
    ``states`` by which it can be sifted."""

    powers: tuple[tuple[str, str], ...]
    years: tuple[int, ...]
    rows: tuple[ForceRow, ...]
    totals: ForceRow
    sourced: bool
    states: tuple[str, ...] = STATES


def unit_words(kind: str, strength: str = "", tag: str = "") -> str:
    """A type for people: ``ARM 8-8``, ``MOT 3-7 (Anzac)``."""
    printed = _PRINTED.get(kind, kind.upper() if len(kind) <= 4 else kind.capitalize())
    origin = " ".join(word.upper() if len(word) <= 3 else word[:1].upper() + word[1:] for word in tag.split("-"))
    return clean(" ".join(part for part in (printed, strength, f"({origin})" if tag else "") if part))


def arm_of(kind: str) -> str:
    """To which arm a kind belongs."""
    return next((arm for arm, kinds in _ARMS.items() if kind in kinds), "")


_ORDER = {kind: at for at, kind in enumerate(kind for kinds in _ARMS.values() for kind in kinds)}


def groups(campaign: Campaign) -> tuple[ForceRow, ...]:
    """Every type of every power, sorted by power, arm and kind, the strongest first."""
    sheet = rulesets.of(campaign).sheet(ForceSheet)
    every = sheet.groups(campaign) if sheet is not None else ()
    rank = {power: at for at, power in enumerate(dict.fromkeys(group.power for group in every))}
    rows = [ForceRow.of(group) for group in every]
    rows.sort(
        key=lambda shown: (
            rank[shown.power],
            _ORDER.get(shown.kind, 99),
            _weight(shown.strength),
            shown.tag,
        )
    )
    return tuple(rows)


def _weight(strength: str) -> tuple[int, ...]:
    return tuple(-int(part) if part.isdigit() else 0 for part in strength.split("-")) if strength else ()


def shown(rows: Iterable[ForceRow], by: Filter) -> tuple[ForceRow, ...]:
    """The rows that a filter lets through."""
    wanted = by.text.strip().lower()
    return tuple(
        row
        for row in rows
        if by.power in ("", row.power)
        and by.arm in ("", row.arm)
        and (not by.state or _in_state(row, by.state))
        and (wanted in row.words.lower() or wanted in row.name.lower())
    )


def _in_state(row: ForceRow, state: str) -> bool:
    counts = dict(zip(STATES, (row.board, row.depleted, row.pool, row.oos, row.to_come), strict=True))
    return bool(counts.get(state)) or any(mark.state == state for mark, _ in row.marks)


def forces(desk: Desk, by: Filter, known: tuple[ForceRow, ...] | None = None) -> Forces:
    """The browser's content; ``known`` are the campaign's groups where they have been counted already."""
    every = groups(desk.campaign) if known is None else known
    rows = shown(every, by)
    years = tuple(sorted({year for row in every for year, count in row.coming if count}))
    powers = tuple(dict.fromkeys((row.power, row.name) for row in every))
    total = ForceRow("", "in all", "", "", "")
    coming: dict[int, int] = {}
    marks: dict[Mark, int] = {}
    for row in rows:
        total = evolve(
            total,
            board=total.board + row.board,
            depleted=total.depleted + row.depleted,
            pool=total.pool + row.pool,
            oos=total.oos + row.oos,
        )
        for year, count in row.coming:
            coming[year] = coming.get(year, 0) + count
        for mark, count in row.marks:
            marks[Mark(mark.state)] = marks.get(Mark(mark.state), 0) + count
    total = evolve(total, marks=tuple(marks.items()), coming=tuple(sorted(coming.items())))
    states = dict.fromkeys((*STATES, *(mark.state for row in every for mark, _ in row.marks)))
    return Forces(powers, years, rows, total, any(row.source for row in every), tuple(states))


def following(values: Iterable[str], now: str, by: int = 1) -> str:
    """The filter's next value; '' (everything) stands before the first."""
    every = ["", *values]
    at = every.index(now) if now in every else 0
    return every[(at + by) % len(every)]
