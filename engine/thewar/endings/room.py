"""What this room brings to The War: how nations fall and the game ends."""

from __future__ import annotations

from engine.kernel.rooms import Room, names_in
from engine.kernel.sheets.habits import Habits
from engine.kernel.wiring import Wiring
from engine.thewar.endings.near import STEPS
from engine.thewar.world.state import TheWar

_Wiring = Wiring[TheWar]
_late = names_in(__package__)


def _roll(name: str) -> Wiring[TheWar]:
    """The step of a power's surrender roll."""
    return _Wiring(
        who_in=_late(f"rolls_due:{name}"),
        told=_late(f"surrender_words:{name}"),
        stops_in=_late(f"surrender_words:{name}_stops"),
        may_pass=True,
    )


ROOM = Room[TheWar](
    orders=(
        "surrender_orders:RollSurrender",
        "surrender_orders:Dunkirk",
        "board_boxes:Board",
        "terms_orders:TermsGoOn",
        "terms_orders:Garrisons",
        "terms_orders:FrenchNavy",
        "terms_orders:SpareFleet",
        "french_evacuation:FrenchEvacuation",
        "terms_orders:CloseTerm",
        "free_french:FreeFrench",
        "free_french:Take",
        "box_garrisons:BoxEffort",
        "box_garrisons:BoxTurns",
        "ends:Ends",
        "ends:Concede",
        "ends:AgreeResult",
        "ends:Adjourn",
        "ends:PlayOn",
    ),
    procedures={"free-french": "free_french:Choice"},
    wiring={
        "income.free-french": _Wiring(
            who=_late("free_french:rollers"), each=_late("free_french:FreeFrench"), due=_late("free_french:rollers")
        ),
        "end.french-surrender": _roll("french"),
        "end.british-surrender": _roll("british"),
        "end.italian-surrender": _roll("italian"),
        "end.soviet-surrender": _roll("soviet"),
        "end.german-surrender": _roll("german"),
        "stratmove.boxes": _Wiring(
            who_in=_late("box_garrisons:sayers"),
            once=_late("box_garrisons:BoxTurns"),
            when_in=_late("box_garrisons:due"),
            told=_late("box_garrisons:told"),
            again=True,
        ),
        "end.victory": _Wiring(
            once=_late("ends:Ends"), when_in=_late("near:ends"), again=True, told=_late("ends:told")
        ),
        "end.vichy": _Wiring(
            who_in=_late("terms:actors"),
            once=_late("terms_orders:TermsGoOn"),
            when=_late("terms_orders:goes_on"),
            again=True,
            told=_late("terms_words:told"),
            stops_in=_late("terms_words:stops"),
            may_pass=True,
        ),
    },
    conditions={
        "surrender": _late("near:condition"),
        "boxes": _late("near:box_condition"),
        "close": _late("near:close_condition"),
    },
    duties=(
        ("stratmove.boxes", _late("near:boxes")),
        ("end.french-surrender", _late("near:french_duty")),
        ("end.british-surrender", _late("near:british_duty")),
        ("end.italian-surrender", _late("near:italian_duty")),
        ("end.soviet-surrender", _late("near:soviet_duty")),
        ("end.german-surrender", _late("near:german_duty")),
        ("end.vichy", _late("near:terms_duties")),
    ),
    end_of_turn=(_late("rolls_due:end_turn"),),
    facts=True,
    habits=Habits(
        tries={"board": 10, "concede": 0, "agree-result": 0, "adjourn": 0, "play-on": 0, "close-term": 5},
        meets={"end.vichy": "french-colonies"} | {step: f"{power} surrender-roll" for power, step in STEPS.items()},
    ),
)
