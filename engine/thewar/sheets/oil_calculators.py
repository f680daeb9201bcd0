"""The calculator of oil: factors, SMPs and units that may not move (24.1 to 24.3)."""

from __future__ import annotations

from typing import Any

import attrs

from engine.kernel.calculators import Calculator, Input, Result, Values, lines
from engine.kernel.forecast import Core
from engine.kernel.refusals import Refusal, Refused
from engine.kernel.tables import table
from engine.kernel.values import frozen
from engine.thewar.economy import oil
from engine.thewar.world import wars

AT_START = {
    "ploesti": oil.NEUTRAL,
    "baku": "ussr",
    "maikop": "ussr",
    "grozny": "ussr",
    "mosul": "britain",
    "abadan": "britain",
}
"""Who holds the oil places in Fall 1939."""
HOLDERS = (*wars.POWERS, oil.NEUTRAL, oil.MINOR_ENEMY)


@frozen
class Holdings:
    """What a power's oil depends on, and the die for its shortage once it is rolled (0 before)."""

    power: str
    oil: oil.Oil = attrs.field(eq=False)
    smps: int
    face: int = 0

    @property
    def short(self) -> int:
        """The factors missing, 0 where no die is rolled."""
        return oil.missing(self.power, self.oil)


class ShortageCore:
    """The die of a shortage, where there is one."""

    def finished(self, value: Holdings) -> bool:
        return bool(value.face) or not value.short

    def dice(self, value: Holdings) -> tuple[int, ...]:
        return (10,)

    def stage(self, value: Holdings, faces: tuple[int, ...]) -> Holdings:
        return attrs.evolve(value, face=faces[0])


def _begin(values: Values) -> tuple[Core[Any], Any]:
    power, plants, hits = values["power"], values["plants"], values["hits"]
    if power != "germany" and hits:
        raise Refused([Refusal("24.1", "oil hits on plants are Germany's", "hits=0")])
    if hits > plants:
        raise Refused([Refusal("24.1", f"{hits} hits on {plants} plants", f"At most {plants}.")])
    held = {place: values[place] for place in AT_START}
    printed = table("thewar", "strategic-movement")["row"][power]["smp"]
    smps = int(printed) if values["smp"] is None else values["smp"]
    return ShortageCore(), Holdings(power, oil.Oil(held, plants, hits), smps)


def _outcome(value: Holdings) -> Result:
    factors = oil.factors(value.power, value.oil)
    change = sum(line.value for line in oil.smp_changes(value.power, value.oil))
    return {
        "factors": factors.total,
        "smp": max(0, value.smps + change),
        "smp_change": change,
        "short": value.short,
        "immobile": oil.immobile(value.power, value.short, value.face).total if value.face else 0,
        "breakdown": lines(factors),
    }


CALCULATORS: tuple[Calculator, ...] = (
    Calculator(
        "oil",
        "oil factors, SMPs, and units that may not move for want of oil",
        "24.0",
        (
            Input("power", "name", choices=oil.POWERS, about="whose oil"),
            *(
                Input(place, "name", holder, HOLDERS, about=f"who holds {place.capitalize()}")
                for place, holder in AT_START.items()
            ),
            Input("plants", "number", 5, least=0, most=5, about="synthetic plants that Germany holds"),
            Input("hits", "number", 0, least=0, most=5, about="oil hits of last turn"),
            Input("smp", "number", None, least=0, most=99, about="SMP capacity; none: that of 1939"),
        ),
        _begin,
        _outcome,
    ),
)
