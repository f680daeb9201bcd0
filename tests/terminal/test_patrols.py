"""A patrol by keys alone in the real terminal at 80x24: taken up, seen among the forces, its enemy looked for (7.4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves.desk import Desk
from tests.cli.test_patrols import passed_to, written
from tests.terminal.driver import Terminal
from tests.terminal.test_real_terminal import SMALL, quit_cleanly
from tests.thewar.sea.test_sea_fight import AXIS, med
from tests.whole import whole


def patrols(where: str) -> list[str]:
    return list(whole(Desk.open(Path(where))).patrols)


@pytest.mark.rule("tw-7.4", "tw-2.6-markers")
def test_7_4_a_patrol_is_taken_up_by_keys_and_looks_for_a_mission(home: Path) -> None:
    where = written(home, med(AXIS))
    with Terminal("play", where, home=home, columns=SMALL[0], lines=SMALL[1]) as terminal:
        terminal.wait("Germany: by hand")
        terminal.calm()
        terminal.press("tab")
        terminal.wait("» Italy")
        terminal.press("home", "down", "enter")
        terminal.wait("still to say: the Sea Area")
        terminal.type("ion")
        terminal.press("down")
        terminal.type("italy-fleet-3")
        terminal.wait("Whole ships only")
        terminal.press(*["backspace"] * len("italy-fleet-3"))
        terminal.type("fleet")
        terminal.wait("Italy on patrol in Ionian")
        terminal.calm()
        terminal.press("enter")
        terminal.wait(lambda _: patrols(where) == ["italy-fleet-1"])
        terminal.calm()
        # Among the forces: one Fleet at sea.
        terminal.press("f")
        terminal.wait("all arms")
        terminal.calm()
        terminal.press(*["v"] * 8)
        terminal.wait("1 on patrol in Ionian")
        terminal.press("escape")
        terminal.wait("Patrol …")
        quit_cleanly(terminal)
    # In the enemy's turn it looks for what comes: the box offers it.
    passed_to(where, "allied.operations.naval", 1)
    Desk.open(Path(where)).do(["britain mission ionian units=2-fleet facts=supply"])
    with Terminal("play", where, home=home, columns=SMALL[0], lines=SMALL[1]) as terminal:
        terminal.wait("by hand")
        terminal.calm()
        terminal.press(":")
        terminal.wait(lambda shown: "\n :" in shown.text)
        terminal.type("italy intercept-at-sea ionian units=patrol")
        terminal.wait("✓ italy intercept-at-sea ionian units=italy-fleet-1")
        terminal.calm()
        terminal.press("enter")
        terminal.wait("Interception at Ionian")
        quit_cleanly(terminal)
