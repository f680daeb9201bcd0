"""That what a session makes does not lie between what all of them have."""

from __future__ import annotations

import subprocess
import sys

from tests.sources import ROOT

_PAGES = """
import gc, json
from tui.server import forker, packing
forker.load_everything()
gc.collect()
there = gc.get_objects()
known = {{id(one) >> 12 for one in (*there, *gc.get_referents(*there))}}
filling = packing.fill_holes() if {filled} else []
del there
made = [[bytes(bytearray(size)), {{size: [size]}}, size + 0.5] for size in range(1, 470) for _ in range(20)]
mine = {{id(one) >> 12 for part in made for one in (part, *part)}}
print(len(mine & known))
"""


def shared_pages(*, filled: bool) -> int:
    """How many of the pages that were there before some ten thousand new objects lie on."""
    done = subprocess.run(
        [sys.executable, "-c", _PAGES.format(filled=filled)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return int(done.stdout)


def test_new_objects_lie_on_new_pages_once_the_holes_are_filled() -> None:
    assert shared_pages(filled=False) > 60
    assert shared_pages(filled=True) < 20
