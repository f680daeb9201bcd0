"""Three Rivers, the state: houses, lands, bands, the offices of a council and the bank that all gold comes from."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from engine.kernel.campaign import Campaign, public
from engine.kernel.refusals import Breakdown, Line

POWERS = ("red", "blue", "green")
SIDES = {"red": "north", "blue": "south", "green": "south"}
SEASONS = ("dry", "wet")
OFFICES = {"toll": 3, "mint": 4, "fair": 2}


@frozen(kw_only=True)
class House:
    """A power. ``gold`` in hand, of which ``reserved`` is promised to the council."""

    name: str
    gold: int
    reserved: int = 0


@frozen(kw_only=True)
class Land:
    """A land: its yearly ``value`` in gold, the house that owns it ('' nobody), its walls, the lands beside it."""

    name: str
    value: int
    owner: str = ""
    wall: bool = False
    beside: Mapping[str, bool] = field(factory=dict)


@frozen(kw_only=True)
class Band:
    """Soldiers of a house in a land. A tired band has moved or fought this turn."""

    house: str
    land: str
    strength: int
    tired: bool = False


@frozen(kw_only=True, slots=False)
class Toy(Campaign):
    """A campaign of Three Rivers. ``fallen`` counts the strength lost by all, ``bank`` the gold that nobody has."""

    houses: Mapping[str, House] = public(factory=dict, ruled=True, ids=True)
    lands: Mapping[str, Land] = public(factory=dict, ruled=True, ids=True)
    bands: Mapping[str, Band] = public(factory=dict, ruled=True, ids=True)
    offices: Mapping[str, str] = public(factory=dict, ruled=True)
    facts: Mapping[str, str | int | bool] = public(factory=dict, ruled=True)
    bank: int = public(default=0)
    fallen: int = public(default=0)


def season(campaign: Toy) -> str:
    """The season of the turn at hand."""
    return SEASONS[(campaign.progress.turn - 1) % 2]


def free(campaign: Toy, house: str) -> int:
    """The gold that a house may still promise or give away."""
    return campaign.houses[house].gold - campaign.houses[house].reserved


def income(campaign: Toy, house: str) -> Breakdown:
    """A house's gold of a year, land by land and office by office."""
    lands = tuple(Line(land.name, land.value, "1.1") for land in campaign.lands.values() if land.owner == house)
    offices = tuple(Line(office, 1, "1.2") for office, holder in campaign.offices.items() if holder == house)
    return Breakdown(lands + offices)


def bands_of(campaign: Toy, house: str) -> tuple[str, ...]:
    """The bands of a house."""
    return tuple(key for key, band in campaign.bands.items() if band.house == house)


def enemies_in(campaign: Toy, land: str, house: str) -> tuple[str, ...]:
    """The bands of others that stand in a land."""
    return tuple(key for key, band in campaign.bands.items() if band.land == land and band.house != house)


def opening(
    seats: int = 1,
    *,
    house_rulings: bool = True,
    sealed_bids: bool = True,
    flanks: bool = False,
    last: str = "1202-2-wet",
    gold: int = 10,
) -> Toy:
    """The opening position for one to three seats; its first step has not come up yet."""
    chairs = {1: ("solo",) * 3, 2: ("north", "south", "south"), 3: ("north", "west", "east")}[seats]
    return Toy(
        ruleset="toy",
        scenario="three-rivers",
        title="Three Rivers",
        first="1201-1-dry",
        last=last,
        seats=dict(zip(POWERS, chairs, strict=True)),
        options={"house_rulings": house_rulings, "sealed_bids": sealed_bids, "flanks": flanks},
        sources={"houses": "house", "houses.red": "rules 1.1", "lands": "own"},
        houses={power: House(name=power.title(), gold=gold) for power in POWERS},
        lands={
            "ford": Land(name="The Ford", value=3, owner="red", beside={"forest": True, "hill": True}),
            "forest": Land(name="The Forest", value=2, beside={"ford": True, "hill": True, "mere": True}),
            "hill": Land(name="The Hill", value=2, owner="blue", wall=True, beside={"ford": True, "forest": True}),
            "mere": Land(name="The Mere", value=4, owner="green", beside={"forest": True}),
        },
        bands={
            "red-1": Band(house="red", land="ford", strength=4),
            "red-2": Band(house="red", land="ford", strength=2),
            "blue-1": Band(house="blue", land="hill", strength=3),
            "green-1": Band(house="green", land="mere", strength=3),
        },
        bank=200,
    )
