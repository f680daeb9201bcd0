"""What this room brings to The War: points and chits, the struggle for minor countries, declarations of war."""

from __future__ import annotations

from engine.kernel.campaign import several_eyes
from engine.kernel.rooms import Room, names_in
from engine.kernel.sheets.habits import Habits
from engine.kernel.wiring import Wiring
from engine.thewar.world.state import TheWar

_Wiring = Wiring[TheWar]
_late = names_in(__package__)
_economy = names_in("engine.thewar.economy")
_world = names_in("engine.thewar.world")

ROOM = Room[TheWar](
    orders=(
        "declarations:Declare",
        "points:Points",
        "stating:PassChits",
        "points_opened:PointsOff",
    ),
    procedures={
        "points-opened": "points_opened:PointsOpened",
    },
    wiring={
        "planning.points": _Wiring(may_pass=True, at_table=True, sealed=several_eyes),
        "end.points": _Wiring(
            who=_economy("falls_due:takes_off_by_hand"),
            once=_late("points_opened:PointsOff"),
            when=_world("influence:lies_there"),
        ),
    },
    duties=(("operations.supply", _late("leaving:duties")),),
    faults=(_late("points_opened:faults"),),
    habits=Habits(tries={"declare": 25}),
)
