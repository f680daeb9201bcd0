"""What this room brings to A World at War: the tables on which single rolls are read."""

from __future__ import annotations

from engine.kernel.rooms import Room
from engine.worldatwar.world.state import WorldAtWar

ROOM = Room[WorldAtWar](
    tables=("sw-combat", "air-combat", "interception", "resistance"),
)
