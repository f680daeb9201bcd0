"""The 1939 campaign set down before a landing in Summer 1944: British and Americans against Germans."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from engine.thewar.world.state import TheWar, Unit
from tests.thewar.builds import at
from tests.thewar.values import wars_of

ATTACKS, COMBAT, SECOND, END = (
    f"allied.{step}" for step in ("operations.attacks", "operations.combat", "operations.second-combat", "end.markers")
)
WAR = wars_of({"britain+germany": "1939-3-fall", "germany+us": "1942-2-summer"})


def unit(power: str, kind: str, strength: str, **more: Any) -> Unit:
    """A unit on the board."""
    return Unit(power=power, kind=kind, strength=strength, **more)


UNITS: Mapping[str, Unit] = {
    **{f"britain-inf-{n}": unit("britain", "inf", "6-7") for n in range(701, 709)},
    **{f"britain-arm-{n}": unit("britain", "arm", "8-8") for n in range(701, 705)},
    "britain-mech-701": unit("britain", "mech", "4-8"),
    "britain-cdo-701": unit("britain", "cdo", "1-5"),
    "britain-para-701": unit("britain", "para", "2-5"),
    **{f"britain-fleet-{n}": unit("britain", "fleet", "1-12-5") for n in range(701, 704)},
    "us-inf-701": unit("us", "inf", "6-7", place="us-box"),
    "us-inf-702": unit("us", "inf", "6-7"),
    "germany-inf-701": unit("germany", "inf", "6-5"),
    "germany-inf-702": unit("germany", "inf", "2-5"),
    "germany-arm-701": unit("germany", "arm", "8-8"),
}


def shore(step: str = ATTACKS, turn: str = "1944-2-summer", **powers: Any) -> TheWar:
    """Allied units before a landing, and no others."""
    campaign = at(step, turn, entered="1942-2-summer", **powers)
    return attrs.evolve(campaign, units=UNITS, wars=WAR)


def ids(power: str, kind: str, *numbers: int) -> str:
    """``britain-inf-701,britain-inf-702``."""
    return ",".join(f"{power}-{kind}-{700 + number}" for number in numbers)


INFANTRY = ids("britain", "inf", 1, 2, 3, 4)
LAND = f"britain land x units={INFANTRY} against=germany-inf-702"
