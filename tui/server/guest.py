"""The app and the command line as a player on a server may use them. The session's process calls one of the two and
ends with its exit code; its terminal and its streams are the player's already."""

from __future__ import annotations

import sys
from pathlib import Path

from saves import players
from saves.errors import SavesError
from tui.cli import output
from tui.cli.main import MISUSE, main
from tui.server import notice
from tui.server.access import Guest
from tui.server.words import Unsplit, words


def run_app(player: str, data: Path) -> int:
    """The app for a player of the server whose folder is ``data``. Returns the exit code."""
    from tui.app import run

    try:
        guest = guest_of(player, data)
    except SavesError as fault:
        return _kept_out(fault)
    here = notice.come_in(guest)
    try:
        return run(None, access=guest)
    finally:
        notice.go(here, guest)


def run_command(player: str, data: Path, arguments: str) -> int:
    """One command of a player: ``arguments`` is the text as his client sent it. Returns the exit code."""
    try:
        guest = guest_of(player, data)
    except SavesError as fault:
        return _kept_out(fault)
    here = notice.come_in(guest)
    try:
        return command(guest, arguments)
    finally:
        notice.go(here, guest)


def guest_of(player: str, data: Path) -> Guest:
    """A player as the server's folder knows him now. Raises SavesError."""
    known = players.read(players.ServerFolder(data)).named(player)
    return Guest(player, known.host, data)


def _kept_out(fault: SavesError) -> int:
    # What is wrong with the file of players is the host's matter; what it names would be others' names.
    output.complain("the server cannot look up its players now: tell its host")
    return MISUSE


def command(guest: Guest, line: str) -> int:
    """Run the command that a player typed; its exit code. What is wrong is said on stderr."""
    try:
        given = words(line)
    except Unsplit as fault:
        output.complain(str(fault))
        return MISUSE
    code = main(given, guest)
    sys.stdout.flush()
    return code
