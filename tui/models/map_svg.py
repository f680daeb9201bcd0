"""The map as a drawing: a file of hexagons in the powers' colours, for a browser or a printer."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from engine.kernel.sheets import atlas
from tui.models import map_colours
from tui.models.map_picture import LEAN, SIGNS, Picture
from tui.words import turn_name

_WIDE = 16.0


def drawing(drawn: Picture, title: str, *, seas: bool = False) -> str:
    """The whole picture as SVG."""
    sheet = drawn.sheet
    width = (sheet.columns + 0.5) * _WIDE
    height = sheet.rows * _WIDE * LEAN + 50
    head = f"{title}, {turn_name(drawn.turn)}"
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" font-family="sans-serif">',
            f"<title>{escape(head)}</title>",
            f'<rect width="100%" height="100%" fill="{map_colours.OUTSIDE}"/>',
            *_hexes(drawn, seas=seas),
            *_marks(drawn, seas=seas),
            *_legend(drawn, head, height),
            "</svg>",
            "",
        )
    )


def _middle(drawn: Picture, number: str) -> tuple[float, float]:
    row, column = drawn.sheet.row_and_column(number)
    return (column + 0.5 + (row % 2 == 0) * 0.5) * _WIDE, (row + 0.6) * _WIDE * LEAN


def _hexes(drawn: Picture, *, seas: bool) -> Iterator[str]:
    order = {power: at for at, power in enumerate(drawn.names)}
    shades = map_colours.WATERS
    areas = {sea.id: at for at, sea in enumerate(drawn.seas)}
    for number in sorted({*drawn.ground, *drawn.waters}):
        ground = drawn.ground.get(number)
        if ground is not None:
            whose = order.get(ground.power, -1)
            fill = map_colours.land(whose, home=ground.home, front=ground.front)
            fill = map_colours.shades(whose).faint if seas else fill
        else:
            area = drawn.waters[number]
            held = map_colours.HELD.get(drawn.holders.get(area, ""))
            fill = held or (shades[areas.get(area, 0) % len(shades)] if seas else map_colours.WATER)
        yield f'<polygon points="{_corners(*_middle(drawn, number))}" fill="{fill}"/>'


def _corners(x: float, y: float) -> str:
    half, tall = _WIDE / 2, _WIDE / 2 / LEAN
    corners = ((0, -tall), (half, -tall / 2), (half, tall / 2), (0, tall), (-half, tall / 2), (-half, -tall / 2))
    return " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)


def _marks(drawn: Picture, *, seas: bool) -> Iterator[str]:
    size = f'font-size="{_WIDE * 0.7:.0f}" fill="{map_colours.INK}"'
    for number, mark in drawn.foremost.items():
        x, y = _middle(drawn, number)
        sign = SIGNS[mark.kind][0]
        name = drawn.place_names.get(number, "" if mark.kind == atlas.NOTE else mark.name)
        label = "" if seas else f' <tspan font-size="{_WIDE * 0.5:.0f}">{escape(name)}</tspan>'
        if mark.kind == atlas.NOTE:
            # A browser shows it under the mouse; on the drawing it would cover the land.
            label += f"<title>{escape(mark.name)}</title>"
        yield f'<text x="{x - _WIDE * 0.3:.1f}" y="{y + _WIDE * 0.25:.1f}" {size}>{sign}{label}</text>'
    for sea in drawn.seas if seas else ():
        if sea.hex:
            x, y = _middle(drawn, sea.hex)
            yield f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle" {size}>{escape(sea.name)}</text>'


def _legend(drawn: Picture, head: str, height: float) -> Iterator[str]:
    ink = f'font-size="14" fill="{map_colours.INK}"'
    yield f'<text x="8" y="{height - 26:.0f}" {ink}>{escape(head)}</text>'
    x = 8.0
    for at, name in enumerate(drawn.names.values()):
        colour = map_colours.land(at, home=True, front=False)
        yield f'<rect x="{x:.0f}" y="{height - 18:.0f}" width="12" height="12" fill="{colour}"/>'
        yield f'<text x="{x + 16:.0f}" y="{height - 7:.0f}" {ink}>{escape(name)}</text>'
        x += 32 + 8 * len(name)
