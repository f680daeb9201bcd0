"""What this room brings to The War: sources of supply, units in grace."""

from __future__ import annotations

from engine.kernel.rooms import Room, names_in
from engine.thewar.world.state import TheWar

_late = names_in(__package__)
_world = names_in("engine.thewar.world")

ROOM = Room[TheWar](
    orders=("links:SupplyLink", "sea_paths:AskPath", "sea_paths:NamePath"),
    end_of_turn=(_world("capitals:end_turn"), _late("graces:end_turn")),
    duties=(
        ("supply.check", _late("graces:duties")),
        ("operations.supply", _late("paths_due:duties")),
        ("operations.naval", _late("paths_due:duties")),
        ("operations.naval", _late("paths_due:runs")),
    ),
)
