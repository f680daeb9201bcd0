"""The real program driven through a pseudo-terminal: keys in, the screen read by a terminal emulator."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.terminal.driver import Terminal

BEGINNING = "Press n to begin"
FULL, SMALL = (120, 40), (80, 24)
_MOST_KEYS = 60
_POWERS = {
    "Germany": "germany",
    "Italy": "italy",
    "France": "france",
    "Britain": "britain",
    "United States": "us",
    "US": "us",
    "Soviet Union": "ussr",
    "USSR": "ussr",
}


def begin(terminal: Terminal) -> None:
    """A new campaign from the home screen, up to the first choice."""
    terminal.wait(BEGINNING)
    terminal.press("n")
    # The scenarios to learn by stand first.
    terminal.wait("to learn")
    terminal.press("down", "down")
    terminal.wait("Fall 1939 to Summer 1945")
    terminal.press("ctrl+s")
    terminal.wait("Italy buys, 32 NARFs in hand")


def until(terminal: Terminal, key: str, wanted: Callable[[Terminal], bool]) -> None:
    """Press a key again and again, each time waiting for the screen to change, until it shows what is wanted."""
    for _ in range(_MOST_KEYS):
        if wanted(terminal):
            return
        before = terminal.text
        terminal.press(key)
        terminal.wait(lambda shown, before=before: shown.text != before)  # type: ignore[misc]
    raise AssertionError(f"{_MOST_KEYS} times {key}:\n{terminal.text}")


def taken_back_to(terminal: Terminal, wanted: str) -> None:
    """Take back one thing after the other until something stands on the screen."""
    for _ in range(_MOST_KEYS):
        if wanted in terminal.text:
            return
        terminal.press("u")
        terminal.wait("Enter takes it back")
        terminal.press("enter")
        terminal.wait(lambda shown: "Enter takes it back" not in shown.text)
        terminal.calm()
    raise AssertionError(terminal.text)


def at_the_cursor(terminal: Terminal) -> str:
    """The effort that the cursor stands on, '' where it stands on none."""
    found = re.search(r"▸ (No effort|Sustained|Regional|Limited|Movement|Pass)", terminal.text)
    return found.group(1) if found else ""


def choose(terminal: Terminal, effort: str) -> None:
    """Put the cursor on an effort; it begins on the first."""
    for _ in range(_MOST_KEYS):
        here = at_the_cursor(terminal)
        if here == effort:
            return
        terminal.press("down")
        terminal.wait(lambda shown, here=here: at_the_cursor(shown) not in ("", here))  # type: ignore[misc]
    raise AssertionError(f"no {effort}:\n{terminal.text}")


def state(terminal: Terminal) -> tuple[str, str]:
    """The title line, with the turn and who is to act, and the step that the work area names."""
    step = re.search(r"─ ([A-Z][^─│]* · [^─│]*?) ─", terminal.text)
    return terminal.text.partition("\n")[0], step.group(1) if step else ""


def order(terminal: Terminal, text: str) -> None:
    """Type an order into the order line and give it."""
    terminal.press(":")
    terminal.wait(lambda shown: "\n :" in shown.text)
    terminal.type(text)
    terminal.wait(f" : {text}")
    terminal.press("enter")
    terminal.calm()


_NOBODY_BUYS = "Nobody else buys: done, go on"
_ASKED = "the same key once more goes on"
"""What stands over the footer where something would be passed that has not been said."""


def go_on(terminal: Terminal) -> None:
    """Pass the steps done by hand up to the next decision; end one that need not be made, or take what is proposed."""
    before = state(terminal)
    if _NOBODY_BUYS in terminal.text:
        terminal.press("end")
        terminal.wait(f"▸ {_NOBODY_BUYS}")
        terminal.press("enter")
    elif "▸ Done, go on" in terminal.text:
        # With a decision in the very next step there is nothing to pass on to.
        key = ">" if "Pass on to" in terminal.text else "enter"
        terminal.press(key)
        terminal.wait(lambda shown: state(shown) != before or _ASKED in shown.text)
        if state(terminal) == before:
            # Something would be passed unsaid, such as money unspent in the Build: the same key goes on.
            terminal.calm()
            terminal.press(key)
    else:
        first = re.match(r"(\S[^,]*?)(,| and | to act)", before[0].rpartition("  ")[2])
        assert first is not None, terminal.text
        order(terminal, f"{_POWERS[first.group(1)]} done")
        if state(terminal) == before and _ASKED in terminal.text:
            terminal.press("enter")
            terminal.calm()
        if state(terminal) == before:
            # The step wants an order: what its panel proposes.
            terminal.press("escape")
            terminal.wait(lambda shown: "\n :" not in shown.text)
            terminal.calm()
            terminal.press("enter")
    terminal.wait(lambda shown: state(shown) != before)
    terminal.calm()


def pass_the_turn(terminal: Terminal, turn: str) -> None:
    """Go on until the turn, or the decision, of that name has come."""
    for _ in range(_MOST_KEYS):
        if turn in terminal.text:
            return
        go_on(terminal)
    raise AssertionError(f"no {turn}:\n{terminal.text}")


def buy(terminal: Terminal, effort: str, following: str) -> None:
    """Buy an effort; the next power's turn to buy shows that it was taken."""
    choose(terminal, effort)
    terminal.press("enter")
    terminal.wait(lambda shown: f"» {following} buys" in shown.text and at_the_cursor(shown) == "No effort")


def quit_cleanly(terminal: Terminal) -> None:
    """Leave by the key, and look that nothing is left behind."""
    terminal.press("q")
    assert terminal.ended() == 0
    assert terminal.restored
    assert b"Traceback" not in terminal.output


def test_a_turn_is_played_left_and_taken_back(home: Path) -> None:
    with Terminal(home=home, columns=FULL[0], lines=FULL[1]) as first:
        begin(first)
        # Refused while it is typed, before anything is given.
        first.press(":")
        first.wait(lambda shown: "\n :" in shown.text)
        first.type("germany effort sle")
        first.wait("✗ Italy comes before Germany  3.11")
        first.press("escape")
        first.wait(lambda shown: "comes before" not in shown.text)
        # Refused on the list, with the reason, and again when it is given all the same; nothing is written.
        first.press("end")
        first.wait("✗ Italy has 32 NARFs in hand. Pass is for a")
        first.press("enter")
        first.wait("✗ Italy has 32 NARFs in hand  4.5  Pass is for a power without NARFs; choose none.")
        first.wait("nothing has been ordered this turn")
        first.press("home")
        first.wait("▸ No effort")
        buy(first, "Movement", "United States")
        first.wait("✓ Italy buys Movement Effort   Italy reserved 0 → 2")
        buy(first, "Sustained", "France")
        buy(first, "Limited", "Soviet Union")
        buy(first, "No effort", "Germany")
        buy(first, "No effort", "Britain")
        first.press("enter")
        first.wait(_NOBODY_BUYS)
        pass_the_turn(first, "WINTER 1939")
        quit_cleanly(first)
    with Terminal(home=home, columns=FULL[0], lines=FULL[1]) as again:
        again.wait("The War, 1939 campaign")
        again.wait("Winter 1939")
        again.press("enter")
        again.wait("WINTER 1939  turn 2 of 24")
        # Italy has paid 2 for movement, the U.S. 12 for a sustained effort, France 4 for a limited one.
        again.wait(lambda shown: len(ledger(shown)) == 6)
        hands = {line.split()[0]: int(line.split()[1]) for line in ledger(again)}
        assert hands["Italy"] == 30 and hands["US"] == 38 and hands["USSR"] == 68
        assert hands["France"] == 47 and hands["Germany"] == 85
        taken_back_to(again, "FALL 1939")
        again.wait("Undone: entries")
        taken_back_to(again, "» Italy buys, 32 NARFs in hand")
        quit_cleanly(again)
    with Terminal(home=home, columns=FULL[0], lines=FULL[1]) as last:
        last.wait("Logistical efforts")
        last.press("enter")
        last.wait("» Italy buys, 32 NARFs in hand")
        quit_cleanly(last)


def test_5_0_strategic_warfare_is_played_by_keys_alone(home: Path) -> None:
    with Terminal(home=home, columns=FULL[0], lines=FULL[1]) as terminal:
        begin(terminal)
        for following in ("United States", "France", "Soviet Union", "Germany"):
            buy(terminal, "No effort", following)
        buy(terminal, "Limited", "Britain")
        terminal.press("enter")
        terminal.wait(_NOBODY_BUYS)
        pass_the_turn(terminal, "» Germany builds,")
        # A U-boat is built, the others build nothing.
        terminal.press("+")
        terminal.wait("×1  = 2")
        terminal.press("enter")
        terminal.wait("1 built this turn.")
        for following in ("Britain builds", "Germany fills its boxes"):
            # D goes to the next power; after the last one it stands on the line that ends the step.
            terminal.press(*(("d", "enter") if "fills" in following else ("d",)))
            terminal.wait(f"» {following}")
            terminal.calm()
        # All four go to sea is proposed, and odds against what Germany supposes; one is taken back and put there again.
        # Britain meets them with what is proposed.
        for key, count in (("left", 3), ("right", 4)):
            terminal.press(key)
            terminal.wait(f"✓ germany sea-box uboats={count}")
        terminal.wait("mean NARFs")
        terminal.calm()
        terminal.press("enter")
        terminal.wait("» Britain fills its boxes")
        terminal.wait("✓ britain sea-box asw=3")
        terminal.calm()
        terminal.press("enter")
        terminal.wait("4 U-boats against 3 ASW")
        terminal.wait("column 1-1")
        terminal.calm()
        # Whatever the battle asks takes its first answer, up to the settlement that ends the segment.
        for _ in range(_MOST_KEYS):
            if "is settled" in terminal.text:
                break
            before = terminal.text
            terminal.press("enter")
            terminal.wait(lambda shown, before=before: shown.text != before)  # type: ignore[misc]
            terminal.calm()
        terminal.wait("Strategic warfare of Fall 1939 is settled")
        terminal.wait("Axis half")
        quit_cleanly(terminal)


def ledger(terminal: Terminal) -> list[str]:
    """The ledger's lines of powers at full size: a name, the hand, the level and so on."""
    lines = [line.rpartition("│")[2].replace("▸", " ").strip() for line in terminal.text.splitlines()]
    return [line for line in lines if line.split(" ")[0] in ("Italy", "US", "France", "USSR", "Germany", "Britain")]


def test_the_essential_path_works_in_a_small_terminal(home: Path) -> None:
    with Terminal(home=home, columns=SMALL[0], lines=SMALL[1]) as first:
        begin(first)
        first.press("end", "enter")
        first.wait("✗ Italy has 32 NARFs in hand  4.5  Pass is for a power")
        first.press("home")
        first.wait("▸ No effort")
        buy(first, "Movement", "United States")
        buy(first, "Movement", "France")
        buy(first, "Movement", "Soviet Union")
        for following in ("Germany", "Britain"):
            buy(first, "No effort", following)
        first.press("enter")
        first.wait(_NOBODY_BUYS)
        pass_the_turn(first, "WINTER 1939")
        quit_cleanly(first)
    with Terminal(home=home, columns=SMALL[0], lines=SMALL[1]) as again:
        again.wait("Winter 1939")
        again.press("enter")
        again.wait("WINTER 1939")
        again.press("u")
        again.wait("Enter takes it back")
        again.press("enter")
        again.wait("FALL 1939")
        again.wait("Undone: entries")
        quit_cleanly(again)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGHUP, 129), (signal.SIGTERM, 143)])
def test_a_signal_ends_it_cleanly_in_the_middle_of_a_campaign(home: Path, number: int, code: int) -> None:
    with Terminal(home=home, columns=SMALL[0], lines=SMALL[1]) as terminal:
        begin(terminal)
        terminal.signal(number)
        assert terminal.ended() == code
        assert terminal.restored
        assert b"Traceback" not in terminal.output


@pytest.mark.parametrize("told", [True, False], ids=["by-a-signal", "without-a-word"])
def test_a_dropped_connection_ends_it(home: Path, told: bool) -> None:
    with Terminal(home=home, columns=SMALL[0], lines=SMALL[1], controlling=told) as terminal:
        terminal.wait(BEGINNING)
        terminal.hang_up()
        assert terminal.ended() == 129


def test_a_window_too_small_says_so_until_it_is_large_enough(home: Path) -> None:
    with Terminal(home=home, columns=50, lines=15) as terminal:
        terminal.wait("at least 60 and 20 are needed")
        terminal.resize(*SMALL)
        begin(terminal)
        terminal.resize(59, 24)
        terminal.wait("59 columns and 24 lines")
        terminal.wait(lambda shown: "Italy" not in shown.text)
        terminal.resize(*FULL)
        terminal.wait("» Italy buys, 32 NARFs in hand")
        quit_cleanly(terminal)
