"""The player at random and the game in memory of The War, for one seat; and what is counted in such games.

The player is the engine's (kernel.random_play).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from engine.kernel import play, random_play
from engine.kernel.changes import Batch, Change
from engine.kernel.dice import Dice, KeyedDice
from engine.kernel.in_memory import InMemory
from engine.kernel.orders import Order
from engine.kernel.outlook import Outlook
from engine.kernel.refusals import Refused
from engine.thewar.ruleset import RULESET
from engine.thewar.world import wars
from engine.thewar.world.state import Addition, Pool, Slip, TheWar, Unit
from saves import scenarios

SCENARIO = "1939-campaign"
SEAT = "solo"


@cache
def opening() -> TheWar:
    """The 1939 campaign as its scenario opens it, nothing settled yet; read once, as nobody writes to it."""
    campaign = scenarios.preview(SCENARIO)
    assert isinstance(campaign, TheWar)
    return campaign


class Game(InMemory[TheWar]):
    """A campaign of The War played in memory by one seat."""

    def __init__(self, campaign: TheWar, secret: bytes = b"in memory", dice: Dice | None = None) -> None:
        super().__init__(RULESET, campaign, dice or KeyedDice(secret))

    def outlook(self) -> Outlook:
        """What may be done now."""
        return self.looks(SEAT)[1]

    def give(self, order: Order[Any]) -> tuple[Batch[TheWar], ...]:
        """Give an order. Raises Refused; then nothing has happened."""
        return self.order(order, SEAT)

    def undo(self, back: int = 1) -> Batch[TheWar]:
        """Take back the last thing given, or what was given in the last so many entries. Raises NothingToUndo."""
        return self.take_back(SEAT, back)


class Player(random_play.Player):
    """Orders at random from a seed. ``busy``: how many orders he gives beside each one that the step asks for."""

    def __init__(self, seed: int, busy: float = 1.0) -> None:
        super().__init__(RULESET, seed, busy)


def play_on(game: Game, player: Player, orders: int, *, undos: float = 0.02) -> int:
    """Give so many orders that are legal, or fewer where the campaign ends. Returns how many were given."""
    given = 0
    while given < orders and not game.over:
        if player.random.chance(undos) and play.last_given(game.live) >= 0:
            game.undo(player.random.pick((1, 1, 1, 9, 40)))
        order = player.wants(game.campaign, game.outlook())
        assert order is not None, f"nothing can be ordered in {game.campaign.progress.step}"
        try:
            game.give(order)
            given += 1
        except Refused:
            continue
    return given


def units_of(campaign: TheWar) -> dict[str, int]:
    """How many units each power has of each group, wherever they are: on the board, in the pool, lost out of supply,
    still to come. Those of minor countries only on the board: they have no pool."""
    found: dict[str, int] = {}
    for unit in campaign.units.values():
        _add(found, unit, 1)
    for pool in campaign.pools.values():
        _add(found, pool, pool.count + pool.oos)
    for coming in campaign.additions.values():
        _add(found, coming, coming.count)
    for slip in campaign.slips.values():
        _add(found, slip, 0 if slip.unit else 1)
    return {key: count for key, count in found.items() if count}


def _add(found: dict[str, int], thing: Unit | Pool | Addition | Slip, count: int) -> None:
    group = "-".join(part for part in (thing.power, thing.kind, thing.strength, thing.tag) if part)
    found[group] = found.get(group, 0) + count


def hands(campaign: TheWar) -> dict[str, int]:
    """What each power has in hand, in NARFs."""
    return {power: one.narfs for power, one in campaign.powers.items()}


def hands_after(before: dict[str, int], changes: Iterable[Change]) -> dict[str, int]:
    """Hands as the journal's changes alone tell them. Raises AssertionError where a change starts from another sum."""
    told = dict(before)
    for change in changes:
        _, power, figure = (*change.at.split("."), "", "")[:3]
        if figure == "narfs" and change.at.startswith("powers."):
            assert told[power] == change.was, change
            told[power] = change.now
    return told


MAJOR = frozenset(wars.POWERS)
