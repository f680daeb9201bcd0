"""A scenario made by keys alone in the real program: built, checked, mended, written, tried, begun, a turn played."""

from __future__ import annotations

import tomllib
from pathlib import Path

from tests.terminal.driver import Terminal
from tests.terminal.test_real_terminal import BEGINNING, SMALL, quit_cleanly

FILE = Path(".local/share/warledger/scenarios/battle-of-the-atlantic-mine.toml")


def test_a_scenario_is_made_by_keys_alone_and_a_turn_of_it_is_played(home: Path) -> None:
    with Terminal(home=home, columns=SMALL[0], lines=SMALL[1]) as terminal:
        terminal.wait(BEGINNING)
        terminal.press("m")
        terminal.wait("Came with the program")
        terminal.press(*["down"] * 4)
        terminal.wait("▸ A World at War: Battle of the Atlantic")
        terminal.press("enter")
        terminal.wait("Units in play")
        # Ten submarines of Germany in the Indian Ocean.
        terminal.press("down", "down", "down", "down", "enter", "+")
        terminal.wait("new line:")
        terminal.type("ten german submarine indain")
        terminal.wait("'indain' says nothing here; nearest is indian")
        terminal.press("backspace", "backspace", "backspace")
        terminal.type("ian")
        terminal.wait("Enter adds Germany, submarines, Indian")
        terminal.press("enter")
        terminal.wait("title of your own scenario")
        terminal.type("\x15Battle of the Atlantic, mine")
        terminal.press("enter")
        terminal.wait("added: Germany, submarines")
        # A figure of Germany's, and a last turn that cannot be, which one key leads back to.
        terminal.press("[", "7", "7", "tab")
        terminal.wait("BRPs in hand at the start: 77")
        terminal.press("[", "[", "[", "end", "up")
        terminal.wait("last turn")
        terminal.press("enter")
        terminal.type("fall 1930")
        terminal.press("enter", "s")
        terminal.wait("not written: 1 thing is wrong")
        terminal.press("enter")
        terminal.wait("first turn")
        terminal.press("u")
        terminal.wait("taken back")
        terminal.press("s")
        terminal.wait("written: battle-of-the-atlantic-mine.toml")
        terminal.press("t")
        terminal.wait("It holds.")
        terminal.press("escape")
        terminal.wait("enter type")
        terminal.press("o")
        terminal.wait("new campaign")
        terminal.wait("Fall 1939 to Spring 1945")
        terminal.press("ctrl+s")
        terminal.wait("Research and tension")
        terminal.wait(lambda shown: "77" in shown.text and "enter type" not in shown.text)
        for _ in range(30):
            terminal.calm()
            if "WINTER 1939" in terminal.text.upper():
                break
            terminal.press("d", "enter")
        terminal.wait(lambda shown: "WINTER 1939" in shown.text.upper())
        quit_cleanly(terminal)
    raw = tomllib.loads((home / FILE).read_text())
    assert raw["groups"]["germany-submarine-indian"]["count"] == 10
    assert raw["powers"]["germany"]["brps"] == 77 and raw["sources"]["powers.germany.brps"] == "own"


def test_pasted_escape_signs_press_no_key_and_a_second_window_is_told(home: Path) -> None:
    evil = "\x1bq\x1b[2J\x1b]0;own\x07" * 2000
    with Terminal("scenario", "setup", "battle-of-the-atlantic", home=home, columns=60, lines=20) as terminal:
        terminal.wait("Units in play")
        terminal.press("enter")
        terminal.wait("first turn")
        terminal.press("enter")
        terminal.wait("enter take")
        # On the title: what is pasted goes into it as signs, without any that would steer.
        terminal.type(f"\x15\x1b[200~{evil}\x1b[201~")
        terminal.wait("q[2J]0;own")
        terminal.press("escape")
        terminal.wait("enter type")
        terminal.press("enter")
        terminal.wait("enter take")
        terminal.type("\x15Another\r")
        terminal.wait("title of your own scenario")
        terminal.type("\x15Mine\r")
        terminal.wait("title: Another")
        with Terminal("scenario", "setup", "mine", home=home, columns=60, lines=20) as second:
            second.wait("has it open: leave it there; one window changes a scenario at a time")
            quit_cleanly(second)
        with Terminal("cards", "mine", home=home, columns=60, lines=20) as third:
            third.wait("has it open: leave it there; one window changes a scenario at a time")
            quit_cleanly(third)
        quit_cleanly(terminal)
        assert b"\x1b]0;own" not in terminal.output
