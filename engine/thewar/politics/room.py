"""What this room brings to The War: points and chits, the struggle for minor countries, declarations of war."""

from __future__ import annotations

from engine.kernel.rooms import Room
from engine.kernel.sheets.habits import Habits
from engine.thewar.world.state import TheWar

ROOM = Room[TheWar](
    orders=("declarations:Declare",),
    habits=Habits(tries={"declare": 25}),
)
