"""The signs of the map on a screen, each with its colours: land, front, marks, names, water.

In colours a sign shows two hexes, one in each half, and a letter where the front runs; in letters one, without a colour
where there is none. Both say the same.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from attrs import frozen

from engine.kernel.sheets import atlas
from tui.models import map_colours
from tui.models.map_picture import NOBODY, SIGNS, Picture
from tui.models.map_projection import Projection

HALF, HATCH = "▀", "▒"


@frozen
class Cell:
    """A sign with its ink and ground, '' where it has none, and whether it is ``bold``."""

    sign: str
    ink: str = ""
    ground: str = ""
    bold: bool = False


@lru_cache(maxsize=8192)
def cell(sign: str, ink: str = "", ground: str = "", bold: bool = False) -> Cell:
    """The sign, the same object each time: a map has few, and is held against the one before sign by sign."""
    return Cell(sign, ink, ground, bold)


@frozen(eq=False, slots=False)
class Chart:
    """A picture in a window. ``letters``: a letter a hex; ``plain``: ASCII signs alone; ``colours``: there are any;
    ``seas``: the layer of the Sea Areas; ``ring``: hexes that are shown as within reach."""

    drawn: Picture
    window: Projection
    letters: bool
    plain: bool
    colours: bool
    seas: bool
    ring: frozenset[str] = frozenset()

    @cached_property
    def lines(self) -> list[list[Cell]]:
        """All signs, line by line."""
        made: dict[tuple[str, str], Cell] = {}
        lines = []
        for line in self.window.lines:
            cells = []
            for halves in line:
                sign = made.get(halves)
                if sign is None:
                    sign = made[halves] = self._cell(*halves)
                cells.append(sign)
            lines.append(cells)
        for (x, y), sign in self._over.items():
            lines[y][x] = sign
        return lines

    # --- hexes

    @cached_property
    def _order(self) -> dict[str, int]:
        return {power: at for at, power in enumerate(self.drawn.names)}

    @cached_property
    def _shades(self) -> dict[str, str]:
        """The colour of each Sea Area: one that no Sea Area beside it has, as far as there are enough."""
        shades: dict[str, str] = {}
        for sea in self.drawn.seas:
            beside = {shades[other] for other in sea.beside if other in shades}
            shades[sea.id] = next((shade for shade in map_colours.WATERS if shade not in beside), map_colours.WATERS[0])
        return shades

    @cached_property
    def _colours(self) -> dict[str, str]:
        return {"": map_colours.OUTSIDE}

    def colour(self, number: str) -> str:
        """The colour of a hex."""
        if number not in self._colours:
            self._colours[number] = self._coloured(number)
        return self._colours[number]

    def _coloured(self, number: str) -> str:
        ground = self.drawn.ground.get(number)
        if ground is not None:
            colour = map_colours.land(self._order.get(ground.power, -1), home=ground.home, front=ground.front)
            colour = map_colours.mixed(colour, map_colours.OUTSIDE, 0.5) if self.seas else colour
        else:
            area = self.drawn.waters.get(number)
            if area is None:
                return map_colours.OUTSIDE
            held = map_colours.HELD.get(self.drawn.holders.get(area, ""), "")
            colour = held or (self._shades.get(area, map_colours.WATER) if self.seas else map_colours.WATER)
        return map_colours.mixed(colour, map_colours.RING, 0.3) if number in self.ring else colour

    def _cell(self, upper: str, lower: str) -> Cell:
        if self.letters:
            return self._lettered(upper)
        if not self.seas:
            front = upper if upper in self._front else lower if lower in self._front else ""
            if front:
                return cell(self.drawn.letter(front), map_colours.INK, self.colour(front))
            if upper in self._neutral and lower in self._neutral:
                return cell(HATCH, map_colours.NEUTRAL_HATCH, self.colour(upper))
        over, under = self.colour(upper), self.colour(lower)
        return cell(" ", "", over) if over == under else cell(HALF, over, under)

    def _lettered(self, number: str) -> Cell:
        sign = self.drawn.letter(number) if number else " "
        if self.seas and number in self.drawn.ground and sign != NOBODY:
            sign = sign.lower()
        if number in self.ring and number in self.drawn.waters:
            sign = "+"
        ground = self.colour(number) if self.colours else ""
        return cell(sign, map_colours.INK if self.colours else "", ground, number in self._front or number in self.ring)

    @cached_property
    def _front(self) -> frozenset[str]:
        """The hexes of the front."""
        return frozenset(number for number, ground in self.drawn.ground.items() if ground.front)

    @cached_property
    def _neutral(self) -> frozenset[str]:
        """The hexes that no power has."""
        return frozenset(number for number, ground in self.drawn.ground.items() if not ground.power)

    # --- marks and names over them

    @cached_property
    def _over(self) -> dict[tuple[int, int], Cell]:
        """The signs that stand over hexes: marks, and names where there is room for them."""
        cells: dict[tuple[int, int], Cell] = {}
        rank = {kind: at for at, kind in enumerate(atlas.RANK)}
        marks = sorted(self.drawn.foremost.values(), key=lambda mark: -rank[mark.kind])
        if self.seas:
            marks = [mark for mark in marks if mark.kind in (atlas.PORT, atlas.FLEET, atlas.BEACHHEAD, atlas.NOTE)]
        for mark in marks:
            at = self.window.cell(mark.hex)
            if at is not None and at not in cells:
                cells[at] = self._mark(at, SIGNS[mark.kind][self.plain], bold=rank[mark.kind] >= rank[atlas.CAPITAL])
        places = self.drawn.place_names
        names = self._sea_names() if self.seas else [(m.hex, places[m.hex], 1) for m in marks if m.hex in places]
        for number, name, beside in names:
            self._write(cells, number, name, beside)
        return cells

    def _sea_names(self) -> list[tuple[str, str, int]]:
        return [(sea.hex, sea.name, -(len(sea.name) // 2)) for sea in self.drawn.seas if sea.hex]

    def _mark(self, at: tuple[int, int], sign: str, *, bold: bool) -> Cell:
        upper, lower = self.window.lines[at[1]][at[0]]
        number = upper or lower
        if not self.colours:
            return cell(sign, bold=True)
        return cell(sign, map_colours.INK, self.colour(number), bold)

    def _write(self, cells: dict[tuple[int, int], Cell], number: str, name: str, beside: int) -> None:
        """A name beside its mark, where nothing else stands."""
        at = self.window.cell(number)
        if at is None or not self.window.longest or not self.colours:
            # Among letters a name could not be told from them.
            return
        # A name is cut only where the whole of it has no room.
        for text in (name,) if self.seas else dict.fromkeys((name, name[: self.window.longest])):
            places = [(at[0] + beside + step, at[1]) for step in range(len(text))]
            after = (places[-1][0] + 1, at[1])
            inside = all(0 <= x < self.window.width for x, _ in places)
            if inside and not any(place in cells for place in (*places, after)):
                for place, sign in zip(places, text, strict=True):
                    cells[place] = self._mark(place, sign, bold=False)
                return
