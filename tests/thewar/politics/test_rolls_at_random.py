"""Diplomacy in games played at random by one seat, and by three with cards in place of chits: points are laid, targets
named, seats asked, and dice fall (see test_politics_at_random for two, three and five seats without cards)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.kernel.dice import KeyedDice
from engine.kernel.in_memory import InMemory
from engine.kernel.random_play import Table
from engine.thewar.ruleset import RULESET
from engine.thewar.world import calendar
from engine.thewar.world.state import TheWar
from saves import scenarios
from tests.thewar.chronicle import untold

OPTIONS = {"1": {}, "3": {"espionage-cards": True}}


def at_random(seats: int, options: dict[str, bool], seed: int, turns: int = 5) -> InMemory[TheWar]:
    """The first turns of a campaign, from Fall 1939 to Fall 1940, played by so many seats."""
    start = scenarios.preview("1939-campaign", seats, options)
    assert isinstance(start, TheWar)
    game: InMemory[TheWar] = InMemory(RULESET, start, KeyedDice(b"points"))
    table = Table.of(game, f"points {seats} {seed}", 0.15)
    while game.campaign.progress.turn <= turns:
        assert table.tries() is not None
    return game


@pytest.mark.parametrize("seats", OPTIONS)
def test_points_are_laid_and_targets_named_at_random(seats: str) -> None:
    games = [at_random(int(seats), OPTIONS[seats], seed) for seed in (1, 4, 7)]
    given = Counter(entry.order.split()[1] for game in games for entry in game.entries if " " in entry.order)
    rolls = [roll for game in games for entry in game.entries for roll in entry.rolls if "influence" in roll.key]
    assert len(rolls) >= 3, (given, rolls)
    for game in games:
        campaign = game.campaign
        # Fall 1940 is over: all is opened and off, and nobody has said what was not so.
        assert calendar.turn(campaign) == "1940-4-winter"
        assert not (campaign.influence or campaign.chits or campaign.statements or campaign.purchases)
        assert not campaign.mismatches and not campaign.pending
        assert list(RULESET.check(campaign)) == []
        assert not untold(campaign, game.entries)
