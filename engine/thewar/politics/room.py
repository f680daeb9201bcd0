"""What this room brings to The War: points and chits, the struggle for minor countries, declarations of war."""

from __future__ import annotations

from engine.kernel.rooms import Room, names_in
from engine.kernel.sheets.habits import Habits
from engine.thewar.world.state import TheWar

_late = names_in(__package__)

ROOM = Room[TheWar](
    orders=("declarations:Declare",),
    duties=(("operations.supply", _late("leaving:duties")),),
    habits=Habits(tries={"declare": 25}),
)
