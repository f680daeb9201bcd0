"""What this room brings to The War: the order that ends a turn."""

from __future__ import annotations

from engine.kernel.rooms import Room, names_in
from engine.kernel.wiring import Wiring
from engine.thewar.world.state import TheWar

ROOM = Room[TheWar](
    orders=("end_turn:EndTurn",),
    wiring={"end.advance": Wiring(each=names_in(__package__)("end_turn:EndTurn"))},
)
