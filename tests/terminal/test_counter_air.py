"""A counter-air mission by keys alone in the real terminal at 80x24: built with its first round, fought round by round
(11.5, 11.9)."""

from __future__ import annotations

from pathlib import Path

import attrs

from engine.thewar.ruleset import RULESET
from saves import library
from tests.terminal.driver import Terminal
from tests.terminal.test_combat import now
from tests.terminal.test_real_terminal import SMALL, quit_cleanly
from tests.thewar.air.test_air_fight import sky

BOXES = ("london", "britain-ftr", "2 FTR, TAC", "1")
"""What is typed: where, aircraft in the hex, attackers, Flak units."""
_MOST = 30


def written(at: Path) -> Path:
    """A campaign's folder at the German counter-air missions of Summer 1940, its dice told by a known secret."""
    hidden = at / "hidden"
    hidden.write_bytes(bytes(32))
    start = sky(germany_ftr=2, germany_tac=1, britain_ftr=1)
    start = attrs.evolve(start, seats=dict.fromkeys(start.powers, "solo"))
    return library.create(RULESET, start, name="air", at=at, secret_file=hidden)


def test_11_5_a_mission_is_built_announced_and_flown_by_keys(home: Path) -> None:
    where = written(home)
    with Terminal("play", str(where), home=home, columns=SMALL[0], lines=SMALL[1]) as terminal:
        terminal.wait("Counter-air mission")
        terminal.calm()
        terminal.press("n")
        terminal.wait("still to say: where")
        for text in BOXES:
            terminal.type(text)
            terminal.calm()
            terminal.press("down")
        # 7 to 3 over Britain, and a capital with a Flak unit.
        terminal.wait("7 to 3: 2-1")
        terminal.wait("First Flak 3 before each round")
        terminal.press("enter")
        terminal.wait(lambda _: list(now(where).engagements) == ["london"])
        terminal.calm()
        terminal.press("home")
        terminal.press("enter")
        terminal.wait("declares no air effort")
        for _ in range(_MOST):
            if not now(where).pending:
                break
            terminal.calm()
            terminal.press("enter")
            terminal.calm()
        terminal.wait(lambda _: not now(where).pending)
        found, start = now(where), sky(germany_ftr=2, germany_tac=1, britain_ftr=1)
        assert not found.engagements
        hurt = {key for key in start.units if key not in found.units or found.units[key].depleted}
        assert hurt
        quit_cleanly(terminal)
