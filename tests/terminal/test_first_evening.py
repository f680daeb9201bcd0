"""A first evening: the Battle of the Atlantic begun on the home screen and played through its first turn and into the
next with the keys that the guide names, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.kernel.guide import Note
from saves import guides, scenarios
from saves.desk import Desk
from tests.scale import share_of
from tests.terminal.driver import KEYS, Terminal
from tests.terminal.test_real_terminal import SMALL, quit_cleanly
from tests.terminal.test_second_game import give
from tui import keys
from tui.models.guide import keys_named, spoken

SCENARIO = "learn-battle-of-the-atlantic"
SMALLEST = (60, 20)
_SIGNS = {"plus": "+", "minus": "-"}


class Reader:
    """Somebody who reads the note on the screen and presses what it names."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.notes = guides.notes_of(SCENARIO)
        self.note: Note | None = None
        self.read: list[str] = []

    def reads(self, begins: str) -> None:
        """The one note that begins so stands on the screen."""
        (self.note,) = (note for note in self.notes if spoken(note.text).startswith(begins))
        self.terminal.wait(begins.removesuffix(" Before"))
        self.read.append(begins)

    def presses(self, *names: str) -> None:
        """The keys of these actions, each named by the note."""
        for name in names:
            assert self.note is not None and name in keys_named(self.note.text), (name, self.note)
            where, _, action_id = name.rpartition(".")
            (action,) = (action for action in keys.registered() if (action.where, action.id) == (where, action_id))
            first = action.keys.split(",")[0]
            assert first in KEYS or first in _SIGNS or len(first) == 1, first
            give(self.terminal, _SIGNS.get(first, first))


@pytest.mark.parametrize("size", share_of([SMALL, SMALLEST], 1, 2), ids=str)
def test_the_first_turn_is_played_by_the_keys_that_the_guide_names(home: Path, size: tuple[int, int]) -> None:
    hidden = home / "hidden"
    hidden.write_bytes(bytes(32))
    folder = scenarios.new(SCENARIO, name="evening", at=home, secret_file=hidden)
    with Terminal("play", str(folder), home=home, columns=size[0], lines=size[1]) as terminal:
        reader = Reader(terminal)
        reader.reads("Britain may try propaganda in America first.")
        reader.presses("orders.up", "orders.enter")
        reader.reads("Germany builds here, then Britain.")
        reader.presses(*["strategic-build.more"] * 4)
        give(terminal, "down")
        reader.presses(*["strategic-build.more"] * 2, "strategic-build.finish")
        terminal.wait("Britain builds")
        reader.presses("strategic-build.more")
        give(terminal, "down")
        reader.presses(*["strategic-build.more"] * 3)
        give(terminal, "down")
        reader.presses("strategic-build.more", "strategic-build.finish", "strategic-build.enter")

        reader.reads("All U-boats are at sea already.")
        terminal.wait("in all 9/11")
        reader.presses("boxes.enter")
        reader.reads("Every ASW to sea, where they lie already.")
        terminal.wait("in all 5/5")
        reader.presses("boxes.enter")
        terminal.wait("U-boat war · Fall 1940")
        # Over a page that is read there is no note.
        terminal.lacks("Every ASW")
        reader.presses("battles.leave")

        reader.reads("By day nobody comes before 1942, so send all by night.")
        reader.presses("boxes.box", "boxes.back_all", "boxes.box_before", "boxes.put_all")
        terminal.wait("in all 6/8 6 0 0")
        reader.presses("boxes.enter")
        reader.reads("INT over Britain wait for German bombers.")
        terminal.wait("in all 8/11")
        reader.presses("boxes.enter")

        reader.reads("Ships, Flak, bombers; the queue stands at the right.")
        reader.presses("build-queue.enter")
        terminal.wait("Order it all")
        reader.presses("build-queue.finish", "build-queue.enter")
        reader.reads("Britain builds here, then the United States.")
        reader.presses("build-queue.finish")
        terminal.wait("United States buys")
        reader.presses("build-queue.finish", "build-queue.enter")
        terminal.wait("the same key once more goes on all the same")
        reader.presses("build-queue.enter")

        reader.reads("Lend-Lease: a takes all, enter sends it. Before")
        reader.presses("moving.every", "moving.enter")
        terminal.wait("to Britain, 8 granted")
        reader.presses("moving.finish", "moving.enter")
        reader.reads("Germany loses what it has not spent by Winter's end.")
        terminal.wait("WINTER 1940")
        quit_cleanly(terminal)
    campaign = Desk.open(folder).campaign
    assert campaign.progress.turn == 2
    assert len(reader.read) == 10, "every note of the turn, and the first of the next"


def test_the_guide_is_put_away_and_brought_back_and_stays_as_it_was_left(home: Path) -> None:
    folder = str(scenarios.new(SCENARIO, name="evening", at=home))
    note = "Britain may try propaganda in America first."
    with Terminal("play", folder, home=home, columns=80, lines=24) as terminal:
        terminal.wait(note)
        give(terminal, "G")
        terminal.wait("the guide is off: G brings it back")
        terminal.lacks(note)
        quit_cleanly(terminal)
    with Terminal("play", folder, home=home, columns=80, lines=24) as again:
        again.wait("makes propaganda in the United States")
        again.lacks(note)
        give(again, "G")
        again.wait(note)
        give(again, "?")
        again.wait("Words of the rulebook")
        # Help says the whole note.
        again.wait("Or d and enter without it")
        give(again, "escape")
        again.wait("makes propaganda in the United States")
        quit_cleanly(again)
