"""Whole wars at random, and the laws that hold whatever is played."""

from __future__ import annotations

import subprocess
import sys

import pytest

from engine.kernel import reading
from engine.kernel.changes import inverted, replay
from engine.kernel.grammar import Unreadable
from engine.kernel.refusals import Refused
from engine.worldatwar.ruleset import RULESET
from engine.worldatwar.sheets import submarine_reports
from engine.worldatwar.world import editions
from engine.worldatwar.world.state import WorldAtWar
from tests.kernel.shortcuts import (
    assert_choices_are_refused_what_a_judge_refuses,
    assert_what_bars_is_what_must_be_done,
    assert_what_lasts_is_as_if_asked_anew,
)
from tests.scale import scaled, share_of
from tests.thewar.reckoning import adds_up
from tests.worldatwar.game import SEAT, Game, Player, edition, factors, produced, scenario

WARS = 3
SCENARIOS = ("battle-of-the-atlantic", "strategic-bombing", "global-war")


def _spent(before: dict[str, int], game: Game) -> dict[str, int]:
    """Hands as the journal's changes alone tell them."""
    told = dict(before)
    for entry in game.entries:
        for change in entry.changes:
            parts = change.at.split(".")
            if len(parts) == 3 and parts[0] == "powers" and parts[2] == "brps":
                assert told[parts[1]] == change.was, entry.order
                told[parts[1]] = change.now
    return told


def _counted_anew(made: dict[str, int], expected: dict[str, int], now: dict[str, int]) -> dict[str, int]:
    """The factors that there must be, where now so many are there and not those expected."""
    keys = made.keys() | expected.keys() | now.keys()
    counts = {key: made.get(key, 0) + now.get(key, 0) - expected.get(key, 0) for key in keys}
    return {key: count for key, count in counts.items() if count}


def _hands(campaign: WorldAtWar) -> dict[str, int]:
    return {key: power.brps for key, power in campaign.powers.items()}


@pytest.mark.parametrize(
    ("seed", "name"), [(seed, name) for seed in range(scaled(WARS)) for name in share_of(editions.NAMES, seed, 3)]
)
def test_a_war_at_random_keeps_every_factor_and_every_brp(seed: int, name: str) -> None:
    opening = edition(scenario(SCENARIOS[seed % len(SCENARIOS)]), name, classic=bool(seed % 2))
    game, player = Game(opening, f"{seed} {name}".encode()), Player(seed)
    made, hands, refused = factors(game.campaign), _hands(opening), 0
    while not game.over:
        before, at = game.campaign, len(game.entries)
        try:
            game.give(player.line(game.campaign, game.outlook()))
        except Refused as fault:
            refused += 1
            assert all(refusal.rule and refusal.reason for refusal in fault.refusals)
            assert game.campaign is before and len(game.entries) == at
            continue
        except Unreadable:
            continue
        new = game.entries[at:]
        if not {"ships", "absorb", "overrule", "late"}.isdisjoint(new[0].order.split()[:2]):
            # What the board shows is counted by hand, and who overrules answers for what comes of it.
            made = _counted_anew(made, produced(factors(before), new), factors(game.campaign))
        changes = [change for entry in new for change in entry.changes]
        assert replay(before, changes) == game.campaign
        assert replay(game.campaign, inverted(changes)) == before
        for entry in new:
            assert reading.parse(RULESET, entry.order).text == entry.order
        assert list(RULESET.check(game.campaign)) == []
        assert_what_lasts_is_as_if_asked_anew(RULESET, game.campaign)
        assert_choices_are_refused_what_a_judge_refuses(RULESET, game.campaign, SEAT)
        assert_what_bars_is_what_must_be_done(RULESET, game.campaign)
        for key, sunk in game.campaign.sunk.items():
            most = editions.of(opening).transports.ceiling(game.campaign.started[key])
            assert sunk <= most, key
    for report in submarine_reports.battles(game.campaign, game.entries):
        for cast in report.casts:
            adds_up(cast)
            assert cast.strengths and (cast.row is None or cast.row <= cast.strengths[0].total)
    assert refused
    assert produced(made, game.entries) == factors(game.campaign)
    assert _spent(hands, game) == _hands(game.campaign)


@pytest.mark.parametrize(("asked", "other"), [("1939-campaign", "worldatwar"), ("battle-of-the-atlantic", "thewar")])
def test_a_campaign_of_one_game_loads_nothing_of_the_other(asked: str, other: str) -> None:
    told = (
        "import sys; from saves import scenarios;"
        f"scenarios.preview({asked!r});"
        f"print([name for name in sys.modules if name.startswith('engine.{other}')])"
    )
    run = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
