"""What may come of filling the boxes, against so many enemy units as the player supposes: exact, from what is public
(5.1, 5.2). What the enemy has really placed is never read."""

from __future__ import annotations

from engine.kernel.forecast import Distribution, distribution
from engine.kernel.orders import Order
from engine.kernel.sheets.boxes import Chance, Mean, Odds
from engine.kernel.standing import Done
from engine.kernel.values import evolve
from engine.thewar.rolls import bombing, submarines
from engine.thewar.strategic import (
    air_box,
    air_war,
    bomber_waves,
    city_battle,
    city_raids,
    eastern_raids,
    hunted_war,
    hunters_answers,
    mediterranean,
    rockets,
    sea_box,
    strategic_forces,
)
from engine.thewar.strategic.hunted_war import by_hunters
from engine.thewar.world import wars
from engine.thewar.world.state import TheWar


def suppose(campaign: TheWar, order: Order[TheWar], battle: str = "", enemy: int | None = None) -> Odds | None:
    """The odds of a battle (sea, mediterranean, night, day, over-britain, east) for an order that fills boxes or
    stacks; all that the enemy has in play is supposed unless ``enemy`` says how many. None where the order takes no
    part in that battle. Orders that bear on one battle alone need not have it named."""
    if isinstance(order, sea_box.SeaBox) and battle == "sea":
        return _at_sea(campaign, order, enemy)
    if isinstance(order, air_box.AirBox) and battle in ("night", "day", "over-britain"):
        return _raid(campaign, order, battle, enemy)
    if isinstance(order, _WAVES) and battle in ("", "over-britain"):
        return _in_waves(campaign, order, enemy)
    if isinstance(order, Done) and campaign.progress.step == bomber_waves.STEP:
        return _undivided(campaign)
    if isinstance(order, _HUNTS) and battle in ("", "sea"):
        return _hunting(campaign, order)
    if isinstance(order, mediterranean.MedBox) and battle == "mediterranean":
        return _in_the_mediterranean(campaign, order, enemy)
    if isinstance(order, eastern_raids.EastBox) and battle == "east":
        return _in_the_east(campaign, order, enemy)
    if isinstance(order, rockets.Launch) and battle in ("", "rockets"):
        return _rockets(campaign, order)
    return None


def _at_sea(campaign: TheWar, order: sea_box.SeaBox, enemy: int | None) -> Odds:
    german = order.power == "germany"
    kind, powers = ("asw", wars.enemies_of_germany(campaign)) if german else ("uboat", ("germany",))
    most = sum(strategic_forces.count(campaign, power, kind) for power in powers)
    about = ("sea", "U-boat war", "ASW" if german else "U-boats", most if enemy is None else enemy, most)
    war, hunters, assumed = hunted_war.supposed(campaign, order.power, order.filling(campaign), enemy)
    if not war.uboats and not war.raiders:
        return Odds(*about, quiet="no U-boat and no raider is at sea")
    refused = tuple(submarines.refusals(war))
    if refused:
        return Odds(*about, refused=refused)
    odds = hunted_war.forecast(campaign, war, hunters)
    return _weighed(about, war, evolve(odds, assumed=assumed + odds.assumed))


def _hunting(campaign: TheWar, order: Order[TheWar]) -> Odds | None:
    """The odds of an answer of hunters that are out."""
    war, odds = hunted_war.under_way(campaign), order.forecast(campaign)
    if war is None or odds is None:
        return None
    return _weighed(("sea", "U-boat war", "U-boats", war.uboats, war.uboats), war, odds)


def _weighed(
    about: tuple[str, str, str, int, int], war: submarines.UBoatWar, odds: Distribution[submarines.UBoatResult]
) -> Odds:
    columns = {result.column for result, _ in odds.outcomes if result.column}
    hunted, worn = odds.mean(lambda result: by_hunters(result)[0]), odds.mean(lambda result: result.attrition)
    return Odds(
        *about,
        victim=war.victim,
        narfs=odds.of(lambda result: result.narfs),
        means=(
            Mean("depleted by hunters", odds.mean(lambda result: by_hunters(result)[1])),
            Mean("U-boats lost", odds.mean(lambda result: result.uboats_lost) + worn + hunted),
            Mean("of them by hunters", hunted),
            Mean("of them by attrition", worn),
            Mean("ASW lost", odds.mean(lambda result: result.asw_lost)),
            Mean("SMPs lost", odds.mean(lambda result: result.smps_narfs + result.smps_convoy)),
        ),
        chances=(
            Chance("hunters hit U-boats", odds.chance(lambda result: sum(by_hunters(result)) > 0), "29.16"),
            Chance("Convoy Ambush", odds.chance(lambda result: result.smps_convoy == 1), "5.1.3.1"),
            Chance("Massacre", odds.chance(lambda result: result.smps_convoy == 2), "5.1.3.2"),
        ),
        column=_columns(columns),
        net=_net({war.modifier}) if war.rolls else "",
        supposed=odds.assumed,
    )


def _raid(campaign: TheWar, order: air_box.AirBox, battle: str, enemy: int | None) -> Odds | None:
    german = order.power == "germany"
    if battle == "over-britain":
        return _over_britain(campaign, order, enemy) if order.power in ("germany", "britain") else None
    by = "britain" if battle == "night" else "us"
    if by not in wars.enemies_of_germany(campaign) or (not german and order.power != by):
        return None
    title = "British raid" if by == "britain" else "American raid"
    if german:
        most = strategic_forces.count(campaign, by, "sac")
        supposed = most if enemy is None else enemy
        jets = order.jets_night if battle == "night" else order.jets_day
        plain = order.night if battle == "night" else order.day
        raid = air_war.over_germany(campaign, by, supposed, plain, jets)
    else:
        plain = strategic_forces.count(campaign, "germany", "int")
        most = plain + strategic_forces.count(campaign, "germany", "jet", "int")
        supposed = most if enemy is None else enemy
        # Interceptors beyond those that are no jets are supposed to be jets.
        jets = max(0, supposed - plain)
        raid = air_war.over_germany(campaign, by, order.sac, supposed - jets, jets, troops=order.troops)
    against = "SAC" if german else "INT"
    return _bombed(campaign, raid, battle, title, against, supposed, most, "germany")


def _over_britain(campaign: TheWar, order: air_box.AirBox, enemy: int | None) -> Odds:
    german = order.power == "germany"
    if german:
        most = strategic_forces.count(campaign, "britain", "int")
        supposed = most if enemy is None else enemy
        raid = air_war.over_britain(campaign, order.sac + bombing.MDM_SACS * order.mdm, supposed)
    else:
        most = strategic_forces.count(campaign, "germany", "sac")
        supposed = most if enemy is None else enemy
        raid = air_war.over_britain(campaign, supposed, order.interceptors)
    against = "INT" if german else "SAC"
    odds = _bombed(campaign, raid, "over-britain", "German raid", against, supposed, most, "britain")
    return evolve(odds, supposed=bomber_waves.undivided(campaign, order.mdm if german else most))


_HUNTS = (hunters_answers.SendHunters, hunters_answers.HuntFrom, hunters_answers.HuntersChit)
_WAVES = (bomber_waves.Waves, bomber_waves.WaveSizes, bomber_waves.WaveGuards)


def _in_waves(
    campaign: TheWar, order: bomber_waves.Waves | bomber_waves.WaveSizes | bomber_waves.WaveGuards, enemy: int | None
) -> Odds:
    german = order.power == "germany"
    most = strategic_forces.count(campaign, "britain", "int") if german else bomber_waves.flying(campaign)
    supposed = most if enemy is None else enemy
    about = ("over-britain", "German waves", "INT" if german else "SAC", supposed, most)
    flown = order.flown(campaign, supposed)
    if flown is None:
        return Odds(*about, quiet="the stacks are not filled as they must be")
    total = bomber_waves.sums(campaign, flown)
    return Odds(
        *about,
        victim="britain",
        narfs=total.of(lambda result: result.narfs),
        means=(
            Mean("SAC lost", total.mean(lambda result: result.shot + result.worn)),
            Mean("of them by attrition", total.mean(lambda result: result.worn)),
            Mean("INT lost", total.mean(lambda result: result.interceptors)),
            Mean("SAC depleted by Flak", total.mean(lambda result: result.depleted)),
        ),
        chances=(
            Chance("critical hit", total.chance(lambda result: result.critical_hits > 0), "5.2.1"),
            Chance("firestorm", total.chance(lambda result: result.firestorms > 0), "5.2.2"),
        ),
        supposed=flown.supposed,
    )


def _undivided(campaign: TheWar) -> Odds:
    """The odds where no waves are called: all in one raid, against all interceptors."""
    most = strategic_forces.count(campaign, "britain", "int")
    raid = air_war.over_britain(campaign, bomber_waves.flying(campaign), most)
    return _bombed(campaign, raid, "over-britain", "German raid", "INT", most, most, "britain")


def _in_the_mediterranean(campaign: TheWar, order: mediterranean.MedBox, enemy: int | None) -> Odds | None:
    if order.power not in ("britain", "italy"):
        return None
    british = order.power == "britain"
    most = (
        strategic_forces.count(campaign, "italy", "asw")
        if british
        else strategic_forces.count(campaign, "britain", "uboat")
    )
    supposed = most if enemy is None else enemy
    about = ("mediterranean", "Mediterranean", "ASW" if british else "submarines", supposed, most)
    patrol = order.patrol(campaign, supposed)
    if not patrol.subs:
        return Odds(*about, quiet="no submarine is at sea")
    odds = distribution(mediterranean.PatrolCore(), patrol).of(mediterranean.resolve)
    first = odds.outcomes[0][0]
    return Odds(
        *about,
        victim="italy",
        narfs=odds.of(lambda result: result.narfs),
        means=(
            Mean("submarines lost", odds.mean(lambda result: result.subs_lost)),
            Mean("ASW lost", odds.mean(lambda result: result.asw_lost)),
        ),
        column=first.column,
        net=_net({first.modifier}) if patrol.rolls else "",
        supposed=("nothing else of the enemy stands near",),
    )


def _in_the_east(campaign: TheWar, order: eastern_raids.EastBox, enemy: int | None) -> Odds:
    german = order.power == "germany"
    most = strategic_forces.count(campaign, "ussr", "int") if german else eastern_raids.bombers(campaign)
    supposed = most if enemy is None else enemy
    sac, guard = (order.sac, supposed) if german else (supposed, order.interceptors)
    raid = eastern_raids.over_ussr(campaign, sac, guard, baku=order.baku)
    return _bombed(campaign, raid, "east", "Eastern raid", "INT" if german else "SAC", supposed, most, "ussr")


def _rockets(campaign: TheWar, order: rockets.Launch) -> Odds:
    """Rockets against the interceptors that stand in the open box."""
    attack = rockets.prepared(campaign, order.v1, order.v2)
    odds = distribution(rockets.RocketCore(), attack)
    return Odds(
        "rockets",
        "Rockets",
        "INT",
        attack.interceptors,
        attack.interceptors,
        victim="britain",
        narfs=odds.of(lambda end: rockets.RocketAttack.within_cap(campaign, end.damage.total)),
        means=(
            Mean("V-1 lost on the way", odds.mean(lambda end: end.v1 - end.through)),
            Mean("V-2 that fail", odds.mean(lambda end: end.v2 - end.launched)),
        ),
    )


def _bombed(
    campaign: TheWar, raid: bombing.Raid, battle: str, title: str, against: str, supposed: int, most: int, victim: str
) -> Odds:
    about = (battle, title, against, supposed, most)
    if not raid.sac:
        return Odds(*about, quiet="no bomber flies")
    refused = tuple(bombing.refusals(raid))
    if refused:
        return Odds(*about, refused=refused)
    if victim == "germany" and city_raids.on(campaign):
        odds = city_battle.forecast(campaign, raid.by, raid)
    else:
        odds = distribution(bombing.BombingCore(), raid).of(bombing.resolve)
    lost = odds.mean(lambda result: result.sac_flak_eliminated + result.sac_lost + result.attrition)
    means = [
        Mean("SAC lost", lost),
        Mean("of them by attrition", odds.mean(lambda result: result.attrition)),
        Mean("INT lost", odds.mean(lambda result: result.int_lost)),
    ]
    if raid.heavy_flak:
        means.append(Mean("SAC depleted by Flak", odds.mean(lambda result: result.sac_flak_depleted)))
    nets = {result.modifier for result, _ in odds.outcomes if result.column}
    columns = {result.column for result, _ in odds.outcomes if result.column}
    return Odds(
        *about,
        victim=victim,
        narfs=odds.of(lambda result: result.narfs),
        means=tuple(means),
        chances=(
            Chance("critical hit", odds.chance(lambda result: result.rail_lost == 1), "5.2.1"),
            Chance("firestorm", odds.chance(lambda result: result.rail_lost == 2), "5.2.2"),
        ),
        column=_columns(columns),
        net=_net(nets),
    )


def _columns(columns: set[str]) -> str:
    """The column of the table, where it is one or one of two."""
    return " or ".join(sorted(columns)) if len(columns) < 3 else ""


def _net(nets: set[int]) -> str:
    """The net modifier of the die, or its span where Heavy Flak comes before it."""
    if not nets:
        return ""
    low, high = min(nets), max(nets)
    return (f"{low:+d}" if low else "0") if low == high else f"{low:+d} to {high:+d}"
