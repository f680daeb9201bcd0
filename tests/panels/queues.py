"""Desks at the purchases of the Build Segment, for the tests of the build queue."""

from __future__ import annotations

from typing import Any

import attrs

from engine.thewar.world.state import Slip, Unit
from tests.thewar.builds import at
from tests.tui.standin import StandinDesk

BUILD = "axis.build.units"
POOLS = {
    "germany inf 6-5": 4,
    "germany arm 8-8": 3,
    "germany mech 4-8": 1,
    "germany para 2-5": 0,
    "germany ftr 3-3-2": 1,
    "germany tac 1-5-4": 1,
    "germany fleet 1-12-5": 1,
    "germany cv 1-3": 1,
    "italy inf 6-5": 2,
}
HURT = Unit(power="germany", kind="arm", strength="8-8", depleted=True)


def queue_desk(seats: dict[str, str] | None = None, **germany: Any) -> Any:
    """Germany and Italy in Spring 1941 with 121 NARFs and 40, a Fleet on its track at Kiel and a damaged ARM."""
    purse = {"narfs": 121, **germany}
    campaign = at(
        BUILD,
        pools=POOLS,
        oos={"germany inf 6-5": 1},
        units={"germany-arm-99": HURT},
        germany=purse,
        italy={"narfs": 40},
    )
    slips = {"kiel-1": Slip(yard="kiel", power="germany", kind="fleet", strength="1-12-5", space=5)}
    return StandinDesk(attrs.evolve(campaign, slips=slips, seats=seats or campaign.seats))


def german_desk(**germany: Any) -> Any:
    """The same where Germany has a seat of its own."""
    powers = ("germany", "italy", "ussr", "britain", "us", "france")
    return queue_desk({power: "berlin" if power == "germany" else "others" for power in powers}, **germany)
