"""The lines of the five surrender lists, each with what the campaign knows of it (17.2.2, 18.4, 19.2, 20.4, 21.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.thewar.economy import fallen
from engine.thewar.endings import forces_there
from engine.thewar.endings.near import MAINLAND_ITALY, WESTERN
from engine.thewar.endings.signs import (
    Known,
    Reading,
    Sign,
    all_of,
    any_of,
    at_war,
    board,
    held,
    of_list,
    surrendered,
)
from engine.thewar.rolls.ending_marks import SOVIET_CITIES
from engine.thewar.world import calendar, installed, minors, tallies, variants_played, wars
from engine.thewar.world.state import TheWar

MAGINOT = ("maginot-1631", "maginot-1730", "maginot-1831")
LENT, AIR_UNITS, BRITISH_FACTORS, GERMAN_FACTORS, FEW_FLEETS = 20, 2, 10, 12, 2
_BRITAIN, _US, _FRANCE, _GERMANY, _ITALY, _USSR = "britain", "us", "france", "germany", "italy", "ussr"


# --- who holds what


def _axis(campaign: TheWar) -> Callable[[str], bool]:
    return lambda holder: wars.axis_holds(campaign, holder)


def _of(campaign: TheWar, *powers: str) -> Callable[[str], bool]:
    """Holders that are one of these powers, or a Satellite or conquest of one."""

    def ours(holder: str) -> bool:
        land = campaign.countries.get(holder)
        if land is not None and land.status in ("satellite", "conquered"):
            holder = land.patron
        return holder in powers

    return ours


def _allied(campaign: TheWar) -> Callable[[str], bool]:
    return _of(campaign, _BRITAIN, _US, _USSR)


def _axis_place(key: str) -> Reading:
    return lambda campaign: held(campaign, key, _axis(campaign))


def _german_place(key: str) -> Reading:
    return lambda campaign: held(campaign, key, _of(campaign, _GERMANY))


def _western_place(key: str) -> Reading:
    return lambda campaign: held(campaign, key, _of(campaign, *WESTERN))


def _whole_land(land: str) -> Reading:
    """Whether all hexes of a land are Britain's or the United States': never while a recorded place of it is not; else
    as the board shows, taken to be so once the land is theirs."""

    def reading(campaign: TheWar) -> Known:
        ours = _of(campaign, *WESTERN)
        for key, place in campaign.places.items():
            if place.country == land and not ours(place.holder):
                return held(campaign, key, ours)
        holding, country = campaign.holdings.get(land), campaign.countries.get(land)
        taken = (holding is not None and ours(holding.holder)) or (country is not None and ours(land))
        whole = holding or country
        return board(int(taken), f"{whole.name} is theirs" if taken and whole is not None else "")

    return reading


def _played(*variants: str) -> Reading:
    """Whether one of these variants has been played; the table says it of what was played before the record kept it."""

    def reading(campaign: TheWar) -> Known:
        return Known(1, "played") if variants_played.has_played(campaign, *variants) else board()

    return reading


# --- Britain


def _home_city(campaign: TheWar) -> Known:
    cities = (key for key, place in campaign.places.items() if place.country == _BRITAIN and key != "london")
    return any_of(held(campaign, key, _axis(campaign)) for key in cities)


def lent(campaign: TheWar, to: str, *givers: str) -> Known:
    """Whether 20 NARFs have reached somebody in this turn (ruling 351)."""
    narfs = sum(tallies.used(campaign, giver, tallies.ARRIVED, to) for giver in givers)
    return Known(int(narfs >= LENT), f"{narfs} arrived")


def _narfs(narfs: int) -> Known:
    """A sum of NARFs that the table may correct where a campaign has counted losses from its middle on (ruling 343)."""
    return board(narfs, "by the force pools")


def british_unbuilt(campaign: TheWar) -> int:
    """NARFs of British units that are lost and not rebuilt, by the force pools (17.2.2)."""
    return forces_there.unbuilt(campaign, _BRITAIN, ("ground", "air", "naval"))


BRITISH: Mapping[str, Reading] = {
    "london-lost": _axis_place("london"),
    "home-city-lost": _home_city,
    "suez-lost": _axis_place("suez"),
    "gibraltar-lost": _axis_place("gibraltar"),
    "malta-lost": _axis_place("malta"),
    "firestorms": lambda campaign: Known(int(campaign.facts.get("firestorms-on-britain", 0))),
    "us-at-war": lambda campaign: at_war(campaign, _US, _GERMANY, _ITALY),
    "ussr-at-war": lambda campaign: at_war(campaign, _USSR, _GERMANY, _ITALY),
    "lend-lease-20": lambda campaign: lent(campaign, _BRITAIN, _US),
    "unbuilt": lambda campaign: _narfs(british_unbuilt(campaign)),
}


# --- France


def _low_countries(campaign: TheWar) -> Known:
    return all_of(_country(campaign, key, _axis(campaign)) for key in ("belgium", "netherlands"))


def _country(campaign: TheWar, key: str, ours: Callable[[str], bool]) -> Known:
    land = campaign.countries.get(key)
    if land is None:
        return Known(0, f"this scenario has no {key.title()}")
    since = f" since {calendar.spoken(land.since)}" if land.since else ""
    whose = f" of {wars.named(campaign, land.patron)}" if land.patron else ""
    return Known(int(ours(key)), f"{land.name}: {land.status}{whose}{since}")


def _maginot(campaign: TheWar) -> Known:
    for key in MAGINOT:
        if key in campaign.places and (found := held(campaign, key, _of(campaign, _GERMANY))).number:
            return found
    return board()


def _axis_besides_germany(key: str) -> Reading:
    return lambda campaign: held(campaign, key, _of(campaign, _GERMANY, _ITALY))


def _british_air(campaign: TheWar) -> Known:
    based = [unit for unit in forces_there.inside(campaign, (_FRANCE,), _BRITAIN) if unit.kind in ("tac", "ftr")]
    said = f"{len(based)} recorded there"
    return Known(1, said) if len(based) >= AIR_UNITS else board(0, said)


def _first_roll(campaign: TheWar) -> Known:
    rolled = any(one.power == _FRANCE for one in campaign.surrender_rolls.values())
    return Known(0, "for the first roll alone") if rolled else _played("french-morale")(campaign)


FRENCH: Mapping[str, Reading] = {
    "low-countries-lost": _low_countries,
    "maginot-hex-lost": _maginot,
    "paris-threatened": lambda campaign: board(),
    "paris-lost": _german_place("paris"),
    "sedan-lost": _german_place("sedan"),
    "lyons-lost": _axis_besides_germany("lyons"),
    "marseilles-lost": _axis_besides_germany("marseilles"),
    "italy-at-war": lambda campaign: at_war(campaign, _ITALY, _FRANCE, _BRITAIN),
    "unbuilt": lambda campaign: _narfs(forces_there.unbuilt(campaign, _FRANCE, ("ground",), new=True)),
    "anglo-french-cooperation": _played(*variants_played.COOPERATION),
    "british-air": _british_air,
    "ussr-at-war": lambda campaign: at_war(campaign, _USSR, _GERMANY),
    "us-at-war": lambda campaign: at_war(campaign, _US, _GERMANY),
    "british-ground": lambda campaign: forces_there.strength(
        campaign, (_FRANCE, "belgium", "netherlands"), _BRITAIN, BRITISH_FACTORS
    ),
    "national-will": _played("national-will"),
    "french-morale": _first_roll,
}


# --- Italy


def _few_fleets(campaign: TheWar) -> Known:
    fleets = [unit for unit in campaign.units.values() if unit.kind == "fleet" and unit.power == _ITALY]
    whole = sum(not unit.depleted for unit in fleets)
    return Known(int(whole < FEW_FLEETS), f"{whole} undepleted in play")


def _italys_own(city: str, country: str) -> Reading:
    """Whether Italy holds a capital by its own conquest or by diplomacy: the record knows whose the country is, the
    table whether others helped (ruling 348)."""

    def reading(campaign: TheWar) -> Known:
        place, land = campaign.places.get(city), campaign.countries.get(country)
        if place is None or land is None or not _of(campaign, _ITALY)(place.holder) or land.patron != _ITALY:
            return Known(0, f"{place.name} is not Italy's" if place is not None else f"this scenario has no {city}")
        return board(int(land.status == "satellite"), f"{land.name} is Italy's {land.status}")

    return reading


def _france_to_germany(campaign: TheWar) -> Known:
    """Whether France has surrendered to Germany: not to Italy, where that held Paris (18.5.1, 19.2)."""
    occupied = campaign.holdings.get(fallen.FRANCE)
    if occupied is not None and occupied.holder == _ITALY:
        return Known(0, "to Italy itself")
    return surrendered(campaign, _FRANCE)


ITALIAN: Mapping[str, Reading] = {
    "rome-lost": _western_place("rome"),
    "tripoli-lost": _western_place("tripoli"),
    "sicily-lost": _whole_land("sicily"),
    "sardinia-lost": _whole_land("sardinia"),
    "albania-lost": _whole_land("albania"),
    "greece-lost": _whole_land("greece"),
    "western-on-mainland": lambda campaign: forces_there.army(campaign, MAINLAND_ITALY, WESTERN),
    "few-fleets": _few_fleets,
    "german-garrison": lambda campaign: forces_there.strength(
        campaign, MAINLAND_ITALY, _GERMANY, GERMAN_FACTORS, whole=True
    ),
    "soviet-objective-german": lambda campaign: any_of(
        held(campaign, key, _of(campaign, _GERMANY)) for key in SOVIET_CITIES
    ),
    "britain-surrendered": lambda campaign: surrendered(campaign, _BRITAIN),
    "mediterranean-objective-italian": lambda campaign: any_of(
        held(campaign, key, _of(campaign, _ITALY)) for key in ("alexandria", "suez", "gibraltar")
    ),
    "france-surrendered": _france_to_germany,
    "madrid-italian": _italys_own("madrid", "spain"),
    "athens-italian": _italys_own("athens", "greece"),
    "ankara-italian": _italys_own("ankara", "turkey"),
    "belgrade-italian": _italys_own("belgrade", "yugoslavia"),
    "totalitarian-italy": _played("totalitarian-italy"),
}


# --- Germany


def german_home(campaign: TheWar) -> tuple[str, ...]:
    """The recorded cities inside the German borders of 1939 without Berlin, East Prussia and Danzig (ruling 349)."""
    return tuple(
        key
        for key, place in campaign.places.items()
        if place.country == _GERMANY
        and place.kind in ("city", "port")
        and key != "berlin"
        and not place.tags.get("east-prussia")
    )


def _german_cities(campaign: TheWar) -> Known:
    lost = [key for key in german_home(campaign) if held(campaign, key, _allied(campaign)).number]
    return Known(len(lost), ", ".join(campaign.places[key].name for key in lost))


def _satellites_gone(campaign: TheWar) -> Known:
    left = [land.name for land in campaign.countries.values() if (land.status, land.patron) == ("satellite", _GERMANY)]
    if left:
        return Known(0, f"{left[0]} is one")
    joined = [
        land.name
        for key, land in campaign.countries.items()
        if minors.row(key).get("joins_to") == _GERMANY
        and calendar.now(campaign) > calendar.number(str(minors.row(key)["joins"]))
        and minors.alliance(campaign, key) != "axis"
    ]
    return board(int(bool(joined)), f"{', '.join(joined)}" if joined else "it has had none by date")


def _soviet_atrocities(campaign: TheWar) -> Known:
    """Whether the die for East Prussia has given Atrocities; as the table says where it was rolled by hand (25.1.2)."""
    if "soviet-atrocities" not in campaign.facts:
        return board()
    return Known(int(bool(campaign.facts["soviet-atrocities"])), "the die of East Prussia")


ALPS = ("1926", "1927")
"""The hexes of the Alpenfestung (28.1.2 #20)."""


def _alpenfestung(campaign: TheWar) -> Known:
    """Whether the variant was played and its fortress stands; the board says it of a hex that nobody named."""
    if not variants_played.has_played(campaign, "alpenfestung"):
        return board()
    stands = any(installed.at(campaign, where, installed.FORTRESS) for where in ALPS)
    return Known(1, "played, and its fortress stands") if stands else board(0, "played; its fortress is to be built")


GERMAN: Mapping[str, Reading] = {
    "berlin-lost": lambda campaign: held(campaign, "berlin", _allied(campaign)),
    "cities": _german_cities,
    "firestorms": lambda campaign: Known(int(campaign.facts.get("firestorms-on-germany", 0))),
    "atomic-cities": lambda campaign: board(),
    "italy-surrendered": lambda campaign: surrendered(campaign, _ITALY),
    "satellites-gone": _satellites_gone,
    "casablanca": _played("casablanca"),
    "soviet-atrocities": _soviet_atrocities,
    "alpenfestung": _alpenfestung,
}


# --- the Soviet Union


def _france_fights(campaign: TheWar) -> Known:
    fights = wars.standing(campaign, _FRANCE)
    return Known(int(fights), "" if fights else surrendered(campaign, _FRANCE).cause)


def _turkey_attacked(campaign: TheWar) -> Known:
    if campaign.facts.get(wars.SOVIETS_RELEASED, False):
        return Known(1, "which released the Soviet Union")
    return at_war(campaign, _GERMANY, "turkey")


SOVIET: Mapping[str, Reading] = {
    "moscow-lost": _german_place("moscow"),
    "leningrad-lost": _german_place("leningrad"),
    "stalingrad-lost": _german_place("stalingrad"),
    "kiev-and-sevastopol-lost": lambda campaign: all_of(
        held(campaign, key, _of(campaign, _GERMANY)) for key in ("kiev", "sevastopol")
    ),
    "baku-lost": _german_place("baku"),
    "urals-reached": lambda campaign: board(),
    "unbuilt": lambda campaign: _narfs(forces_there.unbuilt(campaign, _USSR, ("ground",))),
    "france-fights": _france_fights,
    "western-in-france": lambda campaign: forces_there.army(campaign, (_FRANCE, "vichy-france"), WESTERN),
    "us-at-war": lambda campaign: at_war(campaign, _US, _GERMANY),
    "lend-lease-20": lambda campaign: lent(campaign, _USSR, _BRITAIN, _US),
    "western-in-italy": lambda campaign: forces_there.army(campaign, MAINLAND_ITALY, WESTERN),
    "germany-attacked-turkey": _turkey_attacked,
}

READINGS = {_BRITAIN: BRITISH, _FRANCE: FRENCH, _ITALY: ITALIAN, _GERMANY: GERMAN, _USSR: SOVIET}


def signs(campaign: TheWar, power: str) -> tuple[Sign, ...]:
    """Every line of a power's list as it stands, in its printed order."""
    return of_list(campaign, power, READINGS[power])
