"""What no campaign of The War begins with, though it may come about in play, or what its author may not have meant:
patrons and wars that cannot be, dates out of time, units among their enemies, more ships in a port than base there,
places in hexes that cannot be theirs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.kernel import fitting
from engine.kernel.ruleset import Fault
from engine.thewar.map import board, grid
from engine.thewar.world import calendar, ports, wars, whereabouts
from engine.thewar.world.state import TheWar

_NEEDED = {"germany": "Germany", "britain": "Britain", "us": "the United States"}
_LEANS = ("sympathizer", "associate", "satellite", "conquered")


def faults(campaign: TheWar) -> Iterable[Fault]:
    """Everything of the kind, each with its path."""
    yield from _powers(campaign)
    yield from _patrons(campaign)
    yield from _wars(campaign)
    yield from _dates(campaign)
    yield from _land(campaign)
    yield from _ports(campaign)
    yield from _hexes(campaign)


def _powers(campaign: TheWar) -> Iterator[Fault]:
    """Italy, the Soviet Union or France may be missing, as in a scenario of one theatre; income, entry and strategic
    warfare read the others whatever is left out."""
    for key, name in _NEEDED.items():
        if key not in campaign.powers:
            yield Fault("powers", f"{name} is missing: no scenario is played without it", "1.2")


def _hexes(campaign: TheWar) -> Iterator[Fault]:
    """Hexes that a scenario gives to places: told, as nobody but its author has his map before him, where they are off
    the grid, in the water, or another place's (2.1)."""
    lying: dict[str, str] = {}
    own = [key for key, place in campaign.places.items() if place.hex]
    for key in (*(key for key in campaign.places if key not in own), *own):
        place, at = campaign.places[key], f"places.{key}.hex"
        if place.hex and not grid.is_hex(place.hex):
            yield Fault(at, f"{place.hex} is no hex of the map: row and column, such as 1711", "2.1", warning=True)
            continue
        number = whereabouts.hex_of(key, place)
        if place.hex and number in board.board().waters:
            yield Fault(at, f"{number} lies in the water of our map", "2.1", warning=True)
        if place.hex and number in lying:
            yield Fault(at, f"{lying[number]} lies in {number} too", "2.1", warning=True)
        if number:
            lying.setdefault(number, place.name)


def _patrons(campaign: TheWar) -> Iterator[Fault]:
    for key, land in campaign.countries.items():
        at = f"countries.{key}.patron"
        if land.status in _LEANS and not land.patron:
            told = "conquered by nobody" if land.status == "conquered" else f"{_a(land.status)} of nobody"
            yield Fault(at, f"{told}: its patron is a power", "16.3")
        elif land.patron and land.status not in _LEANS:
            yield Fault(at, f"{land.status}, and {wars.named(campaign, land.patron)} is its patron", "16.3")


def _a(status: str) -> str:
    return f"{'an' if status[0] == 'a' else 'a'} {status.capitalize()}"


def _wars(campaign: TheWar) -> Iterator[Fault]:
    for key, war in campaign.wars.items():
        names = [wars.named(campaign, who) for who in (war.one, war.other)]
        if (
            war.one != war.other
            and _alliance(campaign, war.one)
            and _alliance(campaign, war.one) == _alliance(campaign, war.other)
        ):
            # The table may have agreed so, and any turn of a campaign may become an opening.
            told = f"{names[0]} and {names[1]} are allies by [powers] and [countries]"
            yield Fault(f"wars.{key}", told, "1.2, 6.4", warning=True)


def _alliance(campaign: TheWar, who: str) -> str:
    """The alliance of a power, or of the patron of a country that takes its side; '' for any other."""
    power = campaign.powers.get(who)
    if power is not None:
        return power.alliance
    land = campaign.countries.get(who)
    patron = campaign.powers.get(land.patron) if land is not None and land.status in _LEANS[1:3] else None
    return patron.alliance if patron is not None else ""


def _dates(campaign: TheWar) -> Iterator[Fault]:
    """What has happened has no date after the first turn, and what joins a pool none before it."""
    for at, label in fitting.still_to_come(campaign):
        told = f"{calendar.spoken(label)} is after the first turn, {calendar.spoken(campaign.first)}"
        yield Fault(at, told, "2.5")
    start = calendar.number(campaign.first)
    for key, coming in campaign.additions.items():
        if coming.season in calendar.SEASONS and 4 * coming.year + calendar.SEASONS.index(coming.season) < start:
            told = f"{coming.season.capitalize()} {coming.year} is before the first turn: it joins the pool at once"
            yield Fault(f"additions.{key}.year", told, "3.1", warning=True)


def _land(campaign: TheWar) -> Iterator[Fault]:
    """Units among their enemies."""
    for key, unit in campaign.units.items():
        place = campaign.places.get(unit.place)
        if place is not None and place.holder and wars.at_war(campaign, unit.power, place.holder):
            told = f"it stands in {place.name}, which {wars.named(campaign, place.holder)} holds, at war with it"
            yield Fault(f"units.{key}.place", told, "1.2", warning=True)


def _ports(campaign: TheWar) -> Iterator[Fault]:
    """More Fleets than a port bases."""
    for where in dict.fromkeys(unit.place for unit in campaign.units.values()):
        for refusal in ports.excess(campaign, where, ports.based(campaign, where)):
            yield Fault(f"places.{where}", refusal.reason, refusal.rule, warning=True)
