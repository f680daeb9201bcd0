"""What this room brings to The War: what battles share: Reserves, cards, stations, bases."""

from __future__ import annotations

from engine.kernel.rooms import Room, names_in
from engine.kernel.sheets.habits import Habits
from engine.kernel.wiring import Wiring, always
from engine.thewar.world.state import TheWar

_Wiring = Wiring[TheWar]
_late = names_in(__package__)

ROOM = Room[TheWar](
    orders=(
        "reserves:Reserve",
        "reserves:Commit",
        "reserves:Lapse",
        "battle_cards:Card",
        "battle_cards:Cell",
        "base_losses:BaseLost",
        "station:Station",
        "africa:Africa",
        "play_chit:PlayChit",
        "play_chit:ShowCards",
        "surprise_due:SurpriseDue",
        "surprise_due:SurpriseLost",
    ),
    procedures={"chit-played": "play_chit:ChitPlayed"},
    wiring={
        "strategic-warfare.u-boat-cards": _Wiring(who=_late("battle_cards:at_sea"), sealed=always, may_pass=True),
        "strategic-warfare.bombing-cards": _Wiring(who=_late("battle_cards:in_the_air"), sealed=always, may_pass=True),
        "declarations.western-surprise": _Wiring(
            once=_late("surprise_due:west"), when=_late("surprise_due:in_the_west")
        ),
        "declarations.eastern-surprise": _Wiring(
            once=_late("surprise_due:east"), when=_late("surprise_due:in_the_east")
        ),
        "operations.staging": _Wiring(told=_late("mobility:told_of_flight")),
        "operations.counter-air": _Wiring(told=_late("mobility:told_of_flight")),
        "operations.first-impulse": _Wiring(told=_late("mobility:told_of_movement")),
        "operations.second-impulse": _Wiring(told=_late("mobility:told_of_movement")),
        "operations.reserves": _Wiring(may_pass=True, at_table=True, told=_late("mobility:told_of_reserves")),
        "end.reserves": _Wiring(once=_late("reserves:Lapse"), when_in=_late("reserves:lying")),
    },
    duties=(
        ("operations.supply", _late("stacking:duties")),
        ("operations.counter-air", _late("surprise_duties:due")),
        ("operations.return", _late("driven_out:duties")),
        ("operations.return", _late("surprise_duties:placed")),
        ("operations.return", _late("surprise_duties:british")),
    ),
    end_of_turn=(_late("surprise_duties:end_turn"), _late("battles:end_turn"), _late("surprise_due:end_turn")),
    facts=True,
    habits=Habits(
        tries={"reserve": 25, "play-chit": 60},
    ),
)
