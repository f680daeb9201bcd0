"""A battle by keys alone in the real terminal at 80x24: built with its odds, answered, fought, entered (10.0, 10.2)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import attrs

from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import TheWar, Unit
from saves import library
from saves.desk import Desk
from tests.terminal.driver import Terminal
from tests.terminal.test_real_terminal import SMALL, quit_cleanly
from tests.thewar.ground.test_ground_fight import front

BOXES = ("smolensk", "2 ussr-inf-4-5", "3 ARM 8-8, 2 INF 6-5", "mdm", "city")
"""What is typed: where, defenders, attackers, air support, the hex."""
_KEYS_IN_THIRTY_SECONDS = 90
"""At three keys a second."""


def written(at: Path) -> Path:
    """A campaign's folder at the German attacks of Summer 1941, its dice told by a known secret."""
    hidden = at / "hidden"
    hidden.write_bytes(bytes(32))
    start = front()
    start = attrs.evolve(start, seats=dict.fromkeys(start.powers, "solo"))
    return library.create(RULESET, start, name="smolensk", at=at, secret_file=hidden)


def now(where: Path) -> TheWar:
    """The campaign as it is written."""
    found = Desk.open(where).campaign
    assert isinstance(found, TheWar)
    return found


def standing_at(where: Path, step: str) -> Callable[[Terminal], bool]:
    """Whether the campaign has come to a step."""
    return lambda _: now(where).progress.step == step


def test_10_0_an_attack_is_built_announced_fought_and_entered_by_keys(home: Path) -> None:
    assert sum(len(text) + 1 for text in BOXES) + 3 < _KEYS_IN_THIRTY_SECONDS
    where = written(home)
    with Terminal("play", str(where), home=home, columns=SMALL[0], lines=SMALL[1]) as terminal:
        terminal.wait("No battle is announced")
        terminal.calm()
        terminal.press("n")
        terminal.wait("still to say: where")
        for text in BOXES:
            terminal.type(text)
            terminal.calm()
            terminal.press("down")
        # The odds stand there while it is typed: 36 to 18, two columns for the bomber.
        terminal.wait("36 to 18")
        terminal.wait("2-1 → 4-1")
        terminal.press("enter")
        terminal.wait(lambda _: list(now(where).engagements) == ["smolensk"])
        assert len(now(where).engagements["smolensk"].air) == 1
        for step in ("axis.operations.reserves", "axis.operations.combat"):
            terminal.calm()
            terminal.press("d", "enter")
            terminal.wait(standing_at(where, step))
        terminal.calm()
        terminal.press("home")
        terminal.press("enter")
        terminal.wait(lambda _: "smolensk" not in now(where).engagements or bool(now(where).pending))
        for _ in range(20):
            if not now(where).pending:
                break
            terminal.calm()
            terminal.press("enter")
            terminal.calm()
        terminal.wait(lambda _: not now(where).pending)
        found = now(where)
        assert not found.engagements and not found.pending
        gone = {"germany-", "ussr-"} & {key[: key.index("-") + 1] for key in front().units if key not in found.units}
        assert gone or any(unit.depleted for unit in found.units.values()), "nothing came of it"
        quit_cleanly(terminal)


def foot_left(where: Path, many: int) -> Callable[[Terminal], bool]:
    """Whether so many infantry are left on the board."""
    return lambda _: sum(unit.kind == "inf" for unit in now(where).units.values()) == many


def at_the_front(at: Path) -> Path:
    """A campaign's folder at the same attacks: twenty German INF 6-5, Soviet INF 4-5 and Soviet ARM each."""
    hidden = at / "hidden"
    hidden.write_bytes(bytes(32))
    start = front()
    start = attrs.evolve(
        start,
        seats=dict.fromkeys(start.powers, "solo"),
        units={
            f"{power}-{kind}-{number}": Unit(power=power, kind=kind, strength=strength)
            for power, kind, strength in (("germany", "inf", "6-5"), ("ussr", "inf", "4-5"), ("ussr", "arm", "6-8"))
            for number in range(1, 21)
        },
    )
    return library.create(RULESET, start, name="table", at=at, secret_file=hidden)


def test_twenty_battles_of_a_turn_are_entered_as_losses_one_line_each(home: Path) -> None:
    line = "ger -1 inf; sov -1 inf, dep arm"
    where = at_the_front(home)
    with Terminal("play", str(where), home=home, columns=SMALL[0], lines=SMALL[1]) as terminal:
        terminal.wait("No battle is announced")
        terminal.calm()
        for battle in range(20):
            terminal.press("l")
            terminal.wait("dep depleted")
            terminal.type(line)
            terminal.calm()
            terminal.press("enter")
            terminal.wait(foot_left(where, 2 * (19 - battle)))
            terminal.calm()
        found = now(where).units.values()
        assert len(found) == 20 and all(unit.kind == "arm" and unit.depleted for unit in found)
        # Nothing was announced here: one key passes to what comes after the battles.
        terminal.press(">")
        terminal.wait(lambda _: now(where).progress.step.startswith("axis.build"))
        quit_cleanly(terminal)
