"""What this room brings to The War: money and oil: income, efforts, spending, shortage of oil."""

from __future__ import annotations

from engine.kernel.rooms import Room, names_in
from engine.kernel.sheets.habits import Habits
from engine.kernel.wiring import Wiring
from engine.thewar.world.state import TheWar

_Wiring = Wiring[TheWar]
_late = names_in(__package__)

ROOM = Room[TheWar](
    orders=(
        "logistics:Effort",
        "logistics:PayEffort",
        "effort_markers:PlaceMarkers",
        "income:Growth",
        "income:Income",
        "income:Additions",
        "income:Mobilization",
        "annual:OreEnds",
        "spending:Spend",
        "spending:Gain",
        "east_africa:FreeGarrison",
        "inside_ussr:InsideUSSR",
        "oil_plants:OilPlants",
        "oil_shortage:Shortage",
        "oil_shortage:Immobile",
    ),
    wiring={
        "income.growth": _Wiring(each=_late("income:Growth"), due=_late("income:growing")),
        "income.income": _Wiring(each=_late("income:Income")),
        "income.additions": _Wiring(each=_late("income:Additions"), due=_late("income:receiving")),
        "income.mobilization": _Wiring(each=_late("income:Mobilization"), due=_late("income:mobilizing")),
        "income.ore-ends": _Wiring(each=_late("annual:OreEnds"), due=_late("annual:ore_ends")),
        "planning.oil": _Wiring(each=_late("oil_shortage:Shortage"), due=_late("oil:short")),
        "planning.immobile": _Wiring(who=_late("oil_shortage:namers")),
        "planning.effort": _Wiring(who=_late("logistics:buyers"), in_order=True, sealed=_late("logistics:sealed")),
        "strategic-warfare.oil-plants": _Wiring(who=_late("oil_plants:placers")),
        "operations.efforts": _Wiring(
            who=_late("effort_markers:placers"),
            each=_late("logistics:PayEffort"),
            due=_late("logistics:owing"),
            again=True,
            told=_late("effort_markers:told"),
        ),
    },
    duties=(
        ("planning.oil", _late("due:oil_places")),
        ("declarations.declare", _late("due:attacked_minors")),
        ("declarations.declare", _late("inside_ussr:duties")),
        ("declarations.us-entry", _late("due:east_prussia")),
    ),
    end_of_turn=(
        _late("logistics:end_turn"),
        _late("oil_shortage:end_turn"),
        _late("capacity:end_turn"),
    ),
    facts=True,
    conditions={"effort": _late("conditions:by_effort"), "due": _late("conditions:falls_due")},
    tables=("logistics", "oil", "growth", "mobilization", "strategic-movement"),
    habits=Habits(
        tries={"spend": 120, "gain": 60},
        rules_on=("smp", "chits", "base", "narfs", "growth"),
    ),
)
