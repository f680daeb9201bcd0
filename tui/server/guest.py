"""The app and the command line as a player on a server may use them. The session's process calls one of the two and
ends with its exit code; its terminal and its streams are the player's already."""

from __future__ import annotations

from pathlib import Path


def run_app(player: str, data: Path) -> int:
    """The app for a player of the server whose folder is ``data``. Returns the exit code."""
    from saves import library
    from tui.app import run

    library.live_in(data)
    return run(None)


def run_command(player: str, data: Path, arguments: str) -> int:
    """One command of a player: ``arguments`` is the text as his client sent it. Returns the exit code."""
    from tui.cli import output

    output.complain("commands are not taken here yet; without one the app opens")
    return 2
