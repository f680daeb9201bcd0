"""What this room brings to A World at War: transfers between boxes, bases and fronts, and transports in port."""

from __future__ import annotations

from engine.kernel.rooms import Room, names_in
from engine.kernel.sheets.habits import Habits
from engine.kernel.wiring import Wiring
from engine.worldatwar.world.state import WorldAtWar

_Wiring = Wiring[WorldAtWar]
_late = names_in(__package__)

ROOM = Room[WorldAtWar](
    orders=(
        "set_up:SetUp",
        "box_transports:CountTransports",
        "deployment:Transfer",
        "box_transports:ReturnTransports",
    ),
    wiring={
        "start.set-up": _Wiring(once=_late("set_up:SetUp"), when=_late("set_up:due")),
        "start.transports": _Wiring(once=_late("box_transports:CountTransports")),
        "movement.boxes": _Wiring(who=_late("sailing:movers"), may_pass=True),
        "redeployment.boxes": _Wiring(who=_late("deployment:redeployers"), may_pass=True),
        "redeployment.transports": _Wiring(
            once=_late("box_transports:ReturnTransports"), when_in=_late("box_transports:ashore")
        ),
    },
    duties=(("redeployment.transports", _late("box_transports:duties")),),
    end_of_turn=(_late("sailing:forget"),),
    facts=True,
    tables=("submarine-limits",),
    habits=Habits(
        tries={"transfer": 30},
    ),
)
