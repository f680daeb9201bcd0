"""Whatever a scenario leaves out of the sequence, both games go on: nothing of it is asked, falls due or is offered."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest

from engine.kernel import leaving_out, outlook
from engine.kernel.dice import KeyedDice
from engine.kernel.in_memory import InMemory
from engine.kernel.random_play import Table
from engine.kernel.ruleset import find
from engine.kernel.sequence import LEFT_OUT
from engine.kernel.sheets.ledger import falls_due
from saves import checking, scenarios
from tests.scale import scaled

ORDERS = 60
GAMES = ("1939-campaign", "global-war")


def without(scenario: str, seed: int) -> Any:
    """A scenario as it opens without half of its steps, by a seed."""
    opening: Any = scenarios.preview(scenario)
    slugs = dict.fromkeys(step.slug for step in find(opening.ruleset).sequence.steps if not step.closes)
    dice = random.Random(seed)
    return attrs.evolve(opening, leaves_out=tuple(slug for slug in slugs if dice.random() < 0.5))


@pytest.mark.parametrize("scenario", GAMES)
@pytest.mark.parametrize("seed", range(scaled(2)))
def test_play_goes_on_without_half_of_the_steps(scenario: str, seed: int) -> None:
    opening = without(scenario, seed)
    ruleset = find(opening.ruleset)
    assert list(leaving_out.faults(ruleset, opening)) == []
    game = InMemory(ruleset, opening, KeyedDice(b"left out"))
    table = Table.of(game, seed)
    given = 0
    while given < ORDERS and not game.over:
        found = table.tries()
        given += found is not None and not found.refused
        at_hand = ruleset.sequence[game.campaign.progress.step]
        assert not at_hand.left_out(game.campaign)
        for mark in outlook.checklist(ruleset, game.campaign):
            assert not mark.step.left_out(game.campaign) or (mark.state, mark.reason) == ("skipped", LEFT_OUT)
        falls_due(ruleset, game.campaign)
    assert given == ORDERS or game.over


def test_what_is_left_out_is_no_duty() -> None:
    opening: Any = scenarios.preview("1939-campaign")
    ruleset = find("thewar")
    game = InMemory(ruleset, attrs.evolve(opening, first="1942-1-spring"), KeyedDice(b"duties"))
    (duty,) = falls_due(ruleset, game.campaign)
    assert "enters in Summer 1942" in duty.text
    assert falls_due(ruleset, attrs.evolve(game.campaign, leaves_out=("operations.rail",))) == (duty,)
    assert falls_due(ruleset, attrs.evolve(game.campaign, leaves_out=("declarations.us-entry",))) == ()


def test_check_tells_where_a_list_of_steps_is_wrong() -> None:
    text = scenarios.read_bytes(scenarios.source_of("1939-campaign"))
    listed = text.replace(
        b"\nfirst =", b'\nleaves_out = ["operations.rail", "operations.rial", "end.advance"]\nfirst =', 1
    )
    _, findings = checking.scenario(listed, "mine.toml")
    assert [(finding.table, finding.key) for finding in findings] == [("", "leaves_out")] * 2
    unknown, last = (str(finding) for finding in findings)
    assert "there is no step 'operations.rial'; nearest is 'operations.rail'" in unknown
    assert "'end.advance' ('The season advances') may not be left out, a turn ends in it" in last
    for odd in (b'leaves_out = "operations.rail"', b"leaves_out = [1]", b"leaves_out = { a = 1 }"):
        _, findings = checking.scenario(text.replace(b"\nfirst =", b"\n" + odd + b"\nfirst =", 1), "mine.toml")
        assert [finding.key for finding in findings] == ["leaves_out"], odd
