"""The build queue in the real program by keys alone, at 80 by 24: queued, reordered, given, taken back, given again, on
to the next turn; and a Fleet on its track turn by turn until it is launched (3.7, 15.1.5.2, 15.1.5.4)."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.campaign import Progress
from saves import scenarios
from saves.desk import Desk
from tests.terminal.driver import Terminal
from tests.terminal.test_real_terminal import SMALL, quit_cleanly
from tests.whole import whole

BUILD = "axis.build.units"
CLEAR = "\x15"


def play_on(where: Path, wanted: Callable[[Progress], bool]) -> Desk:
    """What others do between two purchases: nothing that costs."""
    desk = Desk.open(where)
    while not wanted(desk.campaign.progress):
        outlook = desk.outlook()
        legal = [choice.text for choice in outlook.choices if not choice.refused]
        done = [text for text in legal if text.endswith(" done")]
        order = outlook.decision.default if outlook.decision else (done or legal or [f"{outlook.awaits[0]} done"])[0]
        desk.do([order])
    return desk


def at_build(turn: int) -> Callable[[Progress], bool]:
    return lambda now: now.turn == turn and now.step == BUILD


def key(terminal: Terminal, *names: str) -> None:
    """Press keys one after the other, each once everything before it is on the screen."""
    for name in names:
        terminal.calm()
        terminal.press(name)


def find(terminal: Terminal, name: str) -> None:
    """Put the cursor on what may be bought by its letters."""
    key(terminal, "/", CLEAR)
    terminal.type(name)
    terminal.wait(f"/ {name}")
    key(terminal, "enter")


def right(terminal: Terminal) -> list[str]:
    """The queue's side of the screen."""
    return [line.partition("│")[2].strip() for line in terminal.text.splitlines() if "│" in line]


def german_fleets(campaign: Any) -> int:
    return sum(1 for unit in campaign.units.values() if (unit.power, unit.kind) == ("germany", "fleet"))


def to_germany(terminal: Terminal) -> None:
    terminal.wait("Italy buys")
    key(terminal, "d")
    terminal.wait("Germany buys")


@pytest.mark.rule("tw-15.1.5.4")
def test_queued_reordered_given_and_a_fleet_launched_on_time(home: Path) -> None:
    where = scenarios.new("1939-campaign", name="yards", at=home)
    before = german_fleets(play_on(where, at_build(1)).campaign)
    with Terminal("play", str(where), home=home, columns=SMALL[0], lines=SMALL[1]) as terminal:
        to_germany(terminal)
        # A Fleet is laid down and worked at double pace in the same queue; infantry comes before it.
        find(terminal, "fleet, kiel")
        key(terminal, "enter")
        find(terminal, "kiel: fleet")
        key(terminal, "enter", "enter")
        terminal.wait(lambda now: any(re.match(r"Kiel: Fleet 2/9 .*16$", line) for line in right(now)))
        find(terminal, "inf 6-5")
        key(terminal, "enter", "tab", "K", "K")
        terminal.wait(lambda now: [line[:7] for line in right(now)[1:4]] == ["▸  INF ", "Fleet, ", "Kiel: F"])
        terminal.wait("spent 23")

        # Given at once, taken back into the queue at once, given again.
        key(terminal, "o", "enter")
        terminal.wait(lambda now: sum("✓" in line for line in right(now)) == 3)
        key(terminal, "u")
        terminal.wait("Enter takes it back")
        key(terminal, "enter")
        terminal.wait(lambda now: not any("✓" in line for line in right(now)) and "spent 23" in now.text)
        key(terminal, "d", "enter")
        terminal.wait("Build · New units placed")
        for _ in range(20):
            # Each segment that asks for orders is passed by itself.
            if "WINTER 1939" in terminal.text:
                break
            key(terminal, ">")
        terminal.wait("WINTER 1939")
        quit_cleanly(terminal)
    assert [slip.space for slip in whole(Desk.open(where)).slips.values()] == [2]

    # Two spaces a turn; the last is one, and the Fleet is afloat in its fifth turn.
    for turn, space in ((2, 4), (3, 6), (4, 8), (5, 9)):
        play_on(where, at_build(turn))
        with Terminal("play", str(where), home=home, columns=SMALL[0], lines=SMALL[1]) as terminal:
            to_germany(terminal)
            find(terminal, "kiel: fleet")
            key(terminal, "enter")
            if space < 9:
                key(terminal, "enter")
                terminal.wait(f"Kiel: Fleet {space}/9")
            else:
                terminal.wait(lambda now: any(line.startswith("Kiel: Fleet launch") for line in right(now)))
            key(terminal, "d", "enter")
            terminal.wait("Build · New units placed")
            quit_cleanly(terminal)
        campaign = whole(Desk.open(where))
        assert [slip.space for slip in campaign.slips.values()] == ([space] if space < 9 else [])
        assert german_fleets(campaign) == before + (space == 9)


def test_a_queue_outlives_an_overlay_and_a_refused_line_is_not_given(home: Path) -> None:
    where = scenarios.new("1939-campaign", name="yards", at=home)
    play_on(where, at_build(1))
    with Terminal("play", str(where), home=home, columns=SMALL[0], lines=SMALL[1]) as terminal:
        to_germany(terminal)
        find(terminal, "inf 6-5")
        key(terminal, "9")
        terminal.wait(lambda now: any("✗ INF 6-5 ×9" in line for line in right(now)))
        key(terminal, "f")
        terminal.wait("all powers")
        key(terminal, "escape")
        terminal.wait(lambda now: any("✗ INF 6-5 ×9" in line for line in right(now)))
        key(terminal, "o")
        terminal.wait("are asked for")
        terminal.calm()
        assert "✓" not in "".join(right(terminal))
        key(terminal, "2")
        terminal.wait(lambda now: any("INF 6-5 ×2" in line for line in right(now)) and "refused" not in now.text)
        key(terminal, "o", "enter")
        terminal.wait(lambda now: any("✓ builds 2 INF 6-5" in line for line in right(now)))
        quit_cleanly(terminal)
