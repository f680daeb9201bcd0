"""The map as a drawing: a file of hexagons in the powers' colours, for a browser or a printer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape

from engine.kernel.sheets import atlas
from engine.kernel.values import frozen
from tui.models import map_colours
from tui.models.map_legend import WHOSE
from tui.models.map_picture import AT_SEA, LEAN, SIGNS, Picture
from tui.words import turn_name

_WIDE = 16.0


def drawing(drawn: Picture, title: str, *, seas: bool = False) -> str:
    """The whole picture as SVG."""
    sheet = drawn.sheet
    width = (sheet.columns + 0.5) * _WIDE
    height = sheet.rows * _WIDE * LEAN + 88
    head = f"{title}, {turn_name(drawn.turn)}"
    colours = map_colours.NOBODYS
    ground, hatch = (colours.faint, colours.home) if seas else (colours.home, map_colours.HATCH)
    return "\n".join(
        (
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="sans-serif">',
            f"<title>{escape(head)}</title>",
            '<defs><pattern id="neutral" width="4" height="4" patternUnits="userSpaceOnUse">'
            f'<rect width="4" height="4" fill="{ground}"/><path d="M0 4L4 0" stroke="{hatch}"/></pattern></defs>',
            f'<rect width="100%" height="100%" fill="{map_colours.OUTSIDE}"/>',
            *_hexes(drawn, seas=seas),
            # What is written has a dark rim, so that it is read on every land: the same signs once more beneath it, as
            # not every program draws the rim of a letter behind it.
            f'<use href="#written" xlink:href="#written" {_RIM}/>',
            f'<g fill="{map_colours.INK}"><g id="written">',
            *_marks(drawn, seas=seas),
            "</g></g>",
            *_legend(drawn, head, height, seas=seas),
            "</svg>",
            "",
        )
    )


def _middle(drawn: Picture, number: str) -> tuple[float, float]:
    row, column = drawn.sheet.row_and_column(number)
    return (column + 0.5 + (row % 2 == 0) * 0.5) * _WIDE, (row + 0.6) * _WIDE * LEAN


def _hexes(drawn: Picture, *, seas: bool) -> Iterator[str]:
    order = {power: at for at, power in enumerate(drawn.names)}
    for number in sorted({*drawn.ground, *drawn.waters}):
        ground = drawn.ground.get(number)
        if ground is not None:
            whose = order.get(ground.power, -1)
            fill = map_colours.land(whose, home=ground.home, front=ground.front)
            fill = map_colours.shades(whose).faint if seas else fill
            fill = fill if ground.power else "url(#neutral)"
        else:
            area = drawn.waters[number]
            held = map_colours.HELD.get(drawn.holders.get(area, ""))
            fill = held or map_colours.WATERS[drawn.shades.get(area, 0) if seas else 0]
        yield f'<polygon points="{_corners(*_middle(drawn, number))}" fill="{fill}"/>'


def _corners(x: float, y: float) -> str:
    half, tall = _WIDE / 2, _WIDE / 2 / LEAN
    corners = ((0, -tall), (half, -tall / 2), (half, tall / 2), (0, tall), (-half, tall / 2), (-half, -tall / 2))
    return " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)


def _marks(drawn: Picture, *, seas: bool) -> Iterator[str]:
    """What lies on the map, the most pressing last; names where there is room for them beside their mark."""
    rank = {kind: at for at, kind in enumerate(atlas.RANK)}
    marks = sorted(drawn.foremost.values(), key=lambda mark: rank[mark.kind])
    shown = [mark for mark in marks if not seas or mark.kind in AT_SEA or mark.hex in drawn.waters]
    taken = [_Box(*_middle(drawn, mark.hex), _SIGN * 0.45) for mark in shown]
    edge = (drawn.sheet.columns + 0.5) * _WIDE
    for mark in shown:
        x, y = _middle(drawn, mark.hex)
        # What it is a browser shows under the mouse; of all that would cover the land.
        told = f"{SIGNS[mark.kind][0]}<title>{escape(mark.name)}</title>"
        at = f'x="{x:.1f}" y="{y + _SIGN / 3:.1f}" text-anchor="middle"'
        yield f'<text {at} font-size="{_SIGN:.0f}">{told}</text>'
    for sea in drawn.seas if seas else ():
        if sea.hex:
            x, y = _middle(drawn, sea.hex)
            wide = len(sea.name) * _SIGN * _LETTER
            left = max(2.0, min(x - wide / 2, edge - wide - 2))
            yield from _name(sea.name, [(left, y + down) for down in (0, -_WIDE, _WIDE)], taken, _SIGN)
    for mark in reversed(shown):
        name = drawn.place_names.get(mark.hex, "")
        x, y = _middle(drawn, mark.hex)
        wide = len(name) * _NAME * _LETTER
        beside = [left for left in (x + _SIGN * 0.6, x - _SIGN * 0.6 - wide) if 0 <= left <= edge - wide - 6]
        yield from _name(name, [(left, y) for left in beside], taken, _NAME)


@frozen
class _Box:
    """Room that is taken: the middle of it, half as wide, and as high as a name."""

    x: float
    y: float
    half: float

    def meets(self, other: _Box) -> bool:
        """Whether another one lies over it."""
        return abs(self.y - other.y) < _NAME and abs(self.x - other.x) < self.half + other.half


def _name(name: str, places: Iterable[tuple[float, float]], taken: list[_Box], size: float) -> Iterator[str]:
    """A name at the first place where it covers nothing; none where there is none."""
    wide = len(name) * size * _LETTER
    for x, y in places if name else ():
        box = _Box(x + wide / 2, y, wide / 2)
        if not any(box.meets(other) for other in taken):
            taken.append(box)
            yield f'<text x="{x:.1f}" y="{y + size / 3:.1f}" font-size="{size:.0f}">{escape(name)}</text>'
            return


def _legend(drawn: Picture, head: str, height: float, *, seas: bool) -> Iterator[str]:
    ink = f'fill="{map_colours.INK}"'
    yield f'<text x="8" y="{height - 64:.0f}" font-size="14" {ink}>{escape(head)}</text>'
    lands = [(map_colours.shades(at), name) for at, name in enumerate(drawn.names.values())]
    powers = [((own.faint,) if seas else (own.home, own.held, own.front), name) for own, name in lands]
    told = () if seas else (((), "own land, held, front"),)
    yield from _keys([*powers, *told], height - 54)
    others: list[tuple[tuple[str, ...], str]] = [(("url(#neutral)",), "neutral, or nobody's")]
    others += [((map_colours.HELD[side],), f"on patrol: {whose}") for side, whose in WHOSE.items()]
    others += [(map_colours.WATERS, "other Sea Areas")] if seas else []
    yield from _keys(others, height - 36)
    kinds: dict[str, list[str]] = {}
    for kind, (sign, _) in SIGNS.items():
        if not seas or kind in (*AT_SEA, atlas.BATTLE, atlas.FOUGHT):
            kinds.setdefault(sign, []).append(kind)
    signs = ", ".join(f"{sign} {' or '.join(named)}" for sign, named in kinds.items())
    yield f'<text x="8" y="{height - 8:.0f}" font-size="10" {ink}>{signs}</text>'


def _keys(keys: Iterable[tuple[tuple[str, ...], str]], y: float) -> Iterator[str]:
    """A line of colours and what they mean."""
    x = 8.0
    for fills, name in keys:
        for fill in fills:
            yield f'<rect x="{x:.0f}" y="{y:.0f}" width="10" height="12" fill="{fill}"/>'
            x += 10
        told = f'x="{x + 4:.0f}" y="{y + 10:.0f}" font-size="10" fill="{map_colours.INK}"'
        yield f"<text {told}>{escape(name)}</text>"
        x += 18 + 5.8 * len(name)


_SIGN, _NAME, _LETTER = _WIDE * 0.75, _WIDE * 0.55, 0.6
"""How high signs and names are written, and how wide a letter is of that."""
_RIM = f'fill="{map_colours.OUTSIDE}" stroke="{map_colours.OUTSIDE}" stroke-width="1.5"'
"""How the rim of what is written is drawn."""
