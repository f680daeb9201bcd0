"""What may come of filling the boxes, against so many enemy units as the player supposes: exact, from what is public
(5.1, 5.2). What the enemy has really placed is never read."""

from __future__ import annotations

from fractions import Fraction

from attrs import frozen

from engine.kernel.forecast import Distribution, distribution
from engine.kernel.orders import Order
from engine.kernel.refusals import Refusal
from engine.thewar import air_war, bombing, boxes, city_battle, city_raids, submarines, uboat_war
from engine.thewar.state import TheWar


@frozen
class Mean:
    """What is lost on the average, in units, NARFs or SMPs as the label says."""

    label: str
    value: Fraction


@frozen
class Chance:
    """How likely something is, and the rule that says what it does."""

    label: str
    value: Fraction
    rule: str


@frozen
class Odds:
    """One battle forecast. ``enemy`` units of the kind ``against`` are supposed, of ``most`` in play; ``narfs`` that
    ``victim`` loses; ``refused``: why it cannot be fought; ``quiet``: why nothing is fought at all."""

    battle: str
    title: str
    against: str
    enemy: int
    most: int
    victim: str = ""
    narfs: Distribution[int] = Distribution(())
    means: tuple[Mean, ...] = ()
    chances: tuple[Chance, ...] = ()
    column: str = ""
    net: str = ""
    refused: tuple[Refusal, ...] = ()
    quiet: str = ""


def suppose(campaign: TheWar, order: Order[TheWar], battle: str, enemy: int | None = None) -> Odds | None:
    """The odds of a battle (sea, night, day, over-britain) for an order that fills the boxes; all that the enemy has
    in play is supposed unless ``enemy`` says how many. None where the order takes no part in that battle."""
    if isinstance(order, boxes.SeaBox) and battle == "sea":
        return _at_sea(campaign, order, enemy)
    if isinstance(order, boxes.AirBox) and battle in ("night", "day", "over-britain"):
        return _raid(campaign, order, battle, enemy)
    return None


def _at_sea(campaign: TheWar, order: boxes.SeaBox, enemy: int | None) -> Odds:
    allies = boxes.enemies_of_germany(campaign)
    german = order.power == "germany"
    if german:
        most = sum(boxes.count(campaign, power, "asw") for power in allies)
        supposed = most if enemy is None else enemy
        uboats, asw, raiders = order.uboats, supposed, len(order.raiders)
    else:
        most = boxes.count(campaign, "germany", "uboat")
        supposed = most if enemy is None else enemy
        beside = sum(boxes.count(campaign, power, "asw") for power in allies if power != order.power)
        uboats, asw, raiders = supposed, order.asw + beside, 0
    about = ("sea", "U-boat war", "ASW" if german else "U-boats", supposed, most)
    if not uboats and not raiders:
        return Odds(*about, quiet="no U-boat and no raider is at sea")
    war = uboat_war.prepared(campaign, uboats=uboats, asw=asw, raiders=raiders)
    refused = tuple(submarines.refusals(war))
    if refused:
        return Odds(*about, refused=refused)
    found = distribution(submarines.UBoatCore(), war).of(submarines.resolve)
    return Odds(
        *about,
        victim=war.victim,
        narfs=found.of(lambda result: result.narfs),
        means=(
            Mean("U-boats lost", found.mean(lambda result: result.uboats_lost + result.attrition)),
            Mean("of them by attrition", found.mean(lambda result: result.attrition)),
            Mean("ASW lost", found.mean(lambda result: result.asw_lost)),
            Mean("SMPs lost", found.mean(lambda result: result.smps_narfs + result.smps_convoy)),
        ),
        chances=(
            Chance("Convoy Ambush", found.chance(lambda result: result.smps_convoy == 1), "5.1.3.1"),
            Chance("Massacre", found.chance(lambda result: result.smps_convoy == 2), "5.1.3.2"),
        ),
        column=war.column,
        net=_net({war.modifier}) if war.rolls else "",
    )


def _raid(campaign: TheWar, order: boxes.AirBox, battle: str, enemy: int | None) -> Odds | None:
    german = order.power == "germany"
    if battle == "over-britain":
        return _over_britain(campaign, order, enemy) if order.power in ("germany", "britain") else None
    by = "britain" if battle == "night" else "us"
    if by not in boxes.enemies_of_germany(campaign) or (not german and order.power != by):
        return None
    title = "British raid" if by == "britain" else "American raid"
    if german:
        most = boxes.count(campaign, by, "sac")
        supposed = most if enemy is None else enemy
        jets = order.jets_night if battle == "night" else order.jets_day
        plain = order.night if battle == "night" else order.day
        raid = air_war.over_germany(campaign, by, supposed, plain, jets)
    else:
        plain = boxes.count(campaign, "germany", "int")
        most = plain + boxes.count(campaign, "germany", "jet", "int")
        supposed = most if enemy is None else enemy
        # Interceptors beyond those that are no jets are supposed to be jets.
        jets = max(0, supposed - plain)
        raid = air_war.over_germany(campaign, by, order.sac, supposed - jets, jets, troops=order.troops)
    against = "SAC" if german else "INT"
    return _bombed(campaign, raid, battle, title, against, supposed, most, "germany")


def _over_britain(campaign: TheWar, order: boxes.AirBox, enemy: int | None) -> Odds:
    german = order.power == "germany"
    if german:
        most = boxes.count(campaign, "britain", "int")
        supposed = most if enemy is None else enemy
        raid = air_war.over_britain(campaign, order.sac + boxes.LENT * order.mdm, supposed)
    else:
        most = boxes.count(campaign, "germany", "sac")
        supposed = most if enemy is None else enemy
        raid = air_war.over_britain(campaign, supposed, order.interceptors)
    return _bombed(campaign, raid, "over-britain", "German raid", "INT" if german else "SAC", supposed, most, "britain")


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
        found = city_battle.forecast(campaign, raid.by, raid)
    else:
        found = distribution(bombing.BombingCore(), raid).of(bombing.resolve)
    lost = found.mean(lambda result: result.sac_flak_eliminated + result.sac_lost + result.attrition)
    means = [
        Mean("SAC lost", lost),
        Mean("of them by attrition", found.mean(lambda result: result.attrition)),
        Mean("INT lost", found.mean(lambda result: result.int_lost)),
    ]
    if raid.heavy_flak:
        means.append(Mean("SAC depleted by Flak", found.mean(lambda result: result.sac_flak_depleted)))
    nets = {result.modifier for result, _ in found.outcomes if result.column}
    columns = {result.column for result, _ in found.outcomes if result.column}
    return Odds(
        *about,
        victim=victim,
        narfs=found.of(lambda result: result.narfs),
        means=tuple(means),
        chances=(
            Chance("critical hit", found.chance(lambda result: result.rail_lost == 1), "5.2.1"),
            Chance("firestorm", found.chance(lambda result: result.rail_lost == 2), "5.2.2"),
        ),
        column=" or ".join(sorted(columns)) if len(columns) < 3 else "",
        net=_net(nets),
    )


def _net(nets: set[int]) -> str:
    """The net modifier of the die, or its span where Heavy Flak comes before it."""
    if not nets:
        return ""
    low, high = min(nets), max(nets)
    return (f"{low:+d}" if low else "0") if low == high else f"{low:+d} to {high:+d}"
