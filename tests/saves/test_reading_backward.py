"""The journal read from its end, a turn's file at a time: the same entries, no file before it is asked for, and what is
not to be believed is said as ever."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest

from engine.kernel.undoing import live, live_backward
from saves.desk import Desk
from saves.errors import SavesError
from tests.saves.desks import files, two_turns


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A campaign taken back from its third turn into its first, and played on from there."""
    desk = two_turns(tmp_path)
    desk.undo(to=9)
    assert desk.campaign.progress.turn == 1
    desk.do(["red spend 1"])
    return desk.folder


def heard_of_an_edit(folder: Path, file: Path) -> tuple[Desk, list[str]]:
    """A desk at a campaign of which somebody has edited a file, and what it says of that."""
    file.write_bytes(file.read_bytes().replace(b'title = "', b'title = "Other ', 1))
    desk, said = Desk.open(folder), list[str]()
    desk.heard = said.append
    return desk, said


def test_the_files_come_from_the_newest_back_each_with_its_entries_in_their_order(folder: Path) -> None:
    desk = Desk.open(folder)
    backward = list(desk.entries_backward())
    assert len(backward) == len(files(folder)) > 2 and backward[0] == desk.entries()
    every = desk.entries("all")
    assert tuple(chain.from_iterable(reversed(backward))) == every
    standing = list(chain.from_iterable(live_backward(backward)))
    assert standing == live(every)[::-1] and len(standing) < len(every) - 5


def test_no_file_is_read_before_it_is_asked_for(folder: Path) -> None:
    first, second = files(folder)[:2]
    desk = Desk.open(folder)
    first.write_bytes(b"no turn")
    backward = desk.entries_backward()
    told = [next(backward) for _ in files(folder)[1:]]
    assert told[-1] == desk.entries(second.stem.partition("-")[2])
    with pytest.raises(SavesError, match=first.name):
        next(backward)


def test_which_files_are_not_to_be_believed_is_told_once_and_in_their_order(folder: Path) -> None:
    first, second, *_ = files(folder)
    desk, said = heard_of_an_edit(folder, second)
    shown = [record.doubt for record in Desk.open(folder).records("all") if record.doubt]
    assert [doubt.partition(":")[0] for doubt in shown] == [first.name, second.name]
    backward = desk.entries_backward()
    for _ in backward:
        assert said == []
    assert said == shown
    list(desk.entries_backward())
    assert said == shown


def test_who_stops_before_the_oldest_file_is_told_of_those_that_were_read(folder: Path) -> None:
    first, second, *_ = files(folder)
    desk, said = heard_of_an_edit(folder, second)
    backward = desk.entries_backward()
    for _ in files(folder)[1:]:
        next(backward)
    del backward
    assert [doubt.partition(":")[0] for doubt in said] == [second.name] and first.name not in said[0]
