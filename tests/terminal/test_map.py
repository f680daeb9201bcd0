"""The map in the real terminal: a line of the board that is corrected on its page, and in the campaign begun with it
the seas with who may come; a mission that a checked board refuses."""

from __future__ import annotations

from pathlib import Path

from engine.thewar.ruleset import RULESET
from saves import library
from tests.terminal.driver import Terminal
from tests.terminal.test_real_terminal import FULL, order, quit_cleanly
from tests.thewar.looked_at import looked_at
from tests.thewar.map.test_own_lines import checked
from tests.thewar.sea.test_straits import allied
from tests.tui.test_setup import desk


def said(terminal: Terminal) -> str:
    """What stands beside the map, in one line: the last columns of the screen."""
    beside = (line[96:] for line in terminal.text.splitlines())
    return " ".join(" ".join(beside).split())


def test_a_line_that_is_corrected_changes_who_may_come_on_the_map(home: Path) -> None:
    page = desk("sea-links", named=False).at
    with Terminal("scenario", "setup", "1939-campaign", home=home, columns=FULL[0], lines=FULL[1]) as terminal:
        terminal.wait("Adjoining Sea Areas")
        terminal.press(*["down"] * page, "enter", "+")
        terminal.wait("new line:")
        terminal.type("british home waters north atlantic\r")
        terminal.wait("title of your own scenario")
        terminal.press("enter")
        terminal.wait("adjoins: yes")
        terminal.press("space")
        terminal.wait("adjoins: no")
        terminal.press("s")
        terminal.wait("written: ")
        terminal.press("o")
        terminal.wait("Fall 1939 to Summer 1945")
        terminal.press("ctrl+s")
        terminal.wait("Italy buys")
        terminal.press("M")
        terminal.wait("turn 1 of 1 played")
        terminal.press("tab")
        terminal.wait("the seas")
        terminal.press("/")
        terminal.wait("go there")
        terminal.type("british home\r")
        # No way leads there from the U.S. Box any more but round about.
        terminal.wait(lambda shown: "may come here" in said(shown))
        terminal.wait(lambda shown: "by North Atlantic, Faeroes, British Home Waters" in said(shown))
        quit_cleanly(terminal)


def test_a_mission_into_a_closed_sea_is_refused_on_a_checked_board(home: Path) -> None:
    where = library.create(RULESET, checked(looked_at(allied())), name="seas", at=home)
    with Terminal("play", str(where), home=home, columns=FULL[0], lines=FULL[1]) as terminal:
        terminal.wait("Naval")
        order(terminal, "britain mission black-sea units=britain-fleet-1")
        terminal.wait("The Dardanelles are closed")
        terminal.press("escape")
        terminal.wait("what you typed is kept")
        quit_cleanly(terminal)
