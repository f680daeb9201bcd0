"""The rooms of The War, the lowest first. What each brings stands in its module ``room``; here they are only listed."""

from __future__ import annotations

from engine.kernel.rooms import House, gather
from engine.thewar.world.state import TheWar

ROOMS = (
    "map",
    "world",
    "rolls",
    "economy",
    "weather",
    "countries",
    "politics",
    "supply",
    "moving",
    "building",
    "combat",
    "air",
    "sea",
    "ground",
    "supply_checks",
    "strategic",
    "endings",
    "sheets",
    "turns",
)
HOUSE: House[TheWar] = gather(__package__ or "", ROOMS)
