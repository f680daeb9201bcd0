"""Units in a battle, as the battles' cores know them: what they are, their rating, what befell them (1.2, 2.4).

Pure: a combatant knows no campaign. Those of a campaign carry their unit's id as their name; those typed at the table
are numbered.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import attrs
from attrs import frozen

from engine.kernel.tables import table
from engine.thewar.world import counters, ratings
from engine.thewar.world.state import TheWar, Unit

MOST = 60
"""Units that one side of a battle may have."""
OUT = ("eliminated", "sunk")
_ITEM = re.compile(
    r"\s*(?:(\d{1,2})\s*x?\s+)?([A-Za-z]+)(?:\s+(\d{1,2}(?:-\d{1,2}){1,2}))?(\s+dep)?\s*\Z", re.IGNORECASE
)
_USUAL = {"ftr": "3-3-2", "tac": "1-5-4", "mdm": "1-7-6", "fleet": "1-12-5", "nac": "1-3-2"}
"""What a kind named without its strength is (docs/house-1939.md)."""


@frozen
class Combatant:
    """A unit in a battle. ``rating``: 1 best to 4, as it fights whole (see ``now``); ``fate``: '' while it fights on,
    'eliminated' or 'sunk'; ``power``: whose it is, '' at the table."""

    name: str
    kind: str
    strength: str = ""
    power: str = ""
    tag: str = ""
    rating: int = 3
    depleted: bool = False
    fate: str = ""

    @property
    def fights(self) -> bool:
        """Whether it is still there."""
        return not self.fate

    @property
    def label(self) -> str:
        """What people call it: ``ARM 8-8``."""
        return counters.label(self.kind, self.strength)

    @property
    def unit(self) -> Unit:
        """It as a unit of a campaign, for rules that ask about kinds."""
        return Unit(power=self.power, kind=self.kind, strength=self.strength, depleted=self.depleted, tag=self.tag)

    @property
    def factors(self) -> int:
        """Its printed combat factor (2.4)."""
        return counters.parsed(self.kind, self.strength).combat

    @property
    def category(self) -> str:
        """'ground', 'air' or 'naval'."""
        return counters.category(self.kind)

    def now(self, *, air_combat: bool = False) -> int:
        """Its rating as it is now (1.2, 2.6, 10.8.4): NAC in the air and what is Depleted are Fourth-Rate, Depleted
        German ground units Third-Rate."""
        if self.kind == "nac" and air_combat:
            return ratings.WORST
        if self.depleted:
            return ratings.depleted(self.power, self.category)
        return self.rating

    def hit(self, effect: str) -> Combatant:
        """After a result has fallen on it: 'depleted', 'eliminated' or 'sunk'."""
        return attrs.evolve(self, depleted=True) if effect == "depleted" else attrs.evolve(self, fate=effect)


class BadForce(ValueError):
    """A text that names no units: it says where and what was expected."""


def of_unit(campaign: TheWar, key: str) -> Combatant:
    """A unit of a campaign. Raises KeyError for an id that there is not."""
    unit: Unit = campaign.units[key]
    whole = attrs.evolve(unit, depleted=False)
    return Combatant(
        name=key,
        kind=unit.kind,
        strength=unit.strength,
        power=unit.power,
        tag=unit.tag,
        rating=counters.rating(campaign, whole).value,
        depleted=unit.depleted,
    )


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


def fighting(force: Iterable[Combatant], category: str = "") -> tuple[Combatant, ...]:
    """Those that fight on, of a category."""
    return tuple(one for one in force if one.fights and category in ("", one.category))


def lost(force: Iterable[Combatant]) -> tuple[Combatant, ...]:
    """Those that are gone."""
    return tuple(one for one in force if not one.fights)
