"""What this room brings to A World at War: control of places, rocket bases, ships in yards, repairs."""

from __future__ import annotations

from engine.kernel.rooms import Room, names_in
from engine.kernel.sheets.habits import Habits
from engine.kernel.wiring import Wiring
from engine.worldatwar.world.state import WorldAtWar

_Wiring = Wiring[WorldAtWar]
_late = names_in(__package__)

ROOM = Room[WorldAtWar](
    orders=(
        "holding:Hold",
        "rocket_bases:PlaceBase",
        "shipyards:BerthOrder",
        "shipyards:HitShip",
        "rocket_bases:RebuildBase",
        "facilities:RepairOil",
        "facilities:ClearFirestorm",
    ),
    wiring={
        "movement.rocket-bases": _Wiring(who=_late("rocket_bases:placers"), may_pass=True),
        "construction.build": _Wiring(lists=("rebuild-rocket-base",)),
        "redeployment.repairs": _Wiring(who_in=_late("facilities:menders"), may_pass=True),
    },
    duties=(("redeployment.repairs", _late("facilities:duties")),),
    end_of_turn=(_late("facilities:repair_anew"), _late("rocket_bases:move_anew")),
    faults=(_late("checks:faults"),),
    facts=True,
    tables=("bombing-targets",),
    habits=Habits(
        tries={"hold": 20, "berth": 5},
    ),
)
