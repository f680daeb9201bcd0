"""What this room brings to The War: wars, minor countries, conquest, liberation and surrender."""

from __future__ import annotations

from engine.kernel.rooms import Room, names_in
from engine.kernel.sheets.habits import Habits
from engine.kernel.wiring import Wiring
from engine.thewar.world.state import TheWar

_Wiring = Wiring[TheWar]
_late = names_in(__package__)
_world = names_in("engine.thewar.world")

ROOM = Room[TheWar](
    orders=(
        "soviet_attempt:EasternGarrison",
        "american_road:Enter",
        "american_road:TryEntry",
        "american_road:EntersByDate",
        "american_road:JapanAttacks",
        "american_road:Propaganda",
        "american_road:LendAsw",
        "american_road:LoanArrives",
        "entry_level:EntryLevel",
        "conquest:Capture",
        "conquest:Conquer",
        "pockets:Pocket",
        "statuses:Status",
        "hex_holds:Holds",
        "map_notes:Note",
        "map_notes:NoteOff",
        "simplified_influence:Sway",
        "statuses:Join",
        "statuses:Entered",
        "new_states:Found",
        "announcements:Iceland",
        "announcements:MineNorway",
        "announcements:Annex",
        "announcements:Award",
        "announcements:VichyLeaves",
        "conquest:Surrender",
        "liberation:Liberate",
        "french_colonies:Colonies",
        "fascism:Revive",
        "evacuation:Evacuate",
        "scorched_earth:ScorchedEarth",
        "scorched_earth:LineAbandoned",
        "evacuation:Disband",
        "variants:Variant",
        "atrocities:Commit",
        "atrocities:Rise",
        "atrocities:EastPrussia",
    ),
    procedures={
        "protection": "protection:Protection",
        "soviet-attempt": "soviet_attempt:SovietAttempt",
    },
    conditions={"land": _late("changing_hands:condition")},
    wiring={
        "planning.satellites": _Wiring(once=_late("statuses:Join"), when=_world("minors:joining")),
        "planning.transylvania": _Wiring(who=_late("announcements:awarders"), may_pass=True),
        "planning.vichy-leaves": _Wiring(
            once=_late("announcements:VichyLeaves"), when=_late("announcements:vichy_leaves")
        ),
        "planning.propaganda": _Wiring(may_pass=True, at_table=True),
        "planning.asw-loan": _Wiring(who=_late("american_road:lenders"), may_pass=True, at_table=True),
        "planning.asw-arrives": _Wiring(once=_late("american_road:LoanArrives"), when=_late("american_road:arriving")),
        "declarations.japan": _Wiring(once=_late("american_road:JapanAttacks"), when=_late("american_road:japan_due")),
        "declarations.us-automatic": _Wiring(
            once=_late("american_road:EntersByDate"), when=_late("american_road:enters_by_date")
        ),
        "declarations.us-entry": _Wiring(
            who=_late("american_road:triers"), may_pass=True, at_table=True, told=_late("entry_level:told")
        ),
        "declarations.iceland": _Wiring(may_pass=True),
        "end.mining": _Wiring(may_pass=True),
        "planning.fascism": _Wiring(who=_late("fascism:rollers")),
        "strategic-warfare.new-partisans": _Wiring(once=_late("atrocities:Rise"), when=_late("atrocities:rising")),
        "end.atrocities": _Wiring(once=_late("atrocities:Commit"), when=_late("atrocities:committing")),
        "end.soviet-atrocities": _Wiring(
            each=_late("atrocities:EastPrussia"), due=_late("atrocities:rollers"), may_pass=True
        ),
        "end.stalin-line": _Wiring(
            once=_late("scorched_earth:LineAbandoned"), when=_late("scorched_earth:line_stands")
        ),
    },
    duties=(
        ("planning.diplomacy", _late("due:french_freedom")),
        ("planning.diplomacy", _late("scorched_earth:duties")),
        ("planning.diplomacy", _late("due:variants")),
        ("planning.satellites", _late("due:satellites")),
        ("declarations.soviet", _late("due:pact_garrison")),
        ("declarations.us-entry", _late("due:us_entry")),
    ),
    faults=(_late("checks:faults"),),
    opening_faults=(_late("opening:faults"),),
    end_of_turn=(_late("variant_effects:end_turn"),),
    facts=True,
    tables=("usel", "usel-events", "variants", "soviet-mobilization"),
    habits=Habits(
        tries={"capture": 60, "conquer": 15, "status": 30, "enter": 5, "entry": 15, "surrender": 2},
        fills={"entry.level": _late("at_random:level")},
        meets={"declarations.us-entry": "us enter deficit=yes"},
    ),
)
