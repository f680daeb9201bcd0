"""Where units have to stand in the years of the surprises: British ones in France next to a port, French ones out of
Britain (6.2.1), French aircraft at their border (18.2), the Soviets at theirs (21.4).

A place is too far away where it is so by the reconstructed map whichever way that errs (ruling 528). Of units that only
the board places, the board knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.kernel.late import Asked
from engine.kernel.refusals import Refusal
from engine.kernel.remembering import derived
from engine.thewar.world import (
    calendar,
    counters,
    entering,
    installed,
    minors,
    sides,
    traits,
    variants_played,
    wars,
)
from engine.thewar.world.state import Place, TheWar, Unit

BRITAIN, FRANCE, USSR, GERMANY, FINLAND = "britain", "france", "ussr", "germany", "finland"
FROM_A_PORT = 1
"""Hexes from a friendly port within which British units stand in France (6.2.1)."""
AT_THE_BORDER = 1
"""Hexes from Germany or Belgium within which French air units base (18.2)."""
FORWARD = 3
"""Hexes from the German border within which Soviet units stand (21.4)."""
REAR, FLEXIBLE_REAR = 30, 40
"""Soviet ground factors that may stand further back, and after Flexible Defense was played (21.4, 28.2.3)."""
FLEXIBLE, NEW_AIR = "flexible-defense", "armee-de-l-air"
_NEW_KINDS = ("tac", "ftr")
_AIR_BEHIND = ("mdm", "tac")
"""The kinds of air unit of which Flexible Defense lets one base further back."""
FRENCH_TURN = "1940-1-spring"
"""The turn between the Allied Winter of 1939 and Summer 1940 (18.2)."""
SOVIET_TURNS = ("1940-4-winter", "1941-3-fall")
"""The first and the last turn in which the Soviets stand forward (21.4)."""
_NEIGHBOURS = ("germany", "belgium")
_POLISH = ("germany", "poland", "danzig")
"""The lands behind the border for aircraft: German Poland and East Prussia (21.4)."""
_PLACED = ("ground", "air")
_board = Asked("engine.thewar", "map.board:board")
_spot = Asked("engine.thewar", "world.whereabouts:spot")
_spot_of = Asked("engine.thewar", "world.whereabouts:spot_of")
_nearest = Asked("engine.thewar", "world.whereabouts:nearest")
"""The map and what asks it, which nobody loads who only looks."""
_BY_OUR_MAP = "By our sketch of the map; if the board shows it nearer, 'overrule' says so."


def refused(campaign: TheWar, where: str, units: Iterable[Unit]) -> Iterable[Refusal]:
    """Every reason why units, recorded or new ones, do not come to stand in a place."""
    place = campaign.places.get(where)
    if place is None or place.kind == "box":
        return
    apart = not variants_played.one_army(campaign)
    coming = [unit for unit in units if traits.category(unit) in _PLACED and unit.place != where]
    owners = {unit.power for unit in coming}
    if FRANCE in owners and apart:
        yield from _out_of_britain(campaign, place)
    if BRITAIN in owners and apart:
        yield from _paris_and_maginot(campaign, where, place, coming)
        if sides.phasing(campaign) != sides.AXIS:
            # In the enemy's player turn they are forced there by a retreat.
            yield from _far_from_ports(campaign, where)
    if flown := [unit for unit in coming if (unit.power, traits.category(unit)) == (FRANCE, "air")]:
        yield from _off_the_border(campaign, where, place, flown)
    if USSR in owners:
        yield from _behind(campaign, where, place, [unit for unit in coming if unit.power == USSR])


# --- Britain and France


def _out_of_britain(campaign: TheWar, place: Place) -> Iterable[Refusal]:
    """French units, of which the Free French are Britain's, stand neither in Britain nor in its colonies (6.2.1)."""
    colony = campaign.holdings.get(place.country)
    if place.country == BRITAIN or (colony is not None and colony.owner == BRITAIN):
        reason = f"no French ground or air unit is in {place.name}: it is Britain's"
        yield Refusal("6.2.1", reason, "Free French are British units; French ships put in.")


def _paris_and_maginot(campaign: TheWar, where: str, place: Place, coming: Iterable[Unit]) -> Iterable[Refusal]:
    """British aircraft are not in Paris, nor in the Maginot Line; of ground units 9.6.1 says the same."""
    barred = where == entering.PARIS or (place.kind == installed.FORTRESS and place.country == FRANCE)
    flown = any((unit.power, traits.category(unit)) == (BRITAIN, "air") for unit in coming)
    if barred and flown and wars.standing(campaign, FRANCE):
        yield Refusal("6.2.1", f"no British air unit bases in {place.name}", "Elsewhere in France, near a port.")


def beyond_ports(campaign: TheWar, where: str) -> int:
    """How many hexes a place of France lies from the nearest friendly port at the least, while France stands; 0 where
    British units may stand there, or where nobody knows its hex (6.2.1)."""
    place = campaign.places.get(where)
    spot = _spot(campaign, where)
    if place is None or spot is None or place.country != FRANCE or not wars.standing(campaign, FRANCE):
        return 0
    ports = {key: port for key, port in campaign.places.items() if _friendly(campaign, port)}
    lying = {key: _spot_of(key, port) for key, port in ports.items()}
    if not any(lying.values()) or any(lying[key] is None for key, port in ports.items() if port.country == FRANCE):
        # A French port of which nobody knows where it lies may be the nearest.
        return 0
    nearest = min(_nearest(spot, (port.hex,), port.off) for port in lying.values() if port is not None)
    return nearest if nearest > FROM_A_PORT else 0


def _friendly(campaign: TheWar, place: Place) -> bool:
    return place.kind == "port" and minors.alliance(campaign, place.holder) == "western"


def _far_from_ports(campaign: TheWar, where: str) -> Iterable[Refusal]:
    if far := beyond_ports(campaign, where):
        name = campaign.places[where].name
        reason = f"{name} lies {far} hexes or more from a friendly port, British units in France stand within 1"
        yield Refusal("6.2.1, ruling 528", reason, _BY_OUR_MAP)


def deep(campaign: TheWar) -> tuple[str, ...]:
    """The British ground and air units that are recorded in France too far from a port; none where British and French
    are one army (6.2.1, ruling 393)."""
    if variants_played.one_army(campaign):
        return ()
    french, units = _in_france(campaign), campaign.units
    there = [key for key, unit in units.items() if unit.place in french and unit.power == BRITAIN]
    placed = [key for key in there if traits.category(units[key]) in _PLACED]
    far = {where: beyond_ports(campaign, where) > 0 for where in {units[key].place for key in placed}}
    return tuple([key for key in placed if far[units[key].place]])


@derived("places")
def _in_france(places: Mapping[str, Place]) -> frozenset[str]:
    """The places of France, by id."""
    return frozenset(key for key, place in places.items() if place.country == FRANCE)


def at_the_border(campaign: TheWar) -> bool:
    """Whether French air units have to base next to Germany or Belgium now: not once the Intelligence Coup was played
    (18.2, ruling 393)."""
    now = calendar.turn(campaign) == FRENCH_TURN and not variants_played.forewarned(campaign)
    return now and wars.standing(campaign, FRANCE) and wars.at_war(campaign, FRANCE, GERMANY)


def anywhere(campaign: TheWar) -> int:
    """How many French TAC and FTR base wherever they like: those that the Armée de l'Air has brought (28.2.1 #6)."""
    if not variants_played.has_played(campaign, NEW_AIR):
        return 0
    left = int(campaign.facts.get(f"{variants_played.FREE_AIR}{FRANCE}", 0))
    return 2 - min(1, left)


def _far_off(campaign: TheWar, where: str) -> int:
    """How many hexes a place lies from Germany and Belgium, where that is too far; 0 elsewhere (18.2)."""
    far = _from_lands(campaign, where, _NEIGHBOURS)
    return far if far is not None and far > AT_THE_BORDER else 0


def _off_the_border(campaign: TheWar, where: str, place: Place, coming: list[Unit]) -> Iterable[Refusal]:
    if not at_the_border(campaign) or not (far := _far_off(campaign, where)):
        return
    based = (
        unit
        for unit in campaign.units.values()
        if (unit.power, traits.category(unit)) == (FRANCE, "air") and unit.place in campaign.places
    )
    flown = [unit for unit in coming if unit.place not in campaign.places or not _far_off(campaign, unit.place)]
    free = anywhere(campaign) - sum(_far_off(campaign, unit.place) > 0 for unit in based)
    if len(flown) > free or any(unit.kind not in _NEW_KINDS for unit in flown):
        reason = f"{place.name} lies {far} hexes or more from Germany and Belgium, French air units base next to them"
        new = f"; {len(flown)} would leave them, {max(0, free)} of the new ones may" if anywhere(campaign) else ""
        yield Refusal("18.2, ruling 528", reason + new, f"Until Summer 1940. {_BY_OUR_MAP}")


# --- the Soviets


def forward(campaign: TheWar) -> bool:
    """Whether the Soviets have to stand at the German border now: not once they are at war, nor once Germany has
    declared war on Turkey (21.4)."""
    first, last = (calendar.number(turn) for turn in SOVIET_TURNS)
    free = wars.at_war(campaign, GERMANY, USSR) or campaign.facts.get(wars.SOVIETS_RELEASED)
    return first <= calendar.now(campaign) <= last and not free


def most(campaign: TheWar) -> int:
    """The Soviet ground factors that may stand further than three hexes from the German border (21.4, 28.2.3)."""
    return FLEXIBLE_REAR if variants_played.has_played(campaign, FLEXIBLE) else REAR


def rear(campaign: TheWar) -> int:
    """The Soviet ground factors that are recorded further than three hexes from the German border (21.4)."""
    back: dict[str, bool] = {}
    total = 0
    for unit in campaign.units.values():
        if unit.power == USSR and unit.place in campaign.places and traits.category(unit) == "ground":
            if unit.place not in back:
                back[unit.place] = _far_back(campaign, unit.place, _enemy_lands(campaign)) > 0
            total += counters.factors(unit).combat if back[unit.place] and _counts(unit) else 0
    return total


def _counts(unit: Unit) -> bool:
    """Whether a unit counts: those of variants, which have a tag, stand where they like, and so do partisans (21.4)."""
    return unit.kind != "partisan" and not unit.tag


def _behind(campaign: TheWar, where: str, place: Place, coming: list[Unit]) -> Iterable[Refusal]:
    """Why Soviet units do not come to a place far from the border: aircraft at all, ground units beyond 30 factors."""
    if not forward(campaign):
        return
    counted = [unit for unit in coming if _counts(unit)]
    far = _far_back(campaign, where, _POLISH)
    flown = [
        unit for unit in counted if traits.category(unit) == "air" and not _far_back(campaign, unit.place, _POLISH)
    ]
    if far and flown and not _flexible(campaign, flown):
        reason = f"{place.name} lies {far} hexes or more from the German border, Soviet air units base within {FORWARD}"
        yield Refusal("21.4, ruling 528", reason, f"{_until(campaign)} {_BY_OUR_MAP}")
    lands = _enemy_lands(campaign)
    if not _far_back(campaign, where, lands):
        return
    new = [
        counters.factors(unit).combat
        for unit in counted
        if traits.category(unit) == "ground" and not _far_back(campaign, unit.place, lands)
    ]
    if new and (total := rear(campaign) + sum(new)) > (limit := most(campaign)):
        reason = f"{total} Soviet ground factors would stand more than {FORWARD} hexes from the border, {limit} at most"
        yield Refusal("21.4, ruling 528", reason, f"{_until(campaign)} 'station board' takes others out of the count.")


def _flexible(campaign: TheWar, coming: list[Unit]) -> bool:
    """Whether Flexible Defense lets aircraft base further back: one TAC or MDM in all (28.2.3)."""
    if not variants_played.has_played(campaign, FLEXIBLE) or any(unit.kind not in _AIR_BEHIND for unit in coming):
        return False
    there = (
        unit
        for unit in campaign.units.values()
        if unit.power == USSR and unit.place in campaign.places and traits.category(unit) == "air" and _counts(unit)
    )
    return len(coming) + sum(_far_back(campaign, unit.place, _POLISH) > 0 for unit in there) <= 1


def _until(campaign: TheWar) -> str:
    return f"To the end of {calendar.spoken(SOVIET_TURNS[1])}, or to a German war on them or on Turkey."


def _enemy_lands(campaign: TheWar) -> tuple[str, ...]:
    """The lands behind the border for ground units: Germany's and those of its friends, never Finland, next to which
    stands who stands back (ruling 529)."""
    friends = (
        key
        for key, land in campaign.countries.items()
        if key != FINLAND and land.patron == GERMANY and land.status in ("associate", "satellite", "conquered")
    )
    return tuple(dict.fromkeys((*_POLISH, *friends)))


def _far_back(campaign: TheWar, where: str, lands: Iterable[str]) -> int:
    """How many hexes a place lies behind the border at the least, 0 within three or where nobody knows."""
    far = _from_lands(campaign, where, lands)
    return far if far is not None and far > FORWARD else 0


def _from_lands(campaign: TheWar, where: str, lands: Iterable[str]) -> int | None:
    """The hexes that lie between a place and the nearest hex of some lands at the least; None where nobody knows."""
    spot = _spot(campaign, where)
    if spot is None:
        return None
    by_land: Mapping[str, tuple[str, ...]] = _board().by_land
    hexes = [number for land in lands for number in by_land.get(land, ())]
    # The border of the sketch may be a hex off as the place may.
    return _nearest(spot, hexes, 1) if hexes else None
