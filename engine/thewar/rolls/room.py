"""What this room brings to The War: the tables on which single rolls are read."""

from __future__ import annotations

from engine.kernel.rooms import Room
from engine.thewar.world.state import TheWar

ROOM = Room[TheWar](
    tables=(
        "ground-crt",
        "ground-nationality",
        "air-crt",
        "air-nationality",
        "naval-crt",
        "naval-nationality",
        "naval-depletion",
        "interception",
        "flak-light",
        "flak-heavy",
        "bombing-crt",
        "uboat-crt",
        "uboat-attrition",
        "diplomatic-targets",
        "surrender-britain",
        "surrender-france",
        "surrender-italy",
        "surrender-germany",
        "surrender-ussr",
    ),
)
