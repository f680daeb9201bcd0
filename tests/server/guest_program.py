"""The app of a player as a program, without a server: ``python -m tests.server.guest_program PLAYER FOLDER``."""

from __future__ import annotations

import sys
from pathlib import Path

from tui.server.guest import run_app


def main() -> int:
    """The app; returns its exit code."""
    player, data = sys.argv[1:]
    return run_app(player, Path(data))


if __name__ == "__main__":
    sys.exit(main())
