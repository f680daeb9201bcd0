"""The calculators' batch."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator

from tests.bench import worlds
from tests.bench.measuring import ROOT, Figure, Settings, environment, median, spread

_LINES = (
    {"calc": "logistics", "power": "germany", "effort": "sle"},
    {"calc": "logistics", "power": "britain", "effort": "rle", "count": 3},
    {"calc": "growth", "rate": 50, "unspent": 37},
    {"calc": "limit", "base": 171},
    {"calc": "conquest", "value": 30, "season": "fall"},
)
# The floor: the same lines read and written as JSON and nothing else.
_ECHO = """
import json, sys
for line in sys.stdin.buffer:
    sys.stdout.write(json.dumps(json.loads(line)) + "\\n")
    sys.stdout.flush()
"""


def batch(settings: Settings) -> Iterator[Figure]:
    """``calc --batch`` on many lines, the start of the process included."""
    count = 4_000 if settings.quick else 20_000
    given = environment(worlds.home())
    text = "".join(json.dumps(_LINES[at % len(_LINES)]) + "\n" for at in range(count))

    def rate(*command: str) -> tuple[float, str]:
        began = time.perf_counter()
        done = subprocess.run(
            [sys.executable, *command], input=text, env=given, cwd=ROOT, check=True, capture_output=True, text=True
        )
        return count / (time.perf_counter() - began), done.stdout

    ours, floor = [], []
    for _ in range(settings.runs(7)):
        lines, output = rate("-m", "tui", "calc", "--batch")
        answers = output.splitlines()
        assert len(answers) == count
        wrong = next((answer for answer in answers if '"error"' in answer or '"refused"' in answer), None)
        assert wrong is None, wrong
        ours.append(lines)
        floor.append(rate("-c", _ECHO)[0])
    yield Figure(
        "calc --batch",
        median(ours),
        "lines/s",
        least=2_000,
        peer={"JSON read and written, lines/s": spread(floor)},
        more={"runs": spread(ours)},
    )
