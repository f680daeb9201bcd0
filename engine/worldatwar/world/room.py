"""What this room brings to A World at War: what air units did in a player turn, and units that turn face up."""

from __future__ import annotations

from engine.kernel.rooms import Room, names_in
from engine.worldatwar.world.state import WorldAtWar

_late = names_in(__package__)

ROOM = Room[WorldAtWar](
    duties=(("combat.defence", _late("flights:duties")),),
    end_of_turn=(_late("flights:forget"), _late("groups:turn_up")),
    faults=(_late("checks:faults"),),
    opening_faults=(_late("opening:faults"),),
    facts=True,
    tables=("bases", "editions", "air-ranges", "rulebook"),
)
