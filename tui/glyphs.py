"""Signs on the screens, each with a plain twin for terminals and fonts that lack it."""

from __future__ import annotations

from tui import session

_SIGNS: dict[str, tuple[str, str]] = {
    "done": ("✓", "x"),
    "now": ("▸", ">"),
    "whose": ("»", "="),
    "point": ("›", ">"),
    "next": ("·", "."),
    "skipped": ("–", "-"),
    "refused": ("✗", "!"),
    "warning": ("!", "!"),
    "none": ("–", "-"),
    "to": ("→", "->"),
    "across": ("─", "-"),
    "down": ("│", "|"),
    "tee": ("┬", "+"),
    "foot": ("┴", "+"),
    "left": ("├", "+"),
    "right": ("┤", "+"),
    "dot": ("·", "|"),
    "note": ("¶", "#"),
    "more": ("…", "~"),
    "cut": ("…", "~"),
    "ball": ("●", "*"),
    "ring": ("○", "o"),
    "full": ("█", "#"),
    "empty": ("░", "."),
    "minus": ("−", "-"),
    "times": ("×", "x"),
    "up-down": ("↑↓", "up/dn"),
    "left-right": ("←→", "lt/rt"),
}
_EIGHTHS = (" ▁▂▃▄▅▆▇█", " ..::||##")


def plain() -> bool:
    """Whether only ASCII is drawn in the session at hand."""
    return session.at_hand().plain


def sign(name: str) -> str:
    """The sign of this name. Raises KeyError."""
    return _SIGNS[name][plain()]


_KEYS = {"↑↓": "up/dn", "←→": "lt/rt", "→": "right", "←": "left", "↑": "up", "↓": "down", "⇧": "sh+"}


def key(shown: str) -> str:
    """A key as a footer writes it: arrows in words where only ASCII is drawn, as ``>`` and ``<`` are keys too."""
    if plain() and not shown.isascii():
        for sign_of, word in _KEYS.items():
            shown = shown.replace(sign_of, word)
    return shown


def bar(filled: int, width: int) -> str:
    """A horizontal bar of ``width`` cells, ``filled`` of them full."""
    filled = max(0, min(width, filled))
    return sign("full") * filled + sign("empty") * (width - filled)


def spark(values: list[int], top: int = 0) -> str:
    """A row of blocks, one a value, scaled from 0 to ``top`` (by itself: the largest)."""
    signs = _EIGHTHS[plain()]
    top = top or max(values, default=0)
    return "".join(signs[0] if top <= 0 or value <= 0 else signs[max(1, round(value * 8 / top))] for value in values)


def arrow(was: object, now: object) -> str:
    """``170 → 162``: a figure that changed."""
    return f"{was} {sign('to')} {now}"


_FLAT = str.maketrans("✓▸»›·–✗→─│┬┴├┤…●○█░−×↑↓←▪▫‹⇧¶", "x>=>.-!>-|+++|~*o#.-x^v<#.<^#")


def flat(text: str) -> str:
    """The text with every sign that was written into it replaced by one ASCII sign of the same width."""
    return text if text.isascii() else text.translate(_FLAT)
