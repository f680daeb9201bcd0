"""What a unit moves in each impulse of this turn, and how far it flies, with every cause: its counter, its army,
surprise, weather, scorched earth, oil (4.5, 10.2.4, 11.2.1, 18.2, 21.4, 21.7.6, 24.1, 26.0). Hexes and paths are the
board's."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Breakdown
from engine.kernel.values import compared_often
from engine.thewar.combat import surprises
from engine.thewar.countries import scorched_earth
from engine.thewar.economy import oil, oil_shortage
from engine.thewar.weather import weather
from engine.thewar.weather.weather import Weather
from engine.thewar.world import counters, deeds, sides, titles, traits, wars
from engine.thewar.world.state import TheWar, Unit

FIRST, SECOND = 1, 2
MARCH_TRIED, MARCHES = "march-tried", "marches"
"""The deeds of units that have rolled for a forced march, and of those that make one (29.1)."""
CARRIED, OVERRUN = "carried", "overrun"
"""The deeds of units that Fleets have carried, and of hexes that an Automatic Victory has cleared (7.5, 9.8)."""
LANDING, ENTERING = 1, 1
"""Movement points that landing from the sea costs, and each hex of an Automatic Victory more (7.5, 9.8)."""
_WHEELED = ("mot", "motflak")
"""Kinds that move as Reserves though they have no Second Impulse (9.9.6)."""
NOWHERE = weather.CLEAR_SKY
WEST, EAST = "western", "eastern"
"""Surprises that slow the side that was attacked (18.2, 21.4)."""
_FRENCH = 3
_SOVIET = {"inf": 1, "arm": 2, "cav": 2}
_FRENCH_AIR = ("tac", "ftr")


@compared_often
class Circumstances:
    """What a movement allowance depends on beside the unit. ``sky``: the weather where it starts its move;
    ``surprised``: WEST, EAST or ''; ``axis_in_ussr``: an Axis unit inside the 1939 Soviet Union; ``burnt``: movement
    points that scorched earth takes there; ``passes``: its power has no NARFs and passes; ``dry``: it has no oil."""

    sky: Weather = NOWHERE
    surprised: str = ""
    axis_in_ussr: bool = False
    burnt: int = 0
    passes: bool = False
    dry: bool = False


def moves(unit: Unit, rating: int, circumstances: Circumstances, impulse: int = FIRST) -> Breakdown:
    """The movement points of a ground unit in an impulse, never below none. Raises BadStrength for what prints none."""
    printed = counters.factors(unit).move
    if impulse == SECOND:
        if unit.kind not in traits.SECOND_IMPULSE:
            return Breakdown().plus("only ARM, MECH and CAV move in the Second Impulse", 0, "10.2.4")
        points = traits.second_move(unit, rating)
        if circumstances.axis_in_ussr and points.total > 1:
            points = points.plus("the Axis in the 1939 Soviet Union", -1, "10.2.4, ruling 66")
        if circumstances.axis_in_ussr and circumstances.burnt:
            points = points.plus("scorched earth", -circumstances.burnt, "21.7.6")
    else:
        points = Breakdown().plus("printed movement allowance", printed, "2.4")
    if lost := _startled(unit, circumstances.surprised, impulse):
        points = points.plus("surprised", -lost, "18.2" if circumstances.surprised == WEST else "21.4")
    if lost := circumstances.sky.slows(unit.kind):
        points = points.plus(circumstances.sky.name, -lost, circumstances.sky.rule)
    if impulse == SECOND and circumstances.sky.no_second_impulse:
        points = points.plus(f"no Second Impulse in {circumstances.sky.name}", -points.total, circumstances.sky.rule)
    if circumstances.dry:
        points = points.plus("no oil to move", -points.total, "24.1")
    if circumstances.passes and points.total > 1:
        points = points.plus("one hex under a Pass", 1 - points.total, "4.5")
    return points.plus("never below none", -points.total, "9.2") if points.total < 0 else points


def _startled(unit: Unit, surprised: str, impulse: int) -> int:
    if surprised == WEST and unit.power == "france" and impulse == FIRST:
        return _FRENCH
    return _SOVIET.get(unit.kind, 0) if surprised == EAST and unit.power == "ussr" else 0


def flies(unit: Unit, circumstances: Circumstances) -> tuple[Breakdown, Breakdown]:
    """The hexes that an air unit flies to its target, on its own missions and on those that answer the enemy's.
    ``surprised`` halves French TAC and FTR, ``here.sky`` what it says."""
    printed = counters.factors(unit)
    return _ranged(unit, printed.move, circumstances), _ranged(unit, printed.interception, circumstances)


def _ranged(unit: Unit, printed: int, circumstances: Circumstances) -> Breakdown:
    hexes = Breakdown().plus("printed range", printed, "11.2.1.1")
    if circumstances.surprised == WEST and unit.power == "france" and unit.kind in _FRENCH_AIR:
        hexes = hexes.plus("surprised: halved, rounded up", -(hexes.total // 2), "18.2")
    whole, sky = hexes.total, circumstances.sky
    left = {
        weather.HALF_DOWN: whole // 2,
        weather.HALF_UP: -(-whole // 2),
        weather.ONE_HEX: min(whole, 1),
        weather.NONE: 0,
    }.get(sky.range, whole)
    if left != whole:
        hexes = hexes.plus(sky.name, left - whole, sky.rule)
    if sky.shorter and hexes.total:
        hexes = hexes.plus(sky.name, -min(sky.shorter, hexes.total), sky.rule)
    return hexes.plus("no oil to fly", -hexes.total, "24.1") if circumstances.dry else hexes


# --- of a campaign


def around(campaign: TheWar, unit: Unit, front: str = "", *, inside: bool = False) -> Circumstances:
    """What holds for a unit of a campaign that starts on a front, '' for none; ``inside``: inside the 1939 Soviet
    Union."""
    axis = sides.side(campaign, unit.power) == sides.AXIS
    owner = campaign.powers.get(unit.power) or campaign.powers.get(_patron(campaign, unit.power))
    return Circumstances(
        sky=weather.hits(campaign, unit, front) if front else NOWHERE,
        surprised=surprised(campaign, unit.power),
        axis_in_ussr=axis and inside,
        burnt=scorched_earth.slower(campaign),
        passes=owner is not None and owner.effort == "pass",
        dry=unit.immobile,
    )


def _patron(campaign: TheWar, owner: str) -> str:
    land = campaign.countries.get(owner)
    return land.patron if land is not None else ""


def surprised(campaign: TheWar, power: str) -> str:
    """Which surprise slows a power's units: in the player turn after the attack that surprised it (18.2, 21.4)."""
    if sides.phasing(campaign) != sides.ALLIED:
        return ""
    if power == "france" and slowed_in_west(campaign):
        return WEST
    return EAST if power == "ussr" and surprises.used(campaign, surprises.BARBAROSSA) else ""


def slowed_in_west(campaign: TheWar) -> bool:
    """Whether the West was surprised in this turn, and French units with it (18.2, 28.2.1 #1)."""
    return surprises.used(campaign, surprises.WESTERN) and "france" in surprises.surprised(campaign)


def allowance(campaign: TheWar, key: str, front: str = "", *, impulse: int = FIRST, inside: bool = False) -> Breakdown:
    """The movement points of a unit of a campaign in an impulse. Raises KeyError for an id that there is not."""
    unit = campaign.units[key]
    points = moves(unit, counters.rating(campaign, unit).value, around(campaign, unit, front, inside=inside), impulse)
    if impulse == FIRST and deeds.done(campaign, key, CARRIED) and points.total:
        points = points.plus("landed from the sea", -LANDING, "7.5")
    if impulse == FIRST and deeds.done(campaign, key, MARCHES):
        # An option that few play: it is loaded where somebody marches.
        from engine.thewar.rolls import forced_marches

        return points.plus("forced march", forced_marches.HEXES, forced_marches.RULE)
    return points


# --- what a step tells


def told_of_movement(campaign: TheWar) -> Iterable[str]:
    """What changes the allowances of the side that moves, in the impulse at hand, a sentence each with its rule."""
    second = campaign.progress.step.endswith("second-impulse")
    yield from _standing_still(campaign, (sides.phasing(campaign),))
    if surprised(campaign, "france") and not second:
        yield f"Surprise: French units move {_FRENCH} MP less (18.2)."
    if surprised(campaign, "ussr"):
        yield "Surprise: Soviet INF move 1 MP less, ARM and CAV 2 (21.4)."
    if second and sides.phasing(campaign) == sides.AXIS and (burnt := scorched_earth.slower(campaign)):
        yield f"Scorched earth: Axis units move {burnt} MP less in the 1939 Soviet Union (21.7.6)."
    yield from _ashore_and_overrun(campaign, second=second)
    if weather.zocs_cancelled(campaign):
        yield f"{FRONTS[weather.EASTERN]}, {weather.of(campaign, weather.EASTERN).name}: no ZOCs of the Axis (26.1.1)."
    for front, title in FRONTS.items():
        if (said := _slowed(campaign, front, second=second)) and weather.matters(campaign, front):
            sky = weather.of(campaign, front)
            yield f"{title}, {sky.name}: {'; '.join(said)} ({sky.rule})."


def _ashore_and_overrun(campaign: TheWar, *, second: bool) -> Iterable[str]:
    """What landing costs who was carried by sea, and entering a hex of an Automatic Victory (7.5, 9.8)."""
    carried = tuple(key for key in campaign.units if deeds.done(campaign, key, CARRIED))
    landed = [key for key in carried if traits.category(campaign.units[key]) == "ground"]
    if landed and not second:
        who = titles.units(campaign, landed)
        yield f"{LANDING} MP to land from the sea, then they move and fight: {who} (7.5)."
    half = sides.phasing(campaign)
    hexes = [deed.where for deed in campaign.missions.values() if (deed.deed, deed.half) == (OVERRUN, half)]
    if hexes:
        named = ", ".join(titles.where(campaign, where) for where in hexes)
        yield f"+{ENTERING} MP for each unit that enters a hex of an Automatic Victory: {named} (9.8)."


def reserve_moves(campaign: TheWar, key: str) -> Breakdown:
    """The movement points of a unit that comes as a Reserve: those of the Second Impulse; MOT lose one by rating
    (9.9.6). Raises KeyError for an id that there is not."""
    unit = campaign.units[key]
    if unit.kind not in _WHEELED:
        return allowance(campaign, key, impulse=SECOND)
    rating = min(counters.rating(campaign, unit).value, _SLOWEST)
    points = Breakdown().plus("printed movement allowance", counters.factors(unit).move, "2.4")
    return points.plus(f"a Reserve of an army rated {rating}", -rating, "9.9.6")


_SLOWEST = 3


def told_of_reserves(campaign: TheWar) -> Iterable[str]:
    """How far the units under Reserve markers move into or beside an attacked hex, and what interdiction adds (9.9.5,
    9.9.6)."""
    by_points: dict[int, list[str]] = {}
    for key, unit in campaign.units.items():
        if unit.reserve and sides.side(campaign, unit.power) == sides.non_phasing(campaign):
            by_points.setdefault(reserve_moves(campaign, key).total, []).append(key)
    for points, keys in sorted(by_points.items(), reverse=True):
        yield f"{titles.units(campaign, keys)}: {points} MP as a Reserve (9.9.6)."
    if by_points:
        yield "Each FTR, TAC or MDM that interdicts a Reserve adds 1 MP to the hex that it enters (9.9.5)."


FRONTS = {weather.EASTERN: "Eastern Front", weather.WESTERN: "West", weather.MEDITERRANEAN: "Mediterranean"}
"""The fronts as a step names them."""


def _slowed(campaign: TheWar, front: str, *, second: bool) -> list[str]:
    """What the weather of a front does to the units of the side that moves."""
    effects = []
    for russian, whose in _hit(campaign, front):
        sky = weather.of(campaign, front, russian=russian)
        if second and sky.no_second_impulse:
            effects.append(f"{whose}no Second Impulse")
            continue
        mobile = "ARM, MECH and MOT" if sky.trucks else "ARM and MECH"
        others = "INF and CAV" if sky.only else "others"
        parts = [f"{mobile} -{sky.mobile} MP"] if sky.mobile else []
        parts += [f"{others} -{sky.others}"] if sky.others and not second else []
        parts += [f"CAV -{sky.slows('cav')}"] if sky.others and second and sky.slows("cav") else []
        if parts:
            effects.append(whose + ", ".join(parts))
    return effects


def _hit(campaign: TheWar, front: str) -> tuple[tuple[bool, str], ...]:
    """The groups that the weather of a front hits differently in this player turn: whether as Soviet units, and their
    name."""
    if front != weather.EASTERN or weather.of(campaign, front) == weather.of(campaign, front, russian=True):
        return ((False, ""),)
    if sides.phasing(campaign) == sides.AXIS:
        return ((False, "Axis "), (True, "Finnish "))
    return ((True, "Soviet "),)


def _standing_still(campaign: TheWar, whose: tuple[str, ...]) -> Iterable[str]:
    """Who of these sides stays where he is: units named for want of oil, powers that pass without NARFs."""
    for power in [power for power in campaign.powers if sides.side(campaign, power) in whose]:
        name = wars.named(campaign, power)
        if power in oil.POWERS and (still := oil_shortage.standing_still(campaign, power)):
            yield f"{name} has no oil for {', '.join(still)}: they stay ({oil.shortage(power)['rule']})."
        if campaign.powers[power].effort == "pass":
            yield f"{name} passes: its units move one hex (4.5)."


def told_of_flight(campaign: TheWar) -> Iterable[str]:
    """What changes the ranges of the air units of both sides, a sentence each with its rule."""
    yield from _standing_still(campaign, (sides.AXIS, sides.ALLIED))
    if slowed_in_west(campaign):
        yield "Surprise: French TAC and FTR fly half their range, rounded up (18.2)."
    for front, title in FRONTS.items():
        for russian, whose in ((False, "Axis"), (True, "Soviet")):
            sky = weather.of(campaign, front, russian=russian)
            said = _SHORTENED.get(sky.range, f"{sky.shorter} hexes less" if sky.shorter else "")
            if said and (front == weather.EASTERN or not russian) and weather.matters(campaign, front):
                who = f"{whose} range " if front == weather.EASTERN else "range "
                yield f"{title}, {sky.name}: {who}{said} ({sky.rule})."


_SHORTENED = {
    weather.HALF_DOWN: "halved, rounded down",
    weather.HALF_UP: "halved, rounded up",
    weather.ONE_HEX: "1 hex",
    weather.NONE: "none, they stay on the ground",
}
