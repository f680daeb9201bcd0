"""What this room brings to The War: the three checks of supply."""

from __future__ import annotations

from engine.kernel.rooms import Room, names_in
from engine.kernel.sheets.habits import Habits
from engine.kernel.wiring import Wiring
from engine.thewar.world.state import TheWar

_Wiring = Wiring[TheWar]
_late = names_in(__package__)

ROOM = Room[TheWar](
    orders=(
        "naming:Unsupplied",
        "naming:InSupply",
        "answers:Contest",
        "tracing:Trace",
        "answers:DecideSupply",
        "asking:AskSupply",
        "third_check:ThirdCheck",
        "still_there:StillThere",
    ),
    conditions={"supply": _late("occasions:condition")},
    wiring={
        "operations.supply": _Wiring(
            once=_late("still_there:StillThere"),
            when_in=_late("still_there:found"),
            who_in=_late("occasions:who"),
            in_order=True,
            order_rule="12.0, ruling 512",
            at_once=_late("occasions:at_once"),
            stops_in=_late("seen:stops_at_first"),
            told=_late("seen:told"),
        ),
        "operations.second-supply": _Wiring(stops_in=_late("seen:stops_at_second"), told=_late("seen:told")),
        "supply.check": _Wiring(
            who_in=_late("occasions:who"),
            in_order=True,
            order_rule="12.0, ruling 512",
            at_once=_late("occasions:at_once"),
            stops_in=_late("seen:stops_at_third"),
            told=_late("seen:told"),
        ),
    },
    duties=(("supply.check", _late("occasions:duties")),),
    faults=(_late("faults:faults"),),
    habits=Habits(tries={"unsupplied": 20, "ask-supply": 10, "contest-supply": 5, "decide-supply": 5}),
)
