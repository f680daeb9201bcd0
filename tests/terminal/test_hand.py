"""A variant by keys alone in the real terminal at 80 by 24, with two seats: its point bought, both dice thrown, kept
over a turn and played; what the other seat sees of it (28.0)."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.thewar.countries import variant_hand
from tests.terminal.test_diplomacy import now, playing, written
from tests.terminal.test_real_terminal import quit_cleanly
from tests.thewar.politics.purchases import DIPLOMACY, POINTS, SIDES, give, pass_to, scene


@pytest.mark.rule("tw-28.0", "tw-28.0-play")
def test_28_0_a_variant_is_obtained_kept_over_a_turn_and_played_by_keys(home: Path) -> None:
    # The dice of this secret give Italy both its successes.
    where = written(home, scene("1940-3-fall", POINTS, SIDES))
    with playing(where, home, "axis") as axis, playing(where, home, "allied") as allied:
        axis.wait("Italy, sealed")
        axis.hit("v", "e")
        axis.wait("costs 7, leaves 93")
        axis.hit("enter")
        axis.wait("Germany, sealed")
        axis.hit("enter")
        give(where, "britain points none", "france points none", "us points none", "ussr points none")
        pass_to(where, DIPLOMACY)

        # The cursor stands on the form; the chances of both dice are told before one is thrown.
        axis.wait("▸ Try for a variant")
        axis.hit("enter", "tab", "right")
        axis.wait("25 % that it is obtained as well")
        axis.hit("enter")
        axis.wait("▸ Roll for a project")
        axis.hit("enter", "13")
        axis.wait("project 13, North-South Divide")
        axis.wait("50 % that it is obtained")
        axis.hit("enter")
        axis.wait("Done, go on")
        axis.hit("H")
        axis.wait("● North-South Divide: from Fall 1939")
        allied.hit("H")
        allied.wait("1 card in hand that its own seat alone knows")
        allied.lacks("North-South")

        # Two turns later it is still there, and nobody else has seen it.
        pass_to(where, "planning.effort", "1940-4-winter")
        axis.wait("WINTER 1940")
        axis.wait("Italy growth 25 → 35")
        allied.wait("WINTER 1940")
        allied.lacks("North-South")
        axis.hit("enter")
        axis.wait("13, North-South Divide: obtained in Fall 1940, played in Winter 1940")
        assert now(where).powers["italy"].growth == 35
        allied.wait("13, North-South Divide: obtained in Fall 1940, played in Winter 1940")
        (tried,) = variant_hand.tries(now(where), "italy")
        assert tried.played == "1940-4-winter" and not variant_hand.hand(now(where), "italy")
        quit_cleanly(allied)
        quit_cleanly(axis)
