"""What a whole Strategic Warfare Segment may cost, exactly: the U-boat war with its hunts, the raids on Germany and the
raid on Britain, each by itself, brought together for the figures that are asked for (5.1, 5.2)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

import attrs

from engine.kernel.forecast import Distribution
from engine.kernel.sums import Sums, chained
from engine.thewar.rolls import bombing, submarines
from engine.thewar.strategic import (
    air_war,
    bomber_waves,
    city_battle,
    city_raids,
    hunted_war,
    strategic_forces,
    strategic_losses,
    sub_hunters,
    uboat_modifiers,
    uboat_war,
)
from engine.thewar.strategic.raid_sums import Capped, RaidSum, by_table, in_turn, summed
from engine.thewar.world import wars
from engine.thewar.world.state import Box, TheWar


class Toll(NamedTuple):
    """What a segment costs. NARFs lost by ``britain``, ``us`` and ``germany``, with ``base`` of the German base;
    ``convoy``: 0, 1 (Ambush) or 2 (Massacre); ``hits``: SMPs of bombing beyond those for NARFs, on Britain or Germany;
    ``firestorms`` on both; units lost to combat and attrition: ``uboats``, ``asw``, ``sac`` (German ones too, and lent
    bombers), ``interceptors``; ``uboats_depleted``: U-boats that sub hunters depleted."""

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
    uboats_depleted: int = 0


ASSUMED = ("no Espionage chit", "every raider comes through", "Britain bears what it can", "industry before oil")


def everything(campaign: TheWar) -> dict[str, Box]:
    """The boxes as if every power placed all that it has, which is what a player may suppose who knows nothing else.
    Germany divides its interceptors by halves, its MDM stay on the board."""
    boxes: dict[str, Box] = {}
    for power in wars.enemies_of_germany(campaign):
        boxes[power] = Box(
            asw=strategic_forces.count(campaign, power, "asw"),
            sac=strategic_forces.count(campaign, power, "sac"),
            interceptors=strategic_forces.count(campaign, power, "int") if power == "britain" else 0,
        )
    raided = [power for power, box in boxes.items() if box.sac]
    guard, jets = (
        strategic_forces.count(campaign, "germany", "int"),
        strategic_forces.count(campaign, "germany", "jet", "int"),
    )
    day = guard if raided == ["us"] else guard // 2 if "us" in raided else 0
    jets_day = jets if "us" in raided else 0
    boxes["germany"] = Box(
        uboats=strategic_forces.count(campaign, "germany", "uboat"),
        night=guard - day,
        day=day,
        jets_night=jets - jets_day,
        jets_day=jets_day,
    )
    return boxes


def forecast(campaign: TheWar, placed: Mapping[str, Box]) -> Sums[Toll]:
    """What a segment may cost with these boxes, read from nothing but them and what is public; always exact. NARFs for
    raids not flown (5.2) are no matter of chance and not counted."""
    raids = _Raids(campaign, placed)
    sea, britain = _at_sea(campaign, placed), raids.on_britain()
    if uboat_modifiers.happy_time(campaign):
        # The one time when what comes of one battle bears on another: on the raids that meet submarine pens (5.1.3.1).
        parts = [chained(Toll(), (lambda _: sea, lambda toll: raids.on_germany(toll.convoy)))]
    else:
        parts = [sea, raids.on_germany(0)]
    return Sums(Toll(), (*parts, britain), (*ASSUMED, *sea.assumed, *britain.assumed))


def _nothing() -> Distribution[Toll]:
    return Distribution(((Toll(), Fraction(1)),))


def _at_sea(campaign: TheWar, placed: Mapping[str, Box]) -> Distribution[Toll]:
    germany = placed.get("germany", Box())
    if not germany.uboats and not germany.raiders:
        return _nothing()
    allies = {power: placed[power] for power in wars.enemies_of_germany(campaign) if power in placed}
    hunters = {power: box.hunters for power, box in allies.items()} if sub_hunters.on(campaign) else {}
    war = uboat_war.prepared(
        campaign,
        uboats=germany.uboats,
        asw=sum(box.asw for box in allies.values()),
        hunters=sum(hunters.values()),
        raiders=len(germany.raiders),
    )

    def toll_of(result: submarines.UBoatResult) -> Toll:
        lost = {war.victim: result.narfs}
        sunk, depleted = hunted_war.by_hunters(result)
        return Toll(
            britain=lost.get("britain", 0),
            us=lost.get("us", 0),
            convoy=result.smps_convoy,
            uboats=sunk + result.uboats_lost + result.attrition,
            asw=result.asw_lost,
            uboats_depleted=depleted,
        )

    return hunted_war.forecast(campaign, war, hunters).of(toll_of)


class _Raids:
    """The raids of a segment, by their victim; what has happened at sea is told to those on Germany."""

    def __init__(self, campaign: TheWar, placed: Mapping[str, Box]) -> None:
        self._campaign, self._placed = campaign, placed
        self._germany = placed.get("germany", Box())
        self._known: dict[int, Distribution[Toll]] = {}

    def on_britain(self) -> Distribution[Toll]:
        """The German raid, in its waves as they stand (29.18)."""
        campaign, british = self._campaign, self._placed.get("britain", Box())
        sac = self._germany.sac + bombing.MDM_SACS * self._germany.mdm
        if not sac:
            return _nothing()
        flown = bomber_waves.division(campaign, self._germany, british)
        if flown is None:
            raid = air_war.over_britain(campaign, sac, british.interceptors)
            total = in_turn([Capped(raid, raid.base // strategic_losses.BASE_SHARE)])
            total = attrs.evolve(total, assumed=bomber_waves.undivided(campaign, self._germany.mdm))
        else:
            total = bomber_waves.sums(campaign, flown)
        return total.of(lambda raids: self._toll(raids, britain=raids.narfs))

    def on_germany(self, convoy: int) -> Distribution[Toll]:
        """The British raid and then the American one; ``convoy`` as in a toll."""
        if convoy not in self._known:
            cap = self._campaign.powers["germany"].base // strategic_losses.BASE_SHARE
            raids = (self._raid(power, convoy) for power in wars.enemies_of_germany(self._campaign))
            total = in_turn([Capped(raid, cap, self._resolved) for raid in raids if raid is not None])
            self._known[convoy] = total.of(lambda raids: self._toll(raids, germany=raids.narfs, base=raids.base))
        return self._known[convoy]

    def _raid(self, power: str, convoy: int) -> bombing.Raid | None:
        """A power's raid on Germany, None where it sends no bombers."""
        own, germany = self._placed.get(power, Box()), self._germany
        if not own.sac:
            return None
        facts = {**self._campaign.facts, "convoy-hit": convoy > 0, "convoy-massacre": convoy == 2}
        night = power == "britain"
        guard, jets = (germany.night, germany.jets_night) if night else (germany.day, germany.jets_day)
        told = attrs.evolve(self._campaign, facts=facts)
        return air_war.over_germany(told, power, own.sac, guard, jets, troops=own.troops)

    def _resolved(self, raid: bombing.Raid) -> Distribution[RaidSum]:
        if city_raids.on(self._campaign):
            return city_battle.forecast(self._campaign, raid.by, raid).of(summed)
        return by_table(raid)

    @staticmethod
    def _toll(raids: RaidSum, **narfs: int) -> Toll:
        return Toll(
            **narfs,
            hits=raids.smps,
            firestorms=raids.firestorms,
            sac=raids.shot + raids.worn,
            interceptors=raids.interceptors,
        )
