"""How long until something is seen: the home screen, and ``show`` on the command line."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

from tests.bench import worlds
from tests.bench.measuring import ROOT, Figure, Settings, environment, median, spread, timed
from tests.terminal.driver import Terminal

_BARE = (sys.executable, "-m", "tests.bench.bare")


def home(settings: Settings) -> Iterator[Figure]:
    """The list of campaigns readable on the home screen, beside the first paint of a bare app, in turns."""
    folder = worlds.home()
    ours: list[float] = []
    bare: list[float] = []
    for run in range(settings.runs(15) + 1):
        with Terminal(home=folder) as terminal:
            mine = terminal.wait("begun")
        with Terminal(home=folder, program=_BARE) as terminal:
            theirs = terminal.wait("ready to be read")
        # The first start compiles and fills caches.
        if run:
            ours.append(mine)
            bare.append(theirs)
    yield Figure(
        "home screen readable / bare app's first paint",
        median(ours) / median(bare),
        "times",
        most=1.6,
        peer={"bare Textual app, ms": spread(bare, 1000)},
        more={"home screen, ms": spread(ours, 1000)},
    )


def show(settings: Settings) -> Iterator[Figure]:
    """``warledger show`` on a campaign of 24 turns, the whole process."""
    yield _process(settings, ("show", "whole"), 0.15)


def check(settings: Settings) -> Iterator[Figure]:
    """``warledger check`` on the longest scenario, the whole process."""
    yield _process(settings, ("check", "1939-campaign"), 0.35)


def _process(settings: Settings, command: tuple[str, ...], most: float) -> Figure:
    """How long a command takes, beside an interpreter that does nothing."""
    folder = worlds.home()
    given = environment(folder)

    def run(*arguments: str) -> float:
        process = [sys.executable, *arguments]
        return timed(lambda: subprocess.run(process, env=given, cwd=ROOT, check=True, stdout=subprocess.DEVNULL))

    ours: list[float] = []
    nothing: list[float] = []
    for turn in range(settings.runs(15) + 1):
        mine, theirs = run("-m", "tui", *command), run("-c", "pass")
        if turn:
            ours.append(mine)
            nothing.append(theirs)
    return Figure(
        f"warledger {command[0]}",
        median(ours),
        "s",
        most=most,
        peer={"python -c pass, s": spread(nothing)},
        more={f"{command[0]}, s": spread(ours)},
    )
