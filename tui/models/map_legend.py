"""What the signs of the map mean: those of the layer that is shown, in the look in which it is drawn."""

from __future__ import annotations

from engine.kernel.sheets import atlas
from engine.kernel.values import frozen
from tui.models import map_colours
from tui.models.map_cells import HATCH
from tui.models.map_picture import AT_SEA, NOBODY, SIDES, SIGNS, WATERS, Picture
from tui.rows import Piece, Row, clean, row, wrap

WHOSE = {"axis": "the Axis", "allied": "the Allies", "both": "both"}
"""Sides whose ships are on patrol, in words."""
_LAND = "shades: own, held, front"


@frozen
class Look:
    """How the map is drawn. ``plain``: ASCII signs alone; ``colours``: there are any."""

    plain: bool
    colours: bool

    @property
    def letters(self) -> bool:
        """Whether every hex is a letter."""
        return self.plain or not self.colours


def legend(drawn: Picture, width: int, look: Look, *, seas: bool) -> list[Row]:
    """The signs in lines of such a width."""
    lines: list[Row] = [row(("the signs", "heading"))]
    for pieces, text in (*_powers(drawn, look, seas=seas), *_marks(look, seas=seas), *_waters(look, seas=seas)):
        sign = row(*pieces, *((" ",) if pieces else ()))
        first, *rest = wrap(clean(text), max(1, width - 1 - sign.width))
        lines += [sign + row(first), *(row(" " * sign.width + part) for part in rest)]
    return lines


Line = tuple[tuple[Piece, ...], str]


def _powers(drawn: Picture, look: Look, *, seas: bool) -> list[Line]:
    """Whose the land is."""
    lines: list[Line] = []
    for at, (power, letter) in enumerate(drawn.letters.items()):
        shades = map_colours.shades(at)
        if not look.colours:
            lines.append((((letter, "strong"),), drawn.names[power]))
        elif seas:
            lines.append(
                (
                    ((letter.lower() if look.letters else " ", f"{map_colours.INK} on {shades.faint}"),),
                    drawn.names[power],
                )
            )
        else:
            home = letter if look.letters else " "
            ink = map_colours.INK
            signs = ((home, f"{ink} on {shades.home}"), (home, f"{ink} on {shades.held}"))
            lines.append(((*signs, (letter, f"{map_colours.DARK_INK} on {shades.front}")), drawn.names[power]))
    nobody = NOBODY if look.letters else " " if seas else HATCH
    ground = map_colours.NOBODYS.faint if seas else map_colours.NOBODYS.home
    ink = f"{map_colours.INK if look.letters else map_colours.HATCH} on {ground}" if look.colours else ""
    lines.append((((nobody, ink),), "neutral, or nobody's"))
    if not seas:
        if look.colours:
            lines.append(((), _LAND))
        lines += [((), "bold letter: front" if look.letters else "letter: front"), ((), "small letter: inferred")]
    if look.letters:
        lines.append(((), "underline: in range"))
    return lines


def _marks(look: Look, *, seas: bool) -> list[Line]:
    """What lies on it; kinds of one sign in one line."""
    shown = (*AT_SEA, atlas.BATTLE, atlas.FOUGHT) if seas else tuple(SIGNS)
    named: dict[str, list[str]] = {}
    for kind in SIGNS:
        if kind in shown:
            named.setdefault(SIGNS[kind][look.plain], []).append(kind)
    return [(((sign, ""),), " or ".join(kinds)) for sign, kinds in named.items()]


def _waters(look: Look, *, seas: bool) -> list[Line]:
    """Who is on patrol, and other water."""
    lines: list[Line] = []
    for side, sign in SIDES.items():
        shown = sign if look.letters else " "
        ink = f"{map_colours.INK} on {map_colours.HELD[side]}" if look.colours else ""
        lines.append((((shown, ink),), f"on patrol: {WHOSE[side]}"))
    many = len(WATERS) if seas else 1
    if seas or look.letters:
        inks = [f"{map_colours.INK} on {shade}" if look.colours else "" for shade in map_colours.WATERS[:many]]
        signs = WATERS[:many] if look.letters else " " * many
        lines.append((tuple(zip(signs, inks, strict=True)), "other Sea Areas" if seas else "water"))
    return lines
