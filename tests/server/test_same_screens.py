"""Non-interference in a guest's terminal: two servers that differ in one seat's secrets alone give every other player
the same screen after each key, also while he is being asked."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from saves.desk import Desk
from tests.server.guests import Server
from tests.terminal.driver import Terminal

PROGRAM = (
    sys.executable,
    "-c",
    "import sys; from pathlib import Path; from tui.server.guest import run_app; "
    "sys.exit(run_app(sys.argv[1], Path(sys.argv[2])))",
)
_SEEN: tuple[str, ...] = (
    "j",
    "up",
    "up",
    "d",
    "d",
    "N",
    "escape",
    "escape",
    "p",
    "pagedown",
    "escape",
    "i",
    "escape",
    "f",
    "escape",
)
_SEEN += ("n", "escape", "b", "escape", "g", "escape", "s", "escape", "R", "escape", "Y", "escape", "y", "?", "escape")
_SEEN += ("ctrl+p", "s", "e", "a", "l", "escape")
_ORDERED: tuple[str, ...] = (
    "u",
    "escape",
    "U",
    "escape",
    "w",
    "escape",
    "down",
    "w",
    "escape",
    "l",
    "escape",
    "c",
    "escape",
    "O",
)
_ORDERED += ("escape", ":", *"italy effort rle", "escape", ":", *"france effort none", "escape")
"""Keys of who has a seat: what if, undo, and the order line with another's orders and with his own."""
_PLANNED: tuple[str, ...] = ("O", "home", "enter", "escape", "tab", "down", "enter", "escape", "escape")
_PLANNED += (":", *"italy effort rle", "enter", "escape", ":", *"france effort none", "enter", "escape")
_PLANNED += (":", *"germany effort mle", "enter", "escape")
"""Keys of who watches and plans: with the powers of the seat that has sealed as well."""
_QUIET, _ALONE = 0.05, 0.2
"""Seconds without a byte after which a screen stands still; after Escape longer, as the program waits whether more of a
key comes."""


def agree(one: Terminal, two: Terminal, quiet: float) -> None:
    """Wait until both screens stand still, a busy machine's as well; where they differ then, that is no matter of
    time."""
    for _ in range(5):
        for terminal in (one, two):
            terminal.calm(quiet)
        if one.text == two.text:
            return


@pytest.mark.parametrize(
    ("player", "keys"),
    [
        ("ben", ("enter", *_SEEN, *_ORDERED, "enter")),
        ("dora", ("enter", *_PLANNED, *_SEEN)),
        ("hugo", ("enter", *_SEEN, "h")),
    ],
)
def test_what_a_seat_has_sealed_changes_no_screen_of_another(
    server: Server, tmp_path: Path, home: Path, player: str, keys: tuple[str, ...]
) -> None:
    other = tmp_path / "other"
    shutil.copytree(server.data, other)
    for data, effort, note in ((server.data, "rle count=2", "zebra"), (other, "none", "walrus")):
        desk = Desk.open(data / "campaigns" / "sealed", "axis")
        desk.do([f"italy effort {effort}"])
        desk.note(1, note)
        shutil.rmtree(data / "campaigns" / "alone")
    with (
        Terminal(player, str(server.data), home=home, columns=80, lines=24, program=PROGRAM) as one,
        Terminal(player, str(other), home=home, columns=80, lines=24, program=PROGRAM) as two,
    ):
        for terminal in (one, two):
            terminal.wait(f"you are {player}")
        for at, key in enumerate(("", *keys)):
            for terminal in (one, two):
                if key:
                    terminal.press(key)
            agree(one, two, _ALONE if key == "escape" else _QUIET)
            assert one.text == two.text, (at, key)
        for terminal in (one, two):
            shown = terminal.output.decode(errors="replace")
            assert not [word for word in ("zebra", "walrus", "count=2") if word in shown]
        if player == "ben":
            # He was asked, and has ordered.
            assert Desk.open(server.sealed, "allied").campaign.progress.done
