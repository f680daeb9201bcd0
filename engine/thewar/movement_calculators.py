"""The calculators of strategic movement: a power's SMPs and what one more costs (8.4)."""

from __future__ import annotations

from engine.kernel.calculators import Calculator, Input, Result, Values, lines, without_dice
from engine.kernel.refusals import Breakdown, Line, Refusal, Refused
from engine.thewar import capacity, smp_capacity, strategic_losses, wars
from engine.thewar.submarines import NARFS_PER_SMP

MINOR = "minor"
CONVOY = {"none": 0, "ambush": 1, "massacre": 2}
"""SMPs that a convoy's fate costs Britain or the U.S. (8.4)."""
CRITICAL = 2
"""SMPs that a critical hit costs (5.2.1)."""


def _smp(values: Values) -> Result:
    power, row = values["power"], capacity.row(values["power"])
    parts = capacity.parts(power)
    found = Breakdown((Line("at start", int(row["smp"]), "8.4"),))
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
            found = found.plus(label + both, change * parts, rule)
    found = capacity.floored(found, power, int(row["minimum"]))
    result: Result = {"smp": found.total}
    if parts > 1:
        result |= {"europe": found.total // 2, "board": found.total // 2}
    if power != MINOR:
        result["price"] = smp_capacity.price(power, at_war=values["at_war"]).total
    return {**result, "breakdown": lines(found)}


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
)
