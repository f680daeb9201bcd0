"""What ``warledger show`` costs as rules grow: rooms that nobody has written, added to The War.

Measured in the processor's time, because the difference is a few thousandths of a second: less than what other work on
the same machine adds to a clock on the wall.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench.measuring import Figure, Settings, environment, median, note, spread, tidy
from tests.growing import Grown, grow, names

ROOMS = 10
_NAME = "begun"


def rooms(settings: Settings) -> Iterator[Figure]:
    """``warledger show`` on a campaign just begun, with ten rooms more and without them, in turns."""
    with tempfile.TemporaryDirectory(prefix="warledger-grown-") as top:
        note(f"copying the project twice, once with {ROOMS} rooms more ...")
        home = Path(top, "home")
        home.mkdir()
        plain, grown = grow(Path(top, "plain")), grow(Path(top, "grown"), names(ROOMS))
        _run(plain, home, "new", "1939-campaign", "--name", _NAME)
        without: list[float] = []
        with_them: list[float] = []
        for turn in range(settings.runs(15) + 1):
            less, more = _run(plain, home, "show", _NAME), _run(grown, home, "show", _NAME)
            # The first run compiles.
            if turn:
                without.append(less)
                with_them.append(more)
    added = median([more - less for less, more in zip(without, with_them, strict=True)])
    yield Figure(
        "show, added by rooms that are not asked",
        added * 1000 / (grown.lines / 1000),
        "ms per thousand lines",
        most=3.0,
        peer={"show without them, s": spread(without)},
        more={
            "show with them, s": spread(with_them),
            "by the fastest runs": tidy((min(with_them) - min(without)) * 1000 / (grown.lines / 1000)),
            "rooms": ROOMS,
            "lines": grown.lines,
        },
    )


def _run(copy: Grown, home: Path, *arguments: str) -> float:
    """Run a command of a copy; how long the processor worked on it, in seconds."""
    command = [sys.executable, "-m", "tui", *arguments]
    given = environment(home) | {"PYTHONPATH": str(copy.folder)}
    before = _spent()
    subprocess.run(command, env=given, cwd=copy.folder, check=True, stdout=subprocess.DEVNULL)
    return _spent() - before


def _spent() -> float:
    """The processor's time, in seconds, that processes started here have taken and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
