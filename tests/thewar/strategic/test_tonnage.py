"""The Battle of the Atlantic from Fall 1939 to Spring 1945, played by random legal play: one in twenty of
``BATTLES``; ``WARLEDGER_TEST_SCALE`` multiplies them."""

from __future__ import annotations

import pytest

from engine.kernel.changes import inverted, replay
from engine.thewar.ruleset import RULESET
from tests.scale import sampled
from tests.thewar.player import hands, hands_after
from tests.thewar.tonnage import LAST, Tonnage

BATTLES = 300
TOGETHER = 15


@pytest.mark.parametrize("first", range(0, sampled(BATTLES), TOGETHER))
def test_battles_of_the_atlantic_at_random_keep_the_laws(first: int) -> None:
    hunts = 0
    for seed in range(first, min(first + TOGETHER, sampled(BATTLES))):
        game = Tonnage(seed)
        game.play()
        assert game.segments == 12, "twice a year from Fall 1939 to Spring 1945"
        assert RULESET.calendar.now(game.campaign) == LAST
        changes = [change for entry in game.entries for change in entry.changes]
        assert hands_after(hands(game.begun), changes) == hands(game.campaign)
        hunts += game.hunts
        if seed % TOGETHER == 0:
            assert list(RULESET.check(game.campaign)) == []
            assert replay(game.begun, changes) == game.campaign
            assert replay(game.campaign, inverted(changes)) == game.begun
    assert hunts, "raiders are looked for too (5.1.2.2)"
