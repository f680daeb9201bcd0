"""What this room brings to A World at War: the orders by which the rules end player turns and turns."""

from __future__ import annotations

from engine.kernel.rooms import Room, names_in
from engine.kernel.wiring import Wiring
from engine.worldatwar.world.state import WorldAtWar

_Wiring = Wiring[WorldAtWar]
_late = names_in(__package__)

ROOM = Room[WorldAtWar](
    orders=("turn_ends:EndPlayerTurn", "turn_ends:EndTurn"),
    wiring={
        "redeployment.end": _Wiring(once=_late("turn_ends:EndPlayerTurn")),
        "end.turn": _Wiring(once=_late("turn_ends:EndTurn")),
    },
)
