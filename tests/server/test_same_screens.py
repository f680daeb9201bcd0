"""Non-interference in a guest's terminal: two servers that differ in one seat's secrets alone give every other player
the same screen after each key, also while he is being asked."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from saves.desk import Desk
from tests.scale import share_of
from tests.server.guests import Server
from tests.server.secret_scenes import POINTS, SCENES, Scene, pair
from tests.terminal.driver import Terminal

PROGRAM = (sys.executable, "-m", "tests.server.guest_program")
_SEEN: tuple[str, ...] = (
    "j",
    "up",
    "up",
    "d",
    "d",
    "N",
    "escape",
    "escape",
    "p",
    "pagedown",
    "escape",
    "i",
    "escape",
    "f",
    "escape",
)
_SEEN += ("n", "escape", "b", "escape", "g", "escape", "s", "escape", "R", "escape", "Y", "escape", "y", "?", "escape")
_SEEN += ("ctrl+p", "s", "e", "a", "l", "escape")
_ORDERED: tuple[str, ...] = (
    "u",
    "escape",
    "U",
    "escape",
    "w",
    "escape",
    "down",
    "w",
    "escape",
    "l",
    "escape",
    "c",
    "escape",
    "O",
)
_ORDERED += ("escape", ":", *"italy effort rle", "escape", ":", *"france effort none", "escape")
"""Keys of who has a seat: what if, undo, and the order line with another's orders and with his own."""
_PLANNED: tuple[str, ...] = ("O", "home", "enter", "escape", "tab", "down", "enter", "escape", "escape")
_PLANNED += (":", *"italy effort rle", "enter", "escape", ":", *"france effort none", "enter", "escape")
_PLANNED += (":", *"germany effort mle", "enter", "escape")
"""Keys of who watches and plans: with the powers of the seat that has sealed as well."""
_LOOKED = ("j", "up", "d", "N", "escape", "p", "escape", "f", "escape", "s", "escape", "R", "escape", "Y", "escape")
"""Keys of who only looks round: a host without a seat sees what dora sees, and the page of seats besides."""
_QUIET, _ALONE = 0.05, 0.2
"""Seconds without a byte after which a screen stands still; after Escape longer, as the program waits whether more of a
key comes."""


@pytest.fixture(autouse=True)
def _forked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Terminal, "forks", True)


def agree(one: Terminal, two: Terminal, quiet: float) -> None:
    """Wait until both screens stand still, a busy machine's as well; where they differ then, that is no matter of
    time."""
    for _ in range(5):
        for terminal in (one, two):
            terminal.calm(quiet)
        if one.text == two.text:
            return


Act = Callable[[Desk], object]
"""What another does meanwhile, at his desk on each of the two servers."""


def compare(
    player: str, servers: tuple[Path, Path], home: Path, keys: Sequence[str | Act], hides: str, never: Sequence[str]
) -> None:
    """Press the same keys on two servers' data: the screens are the same after each, and no byte has shown what never
    may be. ``hides``: the seat that acts meanwhile."""
    with (
        Terminal(player, str(servers[0]), home=home, columns=80, lines=24, program=PROGRAM) as one,
        Terminal(player, str(servers[1]), home=home, columns=80, lines=24, program=PROGRAM) as two,
    ):
        both = tuple(zip((one, two), servers, strict=True))
        for terminal in (one, two):
            terminal.wait(f"you are {player}")
        for at, key in enumerate(("", *keys)):
            for terminal, data in both:
                if not isinstance(key, str):
                    key(Desk.open(next((data / "campaigns").iterdir()), hides))
                elif key.startswith("wait "):
                    terminal.wait(key.removeprefix("wait "))
                elif key:
                    terminal.press(key)
            if not isinstance(key, str):
                # Each hears of it in its own time: what is waited for next stands on both.
                continue
            agree(one, two, _ALONE if key == "escape" else _QUIET)
            assert one.text == two.text, (at, key)
        for terminal in (one, two):
            shown = terminal.output.decode(errors="replace")
            assert not [word for word in never if word in shown]


@pytest.mark.parametrize(
    ("player", "keys"),
    [("ben", ("enter", *_SEEN, *_ORDERED, "enter")), ("dora", ("enter", *_SEEN)), ("hugo", ("enter", *_LOOKED, "h"))],
)
def test_what_a_seat_has_sealed_changes_no_screen_of_another(
    server: Server, tmp_path: Path, home: Path, player: str, keys: tuple[str, ...]
) -> None:
    other = tmp_path / "other"
    shutil.copytree(server.data, other)
    for data, effort, note in ((server.data, "rle count=2", "zebra"), (other, "none", "walrus")):
        desk = Desk.open(data / "campaigns" / "sealed", "axis")
        desk.do([f"italy effort {effort}"])
        desk.note(1, note)
        shutil.rmtree(data / "campaigns" / "alone")
    compare(player, (server.data, other), home, keys, "axis", ("zebra", "walrus", "count=2"))
    if player == "ben":
        # He was asked, and has ordered.
        assert Desk.open(server.sealed, "allied").campaign.progress.done


def _typed(line: str) -> tuple[str, ...]:
    """Keys of an order that is typed at once and given."""
    return (":", line, "enter")


_TALK = ("T", "down", "up")


# The War's sealed steps are gone through above; in its boxes at sea the same is said of each by tests of the words.
_FACE_DOWN = share_of([one for one in SCENES if one.id in ("sea", "cards")], 1, 2)


@pytest.mark.parametrize("scene", _FACE_DOWN, ids=lambda scene: scene.id)
def test_nor_do_boxes_and_cards_face_down_nor_what_is_proposed_meanwhile(
    scene: Scene, server: Server, tmp_path: Path, home: Path
) -> None:
    """He looks, tries an order of another and gives one of his own, while he is asked for it; the seat that hides
    something proposes, he agrees on the page of proposals; he proposes, and it is agreed to while he looks."""
    one, two = pair(scene, server, tmp_path)
    figure = "narfs" if "box" in scene.worlds[0][0] else "brps"
    theirs, mine = (order.split()[0] for order in scene.refused)
    before = Desk.open(one.sealed).last_number
    rulings = [f'ruling powers.{power}.{figure} 77 because "agreed"' for power in (theirs, mine)]

    def propose(desk: Desk) -> None:
        desk.do([f"propose {rulings[0]}"])

    def agree_to_it(desk: Desk) -> None:
        desk.do([f"consent {desk.last_number}"])

    def declined(desk: Desk) -> None:
        desk.do([f"decline {desk.last_number}"])

    settled = "wait No proposal stands"
    keys: list[str | Act] = ["enter", *_LOOKED, *_typed(scene.refused[0]), "escape", *_TALK, "escape"]
    keys += [*(_typed(scene.given) if scene.given else ()), "escape"]
    keys += [propose, "wait proposes", *_TALK, "enter", "enter", "wait 77", "j", "up", "escape"]
    keys += [*_typed(f"propose undo to={before - 1}"), "up", "y", declined, settled, "escape"]
    keys += [*_typed(f"propose {rulings[1]}"), "up", "y", agree_to_it, "wait gone on", *_TALK, "j", "escape"]
    compare(scene.sees, (one.data, two.data), home, keys, scene.hides, ())
    for made in (one, two):
        carried = [entry.order for entry in Desk.open(made.sealed).entries() if entry.agreed]
        assert carried == rulings


def test_nor_do_points_under_seal_nor_a_roll_whose_defender_is_asked(
    server: Server, tmp_path: Path, home: Path
) -> None:
    """He looks at every target, supposes, buys; one is named with POPs that are the same in both worlds, he is asked,
    answers, sees the roll, and looks again."""
    one, two = pair(POINTS, server, tmp_path)

    def named(desk: Desk) -> None:
        desk.do(["germany influence spain against=western"])

    # On Turkey, of which he knows nothing, everything that may be supposed; k goes up.
    page = ("D", "end", "kkk", "v+]ec", "?", "escape", "escape")
    short = ("D", "end", "kkkv+]e", "escape")
    keys: list[str | Act] = ["enter", *page, "]", "end", "kkkkk", "2", "e", "?", "escape", "1e", "enter"]
    keys += ["enter", "enter", "enter", "wait Waiting for", "j", "up", "escape", named, "wait Which POPs", *short]
    keys += ["enter", "wait rolled", "escape", *short]
    keys += [*_typed("germany influence turkey against=soviet"), "escape"]
    compare(POINTS.sees, (one.data, two.data), home, [*keys, "escape"], POINTS.hides, ("turkey 2", "Sweden 1"))
    for made in (one, two):
        campaign: Any = Desk.open(made.sealed).campaign
        assert campaign.influence["britain+spain"].used == 1
