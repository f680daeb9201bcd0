"""What counters print and what it is worth: factors, ratings, Fleet equivalents, Task Forces (1.2, 2.4, 2.6)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.kernel.refusals import Line, Refusal
from engine.kernel.tables import table
from engine.kernel.values import frozen
from engine.thewar.world import ratings
from engine.thewar.world.state import Pool, TheWar, Unit

_TWO = re.compile(r"(\d{1,2})-(\d{1,2})\Z")
_THREE = re.compile(r"(\d{1,2})-(\d{1,2})-(\d{1,2})\Z")
_ONE = re.compile(r"(\d{1,2})?\Z")
BREAKDOWN = "breakdown"
"""The end of the tag of every Breakdown unit (9.6.3)."""
LONG_RANGE = "long-range"
LONG_RANGE_HEXES = 9
"""The range of long-range FTR, in hexes (2.6)."""
JET = "jet"


def origin(unit: Unit | Pool) -> str:
    """The tag of a unit, of a Breakdown unit that of the unit it was (9.6.3)."""
    return unit.tag.removesuffix(BREAKDOWN).removesuffix("-")


def is_breakdown(unit: Unit | Pool) -> bool:
    """Whether a unit is a Breakdown unit (9.6.3)."""
    return unit.tag.endswith(BREAKDOWN)


class Pieces(NamedTuple):
    """What the name of a group says, of units that are alike: ``inf-6-5``, ``mot-3-7-anzac``. ``strength``: as printed
    (figures alone: two of a ground unit, three of a Fleet), '' for units without; ``tag``: their origin or mark, ''
    for most."""

    kind: str
    strength: str
    tag: str


@lru_cache(maxsize=4096)
def group(kind: str, strength: str, tag: str) -> str:
    """The group of a kind of unit. Kept, as it is asked of every unit for every order on offer."""
    return "-".join(part for part in (kind, strength, tag) if part)


@lru_cache(maxsize=4096)
def pieces(group: str) -> Pieces:
    """What the name of a group says; any text is read, whether there are such units or not."""
    kind, *rest = group.split("-")
    figures = next((nth for nth, part in enumerate(rest) if not part.isdigit()), len(rest))
    return Pieces(kind, "-".join(rest[:figures]), "-".join(rest[figures:]))


def kind_of(group: str) -> str:
    """The kind of a group's units, such as ``inf``."""
    return pieces(group).kind


class BadStrength(ValueError):
    """A strength that a counter of its kind cannot print."""


@frozen
class Factors:
    """What a counter prints (2.4). ``combat``: combat factor; ``move``: movement allowance of a ground unit in movement
    points, offensive range in hexes in the air, in Sea Areas at sea; ``interception``: the second range. 0: the
    rulebook names no figure for it."""

    combat: int
    move: int = 0
    interception: int = 0


@lru_cache(maxsize=256)
def category(kind: str) -> str:
    """'ground', 'air', 'naval' or 'strategic' (1.2). Raises KeyError for a kind that there is not."""
    return str(table("thewar", "traits")["row"][kind]["category"])


@lru_cache(maxsize=1024)
def parsed(kind: str, strength: str) -> Factors:
    """The factors of a printed strength: 8-8, 1-5-4, 1-12-5, or one figure for strategic warfare, 1 where it is blank.

    Raises BadStrength, or KeyError for a kind that there is not.
    """
    arm = category(kind)
    if arm == "ground":
        if match := _TWO.match(strength):
            return Factors(int(match.group(1)), int(match.group(2)))
        raise BadStrength(f"'{strength}' is no strength of a ground unit; write factors and movement, such as 8-8")
    if arm == "strategic":
        if match := _ONE.match(strength):
            return Factors(int(match.group(1) or 1))
        raise BadStrength(f"'{strength}' is no strength of a strategic warfare unit; write one figure or none")
    if match := _THREE.match(strength):
        return Factors(int(match.group(1)), int(match.group(2)), int(match.group(3)))
    if not strength:
        return Factors(0, *ranges(kind))
    article = "an" if arm == "air" else "a"
    raise BadStrength(
        f"'{strength}' is no strength of {article} {arm} unit; write factor and two ranges, such as 1-5-4"
    )


def ranges(kind: str, tag: str = "") -> tuple[int, int]:
    """The offensive and the defensive range of a type of unit, 0 where the rules name none (11.2.1.1). Raises KeyError
    for a kind that there is not."""
    row = table("thewar", "traits")["row"][kind]
    offensive, defensive = row.get("ranges_by_tag", {}).get(tag) or row.get("ranges", (0, 0))
    return int(offensive), int(defensive)


def other_range(kind: str, strength: str, tag: str = "") -> str:
    """What is wrong with a strength of an air unit that prints other ranges than its type has, '' where nothing is
    (11.2.1.1). Raises BadStrength, or KeyError for a kind that there is not."""
    known, printed = ranges(kind, tag), parsed(kind, strength)
    own = (printed.move, printed.interception)
    if category(kind) != "air" or not strength or not any(known) or own == known:
        return ""
    return f"{label(kind)} fly {known[0]} and {known[1]} hexes, not {own[0]} and {own[1]} (11.2.1.1)"


_NAMES = {
    "fleet": "Fleet",
    "flak": "Flak",
    "jet": "Jet",
    "partisan": "Partisan",
    "tf": "Task Force",
    "uboat": "U-boat",
}


def label(kind: str, strength: str = "", tag: str = "") -> str:
    """The name of a unit for players: ``ARM 8-8``, ``Fleet 1-12-5``; a jet by what it is, ``Jet TAC``."""
    own = tag.upper() if kind == "jet" else strength
    return f"{_NAMES.get(kind, kind.upper())} {own}".strip()


def factors(unit: Unit | Pool) -> Factors:
    """The factors of a unit (2.4). Raises BadStrength, or KeyError for a kind that there is not."""
    if not unit.strength and unit.tag == LONG_RANGE:
        return Factors(0, LONG_RANGE_HEXES)
    if not unit.strength and unit.kind == JET:
        return Factors(0, *ranges(JET, unit.tag))
    return parsed(unit.kind, unit.strength)


SPAIN, SPANISH = "spain", "spanish"
"""Whose a unit is that a power has on loan, as a Satellite's, and the origin that tells it (28.1.1 #1, 28.1.2 #8)."""
_FORCES = {"ground": "army", "naval": "navy", "air": "air"}


def rating(campaign: TheWar, unit: Unit, *, air_combat: bool = False) -> Line:
    """A unit's rating now, 1 best to 4, and why (1.2, 10.8, 7.11, 11.11). ``air_combat``: in air-to-air combat, where
    every NAC is Fourth-Rate (2.6). 0 for strategic warfare units, which have none.

    Raises LookupError for a unit of nobody.
    """
    arm = category(unit.kind)
    if arm == "strategic":
        return Line("strategic warfare units have no rating", 0, "1.2")
    if unit.kind == "partisan" or unit.tag == "former-partisan":
        return Line("Partisans", 4, "10.8.4")
    if unit.kind == "nac" and air_combat:
        return Line("NAC in air-to-air combat", 4, "2.6")
    if unit.depleted:
        german = arm == "ground" and unit.power == "germany"
        return Line("Depleted German unit" if german else "Depleted", ratings.depleted(unit.power, arm), "1.2, 10.8.4")
    if unit.tag == "volkssturm":
        return Line("Volkssturm", 3, "10.8.4")
    if unit.tag == "blackshirt":
        return Line("Blackshirts", 1, "28.1.1")
    if unit.tag == SPANISH and SPAIN in campaign.countries:
        return Line("Spain's army", campaign.countries[SPAIN].army, "28.1.1, 28.1.2")
    owner = campaign.powers.get(unit.power) or campaign.countries.get(unit.power)
    if owner is None:
        raise LookupError(f"there is no power or country '{unit.power}'")
    force = _FORCES[arm]
    section = {"army": "10.8", "navy": "7.11", "air": "11.11"}[force]
    return Line(f"{owner.name}'s {'air force' if force == 'air' else force}", int(getattr(owner, force)), section)


def task_force(units: Sequence[Unit]) -> Iterable[Refusal]:
    """Every reason why naval units may not go under one Task Force marker (2.6, 7.12): two or three Fleets or CV with
    their NAC, British or Anglo-American, a British Fleet among these. A NAC goes with its CV and is not given."""
    if any(unit.kind not in ("fleet", "cv") for unit in units):
        yield Refusal("2.6", "only Fleets and CV with their NAC form a Task Force", "Leave the others out.")
    if not 2 <= len(units) <= 3:
        yield Refusal("2.6", f"{len(units)} naval units", "A Task Force has two or three.")
    if any(unit.power not in ("britain", "us") for unit in units):
        yield Refusal("2.6", "a Task Force is British or Anglo-American", "Leave the others out.")
    if not any(unit.power == "britain" and unit.kind == "fleet" for unit in units):
        yield Refusal("2.6", "no British Fleet is among them", "At least one Fleet is British.")
