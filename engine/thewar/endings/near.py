"""Whether a surrender roll may fall due at all, the terms of France are in hand, somebody waits in a box: asked of
every campaign that is looked at, so what stands behind it is loaded only where it may (17.2, 18.4, 18.5, 19.1.2, 19.2,
20.4, 21.1, 23.41, 23.47)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engine.kernel.late import Asked
from engine.kernel.remembering import derived
from engine.kernel.sheets.ledger import Duty
from engine.kernel.wiring import UnknownCondition
from engine.thewar.economy.falls_due import could_move
from engine.thewar.rolls.ending_marks import DUNKIRK_TURNS, FRENCH_CITIES, LAST, SOVIET_CITIES
from engine.thewar.world import calendar, forces, minors, wars
from engine.thewar.world.conditions import Condition
from engine.thewar.world.state import Place, TheWar

STEPS = {
    "france": "end.french-surrender",
    "britain": "end.british-surrender",
    "italy": "end.italian-surrender",
    "ussr": "end.soviet-surrender",
    "germany": "end.german-surrender",
}
"""The step in which each power rolls, in the order of the sequence."""
WESTERN = ("britain", "us")
MAINLAND_ITALY = ("italy", "rome", "naples")
"""What the places of Italy without its islands belong to (19.2)."""
ITALY = (*MAINLAND_ITALY, "sicily", "sardinia")
"""What the places of Italy, Sicily and Sardinia belong to (19.2)."""
_BESIDE_ITALY = (*ITALY, "yugoslavia", "switzerland", "france")
_POSTS = ("suez", "gibraltar", "malta")
NO_FRENCH_CITY = "no city of France is lost"
EAST_AFRICA, AZORES, SOUTH_AFRICA = "italian-east-africa-box", "azores-box", "south-africa-box"
WAITED_IN: Mapping[str, tuple[str, ...]] = {
    EAST_AFRICA: (EAST_AFRICA,),
    AZORES: (AZORES,),
    SOUTH_AFRICA: (SOUTH_AFRICA, "cape-town"),
}
"""The boxes that fall to who holds them for turns, each with the places in which he does (19.1.2, 23.41, 23.47)."""


def of_the_west(campaign: TheWar, who: str) -> bool:
    """Whether somebody is Britain or the United States, or a Satellite of one: who enters Italy and waits in boxes
    (19.1.2, 19.2). France is of the same alliance, and neither."""
    return minors.master(campaign, who) in WESTERN


def french_city_lost(campaign: TheWar) -> str:
    """The first city of France that an enemy of it holds, '' for none (18.4, ruling 428)."""
    cities = (key for key in FRENCH_CITIES if key in campaign.places)
    return next((key for key in cities if wars.hostile(campaign, campaign.places[key].holder, "france")), "")


def _french(campaign: TheWar) -> str:
    return "" if french_city_lost(campaign) else NO_FRENCH_CITY


def _british(campaign: TheWar) -> str:
    turn = calendar.turn(campaign)
    if turn in DUNKIRK_TURNS or campaign.facts.get("firestorms-on-britain"):
        return ""
    if campaign.facts.get(forces.BRITISH_LOSSES) == turn:
        return ""
    for key, place in campaign.places.items():
        ours = key in _POSTS or place.country == "britain"
        if ours and place.taken == turn and wars.axis_holds(campaign, place.holder):
            return ""
    return "nothing British was lost this turn that is rolled for"


@derived("places")
def _holders_beside_italy(places: Mapping[str, Place]) -> frozenset[str]:
    """Who holds the places of Italy and of the lands from which it is entered (19.2)."""
    beside = (place for place in places.values() if place.country in _BESIDE_ITALY or place.tags.get("austria"))
    return frozenset(place.holder for place in beside)


@derived("places")
def _within_italy(places: Mapping[str, Place]) -> frozenset[str]:
    """The places of Italy, Sicily and Sardinia, by id (19.2)."""
    return frozenset(key for key, place in places.items() if place.country in ITALY)


def _italian(campaign: TheWar) -> str:
    if any(of_the_west(campaign, holder) for holder in _holders_beside_italy(campaign)):
        return ""
    marked = any(of_the_west(campaign, marker.power) for marker in campaign.markers.values())
    within = _within_italy(campaign)
    there = [unit for unit in campaign.units.values() if unit.place in within]
    landed = any(of_the_west(campaign, unit.power) for unit in there)
    if marked or landed or campaign.board_signs:
        return ""
    return "nobody of Britain or the United States is known to stand in Italy"


def soviet_cities_left(campaign: TheWar) -> str:
    """Which of Moscow, Leningrad and Stalingrad no enemy of the Soviet Union holds, in words; '' where all three are
    lost (21.1)."""
    standing = [
        campaign.places[key].name if key in campaign.places else key.title()
        for key in SOVIET_CITIES
        if key not in campaign.places or not wars.hostile(campaign, campaign.places[key].holder, "ussr")
    ]
    return f"{' and '.join(standing)} not lost" if standing else ""


def _german(campaign: TheWar) -> str:
    for place in campaign.places.values():
        if place.country == "germany" and minors.alliance(campaign, place.holder) in ("western", "soviet"):
            return ""
    return "no city of Germany is lost"


_NEAR: Mapping[str, Callable[[TheWar], str]] = {
    "france": _french,
    "britain": _british,
    "italy": _italian,
    "ussr": soviet_cities_left,
    "germany": _german,
}
"""By power why no roll of its can be due, '' where one may."""


def far(campaign: TheWar, power: str) -> str:
    """Why no roll of a power can be due, '' where it has to be looked at."""
    if not wars.standing(campaign, power):
        return f"{wars.named(campaign, power)} has fallen"
    return _NEAR[power](campaign)


_reason = Asked("engine.thewar", "endings.rolls_due:not_due")
_duties = Asked("engine.thewar", "endings.surrender_words:duties_of")
_terms = Asked("engine.thewar", "endings.terms_words:duties")


def condition(power: str) -> Condition:
    """Whether a surrender roll may fall due: the word with which the sequence asks. Raises UnknownCondition."""
    if power not in _NEAR:
        raise UnknownCondition(f"surrender:{power}")

    def holds(campaign: TheWar, side: str) -> str:
        return far(campaign, power) or str(_reason(campaign, power))

    return holds


def _duty(power: str) -> Callable[[TheWar], Iterable[Duty]]:
    def due(campaign: TheWar) -> Iterable[Duty]:
        found: Iterable[Duty] = () if far(campaign, power) else _duties(campaign, power)
        return found

    return due


french_duty, british_duty, italian_duty, soviet_duty, german_duty = (_duty(power) for power in _NEAR)


_ends = Asked("engine.thewar", "endings.ends:due")


def ends(campaign: TheWar, half: str) -> bool:
    """Whether the campaign ends as a half closes; looked at only where a capital has changed hands or fallen (27.1)."""
    row = campaign.powers.values()
    capitals = (("paris", "axis"), ("rome", "allied"))
    taken = any(
        (power := campaign.powers.get(campaign.places[key].holder)) is not None and power.side == side
        for key, side in capitals
        if key in campaign.places
    )
    occupied = any(key in campaign.places and campaign.places[key].holder in campaign.countries for key, _ in capitals)
    late = calendar.now(campaign) >= calendar.number(LAST)
    if not (taken or occupied or late or any(power.surrendered for power in row)):
        return False
    return bool(_ends(campaign, half))


def close_condition(asked: str) -> Condition:
    """Whether the close of a half ``asks`` for anything: its side could move, so that something may overstack, or the
    campaign ends with it (3.10.3, 27.1). Raises UnknownCondition."""
    if asked != "asks":
        raise UnknownCondition(f"close:{asked}")

    def holds(campaign: TheWar, side: str) -> str:
        asks = ends(campaign, side) or could_move(campaign, side)
        return "" if asks else "nobody could move, and the campaign does not end"

    return holds


_boxes = Asked("engine.thewar", "endings.box_garrisons:duties")
_waiting = Asked("engine.thewar", "endings.box_garrisons:waiting")
_WAITS = frozenset(place for places in WAITED_IN.values() for place in places)


def _in_a_box(campaign: TheWar) -> bool:
    waiting = [unit for unit in campaign.units.values() if unit.place in _WAITS]
    return any(of_the_west(campaign, unit.power) for unit in waiting)


def box_condition(asked: str) -> Condition:
    """Whether somebody is ``waiting`` in a box for it to fall: the word with which the sequence asks. Raises
    UnknownCondition."""
    if asked != "waiting":
        raise UnknownCondition(f"boxes:{asked}")

    def holds(campaign: TheWar, side: str) -> str:
        there = _in_a_box(campaign) and _waiting(campaign)
        return "" if there else "nobody waits in a box that is to be taken"

    return holds


def boxes(campaign: TheWar) -> Iterable[Duty]:
    """What the forces in boxes that fall to who holds them still want (19.1.2, 23.41, 23.47)."""
    found: Iterable[Duty] = _boxes(campaign) if _in_a_box(campaign) else ()
    return found


def terms_duties(campaign: TheWar) -> Iterable[Duty]:
    """What of the terms of France is still open."""
    found: Iterable[Duty] = _terms(campaign) if campaign.terms else ()
    return found
