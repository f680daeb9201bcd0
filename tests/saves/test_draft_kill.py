"""Killed while somebody types into a scenario: every figure that was shown stands there again, whether the kill came
between two keys or in the middle of saving, and the file is always whole."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from saves import checking
from saves.drafts import ScenarioDraft
from tests.saves.drafting import saved
from tests.scale import scaled

ROOT = Path(__file__).parents[2]
KILLS = scaled(25)
PATH = "powers.germany.brps"

# The modules are loaded once and the writers forked, so that a kill costs milliseconds.
STREAM = f"""
import os, sys
from saves import text_edits
from saves.drafts import ScenarioDraft
text_edits.Text("")

def stream(name):
    draft = ScenarioDraft(name)
    n = draft.get("{PATH}")
    while True:
        n += 1
        if n % 5 == 0:
            with draft.together("two"):
                draft.set("powers.us.brps", n)
                draft.set("{PATH}", n)
        elif n % 7 == 0:
            draft.set("{PATH}", n + 100)
            draft.undo()
            draft.redo()
            draft.undo()
            draft.set("{PATH}", n)
        else:
            draft.set("{PATH}", n)
        os.write(1, f"{{n}}\\n".encode())
        if n % 4 == 0:
            draft.save()

for line in sys.stdin:
    child = os.fork()
    if child == 0:
        stream(line.strip())
    os.write(1, f"pid {{child}}\\n".encode())
    os.waitpid(child, 0)
    os.write(1, b"dead\\n")
"""


def test_every_figure_that_was_shown_stands_there_after_a_kill() -> None:
    draft = saved()
    draft.set(PATH, 1)
    draft.save()
    server = subprocess.Popen(
        [sys.executable, "-c", STREAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert server.stdin is not None and server.stdout is not None and draft.path is not None
    chance = random.Random(11)
    shown, resumed = 1, 0
    try:
        for kill in range(KILLS):
            server.stdin.write(b"my-box\n")
            server.stdin.flush()
            child = int(server.stdout.readline().split()[1])
            # Most are killed in the middle of their stream, some before their first key.
            told = [] if chance.random() < 0.1 else [int(server.stdout.readline())]
            time.sleep(chance.uniform(0, 0.03))
            os.kill(child, signal.SIGKILL)
            told += [int(answer) for answer in iter(server.stdout.readline, b"dead\n")]
            shown = max([shown, *told])
            found = ScenarioDraft("my-box")
            stands = found.get(PATH)
            # What was under way when it was killed may stand there already.
            assert stands in (shown, shown + 1, shown + 101), (kill, shown, stands)
            if stands == shown + 101:
                found.set(PATH, shown)
            assert found.get("powers.us.brps") in (150, shown // 5 * 5, (shown + 1) // 5 * 5)
            assert checking.check(draft.path) == []
            shown = found.get(PATH)
            resumed += found.resumed > 0
    finally:
        server.stdin.close()
        server.wait(timeout=20)
        server.stdout.close()
    assert shown > KILLS and resumed
