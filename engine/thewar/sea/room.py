"""What this room brings to The War: naval missions, Task Forces, patrols and battles at sea."""

from __future__ import annotations

from engine.kernel.rooms import Room, names_in
from engine.kernel.wiring import Wiring
from engine.thewar.world.state import TheWar

_Wiring = Wiring[TheWar]
_late = names_in(__package__)

ROOM = Room[TheWar](
    orders=(
        "evasion:BuyChit",
        "naval_radar:ShareRadar",
        "task_force_orders:Combine",
        "task_force_orders:BreakDown",
        "patrol_orders:TakeUp",
        "patrol_orders:CallOff",
        "patrol_orders:Return",
        "sea_orders:Mission",
        "supply_runs:RunSupply",
        "sea_interception:Intercept",
        "sea_endings:FightAtSea",
        "sea_endings:Undisturbed",
        "mers_el_kebir:MersElKebir",
        "sea_answers:Nacs",
        "sea_answers:NavalCard",
        "sea_answers:Take",
        "sea_answers:BreakOff",
    ),
    procedures={
        "sea-search": "sea_search:SeaSearch",
        "task-forces-turned": "task_force_orders:Turned",
        "sea-fight": "sea_fight:SeaFight",
    },
    wiring={
        "planning.evasion": _Wiring(who=_late("evasion:customers"), may_pass=True),
        "end.naval": _Wiring(once=_late("patrol_orders:Return"), when_in=_late("patrol_orders:returning")),
    },
    facts=True,
)
