"""Strategic bombing of A World at War by keys alone in the real terminal: a raid announced, met, resolved, and its
picture read (26.4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.worldatwar.ruleset import RULESET
from saves import library
from tests.scale import share_of
from tests.terminal.driver import Terminal
from tests.terminal.test_real_terminal import FULL, SMALL, quit_cleanly
from tests.terminal.test_second_game import give
from tests.worldatwar.bombers import bombing


def written(at: Path) -> str:
    """A campaign's folder in the Allied bombing phase, its dice told by a known secret."""
    hidden = at / "hidden"
    hidden.write_bytes(bytes(32))
    return str(library.create(RULESET, bombing(), name="bombers", at=at, secret_file=hidden))


@pytest.mark.rule("awaw-26.41", "awaw-26.441")
@pytest.mark.parametrize("size", share_of([FULL, SMALL], 1, 2), ids=str)
def test_26_4_a_raid_is_announced_met_resolved_and_read(home: Path, size: tuple[int, int]) -> None:
    with Terminal("play", written(home), home=home, columns=size[0], lines=size[1]) as terminal:
        # The targets with strength and BRPs, and what is ready; Tab goes to the next one.
        terminal.wait("britain raid berlin bombers=6")
        terminal.wait("Targets")
        terminal.wait("strength 7, 25 BRPs")
        give(terminal, "tab")
        terminal.wait("britain raid essen bombers=6")

        # More than there are is refused at once; then a force with its forecast.
        give(terminal, "down")
        terminal.wait("What may come of it")
        give(terminal, "9")
        terminal.wait("9 bombers are named, 6 are left")
        give(terminal, "a")
        terminal.wait("britain raid essen bombers=6")
        terminal.wait(lambda now: "BRPs lost" in now.text and "bombers lost" in now.text)
        give(terminal, "-")
        terminal.wait("britain raid essen bombers=5")
        give(terminal, "enter")
        terminal.wait("Announced")
        give(terminal, "d")
        give(terminal, "enter")

        # Germany meets it, with what the air combat may come to.
        terminal.wait("Germany and Italy: air defence")
        terminal.wait("germany guard essen front=western")
        give(terminal, "down")
        terminal.wait("In the air")
        terminal.wait("defenders lost")
        give(terminal, "-")
        terminal.wait("interceptors=3")
        give(terminal, "enter")
        terminal.wait("Done, go on")
        give(terminal, "d")
        give(terminal, "enter")

        # Its picture comes up by itself: air combat on its table, then bombers and flak on theirs.
        terminal.wait("British raid on Essen")
        terminal.wait("rolled")
        for _ in range(6):
            give(terminal, "pagedown")
        terminal.wait("BRPs")
        give(terminal, "enter")
        terminal.wait("builds")
        # No stage of it is left without a sentence of its own.
        give(terminal, "j")
        terminal.wait("British raid on Essen: its defences")
        terminal.lacks("Resolved:")
        give(terminal, "escape")
        terminal.wait("builds")
        quit_cleanly(terminal)
