"""Orders judged and applied in process, on the full state of the 1939 campaign."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Iterator
from typing import Any

from engine.kernel import outlook, play, reading
from engine.kernel.dice import Dice
from engine.kernel.orders import Order
from engine.kernel.play import Batch
from engine.kernel.umpire import Late, Overrule, Ruling
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import TheWar
from tests.bench.measuring import Figure, Settings, median, spread, tidy
from tests.thewar.duties import met
from tests.thewar.player import SEAT, Game, Player, opening, play_on

LEAST, AIM, AIM_LISTED = 10_000, 25_000, 4_000
BESIDE = 0.4
"""What part of python-chess's steps a second random play must give of its orders."""
_ORDERS, _FIRST_SEED = 7_000, 39
"""How many orders are given again at the least, from whole campaigns: one alone may end in its first year."""
_SINGLE = "germany spend 3 on=units"


class Recorder(Game):
    """A game that keeps what was ordered, the state before it, and how many entries came of it."""

    def __init__(self, campaign: TheWar) -> None:
        super().__init__(campaign)
        self.given: list[tuple[TheWar, Order[Any], int]] = []

    def give(self, order: Order[Any]) -> tuple[Batch[TheWar], ...]:
        before, number = self.campaign, self.n
        batches = super().give(order)
        self.given.append((before, order, number))
        return batches


def _recorded() -> list[tuple[TheWar, Order[Any], int]]:
    """Orders of random legal play, of whole campaigns, each with the state before it and its number."""
    given: list[tuple[TheWar, Order[Any], int]] = []
    for seed in itertools.count(_FIRST_SEED):
        if len(given) >= _ORDERS:
            break
        game = Recorder(opening())
        play_on(game, Player(seed, busy=1.0), 100_000)
        given += game.given
    return given


def orders(settings: Settings) -> Iterator[Figure]:
    """Random legal play of whole campaigns given again, one order given again and again, and a chess peer."""
    dice = Game(opening()).dice
    yield from _alone_and_listed(settings, dice)
    every = _recorded()
    # What is given over the rules is tried out first, with all that is shown after it: a figure of its own.
    over = [one for one in every if isinstance(one[1], Overrule | Late | Ruling)]
    given = [one for one in every if not isinstance(one[1], Overrule | Late | Ruling)]

    def again(every: list[tuple[TheWar, Order[Any], int]]) -> tuple[float, int]:
        """Orders a second, and how many entries they wrote."""
        written = 0
        began = time.perf_counter()
        for before, order, number in every:
            for batch in play.submit(RULESET, before, [order], seat=SEAT, dice=dice, n=number):
                written += len(batch.entries)
        return len(every) / (time.perf_counter() - began), written

    runs = settings.runs(9)
    played, tried, chess = [], [], []
    written = 0
    for _ in range(runs):
        # Beside one another, as they are compared and a machine is not always as quick.
        orders_a_second, written = again(given)
        played.append(orders_a_second)
        chess.append(_chess_steps())
        tried.append(again(over)[0])
    peer = _peer(chess)
    yield Figure(
        "orders of random legal play, judged, applied and settled",
        median(played),
        "orders/s",
        least=LEAST,
        peer=peer,
        more={
            "aim": AIM,
            "runs": spread(played),
            "entries a second": tidy(median(played) * written / len(given)),
            "units": len(opening().units),
        },
    )
    if chess[0]:
        beside = [orders / steps for orders, steps in zip(played, chess, strict=True)]
        yield Figure(
            "random legal play beside python-chess", median(beside), "", least=BESIDE, more={"runs": spread(beside)}
        )
    yield Figure(
        "orders over the rules (ruling, late, overrule), tried out, applied and settled",
        median(tried),
        "orders/s",
        more={"runs": spread(tried), "of": len(over)},
    )


def _alone_and_listed(settings: Settings, dice: Dice) -> Iterator[Figure]:
    """One order given again and again, and all choices listed, before whole campaigns lie in memory."""
    order = reading.parse(RULESET, _SINGLE)
    start = Game(opening()).campaign

    def single(count: int = 3_000) -> float:
        began = time.perf_counter()
        for _ in range(count):
            play.submit(RULESET, start, [order], seat=SEAT, dice=dice, n=3)
        return count / (time.perf_counter() - began)

    def chosen(count: int = 1_500) -> float:
        """Everything that is open listed and judged, one of it chosen and given: what a bot does."""
        chance, state = random.Random(7), start
        began = time.perf_counter()
        for _ in range(count):
            if play.over(RULESET, state):
                state = start
            seen = outlook.outlook(RULESET, state, SEAT)
            legal = [choice.order for choice in seen.choices if not choice.refused]
            given = chance.choice(legal) if legal else reading.parse(RULESET, met(seen.step))
            state = play.submit(RULESET, state, [given], seat=SEAT, dice=dice, n=3)[-1].campaign
        return count / (time.perf_counter() - began)

    alone, listed, chess = [], [], []
    for _ in range(settings.runs(9)):
        alone.append(single())
        listed.append(chosen())
        chess.append(_chess_steps())
    peer = _peer(chess)
    yield Figure(
        "one order of one power, judged and applied",
        median(alone),
        "orders/s",
        least=LEAST,
        peer=peer,
        more={"aim": AIM, "runs": spread(alone), "order": _SINGLE},
    )
    yield Figure(
        "all choices listed and judged, one given",
        median(listed),
        "steps/s",
        peer=peer,
        more={"aim": AIM_LISTED, "runs": spread(listed)},
    )


def _peer(chess: list[float]) -> dict[str, Any]:
    steps = spread(chess) if chess[0] else "not installed: pip install '.[bench]'"
    return {"python-chess random-game steps/s": steps}


def _chess_steps(count: int = 8_000) -> float:
    """Random legal moves a second in python-chess: all listed, one chosen, played. 0 where it is not installed."""
    try:
        import chess
    except ImportError:
        return 0.0
    chance = random.Random(7)
    board = chess.Board()
    began = time.perf_counter()
    for _ in range(count):
        moves = list(board.legal_moves)
        if not moves or board.is_insufficient_material() or board.halfmove_clock >= 100:
            board = chess.Board()
            moves = list(board.legal_moves)
        board.push(chance.choice(moves))
    return count / (time.perf_counter() - began)
