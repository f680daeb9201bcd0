"""What this room brings to The War: who is at war with whom, patrols and Task Forces."""

from __future__ import annotations

from engine.kernel.rooms import Room, names_in
from engine.kernel.wiring import Wiring
from engine.thewar.world.conditions import VOCABULARY
from engine.thewar.world.state import TheWar

_late = names_in(__package__)

ROOM = Room[TheWar](
    wiring={"declarations.declare": Wiring(told=_late("wars:told"))},
    duties=(
        ("operations.supply", _late("caps:duties")),
        ("declarations.soviet", _late("due:invasions")),
        ("operations.staging", _late("basing:duties")),
        ("operations.interception", _late("ports:duties")),
        ("operations.attacks", _late("turncoats:duties")),
        ("operations.second-supply", _late("due:on_patrol")),
        ("operations.second-supply", _late("due:under_markers")),
        ("end.advance", _late("due:year_end")),
    ),
    end_of_turn=(_late("supply:end_turn"), _late("caps:end_turn"), _late("behind_lines:end_turn")),
    faults=(_late("seas:faults"), _late("control:faults"), _late("written_notes:faults")),
    opening_faults=(_late("basing:crowded"),),
    facts=True,
    conditions=VOCABULARY,
    tables=(
        "breakdown",
        "supply-sources",
        "rulebook",
        "traits",
        "units",
        "minors",
        "calendar",
        "actions",
        "partisans",
        "partisan-creation",
        "lost-charts",
        "diplomacy",
    ),
)
