"""That what a session makes does not lie between what all of them have."""

from __future__ import annotations

import subprocess
import sys

from tests.sources import ROOT

# Imported once; what is asked is asked in a process of its own.
_PAGES = """
import gc, os
from tui.server import forker, packing
forker.load_everything()
gc.collect()
first = os.fork()
if first:
    os.waitpid(first, 0)
there = gc.get_objects()
known = {id(one) >> 12 for one in (*there, *gc.get_referents(*there))}
filling = packing.fill_holes() if first else []
del there
made = [[bytes(bytearray(size)), {size: [size]}, size + 0.5] for size in range(1, 470) for _ in range(20)]
mine = {id(one) >> 12 for part in made for one in (part, *part)}
print(len(mine & known), flush=True)
"""


def shared_pages() -> tuple[int, int]:
    """How many of the pages that were there before some ten thousand new objects lie on, without and with filling."""
    done = subprocess.run([sys.executable, "-c", _PAGES], cwd=ROOT, capture_output=True, text=True, check=True)
    without, filled = map(int, done.stdout.split())
    return without, filled


def test_new_objects_lie_on_new_pages_once_the_holes_are_filled() -> None:
    without, filled = shared_pages()
    assert without > 60 and filled < 20
