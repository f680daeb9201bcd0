"""What a whole Strategic Warfare Segment may cost, exactly: the U-boat war, then every raid with its Heavy Flak and
attrition, outcomes that come to the same merged between the battles (5.1, 5.2)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import attrs

from engine.kernel.forecast import Core, Distribution, distribution
from engine.thewar import (
    air_war,
    bombing,
    boxes,
    city_battle,
    city_bombing,
    city_raids,
    strategic_losses,
    submarines,
    uboat_modifiers,
    uboat_war,
)
from engine.thewar.city_bombing import CityCore
from engine.thewar.state import Box, TheWar
from engine.thewar.submarines import NARFS_PER_SMP, ceiling


class Toll(NamedTuple):
    """What a segment costs. NARFs lost by ``britain``, ``us`` and ``germany``, with ``base`` of the German base;
    ``convoy``: 0, 1 (Ambush) or 2 (Massacre); ``hits``: SMPs of bombing beyond those for NARFs, on Britain or Germany;
    ``firestorms`` on both; units lost to combat and attrition: ``uboats``, ``asw``, ``sac`` (German ones too, and lent
    bombers), ``interceptors``.

    A tuple, because it is hashed a hundred thousand times in one forecast.
    """

    britain: int = 0
    us: int = 0
    germany: int = 0
    base: int = 0
    convoy: int = 0
    hits: int = 0
    firestorms: int = 0
    uboats: int = 0
    asw: int = 0
    sac: int = 0
    interceptors: int = 0

    @property
    def german_smps(self) -> int:
        """SMPs that Germany loses, where nobody bombs Britain (ruling 12)."""
        return self.germany // NARFS_PER_SMP + self.hits

    def allied_smps(self, power: str) -> int:
        """SMPs that Britain or the U.S. loses for NARFs alone (ruling 12)."""
        return ceiling(self.britain if power == "britain" else self.us, NARFS_PER_SMP)


ASSUMED = ("no Espionage chit", "every raider comes through", "Britain bears what it can", "industry before oil")
Weighted = list[tuple[Toll, int]]


def everything(campaign: TheWar) -> dict[str, Box]:
    """The boxes with all that everybody has: what a player may suppose who knows nothing else. Germany divides its
    interceptors by halves, its MDM stay on the board."""
    found: dict[str, Box] = {}
    for power in boxes.enemies_of_germany(campaign):
        found[power] = Box(
            asw=boxes.count(campaign, power, "asw"),
            sac=boxes.count(campaign, power, "sac"),
            interceptors=boxes.count(campaign, power, "int") if power == "britain" else 0,
        )
    raided = [power for power, box in found.items() if box.sac]
    guard, jets = boxes.count(campaign, "germany", "int"), boxes.count(campaign, "germany", "jet", "int")
    day = guard if raided == ["us"] else guard // 2 if "us" in raided else 0
    jets_day = jets if "us" in raided else 0
    found["germany"] = Box(
        uboats=boxes.count(campaign, "germany", "uboat"),
        night=guard - day,
        day=day,
        jets_night=jets - jets_day,
        jets_day=jets_day,
    )
    return found


def forecast(campaign: TheWar, placed: Mapping[str, Box]) -> Distribution[Toll]:
    """The distribution of a segment's toll with these boxes, read from nothing but them and what is public; always
    exact. NARFs for raids not flown (5.2) are no matter of chance and not counted."""
    germany = placed.get("germany", Box())
    allies = [power for power in boxes.enemies_of_germany(campaign) if power in placed]
    live: dict[Toll, int] = {Toll(): 1}
    whole = 1
    if germany.uboats or germany.raiders:
        asw = sum(placed[power].asw for power in allies)
        war = uboat_war.prepared(campaign, uboats=germany.uboats, asw=asw, raiders=len(germany.raiders))
        live, whole = _joined(live, whole, lambda _: _at_sea(war))
    if germany.sac + germany.mdm:
        sac = germany.sac + bombing.MDM_SACS * germany.mdm
        raid = air_war.over_britain(campaign, sac, placed.get("britain", Box()).interceptors)
        live, whole = _joined(live, whole, lambda _: _on_britain(raid))
    cap = campaign.powers["germany"].base // strategic_losses.BASE_SHARE
    for power in allies:
        if placed[power].sac:
            live, whole = _joined(live, whole, _Raids(campaign, power, placed, cap))
    chances = tuple((toll, Fraction(count, whole)) for toll, count in live.items())
    return Distribution(chances, assumed=ASSUMED)


def _joined(live: dict[Toll, int], whole: int, battle: Callable[[Toll], Weighted]) -> tuple[dict[Toll, int], int]:
    """Every toll so far with every outcome of the next battle. Outcomes' weights have one sum in each case."""
    after: dict[Toll, int] = {}
    cases = [(toll, count, battle(toll)) for toll, count in live.items()]
    sums = {id(outcomes): sum(weight for _, weight in outcomes) for _, _, outcomes in cases}
    shared = math.lcm(*sums.values())
    for toll, count, outcomes in cases:
        each = count * (shared // sums[id(outcomes)])
        for more, weight in outcomes:
            key = Toll._make(map(int.__add__, toll, more))
            after[key] = after.get(key, 0) + each * weight
    return after, whole * shared


def _weighed(core: Core[Any], start: Any, toll_of: Callable[[Any], Toll]) -> Weighted:
    """A battle's outcomes merged by what they cost, with whole weights."""
    found = distribution(core, start).of(toll_of).outcomes
    shared = math.lcm(*(chance.denominator for _, chance in found))
    return [(toll, int(chance * shared)) for toll, chance in found]


def _at_sea(war: submarines.UBoatWar) -> Weighted:
    def toll_of(value: submarines.UBoatWar) -> Toll:
        result = submarines.resolve(value)
        lost = {war.victim: result.narfs}
        return Toll(
            britain=lost.get("britain", 0),
            us=lost.get("us", 0),
            convoy=result.smps_convoy,
            uboats=result.uboats_lost + result.attrition,
            asw=result.asw_lost,
        )

    return _weighed(submarines.UBoatCore(), war, toll_of)


def _on_britain(raid: bombing.Raid) -> Weighted:
    def toll_of(value: bombing.Raid) -> Toll:
        result = bombing.resolve(value)
        return Toll(
            britain=result.narfs,
            hits=result.smps_extra,
            firestorms=int(result.surrender != 0),
            sac=result.sac_flak_eliminated + result.sac_lost + result.attrition,
            interceptors=result.int_lost,
        )

    return _weighed(bombing.BombingCore(), raid, toll_of)


class _Raids:
    """A raid on Germany after what has happened before: the room that the turn's cap leaves, and in the Happy Time what
    came to the convoys. Each case is resolved once."""

    def __init__(self, campaign: TheWar, power: str, placed: Mapping[str, Box], cap: int) -> None:
        self._campaign, self._power, self._placed, self._cap = campaign, power, placed, cap
        self._known: dict[tuple[int, int], Weighted] = {}
        self._happy = power == "us" and uboat_modifiers.happy_time(campaign)
        # More than any raid can do: beyond that the cap is no matter.
        self._enough = placed[power].sac * max(*bombing.RATES[power], bombing.WINDOW_RATE)

    def __call__(self, toll: Toll) -> Weighted:
        key = (min(max(0, self._cap - toll.germany), self._enough), toll.convoy if self._happy else 0)
        if key not in self._known:
            raid = attrs.evolve(self._raid(key[1]), base=key[0] * strategic_losses.BASE_SHARE)
            self._known[key] = self._weighed(raid)
        return self._known[key]

    def _raid(self, convoy: int) -> bombing.Raid:
        facts = {**self._campaign.facts, "convoy-hit": convoy > 0, "convoy-massacre": convoy == 2}
        germany, night = self._placed.get("germany", Box()), self._power == "britain"
        guard, jets = (germany.night, germany.jets_night) if night else (germany.day, germany.jets_day)
        own = self._placed[self._power]
        told = attrs.evolve(self._campaign, facts=facts)
        return air_war.over_germany(told, self._power, own.sac, guard, jets, troops=own.troops)

    def _weighed(self, raid: bombing.Raid) -> Weighted:
        if city_raids.on(self._campaign):
            city = city_battle.supposed(self._campaign, self._power, raid)
            return _weighed(CityCore(), city, lambda value: self._toll(city_bombing.resolve(value)))
        return _weighed(bombing.BombingCore(), raid, lambda value: self._toll(bombing.resolve(value)))

    @staticmethod
    def _toll(result: bombing.RaidResult) -> Toll:
        return Toll(
            germany=result.narfs,
            base=result.base_loss,
            hits=result.smps_extra,
            firestorms=int(result.surrender != 0),
            sac=result.sac_flak_eliminated + result.sac_lost + result.attrition,
            interceptors=result.int_lost,
        )
