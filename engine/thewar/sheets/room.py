"""What this room brings to The War: what nobody is led past in a step."""

from __future__ import annotations

from engine.kernel.rooms import Room, names_in
from engine.kernel.wiring import Wiring
from engine.thewar.world.state import TheWar

_Wiring = Wiring[TheWar]
_late = names_in(__package__)

ROOM = Room[TheWar](
    wiring={
        "planning.diplomacy": _Wiring(stops_in=_late("led_past:diplomacy")),
        "planning.propaganda": _Wiring(stops_in=_late("led_past:propaganda")),
        "operations.attacks": _Wiring(stops_in=_late("led_past:surprise")),
        "operations.reserves": _Wiring(stops_in=_late("led_past:answers")),
        "operations.interception": _Wiring(stops_in=_late("led_past:answers")),
        "build.units": _Wiring(stops_in=_late("led_past:build")),
        "stratmove.grants": _Wiring(stops_in=_late("led_past:lend_lease")),
        "end.minors": _Wiring(stops_in=_late("led_past:liberated")),
        "end.victory": _Wiring(stops_in=_late("led_past:too_many")),
    },
)
