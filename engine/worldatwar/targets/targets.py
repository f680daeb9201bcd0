"""What may be bombed: targets by country, secondary targets, facilities, ships and rocket bases (26.31 to 26.34)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.tables import table
from engine.worldatwar.rolls import bombing
from engine.worldatwar.world import editions, fronts, ranges, sides
from engine.worldatwar.world.markers import OIL_CENTER, SYNTHETIC
from engine.worldatwar.world.state import Place, WorldAtWar

BOX, IC, AREA, CITY = "box", "ic", "area", "city"
ECONOMIC = (AREA, CITY, IC, BOX)
"""The kinds of places that are worth BRPs, and that cannot be bombed once captured from another major power (26.34)."""
ELSEWHERE = "Targets now:"
SECONDARY_OF = ("germany", "britain", "japan")


def countries() -> dict[str, dict[str, Any]]:
    """The rows of the target list by country (26.31A to G)."""
    by_country: dict[str, dict[str, Any]] = table("worldatwar", "bombing-targets")["country"]
    return by_country


def approaches(box: str) -> dict[str, str]:
    """For a mapboard box, the front from which each power's bombers come to it (26.462); {} for any other place."""
    ways: dict[str, str] = table("worldatwar", "bombing-targets")["box"].get(box, {})
    return ways


def hex_of(campaign: WorldAtWar, target: str) -> str:
    """The id of the place in whose hex a target lies: its own, unless it lies within another."""
    place = campaign.places.get(target)
    return place.within if place is not None and place.within else target


def hex_place(campaign: WorldAtWar, target: str) -> Place:
    """The place in whose hex a target lies. Raises KeyError."""
    return campaign.places[hex_of(campaign, target)]


def in_hex(campaign: WorldAtWar, hex_id: str) -> tuple[str, ...]:
    """The ids of all places that lie in a hex, the hex's own place first."""
    return (hex_id, *(key for key, place in campaign.places.items() if place.within == hex_id))


def last_front(campaign: WorldAtWar, target: str) -> str:
    """The last front on the way to a target: the front that it lies on; a mapboard box is a front
    by itself (26.462)."""
    place = hex_place(campaign, target)
    return hex_of(campaign, target) if place.kind == BOX else place.front


def theater(campaign: WorldAtWar, power: str, target: str) -> tuple[str, ...]:
    """The fronts of the theatre in which a power's force meets a target."""
    place = hex_place(campaign, target)
    return fronts.theater(approaches(hex_of(campaign, target)).get(power, "") if place.kind == BOX else place.front)


def strength(campaign: WorldAtWar, target: str) -> Breakdown:
    """The defensive strength of a target's hex with its causes (26.461A); 3 for every mapboard box (26.462)."""
    place = hex_place(campaign, target)
    if place.kind == BOX:
        return Breakdown((Line("mapboard box", bombing.BOX_STRENGTH, "26.462"),))
    return bombing.target_strength({name: getattr(place, name) for name in bombing.DEFENCES})


def economic(campaign: WorldAtWar, hex_id: str) -> str:
    """The place of a hex that is worth BRPs: its own, or an IC in the hex of an oil center (26.73); '' for none. A
    secondary target, a captured place and an IC given up are worth nothing (26.32, 26.34, 26.75)."""
    for key in in_hex(campaign, hex_id):
        place = campaign.places[key]
        if place.kind in ECONOMIC and not (place.secondary or place.destroyed or captured(campaign, place)):
            return key
    return ""


def value(campaign: WorldAtWar, hex_id: str) -> int | None:
    """The most BRPs that bombing can cost in a hex in a turn; None where nothing limits them (26.71A)."""
    source = economic(campaign, hex_id)
    if not source:
        return 0
    brps = campaign.places[source].value
    return None if brps < 0 else brps


def captured(campaign: WorldAtWar, place: Place) -> bool:
    """Whether a place belongs by right to another major power than the one that holds it (26.34)."""
    return place.country in sides.POWERS and place.holder != place.country


def rocket_base(campaign: WorldAtWar, place_id: str) -> str:
    """The id of the rocket base that stands in a place, '' for none."""
    return next((key for key, base in campaign.bases.items() if base.place == place_id), "")


def refusals(campaign: WorldAtWar, power: str, target: str, *, ship: str = "", atomic: bool = False) -> list[Refusal]:
    """Why a power may not attack a target by bombers, flying bombs or rockets. Ranges are not asked here."""
    place = campaign.places.get(target)
    if place is None:
        listed = ", ".join(against(campaign, power)) or "none"
        return [Refusal("26.31", f"the rules ask for no place '{target}'", f"Targets now: {listed}.")]
    reasons = []
    if not place.holder:
        reasons.append(Refusal("26.31", f"nobody's enemy holds {place.name}", "Enter who holds it with 'hold'."))
    elif not sides.at_war(campaign, power, place.holder):
        enemy = sides.named(campaign, place.holder)
        reasons.append(Refusal("26.31", f"{sides.named(campaign, power)} is not at war with {enemy}, who holds it"))
    if ship:
        reasons.extend(_ship(campaign, power, target, ship))
    else:
        reasons.extend(_listed(campaign, power, target))
        if reasons and reasons[-1].hint == ELSEWHERE:
            listed = ", ".join(against(campaign, power)) or "none"
            reasons[-1] = attrs.evolve(reasons[-1], hint=f"{ELSEWHERE} {listed}.")
    if target in countries()["us"]["places"] and sides.results(campaign, power, "air-range") < ranges.UNLIMITED_AT:
        reason = f"{sides.results(campaign, power, 'air-range')} air range results"
        reasons.append(Refusal("26.31, 26.31E", reason, f"{ranges.UNLIMITED_AT} are needed to bomb the U.S. boxes."))
    if atomic and place.country == "italy" and power in sides.WESTERN_ALLIES:
        reasons.append(Refusal("26.33", "the Western Allies make no strategic atomic attacks on Italian cities"))
    return reasons


def _ship(campaign: WorldAtWar, power: str, target: str, ship: str) -> Iterable[Refusal]:
    """Why a ship in a target's shipyard may not be attacked (26.31H)."""
    vessel = campaign.ships.get(ship)
    if vessel is None or hex_of(campaign, vessel.yard) != hex_of(campaign, target):
        there = ", ".join(ships(campaign, power, target)) or "none"
        yield Refusal("26.31H", f"no ship '{ship}' is in that shipyard", f"There: {there}.")
    elif vessel.row < 1:
        yield Refusal("26.31H", f"{vessel.name} waits for repair", "From the launch row on a ship may be bombed.")
    elif not sides.at_war(campaign, power, vessel.owner):
        yield Refusal("26.31H", f"not at war with {sides.named(campaign, vessel.owner)}")


def ships(campaign: WorldAtWar, power: str, target: str) -> tuple[str, ...]:
    """The ids of the enemy ships in a target's shipyard that may be bombed (26.31H)."""
    here = hex_of(campaign, target)
    return tuple(
        key
        for key, ship in campaign.ships.items()
        if ship.row >= 1 and hex_of(campaign, ship.yard) == here and sides.at_war(campaign, power, ship.owner)
    )


def _listed(campaign: WorldAtWar, power: str, target: str) -> Iterable[Refusal]:
    """Why a place itself is no target: it is not on the target list (26.31A to K), it is a captured area (26.34), or
    nothing is left of it."""
    place = campaign.places[target]
    base = rocket_base(campaign, target)
    if base and sides.at_war(campaign, power, campaign.bases[base].owner):
        return
    if place.destroyed:
        yield Refusal(
            "26.72B" if place.kind == SYNTHETIC else "26.75", f"nothing is left of it since {place.destroyed}"
        )
    elif place.kind == OIL_CENTER:
        return
    elif place.kind == SYNTHETIC:
        owners = editions.of(campaign).synthetic_owners
        if place.country not in owners:
            named = " or ".join(sides.named(campaign, owner) for owner in owners)
            edition = editions.of(campaign).name
            yield Refusal(
                "26.31J", f"a synthetic plant of {place.country or 'nobody'} is no target in the {edition}", f"{named}."
            )
    elif place.kind in ECONOMIC and captured(campaign, place):
        yield Refusal("26.34", f"{place.name} was captured from {sides.named(campaign, place.country)}: it is immune")
    elif place.secondary:
        yield from _secondary(campaign, place)
    elif not on_list(campaign, target):
        rule = countries().get(place.country, {}).get("rule", "26.31")
        yield Refusal(rule, f"{place.name} is no target of strategic bombing", ELSEWHERE)


def on_list(campaign: WorldAtWar, target: str) -> bool:
    """Whether a place stands on the list of its country (26.31A to G)."""
    place = campaign.places[target]
    row = countries().get(place.country)
    if row is None or row.get("holder", place.holder) != place.holder:
        return False
    return (
        target in row.get("places", ())
        or place.kind in row.get("kinds", ())
        or bool(row.get("objectives") and place.objectives)
    )


def _secondary(campaign: WorldAtWar, place: Place) -> Iterable[Refusal]:
    """Cities beside the key economic areas may be bombed once all of those areas have had a firestorm or an atomic
    attack (26.32)."""
    if place.country not in SECONDARY_OF:
        yield Refusal("26.32", "secondary targets are German, British and Japanese cities")
        return
    whole = [
        other.name
        for key, other in campaign.places.items()
        if other.country == place.country
        and other.holder == place.country
        and other.kind == AREA
        and on_list(campaign, key)
        and not (other.firestorm or other.atomic)
    ]
    if whole:
        yield Refusal(
            "26.32", "not all key economic areas have had a firestorm or an atomic attack", f"{', '.join(whole)}."
        )


def against(campaign: WorldAtWar, power: str) -> tuple[str, ...]:
    """The ids of all places that a power might bomb now, whatever its range."""
    return tuple(
        key
        for key, place in campaign.places.items()
        if place.holder and sides.at_war(campaign, power, place.holder) and not any(_listed(campaign, power, key))
    ) + tuple(
        ship.yard
        for key, ship in campaign.ships.items()
        if ship.row >= 1 and sides.at_war(campaign, power, ship.owner) and ship.yard in campaign.places
    )
