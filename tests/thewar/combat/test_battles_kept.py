"""A battle is drawn up once and holds from stage to stage, until something on the board has changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import attrs
import pytest

from engine.kernel.dice import NoDice
from engine.kernel.remembering import keep
from engine.kernel.transaction import Transaction
from engine.thewar.air import air_engagements
from engine.thewar.combat import battles
from engine.thewar.ground import assaults
from engine.thewar.world.state import TheWar
from tests.scale import scaled
from tests.thewar.ground_wars import Game, battle


def wars(count: int) -> Iterator[TheWar]:
    """So many battles with aircraft over them, Reserves and sieges among them."""
    found = (campaign for seed in range(20 * count) if (campaign := battle(seed, air=True)) is not None)
    for _, campaign in zip(range(count), found, strict=False):
        yield campaign


class Read(Exception):
    """A battle has looked at what is no part of the board."""


@attrs.frozen
class _When:
    """Of the progress only what a battle may ask."""

    turn: int
    step: str


class Board(TheWar):
    """A campaign of which only the board may be read."""

    __slots__ = ()

    def __getattribute__(self, name: str) -> Any:
        if name in ("pending", "sealed", "secrets"):
            raise Read(name)
        found = object.__getattribute__(self, name)
        return _When(found.turn, found.step) if name == "progress" else found


def test_a_battle_reads_nothing_but_the_board_and_the_time() -> None:
    for campaign in wars(scaled(40)):
        board = Board(**{field.name: getattr(campaign, field.name) for field in attrs.fields(TheWar)})
        for where, found in campaign.engagements.items():
            assert assaults.assault(board, where, found) == assaults.assault(campaign, where, found)
            assert air_engagements.battle(board, where, found) == air_engagements.battle(campaign, where, found)


def test_a_battle_that_is_fought_is_drawn_up_when_somebody_is_hit_and_not_at_each_stage(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: Counter[str] = Counter()

    def count(module: Any, name: str) -> None:
        made = getattr(module, name)

        def counted(*given: Any, **named: Any) -> Any:
            seen[name] += 1
            return made(*given, **named)

        monkeypatch.setattr(module, name, counted)

    for module, asked, drawn in ((assaults, "assault", "Assault"), (air_engagements, "battle", "AirBattle")):
        count(module, asked)
        count(module, drawn)
    hits = 0
    for campaign in wars(scaled(10)):
        game = Game(campaign)
        game.fight([5, 3, 8, 2, 7, 4, 6, 9, 1, 10] * 5)
        hits += sum(any(change.at.startswith("units.") for change in entry.changes) for entry in game.entries)
    assert hits > 0
    assert 2 * seen["Assault"] < seen["assault"] and 2 * seen["AirBattle"] < seen["battle"], seen


def written(campaign: TheWar, write: Callable[[Transaction[TheWar]], None]) -> TheWar:
    """The campaign that an order leaves behind."""
    tx: Transaction[TheWar] = Transaction(campaign, NoDice(), "")
    write(tx)
    keep(tx.campaign)
    return tx.campaign


def test_what_is_hit_changes_the_battle() -> None:
    campaign = next(wars(1))
    keep(campaign)
    (where, found), *_ = campaign.engagements.items()
    before = assaults.assault(campaign, where, found)
    assert assaults.assault(campaign, where, found) is before
    answered = written(campaign, lambda tx: tx.set("progress.done", ("germany",), "done"))
    assert assaults.assault(answered, where, found) is before
    fewer = written(answered, lambda tx: tx.remove(f"units.{found.attackers[0]}", "lost"))
    assert len(assaults.assault(fewer, where, found).attackers) == len(before.attackers) - 1
    assert assaults.assault(campaign, where, found) == before
    assert set(battles.BOARD) > {"units", "facts", "progress.turn"}
