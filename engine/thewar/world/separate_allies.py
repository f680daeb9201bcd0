"""Allies that keep apart: Britain and France while France stands, whose aircraft do not work together and whose units
do not stand together, the Soviet Union and the Western Allies (6.2.1, 6.2.2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from engine.kernel.refusals import Refusal
from engine.thewar.world import markers, minors, titles, traits, variants_played, wars
from engine.thewar.world.state import TheWar, Unit

_ONE_NATION = frozenset({"britain", "france"})
_WESTERN = ("britain", "us", "france")
_APART = ("western", "soviet")
_ARMS = {"ground": "ground units", "air": "air units"}


def _two_nations(campaign: TheWar) -> bool:
    """Whether British and French aircraft keep apart: while France stands, unless a variant has made one army of them
    (28.2.1 #9, 28.2.2 #9)."""
    return wars.standing(campaign, "france") and not variants_played.one_army(campaign)


def apart(campaign: TheWar, one: str, other: str) -> str:
    """The rule by which aircraft of one do not support ground units of the other, '' where they may (6.2.1, 6.2.2)."""
    pair = {one, other}
    if pair == _ONE_NATION and _two_nations(campaign):
        return "6.2.1"
    return "6.2.2" if "ussr" in pair and pair & set(_WESTERN) else ""


def supports(campaign: TheWar, air: Sequence[str], ground: Sequence[str]) -> Iterable[Refusal]:
    """Why aircraft do not support ground units: all of these are an ally's for whom they give no air support. FTR are
    none that support (11.2.3)."""
    owners = dict.fromkeys(campaign.units[key].power for key in ground if key in campaign.units)
    bombers = [key for key in air if key in campaign.units and traits.support(campaign.units[key]).value]
    for owner in dict.fromkeys(campaign.units[key].power for key in bombers):
        rules = [apart(campaign, owner, other) for other in owners]
        if rules and all(rules):
            mine = [key for key in bombers if campaign.units[key].power == owner]
            whose = " and ".join(wars.named(campaign, other) for other in owners)
            yield Refusal(
                rules[0],
                f"{titles.units(campaign, mine)} of {wars.named(campaign, owner)} supports no ground units of {whose}",
                f"Aircraft of {whose} do, or of others.",
            )


def together(campaign: TheWar, units: Iterable[str]) -> Iterable[Refusal]:
    """Why units do not take part in the same battle or mission: British and French aircraft while France stands
    (6.2.1), Soviets and the West with anything (6.2.2, ruling 332)."""
    air = tuple(units)
    yield from _east_and_west(campaign, air, "one battle or mission")
    owners = {campaign.units[key].power for key in air if key in campaign.units and _flies(campaign, key)}
    if _ONE_NATION.issubset(owners) and _two_nations(campaign):
        yield Refusal("6.2.1", "British and French aircraft do not fight together in the air", "One of them alone.")


def in_one_place(campaign: TheWar, where: str, coming: Collection[str]) -> Iterable[Refusal]:
    """Why units do not come to a place of the map: Soviets and the West never stack (6.2.2, ruling 332); British and
    French ground units only in a beachhead, their aircraft base apart (6.2.1)."""
    place = campaign.places.get(where)
    if place is None or place.kind == "box":
        return
    there = tuple(key for key, unit in campaign.units.items() if unit.place == where)
    yield from _east_and_west(campaign, (*coming, *there), "one place")
    if _two_nations(campaign):
        landed = bool(markers.at(campaign, where, (markers.BEACHHEAD,)))
        for arm, what in _ARMS.items():
            new = {campaign.units[key].power for key in coming if key in campaign.units and _is(campaign, key, arm)}
            old = {campaign.units[key].power for key in there if _is(campaign, key, arm)}
            if new & _ONE_NATION and _ONE_NATION.issubset(new | old) and not (landed and arm == "ground"):
                hint = "Their ships do; ground units share a beachhead alone."
                yield Refusal("6.2.1", f"British and French {what} do not end together at {place.name}", hint)


def _is(campaign: TheWar, key: str, arm: str) -> bool:
    return traits.category(campaign.units[key]) == arm


def _east_and_west(campaign: TheWar, keys: Iterable[str], what: str) -> Iterable[Refusal]:
    """Units of the Soviet Union or its Satellites with such of the West, in words."""
    sides: dict[str, list[str]] = {}
    for key in dict.fromkeys(keys):
        if key in campaign.units and (whose := minors.alliance(campaign, campaign.units[key].power)) in _APART:
            sides.setdefault(whose, []).append(key)
    if len(sides) == len(_APART):
        names = " and ".join(titles.units(campaign, sides[whose]) for whose in _APART)
        reason = f"Soviets and Western Allies are not in {what}: {names}"
        yield Refusal("6.2.2, ruling 332", reason, "One of them alone.")


def barred(campaign: TheWar, unit: Unit, ground: Collection[str], flying: Collection[str]) -> str:
    """Why an aircraft may not be named where units of the owners ``ground`` fight and aircraft of the owners ``flying``
    take part, in words that go on with ``2 of them ...``; '' where it may. ``supports`` and ``together`` judge it."""
    if ground and traits.support(unit).value:
        rules = [apart(campaign, unit.power, owner) for owner in ground]
        if all(rules):
            whose = " and ".join(wars.named(campaign, owner) for owner in ground)
            return f"support no ground units of {whose} ({rules[0]})"
    other = next((owner for owner in flying if {owner, unit.power} == _ONE_NATION), "")
    if other and _two_nations(campaign):
        return f"fight together with no aircraft of {wars.named(campaign, other)} (6.2.1)"
    return ""


def _flies(campaign: TheWar, key: str) -> bool:
    """Whether a unit is an aircraft."""
    return traits.category(campaign.units[key]) == "air"
