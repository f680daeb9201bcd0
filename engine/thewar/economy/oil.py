"""Oil: who holds the oil places, the factors and SMPs that depend on them, plants hit and what plants yield (24.0 to
24.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from attrs import field

from engine.kernel.refusals import Breakdown, Line
from engine.kernel.remembering import remembered, unchanged
from engine.kernel.tables import table
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.world import calendar, regions, wars
from engine.thewar.world.state import TheWar

POWERS = ("germany", "ussr", "britain")
"""The powers whose SMPs depend on oil."""
AXIS = ("germany", "italy")
NEUTRAL, MINOR_ENEMY = "neutral", "minor-enemy"
"""Holders of oil places beside the powers: a country at peace with Germany, and one that is at war with it."""
PLACED = "oil-plants-placed"
"""The fact that the plants are placed."""
SCORED, FELT = "oil-hits-scored", "oil-hits-felt"
"""The facts of oil hits on Germany: of this turn, which tell in the next, and of the last, which tell in this."""
YIELD_LOST = "yield of oil plants hit"
"""The reason recorded when NARFs of the plants are lost."""


@frozen
class Oil:
    """What oil figures are worked out from. ``held``: who holds each oil place, a power's id, NEUTRAL or MINOR_ENEMY; a
    place that is left out counts as at start. ``plants`` that Germany holds, ``hits`` on them that tell this turn."""

    held: Mapping[str, str] = field(factory=dict)
    plants: int = 5
    hits: int = 0

    @property
    def hurt(self) -> int:
        """Plants that yield nothing this turn."""
        return max(0, min(self.hits, self.plants))


@cache
def sources(power: str) -> dict[str, dict[str, Any]]:
    """A power's rows of the table, by key; none for a power without oil rules. All share them."""
    rows: dict[str, dict[str, Any]] = table("thewar", "oil")["row"]
    return {key: row for key, row in rows.items() if row["power"] == power}


@cache
def places() -> tuple[str, ...]:
    """The oil places that any row names, each once."""
    rows = table("thewar", "oil")["row"].values()
    return tuple(dict.fromkeys(place for row in rows for place in row["places"]))


def _plants(part: str) -> Any:
    return table("thewar", "oil")["plants"][part]


def plants_at_start() -> int:
    """The synthetic oil plants with which Germany begins (24.1)."""
    return int(_plants("count"))


def _counts(row: dict[str, Any], power: str, oil: Oil) -> bool:
    """Whether a row of places counts for its power now."""
    held = [oil.held[place] for place in row["places"] if place in oil.held]
    if row["counts"] == "always":
        return True
    if len(held) < len(row["places"]):
        return bool(row["start"])
    if row["counts"] == "own":
        return all(who == power for who in held)
    if row["counts"] == "not axis":
        return not all(who in AXIS for who in held)
    return not all(who not in (*AXIS, NEUTRAL) for who in held)


def several(number: int, name: str) -> str:
    """``1 oil factor``, ``2 oil factors``."""
    return f"{number} {name}" if number == 1 else f"{number} {name}s"


def factors(power: str, oil: Oil) -> Breakdown:
    """A power's oil factors with their causes (24.1 to 24.3)."""
    lines: list[Line] = []
    for row in sources(power).values():
        if row["counts"] == "plants":
            lines.append(Line(several(oil.plants, row["name"]), oil.plants, row["rule"]))
            if oil.hurt:
                lines.append(Line(f"{oil.hurt} of them hit last turn", -oil.hurt, row["rule"]))
        elif _counts(row, power, oil):
            lines.append(Line(row["name"], row["factors"], row["rule"]))
        elif row["start"]:
            lines.append(Line(f"{row['name']}: lost", 0, row["rule"]))
    return Breakdown(tuple(lines))


def smp_changes(power: str, oil: Oil) -> tuple[Line, ...]:
    """What oil adds to and takes from a power's SMPs, a line for each cause (24.1 to 24.3, ruling 195)."""
    lines: list[Line] = []
    for row in sources(power).values():
        if row["counts"] == "plants":
            missing = row["factors"] - oil.plants
            if missing:
                lines.append(Line(f"{several(missing, row['name'])} lost", -missing, row["rule"]))
            if oil.hurt:
                lines.append(Line(f"{several(oil.hurt, row['name'])} hit last turn", -oil.hurt, row["rule"]))
            continue
        counts = _counts(row, power, oil)
        if counts != row["start"]:
            change = row["factors"] if counts else -row["factors"]
            lines.append(Line(f"{row['name']} {'held' if counts else 'lost'}", change, row["rule"]))
    return tuple(lines)


def shortage(power: str) -> dict[str, Any]:
    """How a power's shortage is rolled. Raises KeyError for a power without oil rules."""
    rows: dict[str, dict[str, Any]] = table("thewar", "oil")["shortage"]
    return rows[power]


def missing(power: str, oil: Oil) -> int:
    """How many oil factors a power has too few, 0 where it rolls no die (24.1 to 24.3, ruling 103)."""
    rules = shortage(power)
    every = sources(power)
    if rules["fields"]:
        have = sum(int(every[key]["factors"]) for key in rules["fields"] if _counts(every[key], power, oil))
    else:
        have = factors(power, oil).total
    return max(0, int(rules["below"]) - have)


def immobile(power: str, short: int, face: int) -> Breakdown:
    """How many units may not move, where ``short`` factors are missing and a die shows ``face`` (24.1 to 24.3)."""
    rules = shortage(power)
    if not rules["whole_die"]:
        return Breakdown((Line(f"half of a die of {face}, rounded up", -(-face // 2), f"{rules['rule']}, ruling 103"),))
    die = Line(f"die of {face}", face, rules["rule"])
    return Breakdown((die, Line(f"{several(short, 'oil factor')} short of {rules['below']}", short, rules["rule"])))


def plant_yield(oil: Oil, turn: str) -> Line | None:
    """What the plants bring a year, in NARFs; None before Spring 1943 and where none is whole (24.1).

    It comes in Spring: hits that tell in another turn are over by then, their NARFs were lost at once.
    """
    now = calendar.number(turn)
    whole = oil.plants - (0 if now % 4 else oil.hurt)
    if whole <= 0 or now < calendar.number(_plants("from")):
        return None
    each = int(_plants("narfs"))
    return Line(f"{several(whole, 'synthetic oil plant')}, {each} each", whole * each, "24.1")


def plant_loss(count: int, turn: str) -> int:
    """What so many plants hit in a turn cost at once, in NARFs: each its year's yield by the season (24.1)."""
    now = calendar.number(turn)
    if now < calendar.number(_plants("from")):
        return 0
    return count * (int(_plants("narfs")) * calendar.SHARE[calendar.SEASONS[now % 4]] // 100)


# ---------------------------------------------------------------- in a campaign


def holder(campaign: TheWar, place: str) -> str:
    """Who holds a place as oil counts it: a power, also through its Satellite or a country it has conquered, NEUTRAL or
    MINOR_ENEMY (ruling 196). Raises KeyError for a place that the campaign does not list."""
    return _counted_as(campaign, regions.controller(campaign, place))


def _counted_as(campaign: TheWar, owner: str) -> str:
    if owner in campaign.powers:
        return owner
    land = campaign.countries.get(owner)
    if land is not None and land.status in ("conquered", "satellite") and land.patron in campaign.powers:
        return land.patron
    return MINOR_ENEMY if wars.at_war(campaign, owner, "germany") else NEUTRAL


def plant_in(campaign: TheWar, city: str) -> bool:
    """Whether a synthetic oil plant stands in a city, as far as they are placed."""
    return bool(campaign.oil_plants.get(city, False))


def plants(campaign: TheWar) -> int:
    """The plants that Germany holds: those in cities it still has; all of them while nobody has said where they
    stand."""
    if not campaign.facts.get(PLACED, False):
        return plants_at_start()
    cities = [city for city, there in campaign.oil_plants.items() if there]
    return len([city for city in cities if city not in campaign.places or holder(campaign, city) == "germany"])


@remembered
def of(campaign: TheWar) -> Oil:
    """What a campaign's oil figures are worked out from now."""
    powers, partisans, there, felt = _read(campaign)
    return Oil(_held(campaign, powers, partisans), there, felt)


_Partisans = tuple[tuple[str, str], ...]


@remembered
def _read(campaign: TheWar) -> tuple[tuple[str, ...], _Partisans, int, int]:
    """What oil reads beside places, countries and wars: the powers that there are, where partisans stand with whose
    they are, the plants, and how many of these are hit."""
    partisans = tuple(regions.partisans(campaign).items())
    return tuple(campaign.powers), partisans, plants(campaign), int(campaign.facts.get(FELT, 0))


@unchanged("places", "countries", "wars")
def _held(campaign: TheWar, powers: tuple[str, ...], partisans: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """Who holds the oil places (see Oil). Of the powers it reads which there are, of the units where partisans
    stand."""
    risen = dict(partisans)
    return {
        place: _counted_as(campaign, risen.get(place) or campaign.places[place].holder)
        for place in places()
        if place in campaign.places
    }


def explained(campaign: TheWar, power: str) -> Breakdown | None:
    """A power's oil factors with their causes, None for a power without oil rules."""
    return factors(power, of(campaign)) if power in POWERS else None


def smp_lines(campaign: TheWar, power: str) -> tuple[Line, ...]:
    """What oil adds to and takes from a power's SMPs this turn."""
    return _smp_lines(campaign, power, *_read(campaign)) if power in POWERS else ()


@unchanged("places", "countries", "wars")
def _smp_lines(
    campaign: TheWar, power: str, powers: tuple[str, ...], partisans: _Partisans, there: int, felt: int
) -> tuple[Line, ...]:
    return smp_changes(power, Oil(_held(campaign, powers, partisans), there, felt))


def short(campaign: TheWar) -> tuple[str, ...]:
    """The powers that must roll for their shortage this turn."""
    oil = of(campaign)
    return tuple(power for power in POWERS if wars.standing(campaign, power) and missing(power, oil))


def income_lines(campaign: TheWar, power: str) -> Iterable[Line]:
    """What the plants add to a NARF level (24.1)."""
    line = plant_yield(of(campaign), calendar.turn(campaign)) if power == "germany" else None
    return () if line is None else (line,)


def plants_damaged(tx: Transaction[TheWar], count: int) -> None:
    """Take the year's yield of plants that were hit, by the season; the raid itself costs no NARFs (24.1, ruling
    198)."""
    amount = plant_loss(min(count, plants(tx.campaign)), calendar.turn(tx.campaign))
    tx.add("powers.germany.narfs", -amount, YIELD_LOST, "24.1", account="bombed")


def struck(tx: Transaction[TheWar], hits: int) -> None:
    """Oil hits on Germany: they tell in its next turn (24.1)."""
    if hits:
        tx.put(f"facts.{SCORED}", int(tx.campaign.facts.get(SCORED, 0)) + hits, "oil hit", "24.1")
        plants_damaged(tx, hits)


def hits_pass(tx: Transaction[TheWar]) -> None:
    """The turn ends: the hits that told are over, those of this turn tell in the next (24.1)."""
    scored = tx.campaign.facts.get(SCORED, 0)
    if scored:
        tx.remove(f"facts.{SCORED}", "oil hits tell next turn", "24.1")
        tx.put(f"facts.{FELT}", scored, "oil hits tell next turn", "24.1")
    elif FELT in tx.campaign.facts:
        tx.remove(f"facts.{FELT}", "oil hits are over", "24.1")
