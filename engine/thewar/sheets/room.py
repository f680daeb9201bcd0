"""What this room brings to The War: what nobody is led past in a step."""

from __future__ import annotations

from engine.kernel.rooms import Room, names_in
from engine.kernel.wiring import Wiring, bars_nobody
from engine.thewar.world.state import TheWar

_Wiring = Wiring[TheWar]
_late = names_in(__package__)

ROOM = Room[TheWar](
    wiring={
        "planning.diplomacy": _Wiring(stops_in=_late("led_past:diplomacy"), bars_in=bars_nobody),
        "planning.propaganda": _Wiring(stops_in=_late("led_past:propaganda"), bars_in=bars_nobody),
        "operations.attacks": _Wiring(stops_in=_late("led_past:surprise"), bars_in=bars_nobody),
        "operations.reserves": _Wiring(stops_in=_late("led_past:answers"), bars_in=bars_nobody),
        "operations.interception": _Wiring(stops_in=_late("led_past:answers"), bars_in=bars_nobody),
        "build.units": _Wiring(stops_in=_late("led_past:build"), bars_in=bars_nobody),
        "stratmove.grants": _Wiring(stops_in=_late("led_past:lend_lease"), bars_in=bars_nobody),
        "end.minors": _Wiring(stops_in=_late("led_past:liberated"), bars_in=bars_nobody),
        "end.victory": _Wiring(stops_in=_late("led_past:too_many"), bars_in=_late("led_past:stacked")),
    },
)
