"""Units as people write them, in every order alike: how many, of which group, whether Depleted, what became of them.

``2 INF``, ``-2 INF``, ``2x INF 6-5``, ``2-inf-6-5`` and ``2 inf-6-5`` are the same two units; ``dep``, ``rep`` and
``oos`` stand before or behind them, capitals and plurals make no difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.kernel.values import frozen
from engine.thewar.world import counters, partisan_homes, traits

EXAMPLE = "a number, kind and strength, such as 3 ARM 8-8"
_GROUP = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*\Z")
_BEFORE = re.compile(r"(?:(dep|depleted|rep|repaired)|([+-]?)(\d{1,3})x?)(?:-|\Z)")
_BEHIND = {"dep": "depleted", "depleted": "depleted", "oos": "oos", "unsupplied": "oos"}
_MOST = 40
"""Pieces of a name that are read: a longer one names no units."""


@frozen
class Written:
    """Units in the words of a player. ``many``: how many, 1 where he says nothing (then not ``counted``); ``sign``: '-'
    or '+' before it, '' for neither; ``group``: kind, strength and origin, such as inf-6-5, perhaps with the owner in
    front."""

    group: str
    many: int = 1
    counted: bool = False
    sign: str = ""
    depleted: bool = False
    repaired: bool = False
    oos: bool = False


def read(words: Iterable[str]) -> Written | None:
    """Units from what is typed of them, split at its spaces; None for what names none."""
    text = "-".join(words).lower()
    many, sign, counted, marks = 1, "", False, set()
    while match := _BEFORE.match(text):
        if match.group(1):
            marks.add(match.group(1)[:3])
        elif counted:
            # A second number is no part of any group's name.
            return None
        else:
            sign, many, counted = match.group(2), int(match.group(3)), True
        text = text[match.end() :]
    pieces = text.split("-")[:_MOST]
    while pieces and pieces[-1] in _BEHIND:
        marks.add(_BEHIND[pieces.pop()][:3])
    group = singular("-".join(pieces))
    if not _GROUP.match(group):
        return None
    return Written(group, many, counted, sign, "dep" in marks, "rep" in marks, "oos" in marks)


def begins(word: str) -> bool:
    """Whether units may begin with a word: it is a count, a mark or a kind, and no owner."""
    text = word.lower()
    return bool(_BEFORE.match(text)) or counters.kind_of(singular(text)) in traits.kinds()


def singular(group: str) -> str:
    """A group whose kind is written as players say it: ``u-boats`` is uboat, ``fleets-1-12-5`` fleet-1-12-5; and the
    home of partisans: ``partisans-1-3-of-poland``."""
    kind, dash, rest = group.replace("u-boat", "uboat", 1).partition("-")
    if kind not in traits.kinds() and kind.removesuffix("s") in traits.kinds():
        kind = kind.removesuffix("s")
    return partisan_homes.of_home(f"{kind}{dash}{rest}")
