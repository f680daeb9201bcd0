"""A Task Force by keys alone in the real terminal at 80x24, and what the other seat sees at 120x40 (7.12)."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves.desk import Desk
from tests.terminal.driver import Terminal
from tests.terminal.test_real_terminal import FULL, SMALL, quit_cleanly
from tests.thewar.sea.test_task_forces import begun
from tests.whole import whole


@pytest.mark.rule("tw-7.12", "tw-2.6-tf")
def test_7_12_a_task_force_is_formed_by_keys_and_hidden_from_the_other_seat(home: Path) -> None:
    where = begun(home)
    with Terminal("play", str(where), "--seat", "allied", home=home, columns=SMALL[0], lines=SMALL[1]) as terminal:
        terminal.wait("Task Force …")
        terminal.calm()
        terminal.press("end", "enter")
        terminal.wait("the British port")
        terminal.type("fleet")
        terminal.wait("1 naval units. A Task Force has two or three")
        terminal.type(", cv, nac")
        terminal.press("down")
        terminal.type("alexand")
        terminal.press("tab")
        terminal.wait("port=alexandria")
        terminal.wait("Britain has Task Force 1 in Alexandria: Fleet 1-12-5, CV, NAC 1-3-2")
        terminal.calm()
        terminal.press("enter")
        terminal.wait(lambda _: "tf-1" in whole(Desk.open(where, "allied")).task_forces)
        terminal.press("f")
        terminal.wait("all arms")
        terminal.calm()
        # Its own seat finds what lies under it among the forces.
        for _ in range(12):
            if "v in Task Force" in terminal.words:
                break
            terminal.press("v")
            terminal.calm()
        terminal.wait("1 in Task Force 1")
        terminal.press("escape")
        terminal.wait("Task Force …")
        quit_cleanly(terminal)
    with Terminal("play", str(where), "--seat", "axis", home=home, columns=FULL[0], lines=FULL[1]) as terminal:
        terminal.wait("two or three naval units")
        terminal.calm()
        terminal.wait("Task Force 1 of Britain")
        terminal.wait("face down")
        terminal.press("f")
        terminal.wait("all arms")
        terminal.calm()
        for _ in range(12):
            terminal.press("v")
            terminal.lacks("in Task Force")
        terminal.press("escape")
        terminal.wait("Waiting for")
        terminal.calm()
        quit_cleanly(terminal)
