"""A Strategic Warfare Segment rolled many times, written apart from its exact forecast, which it is held against."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from engine.kernel.forecast import Core
from engine.thewar import air_war, bombing, boxes, submarines, uboat_war
from engine.thewar.segment_forecast import Toll
from engine.thewar.state import Box, TheWar


def rolled(campaign: TheWar, placed: Mapping[str, Box], face: Callable[[], int]) -> Toll:
    """What one segment costs, outside the Happy Time; ``face`` rolls a die of ten sides."""
    germany = placed["germany"]
    allies = [power for power in boxes.enemies_of_germany(campaign) if power in placed]
    asw = sum(placed[power].asw for power in allies)
    war = uboat_war.prepared(campaign, uboats=germany.uboats, asw=asw, raiders=len(germany.raiders))
    sea = submarines.resolve(_run(submarines.UBoatCore(), war, face))
    toll = {
        "britain": sea.narfs,
        "convoy": sea.smps_convoy,
        "uboats": sea.uboats_lost + sea.attrition,
        "asw": sea.asw_lost,
    }
    raids = []
    lent = germany.sac + 4 * germany.mdm
    if lent:
        raids.append(("britain", air_war.over_britain(campaign, lent, placed["britain"].interceptors)))
    for power in allies:
        guard, jets = (germany.night, germany.jets_night) if power == "britain" else (germany.day, germany.jets_day)
        if placed[power].sac:
            found = air_war.over_germany(campaign, power, placed[power].sac, guard, jets, troops=placed[power].troops)
            raids.append(("germany", found))
    left = campaign.powers["germany"].base // 4
    for victim, raid in raids:
        start = attrs.evolve(raid, base=4 * left) if victim == "germany" else raid
        result = bombing.resolve(_run(bombing.BombingCore(), start, face))
        left -= result.narfs if victim == "germany" else 0
        lost = {
            victim: result.narfs,
            "base": result.base_loss,
            "hits": result.smps_extra,
            "firestorms": abs(result.surrender),
            "sac": result.sac_flak_eliminated + result.sac_lost + result.attrition,
            "interceptors": result.int_lost,
        }
        for name, amount in lost.items():
            toll[name] = toll.get(name, 0) + amount
    return Toll(**toll)


def _run(core: Core[Any], value: Any, face: Callable[[], int]) -> Any:
    while not core.finished(value):
        value = core.stage(value, tuple(face() for _ in core.dice(value)))
    return value
