"""The calculators of building and repair (15.1)."""

from __future__ import annotations

from engine.kernel.calculators import Calculator, Input, Result, Values, lines, without_dice
from engine.kernel.refusals import Refusal, Refused
from engine.thewar import prices, wars
from engine.thewar.counters import BadStrength

_POWER = Input("power", "name", choices=wars.POWERS, about="the Major Power")
_UNIT = Input("unit", "text", about="kind and strength, such as ARM 4-8, Fleet, SAC")


def _build(values: Values) -> Result:
    kind, strength = prices.read(values["unit"])
    try:
        found = prices.build(
            values["power"],
            kind,
            strength,
            out_of_supply=values["out_of_supply"],
            over_limit=values["over_limit"],
        )
    except BadStrength as fault:
        raise Refused([Refusal("2.4", str(fault))]) from None
    return {"narfs": found.total, "breakdown": lines(found)}


def _repair(values: Values) -> Result:
    kind, strength = prices.read(values["unit"])
    try:
        found = prices.repair(values["power"], kind, strength, moved=values["moved"], in_ussr=values["in_ussr"])
    except BadStrength as fault:
        raise Refused([Refusal("2.4", str(fault))]) from None
    return {"narfs": found.total, "breakdown": lines(found)}


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
)
