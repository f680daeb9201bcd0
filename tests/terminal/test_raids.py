"""Bombing in the real program by keys alone: both seats at one terminal fill their boxes under seal, roll their own
dice, and read the raids back (5.2, 5.2.1, 5.2.4, 24.1)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import TheWar
from saves import library
from tests.terminal.driver import Terminal
from tests.terminal.test_real_terminal import FULL, SMALL, quit_cleanly
from tests.thewar.atlantic import AIR, french, scene


def written(campaign: TheWar, at: Path) -> str:
    """A campaign's folder, its dice the players' own."""
    hidden = at / "hidden"
    hidden.write_bytes(bytes(32))
    return str(library.create(RULESET, campaign, name="raids", at=at, dice="keyboard", secret_file=hidden))


def commit(terminal: Terminal, line: str) -> None:
    """Enter, once the boxes stand as they should."""
    terminal.wait(f"✓ {line}")
    terminal.calm()
    terminal.press("enter")


def change_seats(terminal: Terminal, following: str) -> None:
    """The other player sits down."""
    terminal.press("x")
    terminal.wait("press Enter")
    terminal.calm()
    terminal.press("enter")
    terminal.wait(following)
    terminal.calm()


def roll(terminal: Terminal, purpose: str, face: int) -> None:
    """Type the face of a die that is asked for by name."""
    terminal.wait(f"Roll for {purpose}")
    terminal.calm()
    terminal.type(str(face))
    terminal.wait(f"✓ {face}")
    terminal.press("enter")


def all_to(terminal: Terminal, tabs: int) -> None:
    """So many boxes on, and all of the kind into it."""
    terminal.press(*["tab"] * tabs, "a")


@pytest.mark.rule("tw-5.2.4")
def test_5_2_4_raids_over_britain_and_germany_from_sealed_boxes_to_their_pictures(home: Path) -> None:
    campaign = scene("1940-3-fall", AIR, seats=2, germany={"sac": 3, "int": 2}, britain={"sac": 2, "int": 1})
    folder = written(french(campaign), home)
    with Terminal("play", folder, "--seat", "axis", home=home, columns=FULL[0], lines=FULL[1]) as terminal:
        terminal.wait("» Germany fills its boxes, sealed")
        all_to(terminal, 2)
        commit(terminal, "germany air-box sac=3 night=1 day=1")
        terminal.wait("Waiting for Britain (Allied).")
        terminal.wait("Germany has ordered under seal: Germany places 3 SAC")
        # The other player learns that something is sealed, and supposes all that Germany has.
        change_seats(terminal, "» Britain fills its boxes, sealed")
        terminal.wait("Germany has ordered under seal.")
        terminal.lacks("places 3 SAC")
        commit(terminal, "britain air-box sac=2 interceptors=1")
        roll(terminal, "Germany: the bombing", 1)
        roll(terminal, "Britain: the bombing", 4)
        # A die of 1 and British radar: row 2 of the 3-1 column, a critical hit.
        terminal.wait("German raid on Britain · Fall 1940 (1 of 2)")
        for said in (
            "3 SAC against 1 INT",
            "[DL2/DA2 *]",
            "rolled 1, net +1, row 2, column 3-1: DL2/DA2 *",
            "Critical hit: 3 NARFs for each SAC, 2 SMPs",
            "Britain: 1 INT lost",
            "Britain NARFs 100 → 91",
        ):
            terminal.wait(said)
        terminal.press("pagedown")
        terminal.wait("✓  +1  British radar")
        terminal.press("right")
        terminal.wait("British raid by night · Fall 1940 (2 of 2)")
        terminal.wait("rolled 4, row 4, column 2-1: DL1/DA2")
        terminal.press("pagedown")
        terminal.wait("from Spring 1942 on")
        terminal.press("right")
        terminal.wait("Strategic warfare, turn by turn")
        terminal.wait("Germany NARFs 100 → 96")
        # The other seat reads the same back.
        terminal.press("escape")
        terminal.wait("Waiting for Italy (Axis) and Germany (Axis).")
        change_seats(terminal, "▸ Done, go on")
        terminal.press("b")
        terminal.wait("German raid on Britain · Fall 1940 (1 of 2)")
        terminal.wait("[DL2/DA2 *]")
        terminal.press("escape")
        terminal.wait("▸ Done, go on")
        quit_cleanly(terminal)


@pytest.mark.rule("tw-24.1")
def test_5_2_1_an_american_raid_hits_oil_in_a_small_terminal(home: Path) -> None:
    at_war: dict[str, Any] = {"entered": "1941-4-winter", "facts": {"german-heavy-flak": 1}}
    folder = written(scene("1944-1-spring", AIR, seats=2, germany={"int": 1}, us={"sac": 6}, **at_war), home)
    with Terminal("play", folder, "--seat", "axis", home=home, columns=SMALL[0], lines=SMALL[1]) as terminal:
        terminal.wait("» Germany fills its boxes, sealed")
        # The one interceptor out of the night and into the day.
        terminal.press("left")
        terminal.wait("✓ germany air-box")
        all_to(terminal, 1)
        commit(terminal, "germany air-box day=1")
        terminal.wait("Waiting for")
        change_seats(terminal, "» United States fills its boxes, sealed")
        terminal.lacks("day=1")
        commit(terminal, "us air-box sac=6")
        # Six bombers make Heavy Flak +2: row 5, a miss; then a mark, and the choice of what it hits.
        roll(terminal, "United States: heavy flak", 3)
        roll(terminal, "United States: the bombing", 2)
        terminal.wait("critical hit, or oil instead?")
        terminal.wait("6 SAC against 1 INT, Heavy Flak 1")
        terminal.calm()
        terminal.press("down", "enter")
        terminal.wait("American raid by day · Spring 1944 (1 of 1)")
        terminal.wait("rolled 3, net +2, row 5, level 1: Miss")
        terminal.wait("6 to 1: 3-1 · rolled 2, −1: DL3/DA3 *")
        for said in (
            "Oil instead of industry: 1 oil hit",
            # 18 by the bombers, and 4 that an oil plant will not yield.
            "Germany NARFs 100 → 78",
            "−18  bombed by United States",
        ):
            terminal.read_on(said)
        terminal.press("escape")
        terminal.wait("Waiting for Italy (Axis)")
        change_seats(terminal, "Done, go on")
        terminal.press("b")
        terminal.wait("American raid by day · Spring 1944 (1 of 1)")
        terminal.press("right")
        terminal.wait("Strategic warfare, turn by turn")
        terminal.press("escape")
        terminal.wait("Done, go on")
        quit_cleanly(terminal)
