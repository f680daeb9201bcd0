"""The calculators of building and repair (15.1)."""

from __future__ import annotations

from engine.kernel.calculators import Calculator, Input, Result, Values, lines, without_dice
from engine.kernel.refusals import Refusal, Refused
from engine.thewar.building import unit_upgrades
from engine.thewar.world import prices, wars
from engine.thewar.world.counters import BadStrength

_POWER = Input("power", "name", choices=wars.POWERS, about="the Major Power")
_UNIT = Input("unit", "text", about="kind and strength, such as ARM 4-8, Fleet, SAC")


def _build(values: Values) -> Result:
    kind, strength = prices.read(values["unit"])
    try:
        cost = prices.build(
            values["power"],
            kind,
            strength,
            out_of_supply=values["out_of_supply"],
            over_limit=values["over_limit"],
        )
    except BadStrength as fault:
        raise Refused([Refusal("2.4", str(fault))]) from None
    return {"narfs": cost.total, "breakdown": lines(cost)}


def _repair(values: Values) -> Result:
    kind, strength = prices.read(values["unit"])
    try:
        cost = prices.repair(values["power"], kind, strength, moved=values["moved"], in_ussr=values["in_ussr"])
    except BadStrength as fault:
        raise Refused([Refusal("2.4", str(fault))]) from None
    return {"narfs": cost.total, "breakdown": lines(cost)}


def _upgrade(values: Values) -> Result:
    kind, strength = prices.read(values["unit"])
    rows = unit_upgrades.rows()
    group = f"{kind}-{strength}" if strength else kind
    row = rows.get(f"{values['power']}-{group}")
    if row is None:
        known = ", ".join(
            unit_upgrades.spoken(line["from"]) for line in rows.values() if line["power"] == values["power"]
        )
        reason = f"{unit_upgrades.spoken(group)} of this power is not upgraded"
        raise Refused([Refusal("15.1.6.2", reason, f"There are: {known or 'none'}.")])
    if values["depleted"] and not prices.repairable(kind):
        raise Refused([Refusal("15.1.3", f"{kind.upper()} are not repaired", "They are eliminated or whole.")])
    cost = unit_upgrades.price(row, depleted=values["depleted"], moved=values["moved"], in_ussr=values["in_ussr"])
    if values["over_limit"]:
        cost = cost.plus("beyond half of the base: twice", cost.total, "15.1.6.1")
    becomes = unit_upgrades.spoken(row["to"])
    return {"narfs": cost.total, "becomes": becomes, "payer": row["payer"], "breakdown": lines(cost)}


CALCULATORS: tuple[Calculator, ...] = (
    without_dice(
        "build",
        "what a unit costs to build",
        "15.1.2",
        (
            _POWER,
            _UNIT,
            Input("out_of_supply", "flag", False, about="it was lost out of supply"),
            Input("over_limit", "flag", False, about="beyond half of the base"),
        ),
        _build,
    ),
    without_dice(
        "repair",
        "what a depleted unit costs to repair; a space of the track for ships",
        "15.1.3",
        (
            _POWER,
            _UNIT,
            Input("moved", "flag", False, about="it moved; in the air it flew or is based next to enemies"),
            Input("in_ussr", "flag", False, about="an Axis ground unit in the 1939 Soviet Union"),
        ),
        _repair,
    ),
    without_dice(
        "upgrade",
        "what it costs to exchange a unit for a better one, what it becomes and who pays",
        "15.1.6.2",
        (
            _POWER,
            _UNIT,
            Input("depleted", "flag", False, about="a depleted unit, repaired at the same time"),
            Input("moved", "flag", False, about="the depleted unit moved"),
            Input("in_ussr", "flag", False, about="the depleted unit is an Axis one in the 1939 Soviet Union"),
            Input("over_limit", "flag", False, about="beyond half of the base"),
        ),
        _upgrade,
    ),
)
