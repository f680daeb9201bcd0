"""Who is in supply: the marks that checks have left on units and places, and what they take from a unit (12.0, 12.2.3,
12.6, rulings 404, 405).

Lines of supply are the board's. At a check somebody names who is cut off; whoever is not named is in supply. Everything
that supply decides asks here: ``level`` for the state with its cause, ``supplied`` for what a unit may not do,
``fights`` for what it is worth in a battle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.world import calendar, deeds, guests, installed, ratings, sides, titles, traits
from engine.thewar.world.state import Deed, Grace, SupplyMark, TheWar, Unit

Level = Literal["full", "limited", "out"]
Purpose = Literal["move", "repair", "upgrade", "build", "airbase", "mission", "intercept"]
FULL: Level = "full"
LIMITED: Level = "limited"
OUT: Level = "out"
MOVE: Purpose = "move"
"""A move of any kind, by land, rail, sea or Strategic Movement Points; of aircraft and ships it is a change of base."""
REPAIR: Purpose = "repair"
UPGRADE: Purpose = "upgrade"
BUILD: Purpose = "build"
AIRBASE: Purpose = "airbase"
"""An airbase that is put up: in full supply alone (11.1.1)."""
MISSION: Purpose = "mission"
"""A mission at sea or in the air, other than a change of base."""
INTERCEPT: Purpose = "intercept"
RULE = "12.0, ruling 404"
LIMITED_RULE = "12.2.3, 12.2.6, ruling 405"
LIMITED_AIR = 3
"""The rating as which aircraft on a limited source fight, where theirs is no worse (12.2.3)."""
HELP = "'in-supply' at a check takes the mark off; nobody who is not named is cut off."


@frozen
class Supply:
    """How a unit or a place is supplied. ``level``: in full, on a limited source, or out of supply; ``why`` in words,
    '' in full supply; ``since``: the turn in which it was named, '' where nobody has named it."""

    level: Level
    why: str = ""
    rule: str = RULE
    since: str = ""


@frozen
class Worth:
    """What a unit is worth in a battle for its supply: ``rating`` with its causes, 1 best to 4; whether it counts
    ``as_depleted``, and whether its loss is one ``out_of_supply`` (15.3)."""

    rating: Breakdown
    as_depleted: bool = False
    out_of_supply: bool = False


_IN_FULL = Supply(FULL)


# --- the state


def level(campaign: TheWar, key: str) -> Supply:
    """How a unit in play is supplied. Raises KeyError for an id that there is not."""
    unit = campaign.units[key]
    if always(unit) or grace(campaign, key) is not None:
        return _IN_FULL
    if (mark := mark_of(campaign, key)) is not None:
        return _told(mark, campaign.supply_places.get(unit.place) is mark and titles.where(campaign, unit.place))
    if guests.cut_off(campaign, key):
        return Supply(OUT, "it has not left the former Associate", "16.3.3, ruling 319")
    return _IN_FULL


def at(campaign: TheWar, place: str) -> Supply:
    """How a recorded place or hex is supplied: what is built or repaired in it asks."""
    mark = campaign.supply_places.get(place)
    if mark is not None and stands(campaign, mark):
        return _told(mark, titles.where(campaign, place))
    return _IN_FULL


def _told(mark: SupplyMark, where: str | bool) -> Supply:
    what = "on a limited source" if mark.level == LIMITED else "out of supply"
    there = f", with all in {where}" if where else ""
    rule = LIMITED_RULE if mark.level == LIMITED else RULE
    why = f"{what} since {calendar.spoken(mark.since)}{there}"
    return Supply(LIMITED if mark.level == LIMITED else OUT, why, rule, mark.since)


def mark_of(campaign: TheWar, key: str) -> SupplyMark | None:
    """The mark that holds for a unit in play: its own, else that of the place where it is recorded, as long as it
    lasts; None where there is none. Who stands in a place that is out of supply is so with all in it, whatever limited
    source he had (ruling 505). Marks are no matter of partisans and of units in grace: ask ``level``."""
    own = campaign.supply_marks.get(key)
    held = own if own is not None and stands(campaign, own) else None
    if held is not None and held.level == OUT:
        return held
    unit = campaign.units[key]
    there = campaign.supply_places.get(unit.place)
    if there is None or not stands(campaign, there) or sides.side(campaign, unit.power) != there.side:
        return held
    if held is not None and there.level != OUT:
        return held
    return held if deeds.is_kept(campaign, resupplied(campaign, key)) else there


def resupplied(campaign: TheWar, key: str) -> Deed:
    """The deed of a unit that was found in supply before the Second Impulse of the player turn at hand, whatever lies
    on the place where it stands (12.6.2)."""
    return deeds.in_half(key, sides.phasing(campaign), 2, "resupplied")


def always(unit: Unit) -> bool:
    """Whether a unit is in supply whatever happens: partisans, and what strategic warfare counts (12.1.1)."""
    return unit.kind == "partisan" or traits.category(unit) == "strategic"


def stands(campaign: TheWar, mark: SupplyMark) -> bool:
    """Whether a mark holds still: it ends with the third check of its side in the turn that it names, and does not hold
    while its owner runs supply there."""
    if mark.lifted:
        return False
    if not mark.until:
        return True
    left = calendar.number(mark.until) - calendar.now(campaign)
    if left:
        return left > 0
    phasing = sides.phasing(campaign)
    if not phasing:
        # What both sides do together stands before the halves, but for the end of the turn.
        return not campaign.progress.step.startswith("end.")
    return phasing == mark.side or phasing == sides.AXIS


def grace(campaign: TheWar, key: str) -> Grace | None:
    """The grace that a unit is in now, None where it is in none: what it did is of this turn, or of the turn before
    and its side's player turn has not begun again (12.3, ruling 410)."""
    given = campaign.graces.get(key)
    if given is None or key not in campaign.units:
        return None
    over = calendar.now(campaign) - calendar.number(given.since)
    if over <= 0:
        return given
    begun = _begun(campaign, sides.side(campaign, campaign.units[key].power))
    return given if over == 1 and not begun else None


def _begun(campaign: TheWar, side: str) -> bool:
    """Whether a side's player turn has begun in this turn."""
    phasing = sides.phasing(campaign)
    if not phasing:
        return campaign.progress.step.startswith("end.")
    return phasing == side or phasing == sides.ALLIED


# --- what it takes


def supplied(campaign: TheWar, units: Iterable[str], purpose: Purpose) -> Iterator[Refusal]:
    """Every reason why units, as far as they are in play, do not do something for want of supply.

    Out of supply, ground units do not move and nothing is repaired, upgraded or built; aircraft fly nowhere but to
    another base, ships neither sail on missions nor intercept. On a limited source nothing is repaired or upgraded that
    asks for full supply, and ships do not intercept (12.2.3, 12.6.1, 12.6.3, ruling 405)."""
    together: dict[tuple[Supply, str, str], list[str]] = {}
    for key in units:
        if key not in campaign.units:
            continue
        supply = level(campaign, key)
        barred = _barred(campaign.units[key], supply.level, purpose) if supply.level != FULL else None
        if barred is not None:
            together.setdefault((supply, *barred), []).append(key)
    for (supply, rule, what), keys in together.items():
        be = "are" if len(keys) > 1 else "is"
        reason = f"{titles.units(campaign, keys)} {be} {supply.why}: {what}"
        yield Refusal(_joined(rule, supply.rule), reason, _way_out(campaign.units[keys[0]], supply, purpose))


def able(campaign: TheWar, units: Iterable[str], purpose: Purpose) -> list[str]:
    """Those of some units that want of supply keeps from nothing."""
    if not campaign.supply_marks and not campaign.supply_places:
        return list(units)
    return [key for key in units if not any(True for _ in supplied(campaign, (key,), purpose))]


def supplied_at(campaign: TheWar, place: str, purpose: Purpose) -> Iterator[Refusal]:
    """Why nothing is repaired, upgraded or built in a place: it is a fortress under siege, out of supply, or on a
    limited source."""
    yield from installed.besieged(campaign, place)
    supply = at(campaign, place)
    if supply.level == FULL or (supply.level == LIMITED and purpose == BUILD):
        return
    if purpose in _FULL_ONLY:
        rule, what = _FULL_ONLY[purpose]
        # A place is told with its own name.
        said = supply.why.partition(", with all in ")[0]
        reason = f"{titles.where(campaign, place)} is {said}: {what}"
        yield Refusal(_joined(rule, supply.rule), reason, f"A place in full supply. {HELP}")


def fights(campaign: TheWar, key: str, rating: int) -> Worth:
    """What a unit of a rating is worth in a battle. On a limited source ground units count as Depleted and aircraft as
    Third-Rate; out of supply aircraft and ships are Fourth-Rate, and ground units fight with what they have: what is
    lost is lost out of supply (12.2.3, 12.6.3, 15.3, rulings 405, 511). Raises KeyError for an id that there is not."""
    unit, supply = campaign.units[key], level(campaign, key)
    plain = Breakdown((Line("its rating", rating, "10.8, 11.11, 7.11"),))
    if supply.level == FULL:
        return Worth(plain)
    category = traits.category(unit)
    if supply.level == LIMITED:
        worst = LIMITED_AIR if category == "air" else rating
        return Worth(_no_better(plain, worst, supply), as_depleted=category == "ground")
    worst = rating if category == "ground" else ratings.WORST
    # Aircraft are built again at the normal price (12.6.4).
    return Worth(_no_better(plain, worst, supply), out_of_supply=category != "air")


def _no_better(figure: Breakdown, worst: int, supply: Supply) -> Breakdown:
    more = worst - figure.total
    rule = LIMITED_RULE if supply.level == LIMITED else "12.6.3"
    return figure.plus(supply.why, more, rule) if more > 0 else figure


_FULL_ONLY: dict[Purpose, tuple[str, str]] = {
    REPAIR: ("12.2.3", "nothing of it is repaired"),
    UPGRADE: ("12.2.3", "nothing of it is upgraded"),
    BUILD: ("15.2.3", "nothing is built there"),
    AIRBASE: ("11.1.1", "no airbase is built there"),
}


def _barred(unit: Unit, how: Level, purpose: Purpose) -> tuple[str, str] | None:
    """By which rule something is barred, and what is not done; None where it is not."""
    category = traits.category(unit)
    if purpose in _FULL_ONLY and (how == OUT or purpose != BUILD):
        return _FULL_ONLY[purpose]
    if purpose == INTERCEPT and category == "naval":
        return ("12.2.3", "ships do not intercept") if how == LIMITED else ("12.6.3", "ships sail on no mission")
    if how != OUT:
        return None
    if purpose == MOVE and category == "ground":
        return "12.6.1", "ground units do not move"
    if purpose in (MISSION, INTERCEPT) and category != "ground":
        return "12.6.3", "it flies only to another base" if category == "air" else "ships sail on no mission"
    return None


def _way_out(unit: Unit, supply: Supply, purpose: Purpose) -> str:
    if supply.rule.startswith("16.3.3"):
        return "It leaves with 'station'."
    category = traits.category(unit)
    if supply.level == OUT and category == "ground" and purpose == MOVE:
        return f"It may attack next to it. {HELP}"
    if supply.level == OUT and category != "ground" and purpose in (MISSION, INTERCEPT):
        return f"A change of base to a supplied one. {HELP}"
    return HELP


def _joined(*rules: str) -> str:
    return ", ".join(dict.fromkeys(part for rule in rules for part in rule.split(", ")))


# --- marks that go


def end_turn(tx: Transaction[TheWar], power: str) -> None:
    """A turn ends: marks on units that are gone, and those whose date is over, are taken off."""
    for key, mark in list(tx.campaign.supply_marks.items()):
        if key not in tx.campaign.units or not stands(tx.campaign, mark):
            tx.remove(f"supply_marks.{key}", "its date is over", RULE)
    for key, mark in list(tx.campaign.supply_places.items()):
        if not stands(tx.campaign, mark):
            tx.remove(f"supply_places.{key}", "its date is over", RULE)
