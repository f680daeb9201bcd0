"""The looks: dark, light and monochrome; and the inks that every line is written in.

An ink is a role, not a colour: ``now`` is where play stands, ``refused`` what the rules forbid, ``quiet`` what may be
overlooked.
No ink is the only sign of anything: each goes with a glyph, a word or a place.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from rich.style import Style
from textual.theme import BUILTIN_THEMES, Theme

NAMES = ("dark", "light", "monochrome")

_PAPER: dict[str, dict[str, str]] = {
    "dark": {
        "background": "#14171c",
        "foreground": "#c9ccd1",
        "surface": "#1b1f26",
        "panel": "#232832",
        "accent": "#e0b163",
    },
    "light": {
        "background": "#faf8f3",
        "foreground": "#2b2d31",
        "surface": "#f1eee6",
        "panel": "#e6e1d5",
        "accent": "#8a5a00",
    },
}

# Contrast of text inks on their paper is at least 4.5 to 1, of ``rim`` (lines only) less.
_INKS: dict[str, dict[str, str]] = {
    "dark": {
        "": "#c9ccd1",
        "strong": "bold #f2f0ea",
        "quiet": "#868c96",
        "rim": "#444b57",
        "now": "bold #e0b163",
        "refused": "#e88b80",
        "changed": "bold #8fc7a3",
        "rule": "#84a3c4",
        "key": "bold #e0b163",
        "title": "bold #f2f0ea",
        "heading": "#a9b0bb",
        "cursor": "bold #f6f3ec on #343c4a",
        "bar": "on #232832",
    },
    "light": {
        "": "#2b2d31",
        "strong": "bold #000000",
        "quiet": "#6b6b6b",
        "rim": "#c3bdae",
        "now": "bold #8a5a00",
        "refused": "#a5231b",
        "changed": "bold #1c6b3c",
        "rule": "#2f5d8c",
        "key": "bold #8a5a00",
        "title": "bold #000000",
        "heading": "#55524a",
        "cursor": "bold #000000 on #dccfae",
        "bar": "on #e6e1d5",
    },
    "monochrome": {
        "": "",
        "strong": "bold",
        "quiet": "dim",
        "rim": "dim",
        "now": "bold",
        "refused": "underline",
        "changed": "bold underline",
        "rule": "dim",
        "key": "bold",
        "title": "bold",
        "heading": "",
        "cursor": "reverse",
        "bar": "reverse",
    },
}
INKS = tuple(_INKS["dark"])


@cache
def ink(theme: str, name: str) -> Style:
    """The style of an ink in a theme, or of colours that are named by themselves (``#404040 on #202020``), as a picture
    has them. Raises KeyError for an unknown ink."""
    if name.startswith("#"):
        return Style.parse(name)
    return Style.parse(_INKS.get(theme, _INKS["dark"])[name])


@cache
def paper(theme: str) -> Style:
    """The plain text style of a theme with its background."""
    if theme == "monochrome":
        return Style()
    colours = _PAPER.get(theme, _PAPER["dark"])
    return Style.parse(f"{colours['foreground']} on {colours['background']}")


def make(name: str) -> Theme:
    """The framework's theme of this name."""
    if name == "monochrome":
        return _colourless()
    colours = _PAPER[name]
    return Theme(
        name=name,
        primary=colours["accent"],
        secondary=colours["accent"],
        accent=colours["accent"],
        warning=colours["accent"],
        error=_INKS[name]["refused"],
        success=colours["accent"],
        foreground=colours["foreground"],
        background=colours["background"],
        surface=colours["surface"],
        panel=colours["panel"],
        dark=name == "dark",
        luminosity_spread=0.08,
        text_alpha=1.0,
        variables={
            "scrollbar": colours["panel"],
            "scrollbar-background": colours["background"],
            "scrollbar-background-hover": colours["background"],
            "scrollbar-background-active": colours["background"],
            "scrollbar-corner-color": colours["background"],
            "input-selection-background": colours["panel"],
        },
    )


def _colourless() -> Theme:
    """The terminal's own two colours; what stands out does so by bold, dim, underline and reverse."""
    own = "ansi_default"
    roles = ("primary", "secondary", "accent", "warning", "error", "success")
    papers = ("foreground", "background", "surface", "panel", "boost")
    bars = ("scrollbar", "scrollbar-hover", "scrollbar-active", "scrollbar-background", "scrollbar-corner-color")
    # Textual 8.2: an ansi theme that leaves one of its builtin's variables out cannot be drawn.
    variables = dict.fromkeys((*BUILTIN_THEMES["ansi-dark"].variables, *bars), own)
    variables |= {"input-cursor-text-style": "reverse"}
    colours: dict[str, Any] = dict.fromkeys((*roles, *papers), own)
    return Theme(name="monochrome", ansi=True, variables=variables, **colours)
