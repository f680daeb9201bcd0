"""The rooms of A World at War, the lowest first. What each brings stands in its module ``room``."""

from __future__ import annotations

from engine.kernel.rooms import House, gather
from engine.worldatwar.world.state import WorldAtWar

ROOMS = ("world", "rolls", "moving", "targets", "building", "oceans", "bombing", "ending")
HOUSE: House[WorldAtWar] = gather(__package__ or "", ROOMS)
