"""Who has won: sudden deaths and how far off they are, objectives and the level of the day, how a campaign ends by the
rules (17.3, 20.4, 21.1, 22.2, 27)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.kernel.refusals import Breakdown
from engine.kernel.remembering import unchanged
from engine.kernel.values import frozen
from engine.thewar.rolls import endings
from engine.thewar.rolls.ending_marks import LAST
from engine.thewar.rolls.endings import ALLIES, AXIS, Ending
from engine.thewar.world import calendar, variants_played, wars
from engine.thewar.world.state import Country, TheWar

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
BEFORE_LAST = "1945-1-spring"
"""The last turn in which Rome and Berlin are a sudden death (27.1)."""
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
    powers, holders = campaign.powers, _holders(campaign, tuple(campaign.powers))
    return tuple([key for key, holder in holders.items() if powers[holder].side == side])


_CITIES = tuple(dict.fromkeys((endings.CAPITAL, *endings.CITIES, *endings.ALLIED_CITIES, *endings.US_EXIT)))


@unchanged("places", "countries")
def _holders(campaign: TheWar, powers: tuple[str, ...]) -> Mapping[str, str]:
    """The cities of the sudden deaths that any power holds, with whose they are. Of the powers it reads which there
    are."""
    holders = {key: holder_of(campaign, key) for key in _CITIES}
    return {key: holder for key, holder in holders.items() if holder in powers}


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
    """A way to the end: ``whose`` victory it is, ``who`` and ``what`` in words, ``when`` it is asked and the turn
    ``until`` which; what of it is ``held`` and what is ``missing``, in words, and how much of that it ``needs``;
    ``closed``: why it cannot come any more, or not yet."""

    whose: str
    who: str
    what: str
    when: str
    until: str
    held: tuple[str, ...]
    missing: tuple[str, ...]
    needs: int
    rule: str
    closed: str = ""

    @property
    def title(self) -> str:
        """What it is, and when it is asked."""
        return f"{self.who}, {self.when}: {self.what}"

    @property
    def told(self) -> str:
        """One line of it."""
        have = ", ".join(self.held) or "nothing"
        return f"{self.title}: has {have}; {self.needs} more of {', '.join(self.missing)}" if self.needs else self.title


HALF, EITHER_HALF, AT_ONCE = "as an Allied half closes", "as either half closes", "at once"
"""When an ending is asked (27.1, ruling 380)."""


def _named(campaign: TheWar, keys: Iterable[str]) -> tuple[str, ...]:
    places = campaign.places
    return tuple(places[key].name if key in places else key.title() for key in keys)


def _not_there(campaign: TheWar, keys: Iterable[str]) -> str:
    """Why cities that all are needed cannot all be held, where a scenario leaves some out."""
    gone = [key for key in keys if key not in campaign.places]
    return f"this scenario is without {', '.join(_named(campaign, gone))}" if gone else ""


def distances(campaign: TheWar) -> tuple[Distance, ...]:
    """What each sudden death still wants (22.2, 27.1)."""
    axis, allied = held_by(campaign, "axis"), held_by(campaign, "allied")
    return (_of_the_axis(campaign, axis), _of_the_us(campaign, axis), _of_the_allies(campaign, allied))


def _of_the_axis(campaign: TheWar, axis: tuple[str, ...]) -> Distance:
    three = [key for key in endings.CITIES if key in axis]
    capital = endings.CAPITAL in axis
    missing = ([] if capital else [endings.CAPITAL]) + [key for key in endings.CITIES if key not in axis]
    needs = (0 if capital else 1) + max(0, endings.CITIES_NEEDED - len(three))
    have = _named(campaign, ([endings.CAPITAL] if capital else []) + three)
    closed, left = _not_there(campaign, (endings.CAPITAL,)), _named(campaign, missing)
    return Distance(AXIS, "Axis", "Paris and three of seven", HALF, LAST, have, left, needs, "27.1", closed)


def _of_the_us(campaign: TheWar, axis: tuple[str, ...]) -> Distance:
    gone = [key for key in endings.US_EXIT if key in axis]
    left = [key for key in endings.US_EXIT if key not in axis]
    us, closed = campaign.powers.get("us"), _not_there(campaign, endings.US_EXIT)
    if us is None or not us.entered:
        closed = "the United States is not in the war"
    have, missing = _named(campaign, gone), _named(campaign, left)
    return Distance(AXIS, "The U.S. leaves", "all five", HALF, LAST, have, missing, len(left), "22.2", closed)


def _of_the_allies(campaign: TheWar, allied: tuple[str, ...]) -> Distance:
    ours = [key for key in endings.ALLIED_CITIES if key in allied]
    left = [key for key in endings.ALLIED_CITIES if key not in allied]
    closed = _not_there(campaign, endings.ALLIED_CITIES)
    if calendar.now(campaign) >= calendar.number(LAST):
        closed = f"only before {calendar.spoken(LAST)}"
    have, missing = _named(campaign, ours), _named(campaign, left)
    return Distance(
        ALLIES, "Allies", "Rome and Berlin", EITHER_HALF, BEFORE_LAST, have, missing, len(left), "27.1", closed
    )


def other_ways(campaign: TheWar) -> tuple[Distance, ...]:
    """What the endings by surrender and by the last turn still want (17.3, 20.4, 21.1, 27.1)."""
    able = [key for key in endings.FALLEN if key in campaign.powers]
    fallen = [key for key in able if campaign.powers[key].surrendered]
    stand = [key for key in able if key not in fallen]
    needs = max(0, len(endings.FALLEN) - 1 - len(fallen))
    closed = "fewer than two of them play" if needs > len(stand) else ""
    have, missing = (tuple(wars.named(campaign, key) for key in keys) for keys in (fallen, stand))
    what = "two of France, Britain and the Soviet Union surrender"
    found = [Distance(AXIS, "Axis", what, AT_ONCE, LAST, have, missing, needs, "17.3, 21.1, 27.1", closed)]
    if "germany" in campaign.powers:
        gone = bool(campaign.powers["germany"].surrendered)
        name = (wars.named(campaign, "germany"),)
        have, missing = (name, ()) if gone else ((), name)
        rule = "20.4, 27.1"
        what = "Germany surrenders"
        found.append(Distance(ALLIES, "Allies", what, AT_ONCE, LAST, have, missing, int(not gone), rule))
    return tuple(found)


# --- objectives


def objectives(campaign: TheWar) -> tuple[str, ...]:
    """The objective cities of the campaign, in the order of its places."""
    return tuple(key for key, place in campaign.places.items() if place.tags.get(endings.OBJECTIVE))


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
    """What counts as one objective more for a side, by what is recorded (27.2.1, 27.2.2)."""
    return tuple(key for key, why_not in besides(campaign, side).items() if not why_not)


def besides(campaign: TheWar, side: str) -> dict[str, str]:
    """What may count as one objective more for a side, each with why it does not, '' where it does: all of Corsica or
    Tunisia for Italy, the Dardanelles for the Soviets (27.2.1, 27.2.2)."""
    found = {}
    if side == "italy":
        for land in (CORSICA, TUNISIA):
            # Corsica is an objective for whoever has it once that variant was played, and Italy's no second time.
            everybodys = land == CORSICA and variants_played.has_played(campaign, CORSICA)
            if land in campaign.holdings and not everybodys:
                found[land] = _not_whole(campaign, land)
    if side == "ussr" and STRAITS in campaign.places:
        theirs = holder_of(campaign, STRAITS) == "ussr"
        found[STRAITS] = "" if theirs else f"{_name(campaign, campaign.places[STRAITS].holder)} has them"
    return found


def _not_whole(campaign: TheWar, land: str) -> str:
    """Why a land is not all Italy's, '' where it is."""
    whose = campaign.holdings[land].holder
    if whose != "italy":
        return f"{_name(campaign, whose)} has it"
    for key, place in campaign.places.items():
        if place.country == land and holder_of(campaign, key) != "italy":
            return f"{_name(campaign, place.holder)} has {place.name}"
    return ""


def who_has(campaign: TheWar, holder: str) -> str:
    """Who holds something, in words; a country with how it stands."""
    land = campaign.countries.get(holder)
    return _name(campaign, holder) if land is None else f"{land.name}, {_stands(campaign, land)}"


def _name(campaign: TheWar, holder: str) -> str:
    return wars.named(campaign, holder) if holder else "nobody"


def _stands(campaign: TheWar, land: Country) -> str:
    """How a country stands, in words."""
    if not land.patron:
        return land.status
    return f"{_STANDS.get(land.status, land.status)} {wars.named(campaign, land.patron)}"


_STANDS = {
    "satellite": "a Satellite of",
    "associate": "an Associate of",
    "sympathizer": "a Sympathizer of",
    "conquered": "conquered by",
}
"""How a country stands to the power that has it."""


def level(campaign: TheWar, side: str) -> str:
    """The level of victory that a side's objectives of today would give it at the end of Summer 1945 (27.1)."""
    return endings.level(side, of_side(campaign, side).total)


def sides(campaign: TheWar) -> tuple[str, ...]:
    """The sides of the table that play: France in a game in which it has a seat of its own (ruling 376)."""
    found = [side for side, powers in SIDES.items() if any(power in campaign.powers for power in powers)]
    seat = campaign.seats.get("france", "")
    alone = bool(seat) and not any(one == seat for power, one in campaign.seats.items() if power != "france")
    return tuple(side for side in found if side != "france" or alone)


def counts_not(campaign: TheWar) -> dict[str, tuple[str, str]]:
    """The objectives that count for nobody, each with the reason and its rule: what no Major Power has (27.2.3), and
    France's where it is no side of the table (ruling 376)."""
    playing = {power for side in sides(campaign) for power in SIDES[side]}
    found = {}
    for key in objectives(campaign):
        power = holder_of(campaign, key)
        if not power:
            land = campaign.countries.get(campaign.places[key].holder)
            why = f"{land.name} is {_stands(campaign, land)}" if land is not None else "nobody holds it"
            found[key] = (why, "27.2.3")
        elif power not in playing:
            found[key] = (f"{wars.named(campaign, power)} has no seat of its own", "27.1, ruling 376")
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
    for key, (why, rule) in counts_not(campaign).items():
        nobodys = nobodys.plus(f"{campaign.places[key].name}: {why}", 1, rule)
    return (*found, ("Objectives that count for nobody", nobodys)) if nobodys.lines else tuple(found)


def belongs(campaign: TheWar, power: str) -> str:
    """The side of a power in the words of an ending."""
    return AXIS if campaign.powers[power].side == "axis" else ALLIES


def commands_all(campaign: TheWar, power: str) -> bool:
    """Whether the seat of a power commands all of its side that stand."""
    seat, side = campaign.seats.get(power), campaign.powers[power].side
    mine = [key for key, row in campaign.powers.items() if row.side == side and wars.standing(campaign, key)]
    return all(campaign.seats.get(key) == seat for key in mine)
