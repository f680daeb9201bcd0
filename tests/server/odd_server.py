"""``python -m tests.server.odd_server serve ...``: the program, whose sessions also take the odd commands; with the
word ``hasty`` before ``serve`` it gives nobody much time to log in."""

from __future__ import annotations

import sys

from tui.cli.main import main
from tui.server import ssh, starting

if __name__ == "__main__":
    starting.BOOT = starting.BOOT.replace("tui.server.forker", "tests.server.odd_guest")
    given = sys.argv[1:]
    if given[0] == "hasty":
        ssh.LOGIN_SECONDS, ssh.IDLE_SECONDS = 1, 1.0
        del given[0]
    sys.exit(main(given))
