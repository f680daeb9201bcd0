"""A World at War played by keys alone in the real terminal: begun, attacked, read, built, sailed, the turn ended."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.scale import share_of
from tests.terminal.driver import Terminal
from tests.terminal.test_real_terminal import BEGINNING, FULL, SMALL, quit_cleanly


def atlantic(terminal: Terminal) -> None:
    """A Battle of the Atlantic from the home screen, up to the first submarine attack."""
    terminal.wait(BEGINNING)
    terminal.press("n")
    terminal.wait("A World at War")
    down_to(terminal, "Fall 1939 to Spring 1945")
    terminal.wait("At the start, BRPs")
    terminal.press("ctrl+s")
    terminal.wait("Research and tension")
    give(terminal, "enter")
    terminal.wait("Submarine warfare · Raiders")
    give(terminal, "d")
    give(terminal, "enter")
    terminal.wait("Ultra submarine cards")
    # Enter alone plays no card of either side and goes on.
    give(terminal, "enter")
    terminal.wait("germany attack atlantic submarines=1")


def give(terminal: Terminal, key: str) -> None:
    """Press a key once everything that came before is on the screen."""
    terminal.calm()
    terminal.press(key)


def down_to(terminal: Terminal, wanted: str) -> None:
    """Down until something stands on the screen, each time waiting for all of it."""
    for _ in range(12):
        terminal.calm()
        if wanted in one_line(terminal):
            return
        terminal.press("down")
    raise AssertionError(f"no {wanted}:\n{terminal.text}")


def one_line(terminal: Terminal) -> str:
    """The screen with every run of blanks as one."""
    return re.sub(r"\s+", " ", terminal.text)


@pytest.mark.parametrize("size", share_of([FULL, SMALL], 0, 2), ids=str)
def test_a_turn_of_the_battle_of_the_atlantic(home: Path, size: tuple[int, int]) -> None:
    with Terminal(home=home, columns=size[0], lines=size[1]) as terminal:
        atlantic(terminal)
        # What may come of it stands there before the dice, with the limit and its causes.
        told = ("transports sunk", "exact", "25.13A", "Naval Nationality")
        terminal.wait(lambda now: all(part in one_line(now) for part in told))
        give(terminal, "enter")
        terminal.wait("given")
        give(terminal, "d")
        give(terminal, "enter")

        # The battle comes up by itself: both rolls on the table, a cell lit in each.
        terminal.wait("Submarines in the Atlantic")
        terminal.wait(lambda now: re.search(r"\[\d(/\d)?\]", now.text) is not None)
        terminal.wait("24.62")
        terminal.wait("rolled")
        give(terminal, "right")
        terminal.wait(lambda now: "turn by turn" in now.text)
        give(terminal, "enter")

        # Construction with what it uses up, then the new submarine sails.
        terminal.wait("Germany builds, 125 BRPs free")
        give(terminal, "1")
        terminal.wait("construction limit")
        terminal.wait(lambda now: "125 → 122" in now.text)
        give(terminal, "d")
        give(terminal, "enter")
        terminal.wait("transfer submarine 1 atlantic")
        down_to(terminal, "transfer submarine 1 western-port")
        give(terminal, "enter")
        terminal.wait(lambda now: re.search(r"submarines +2", now.text) is not None)
        give(terminal, "d")
        give(terminal, "enter")

        # The Allies build in turn and let their ships lie; then the turn is over.
        terminal.wait("Allied half")
        terminal.wait("britain transfer asw 1 atlantic")
        give(terminal, "d")
        give(terminal, "enter")
        terminal.wait("Britain builds")
        give(terminal, "d")
        terminal.wait("United States builds")
        give(terminal, "d")
        give(terminal, "enter")
        terminal.wait("Redeployment · Redeployment")
        give(terminal, "d")
        give(terminal, "enter")
        terminal.wait("WINTER 1939")
        quit_cleanly(terminal)
