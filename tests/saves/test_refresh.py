"""What another writer has appended is taken over without reading the turn's file anew; anything else is read anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from saves import doctor
from saves.desk import Desk
from saves.errors import Edited, Stale
from saves.store import CampaignFolder
from tests.saves.desks import at_deeds, begin, files, same


@pytest.fixture
def anew(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The turn files that are read from their first byte on."""
    read: list[str] = []
    real = CampaignFolder.read

    def noted(self: CampaignFolder, path: Path) -> object:
        read.append(path.name)
        return real(self, path)

    monkeypatch.setattr(CampaignFolder, "read", noted)
    return read


@pytest.mark.parametrize(
    "act",
    [
        lambda desk: desk.do(["red spend 1"]),
        lambda desk: desk.do(["red hire otto", "red dismiss otto", "blue fight", "blue off"]),
        lambda desk: (desk.do(["red spend 1"]), desk.undo()),
        lambda desk: (desk.do(["red hire otto"]), desk.undo(), desk.redo()),
    ],
    ids=["an order", "orders together", "an undo", "a redo"],
)
def test_only_what_came_is_read(tmp_path: Path, anew: list[str], act: Callable[[Desk], object]) -> None:
    first = at_deeds(tmp_path)
    second = Desk.open(first.folder)
    act(first)
    anew.clear()
    assert second.refresh()
    assert anew == []
    assert second.campaign == first.campaign and second.entries() == first.entries()
    assert second.last_entries == first.last_entries
    assert [entry.n for entry in second.would_undo()] == [entry.n for entry in first.would_undo()]
    assert not second.refresh()
    second.do(["blue spend 1"])
    assert first.refresh() and same(first.folder, first) and doctor.examine(first.folder) == ()


def test_who_writes_takes_over_what_came_and_looks_at_every_seal(tmp_path: Path, anew: list[str]) -> None:
    first = at_deeds(tmp_path)
    second = Desk.open(first.folder)
    first.do(["red spend 1"])
    anew.clear()
    with pytest.raises(Stale, match=r"'solo' came first \(entry 8\)"):
        second.do(["blue spend 1"])
    second.do(["blue spend 1"])
    assert anew == [] and same(first.folder, second)
    # The edit hides behind an order: the file has grown, so its time says nothing.
    path = files(first.folder)[-1]
    path.write_bytes(path.read_bytes().replace(b'why = "spent"', b'why = "given"', 1))
    _appended(path, second)
    with pytest.raises(Stale):
        first.do(["blue spend 1"])
    assert "entry 8 was edited by hand" in first.warnings[0]
    with pytest.raises(Edited, match="edited by hand"):
        first.do(["blue spend 1"])


def _appended(path: Path, desk: Desk) -> None:
    """An entry comes from a writer that has not looked behind."""
    desk._stamp = desk._files.stamp(desk._head, desk._files.moment())
    desk.do(["red spend 1"])


def test_a_turn_that_another_began_is_read_from_its_own_file(tmp_path: Path, anew: list[str]) -> None:
    first = at_deeds(tmp_path)
    second = Desk.open(first.folder)
    first.do(["red spend 1", "red done"])
    anew.clear()
    assert second.refresh()
    assert anew == [files(first.folder)[-1].name]
    assert second.campaign == first.campaign


@pytest.mark.parametrize(
    "harm",
    [
        lambda path: path.write_bytes(path.read_bytes()[:-5]),
        lambda path: path.write_bytes(path.read_bytes() + b"\n[[entry]]\nn = 9\n"),
        lambda path: path.write_bytes(path.read_bytes().replace(b'"red spend 1"', b'"red spend 2"')),
        lambda path: path.write_bytes(path.read_bytes() + b"remark = 1\n"),
    ],
    ids=["torn", "half an entry behind it", "edited", "a line behind it"],
)
def test_anything_unexpected_is_read_anew_and_told(tmp_path: Path, harm: Callable[[Path], object]) -> None:
    first = at_deeds(tmp_path)
    second = Desk.open(first.folder)
    first.do(["red spend 1"])
    harm(files(first.folder)[-1])
    second.refresh()
    found = Desk.open(first.folder)
    assert second.warnings == found.warnings != ()
    assert second.campaign == found.campaign and second.entries() == found.entries()


def test_what_a_seat_sealed_itself_is_known_after_another_has_written(tmp_path: Path) -> None:
    folder = begin(tmp_path, seats=2)
    red, again, blue = Desk.open(folder, "red"), Desk.open(folder, "red"), Desk.open(folder, "blue")
    red.do(["red bid 3"])
    assert again.refresh() and blue.refresh()
    assert again.reckoned == red.reckoned == Desk.open(folder, "red").reckoned
    assert blue.campaign == Desk.open(folder, "blue").campaign
