"""What kinds of units can do: impulses, zones of control, Reserves, stacking, depletion, terrain (2.6, 9.6, 9.7, 9.9,
10.2.6, 13.1).

Every query takes a unit, or a pool of like units, as it is recorded. Whether a unit that rules forbid is on the board
is no fault here: a ruling may have put it there.
"""

from __future__ import annotations

from typing import Any

from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.tables import table
from engine.thewar.world import counters, prices, ratings
from engine.thewar.world.state import Addition, Pool, TheWar, Unit

SECOND_IMPULSE = ("arm", "mech", "cav")
SIBERIAN = "siberian"
_MOTFLAK_MOVE = 7
_FREE_OF_STACKING = ("90th-light", "hermann-goering")


def key(unit: Unit | Pool) -> str:
    """The row of the table that speaks of a unit: its kind, but 'motflak' for Flak on wheels (1-7)."""
    if unit.kind == "flak" and unit.strength and counters.factors(unit).move == _MOTFLAK_MOVE:
        return "motflak"
    return unit.kind


def trait(unit: Unit | Pool) -> dict[str, Any]:
    """The row of a unit's kind. Raises KeyError for a kind that there is not."""
    row: dict[str, Any] = table("thewar", "traits")["row"][key(unit)]
    return row


def owners(campaign: TheWar, unit: Unit | Pool | Addition) -> tuple[str, ...]:
    """Who may have units of a kind, () for anyone: an optional rule gives it to more powers (2.6, 29.14)."""
    row = table("thewar", "traits")["row"][unit.kind]
    by_option = row.get("by_option", {})
    return (*row["owners"], *(who for option in by_option if campaign.options.get(option) for who in by_option[option]))


def kinds() -> tuple[str, ...]:
    """Every kind that a unit may have (2.6)."""
    return tuple(name for name in table("thewar", "traits")["row"] if name != "motflak")


def category(unit: Unit | Pool) -> str:
    """'ground', 'air', 'naval' or 'strategic' (1.2)."""
    return counters.category(unit.kind)


def zoc(unit: Unit, *, desert: bool = False) -> bool:
    """Whether a unit exerts a zone of control (1.2, 2.6, 9.7). Rivers, mountains and fortresses are the board's."""
    row = trait(unit)
    if unit.depleted or (desert and not row.get("desert_zoc")):
        return False
    return row["zoc"] == "yes" or (row["zoc"] == "from 4" and counters.factors(unit).combat >= 4)


def depletes(unit: Unit | Pool) -> bool:
    """Whether an adverse result depletes a whole unit; otherwise it is eliminated (2.6, 10.2.6)."""
    how = trait(unit)["depletes"]
    return how == "yes" or (how == "from 4" and counters.factors(unit).combat >= 4)


def after_depletion(unit: Unit) -> str:
    """What one Depletion makes of a unit: 'depleted', or 'eliminated' (1.2, 10.2.6)."""
    return "depleted" if depletes(unit) and not unit.depleted else "eliminated"


def stacks(unit: Unit | Pool) -> bool:
    """Whether a unit counts towards the stacking limits (9.6)."""
    return bool(trait(unit)["stacks"]) and unit.tag not in _FREE_OF_STACKING


def terrain(unit: Unit, *, reserve: bool = False) -> bool:
    """Whether terrain helps a ground unit in defence; ``reserve``: it came as a Reserve (1.2, 2.6)."""
    return bool(trait(unit).get("terrain")) and not unit.depleted and not reserve


def may_attack(unit: Unit) -> Refusal | None:
    """Why a unit may not be among the attackers, None where it may (2.6, 13.1)."""
    row = trait(unit)
    if row["attacks"]:
        return None
    if unit.kind == "flak":
        return Refusal("11.12.2", f"{row['name']} takes no part in ground combat", "It fires at aircraft.")
    return Refusal("13.1" if unit.kind == "sta" else str(row["rule"]), f"{row['name']} may not attack", "It defends.")


def may_reserve(campaign: TheWar, unit: Unit) -> Refusal | None:
    """Why a unit may not be placed in Reserve, None where it may (2.6, 9.9.1, 9.9.4, 9.9.6)."""
    if (refusal := no_reserve(unit)) is not None:
        return refusal
    if unit.power not in campaign.powers:
        return Refusal("9.9.6", "units of minor countries are no Reserves", "Only Major Powers create Reserves.")
    return None


def reserves(unit: Unit) -> bool:
    """Whether units of its kind are placed in Reserve at all (2.6, 9.9.1)."""
    return bool(trait(unit)["reserve"])


def no_reserve(unit: Unit) -> Refusal | None:
    """What a unit itself says against its being placed in Reserve, None for nothing."""
    row = trait(unit)
    # Printed of the Germans; Italians stand in for them (24.1).
    if unit.immobile and unit.power in ("germany", "italy"):
        return Refusal("9.9.4, 24.1", "it may not move for want of oil", "Another unit; next turn it may.")
    if not reserves(unit):
        return Refusal("9.9.1", f"{row['name']} is never placed in Reserve", "ARM, MECH, MOT, MOTFlak and CAV are.")
    return None


def may_exploit(unit: Unit) -> Refusal | None:
    """Why a ground unit may not move and fight in the Second Impulse, None where it may (2.6, 10.2.4)."""
    row = trait(unit)
    if row["impulses"] == 2:
        return None
    return Refusal("2.6", f"{row['name']} moves in the First Impulse only", "ARM, MECH and CAV move in both.")


def second_move(unit: Unit, rating: int, *, axis_in_ussr: bool = False) -> Breakdown:
    """What ARM, MECH and CAV move in the Second Impulse, and as Reserves, in movement points: the printed allowance
    less the rating, one where it is Fourth-Rate (9.9.4, 9.9.6, 10.8). Nothing for another kind. ``axis_in_ussr``: of an
    Axis unit that moves in the Second Impulse inside the 1939 borders of the Soviet Union, one less (10.2.4, ruling
    66)."""
    if unit.kind not in SECOND_IMPULSE:
        return Breakdown()
    points = _lessened(unit, rating)
    if axis_in_ussr and rating < ratings.WORST:
        points = points.plus("the Axis in the 1939 Soviet Union", -1, "10.2.4")
    return points


def reserve_move(unit: Unit, rating: int) -> Breakdown:
    """What a unit moves as a Reserve, in movement points (2.6, 9.9.6). Nothing for a kind that is none."""
    return _lessened(unit, rating) if trait(unit)["reserve"] else Breakdown()


def _lessened(unit: Unit, rating: int) -> Breakdown:
    printed = counters.factors(unit).move
    points = Breakdown((Line("printed movement allowance", printed, "2.4"),))
    if rating >= 4:
        return points.plus("a Fourth-Rate unit moves one", 1 - printed, "10.8.4")
    return points.plus(f"less for rating {rating}", -rating, "9.9.6")


def attack(unit: Unit, *, against: str = "", siberian_winter: bool = False) -> Breakdown:
    """The factors a unit attacks with (2.6): ART against a 'fortress' or 'fortification', Siberian ARM and INF where
    ``siberian_winter``: in Winter, on Axis units inside the 1939 borders of the Soviet Union."""
    printed = counters.factors(unit).combat
    strength = Breakdown((Line("printed", printed, "2.4"),))
    times = int(trait(unit).get("against", {}).get(against, 1))
    if times > 1:
        strength = strength.plus(f"x {times} against a {against}", printed * (times - 1), "2.6")
    if siberian_winter and counters.origin(unit) == SIBERIAN and unit.kind in ("arm", "inf"):
        strength = strength.plus("Siberian, in Winter: doubled", printed, "2.6")
    return strength


def support(unit: Unit) -> Line:
    """The columns that one air unit shifts in support of ground units (2.6, 11.3.1); a Depleted one at most one."""
    # A jet TAC supports as a TAC does, a jet FTR does not (11.13).
    columns = 1 if (unit.kind, unit.tag) == ("jet", "tac") else int(trait(unit).get("columns_of_support", 0))
    if unit.depleted and columns:
        return Line("a Depleted air unit", 1, "11.3.1")
    return Line(f"{trait(unit)['name']}", columns, "11.3.1")


def price(unit: Unit | Pool) -> Breakdown:
    """What a new unit costs at normal prices, in NARFs: its factors and its cadre (2.6, 15.1.2)."""
    return prices.build(unit.power, unit.kind, unit.strength, unit.tag)
