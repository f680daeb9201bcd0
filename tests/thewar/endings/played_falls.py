"""Falls of Major Powers as journals: a saved start of each, the orders that follow it, and what the rulebook says of
the result. One way of playing them all."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import attrs
from attrs import frozen

from engine.kernel.dice import FixedDice
from engine.kernel.reading import understand
from engine.kernel.sheets.accounts import Books
from engine.thewar.economy import income
from engine.thewar.endings.near import STEPS
from engine.thewar.rolls.falls import COLONIES
from engine.thewar.ruleset import RULESET
from engine.thewar.world import calendar
from engine.thewar.world.state import HexHold, Installation, TheWar, Unit
from tests.thewar.endings.scenes import Scene, both, facts, holds, lands, out, pool, units
from tests.thewar.player import Game
from tests.thewar.test_steps_that_fall_due import at
from tests.thewar.values import wars_of

INCOME, NORTH = "planning.effort", ("genoa", "florence", "milan", "venice", "trieste")
"""The step that opens once a year's income is in; the cities of the north of Italy."""


@frozen
class Fall:
    """A fall of a ``power`` in a ``turn``. ``wars`` and ``start``: the saved position, as that turn's Axis half ends;
    ``axis``, ``allied``: orders in either half; ``face``: the die of surrender; ``then``: orders after it, each with
    the faces of its dice."""

    power: str
    turn: str
    wars: tuple[str, ...]
    start: tuple[Scene, ...] = ()
    axis: tuple[str, ...] = ()
    allied: tuple[str, ...] = ()
    face: int = 10
    then: tuple[tuple[str, tuple[int, ...]], ...] = ()


def _without_france(campaign: TheWar) -> TheWar:
    """France fell in Summer 1940: its colonies are Vichy's, it has no units and its terms are carried out."""
    colonies = {key: attrs.evolve(campaign.holdings[key], holder="vichy-france") for key in COLONIES}
    bare = attrs.evolve(
        campaign,
        units={key: unit for key, unit in campaign.units.items() if unit.power != "france"},
        holdings={**campaign.holdings, **colonies},
    )
    return both(out("france"), facts(french_terms_open=False))(bare)


def _without_italy(campaign: TheWar) -> TheWar:
    """Italy fell in Summer 1940, and nobody has entered it yet."""
    theirs = tuple(key for key, place in campaign.places.items() if place.holder == "italy")
    return both(out("italy"), holds("", *theirs))(campaign)


WEST = ("britain+germany", "france+germany", "britain+italy", "france+italy")
LOW_COUNTRIES = lands("belgium", "netherlands", patron="germany")
FRENCH_CITIES = tuple(f"capture {city} germany" for city in ("paris", "sedan", "calais"))
_BUILT = Installation(power="france", kind="fortification", place="lyons", since="1939-4-winter")


def _built(campaign: TheWar) -> TheWar:
    """France has built a fortification, is said to hold a hex and leans to Greece, Spain and Turkey."""
    leaning = both(
        lands("spain", patron="france", status="sympathizer"),
        lands("turkey", patron="france", status="associate"),
        lands("greece", patron="france", status="satellite"),
    )(campaign)
    hexes = {"1730": HexHold(power="france", since="1940-1-spring")}
    return attrs.evolve(leaning, installations={**leaning.installations, "fort-1": _BUILT}, hex_holds=hexes)


def french(turn: str, faces: tuple[int, ...], then: tuple[str, ...]) -> Fall:
    """France falls in a turn of 1940: Paris is taken in the Axis' half, the colonies roll these faces."""
    colonies = (("french-colonies", faces), *((line, ()) for line in then))
    unbuilt = pool("france-inf-6-5", count=30)
    return Fall("france", turn, WEST, (LOW_COUNTRIES, unbuilt, _built), FRENCH_CITIES, (), 10, colonies)


def _entered(campaign: TheWar) -> TheWar:
    """The United States are in the war."""
    us = attrs.evolve(campaign.powers["us"], entered="1941-4-winter")
    return attrs.evolve(campaign, powers={**campaign.powers, "us": us})


def italian(*, fascists: bool) -> Fall:
    """Italy falls in Summer 1943: the West in Sicily, Sardinia and the South, Germany in the north, in Libya nobody."""
    start = (_without_france, _entered, lands("greece", patron="italy"), holds("italy", "athens", "suda-bay"))
    south = tuple(f"capture {place} us" for place in ("palermo", "messina", "cagliari", "taranto", "naples"))
    axis = tuple(f"capture {city} germany" for city in NORTH)
    pairs = ("britain+germany", "britain+italy", "italy+us", "germany+us")
    roll = (("germany revive-fascism", (7 if fascists else 8,)),)
    return Fall("italy", "1943-2-summer", pairs, start, axis, south, 1, roll)


def german(turn: str) -> Fall:
    """Germany falls: Berlin and three cities are lost."""
    pairs = ("britain+germany", "germany+us", "germany+ussr")
    taken = ("capture berlin ussr", "capture breslau ussr", "capture essen britain", "capture cologne britain")
    return Fall("germany", turn, pairs, (_without_france, _without_italy), (), taken, 1)


_EASTERN = {"eastern-poland": ("lwow", "vilna", "brest-litovsk"), "bessarabia": ("kishinev", "cernauti")}


def _in_the_east(campaign: TheWar) -> TheWar:
    """The Soviets have what the Pact left to them."""
    baltic = lands("estonia", "latvia", "lithuania", patron="ussr")(campaign)
    held = {land: attrs.evolve(baltic.holdings[land], holder="ussr") for land in _EASTERN}
    there = attrs.evolve(baltic, holdings={**baltic.holdings, **held})
    return holds("ussr", *(city for cities in _EASTERN.values() for city in cities))(there)


def soviet(*, france: bool) -> Fall:
    """The Soviet Union falls in Fall 1942, with all its great cities, while ``france`` fights on or is out."""
    pairs = ("britain+germany", "germany+ussr", *(("france+germany",) if france else ()))
    start = (pool("ussr-inf-4-5", count=60, lost=60), _in_the_east, *(() if france else (_without_france,)))
    axis = tuple(f"capture {city} germany" for city in ("moscow", "leningrad", "stalingrad", "kiev", "sevastopol"))
    return Fall("ussr", "1942-3-fall", pairs, start, axis)


_ABROAD = Unit(power="britain", kind="inf", strength="6-5", place="cairo")


def british(*, france: bool) -> Fall:
    """Britain falls in Fall 1940, with London, Southampton and Gibraltar, while ``france`` fights on or is out. It has
    an army in Egypt, one at home and one of which nobody has said where it stands."""
    pairs = ("britain+germany", "britain+italy", *(("france+germany", "france+italy") if france else ()))
    army = units(x_1=_ABROAD, x_2=attrs.evolve(_ABROAD, place="glasgow"), x_3=attrs.evolve(_ABROAD, place="board"))
    start = (pool("britain-fleet-1-12-5", count=8, lost=8), army, *(() if france else (_without_france,)))
    axis = ("capture london germany", "capture southampton germany", "capture gibraltar germany")
    return Fall("britain", "1940-3-fall", pairs, start, axis)


# --- how they are played


def give(game: Game, line: str, faces: tuple[int, ...] = ()) -> None:
    """An order through the kernel, with the faces of its dice. Raises Refused."""
    kept = game.dice
    game.dice = FixedDice(faces) if faces else kept
    game.give(understand(RULESET, line, game.campaign))
    game.dice = kept


def on(game: Game, step: str, turn: str = "") -> Game:
    """The same game once it stands in a step, of a turn or of the next one that has it; nothing is ordered till then
    but what ends each step. Raises AssertionError where it never comes there."""
    for _ in range(200):
        at_step = game.campaign.progress.step == step
        if game.over or (at_step and turn in ("", calendar.turn(game.campaign))):
            return game
        if game.campaign.progress.step.endswith("frostbite"):
            give(game, "germany frostbite germany-inf-1 fewer=yes")
            continue
        legal = [choice.text for choice in game.outlook().choices if not choice.refused]
        give(game, next((text for text in legal if text.endswith((" done", " effort none"))), legal[0]))
    raise AssertionError(f"the game never comes to {step}")


def due(fall: Fall) -> Game:
    """The game of a fall as its die is due: the saved start, and all orders up to there."""
    here = at(fall.turn, "axis.end.minors", wars=wars_of(dict.fromkeys(fall.wars, "1939-4-winter")))
    here = both(*fall.start)(attrs.evolve(here, seats=dict.fromkeys(here.powers, "solo")))
    game = Game(here, b"falls")
    for line in fall.axis:
        give(game, line)
    on(game, "allied.end.minors")
    for line in fall.allied:
        give(game, line)
    return on(game, f"allied.{STEPS[fall.power]}")


@frozen
class Played:
    """A fall that was played. ``due``: as its die was due; ``fell``: after it and what it brings; ``journal``: the game
    with all its entries, which stands after the next Spring's income where the campaign goes on."""

    due: TheWar
    fell: TheWar
    journal: Game

    @property
    def now(self) -> TheWar:
        """The campaign at the end of the journal."""
        return self.journal.campaign

    def moved(self) -> dict[str, int]:
        """How the hands have changed by the fall itself, where they have."""
        pairs = {power: (row.narfs, self.fell.powers[power].narfs) for power, row in self.due.powers.items()}
        return {power: after - before for power, (before, after) in pairs.items() if after != before}

    def closing(self, power: str, year: int) -> int:
        """What the accounts of a year say that a power has in hand at its end, or now."""
        return Books(RULESET, self.now, self.journal.entries).statement(power, year).sheets[0].closing

    def income(self, power: str) -> dict[str, int]:
        """A power's lines of next Spring's income by the accounts, as the journal tells them."""
        statement = Books(RULESET, self.now, self.journal.entries).statement(power, calendar.year(self.now))
        sections = {one.account.id: one for one in statement.sheets[0].sections}
        assert statement.sheets[0].closing == self.now.powers[power].narfs
        return {item.label: item.value for item in sections["income"].items if "left over" not in item.label}


@cache
def played(fall: Fall) -> Played:
    """A fall played from its start to the next Spring's income, or to the end of the campaign; once for all tests."""
    game = due(fall)
    before = game.campaign
    give(game, f"{fall.power} surrender-roll", (fall.face,))
    for line, faces in fall.then if fall.power == "france" else ():
        on(game, "allied.end.vichy")
        give(game, line, faces)
    fell = game.campaign
    if fall.power == "italy" and not game.over:
        on(game, "planning.fascism")
        for line, faces in fall.then:
            give(game, line, faces)
    year = int(fall.turn[:4]) + 1
    return Played(before, fell, on(game, INCOME, f"{year}-1-spring"))


# --- what no fall leaves behind


def left_of(campaign: TheWar, power: str) -> list[str]:
    """What still bears a fallen power's name: units, pools, what is to come or is being built, markers, wars, places,
    colonies and provinces, and countries that lean to it."""
    owned: Mapping[str, Mapping[str, Any]] = {
        name: getattr(campaign, name)
        for name in ("units", "additions", "slips", "programmes", "installations", "markers", "hex_holds")
    }
    found = [f"{name} {key}" for name, things in owned.items() for key, one in things.items() if one.power == power]
    found += [
        f"pool {key}" for key, one in campaign.pools.items() if one.power == power and one.count + one.lost + one.oos
    ]
    found += [f"war {key}" for key, one in campaign.wars.items() if power in one.names]
    found += [f"place {key}" for key, one in campaign.places.items() if one.holder == power]
    found += [f"holding {key}" for key, one in campaign.holdings.items() if one.holder == power]
    found += [
        f"country {key}" for key, one in campaign.countries.items() if one.patron == power and one.status != "conquered"
    ]
    return found


def levels(campaign: TheWar, power: str) -> dict[str, int]:
    """What stands in a power's level beside its base, by label."""
    return {line.label: line.value for line in income.level(campaign, power).lines if line.label != "base"}
