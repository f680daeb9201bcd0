"""What this room brings to The War: units, ships, ratings and installations, and what is lost at the table."""

from __future__ import annotations

from engine.kernel.rooms import Room, names_in
from engine.kernel.sheets.habits import Habits
from engine.kernel.wiring import Wiring
from engine.thewar.world.state import TheWar

_Wiring = Wiring[TheWar]
_late = names_in(__package__)

ROOM = Room[TheWar](
    orders=(
        "minor_money:MinorIncome",
        "minor_money:OwnBuild",
        "table_losses:Losses",
        "unit_building:Construct",
        "unit_repair:Mend",
        "shipyards:LayDown",
        "shipyards:Dock",
        "shipyards:Work",
        "new_yards:NewYard",
        "yard_raids:YardHit",
        "smp_capacity:SmpCapacity",
        "breakdowns:BreakDown",
        "breakdowns:BuildUp",
        "breakdowns:FinnishBreakdown",
        "soviet_mobilization:Mobilize",
        "soviet_mobilization:Levy",
        "unit_upgrades:Upgrade",
        "rating_programmes:Rating",
        "rating_programmes:Track",
        "installations:Install",
        "installations:Raze",
        "airbases:Rebuild",
        "attack_airbases:AttackAirbase",
        "optional_forces:AddForces",
        "homecoming:ToYard",
    ),
    procedures={
        "ships-home": "homecoming:ShipsHome",
    },
    wiring={
        "income.minors": _Wiring(once=_late("minor_money:MinorIncome"), when=_late("minor_money:receiving")),
        "strategic-warfare.optional-forces": _Wiring(
            once=_late("optional_forces:AddForces"), when=_late("optional_forces:missing")
        ),
        "operations.breakdown": _Wiring(may_pass=True, at_table=True),
        "declarations.greek-airbase": _Wiring(may_pass=True, at_table=True),
        "declarations.yugoslav-airbase": _Wiring(may_pass=True, at_table=True),
        "build.mobilization": _Wiring(each=_late("soviet_mobilization:Mobilize"), due=_late("soviet_mobilization:due")),
        "build.units": _Wiring(may_pass=True, at_table=True),
        "supply.repair": _Wiring(may_pass=True, at_table=True),
        "build.ratings": _Wiring(each=_late("rating_programmes:Track"), due=_late("rating_programmes:tracked")),
    },
    duties=(
        ("planning.effort", _late("rating_programmes:duties")),
        ("planning.effort", _late("indian_units:duties")),
        ("operations.staging", _late("attack_airbase_duties:duties")),
    ),
    end_of_turn=(_late("turn_over:end_turn"), _late("indian_units:end_turn")),
    faults=(_late("cards:twice"), _late("optional_forces:faults")),
    opening_faults=(_late("cards:misnamed"), _late("cards:totals")),
    facts=True,
    tables=("installations", "rating-programmes", "upgrades"),
    habits=Habits(
        tries={
            "losses": 130,
            "construct": 40,
            "mend": 20,
            "dock": 15,
            "upgrade": 30,
            "rating": 30,
            "install": 25,
            "attack-airbase": 2,
            "raze": 5,
            "levy": 15,
            "finnish-breakdown": 15,
        },
        fills={"losses.line": _late("at_random:losses")},
    ),
)
