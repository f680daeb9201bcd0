"""How many keys a job of the table takes, and how long the slowest of them, in the real terminal at 80x24."""

from __future__ import annotations

from pathlib import Path

from tests.terminal.counted import BUSY, MOST, CountedTerminal
from tests.terminal.test_combat import now
from tests.terminal.test_combat import written as at_smolensk
from tests.terminal.test_real_terminal import SMALL, quit_cleanly


def playing(where: Path, home: Path) -> CountedTerminal:
    return CountedTerminal("play", str(where), home=home, columns=SMALL[0], lines=SMALL[1])


def test_10_0_an_attack_in_full_takes_at_most_30_keys(home: Path) -> None:
    where = at_smolensk(home)
    with playing(where, home) as terminal:
        terminal.wait("No battle is announced")
        terminal.count_anew()
        # Where; two of the holder's INF; three ARM and two INF; the bomber.
        terminal.hit("n", "smol", "tab", "+", "+", "tab", "down", "3", "down", "2", "tab", "+")
        terminal.wait("2-1 → 4-1")
        attack = terminal.keys
        terminal.count_anew()
        terminal.hit("-", "+", "-", "+")
        assert terminal.slowest[0] < MOST * BUSY, terminal.slowest
        terminal.keys = attack
        terminal.hit("enter")
        terminal.wait(lambda _: list(now(where).engagements) == ["smolensk"])
        assert terminal.keys <= 30, terminal.keys
        found = now(where).engagements["smolensk"]
        assert (len(found.attackers), len(found.defenders), len(found.air)) == (5, 2, 1)
        quit_cleanly(terminal)
