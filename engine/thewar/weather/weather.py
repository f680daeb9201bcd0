"""The weather of a front and what it does to each side: to battles, movement, ranges, railways and building (chapter
26)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from engine.kernel import ruleset
from engine.kernel.tables import table
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.world import border_wars, calendar, counters, sides, wars
from engine.thewar.world.state import Place, TheWar, Unit

EASTERN, WESTERN, MEDITERRANEAN = "eastern", "western", "mediterranean"
_MUD = ("clear", "light-mud", "heavy-mud", "morass")
_RUSSIAN = (
    "hard-freeze",
    "snow-and-sleet",
    "russian-winter",
    "harsh-winter",
    "severe-winter",
    "extreme-winter",
    "arctic",
)
LEVELS = {
    (EASTERN, "spring"): (_MUD, "26.1.3.1"),
    (EASTERN, "fall"): (_MUD, "26.1.3.2"),
    (EASTERN, "winter"): (_RUSSIAN, "26.1.1"),
    (WESTERN, "winter"): (("clear", "cold-rain", "snow", "severe-winter", "extreme-winter"), "26.2"),
    (MEDITERRANEAN, "winter"): (("clear", "cold-rain", "morass"), "26.3"),
}
"""The weather that a front may have in a season, the mildest first, and its rule. In other seasons it is clear."""
PEACE = {"spring": "heavy-mud", "fall": "light-mud", "winter": "harsh-winter"}
NORDIC = ("finland", "sweden")
"""Countries whose units suffer from winter in Russia as little as Soviet ones do (26.1.1)."""
ONE_COLUMN = 1
CLEAR = "clear"
SEGMENT = "weather"
SIBERIAN = "siberian"
PRINTED, HALF_DOWN, HALF_UP, ONE_HEX, NONE = "printed", "halved-down", "halved-up", "1", "0"
"""What weather leaves of the range of an air unit."""
ALWAYS_CLEAR = ("saudi-arabia", "kuwait", "palestine", "egypt", "libya")
"""Lands round the Mediterranean where Winter is always clear (26.3)."""
_NEVER_EAST = ("britain", "france", "us", "italy")
"""Powers whose own wars are not fought on the Eastern Front, whoever holds a place there."""


@frozen
class Weather:
    """The weather of a front as it hits one side's units. ``level``: its name, '' where it is clear; ``columns``: that
    air support shifts at most, -1 where weather sets no limit; ``grounded``: no air unit flies; ``frozen_over``: rivers
    and swamps are as clear ground; ``iced``: ships stay in their Baltic ports; ``mobile``, ``others``: movement points
    that ARM and MECH (with ``trucks`` MOT too), and all other ground units (or ``only`` these kinds), lose; ``range``:
    what is left of the range of air units, ``shorter``: hexes off it; ``rail``: units that move by rail or SMPs inside
    the 1939 Soviet Union, -1 for any number; the others: what may not be done."""

    level: str = ""
    rule: str = "26.0"
    columns: int = -1
    grounded: bool = False
    frozen_over: bool = False
    iced: bool = False
    no_automatic: bool = False
    no_drop: bool = False
    no_landing: bool = False
    no_second_impulse: bool = False
    no_second_combat: bool = False
    no_building: bool = False
    mobile: int = 0
    others: int = 0
    trucks: bool = False
    only: tuple[str, ...] = ()
    range: str = PRINTED
    shorter: int = 0
    rail: int = -1

    @property
    def name(self) -> str:
        """The name of the level as it is shown to players."""
        return self.level.replace("-", " ")

    def slows(self, kind: str) -> int:
        """Movement points that a ground unit of a kind loses, in either impulse."""
        if kind in ("arm", "mech") or (self.trucks and kind == "mot"):
            return self.mobile
        return self.others if not self.only or kind in self.only else 0


CLEAR_SKY = Weather()
"""Weather that does nothing."""


def level(campaign: TheWar, front: str) -> str:
    """The weather of a front this turn: as rolled and recorded, or what always holds before Germany and the Soviet
    Union are at war; '' where it is clear (26.1, ruling 78)."""
    season = calendar.season(campaign)
    known = LEVELS.get((front, season))
    if known is None:
        return ""
    if front == EASTERN and not wars.at_war(campaign, "germany", "ussr"):
        return PEACE[season]
    recorded = str(campaign.facts.get(f"{front}-weather", ""))
    return recorded if recorded in known[0] and recorded != "clear" else ""


def matters(campaign: TheWar, front: str) -> bool:
    """Whether the weather of a front has to be told: in the East, which knows a season of its own in peace too (ruling
    78), only while somebody who holds a place there is at war with a neighbour, or a border war is fought."""
    if front != EASTERN:
        return True
    if any(border_wars.fought(campaign, country) for country in border_wars.PROVINCES.values()):
        return True
    there = {place.holder for place in campaign.places.values() if place.tags.get(EASTERN)}
    near = (war.names for war in campaign.wars.values() if not any(name in _NEVER_EAST for name in war.names))
    return any(name in there for names in near for name in names)


def zocs_cancelled(campaign: TheWar) -> bool:
    """Whether the Winter cancels the ZOCs of the Axis on the Eastern Front: a severe one and worse (26.1.1)."""
    levels, now = LEVELS[EASTERN, "winter"][0], level(campaign, EASTERN)
    return calendar.season(campaign) == "winter" and now in levels[levels.index("severe-winter") :]


def end_turn(tx: Transaction[TheWar], power: str) -> None:
    """The turn ends: what is recorded of the weather is what the next season brings by itself, clear where none is
    rolled. Where dice are due it stays until they fall: the roll of Spring asks for the Winter before (26.1.3.1).
    Where the scenario leaves the weather out nothing is recorded."""
    if not ruleset.of(tx.campaign).sequence.plays(tx.campaign, SEGMENT):
        return
    season = calendar.SEASONS[(calendar.now(tx.campaign) + 1) % len(calendar.SEASONS)]
    peace = not wars.at_war(tx.campaign, "germany", "ussr")
    for front in (EASTERN, WESTERN, MEDITERRANEAN):
        at, rolled = f"{front}-weather", (front, season) in LEVELS
        by_itself = PEACE[season] if front == EASTERN and rolled and peace else "" if rolled else CLEAR
        if by_itself and tx.campaign.facts.get(at, CLEAR) != by_itself:
            tx.put(f"facts.{at}", by_itself, "the season's weather", "26.0")


def row(front: str, season: str, name: str) -> Mapping[str, Any]:
    """The printed row of a level. Raises KeyError."""
    printed: Mapping[str, Any] = table("thewar", "weather")["row"][f"{front}-{season}-{name}"]
    return printed


def of(campaign: TheWar, front: str, *, russian: bool = False) -> Weather:
    """The weather of a front for one side; ``russian``: for Soviet, Finnish and Swedish units, which winter in Russia
    hits less (26.1.1)."""
    name = level(campaign, front)
    return known(front, calendar.season(campaign), name, russian=russian) if name else Weather()


def known(front: str, season: str, name: str, *, russian: bool = False) -> Weather:
    """What a level of a front and season does to one side. Raises KeyError for none of LEVELS."""
    levels, rule = LEVELS[front, season]
    printed = row(front, season, name)
    at_least = levels.index(name).__ge__
    if name == CLEAR:
        return Weather()
    if front == EASTERN and season == "winter" and russian:
        armor, foot, shorter = printed["russian"]
        hard = at_least(levels.index("extreme-winter"))
        columns = ONE_COLUMN if hard else -1
        slower = {"mobile": armor, "others": foot, "only": ("inf", "cav")}
        return Weather(name, rule, columns, frozen_over=True, shorter=shorter, **slower)
    sky = Weather(
        name,
        rule,
        printed["columns"],
        grounded=printed["range"] == NONE,
        no_second_impulse=not printed["second_impulse"],
        mobile=printed["mobile"],
        others=printed["others"],
        trucks=front != EASTERN,
        range=printed["range"],
        rail=printed["rail"],
    )
    if front == EASTERN and season == "winter":
        sleet = at_least(levels.index("snow-and-sleet"))
        built = not at_least(levels.index("russian-winter"))
        return attrs.evolve(sky, frozen_over=True, iced=True, no_automatic=sleet, no_drop=sleet, no_building=not built)
    if front == EASTERN:
        heavy = at_least(levels.index("heavy-mud"))
        return attrs.evolve(sky, no_automatic=heavy, no_drop=heavy, no_second_combat=heavy)
    if front == WESTERN:
        return attrs.evolve(sky, no_drop=True, no_landing=True, no_building=at_least(levels.index("snow")))
    return attrs.evolve(sky, no_drop=True)


def russian(campaign: TheWar, units: Iterable[Unit]) -> bool:
    """Whether Russian winter hits these units as it does Soviet ones: no Axis unit but Finns and Swedes is there."""
    return not any(sides.side(campaign, unit.power) == sides.AXIS and unit.power not in NORDIC for unit in units)


def sheltered(place: Place | None) -> bool:
    """Whether it is always clear there, whatever the weather of the front (26.3)."""
    return place is not None and place.country in ALWAYS_CLEAR


def hits(campaign: TheWar, unit: Unit, front: str) -> Weather:
    """The weather of a front as it hits one unit: Siberians, and Swedes on the side of the Axis, know no worse Winter
    than a Hard Freeze (23.50, 26.1.1, ruling 130)."""
    if front == EASTERN and calendar.season(campaign) == "winter" and level(campaign, front):
        swede = unit.power == "sweden" and sides.side(campaign, unit.power) == sides.AXIS
        if swede or counters.origin(unit) == SIBERIAN:
            return known(front, "winter", "hard-freeze", russian=True)
    return of(campaign, front, russian=russian(campaign, (unit,)))
