"""A scenario tried: some turns of it played at random in memory, to see that it holds. Nothing is written."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from engine.kernel import ruleset as rulesets
from engine.kernel.campaign import Campaign
from engine.kernel.changes import RULES, replay
from engine.kernel.dice import KeyedDice
from engine.kernel.in_memory import InMemory
from engine.kernel.random_play import Table
from engine.kernel.values import frozen
from saves import scenarios

TURNS, ORDERS, SECONDS, BUSY = 3, 2000, 5.0, 0.5
"""What is tried where nobody says otherwise: so many turns, at most so many orders and seconds, so many orders beside
each one that a step asks for."""
_IN_VAIN = 400
"""After so many refusals in a row it goes no further."""

PLAYED, OVER, ENOUGH, LATE, FAULT = "played", "over", "orders", "seconds", "fault"
"""How a trial ends: its turns are played, the campaign is over before, the orders or the seconds are used up, or
something is wrong."""


@frozen
class Trial:
    """What came of it. ``turns``: how many were played to their end; ``orders``, ``refused``: how many were given, and
    tried in vain; ``seconds`` that it took. ``ended``: PLAYED, OVER, ENOUGH, LATE or FAULT; ``fault``: what is wrong,
    '' for nothing; ``step``: where it ended. ``led``: the orders of all seats up to there, as ``seat: order`` where
    there are several; with a fault in an order, that is the last."""

    title: str
    turns: int
    orders: int
    refused: int
    seconds: float
    ended: str
    fault: str
    step: str
    led: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing was found wrong."""
        return not self.fault


def of_scenario(scenario_id: str, *, seats: int = 1, options: Mapping[str, Any] | None = None, **bounds: Any) -> Trial:
    """Try a scenario, by its id or path, with so many seats and these options; ``bounds``: see ``of_opening``. Raises
    SavesError for one that cannot be begun."""
    return of_opening(scenarios.preview(scenario_id, seats, options), **bounds)


def of_opening(
    opening: Campaign,
    *,
    turns: int = TURNS,
    busy: float = BUSY,
    seed: object = 0,
    orders: int = ORDERS,
    seconds: float = SECONDS,
    clock: Callable[[], float] = time.monotonic,
) -> Trial:
    """Play an opening at random: so many ``turns``, at most so many ``orders`` tried and ``seconds`` taken; the clock
    is looked at after each order. Raises nothing: whatever goes wrong is the trial's fault."""
    return _Trying(opening, seed, busy, clock).run(turns, orders, seconds)


class _Trying:
    def __init__(self, opening: Campaign, seed: object, busy: float, clock: Callable[[], float]) -> None:
        self.opening, self.seed, self.busy, self.clock = opening, seed, busy, clock
        self.began = clock()
        self.given = self.refused = 0
        self.fault = ""
        self.game: InMemory[Campaign] | None = None
        self.last = ""

    def run(self, turns: int, orders: int, seconds: float) -> Trial:
        ended = FAULT
        try:
            ended = self._play(turns, orders, seconds)
            if ended != FAULT:
                self._look()
        except Exception as fault:
            # Whatever it is, it is what the trial was for.
            self.fault = _said(fault)
        return self._told(FAULT if self.fault else ended)

    def _play(self, turns: int, orders: int, seconds: float) -> str:
        rules = rulesets.of(self.opening)
        game = self.game = InMemory(rules, self.opening, KeyedDice(f"trial {self.seed}".encode()))
        table = Table.of(game, self.seed, self.busy, self._tells)
        in_vain = 0
        while game.campaign.progress.turn <= turns:
            if game.over:
                return OVER
            if self.given + self.refused >= orders:
                return ENOUGH
            if self.clock() - self.began >= seconds:
                return LATE
            turn = game.campaign.progress.turn
            found = table.tries()
            self.last = ""
            in_vain = in_vain + 1 if found is None or found.refused else 0
            self.given += in_vain == 0
            self.refused += in_vain > 0
            if in_vain >= _IN_VAIN:
                self.fault = f"nothing that is tried may be ordered, {in_vain} times one after the other"
                return FAULT
            if game.campaign.progress.turn != turn:
                self._look()
                if self.fault:
                    return FAULT
        return PLAYED

    def _tells(self, seat: str, line: str) -> None:
        """An order is about to be tried."""
        self.last = self._by(seat, line)

    def _look(self) -> None:
        """What has to hold after every turn: everything fits together, and the journal leads to where it stands."""
        game = self.game
        if game is None:
            return
        for odd in game.ruleset.check(game.campaign):
            self.fault = f"{odd.at} {odd.problem}" + (f" ({odd.rule})" if odd.rule else "")
            return
        changes = [change for entry in game.entries for change in entry.changes]
        if not game.campaign.secrets and replay(self.opening, changes) != game.campaign:
            self.fault = "the journal does not lead to where the campaign stands"

    def _by(self, seat: str, line: str) -> str:
        several = self.game is not None and len(self.game.seats) > 1
        return f"{seat}: {line}" if several else line

    def _told(self, ended: str) -> Trial:
        game = self.game
        entries = game.entries if game is not None else []
        led = tuple(self._by(entry.seat, entry.order) for entry in entries if entry.seat != RULES)
        progress = (game.campaign if game is not None else self.opening).progress
        return Trial(
            title=self.opening.title,
            turns=max(0, progress.turn - 1) + (ended == OVER),
            orders=self.given,
            refused=self.refused,
            seconds=self.clock() - self.began,
            ended=ended,
            fault=self.fault,
            step=progress.step,
            led=(*led, self.last) if self.fault and self.last else led,
        )


def _said(fault: Exception) -> str:
    return f"{type(fault).__name__}: {str(fault)[:300]}".rstrip(": ")
