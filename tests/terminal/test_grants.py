"""A grant over two turns by keys alone in the real terminal: sent from the U.S., on the water, waiting in Britain, sent
on, arrived (14.8.2)."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import TheWar
from saves import library
from saves.desk import Desk
from tests.scale import share_of
from tests.terminal.driver import Terminal
from tests.terminal.test_real_terminal import FULL, SMALL, order, pass_the_turn, quit_cleanly
from tests.terminal.test_second_game import give
from tests.thewar.supply_lines import standing


def written(at: Path) -> Path:
    """A campaign's folder at the Allied grants of Spring 1942, its dice told by a known secret."""
    hidden = at / "hidden"
    hidden.write_bytes(bytes(32))
    start = standing("1942-1-spring", france={"surrendered": "1940-2-summer"}, britain={"narfs": 300})
    # France fell two years ago: its terms were carried out, its colonies had their dice.
    start = attrs.evolve(start, facts={**start.facts, "french-terms-open": False})
    return library.create(RULESET, start, name="lend-lease", at=at, secret_file=hidden)


def now(where: Path) -> TheWar:
    """The campaign as it is written."""
    found = Desk.open(where).campaign
    assert isinstance(found, TheWar)
    return found


@pytest.mark.rule("tw-14.8.2", "tw-14.8.5")
@pytest.mark.parametrize("size", share_of([FULL, SMALL], 1, 2), ids=str)
def test_14_8_2_a_grant_is_sent_waits_is_sent_on_and_arrives(home: Path, size: tuple[int, int]) -> None:
    where = written(home)
    with Terminal("play", str(where), home=home, columns=size[0], lines=size[1]) as terminal:
        # Who may receive, by which way, what it takes; then more than a Fleet carries is refused at once.
        terminal.wait("United States grants NARFs")
        terminal.wait("us grant 20 ussr route=murmansk")
        give(terminal, "2")
        give(terminal, "1")
        terminal.wait("21 NARFs to Soviet Union this turn")
        give(terminal, "backspace")
        give(terminal, "0")
        terminal.wait("Give 1 order, and done")
        give(terminal, "enter")
        terminal.wait("to Soviet Union, 20 granted this turn")
        assert [one.sailing for one in now(where).shipments.values()] == [True]
        give(terminal, ">")

        # It is in Britain at the end of the segment; what follows is passed.
        pass_the_turn(terminal, "Accounts of 1942")
        give(terminal, "escape")
        terminal.wait("United States buys")
        pass_the_turn(terminal, "Declarations ·")
        # What may as well be done on the board is passed up to the Allied grants.
        order(terminal, "germany done through allied.build.ratings")
        terminal.wait("passed by it: declarations of war")
        give(terminal, "enter")
        terminal.wait("Waiting on the way")
        assert [(one.leg, one.sailing) for one in now(where).shipments.values()] == [(1, False)]
        terminal.wait("SUMMER 1942")
        terminal.wait("20 for Soviet Union, in Britain")
        before = now(where).powers["ussr"].narfs
        # With nothing chosen Enter chooses what stands under the cursor, the next one gives it.
        give(terminal, "enter")
        terminal.wait("Give 1 order, and done")
        give(terminal, "enter")
        terminal.wait(lambda _: [one.sailing for one in now(where).shipments.values()] == [True])
        give(terminal, ">")
        terminal.wait(lambda _: not now(where).shipments)
        assert now(where).powers["ussr"].narfs == before + 20
        quit_cleanly(terminal)
