"""The war economy of The War: whole campaigns whose books are balanced after every order, and the turn of the year."""

from __future__ import annotations

import time
from collections.abc import Iterator

from engine.kernel import play
from engine.kernel.changes import Change, replay
from engine.kernel.dice import KeyedDice
from engine.kernel.orders import Order
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import TheWar
from tests.bench.measuring import Figure, Settings, median, spread, tidy
from tests.thewar.player import Game, opening, play_on
from tests.thewar.random_economy import Bookkeeper, Economist, play_economy

LEAST = 20
"""Campaigns a minute."""
MOST = 10.0
"""Milliseconds of a year-start."""
SPRING = "1942-1-spring"


def economy(settings: Settings) -> Iterator[Figure]:
    """Campaigns of 24 turns in one process. The floor is their journals replayed without any rule."""
    rates, floors, orders, worked = [], [], [], []
    start = opening()
    for seed in range(settings.runs(10)):
        began, busy = time.perf_counter(), time.process_time()
        game = Bookkeeper(start)
        given = play_economy(game, Economist(seed))
        took = time.perf_counter() - began
        worked.append(60 / (time.process_time() - busy))
        assert game.over and game.balanced >= given
        rates.append(60 / took)
        orders.append(given)
        began = time.perf_counter()
        replay(start, (change for entry in game.entries for change in entry.changes))
        floors.append(60 / (time.perf_counter() - began))
    yield Figure(
        "war economies of 24 turns, books balanced after every order",
        median(rates),
        "campaigns/min",
        least=LEAST,
        peer={"floor: the same journals replayed without rules, campaigns/min": spread(floors)},
        more={
            "runs": spread(rates),
            "campaigns in a minute of the processor": spread(worked),
            "orders in a campaign": round(median(orders)),
        },
    )


def year_start(settings: Settings) -> Iterator[Figure]:
    """Growth, income, force pool additions and mobilization of all powers in one Spring, as the rules give them. The
    floor is the same entries replayed without any rule."""
    before = _before_spring()
    times, floors = [], []
    count = 0
    for _ in range(settings.runs(50)):
        began = time.perf_counter()
        changes = _begin(before)
        times.append(time.perf_counter() - began)
        count = len(changes)
        began = time.perf_counter()
        replay(before, changes)
        floors.append(time.perf_counter() - began)
    yield Figure(
        "a year-start for all powers",
        median(times) * 1000,
        "ms",
        most=MOST,
        peer={"floor: its entries replayed without rules, ms": spread(floors, 1000)},
        more={"runs": spread(times, 1000), "changes": tidy(count), "places": len(before.places)},
    )


def _before_spring() -> TheWar:
    """A campaign played at random up to the first step of a Spring in the middle of the war, nothing done there."""
    game, player = Game(opening()), Economist(41)
    while RULESET.calendar.now(game.campaign) != SPRING:
        play_on(game, player, 1, undos=0.0)
    changes: list[Change] = []
    for entry in game.live:
        changes.extend(entry.changes)
        if any(one.at == "progress.turn" and one.now == game.campaign.progress.turn for one in entry.changes):
            break
    return replay(opening(), changes)


def _begin(before: TheWar) -> list[Change]:
    """What the rules do by themselves from the first step of Spring to the end of its income segment."""
    state, changes = before, list[Change]()
    dice = KeyedDice(b"bench")
    order: Order[TheWar] | None = play.automatic(RULESET, state)
    while order is not None and state.progress.step.startswith("income."):
        state, entry = play.apply(RULESET, state, order, seat=play.RULES, dice=dice, n=1)
        changes.extend(entry.changes)
        order = play.automatic(RULESET, state)
    paid = {change.at for change in changes if change.at.endswith(".narfs")}
    assert {f"powers.{power}.narfs" for power in ("germany", "ussr", "britain", "us")} <= paid
    return changes
