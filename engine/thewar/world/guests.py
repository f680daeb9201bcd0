"""What a country's status allows to the units of others: over whose land they fly, where they base, out of whose land
nobody attacks, and when they have to go (6.1, 16.3.1 to 16.3.4, 23.43).

Of paths only the board knows: what is judged are the places that somebody names, or that are recorded (ruling 331).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel.refusals import Refusal
from engine.thewar.world import calendar, entering, minors, sides, titles, wars
from engine.thewar.world.state import Country, TheWar, Unit

ROMANIA = "romania"


def based(campaign: TheWar, owner: str, where: str) -> Iterable[Refusal]:
    """Every reason why aircraft or ships of an owner do not base in a place: it is in a neutral's land, in a
    Sympathizer's, in somebody else's Associate."""
    yield from entering.majors(campaign, owner, where)
    yield from entering.minor_lands(campaign, owner, where)
    yield from entering.occupied(campaign, owner, where)


def flown_over(campaign: TheWar, owner: str, country: str) -> bool:
    """Whether aircraft of an owner fly over a country at peace: its own Sympathizer or Associate, a Satellite of its
    alliance (16.3.2 to 16.3.4)."""
    return _friend(campaign, owner, campaign.countries[country], ("sympathizer", "associate", "satellite"))


def walked_through(campaign: TheWar, owner: str, country: str) -> bool:
    """Whether ground units of an owner move through a country at peace: its own Associate, a Satellite of its alliance
    (16.3.3, 16.3.4)."""
    return _friend(campaign, owner, campaign.countries[country], ("associate", "satellite"))


def _friend(campaign: TheWar, owner: str, land: Country, statuses: tuple[str, ...]) -> bool:
    power = _leader(campaign, owner)
    if land.status not in statuses or land.patron not in campaign.powers or power not in campaign.powers:
        return False
    allied = campaign.powers[land.patron].alliance == campaign.powers[power].alliance
    return land.patron == power or (allied and land.status == "satellite")


def _leader(campaign: TheWar, owner: str) -> str:
    """The Major Power that an owner is, or follows as a Satellite or conquest."""
    land = campaign.countries.get(owner)
    return owner if land is None else land.patron if land.status in ("satellite", "conquered") else ""


# --- attacks


def out_of_associates(campaign: TheWar, keys: Sequence[str]) -> Iterable[Refusal]:
    """Why units do not attack: they stand in a country that is only an Associate, as far as it is recorded
    (16.3.3)."""
    by_land: dict[str, list[str]] = {}
    for key in keys:
        unit = campaign.units.get(key)
        country = _host(campaign, unit) if unit is not None else ""
        if unit is not None and country and unit.power != country and campaign.countries[country].status == "associate":
            by_land.setdefault(country, []).append(key)
    for country, units in by_land.items():
        land = campaign.countries[country]
        reason = f"{titles.units(campaign, units)} does not attack out of {land.name}, an Associate"
        yield Refusal("16.3.3", reason, "Out of a Satellite they do, or from elsewhere: 'station board' if they left.")


def at_peace(campaign: TheWar, keys: Iterable[str], where: str) -> Iterable[Refusal]:
    """Why units do not attack, nor fly, in a country with which they are at peace: a neutral's land, or that of a
    friend of anybody; who stands in an Associate is attacked in war with both (6.1, 16.3.1, 16.3.3)."""
    place = campaign.places.get(where)
    country = place.holder if place is not None else ""
    land = campaign.countries.get(country)
    if place is None or land is None or land.status not in minors.UNCOMMITTED:
        return
    for owner in dict.fromkeys(campaign.units[key].power for key in keys if key in campaign.units):
        power = _leader(campaign, owner) or owner
        colony = country == entering.VICHY and entering.attacked_colony(campaign, power, place.country)
        if colony or owner == country or any(wars.at_war(campaign, who, country) for who in (owner, power)):
            continue
        if entering.by_the_pact(campaign, owner, where):
            continue
        what = "a neutral country" if not land.patron else f"{land.status} of {wars.named(campaign, land.patron)}"
        rule = "6.1, 16.3.3" if land.status == "associate" else "6.1, 16.3.1"
        reason = f"{place.name} is in {land.name}, {what}, with which {wars.named(campaign, owner)} is not at war"
        yield Refusal(rule, reason, f"The declaration comes first, in segment 4: '{power} declare {country}'.")


# --- who has to go


def _host(campaign: TheWar, unit: Unit) -> str:
    """The country that holds the place where a unit is recorded, '' for none."""
    place = campaign.places.get(unit.place)
    return place.holder if place is not None and place.holder in campaign.countries else ""


def overstaying(campaign: TheWar) -> dict[str, tuple[str, ...]]:
    """The units that are recorded in a country which does not take them any more since its status fell, by country."""
    found: dict[str, list[str]] = {}
    for key, unit in campaign.units.items():
        country = _host(campaign, unit)
        if not country or unit.power == country or wars.hostile(campaign, country, unit.power):
            continue
        if campaign.countries[country].status in minors.UNCOMMITTED and any(_barred(campaign, unit)):
            found.setdefault(country, []).append(key)
    return {country: tuple(keys) for country, keys in found.items()}


def _barred(campaign: TheWar, unit: Unit) -> Iterable[Refusal]:
    return entering.minor_lands(campaign, unit.power, unit.place)


def cut_off(campaign: TheWar, key: str) -> bool:
    """Whether a unit is out of supply because it has not left a country whose status fell: its owner's player turn
    after the fall is over (16.3.3, ruling 319)."""
    unit = campaign.units[key]
    country = _host(campaign, unit)
    if not country or key not in overstaying(campaign).get(country, ()):
        return False
    since, now = campaign.countries[country].since, calendar.now(campaign)
    if not since or now > calendar.number(since):
        return True
    half, own = sides.phasing(campaign), sides.side(campaign, unit.power)
    return own == sides.AXIS and half == sides.ALLIED


def supplied(campaign: TheWar, keys: Iterable[str]) -> Iterable[Refusal]:
    """Why units do not attack as in supply: they have not left in time."""
    late = [key for key in keys if key in campaign.units and cut_off(campaign, key)]
    if late:
        reason = f"{titles.units(campaign, late)} has not left the former Associate and is out of supply"
        yield Refusal("16.3.3, ruling 319", reason, "It leaves with 'station'; out of supply it attacks next to it.")


# --- Romania before Barbarossa


def into_romania(campaign: TheWar, owner: str, *places: str) -> Iterable[Refusal]:
    """Why no German unit goes to Romania by rail, and no German aircraft bases there or flies from there: not before
    the turn after the war with the Soviet Union has begun (23.43, ruling 326)."""
    ends = [campaign.places[where] for where in places if where in campaign.places]
    there = [place for place in ends if place.country == ROMANIA]
    begun = wars.begun(campaign, "germany", "ussr")
    attacked = bool(campaign.facts.get(wars.GERMAN_ATTACK))
    over = calendar.now(campaign) > calendar.number(begun) if begun else attacked
    if owner == "germany" and there and not over:
        reason = f"German units go to {there[0].name} neither by rail nor by air yet"
        yield Refusal("23.43", reason, "From the turn after the declaration of war on the Soviet Union; they walk in.")
