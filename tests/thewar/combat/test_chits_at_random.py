"""Chits played at random by one, two and five seats: nobody plays what he has not, each is spent once, and the search
and the segment go on after every answer (16.1.7)."""

from __future__ import annotations

from collections.abc import Mapping

import attrs
import pytest

from engine.kernel import play
from engine.kernel.dice import KeyedDice
from engine.kernel.in_memory import InMemory
from engine.kernel.random_play import Table
from engine.thewar.politics.chit_answers import Countered
from engine.thewar.ruleset import RULESET
from engine.thewar.world import influence
from engine.thewar.world.state import TheWar
from tests.thewar.combat.test_chits import BUILD, NAVAL, scene

CHITS = {f"{who} {sort}": 2 for who in ("germany", "italy", "britain") for sort in influence.SORTS}
TRIES = 90
SEATS: Mapping[int, Mapping[str, str]] = {
    1: {},
    2: {"germany": "axis", "italy": "axis"},
    5: {power: power for power in ("germany", "italy", "britain", "france", "ussr")},
}


def begun(seats: int, step: str) -> InMemory[TheWar]:
    """A table of so many seats at a step, where chits lie in several hands."""
    campaign = scene(step, chits=CHITS, allied_partisans=2)
    if seats > 1:
        named = {power: SEATS[seats].get(power, "allied") for power in campaign.powers}
        campaign = attrs.evolve(campaign, seats=named)
    return InMemory(RULESET, campaign, KeyedDice(b"chits"))


@pytest.mark.rule("tw-16.1.7")
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("step", [NAVAL, BUILD])
def test_16_1_7_chits_played_at_random_are_never_more_than_were_bought(seats: int, step: str) -> None:
    game = begun(seats, step)
    table = Table.of(game, f"chits {seats} {step}", busy=1.5)
    for _ in range(TRIES):
        if game.over or table.tries() is None:
            break
        umpired = any(one.order.split()[0] in ("ruling", "overrule") for one in game.entries)
        assert umpired or all(has.played <= has.bought for has in game.campaign.chits.values())
        waiting = [one for one in game.campaign.pending.values() if isinstance(one, Countered)]
        assert not waiting or play.decisions(game.campaign) or game.campaign.sealed


@pytest.mark.rule("tw-16.1.7")
def test_16_1_7_players_at_random_play_chits_and_answer_them() -> None:
    game = begun(2, NAVAL)
    verbs = set[str]()
    for seed in range(12):
        game = begun(2, NAVAL)
        table = Table.of(game, f"plays {seed}", busy=4.0)
        for _ in range(40):
            if table.tries() is None or game.campaign.progress.step not in (NAVAL, "axis.operations.interception"):
                break
        given = [RULESET.verbs[verb] for one in game.entries for verb in one.order.split() if verb in RULESET.verbs]
        verbs |= {one.verb for one in given}
        if {"play-chit", "counter-chit"} <= verbs:
            break
    assert {"play-chit", "counter-chit"} <= verbs
