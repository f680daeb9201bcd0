"""Jobs of the table in a real terminal of 80 by 24: how soon the last bytes come after each of their keys."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.bench.measuring import Figure, Settings
from tests.bench.screens import bare_key, worst
from tests.terminal import test_key_counts as counts
from tests.terminal.counted import signs
from tests.terminal.driver import Terminal
from tests.terminal.test_combat import at_the_front
from tests.terminal.test_combat import written as at_smolensk
from tests.terminal.test_counter_air import written as over_london

_JOBS: dict[str, tuple[Callable[[Path], Path], str, tuple[str, ...]]] = {
    "attack": (at_smolensk, "No battle is announced", counts.ATTACK),
    "counter-air": (over_london, "Counter-air mission", counts.COUNTER_AIR),
    "naval mission": (counts.in_the_baltic, "Mission at sea", counts.MISSION),
    "losses": (at_the_front, "No battle is announced", counts.LOSSES),
    "capture": (at_smolensk, "No battle is announced", counts.CAPTURE),
}
"""Each job: who writes its campaign, what stands there before it, its keys but for the one that gives the order."""


def jobs(settings: Settings) -> Iterator[Figure]:
    """The keys of the jobs that are counted in the tests; the first of each opens its form, and is a screen's."""
    opened: dict[str, list[float]] = {}
    typed: dict[str, list[float]] = {}
    for name, (written, before, keys) in _JOBS.items():
        for _ in range(settings.runs(5)):
            with tempfile.TemporaryDirectory() as folder:
                home = Path(folder)
                where = written(home)
                with Terminal("play", str(where), home=home, columns=80, lines=24) as terminal:
                    terminal.wait(before)
                    terminal.calm(0.5)
                    first, *rest = signs(keys)
                    opened.setdefault(name, []).append(terminal.answer(first).last)
                    for nth, key in enumerate(rest, 2):
                        typed.setdefault(f"{name}: key {nth}, {key}", []).append(terminal.answer(key).last)
    floor = bare_key(settings)
    yield worst("a key of a job, last byte, the slowest", typed, 16, floor)
    yield worst("the form of a job opened, last byte, the slowest", opened, 120, floor)
