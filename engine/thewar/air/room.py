"""What this room brings to The War: counter-air missions and their battles."""

from __future__ import annotations

from engine.kernel.rooms import Room, names_in
from engine.kernel.wiring import Wiring
from engine.thewar.world.state import TheWar

_Wiring = Wiring[TheWar]
_late = names_in(__package__)

ROOM = Room[TheWar](
    orders=(
        "air_orders:CounterAir",
        "air_orders:Intercept",
        "air_orders:AirEffort",
        "air_orders:Rise",
        "air_orders:FlyOn",
        "air_orders:Takes",
    ),
    procedures={
        "air-fight": "air_fight:AirFight",
    },
    wiring={
        "operations.counter-air": _Wiring(may_pass=True, at_table=True),
    },
)
