"""Files cut off in the middle of being written: readers say so, the next writer sets aside, what was acknowledged
stays.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from saves import disk, doctor, store
from saves.desk import Desk
from saves.errors import SavesError, UnreadableFile
from tests.saves.desks import at_deeds, begin, files, same, snapshot, two_turns
from tests.scale import SCALE
from tests.whole import whole


def test_every_cut_of_an_entry_leaves_what_was_acknowledged(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    path = files(desk.folder)[-1]
    good, before = path.stat().st_size, desk.campaign
    desk.do(["red hire otto kind=archer"])
    whole, after = path.read_bytes(), desk.campaign
    for keep in range(good, len(whole) - 1, 1 if SCALE >= 1 else 5):
        path.write_bytes(whole[:keep])
        found = Desk.open(desk.folder)
        assert found.campaign == before, keep
        assert bool(found.warnings) == (keep > good), keep
        assert found.entries()[-1].n == 7
    # Only the last line's end is missing: the seal shows that the entry is whole.
    path.write_bytes(whole[:-1])
    found = Desk.open(desk.folder)
    assert found.campaign == after
    found.do(["red spend 1"])
    assert same(desk.folder, found)
    assert found.entries()[-1].n == 9


def test_every_cut_of_orders_given_together_leaves_none_of_them(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    path = files(desk.folder)[-1]
    good, before = path.stat().st_size, desk.campaign
    desk.do(["red hire otto", "blue spend 1", "blue fight"])
    whole = path.read_bytes()
    for keep in range(good, len(whole) - 1, 3 if SCALE >= 1 else 17):
        path.write_bytes(whole[:keep])
        assert Desk.open(desk.folder).campaign == before, keep


@pytest.mark.parametrize("keep", [1, 40, 150, 260])
def test_the_next_writer_sets_the_torn_tail_aside_under_its_own_name(tmp_path: Path, keep: int) -> None:
    desk = at_deeds(tmp_path)
    path = files(desk.folder)[-1]
    good = path.stat().st_size
    desk.do(["red hire otto", "red spend 1"])
    tail = path.read_bytes()[good : good + keep]
    path.write_bytes(path.read_bytes()[: good + keep])
    before = snapshot(desk.folder)
    found = Desk.open(desk.folder)
    assert f"{keep} bytes at the end were never acknowledged" in found.warnings[0]
    assert snapshot(desk.folder) == before, "reading writes nothing"
    assert "never acknowledged" in str(doctor.examine(desk.folder)[0])
    done = found.do(["red spend 2"])
    assert "set aside as 0001-1500-1-spring.toml.torn-1" in done.notes[0]
    assert path.with_name(path.name + ".torn-1").read_bytes() == tail
    assert done.entries[0].n == 8
    assert found.warnings == ()
    assert same(desk.folder, found)
    assert doctor.examine(desk.folder) == ()


def test_a_second_torn_tail_gets_the_next_name(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    path = files(desk.folder)[-1]
    for number in (1, 2):
        with path.open("ab") as file:
            file.write(b"\n[[entry]]\nn = 8\nseat")
        Desk.open(desk.folder).do(["red spend 1"])
        assert path.with_name(f"{path.name}.torn-{number}").exists()


@pytest.mark.parametrize("tail", [b"\0" * 700, b"\n[[entry]]\n" + b"\0" * 400, b"garbage", b"\n[[entry]]\n[[entry]]\n"])
def test_any_bytes_behind_the_last_seal_are_a_torn_tail(tmp_path: Path, tail: bytes) -> None:
    desk = at_deeds(tmp_path)
    path = files(desk.folder)[-1]
    path.write_bytes(path.read_bytes() + tail)
    found = Desk.open(desk.folder)
    assert found.campaign == desk.campaign
    assert found.warnings
    found.do(["red spend 1"])
    assert path.with_name(path.name + ".torn-1").read_bytes() == tail
    assert same(desk.folder, found)


def test_a_hole_in_the_last_orders_takes_all_of_them(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    path = files(desk.folder)[-1]
    good, before = path.stat().st_size, desk.campaign
    desk.do(["red hire otto", "blue spend 1", "red spend 1"])
    data = bytearray(path.read_bytes())
    data[good + 120 : good + 300] = b"\0" * 180
    path.write_bytes(data)
    found = Desk.open(desk.folder)
    assert found.campaign == before
    assert found.warnings


def test_every_cut_of_an_opening_shows_the_turn_before_and_is_rebuilt(tmp_path: Path) -> None:
    desk = two_turns(tmp_path)
    path = files(desk.folder)[-1]
    whole = path.read_bytes()
    opening = whole.index(b'order = "opened"') + 17 + 74
    for keep in range(0, opening - 2, 7 if SCALE >= 1 else 97):
        path.write_bytes(whole[:keep])
        found = Desk.open(desk.folder)
        assert "its opening was not written to its end" in found.warnings[0]
        assert found.campaign.progress.turn == 3
        assert found.entries()[-1].order == "turn 3"
    done = Desk.open(desk.folder).settle()
    assert "set aside as 0003-1501-1-spring.toml.torn-1" in done.notes[0]
    assert path.read_bytes()[:opening] == whole[:opening], "rebuilt as it was"
    assert Desk.open(desk.folder).campaign == desk.campaign
    assert doctor.examine(desk.folder) == ()


def test_the_first_opening_of_all_cannot_be_rebuilt(tmp_path: Path) -> None:
    folder = begin(tmp_path)
    path = files(folder)[0]
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(UnreadableFile, match="nothing to rebuild it from"):
        Desk.open(folder)
    with pytest.raises(SavesError):
        Desk.open(folder).do(["red bid 1"])


def test_a_damaged_opening_with_entries_behind_it_is_no_torn_one(tmp_path: Path) -> None:
    desk = two_turns(tmp_path)
    path = files(desk.folder)[-1]
    path.write_bytes(path.read_bytes().replace(b'order = "opened"', b'order = "opene\0"'))
    with pytest.raises(UnreadableFile, match="damaged"):
        Desk.open(desk.folder)
    assert path.exists()


class Cut(Exception):
    """The power goes."""


@pytest.mark.parametrize("steps", range(5))
def test_power_gone_at_any_step_between_two_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    """The new file is written aside, the append decides, the new file gets its name: whatever is left out, all or
    none stands.
    """
    desk = at_deeds(tmp_path)
    before = desk.campaign
    left = [steps]

    def until_the_power_goes(name: str) -> None:
        real = getattr(disk, name)

        def run(*args: object) -> object:
            if left[0] == 0:
                raise Cut
            left[0] -= 1
            return real(*args)

        monkeypatch.setattr(disk, name, run)

    for name in ("write_new", "append", "move"):
        until_the_power_goes(name)
    orders = ["red done", "red hire otto", "red done", "red bid 1"]
    try:
        after = desk.do(orders).campaign
    except Cut:
        after = None
    monkeypatch.undo()
    found = Desk.open(desk.folder)
    if after is not None:
        assert found.campaign == after
    elif steps < 3:
        assert found.campaign == before
    else:
        assert whole(found).progress.turn == 3 and whole(found).facts["bid-red"] == 1
    shown = found.campaign
    assert [entry.n for entry in found.entries("all")] == list(range(1, found.last_number + 1))
    found.settle()
    assert found.campaign == shown
    assert not list((desk.folder / store.TURNS).glob("*.new"))
    assert doctor.examine(desk.folder) == ()
    assert same(desk.folder, found)


def test_power_gone_before_a_new_turns_file_was_begun(tmp_path: Path) -> None:
    """As left by a writer that knew no files aside: the turn has ended, its file is the newest, the new turn has not
    begun.
    """
    desk = at_deeds(tmp_path)
    desk.do(["red done"])
    before = desk.campaign
    second = files(desk.folder)[1]
    second.unlink()
    found = Desk.open(desk.folder)
    assert found.campaign.progress.turn == 2
    assert found.outstanding
    found.do(["red spend 1"])
    assert [path.name for path in files(desk.folder)] == ["0001-1500-1-spring.toml", second.name]
    found.undo()
    assert found.campaign == before
    assert doctor.examine(desk.folder) == ()
