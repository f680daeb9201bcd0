"""What this room brings to A World at War: BRPs, production of force pools and construction."""

from __future__ import annotations

from engine.kernel.rooms import Room, names_in
from engine.kernel.sheets.habits import Habits
from engine.kernel.wiring import Wiring
from engine.worldatwar.world.state import WorldAtWar

_Wiring = Wiring[WorldAtWar]
_late = names_in(__package__)

ROOM = Room[WorldAtWar](
    orders=(
        "production:Produce",
        "production:Result",
        "brps:Account",
        "brps:YearStart",
        "construction:JoinPools",
        "construction:Build",
    ),
    wiring={
        "start.year": _Wiring(once=_late("brps:YearStart"), when=_late("brps:year_starts")),
        "start.production": _Wiring(who=_late("production:producers"), may_pass=True),
        "construction.pools": _Wiring(once=_late("construction:JoinPools"), when_in=_late("construction:joins")),
        "construction.build": _Wiring(who=_late("construction:builders"), may_pass=True),
    },
    duties=(("construction.build", _late("construction:duties")),),
    end_of_turn=(_late("construction:build_anew"),),
    faults=(_late("checks:faults"),),
    habits=Habits(
        tries={"build": 25, "produce": 15, "result": 10, "brps": 5},
        rules_on=("brps",),
    ),
)
