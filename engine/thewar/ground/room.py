"""What this room brings to The War: attacks, landings, sieges, markers, partisans and what weather does to units."""

from __future__ import annotations

from engine.kernel.rooms import Room, names_in
from engine.kernel.sheets.habits import Habits
from engine.kernel.wiring import Wiring
from engine.thewar.world.state import TheWar

_Wiring = Wiring[TheWar]
_late = names_in(__package__)

ROOM = Room[TheWar](
    orders=(
        "partisans:PartisansRetreat",
        "frostbite:Frostbite",
        "ground_attacks:Attack",
        "landing_orders:Land",
        "ground_answers:Support",
        "ground_answers:Reinforce",
        "overruns:NoSupport",
        "ground_orders:CallOff",
        "ground_orders:Fight",
        "ground_attacks:Overrun",
        "impulse_over:LeftToTheTable",
        "ground_choices:Remove",
        "ground_choices:Deplete",
        "ground_choices:Retreated",
        "ground_choices:Occupy",
        "ground_choices:Accept",
        "ground_choices:Hold",
        "landing_orders:SendBack",
        "marker_orders:Mark",
        "marker_orders:Unmark",
        "marker_orders:Lapse",
        "garrisons:Unoccupied",
        "sieges:Besiege",
        "sieges:Relieve",
        "eastern_attrition:EasternAttrition",
        "forced_march:ForcedMarch",
        "ahead_orders:Ahead",
        "commando_raids:CommandoRaid",
        "commando_raids:Exfiltrate",
    ),
    procedures={
        "ground-fight": "ground_fight:GroundFight",
        "overrun": "overruns:Overrunning",
    },
    wiring={
        "operations.counter-air": _Wiring(lists=("call-off", "fight", "counter-air", "intercept")),
        "operations.reserves": _Wiring(lists=("partisans-retreat", "commit", "support", "reinforce")),
        "operations.rail": _Wiring(
            may_pass=True, at_table=True, once=_late("impulse_over:LeftToTheTable"), when=_late("impulse_over:left")
        ),
        "operations.first-impulse": _Wiring(once=_late("impulse_over:LeftToTheTable"), when=_late("impulse_over:left")),
        "operations.attacks": _Wiring(may_pass=True, at_table=True, told=_late("partisans:told")),
        "operations.combat": _Wiring(may_pass=True, at_table=True),
        "operations.second-combat": _Wiring(may_pass=True, at_table=True),
        "operations.second-supply": _Wiring(once=_late("impulse_over:LeftToTheTable"), when=_late("impulse_over:left")),
        "operations.return": _Wiring(once=_late("impulse_over:LeftToTheTable"), when=_late("impulse_over:left")),
        "end.eastern-attrition": _Wiring(who=_late("eastern_attrition:worn")),
        "end.markers": _Wiring(once=_late("marker_orders:Lapse"), when_in=_late("marker_orders:lying")),
    },
    habits=Habits(
        meets=dict.fromkeys(("weather.frostbite", "end.second-frostbite"), "germany frostbite none fewer=yes"),
    ),
)
