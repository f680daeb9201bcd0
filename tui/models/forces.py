"""The forces: units of each type on the board, depleted, in the pool, lost out of supply and to come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from engine.kernel import ruleset as rulesets
from engine.kernel.sheets.roster import Mark
from tui.frame_model import power_name
from tui.rows import clean

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
    "land": ("arm", "mech", "inf", "mot", "para", "sta", "cav", "art", "cdo", "flak"),
    "air": ("ftr", "tac", "mdm", "nac", "jet"),
    "naval": ("fleet", "cv"),
    "strategic warfare": ("uboat", "asw", "sac", "int"),
}
ARMS = tuple(_ARMS)
STATES = ("board", "depleted", "pool", "out of supply", "to come")


@frozen
class ForceRow:
    """One type of one power. Counts of units; ``coming`` by year (0: of a season this year already past its date);
    ``marks``: what else is to be said of those on the board, depleted ones too, and of how many; ``source`` where the
    figures come from."""

    power: str
    name: str
    kind: str
    strength: str
    tag: str
    board: int = 0
    depleted: int = 0
    pool: int = 0
    oos: int = 0
    coming: tuple[tuple[int, int], ...] = ()
    marks: tuple[tuple[Mark, int], ...] = ()
    source: str = ""

    @property
    def words(self) -> str:
        """The type for people."""
        return unit_words(self.kind, self.strength, self.tag)

    @property
    def aside(self) -> str:
        """What else is to be said of those on the board: ``2 immobile, 1 in reserve, 1 on patrol in Levant``."""
        return ", ".join(f"{count} {clean(mark.text)}" for mark, count in self.marks)

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
    """A type for people: ``ARM 8-8``, ``MOT 3-7 (anzac)``."""
    printed = _PRINTED.get(kind, kind.upper() if len(kind) <= 4 else kind.capitalize())
    return clean(" ".join(part for part in (printed, strength, f"({tag.replace('-', ' ')})" if tag else "") if part))


def arm_of(kind: str) -> str:
    """To which arm a kind belongs."""
    return next((arm for arm, kinds in _ARMS.items() if kind in kinds), "")


_ORDER = {kind: at for at, kind in enumerate(kind for kinds in _ARMS.values() for kind in kinds)}


def groups(campaign: Campaign) -> tuple[ForceRow, ...]:
    """Every type of every power, sorted by power, arm and kind, the strongest first."""
    found: dict[tuple[str, str, str, str], dict[str, Any]] = {}
    _count_units(campaign, found)
    for key, pool in _mapping(campaign, "pools").items():
        row = _row(found, pool, f"pools.{key}")
        row["pool"] += pool.count
        row["oos"] += pool.oos
    for key, addition in _mapping(campaign, "additions").items():
        row = _row(found, addition, f"additions.{key}")
        row["coming"][addition.year] = row["coming"].get(addition.year, 0) + addition.count
    powers = [*_mapping(campaign, "powers"), *_mapping(campaign, "countries")]
    rank = {power: at for at, power in enumerate(powers)}
    rows = []
    for (power, kind, strength, tag), row in found.items():
        coming = tuple((year, count) for year, count in sorted(row["coming"].items()) if count)
        if not (coming or row["board"] or row["depleted"] or row["pool"] or row["oos"]):
            continue
        sources = tuple(dict.fromkeys(text for path in row["paths"] if (text := _source(campaign.sources, path))))
        rows.append(
            ForceRow(
                power=power,
                name=_owner(campaign, power),
                kind=kind,
                strength=strength,
                tag=tag,
                board=row["board"],
                depleted=row["depleted"],
                pool=row["pool"],
                oos=row["oos"],
                coming=coming,
                marks=tuple(row["marks"].items()),
                source=clean(", ".join(sources)),
            )
        )
    rows.sort(key=lambda one: (rank.get(one.power, 999), _ORDER.get(one.kind, 99), _weight(one.strength), one.tag))
    return tuple(rows)


def _count_units(campaign: Campaign, found: dict[tuple[str, str, str, str], dict[str, Any]]) -> None:
    marks = rulesets.of(campaign).marks(campaign)
    for key, unit in _mapping(campaign, "units").items():
        row = _row(found, unit, f"units.{key}")
        row["depleted" if unit.depleted else "board"] += 1
        for mark in marks.get(key, ()):
            row["marks"][mark] = row["marks"].get(mark, 0) + 1


_COUNTED = ("board", "depleted", "pool", "oos")


def _row(found: dict[tuple[str, str, str, str], dict[str, Any]], thing: Any, path: str) -> dict[str, Any]:
    key = (thing.power, thing.kind, thing.strength, thing.tag)
    row = found.get(key)
    if row is None:
        row = found[key] = {"coming": {}, "paths": [], "marks": {}, **dict.fromkeys(_COUNTED, 0)}
    row["paths"].append(path)
    return row


def _source(sources: Mapping[str, str], path: str) -> str:
    """Where a figure comes from: the source of its longest declared prefix, looked up part by part."""
    while path:
        if path in sources:
            return sources[path]
        path = path.rpartition(".")[0]
    return ""


def _mapping(campaign: Campaign, name: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = getattr(campaign, name, {})
    return found


def _owner(campaign: Campaign, power: str) -> str:
    country = _mapping(campaign, "countries").get(power)
    return clean(str(country.name)) if country is not None else power_name(campaign, power)


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
