"""One command of a player who typed it behind ``ssh HOST``: the same as at home, for him."""

from __future__ import annotations

import sys

from tui.cli import output
from tui.cli.main import MISUSE, main
from tui.server.access import Guest
from tui.server.words import Unsplit, words


def run(guest: Guest, line: str) -> int:
    """Run the command that a player typed; its exit code. What is wrong is said on stderr."""
    try:
        given = words(line)
    except Unsplit as fault:
        output.complain(str(fault))
        return MISUSE
    code = main(given, guest)
    sys.stdout.flush()
    return code
