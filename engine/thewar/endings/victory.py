"""Who has won: sudden deaths and how far off they are, objectives and the level of the day, how a campaign ends by the
rules (17.3, 20.4, 21.1, 22.2, 27)."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from engine.kernel.refusals import Breakdown
from engine.thewar.rolls import endings
from engine.thewar.rolls.ending_marks import LAST
from engine.thewar.rolls.endings import ALLIES, AXIS, Ending
from engine.thewar.world import calendar, wars
from engine.thewar.world.state import TheWar

OBJECTIVE = "objective"
"""The tag of the 39 objective cities, which the map prints in orange; the house's list by default (ruling 377)."""
SIDES = {
    "britain-us": ("britain", "us"),
    "france": ("france",),
    "germany": ("germany",),
    "italy": ("italy",),
    "ussr": ("ussr",),
}
"""The sides of the table of levels, by their powers."""
NAMES = {
    "britain-us": "Britain and the United States",
    "france": "France",
    "germany": "Germany",
    "italy": "Italy",
    "ussr": "the Soviet Union",
}
BY_OBJECTIVES = "victory-by-objectives"
"""The option by which the table of objectives decides in Summer 1945 (ruling 375)."""
STRAITS, TUNISIA, CORSICA = "dardanelles", "tunisia", "corsica"


def holder_of(campaign: TheWar, key: str) -> str:
    """The Major Power for which a place counts: its own, its Satellite's master, a conquest's conqueror; '' for what
    is neutral, a Sympathizer's or an Associate's (27.2.3, ruling 379)."""
    place = campaign.places.get(key)
    if place is None:
        return ""
    land = campaign.countries.get(place.holder)
    if land is not None:
        return land.patron if land.status in ("satellite", "conquered") else ""
    return place.holder if place.holder in campaign.powers else ""


def held_by(campaign: TheWar, side: str) -> tuple[str, ...]:
    """The cities of the sudden deaths that a side, 'axis' or 'allied', holds by what is recorded (ruling 380)."""
    cities = dict.fromkeys((endings.CAPITAL, *endings.CITIES, *endings.ALLIED_CITIES, *endings.US_EXIT))
    found = []
    for key in cities:
        power = campaign.powers.get(holder_of(campaign, key))
        if power is not None and power.side == side:
            found.append(key)
    return tuple(found)


# --- how it ends


def ending(campaign: TheWar, half: str) -> Ending | None:
    """How a campaign ends as a half of a turn closes, None where it goes on. The Axis' sudden death is asked as the
    Allied half closes alone, the Allied one as either does (27.1, ruling 380)."""
    turn = calendar.turn(campaign)
    fallen = by_fall(campaign)
    allied = fallen if fallen is not None and fallen.winner != AXIS else None
    axis = fallen if fallen is not None and fallen.winner == AXIS else None
    allied = allied or endings.allied_sudden_death(turn, held_by(campaign, "allied"))
    if half == "allied":
        axis = axis or endings.axis_sudden_death(held_by(campaign, "axis"))
    if allied is not None and axis is not None:
        return Ending("", endings.DRAW, f"{allied.why}, and {axis.why}", "27.1, ruling 378")
    if allied is not None or axis is not None:
        return allied or axis
    last = half == "allied" and calendar.number(turn) >= calendar.number(LAST)
    return endings.by_date(turn) if last and wars.standing(campaign, "germany") else None


def by_fall(campaign: TheWar) -> Ending | None:
    """How a campaign ends by who has surrendered, the moment he does (17.3, 20.4, 21.1, 27.1)."""
    germany = campaign.powers.get("germany")
    if germany is not None and germany.surrendered:
        return endings.by_german_surrender(germany.surrendered)
    fallen = [key for key in endings.FALLEN if key in campaign.powers and campaign.powers[key].surrendered]
    return endings.by_surrenders(fallen)


# --- how far off


@frozen
class Distance:
    """A sudden death: ``whose`` side's, what of it is ``held`` and what is ``missing``, in words."""

    whose: str
    title: str
    held: tuple[str, ...]
    missing: tuple[str, ...]
    needs: int
    rule: str

    @property
    def told(self) -> str:
        """One line of it."""
        have = ", ".join(self.held) or "nothing"
        return f"{self.title}: has {have}; {self.needs} more of {', '.join(self.missing)}" if self.needs else self.title


def _named(campaign: TheWar, keys: Iterable[str]) -> tuple[str, ...]:
    places = campaign.places
    return tuple(places[key].name if key in places else key.title() for key in keys)


def distances(campaign: TheWar) -> tuple[Distance, ...]:
    """What each sudden death still wants (22.2, 27.1)."""
    axis, allied = held_by(campaign, "axis"), held_by(campaign, "allied")
    found = []
    three = [key for key in endings.CITIES if key in axis]
    capital = endings.CAPITAL in axis
    missing = ([] if capital else [endings.CAPITAL]) + [key for key in endings.CITIES if key not in axis]
    needs = (0 if capital else 1) + max(0, endings.CITIES_NEEDED - len(three))
    have = ([endings.CAPITAL] if capital else []) + three
    title = "Axis, as an Allied half closes: Paris and three of seven"
    found.append(Distance(AXIS, title, _named(campaign, have), _named(campaign, missing), needs, "27.1"))
    us = campaign.powers.get("us")
    if us is not None and us.entered:
        gone = [key for key in endings.US_EXIT if key in axis]
        left = [key for key in endings.US_EXIT if key not in axis]
        title = "The U.S. leaves: all five"
        found.append(Distance(AXIS, title, _named(campaign, gone), _named(campaign, left), len(left), "22.2"))
    if calendar.now(campaign) < calendar.number(LAST):
        ours = [key for key in endings.ALLIED_CITIES if key in allied]
        left = [key for key in endings.ALLIED_CITIES if key not in allied]
        title = "Allies, as either half closes: Rome and Berlin"
        found.append(Distance(ALLIES, title, _named(campaign, ours), _named(campaign, left), len(left), "27.1"))
    return tuple(found)


# --- objectives


def objectives(campaign: TheWar) -> tuple[str, ...]:
    """The objective cities of the campaign, in the order of its places."""
    return tuple(key for key, place in campaign.places.items() if place.tags.get(OBJECTIVE))


def of_side(campaign: TheWar, side: str) -> Breakdown:
    """A side's objectives, each by its name: cities that are its own, and what counts for it besides (27.2)."""
    powers, found = SIDES[side], Breakdown()
    for key in objectives(campaign):
        if holder_of(campaign, key) in powers:
            found = found.plus(campaign.places[key].name, 1, "27.2")
    for extra in extras(campaign, side):
        found = found.plus(endings.EXTRA[extra][1], 1, endings.EXTRA[extra][2])
    return found


def extras(campaign: TheWar, side: str) -> tuple[str, ...]:
    """What counts as one objective more for a side: all of Corsica or Tunisia for Italy, the Dardanelles for the
    Soviets, by what is recorded (27.2.1, 27.2.2)."""
    found = []
    if side == "italy":
        for land in (CORSICA, TUNISIA):
            holding = campaign.holdings.get(land)
            sites = [key for key, place in campaign.places.items() if place.country == land]
            if holding is not None and holding.holder == "italy":
                found += [land] if all(holder_of(campaign, key) == "italy" for key in sites) else []
    if side == "ussr" and holder_of(campaign, STRAITS) == "ussr":
        found.append(STRAITS)
    return tuple(found)


def level(campaign: TheWar, side: str) -> str:
    """The level of victory that a side's objectives of today would give it at the end of Summer 1945 (27.1)."""
    return endings.level(side, of_side(campaign, side).total)


def sides(campaign: TheWar) -> tuple[str, ...]:
    """The sides of the table that play: France in a game in which it has a seat of its own (ruling 376)."""
    found = [side for side, powers in SIDES.items() if any(power in campaign.powers for power in powers)]
    seat = campaign.seats.get("france", "")
    alone = bool(seat) and not any(one == seat for power, one in campaign.seats.items() if power != "france")
    return tuple(side for side in found if side != "france" or alone)


def counts_not(campaign: TheWar) -> dict[str, str]:
    """The objectives that count for nobody, each with the reason (27.2.3)."""
    found = {}
    for key in objectives(campaign):
        if not holder_of(campaign, key):
            place = campaign.places[key]
            land = campaign.countries.get(place.holder)
            found[place.name] = f"{land.name} is {land.status}" if land is not None else "nobody holds it"
    return found


def by_level(campaign: TheWar) -> dict[str, str]:
    """The level of each side that plays (27.1)."""
    return {side: level(campaign, side) for side in sides(campaign)}


def standing_of(campaign: TheWar) -> tuple[tuple[str, Breakdown], ...]:
    """Each side's objectives under a title with the level of the day, for the page of the turn."""
    if not objectives(campaign):
        return ()
    found = [
        (f"Objectives of {NAMES[side]}: {level(campaign, side)}", of_side(campaign, side)) for side in sides(campaign)
    ]
    nobodys = Breakdown()
    for name, why in counts_not(campaign).items():
        nobodys = nobodys.plus(f"{name}: {why}", 1, "27.2.3")
    return (*found, ("Objectives that count for nobody", nobodys)) if nobodys.lines else tuple(found)


def belongs(campaign: TheWar, power: str) -> str:
    """The side of a power in the words of an ending."""
    return AXIS if campaign.powers[power].side == "axis" else ALLIES


def commands_all(campaign: TheWar, power: str) -> bool:
    """Whether the seat of a power commands all of its side that stand."""
    seat, side = campaign.seats.get(power), campaign.powers[power].side
    mine = [key for key, row in campaign.powers.items() if row.side == side and wars.standing(campaign, key)]
    return all(campaign.seats.get(key) == seat for key in mine)
