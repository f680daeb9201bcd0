"""Killed while orders stream in: every acknowledged order is there afterwards, none is half there."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from saves import audit, doctor
from saves.desk import Desk
from tests.saves.desks import begin, same
from tests.scale import scaled

ROOT = Path(__file__).parents[2]
ORDINARY = 40
"""At the ordinary scale; ``python -m tests.bench crash`` kills a thousand."""
KILLS = scaled(ORDINARY)

# The modules are loaded once and the writers forked, so that a kill costs milliseconds.
STREAM = """
import os, sys
from tests.saves import game
from saves.desk import Desk

def stream(where, answers):
    desk = Desk.open(where)
    n = 0
    while True:
        n += 1
        name = f"m-{desk.last_number}"
        if desk.campaign.progress.step == "court.bids":
            done = desk.do(["red bid 0", "blue bid 0"])
        elif n % 7 == 0:
            done = desk.do(["red done"])
        elif n % 11 == 0:
            done = desk.undo()
            if n % 2:
                done = desk.redo()
        else:
            done = desk.do([f"red hire {name}", f"red dismiss {name}", "blue fight", "blue off"])
        os.write(answers, f"{done.entries[-1].n}\\n".encode())

for line in sys.stdin:
    where = line.strip()
    child = os.fork()
    if child == 0:
        stream(where, 1)
    os.write(1, f"pid {child}\\n".encode())
    os.waitpid(child, 0)
    os.write(1, b"dead\\n")
"""


def test_killed_at_random_moments(tmp_path: Path) -> None:
    desk = Desk.open(begin(tmp_path, turns=100_000, gold=100_000_000))
    server = subprocess.Popen(
        [sys.executable, "-c", STREAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert server.stdin is not None and server.stdout is not None
    chance = random.Random(7)
    acknowledged = 0
    try:
        for kill in range(KILLS):
            server.stdin.write(f"{desk.folder}\n".encode())
            server.stdin.flush()
            child = int(server.stdout.readline().split()[1])
            # Most are killed in the middle of their stream, some before their first order.
            told = [] if chance.random() < 0.2 else [int(server.stdout.readline())]
            time.sleep(chance.uniform(0, 0.012))
            os.kill(child, signal.SIGKILL)
            told += [int(answer) for answer in iter(server.stdout.readline, b"dead\n")]
            found = Desk.open(desk.folder)
            if told:
                acknowledged = told[-1]
            assert found.last_number >= acknowledged, kill
            last = found.entries()[-1] if found.entries() else None
            assert last is None or last.batch[0] == last.batch[1], kill
            shown = found.campaign
            found.settle()
            if not found.entries() or found.entries()[-1].seat != "rules":
                assert found.campaign == shown
    finally:
        server.stdin.close()
        server.wait(timeout=20)
        server.stdout.close()
    assert acknowledged > KILLS
    found = Desk.open(desk.folder)
    numbers = [entry.n for entry in found.entries("all")]
    assert numbers == list(range(1, len(numbers) + 1))
    assert doctor.examine(desk.folder) == ()
    assert audit.audit(desk.folder).differences == ()
    assert same(desk.folder, found)
