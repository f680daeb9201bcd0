"""The program: ``warledger`` without a command opens the app, with one it is the command line."""

from __future__ import annotations

import sys

from tui.cli.main import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
