"""What this room brings to The War: strategic warfare at sea and in the air."""

from __future__ import annotations

from typing import Any

from engine.kernel.rooms import Room, names_in
from engine.kernel.sheets.habits import Habits
from engine.kernel.wiring import Wiring, always, bars_nobody
from engine.thewar.world.state import TheWar

_Wiring = Wiring[TheWar]
_late = names_in(__package__)
_DICE: dict[str, Any] = {
    "in_order": True,
    "at_once": _late("partisan_steps:at_once"),
    "order_rule": "25.4, ruling 613",
    "bars_in": bars_nobody,
    "may_pass": True,
}
"""What both steps of the partisans' dice share."""

ROOM = Room[TheWar](
    orders=(
        "strategic_building:Build",
        "strategic_building:HeavyFlak",
        "strategic_building:Repair",
        "strategic_conversions:FleetToASW",
        "strategic_conversions:FighterToInterceptor",
        "sea_box:SeaBox",
        "air_box:AirBox",
        "segment:UBoatsSail",
        "segment:GermansBomb",
        "segment:AlliesBomb",
        "segment:Settle",
        "uboat_answers:Ultra",
        "uboat_answers:CancelUltra",
        "uboat_answers:Raiders",
        "uboat_answers:Victim",
        "air_war:Hit",
        "rockets:Launch",
        "simplified_war:Share",
        "simplified_war:Agree",
        "convoys:Contact",
        "capital_ships:Hit",
        "bomber_waves:Waves",
        "bomber_waves:WaveSizes",
        "bomber_waves:WaveGuards",
        "hunters_answers:SendHunters",
        "hunters_answers:HuntFrom",
        "hunters_answers:HuntersChit",
        "eastern_raids:EastBox",
        "eastern_raids:GermansBombEast",
        "mediterranean:MedBox",
        "mediterranean:SubmarinesPatrol",
        "raider_answers:RaidersSail",
        "raider_answers:SeekRaiders",
        "raider_answers:RaiderSearch",
        "raider_answers:RaiderAircraft",
        "city_raids:BombCity",
        "city_raids:Window",
        "partisan_war:PartisanWar",
        "atomic:AtomicBomb",
    ),
    procedures={
        "rockets": "rockets:RocketAttack",
        "u-boat-war": "uboat_war:UBoatBattle",
        "raid": "air_war:RaidBattle",
        "simplified-u-boat-war": "simplified_war:SimplifiedUBoats",
        "simplified-raid": "simplified_war:SimplifiedRaid",
        "convoy": "convoys:ConvoyRun",
        "torpedoed": "capital_ships:Torpedoed",
        "sub-hunt": "hunting:SubHunt",
        "raider-hunt": "raider_hunt:RaiderHunt",
        "bomber-waves": "bomber_waves:WaveLosses",
        "eastern-raid": "eastern_raids:EasternRaid",
        "mediterranean-patrol": "mediterranean:MediterraneanPatrol",
        "city-raid": "city_battle:CityBattle",
    },
    wiring={
        "strategic-warfare.build": _Wiring(who=_late("strategic_building:builders"), may_pass=True),
        "strategic-warfare.boxes": _Wiring(who=_late("strategic_forces:sea_powers"), sealed=always),
        "strategic-warfare.u-boats": _Wiring(once=_late("segment:UBoatsSail"), when=_late("segment:UBoatsSail.due")),
        "strategic-warfare.mediterranean-boxes": _Wiring(who=_late("mediterranean:powers"), sealed=always),
        "strategic-warfare.mediterranean": _Wiring(
            once=_late("mediterranean:SubmarinesPatrol"), when=_late("mediterranean:sails")
        ),
        "strategic-warfare.targets": _Wiring(who=_late("city_raids:raiders")),
        "strategic-warfare.window": _Wiring(who=_late("city_raids:window_players"), may_pass=True),
        "strategic-warfare.bombers": _Wiring(who=_late("strategic_forces:air_powers"), sealed=always),
        "strategic-warfare.waves": _Wiring(who=_late("bomber_waves:leaders"), may_pass=True),
        "strategic-warfare.wave-sizes": _Wiring(who=_late("bomber_waves:dividers"), sealed=always),
        "strategic-warfare.bombing-of-britain": _Wiring(
            once=_late("segment:GermansBomb"), when=_late("segment:GermansBomb.due")
        ),
        "strategic-warfare.rockets": _Wiring(who=_late("rockets:launchers"), may_pass=True),
        "strategic-warfare.bombing-of-germany": _Wiring(
            once=_late("segment:AlliesBomb"), when=_late("segment:AlliesBomb.due")
        ),
        "strategic-warfare.eastern-bombers": _Wiring(who=_late("eastern_raids:powers"), sealed=always),
        "strategic-warfare.bombing-of-ussr": _Wiring(
            once=_late("eastern_raids:GermansBombEast"), when=_late("eastern_raids:flies")
        ),
        "strategic-warfare.axis-partisans": _Wiring(
            who=_late("partisan_steps:axis_actors"),
            again=True,
            told=_late("partisan_steps:axis_told"),
            stops_in=_late("partisan_steps:axis_stops"),
            **_DICE,
        ),
        "strategic-warfare.allied-partisans": _Wiring(
            who=_late("partisan_steps:allied_actors"),
            again=True,
            told=_late("partisan_steps:allied_told"),
            stops_in=_late("partisan_steps:allied_stops"),
            **_DICE,
        ),
        "strategic-warfare.settlement": _Wiring(once=_late("segment:Settle"), when=_late("segment:fighting")),
    },
    end_of_turn=(_late("turn_over:end_turn"),),
    duties=(("planning.effort", _late("atomic_due:duties")),),
    habits=Habits(tries={"atomic": 2}),
    facts=True,
)
