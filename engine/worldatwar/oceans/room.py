"""What this room brings to A World at War: wars, raiders, codebreaking and submarine warfare."""

from __future__ import annotations

from engine.kernel.rooms import Room, names_in
from engine.kernel.sheets.habits import Habits
from engine.kernel.wiring import Wiring, always
from engine.worldatwar.world.state import WorldAtWar

_Wiring = Wiring[WorldAtWar]
_late = names_in(__package__)

ROOM = Room[WorldAtWar](
    orders=(
        "wars:War",
        "naval_units:Ships",
        "employment:Employ",
        "destroyers:Absorb",
        "shipping:Raiders",
        "codebreaking:PlayCards",
        "submarine_attacks:AttackShipping",
        "submarine_war:SubmarinesFight",
        "submarine_war:Divide",
    ),
    procedures={
        "submarine-campaign": "submarine_war:Campaigning",
        "asw-division": "submarine_war:Division",
    },
    wiring={
        "combat.raiders": _Wiring(who=_late("shipping:raiders"), may_pass=True),
        "combat.codebreaking": _Wiring(who_in=_late("codebreaking:players"), sealed=always, may_pass=True),
        "combat.submarines": _Wiring(who_in=_late("submarine_attacks:attackers"), may_pass=True),
        "combat.submarine-warfare": _Wiring(
            once=_late("submarine_war:SubmarinesFight"), when=_late("submarine_attacks:fighting")
        ),
    },
    end_of_turn=(_late("submarine_war:forget"), _late("employment:forget"), _late("wars:count_phase")),
    facts=True,
    habits=Habits(
        tries={"war": 5, "raiders": 10, "attack": 20, "ships": 5, "employ": 5, "absorb": 3, "play-cards": 5},
    ),
)
