"""The rulebook's Polish example as it is played: conquered in Fall 1939, risen in Spring 1940, biting in Fall (25.1.1,
25.4)."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest

from engine.kernel.dice import PURPOSE, KeyedDice, part_of
from engine.kernel.reading import understand
from engine.thewar.ruleset import RULESET
from engine.thewar.world import calendar
from engine.thewar.world.state import TheWar
from tests.thewar.atlantic import scenario
from tests.thewar.endings.scenes import hints, why_not
from tests.thewar.player import SEAT, Game

EFFORT = "germany effort sle"
FACES = {"atrocities:poland": 4, "partisan-creation:poland": 5, "partisans:germany": 9}
TWO = "britain construct partisan-1-3-poland count=2"


class Loaded(KeyedDice):
    """Dice that fall as in the example."""

    def face(self, key: str, sides: int) -> int:
        return FACES.get(part_of(key, PURPOSE)) or super().face(key, sides)


def on_to(game: Game, until: Callable[[TheWar], bool]) -> None:
    """Play on with nothing ordered but the German effort of the first turn."""
    while not until(game.campaign):
        legal = [choice.text for choice in game.outlook().choices if not choice.refused]
        ends = [text for text in legal if text.endswith((" done", " effort none"))]
        first = [EFFORT] if EFFORT in legal and calendar.turn(game.campaign) == "1939-3-fall" else []
        game.give(understand(RULESET, (first or ends or legal)[0], game.campaign))


def stands(turn: str, step: str) -> Callable[[TheWar], bool]:
    return lambda campaign: calendar.turn(campaign) == turn and campaign.progress.step.startswith(step)


@pytest.mark.rule("tw-25.1.1", "tw-25.1.1-roll", "tw-25.1.1-rate", "tw-25.0", "tw-25.4")
def test_25_1_1_the_polish_example_as_it_is_played() -> None:
    game = Game(attrs.evolve(scenario(), seats=dict.fromkeys(scenario().powers, SEAT)), dice=Loaded(b"p" * 32))
    on_to(game, stands("1939-3-fall", "axis.operations"))
    game.give(understand(RULESET, "conquer poland germany", game.campaign))
    on_to(game, stands("1939-4-winter", ""))
    poland = game.campaign.risings["poland"]
    assert (poland.by, poland.turn, poland.atrocities, poland.raised) == ("germany", "1939-3-fall", 4, "")
    on_to(game, stands("1940-1-spring", "allied.build.units"))
    poland = game.campaign.risings["poland"]
    assert (poland.raised, poland.partisans, poland.legions) == ("1940-1-spring", 2, 0), "5 in the column of 3 to 7"
    assert game.campaign.pools["britain-partisan-1-3-poland"].count == 2
    # The example has one a turn, the rule two (ruling 96).
    assert "At most 2." in hints(game.campaign, TWO.replace("count=2", "count=3"))
    narfs = game.campaign.powers["britain"].narfs
    game.give(understand(RULESET, TWO, game.campaign))
    assert narfs - game.campaign.powers["britain"].narfs == 4
    on_to(game, stands("1940-3-fall", "strategic-warfare.allied-partisans"))
    german = game.campaign.powers["germany"].narfs
    game.give(understand(RULESET, "britain partisan-war germany", game.campaign))
    assert german - game.campaign.powers["germany"].narfs == 0, "row 9, column 1-2, no modifier before 1942"
    made = ("25.4", "the roll against Germany is made")
    assert made in why_not(game.campaign, "britain partisan-war germany")
    dice = [roll.purpose for entry in game.entries for roll in entry.rolls]
    for purpose in FACES:
        assert dice.count(purpose) == 1, purpose
