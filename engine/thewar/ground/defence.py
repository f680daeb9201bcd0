"""What ground units are worth in defence: terrain, fortifications, fortresses and sieges (10.6, 13.2.3).

Pure: no campaign is needed. Ruling 71: of all multipliers the highest one that applies, then the additions of forest
and cities.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.tables import table
from engine.kernel.values import frozen
from engine.thewar.world import counters

TERRAIN = (
    "clear",
    "desert",
    "forest",
    "city",
    "two-cities",
    "german-city-vs-soviets",
    "mountain",
    "swamp",
    "river",
    "beach-assault",
    "fortified",
    "fortress",
)
"""What a hex may be. 'river': every attacker attacks across a river, canal or strait; 'beach-assault': from the sea;
'german-city-vs-soviets' stands in place of 'city'."""
GERMAN_CITY = "german-city-vs-soviets"
SIEGES = 3
FACE, DOUBLED, TRIPLED, QUADRUPLED = 1, 2, 3, 4
_INFANTRY = ("inf", "sta")
_TRIPLED_IN_SWAMP = ("inf", "sta", "cav", "para")
_FACE_IN_SWAMP = ("arm", "mech", "mot", "art")
_GARRISONS = ("inf", "mot", "sta", "para")
_FLAK = ("flak", "motflak")
# Two features together that are worth more than either (10.6.2, 10.6.4, 10.6.10, ruling 71).
_TOGETHER = (
    ("mountain", "river", "10.6.10"),
    ("fortified", "river", "10.6.4"),
    ("fortified", "beach-assault", "10.6.2"),
)
_ALONE = (("mountain", "10.6.5"), ("river", "10.6.10"), ("fortified", "10.6.4"), ("beach-assault", "10.6.2"))
_ITEM = re.compile(r"\s*(?:(\d{1,3})\s+)?([A-Za-z]+)\s+(\d{1,2}-\d{1,2})\s*\Z")
MOST_UNITS = 100


@frozen
class Defender:
    """A ground unit in defence: its kind, its printed factors and movement, and whether it is Depleted or came as a
    Reserve; ``spent``: its country has lost six factors in a border war (23.21)."""

    kind: str
    printed: int
    label: str
    depleted: bool = False
    reserve: bool = False
    spent: bool = False


@frozen
class Worth:
    """What one defender counts: its printed factors so many ``times``, by which ``cause`` and rule, and what the hex
    adds (``more``)."""

    label: str
    printed: int
    times: int
    cause: str
    rule: str
    more: tuple[Line, ...] = ()

    @property
    def lines(self) -> tuple[Line, ...]:
        """The parts of the figure."""
        return (Line(self.label, self.printed * self.times, self.rule), *self.more)

    @property
    def total(self) -> int:
        """The factors that it counts."""
        return sum(line.value for line in self.lines)


class BadUnits(ValueError):
    """A text that names no ground units: it says where and what was expected."""


def parsed(text: str) -> tuple[Defender, ...]:
    """The units of a text such as 'INF 4-5, 2 STA 2-3'. Raises BadUnits."""
    units: list[Defender] = []
    for place, item in enumerate(text.split(","), 1):
        match = _ITEM.match(item)
        if match is None:
            raise BadUnits(f"item {place}, '{item.strip()[:40]}': a kind and its factors are wanted, such as INF 4-5")
        many, kind, strength = int(match.group(1) or 1), match.group(2).lower(), match.group(3)
        kind = "partisan" if kind == "part" else kind
        row = table("thewar", "traits")["row"].get(kind)
        if row is None or row["category"] != "ground":
            raise BadUnits(f"item {place}, '{match.group(2)}': no kind of ground unit, such as INF, ARM or STA")
        if many < 1 or len(units) + many > MOST_UNITS:
            raise BadUnits(f"item {place}: 1 to {MOST_UNITS} units can be given")
        printed = counters.parsed("flak" if kind == "motflak" else kind, strength).combat
        units.extend([Defender(kind, printed, f"{match.group(2).upper()} {strength}")] * many)
    return tuple(units)


def refusals(units: Iterable[Defender], terrain: tuple[str, ...], siege: int) -> Iterable[Refusal]:
    """Every reason why this defence cannot be."""
    if siege and "fortress" not in terrain:
        yield Refusal("13.2.3", "only a fortress is besieged", "siege 0, or a fortress among the terrain")
    if "city" in terrain and "german-city-vs-soviets" in terrain:
        yield Refusal("10.6.8", "'german-city-vs-soviets' stands in place of 'city'", "Name one of them.")
    if "fortress" in terrain and any(unit.kind == "partisan" for unit in units):
        yield Refusal("13.0", "Partisans cannot be in a fortress")


def factors(
    units: Iterable[Defender],
    terrain: tuple[str, ...],
    *,
    siege: int = 0,
    second_impulse: bool = False,
    dropped_on: bool = False,
) -> Breakdown:
    """What units are worth in defence in a hex, in factors, unit by unit with the causes.

    ``siege``: the Siege markers on a fortress; ``second_impulse``: ARM, MECH or CAV attack in the Second Impulse;
    ``dropped_on``: an airborne landing alone attacks.
    """
    return Breakdown(
        tuple(
            line
            for unit in units
            for line in worth(unit, terrain, siege=siege, second_impulse=second_impulse, dropped_on=dropped_on).lines
        )
    )


def worth(
    unit: Defender, terrain: tuple[str, ...], *, siege: int = 0, second_impulse: bool = False, dropped_on: bool = False
) -> Worth:
    """What one unit is worth in defence in a hex; the rest as in ``factors``."""
    if unit.kind in _FLAK:
        label = f"{unit.label}: Flak fights no ground units"
        return Worth(label, unit.printed, 0, "Flak fights no ground units", "11.12.2, ruling 169")
    if unit.depleted:
        return Worth(f"{unit.label} Depleted", unit.printed, 1, "no terrain helps what is Depleted", "10.6")
    if unit.reserve:
        return Worth(f"{unit.label} as a Reserve", unit.printed, 1, "no terrain helps a Reserve", "9.9.6")
    if unit.spent:
        cause = "six factors lost in the border war: no terrain helps any more"
        return Worth(f"{unit.label} at face value", unit.printed, 1, cause, "23.21, ruling 470")
    if unit.kind in ("cdo", "partisan"):
        rule = "10.6.1" if unit.kind == "cdo" else "10.8.4"
        return Worth(unit.label, unit.printed, 1, "no terrain helps it", rule)
    times, rule, cause = _multiplier(unit.kind, terrain, siege, second_impulse, dropped_on)
    return Worth(f"{unit.label} x {times}", unit.printed, times, cause, rule, tuple(_additions(unit, terrain)))


def _multiplier(
    kind: str, terrain: tuple[str, ...], siege: int, second_impulse: bool, dropped_on: bool
) -> tuple[int, str, str]:
    """The number by which a whole unit's factors are multiplied, the rule, and the cause in words."""
    if "fortress" in terrain:
        times = int(table("thewar", "traits")["row"][kind]["fortress"])
        if times <= FACE:
            return FACE, "10.6.6, ruling 172", "a fortress does not help its kind"
        if siege:
            less = f"in a fortress, less {siege} Siege marker{'s' if siege > 1 else ''}"
            return max(times - siege, FACE), "13.2.3, ruling 69", less
        return times, "10.6.6", "in a fortress"
    best = _ground(kind, terrain, second_impulse, dropped_on)
    for name, rule in _ALONE:
        if name in terrain and best[0] < TRIPLED:
            best = (TRIPLED, rule, _CAUSES[name])
    for first, second, rule in _TOGETHER:
        if first in terrain and second in terrain:
            best = (QUADRUPLED, rule, f"{_CAUSES[first]} and {_CAUSES[second]}")
    return best


_CAUSES = {
    "mountain": "in mountains",
    "river": "across a river",
    "fortified": "fortified",
    "beach-assault": "against a landing",
}
"""What triples defenders, in words."""


def _ground(kind: str, terrain: tuple[str, ...], second_impulse: bool, dropped_on: bool) -> tuple[int, str, str]:
    """What the hex itself makes of a unit: doubled but for the exceptions of desert, clear ground and swamp."""
    if "swamp" in terrain and kind in _TRIPLED_IN_SWAMP:
        return TRIPLED, "10.6.7", "in a swamp"
    if "swamp" in terrain and kind in _FACE_IN_SWAMP:
        return FACE, "10.6.7, ruling 70" if kind == "art" else "10.6.7", "a swamp does not help its kind"
    clear = "clear" in terrain or not terrain
    if kind in _INFANTRY and "desert" in terrain:
        return FACE, "10.6.1", "infantry in the desert"
    if kind in _INFANTRY and clear and second_impulse:
        return FACE, "10.6.1", "infantry in the open, Second Impulse"
    if kind == "sta" and clear and dropped_on:
        return FACE, "10.6.1, 11.14.4", "dropped on in the open"
    return DOUBLED, "10.6", "in the hex"


def _additions(unit: Defender, terrain: tuple[str, ...]) -> Iterable[Line]:
    """What forest and cities add to a whole INF, MOT, STA or PARA."""
    if unit.kind not in _GARRISONS:
        return
    if "forest" in terrain and "fortress" not in terrain:
        yield Line("forest", 1, "10.6.3")
    # Desert cities are those of North Africa and the Middle East, which add nothing (ruling 170).
    if "desert" in terrain:
        return
    two = 2 if "two-cities" in terrain else 1
    if "german-city-vs-soviets" in terrain:
        yield Line("a German city against the Soviet Union", 3 * two, "10.6.8")
    elif "city" in terrain or two == 2:
        yield Line("two cities" if two == 2 else "city", two, "10.6.8")
