"""What the player at random has found in The War: lines that nobody had thought of."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel import play, random_play
from engine.kernel.dice import KeyedDice
from engine.kernel.in_memory import InMemory
from engine.kernel.reading import understand
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import TheWar, Unit
from saves import scenarios
from tests.kernel.shortcuts import assert_choices_are_refused_what_a_judge_refuses
from tests.thewar.player import SEAT, Game, opening
from tests.thewar.supply_lines import standing


@pytest.mark.parametrize(
    ("line", "left", "hurt"),
    [
        ("losses italy dep fleet-1-12-5, -1 fleet-1-12-5", 1, 1),
        ("losses italy -1 fleet-1-12-5, dep fleet-1-12-5", 1, 1),
        ("losses italy dep fleet-1-12-5, dep fleet-1-12-5", 2, 2),
        ("losses italy dep fleet-1-12-5, -2 fleet-1-12-5", 0, 0),
    ],
)
def test_a_ship_depleted_and_one_lost_in_one_line_are_two_where_there_are_two(line: str, left: int, hurt: int) -> None:
    start = opening()
    fleet = [key for key, unit in start.units.items() if (unit.power, unit.kind) == ("italy", "fleet")]
    start = attrs.evolve(start, units={key: one for key, one in start.units.items() if key not in fleet[2:]})
    game = Game(start)
    game.give(understand(RULESET, line, game.campaign))
    ships = [unit for unit in game.campaign.units.values() if (unit.power, unit.kind) == ("italy", "fleet")]
    assert (len(ships), sum(unit.depleted for unit in ships)) == (left, hurt)


def test_11_13_jet_interceptors_fly_no_counter_air_mission() -> None:
    start = standing("1942-1-spring", "operations.counter-air", "axis")
    jets = {f"germany-jet-{tag}": Unit(power="germany", kind="jet", tag=tag) for tag in ("int", "ftr")}
    start = attrs.evolve(start, units={**start.units, **jets})
    foe = next(key for key, unit in start.units.items() if (unit.power, unit.kind) == ("britain", "ftr"))

    def why(tag: str) -> list[str]:
        order = understand(RULESET, f"germany counter-air brest against={foe} units=germany-jet-{tag}", start)
        return [one.reason for one in play.judge(RULESET, start, order, SEAT)]

    assert any("does not fly a counter-air mission" in reason for reason in why("int"))
    assert not any("does not fly" in reason for reason in why("ftr"))


@pytest.mark.parametrize("seats", [2, 5])
def test_several_seats_play_two_turns_each_on_its_own_view(seats: int) -> None:
    start = scenarios.preview("1939-campaign", seats, {"sealed_efforts": True})
    assert isinstance(start, TheWar)
    game = InMemory(RULESET, start, KeyedDice(b"seats"))
    table, tried = random_play.Table.of(game, 1, 0.3), 0
    while game.campaign.progress.turn < 3:
        assert table.tries() is not None
        tried += 1
        assert tried < 5000, game.campaign.progress
    given = {entry.seat for entry in game.entries}
    assert given >= set(game.seats) and len(game.seats) == seats
    assert any(entry.order.split()[1] == "seal" for entry in game.entries)
    for seat in game.seats:
        assert_choices_are_refused_what_a_judge_refuses(RULESET, game.campaign, seat)
