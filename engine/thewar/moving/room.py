"""What this room brings to The War: railmoves, strategic movement, grants and Lend-Lease."""

from __future__ import annotations

from engine.kernel.rooms import Room, names_in
from engine.kernel.sheets.habits import Habits
from engine.kernel.wiring import Wiring
from engine.thewar.world.state import TheWar

_Wiring = Wiring[TheWar]
_late = names_in(__package__)

ROOM = Room[TheWar](
    orders=(
        "railways:Railmove",
        "railways:PartisansCut",
        "stratmoves:Stratmove",
        "grants:Grant",
        "lend_lease:OpenPersia",
        "lend_lease:RouteClosed",
        "shipments:SendOn",
        "shipments:CargoLost",
        "shipments:Arrivals",
        "lend_lease_duty:LendLeaseFailed",
    ),
    wiring={
        "stratmove.grants": _Wiring(who_in=_late("grants:grantors"), in_order=True, may_pass=True, at_table=True),
        "stratmove.air": _Wiring(who_in=_late("stratmoves:movers"), in_order=True, may_pass=True, at_table=True),
        "stratmove.ground": _Wiring(who_in=_late("stratmoves:movers"), in_order=True, may_pass=True, at_table=True),
        "stratmove.naval": _Wiring(who_in=_late("stratmoves:movers"), in_order=True, may_pass=True, at_table=True),
        "stratmove.arrivals": _Wiring(each=_late("shipments:Arrivals"), due=_late("shipments:at_sea")),
        "stratmove.lend-lease-test": _Wiring(
            each=_late("lend_lease_duty:LendLeaseFailed"), due=_late("lend_lease_duty:failing")
        ),
    },
    duties=(("declarations.us-entry", _late("lend_lease_duty:duties")),),
    facts=True,
    tables=("stratmoves", "lend-lease"),
    habits=Habits(
        tries={"railmove": 10},
    ),
)
