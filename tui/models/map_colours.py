"""The colours of the map, by a power's place among its game's powers; none of them is that of water.

A power's land has four: its own, what it holds beside it, its front, and the faint one under the Sea Areas; a neutral's
land is hatched besides. Each is so chosen that a terminal of 256 colours, which takes the nearest of its own, still
tells every one of them from those of others."""

from __future__ import annotations

from functools import cache

from engine.kernel.values import frozen


@frozen
class Shades:
    """The colours of a power's land."""

    home: str
    held: str
    front: str
    faint: str


_POWERS = (
    Shades("#6c7580", "#50565e", "#959ca6", "#3c4046"),
    Shades("#4f8758", "#2c6a2c", "#79ad80", "#1c3f1c"),
    Shades("#b04a41", "#8a2a24", "#cf7d75", "#4a1c18"),
    Shades("#c09a4e", "#8c6a28", "#d8b987", "#744f1c"),
    Shades("#8a8f2c", "#666b28", "#b4b86c", "#4a4a1c"),
    Shades("#9a6fb0", "#785787", "#b493c6", "#4a2c50"),
)
NOBODYS = Shades("#33302a", "#33302a", "#33302a", "#1d1c19")
HATCH = "#6e662e"
"""The land of neutrals, and what it is hatched with."""
WATERS = ("#14263f", "#1b3455", "#24507a", "#1a2f80")
"""Water, on the map of Europe the first; among the Sea Areas the shades that tell one from those beside it."""
HELD = {"axis": "#5a5ac8", "allied": "#2a7a8c", "both": "#2c62a4"}
"""Water in which ships of a side, or of both, are on patrol."""
OUTSIDE, CURSOR, RING = "#101214", "#ffd75f", "#d7d7af"
INK, DARK_INK = "#f4f1e8", "#101214"
"""What signs are written in; on a front, which is light, in the dark one."""


def shades(power: int) -> Shades:
    """A power's colours. ``power``: its place among the powers, below 0 for nobody's."""
    return NOBODYS if power < 0 else _POWERS[power % len(_POWERS)]


def land(power: int, *, home: bool, front: bool) -> str:
    """The colour of a power's hex on the map of Europe."""
    own = shades(power)
    return own.front if front else own.home if home else own.held


@cache
def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a share of another."""
    one, two = (tuple(int(text[at : at + 2], 16) for at in (1, 3, 5)) for text in (colour, other))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(one, two, strict=True))
