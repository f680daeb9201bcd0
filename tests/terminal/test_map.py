"""The map in the real terminal: opened by one key, the seas with who may come, a line of the board that is corrected;
a mission that a checked board refuses."""

from __future__ import annotations

from pathlib import Path

from engine.thewar.ruleset import RULESET
from saves import library
from tests.terminal.driver import Terminal
from tests.terminal.test_real_terminal import FULL, begin, order, quit_cleanly
from tests.thewar.looked_at import looked_at
from tests.thewar.map.test_own_lines import checked
from tests.thewar.sea.test_straits import allied

RULING = 'ruling sea_links.british-home-waters+north-atlantic no because "our map"'


def said(terminal: Terminal) -> str:
    """What stands beside the map, in one line: the last columns of the screen."""
    beside = (line[96:] for line in terminal.text.splitlines())
    return " ".join(" ".join(beside).split())


def british_waters(terminal: Terminal, way: str, *, again: bool = False) -> None:
    """Open the map, go to the British Home Waters, where it was left ``again``, and wait for a way there."""
    terminal.press("M")
    terminal.wait("turn 1 of 1")
    terminal.press("tab")
    terminal.wait("the seas")
    if not again:
        terminal.press("/")
        terminal.wait("go there")
        terminal.type("british home")
        terminal.press("enter")
    terminal.wait(lambda shown: "may come here" in said(shown) and way in said(shown))


def test_a_line_that_is_corrected_changes_who_may_come_on_the_map(home: Path) -> None:
    with Terminal(home=home, columns=FULL[0], lines=FULL[1]) as terminal:
        begin(terminal)
        british_waters(terminal, "by North Atlantic, British Home Waters")
        terminal.press("escape")
        terminal.wait("Italy buys")
        order(terminal, RULING)
        terminal.wait("sea link british home waters")
        british_waters(terminal, "by North Atlantic, Faeroes, British Home Waters", again=True)
        terminal.press("M")
        terminal.wait("Italy buys")
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
