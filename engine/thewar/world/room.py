"""What this room brings to The War: who is at war with whom."""

from __future__ import annotations

from engine.kernel.rooms import Room, here
from engine.kernel.wiring import Wiring
from engine.thewar.world.state import TheWar

ROOM = Room[TheWar](
    wiring={"declarations.declare": Wiring(told=here(__package__)("wars:told"))},
)
