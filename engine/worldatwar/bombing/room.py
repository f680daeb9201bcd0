"""What this room brings to A World at War: bombing forces, flying bombs and rockets, defenders, what comes of it."""

from __future__ import annotations

from engine.kernel.rooms import Room, names_in
from engine.kernel.sheets.habits import Habits
from engine.kernel.wiring import Wiring
from engine.worldatwar.world.state import WorldAtWar

_Wiring = Wiring[WorldAtWar]
_late = names_in(__package__)

ROOM = Room[WorldAtWar](
    orders=(
        "raids:Raid",
        "barrages:Fire",
        "guards:Guarding",
        "bombing_war:BombersFly",
        "settlement:Settle",
    ),
    procedures={
        "bombing-raid": "bombing_war:Raiding",
        "barrage": "barrages:Barrage",
        "bombing-effects": "settlement:Settling",
        "bombing-reckoning": "settlement:Reckoning",
    },
    wiring={
        "combat.bombers": _Wiring(who_in=_late("raids:attackers"), may_pass=True),
        "combat.defence": _Wiring(who_in=_late("guards:defenders"), may_pass=True),
        "combat.bombing": _Wiring(once=_late("bombing_war:BombersFly"), when=_late("bombing_war:flying")),
    },
    end_of_turn=(_late("bombing_war:forget"),),
    facts=True,
    habits=Habits(
        tries={"raid": 5},
    ),
)
