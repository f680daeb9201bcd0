"""The colours of the map, by a power's place among its game's powers; none of them is that of water.

A power's land has three: its own, what it holds beside it, and its front; a neutral's land is hatched besides."""

from __future__ import annotations

from functools import cache

_POWERS = ("#6c7580", "#4f8758", "#b04a41", "#c09a4e", "#8a8f3c", "#9a6fb0", "#4f9a9a", "#b0764a")
WATER, WATERS = "#14263f", ("#14263f", "#1b3455", "#24507a", "#1a2f80")
"""Water; and the shades that tell one Sea Area from those beside it."""
HELD = {"axis": "#4a4a80", "allied": "#3a7a8a", "both": "#3060a0"}
"""Water in which ships of a side, or of both, are on patrol."""
NEUTRAL, NEUTRAL_HATCH = "#4a463c", "#6b665a"
OUTSIDE, INK, CURSOR, RING = "#101214", "#f4f1e8", "#ffd75f", "#d7d7af"


def land(power: int, *, home: bool, front: bool) -> str:
    """The colour of a power's hex. ``power``: its place among the powers, below 0 for nobody's."""
    if power < 0:
        return NEUTRAL
    own = _POWERS[power % len(_POWERS)]
    return mixed(own, "#ffffff", 0.22) if front else own if home else mixed(own, "#000000", 0.22)


@cache
def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a share of another."""
    one, two = (tuple(int(text[at : at + 2], 16) for at in (1, 3, 5)) for text in (colour, other))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(one, two, strict=True))
