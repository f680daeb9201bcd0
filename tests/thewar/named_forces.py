"""Units in a battle by their names on the counters, for tests of rolls and forecasts."""

from __future__ import annotations

import re

from engine.kernel.tables import table
from engine.thewar.combat.combatants import Combatant
from engine.thewar.world import counters

MOST = 60
"""Units that one side of a battle may have."""
_ITEM = re.compile(
    r"\s*(?:(\d{1,2})\s*x?\s+)?([A-Za-z]+)(?:\s+(\d{1,2}(?:-\d{1,2}){1,2}))?(\s+dep)?\s*\Z", re.IGNORECASE
)
_USUAL = {"ftr": "3-3-2", "tac": "1-5-4", "mdm": "1-7-6", "fleet": "1-12-5", "nac": "1-3-2"}
"""What a kind named without its strength is (docs/house-1939.md)."""


class BadForce(ValueError):
    """A text that names no units: it says where and what was expected."""


def parsed(text: str, rating: int, *, power: str = "", sign: str = "") -> tuple[Combatant, ...]:
    """The units of a text such as ``3 ARM 8-8, INF 6-5 dep, 2 TAC``, all of one rating. ``sign`` begins their names.
    Raises BadForce."""
    found: list[Combatant] = []
    for place, item in enumerate(filter(str.strip, text.split(",")), 1):
        match = _ITEM.match(item)
        shown = f"item {place}, '{item.strip()[:40]}'"
        if match is None:
            raise BadForce(f"{shown}: a kind and its factors are wanted, such as 2 ARM 8-8 or INF 6-5 dep")
        many, kind, strength = int(match.group(1) or 1), match.group(2).lower(), match.group(3) or ""
        row = table("thewar", "traits")["row"].get(kind)
        if row is None or row["category"] == "strategic":
            raise BadForce(f"{shown}: '{match.group(2)}' is no kind of unit on the board")
        strength = strength or _USUAL.get(kind, "")
        try:
            counters.parsed(kind, strength)
        except counters.BadStrength as fault:
            raise BadForce(f"{shown}: {fault}") from None
        if many < 1 or len(found) + many > MOST:
            raise BadForce(f"{shown}: 1 to {MOST} units can be given")
        for _ in range(many):
            name = f"{sign}{len(found) + 1}"
            found.append(Combatant(name, kind, strength, power, "", rating, bool(match.group(4))))
    return tuple(found)
