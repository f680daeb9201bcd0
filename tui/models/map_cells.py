"""The signs of the map on a screen, each with its colours: land, front, marks, names, water.

In colours a sign shows two hexes, one in each half, and a letter where the front runs; in letters one, without a colour
where there is none. Both say the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache

from engine.kernel.sheets import atlas
from engine.kernel.sheets.atlas import Mark, Sea
from engine.kernel.values import frozen
from tui.models import map_colours
from tui.models.map_picture import AT_SEA, NOBODY, SIGNS, Picture
from tui.models.map_projection import Projection

HALF, HATCH = "▀", "▒"


@frozen
class Cell:
    """A sign with its ink and ground, '' where it has none, whether it is ``bold``, and whether it is ``lined``
    underneath."""

    sign: str
    ink: str = ""
    ground: str = ""
    bold: bool = False
    lined: bool = False


@lru_cache(maxsize=8192)
def cell(sign: str, ink: str = "", ground: str = "", bold: bool = False, lined: bool = False) -> Cell:
    """The sign, the same object each time: a map has few, and is held against the one before sign by sign."""
    return Cell(sign, ink, ground, bold, lined)


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
        lines = [row.copy() for row in self._under]
        for (x, y), sign in self._over.items():
            lines[y][x] = sign
        return lines

    @cached_property
    def _under(self) -> list[list[Cell]]:
        """The signs of the hexes alone."""
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
        return lines

    # --- hexes

    @cached_property
    def _order(self) -> dict[str, int]:
        return {power: at for at, power in enumerate(self.drawn.names)}

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
            whose = self._order.get(ground.power, -1)
            colour = map_colours.land(whose, home=ground.home, front=ground.front)
            colour = map_colours.shades(whose).faint if self.seas else colour
        else:
            area = self.drawn.waters.get(number)
            if area is None:
                return map_colours.OUTSIDE
            held = map_colours.HELD.get(self.drawn.holders.get(area, ""), "")
            shade = self.drawn.shades.get(area, 0) if self.seas else 0
            colour = held or map_colours.WATERS[shade]
        return map_colours.mixed(colour, map_colours.RING, 0.3) if number in self.ring else colour

    def _cell(self, upper: str, lower: str) -> Cell:
        if self.letters:
            return self._lettered(upper)
        if not self.seas:
            if front := self._fronting(upper, lower):
                return cell(self.drawn.letter(front), map_colours.DARK_INK, self.colour(front))
            if upper in self._neutral and lower in self._neutral:
                return cell(HATCH, map_colours.HATCH, self.colour(upper))
        over, under = self.colour(upper), self.colour(lower)
        return cell(" ", "", over) if over == under else cell(HALF, over, under)

    def _lettered(self, number: str) -> Cell:
        sign = self.drawn.letter(number, seas=self.seas) if number else " "
        if self.seas and number in self.drawn.ground and sign != NOBODY:
            sign = sign.lower()
        bold = not self.seas and number in self._front
        if not self.colours:
            return cell(sign, bold=bold, lined=number in self.ring)
        return cell(sign, self._ink(number), self.colour(number), bold, number in self.ring)

    def _ink(self, number: str) -> str:
        """What is written in on a hex: a front is light."""
        return map_colours.DARK_INK if number in self._front and not self.seas else map_colours.INK

    def _fronting(self, upper: str, lower: str) -> str:
        """The hex of the front that a sign shows, '' for none."""
        return upper if upper in self._front else lower if lower in self._front else ""

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
            marks = [mark for mark in marks if self._at_sea(mark)]
        for mark in marks:
            at = self.window.cell(mark.hex)
            if at is not None and at not in cells:
                cells[at] = self._mark(at, SIGNS[mark.kind][self.plain], bold=rank[mark.kind] >= rank[atlas.CAPITAL])
        for sea in self.drawn.seas if self.window.named and self.seas else ():
            if sea.hex:
                self._write_sea(cells, sea)
        self._signs_of.subtract(self._letters[at] for at in cells if at in self._letters)
        # Among letters, and beside names of Sea Areas, the names of places want more room.
        if self.window.roomy if self.seas or self.letters else self.window.named:
            places = self.drawn.place_names
            for mark in marks:
                if mark.hex in places:
                    self._write_place(cells, mark.hex, places[mark.hex])
        return cells

    def _at_sea(self, mark: Mark) -> bool:
        """Whether a mark belongs to the layer of the Sea Areas."""
        return mark.kind in AT_SEA or mark.hex in self.drawn.waters

    def _mark(self, at: tuple[int, int], sign: str, *, bold: bool = False) -> Cell:
        upper, lower = self.window.lines[at[1]][at[0]]
        lined = self.letters and upper in self.ring
        if not self.colours:
            return cell(sign, bold=True, lined=lined)
        number = (not self.seas and self._fronting(upper, lower)) or upper or lower
        return cell(sign, self._ink(number), self.colour(number), bold, lined)

    def _write_place(self, cells: dict[tuple[int, int], Cell], number: str, name: str) -> None:
        """A name to the right of its mark, else to its left, where nothing else stands; no hex of the front loses its
        last letter to it. Among letters it stands between blanks, on water or on land of the power that has its hex, so
        that nobody's land is gone from sight."""
        at = self.window.cell(number)
        if at is None:
            return
        for start in (at[0] + 1, at[0] - len(name)):
            places = [(start + step, at[1]) for step in range(len(name))]
            beyond = (start + len(name) if start > at[0] else start - 1, at[1])
            if not self._free(cells, places) or beyond in cells:
                continue
            # A blank keeps a name from what is read as its next letter.
            blank = 0 <= beyond[0] < self.window.width if self.letters else beyond in self._letters
            taken = [*places, beyond] if blank else places
            if self.letters and not self._of_one_power(taken, number):
                continue
            if self._spares(taken, number):
                for place, sign in zip(taken, f"{name} ", strict=False):
                    cells[place] = self._mark(place, sign, bold=self.letters)
                return

    def _of_one_power(self, places: Iterable[tuple[int, int]], number: str) -> bool:
        """Whether all the land that these signs show is of the power that has this hex."""
        ground = self.drawn.ground
        shown = (ground.get(self.window.lines[y][x][0]) for x, y in places)
        own = ground.get(number)
        return all(land is None or own is None or land.power == own.power for land in shown)

    def _free(self, cells: Mapping[tuple[int, int], Cell], places: Sequence[tuple[int, int]]) -> bool:
        """Whether there is room for a name: inside the window, on the map, and over nothing else."""
        width = self.window.width
        return all(0 <= x < width and (x, y) not in cells and any(self.window.lines[y][x]) for x, y in places)

    @cached_property
    def _letters(self) -> dict[tuple[int, int], str]:
        """Of each sign that is a letter of the front its hex."""
        if self.seas:
            return {}
        return {
            (x, y): front
            for y, line in enumerate(self.window.lines)
            for x, halves in enumerate(line)
            if (front := self._fronting(*halves))
        }

    @cached_property
    def _signs_of(self) -> Counter[str]:
        """How many letters each hex of the front still has, as marks and names stand over them."""
        return Counter(self._letters.values())

    def _spares(self, places: Sequence[tuple[int, int]], own: str) -> bool:
        """Take letters of the front for a name, where every hex keeps one; its ``own`` hex has its mark."""
        taken = Counter(self._letters[place] for place in places if place in self._letters)
        if any(many >= self._signs_of[number] for number, many in taken.items() if number != own):
            return False
        self._signs_of.subtract(taken)
        return True

    def _write_sea(self, cells: dict[tuple[int, int], Cell], sea: Sea) -> None:
        """The name of a Sea Area in the middle of its waters, or as near to it as there is room on them."""
        at = self.window.cell(sea.hex)
        if at is None:
            return
        best: tuple[int, list[tuple[int, int]]] = (len(sea.name), [])
        for down, across in _ROUND:
            start = at[0] - len(sea.name) // 2 + across
            around = [(start + step, at[1] + down) for step in range(-1, len(sea.name) + 1)]
            if not 0 <= at[1] + down < self.window.height or not self._free(cells, around):
                continue
            if self.letters and not all(self.window.lines[y][x][0] in self.drawn.waters for x, y in around):
                # Among letters it is read only where there is water round it.
                continue
            off = sum(self.drawn.waters.get(self.window.lines[y][x][0]) != sea.id for x, y in around[1:-1])
            if off < best[0]:
                best = off, around[1:-1]
            if not off:
                break
        for place, sign in zip(best[1], sea.name, strict=False):
            cells[place] = self._mark(place, sign)


_ROUND = sorted(
    ((down, across) for down in range(-3, 4) for across in range(-8, 9, 2)), key=lambda by: 4 * abs(by[0]) + abs(by[1])
)
"""Where the name of a Sea Area may stand, in lines and columns from its middle, the nearest first."""
