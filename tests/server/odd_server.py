"""``python -m tests.server.odd_server serve ...``: the program, whose sessions also take the odd commands."""

from __future__ import annotations

import sys

from tui.cli.main import main
from tui.server import starting

if __name__ == "__main__":
    starting.BOOT = starting.BOOT.replace("tui.server.forker", "tests.server.odd_guest")
    sys.exit(main(sys.argv[1:]))
