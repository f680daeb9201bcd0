"""The calculators of movement: a power's SMPs and what one more costs (8.4), movement points in the Second Impulse and
from Reserve (9.9.6, 10.2.4)."""

from __future__ import annotations

from engine.kernel.calculators import Calculator, Input, Result, Values, lines, without_dice
from engine.kernel.refusals import Breakdown, Line, Refusal, Refused
from engine.thewar.building import smp_capacity
from engine.thewar.economy import capacity
from engine.thewar.rolls.submarines import NARFS_PER_SMP
from engine.thewar.strategic import strategic_losses
from engine.thewar.world import counters, prices, ratings, traits, wars
from engine.thewar.world.state import Unit

MINOR = "minor"
CONVOY = {"none": 0, "ambush": 1, "massacre": 2}
"""SMPs that a convoy's fate costs Britain or the U.S. (8.4)."""
CRITICAL = 2
"""SMPs that a critical hit costs (5.2.1)."""


def _smp(values: Values) -> Result:
    power, row = values["power"], capacity.row(values["power"])
    parts = capacity.parts(power)
    points = Breakdown((Line("at start", int(row["smp"]), "8.4"),))
    if power == MINOR and values["bought"]:
        raise Refused([Refusal("8.4.1", "only Major Powers raise their capacity", "bought=0.")])
    if power not in capacity.PARTNERS and values["convoy"] != "none":
        raise Refused([Refusal("8.4", "convoys are those of Britain or the U.S.", "convoy=none.")])
    if power != "ussr" and values["moscow_lost"]:
        raise Refused([Refusal("8.5.3", "Moscow tells for the Soviets only", "moscow_lost=no.")])
    narfs = values["narfs_lost"]
    sunk = strategic_losses.allied_smps(narfs) if power in capacity.PARTNERS else narfs // NARFS_PER_SMP
    changes = (
        (f"{values['bought']} bought", values["bought"], "8.4.1"),
        ("oil", values["oil"], "24.1"),
        ("Moscow lost", -capacity.MOSCOW_LOST * values["moscow_lost"], "8.5.3, ruling 100"),
        (f"{narfs} NARFs lost", -sunk, "8.4, ruling 12"),
        (f"convoy {values['convoy']}", -CONVOY[values["convoy"]], "8.4"),
        (f"{values['critical']} critical hits", -CRITICAL * values["critical"], "5.2.1"),
    )
    for label, change, rule in changes:
        if change:
            both = ", in each half" if parts > 1 else ""
            points = points.plus(label + both, change * parts, rule)
    points = capacity.floored(points, power, int(row["minimum"]))
    result: Result = {"smp": points.total}
    if parts > 1:
        result |= {"europe": points.total // 2, "board": points.total // 2}
    if power != MINOR:
        result["price"] = smp_capacity.price(power, at_war=values["at_war"]).total
    return {**result, "breakdown": lines(points)}


def _exploitation(values: Values) -> Result:
    kind, strength = prices.read(values["unit"])
    unit = Unit(power="", kind=kind, strength=strength)
    try:
        counters.factors(unit)
    except counters.BadStrength as fault:
        raise Refused([Refusal("2.4", str(fault))]) from None
    if counters.category(kind) != "ground":
        raise Refused([Refusal("10.2.4", f"{kind.upper()} is no ground unit", "ARM, MECH and CAV; MOT from Reserve.")])
    rating = ratings.WORST if values["depleted"] else values["rating"]
    if values["reserve"]:
        points = traits.reserve_move(unit, rating)
        why_not = None if points.lines else Refusal("9.9.1", f"{kind.upper()} are no Reserves", "ARM, MECH, MOT, CAV.")
    else:
        points = traits.second_move(unit, rating, axis_in_ussr=values["axis_in_ussr"])
        why_not = traits.may_exploit(unit)
    if why_not is not None:
        raise Refused([why_not])
    return {"mp": points.total, "breakdown": lines(points)}


CALCULATORS: tuple[Calculator, ...] = (
    without_dice(
        "smp",
        "Strategic Movement Points a turn, with their causes, and what one more costs",
        "8.4",
        (
            Input("power", "name", choices=(*wars.POWERS, MINOR), about="a Major Power, or any minor country"),
            Input("bought", "number", 0, least=0, most=99, about="levels bought since 1941"),
            Input("narfs_lost", "number", 0, least=0, most=9999, about="to U-boats, raiders and bombers this turn"),
            Input("convoy", "name", "none", choices=tuple(CONVOY), about="what befell a convoy"),
            Input("critical", "number", 0, least=0, most=9, about="critical hits of bombers"),
            Input("moscow_lost", "flag", False, about="the Axis holds Moscow"),
            Input("oil", "number", 0, least=-99, most=99, about="what oil places add or take"),
            Input("at_war", "flag", True, about="the U.S. has entered the war: the price"),
        ),
        _smp,
    ),
    without_dice(
        "exploitation",
        "movement points in the Second Impulse, or from Reserve",
        "9.9.6, 10.2.4",
        (
            Input("unit", "text", about="kind and strength, such as ARM 8-8"),
            Input("rating", "number", least=ratings.BEST, most=ratings.WORST, about="its army's rating, 1 best to 4"),
            Input("depleted", "flag", False, about="it is Depleted: one point"),
            Input("axis_in_ussr", "flag", False, about="an Axis unit inside the 1939 Soviet Union"),
            Input("reserve", "flag", False, about="it moves from Reserve in the enemy's turn"),
        ),
        _exploitation,
    ),
)
