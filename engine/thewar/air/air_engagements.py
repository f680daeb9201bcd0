"""The air battle that an announced engagement comes to: who, with what Flak, under what sky (11.5.2, 11.9, 11.12, 18.2,
21.4, ruling 24)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.remembering import unchanged
from engine.thewar.air.air_round import Skies
from engine.thewar.air.air_sides import COUNTER_AIR, OVER_HEX, AirBattle, Plan
from engine.thewar.combat import battles, surprises
from engine.thewar.combat.combatants import said_cut_off
from engine.thewar.rolls import air_combat, flak
from engine.thewar.world import installed, sides
from engine.thewar.world.state import Engagement, TheWar

CIRCUMSTANCES = {
    "airbase": ("an airbase counter is in the hex", "11.5.2"),
    "city": ("a city or port is in the hex", "11.12.1"),
    "capital": ("a national capital is in the hex", "11.12.1"),
    "port": ("the hex is a port or shipyard, so that NAC may fly", "11.5.1"),
    "over-britain": ("over Britain, or a Sea Area next to it", "11.9"),
    "attackers-unsupplied": ("the attackers are out of supply", "12.6.3"),
    "defenders-unsupplied": ("the defenders are out of supply", "12.6.3"),
}
"""Facts that the description of an air battle may name beside surprises: each in words, with its rule."""
FACTS = (*CIRCUMSTANCES, *air_combat.BY_ID)
MOST_FLAK = 9
_FLAK = {f"flak-{number}": number for number in range(1, MOST_FLAK + 1)}
"""How many Flak units are in the hex, as a fact of an engagement in the air."""


def battle(
    campaign: TheWar,
    where: str,
    engagement: Engagement,
    *,
    effort: str = "none",
    plan: Plan = Plan(),  # noqa: B008
) -> AirBattle:
    """The air battle between the units of an engagement that are still there; over a battle on the ground, the air
    units of both sides."""
    return _battle(campaign, where, engagement, effort, plan)


@unchanged(*battles.BOARD)
def _battle(campaign: TheWar, where: str, engagement: Engagement, effort: str, plan: Plan) -> AirBattle:
    counter = engagement.kind == battles.AIR
    based = battles.force(campaign, engagement.defenders) if counter else ()
    attackers = battles.force(campaign, engagement.attackers if counter else engagement.air)
    defenders = (*based, *battles.force(campaign, engagement.facing))
    # Over a battle on the ground they are said of the ground units in it.
    return AirBattle(
        attackers=said_cut_off(attackers) if counter and "attackers-unsupplied" in engagement.facts else attackers,
        defenders=said_cut_off(defenders) if counter and "defenders-unsupplied" in engagement.facts else defenders,
        kind=COUNTER_AIR if counter else OVER_HEX,
        skies=skies(campaign, where, engagement, effort),
        flak=factors(campaign, where, engagement).total,
        based=tuple(unit.name for unit in based),
        plan=plan,
        port="port" in engagement.facts,
    )


def skies(campaign: TheWar, where: str, engagement: Engagement, effort: str = "none") -> Skies:
    """What holds for the whole battle: the Axis over Britain, the effort, surprises."""
    place = campaign.places.get(where)
    british = "over-britain" in engagement.facts or (place is not None and place.country == "britain")
    axis = sides.side(campaign, engagement.by) == sides.AXIS
    known = surprises.in_air(campaign, engagement)
    held = (name for name in air_combat.BY_ID if not known.get(name, "" if name in engagement.facts else "not named"))
    return Skies(over_britain=british and axis, effort=effort, modifiers=tuple(held))


def factors(campaign: TheWar, where: str, engagement: Engagement) -> Breakdown:
    """The Flak of the hex: all of it against a counter-air mission (11.5.1, 11.5.2); against what supports an attack
    on the ground only the Flak units among the defenders (11.12.2)."""
    fires, rule = _flak(campaign, where, engagement), surprises.silent_base(campaign, where, engagement)
    # Airfields of the West are silent, Flak units on them are not; of the Soviet Union both are.
    firing = _units(campaign, engagement) if rule == surprises.AIRFIELDS else 0
    if rule and fires.total > firing:
        return fires.plus("silent: surprised", firing - fires.total, rule)
    return fires


def _units(campaign: TheWar, engagement: Engagement) -> int:
    """The Flak units in the hex."""
    if engagement.kind == battles.AIR:
        return next((_FLAK[name] for name in engagement.facts if name in _FLAK), 0)
    return sum(key in campaign.units and campaign.units[key].kind == "flak" for key in engagement.defenders)


def _flak(campaign: TheWar, where: str, engagement: Engagement) -> Breakdown:
    if engagement.kind != battles.AIR:
        return flak.of_place(units=_units(campaign, engagement))
    place = campaign.places.get(where)
    known = place is not None and place.kind in ("city", "port")
    return flak.of_place(
        airbase="airbase" in engagement.facts or bool(installed.at(campaign, where, installed.AIRBASE)),
        city=known or bool({"city", "port"} & set(engagement.facts)),
        capital="capital" in engagement.facts or _capital(campaign, where),
        units=_units(campaign, engagement),
    )


def _capital(campaign: TheWar, where: str) -> bool:
    """Whether a place is a Major Power's capital, or that of the minor country in which it lies."""
    place = campaign.places.get(where)
    if place is None:
        return False
    land = campaign.countries.get(place.country)
    return bool(place.tags.get("capital")) or (land is not None and land.capital == where)


def with_flak(facts: Iterable[str], units: int) -> tuple[str, ...]:
    """Facts with so many Flak units among them."""
    rest = tuple(name for name in facts if name not in _FLAK)
    return (*rest, f"flak-{units}") if units else rest


def wrong(campaign: TheWar, engagement: Engagement) -> Iterable[Refusal]:
    """Surprises that were named against what the campaign knows (18.2, 21.4)."""
    # Of bases of other surprised countries than France and Belgium the Flak alone is touched.
    owners = set(surprises.owners(campaign, (*engagement.defenders, *engagement.facing)))
    silenced = not surprises.west_not(campaign) and bool(owners & surprises.surprised(campaign))
    for name, why in surprises.in_air(campaign, engagement).items():
        if why and name in engagement.facts and not (name == surprises.WESTERN and silenced):
            rule = air_combat.BY_ID[name].rule
            yield Refusal(rule, f"'{name}' does not hold: {why}", "Leave it out.")


def unknown(facts: Iterable[str]) -> Iterable[Refusal]:
    """Refuse facts that mean nothing in an air battle."""
    for name in facts:
        if name not in FACTS and name not in _FLAK:
            yield Refusal("11.5", f"'{name}' says nothing of an air battle", f"There are: {', '.join(FACTS)}.")
