"""Several writers at one campaign, each as fast as it can, some killed at random; and what must be true afterwards.

Run as a program of its own (``python -m tests.saves.contest``), so that the writers are forked from a process without
threads, as a server's sessions are.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from attrs import frozen

from engine.kernel.refusals import Refused
from saves import audit, doctor
from saves.desk import Desk
from tests.saves.desks import begin

ROOT = Path(__file__).parents[2]
TURN = 300
"""Entries in a turn's file after which whoever comes next ends the turn."""


@frozen
class Contest:
    """What came of it. ``given``: for each writer the entry and the order of all that it was told had been written, in
    that order; ``seconds``: how long they wrote; ``killed``: how many were."""

    folder: Path
    given: tuple[tuple[tuple[int, str], ...], ...]
    seconds: float
    killed: int

    @property
    def orders(self) -> int:
        """How many orders were acknowledged."""
        return sum(map(len, self.given))

    @property
    def least_share(self) -> float:
        """What the writer with the fewest orders has, in parts of an equal share."""
        return min(map(len, self.given)) * len(self.given) / max(1, self.orders)


def hold(at: Path, writers: int, seconds: float, *, seed: int, kill_every: float) -> Contest:
    """Begin a campaign in a folder and let so many write to it for so long; one of them is killed, and followed by
    another in its place, each time that ``kill_every`` seconds have gone (0: nobody is)."""
    folder = begin(at, turns=100_000, gold=100_000_000)
    Desk.open(folder).do(["red bid 0", "blue bid 0"])
    asked = [str(folder), str(writers), str(seconds), str(seed), str(kill_every)]
    told = subprocess.run(
        [sys.executable, "-m", "tests.saves.contest", *asked],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        check=True,
    ).stdout
    took, killed = json.loads(told)
    given = []
    for writer in range(writers):
        lines = _answers(folder, writer).read_text().splitlines()
        given.append(tuple((int(n), name) for n, _, name in (line.partition(" ") for line in lines)))
    return Contest(folder, tuple(given), took, killed)


_ANY = ("red spend 1", "blue spend 1", "red done", "blue done", "red bid 0", "blue bid 0")


def faults(contest: Contest) -> list[str]:
    """What is wrong with the campaign that they wrote."""
    desk = Desk.open(contest.folder)
    entries = desk.entries("all")
    found = [f"the numbers have a gap or a double at {n}" for n, entry in enumerate(entries, 1) if entry.n != n][:1]
    places: dict[str, list[int]] = {}
    for entry in entries:
        if " hire " in entry.order:
            places.setdefault(entry.order.rsplit(" ", 1)[1], []).append(entry.n)
    for writer, answers in enumerate(contest.given):
        found += [
            f"writer {writer} was told that {name} is entry {n}; it stands at {places.get(name)}"
            for n, name in answers
            if places.get(name) != [n]
        ]
        if [n for n, _ in answers] != sorted({n for n, _ in answers}):
            found.append(f"the orders of writer {writer} do not stand in the order in which it gave them")
    found += [f"{name} stands twice, at {stands}" for name, stands in places.items() if len(stands) > 1]
    # The last one killed may have left what the next order sees to.
    next_order = next(line for line in _ANY if not desk.judge(line))
    desk.do([next_order])
    found += map(str, doctor.examine(contest.folder))
    found += map(str, audit.audit(contest.folder).differences)
    return found


def _answers(folder: Path, writer: int) -> Path:
    return folder.parent / f"{folder.name}-{writer}.answers"


def _write(folder: Path, writer: int, life: int, start: int) -> None:
    """Give orders until the end comes, and note each when it is acknowledged."""
    desk = Desk.open(folder)
    answers = os.open(_answers(folder, writer), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.read(start, 1)
    count = 0
    while True:
        name = f"w{writer}-{life}-{count}"
        try:
            if desk.campaign.progress.step == "court.bids":
                desk.do(["red bid 0", "blue bid 0"], newest=True)
            elif len(desk.entries()) > TURN:
                desk.do(["red done"], newest=True)
            else:
                done = desk.do([f"red hire {name}", f"red dismiss {name}"], newest=True)
                os.write(answers, f"{done.entries[-2].n} {name}\n".encode())
                count += 1
        except Refused:
            # Another came first and ended the step: the desk shows it by now.
            desk.refresh()


def _begin(folder: Path, writer: int, life: int, pipe: tuple[int, int]) -> int:
    child = os.fork()
    if child == 0:
        try:
            os.close(pipe[1])
            _write(folder, writer, life, pipe[0])
        finally:
            os._exit(1)
    return child


def main() -> None:
    """Run a contest and print how many seconds it took and how many were killed."""
    folder, writers, seconds = Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    chance, every = random.Random(int(sys.argv[4])), float(sys.argv[5])
    pipe = os.pipe()
    children = [_begin(folder, writer, 0, pipe) for writer in range(writers)]
    time.sleep(0.3)
    # All are ready: the end of the pipe is what they wait for.
    os.close(pipe[1])
    lives, began, killed = [0] * writers, time.monotonic(), 0
    while (left := began + seconds - time.monotonic()) > 0:
        # At any moment of the time between two kills, so that every stage of a commit is met.
        time.sleep(min(left, every * chance.uniform(0.5, 1.5)) if every else left)
        if every and time.monotonic() < began + seconds:
            writer = chance.randrange(writers)
            assert os.waitpid(children[writer], os.WNOHANG) == (0, 0), f"writer {writer} ended by itself"
            os.kill(children[writer], signal.SIGKILL)
            os.waitpid(children[writer], 0)
            killed += 1
            lives[writer] += 1
            null = os.open(os.devnull, os.O_RDONLY), os.open(os.devnull, os.O_RDONLY)
            children[writer] = _begin(folder, writer, lives[writer], null)
            os.close(null[0])
            os.close(null[1])
    took = time.monotonic() - began
    for child in children:
        os.kill(child, signal.SIGKILL)
        status = os.waitpid(child, 0)[1]
        assert os.WIFSIGNALED(status), "a writer ended by itself"
    print(json.dumps([took, killed]))


if __name__ == "__main__":
    main()
