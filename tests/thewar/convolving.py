"""The cost of a segment the slow way: every battle after every toll so far, in fractions, nothing kept apart. The exact
forecast must say the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from operator import add
from typing import Any

import attrs

from engine.kernel.forecast import Core, distribution
from engine.thewar.rolls import bombing, city_bombing, submarines
from engine.thewar.strategic import air_war, city_battle, city_raids, uboat_war
from engine.thewar.strategic.segment_forecast import Toll
from engine.thewar.world import wars
from engine.thewar.world.state import Box, TheWar

Chances = dict[Toll, Fraction]


def convolved(campaign: TheWar, placed: Mapping[str, Box]) -> Chances:
    """Every toll of a segment without hunters and waves, with its chance."""
    germany = placed["germany"]
    allies = [power for power in wars.enemies_of_germany(campaign) if power in placed]
    live: Chances = {Toll(): Fraction(1)}
    if germany.uboats or germany.raiders:
        asw = sum(placed[power].asw for power in allies)
        war = uboat_war.prepared(campaign, uboats=germany.uboats, asw=asw, raiders=len(germany.raiders))
        live = _after(live, lambda _: (submarines.UBoatCore(), war, _at_sea))
    for power in allies:
        if placed[power].sac:
            live = _after(live, _over_germany(campaign, placed, power))
    sac = germany.sac + bombing.MDM_SACS * germany.mdm
    if sac:
        raid = air_war.over_britain(campaign, sac, placed["britain"].interceptors)
        live = _after(live, lambda _: (bombing.BombingCore(), raid, lambda value: _bombed(bombing.resolve(value), 0)))
    return live


Battle = tuple[Core[Any], Any, Callable[[Any], Toll]]


def _after(live: Chances, battle: Callable[[Toll], Battle]) -> Chances:
    after: Chances = {}
    known: dict[Any, list[tuple[Toll, Fraction]]] = {}
    for toll, chance in live.items():
        core, start, cost = battle(toll)
        if start not in known:
            known[start] = [(cost(value), share) for value, share in distribution(core, start).outcomes]
        for more, share in known[start]:
            key = Toll(*map(add, toll, more))
            after[key] = after.get(key, Fraction(0)) + chance * share
    return after


def _at_sea(value: submarines.UBoatWar) -> Toll:
    result = submarines.resolve(value)
    return Toll(
        convoy=result.smps_convoy,
        uboats=result.uboats_lost + result.attrition,
        asw=result.asw_lost,
        **{value.victim: result.narfs},
    )


def _over_germany(campaign: TheWar, placed: Mapping[str, Box], power: str) -> Callable[[Toll], Battle]:
    cap, germany, own = campaign.powers["germany"].base // 4, placed["germany"], placed[power]
    guard, jets = (germany.night, germany.jets_night) if power == "britain" else (germany.day, germany.jets_day)

    def battle(toll: Toll) -> Battle:
        facts = {**campaign.facts, "convoy-hit": toll.convoy > 0, "convoy-massacre": toll.convoy == 2}
        told = attrs.evolve(campaign, facts=facts)
        raid = air_war.over_germany(told, power, own.sac, guard, jets, troops=own.troops)
        raid = attrs.evolve(raid, base=4 * max(0, cap - toll.germany))
        if city_raids.on(campaign):
            city = city_battle.supposed(campaign, power, raid)
            return city_bombing.CityCore(), city, lambda value: _bombed(city_bombing.resolve(value), 1)
        return bombing.BombingCore(), raid, lambda value: _bombed(bombing.resolve(value), 1)

    return battle


def _bombed(result: bombing.RaidResult, german: int) -> Toll:
    return Toll(
        britain=0 if german else result.narfs,
        germany=result.narfs if german else 0,
        base=result.base_loss,
        hits=result.smps_extra,
        firestorms=abs(result.surrender),
        sac=result.sac_flak_eliminated + result.sac_lost + result.attrition,
        interceptors=result.int_lost,
    )
