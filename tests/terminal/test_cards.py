"""The cards of the boxed game in the real program: a figure typed, saved, and found in a campaign that begins with
it."""

from __future__ import annotations

import signal
import tomllib
from pathlib import Path

from tests.terminal.driver import Terminal
from tests.terminal.test_real_terminal import BEGINNING, SMALL, quit_cleanly

FILE = Path(".local/share/warledger/scenarios/my-box.toml")


def test_a_figure_is_typed_and_saved_and_a_new_campaign_has_it(home: Path) -> None:
    with Terminal(home=home, columns=SMALL[0], lines=SMALL[1]) as terminal:
        terminal.wait(BEGINNING)
        terminal.press("c")
        terminal.wait("Came with the program")
        terminal.press("enter")
        terminal.wait("title of your own scenario")
        terminal.type("\x15My box")
        terminal.wait("title of your own scenario: My box")
        terminal.press("enter")
        terminal.wait("NARFs in hand at the start: 85")
        terminal.press("9", "1", "tab", "1", "6", "6", "tab")
        terminal.wait("NARF base: 166, your own")
        terminal.press("p")
        terminal.wait("2 of 33")
        terminal.press("4", "0", "enter")
        terminal.wait("40✓")
        # Each figure is safe when it is typed, in the draft beside the scenario; it goes into the file when saved.
        draft = (home / FILE).with_name(".my-box.draft")
        terminal.wait(lambda _: '[["powers","italy","narfs"],40]' in draft.read_text())
        terminal.press("ctrl+s")
        terminal.wait("my-box.toml is written")
        raw = tomllib.loads((home / FILE).read_text())
        assert (raw["title"], raw["powers"]["germany"]["narfs"], raw["powers"]["italy"]["narfs"]) == ("My box", 91, 40)
        assert raw["sources"]["powers.italy.narfs"] == "own"
        terminal.press("n")
        terminal.wait("hand level base room SMP")
        terminal.press("ctrl+s")
        terminal.wait("Italy buys, 40 NARFs in hand")
        terminal.wait("Germany")
        quit_cleanly(terminal)


def test_what_was_typed_when_the_program_was_killed_stands_there_again(home: Path) -> None:
    with Terminal("cards", "1939-campaign", home=home, columns=SMALL[0], lines=SMALL[1]) as terminal:
        terminal.wait("title of your own scenario")
        terminal.type("\x15My box")
        terminal.press("enter")
        terminal.wait("NARFs in hand at the start: 85")
        terminal.press("9", "1", "tab", "1", "6", "6", "tab")
        terminal.wait("NARF base: 166, your own")
        terminal.signal(signal.SIGKILL)
        terminal.ended()
    with Terminal("cards", "my-box", home=home, columns=SMALL[0], lines=SMALL[1]) as terminal:
        terminal.wait("2 changes not saved last time: they stand here again")
        terminal.wait("91✓")
        terminal.wait("166✓")
        terminal.press("u")
        terminal.wait("taken back: NARF base: 166")
        quit_cleanly(terminal)
    raw = tomllib.loads((home / FILE).read_text())
    assert (raw["powers"]["germany"]["narfs"], raw["powers"]["germany"]["base"]) == (91, 170)


def test_the_command_opens_a_power_s_card_of_a_scenario(home: Path) -> None:
    with Terminal("cards", "1940-spring", "--power", "uk", home=home, columns=SMALL[0], lines=SMALL[1]) as terminal:
        terminal.wait("title of your own scenario: The War, Spring 1940, own cards")
        terminal.press("enter")
        terminal.wait("Britain")
        terminal.press("7", "7", "enter")
        terminal.wait("77✓")
        quit_cleanly(terminal)
    (written,) = (home / FILE).parent.glob("*.toml")
    assert tomllib.loads(written.read_text())["powers"]["britain"]["narfs"] == 77


def test_a_card_is_pasted_looked_at_and_taken(home: Path) -> None:
    with Terminal("cards", "1939-campaign", home=home, columns=SMALL[0], lines=SMALL[1]) as terminal:
        terminal.wait("title of your own scenario")
        terminal.type("\x15My box")
        terminal.press("enter")
        terminal.wait("NARFs in hand at the start: 85")
        terminal.type("\x1b[200~Units\tplay\tpool\nINF 6-5\t13\t5\nPANZER\t3\n\x1b[201~")
        terminal.wait("pasted: 2 figures in 1 line; 1 line cannot be taken")
        terminal.wait("'panzer' is no kind of unit")
        terminal.press("enter")
        terminal.wait("2 figures pasted into Germany; 1 line left out")
        quit_cleanly(terminal)
    raw = tomllib.loads((home / FILE).read_text())
    assert raw["pools"]["germany-inf-6-5"]["count"] == 5
    assert sum(unit["kind"] == "inf" and unit["power"] == "germany" for unit in raw["units"].values()) == 13
