"""The map as characters: what each hex is drawn with, and which hexes stand where on a screen of a given size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from engine.kernel.sheets import atlas
from engine.kernel.sheets.atlas import Atlas, Ground, Mark, Sea
from engine.kernel.values import frozen

if TYPE_CHECKING:
    from engine.kernel.campaign import Campaign
    from engine.kernel.changes import Entry
    from engine.kernel.ruleset import Ruleset

LEAN = 0.866
"""The height of a row of hexes, of which neighbours lie one wide."""
SIGNS = {
    atlas.CITY: ("●", "o"),
    atlas.PORT: ("●", "o"),
    atlas.CAPITAL: ("★", "*"),
    atlas.FORTRESS: ("◆", "^"),
    atlas.BATTLE: ("✗", "X"),
    atlas.FOUGHT: ("×", "x"),
    atlas.SIEGE: ("◎", "@"),
    atlas.BEACHHEAD: ("▼", "v"),
    atlas.MARKER: ("▬", "_"),
    atlas.EFFORT: ("▲", "!"),
    atlas.FLEET: ("≈", "&"),
    atlas.NOTE: ("¶", "%"),
}
"""What a mark is drawn with, and where only ASCII is."""
NAMED = (atlas.CAPITAL, atlas.FORTRESS, atlas.PORT, atlas.CITY)
"""Marks whose names are written on the map."""
AT_SEA = (atlas.PORT, atlas.FLEET, atlas.BEACHHEAD, atlas.NOTE)
"""Marks of land that are drawn among the Sea Areas too."""
NOBODY, WATERS = ":", ".~'\""
"""How the land of nobody is drawn in letters, and water: on the map of Europe all with the first of these signs, among
the Sea Areas each with one that no other beside it has, as far as there are enough."""
SIDES = {"axis": "-", "allied": "=", "both": "#"}
"""How water is drawn in letters in which a side's ships alone are on patrol, or those of both."""


@frozen(eq=False, slots=False)
class Picture:
    """The map of a campaign as a seat may see it at a moment. ``turn``: its label; ``names`` and ``letters`` of the
    powers."""

    turn: str
    sheet: Atlas[Campaign]
    campaign: Campaign
    names: Mapping[str, str]
    letters: Mapping[str, str]
    ground: Mapping[str, Ground]
    waters: Mapping[str, str]
    marks: tuple[Mark, ...]

    @cached_property
    def seas(self) -> tuple[Sea, ...]:
        """The Sea Areas."""
        return self.sheet.seas(self.campaign)

    @cached_property
    def shades(self) -> Mapping[str, int]:
        """Of each Sea Area which of four shades or signs it has: one that none beside it has, by the graph or on the
        map, as far as there are enough."""
        shades: dict[str, int] = {}
        for sea in self.seas:
            taken = {shades[other] for other in (*sea.beside, *sea.touches) if other in shades}
            shades[sea.id] = next((shade for shade in range(len(WATERS)) if shade not in taken), 0)
        return shades

    @cached_property
    def foremost(self) -> Mapping[str, Mark]:
        """Of each hex the mark that is drawn: the most pressing of what lies there."""
        marks: dict[str, Mark] = {}
        for mark in self.marks:
            other = marks.get(mark.hex)
            if other is None or atlas.RANK.index(mark.kind) > atlas.RANK.index(other.kind):
                marks[mark.hex] = mark
        return marks

    @cached_property
    def place_names(self) -> Mapping[str, str]:
        """Of each hex with a named place its name, whatever else lies there."""
        return {mark.hex: mark.name for mark in self.marks if mark.kind in NAMED}

    @cached_property
    def holders(self) -> Mapping[str, str]:
        """The side that holds each Sea Area, where one does."""
        return {sea.id: sea.holder for sea in self.seas if sea.holder}

    def letter(self, number: str, *, seas: bool = False) -> str:
        """A hex in a letter: whose it is, small where that is inferred; water by who holds it, among the ``seas`` by
        its Sea Area too; a blank off the map."""
        ground = self.ground.get(number)
        if ground is not None:
            letter = self.letters.get(ground.power, NOBODY)
            return letter if ground.known else letter.lower()
        area = self.waters.get(number)
        if area is None:
            return " "
        return SIDES.get(self.holders.get(area, "")) or WATERS[self.shades.get(area, 0) if seas else 0]

    def sign(self, number: str, *, plain: bool) -> str:
        """The mark of a hex, '' where nothing lies there."""
        mark = self.foremost.get(number)
        return SIGNS[mark.kind][plain] if mark is not None else ""


def picture(
    ruleset: Ruleset[Any], campaign: Campaign, entries: Sequence[Entry] = (), *, turn: str = ""
) -> Picture | None:
    """The map of a campaign, with the battles that its turn's ``entries`` tell of; None in a game that has none.
    ``turn``: the label of the turn that it is the end of, where the next has begun; '' for the one at hand."""
    sheet = ruleset.sheet(Atlas)
    if sheet is None:
        return None
    names = {power: ruleset.name(campaign, power) for power in sheet.powers}
    return Picture(
        turn=turn or ruleset.calendar.now(campaign),
        sheet=sheet,
        campaign=campaign,
        names=names,
        letters=_letters(names),
        ground=sheet.ground(campaign),
        waters=sheet.waters(campaign),
        marks=(*sheet.marks(campaign), *sheet.fought(campaign, entries)),
    )


def _letters(names: Mapping[str, str]) -> dict[str, str]:
    """A letter for each power: the first of its name that no other has."""
    letters: dict[str, str] = {}
    for power, name in names.items():
        free = (sign for sign in name.removeprefix("the ").upper() if sign.isalpha() and sign not in letters.values())
        letters[power] = next(free, "?")
    return letters


def as_text(drawn: Picture, *, seas: bool = False) -> list[str]:
    """The map in letters, two signs a hex: whose it is and what lies there; with what the signs mean, and with the Sea
    Areas in place of the land's marks where ``seas`` is asked for."""
    sheet, rows = drawn.sheet, []
    for row in range(sheet.rows):
        line = [" " * (row % 2 == 0)]
        for column in range(sheet.columns):
            number = sheet.number(row, column)
            line.append(drawn.letter(number, seas=seas) + (" " if seas else drawn.sign(number, plain=True) or " "))
        rows.append("".join(line).rstrip())
    return [*rows, "", *(_seas_told(drawn) if seas else _signs_told()), *_powers_told(drawn)]


def _powers_told(drawn: Picture) -> list[str]:
    held = {ground.power for ground in drawn.ground.values()}
    names = [f"{drawn.letters[power]} {name}" for power, name in drawn.names.items() if power in held]
    return [", ".join(names) + f", {NOBODY} neutral or nobody's; a small letter is inferred"]


def _signs_told() -> list[str]:
    kinds = dict.fromkeys(SIGNS[kind][1] for kind in SIGNS)
    return [", ".join(f"{sign} {' or '.join(k for k in SIGNS if SIGNS[k][1] == sign)}" for sign in kinds)]


def _seas_told(drawn: Picture) -> list[str]:
    lines = []
    for sea in drawn.seas:
        patrols = f"; on patrol: {', '.join(sea.patrols)}" if sea.patrols else ""
        ports = f"; ports: {', '.join(sea.ports)}" if sea.ports else ""
        lines.append(f"{sea.name}{patrols}{ports}")
    return lines


def document(drawn: Picture) -> dict[str, object]:
    """The map as JSON: each hex of land and water, what lies where, the Sea Areas."""
    return {
        "turn": drawn.turn,
        "powers": dict(drawn.names),
        "land": {
            number: {"power": ground.power, "known": ground.known, "home": ground.home, "front": ground.front}
            for number, ground in drawn.ground.items()
        },
        "water": dict(drawn.waters),
        "marks": [{"hex": mark.hex, "kind": mark.kind, "name": mark.name, "power": mark.power} for mark in drawn.marks],
        "seas": [
            {
                "id": sea.id,
                "name": sea.name,
                "holder": sea.holder,
                "beside": list(sea.beside),
                "ports": list(sea.ports),
                "patrols": list(sea.patrols),
            }
            for sea in drawn.seas
        ],
    }
