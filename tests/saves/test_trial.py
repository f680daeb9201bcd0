"""A scenario tried by random play: what holds, what does not, and where it stops in any case."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import attrs
import pytest

from engine.kernel.standing import Done
from engine.kernel.transaction import Transaction
from engine.thewar.world.state import TheWar, Unit
from saves import scenarios, trial
from saves.errors import Misuse, NotFound


@pytest.mark.parametrize("scenario", sorted(scenarios.sources()))
@pytest.mark.parametrize("seats", [1, 2])
def test_every_scenario_holds_for_three_turns(scenario: str, seats: int, home: Path) -> None:
    found = trial.of_scenario(scenario, seats=seats, seconds=60)
    assert (found.fault, found.holds) == ("", True)
    # Whoever falls at random ends a war before its third turn is over.
    assert (found.turns, found.ended) == (3, trial.PLAYED) or (found.turns <= 3 and found.ended == trial.OVER)
    assert found.orders > 20 and found.refused and len(found.led) <= found.orders
    assert any(": " in line.split(" ")[0] + " " for line in found.led) == (seats > 1)
    assert not list(home.rglob("*")), "something was written"


def test_the_same_seed_plays_the_same_and_another_does_not() -> None:
    first, again, other = (trial.of_scenario("battle-of-the-atlantic", seed=seed).led for seed in (1, 1, 2))
    assert first == again != other


def test_a_campaign_that_ends_before_is_tried_to_its_end() -> None:
    opening: Any = scenarios.preview("battle-of-the-atlantic")
    found = trial.of_opening(attrs.evolve(opening, last=opening.first))
    assert (found.ended, found.turns, found.fault) == (trial.OVER, 1, "")


def test_it_stops_at_so_many_orders_and_seconds_and_says_which() -> None:
    opening = scenarios.preview("1939-campaign")
    few = trial.of_opening(opening, orders=10)
    assert (few.ended, few.orders + few.refused, few.fault) == (trial.ENOUGH, 10, "")
    ticks = count()
    late = trial.of_opening(opening, seconds=7, clock=lambda: float(next(ticks)))
    assert (late.ended, late.orders + late.refused, late.fault) == (trial.LATE, 6, "")


def test_what_fails_in_an_order_is_the_fault_with_the_orders_that_led_there(monkeypatch: pytest.MonkeyPatch) -> None:
    effect, given = Done.effect, count()

    def fails(self: Done, tx: Transaction[Any]) -> None:
        if next(given) == 5:
            raise KeyError("no-such-place")
        effect(self, tx)

    monkeypatch.setattr(Done, "effect", fails)
    found = trial.of_scenario("1939-campaign", busy=0)
    assert not found.holds and found.ended == trial.FAULT
    assert found.fault == "KeyError: 'no-such-place'" and found.step and found.turns == 0
    assert found.led[-1].split()[1] == "done" and len(found.led) == found.orders + 1
    assert found.led[:-1] == trial.of_scenario("1939-campaign", busy=0).led[: found.orders]


def test_what_does_not_fit_together_is_a_fault_after_the_first_turn() -> None:
    opening = scenarios.preview("1939-campaign")
    assert isinstance(opening, TheWar)
    odd = attrs.evolve(opening, units={**opening.units, "us-uboat-1": Unit(power="us", kind="uboat")})
    found = trial.of_opening(odd)
    assert found.ended == trial.FAULT and found.turns == 1
    assert found.fault == "units.us-uboat-1.kind UBOAT belong to germany alone (2.6)"


def test_where_nothing_may_be_ordered_it_does_not_go_on_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.kernel.random_play.Player.wants", lambda self, campaign, seen: None)
    found = trial.of_scenario("1939-campaign")
    assert found.ended == trial.FAULT and "nothing that is tried may be ordered, 400 times" in found.fault


def test_what_cannot_be_begun_is_no_trial() -> None:
    with pytest.raises(NotFound, match="no scenario 'no-such"):
        trial.of_scenario("no-such")
    with pytest.raises(Misuse, match="not with 9"):
        trial.of_scenario("1939-campaign", seats=9)
