"""What every later diplomatic roll remembers (16.2, 23.56): declared, entered and fallen through orders, then found on
the die of a roll in a later turn, with its date."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.refusals import Breakdown
from engine.thewar.politics import gathering
from engine.thewar.politics.gathering import Sides
from engine.thewar.rolls import diplomacy
from engine.thewar.world.state import TheWar
from tests.thewar.countries.test_declarations import given
from tests.thewar.minors import at, moved, with_country
from tests.thewar.politics.scenes import STEP, Table, laid

POWERS = ("germany", "italy", "britain", "france", "ussr")
LATER = "1942-1-spring"


def breakdown(campaign: TheWar, power: str, target: str) -> Breakdown:
    """What weighs for good on a power's roll, of a campaign that anybody attacks in."""
    return diplomacy.lasting(gathering.terms(campaign, Sides(power, target, "", {}, {})))


def on_the_die(campaign: TheWar, power: str, target: str = "turkey") -> int:
    """What weighs for good on a power's rolls in a target."""
    return breakdown(campaign, power, target).total


def weighs(campaign: TheWar, target: str = "turkey") -> dict[str, int]:
    """The same of every power, of those on which anything does."""
    found = {power: on_the_die(campaign, power, target) for power in (*POWERS, "us")}
    return {power: adds for power, adds in found.items() if adds}


def rolled(campaign: TheWar, line: str, face: int, pops: dict[str, int]) -> str:
    """What the journal says of a roll of a later turn."""
    played = Table(laid(moved(campaign, LATER, STEP), pops)).first(line.split()[0])
    played.give(line, face)
    return next(told for told in reversed(played.told.splitlines()) if told.startswith("Diplomacy of"))


@pytest.mark.rule("tw-16.2", "tw-16.2-treach")
def test_16_2_wars_on_friends_and_on_neutrals_weigh_on_every_later_die() -> None:
    before = at("1940-2-summer")
    assert weighs(before) == {}
    # Each friend once more, for that power alone.
    greece = given(with_country(before, "greece", status="sympathizer", patron="germany"), "germany declare greece")
    assert weighs(greece) == {"germany": 1}
    norway = with_country(moved(greece, "1940-3-fall"), "norway", status="associate", patron="germany")
    twice = given(norway, "germany declare norway")
    assert weighs(twice) == {"germany": 2}
    [line] = breakdown(twice, "germany", "turkey").lines
    assert "Greece, Summer 1940; Norway, Fall 1940" in line.label and line.rule == "16.2, ruling 316"
    told = rolled(twice, "germany influence turkey against=western", 6, {"germany turkey": 2})
    assert "2 to 2, 1-1, die 6 +2: no effect" in told
    # A Western war on a neutral once for all three of them (ruling 316), whoever declared it.
    norway = given(before, "france declare norway")
    assert weighs(norway) == {"britain": 2, "france": 2, "us": 2}
    again = given(moved(norway, "1940-3-fall"), "britain declare sweden")
    assert weighs(again) == {"britain": 2, "france": 2, "us": 2}
    told = rolled(again, "britain influence turkey against=axis", 5, {"britain turkey": 2})
    assert "2 to 2, 1-1, die 5 +2: no effect" in told
    [line] = breakdown(again, "us", "turkey").lines
    assert "Norway, Summer 1940" in line.label
    # What the Axis does to neutrals is held against nobody here.
    assert weighs(given(before, "germany declare norway")) == {}


@pytest.mark.rule("tw-16.2")
def test_16_2_the_american_entry_and_the_fall_of_italy_weigh_on_the_axis() -> None:
    before = at(LATER, STEP)
    entered = attrs.evolve(before.powers["us"], entered="1941-4-winter")
    war = attrs.evolve(before, powers={**before.powers, "us": entered})
    assert weighs(war) == {"germany": 1, "italy": 1}
    fallen = attrs.evolve(war.powers["italy"], surrendered="1943-2-summer")
    alone = attrs.evolve(moved(war, "1943-3-fall"), powers={**war.powers, "italy": fallen})
    assert on_the_die(alone, "germany") == 2
    labels = [line.label for line in breakdown(alone, "germany", "turkey").lines]
    assert labels == [
        "the United States is in the war (Winter 1941)",
        "Italy has surrendered (Summer 1943)",
    ]
    # A Soviet die remembers Katyn, once it is played.
    katyn = attrs.evolve(before, facts={**before.facts, "variant-katyn": 1})
    assert weighs(katyn) == {"ussr": 1}


@pytest.mark.rule("tw-23.56", "tw-16.2")
def test_23_56_the_vatican_weighs_in_four_countries_and_angers_three() -> None:
    before = at(LATER, STEP)
    axis = with_country(before, "vatican", status="satellite", patron="italy", since="1941-3-fall")
    west = with_country(before, "vatican", status="satellite", patron="britain")
    for target in ("ireland", "spain", "portugal"):
        assert weighs(axis, target) == {"germany": -1, "italy": -1}
        assert weighs(west, target) == {"britain": -1, "france": -1, "us": -1}
    assert weighs(axis, "turkey") == {} == weighs(west, "norway")
    [line] = breakdown(axis, "germany", "spain").lines
    assert line.label == "the Vatican is an Axis Satellite (Fall 1941)"
    # Occupied, it gives the other side two POPs in three of them, in attack and in defence (ruling 424).
    occupied = with_country(before, "vatican", status="conquered", patron="germany")
    for target, more in (("spain", 2), ("portugal", 2), ("ireland", 0)):
        attack = gathering.terms(occupied, Sides("britain", target, "axis", {"britain": 1}, {}))
        quiet = gathering.terms(before, Sides("britain", target, "axis", {"britain": 1}, {}))
        assert diplomacy.attack(attack).total - diplomacy.attack(quiet).total == more
        defence = gathering.terms(occupied, Sides("germany", target, "western", {"germany": 1}, {"britain": 1}))
        calm = gathering.terms(before, Sides("germany", target, "western", {"germany": 1}, {"britain": 1}))
        assert diplomacy.defence(defence).total - diplomacy.defence(calm).total == more
    # Occupied by the Allies, it helps the Axis in the same way and the Allies not at all.
    freed = with_country(before, "vatican", status="conquered", patron="britain")
    for power, enemy, more in (("germany", "western", 2), ("britain", "axis", 0)):
        attack = gathering.terms(freed, Sides(power, "spain", enemy, {power: 1}, {}))
        quiet = gathering.terms(before, Sides(power, "spain", enemy, {power: 1}, {}))
        assert diplomacy.attack(attack).total - diplomacy.attack(quiet).total == more, power
