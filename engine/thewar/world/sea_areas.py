"""The Sea Areas that the rules name, and what they say of them (1.2, 7.3); which adjoin, ``seas`` knows. The map board
may have more: their names are the players' own, and only the board knows them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from engine.kernel.nearest import nearest
from engine.kernel.tables import table

STRAIT, MEDITERRANEAN, BRITISH_ISLES = "strait", "mediterranean", "british-isles"
"""What the rules say of a Sea Area, as the orders at sea name it."""
OVERSEAS = ("us-box", "canada-box")
"""The boxes over the Atlantic: who leaves one sails into the North Atlantic, but lies five Sea Areas away (5.1.2.2)."""
_ALIKE = 0.75
"""How much a name is like that of a Sea Area to be taken for a slip of the hand."""
_AGAIN = re.compile(r"-\d+\Z")


def areas() -> Mapping[str, Mapping[str, Any]]:
    """The named Sea Areas by id."""
    printed: Mapping[str, Mapping[str, Any]] = table("thewar", "sea-areas")["row"]
    return printed


def area(where: str) -> str:
    """The Sea Area of a mission: a second one there is called by its name with a number, as ``levant-2``."""
    return _AGAIN.sub("", where)


def name(where: str) -> str:
    """The name of a Sea Area for players."""
    key = area(where)
    row = areas().get(key)
    return str(row["name"]) if row is not None else key.replace("-", " ")


def misspelt(where: str) -> str:
    """The named Sea Area that a name is nearly, '' where it is one or is like none: then it is a player's own."""
    key = area(where)
    if key in areas():
        return ""
    longer = (one for one in areas() if key.startswith(f"{one}-"))
    return next(longer, next(iter(nearest(key, areas(), like=_ALIKE)), ""))


def facts(where: str) -> tuple[str, ...]:
    """What the rules know of a Sea Area."""
    row = areas().get(area(where), {})
    known = {
        STRAIT: bool(row.get("strait")),
        MEDITERRANEAN: row.get("waters") == MEDITERRANEAN,
        BRITISH_ISLES: bool(row.get("british_isles")),
    }
    return tuple(fact for fact, holds in known.items() if holds)


def with_facts(where: str, said: Iterable[str]) -> tuple[str, ...]:
    """What is said of a mission there, with what the rules know of the Sea Area."""
    return tuple(dict.fromkeys((*said, *facts(where))))


def closes(where: str) -> tuple[str, ...]:
    """The strait of 7.3 that a Sea Area is, as moves name it; () for none."""
    strait = str(areas().get(area(where), {}).get("closes", ""))
    return (strait,) if strait else ()
