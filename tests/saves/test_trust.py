"""Nothing that was changed behind the program's back is believed in silence: older turn files, sealed texts, the card
of a campaign."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from saves import disk, doctor, library, seals, secret
from saves.desk import Desk
from saves.errors import Edited, Unsure
from saves.store import CARD
from tests.saves.desks import at_deeds, begin, files, same, snapshot, two_turns


def _forge(path: Path) -> None:
    """The entry that spent 2 of blue's 8 gold is made to have begun with 88, so that an undo would put back 88."""
    text = path.read_bytes()
    [old] = [line for line in text.split(b"\n") if b"powers.blue.gold" in line and b"spent" in line]
    was = old.index(b"was = ")
    new = old[:was] + b"was = 88" + old[old.index(b",", was) :]
    path.write_bytes(text.replace(old, new))


def _sealed_anew(path: Path) -> None:
    """Every seal of the file made to fit what stands in it now: only the next file shows the forgery."""
    scan = seals.scan(path.read_bytes())
    data, seal = b"", ""
    for at, block in enumerate(scan.blocks):
        above = scan.opening if at == 0 else b""
        part, seal = seals.sealed(seal, block.body, above)
        data += above + part
    path.write_bytes(data)


@pytest.mark.parametrize("sealed", [False, True], ids=["seals left", "sealed anew"])
def test_an_older_file_that_was_changed_is_not_undone_from(tmp_path: Path, sealed: bool) -> None:
    folder = two_turns(tmp_path).folder
    first = files(folder)[0]
    _forge(first)
    if sealed:
        _sealed_anew(first)
    desk = Desk.open(folder)
    before = snapshot(folder)
    with pytest.raises(Edited, match=first.name) as refused:
        desk.undo(to=9)
    assert "nothing that stands in it is put back" in str(refused.value)
    assert ("edited by hand" in str(refused.value)) is not sealed
    assert snapshot(folder) == before and desk.campaign == Desk.open(folder).campaign
    with pytest.raises(Edited, match=first.name):
        desk.undo(to=9)
    assert desk.do(["red bid 1"]).entries, "play goes on"


def test_what_is_as_it_was_sealed_can_be_undone_far_back(tmp_path: Path) -> None:
    desk = Desk.open(two_turns(tmp_path).folder)
    desk.undo(to=9)
    assert desk.campaign.progress.turn == 1
    assert same(desk.folder, desk)


@pytest.mark.parametrize("sealed", [False, True], ids=["seals left", "sealed anew"])
def test_the_journal_says_which_older_file_is_not_to_be_believed(tmp_path: Path, sealed: bool) -> None:
    folder = two_turns(tmp_path).folder
    first, second, _ = files(folder)
    assert not any(record.doubt for record in Desk.open(folder).records("all"))
    first.write_bytes(first.read_bytes().replace(b'why = "spent"', b'why = "given"', 1))
    if sealed:
        _sealed_anew(first)
    desk = Desk.open(folder)
    said: list[str] = []
    desk.heard = said.append
    shown = desk.records("all")
    assert [bool(record.doubt) for record in shown] == [True, False, False]
    assert first.name in shown[0].doubt
    desk.entries("all")
    assert said == [shown[0].doubt], "once is enough"
    # A file whose own opening was changed vouches for nothing before it.
    second.write_bytes(second.read_bytes().replace(b'title = "', b'title = "Other ', 1))
    doubts = [record.doubt for record in Desk.open(folder).records("all")]
    assert [bool(doubt) for doubt in doubts] == [True, True, False]
    assert "the opening was edited by hand" in doubts[1]


def test_an_accepted_edit_of_an_older_file_may_be_undone_from(tmp_path: Path) -> None:
    folder = two_turns(tmp_path).folder
    first = files(folder)[0]
    text = first.read_bytes()
    first.write_bytes(text.replace(b'why = "spent"', b'why = "given"', 1))
    with pytest.raises(Edited):
        Desk.open(folder).undo(to=9)
    doctor.accept(folder, "another word")
    desk = Desk.open(folder)
    assert not any(record.doubt for record in desk.records("all"))
    desk.undo(to=9)
    assert desk.campaign.progress.turn == 1


@pytest.mark.parametrize("sealed", [False, True], ids=["seals left", "sealed anew"])
def test_nothing_branches_from_an_opening_that_was_changed(tmp_path: Path, sealed: bool) -> None:
    folder = two_turns(tmp_path).folder
    _, second, third = files(folder)
    text = second.read_bytes()
    second.write_bytes(text.replace(b"gold = ", b"gold = 9", 1))
    if sealed:
        _sealed_anew(second)
    with pytest.raises(Edited, match=second.name):
        library.branch(folder, second.name, "other", at=tmp_path)
    assert not (tmp_path / "other").exists()
    library.branch(folder, third.name, "other", at=tmp_path)
    assert (tmp_path / "other" / CARD).exists()


def test_a_turn_file_from_elsewhere_is_checked_by_its_own_seals(tmp_path: Path) -> None:
    folder = two_turns(tmp_path).folder
    loose = tmp_path / "0002-loose.toml"
    loose.write_bytes(files(folder)[1].read_bytes())
    library.branch(folder, str(loose), "fine", at=tmp_path)
    loose.write_bytes(loose.read_bytes().replace(b"gold = ", b"gold = 9", 1))
    with pytest.raises(Edited, match="edited by hand"):
        library.branch(folder, str(loose), "forged", at=tmp_path)


# ---------------------------------------------------------------- what is told as a campaign is opened


def _flipped(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"bid 3", b"bid 2"))


@pytest.mark.parametrize("harm", [_flipped, Path.unlink], ids=["a flipped byte", "the file gone"])
def test_a_sealed_text_that_can_no_longer_be_opened_is_told_to_its_seat(
    tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    folder = begin(tmp_path, seats=2)
    Desk.open(folder, "red").do(["red bid 3"])
    assert Desk.open(folder, "red").warnings == ()
    harm(secret.seat_file(folder, "red"))
    [told] = Desk.open(folder, "red").warnings
    assert "cannot be opened" in told and "seats/red.toml" in told and "bid" not in told
    assert Desk.open(folder, "blue").warnings == (), "the other seat's machine need not have that file"
    again = Desk.open(folder, "red")
    again.undo()
    again.do(["red bid 1"])
    assert Desk.open(folder, "red").warnings == ()


def test_seats_changed_in_the_card_are_told_and_do_not_count(tmp_path: Path) -> None:
    folder = begin(tmp_path, seats=2)
    card = folder / CARD
    card.write_text(card.read_text().replace('blue = "blue"', 'blue = "red"'))
    desk = Desk.open(folder, "blue")
    [told] = desk.warnings
    assert "blue is red there" in told and "the journal, which counts, says blue" in told
    assert desk.seats == ("red", "blue")
    assert desk.do(["blue bid 1"]).entries


# ---------------------------------------------------------------- a maker that was killed


def test_what_a_killed_maker_left_is_swept_away_by_the_next(tmp_path: Path) -> None:
    child = os.fork()
    if child == 0:
        real = disk.write_new

        def killed(path: Path, data: bytes, mode: int = 0o666) -> None:
            real(path, data, mode)
            if path.name == secret.SECRET:
                os.kill(os.getpid(), 9)

        disk.write_new = killed
        begin(tmp_path, "lost")
        os._exit(0)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == 9
    [left] = tmp_path.glob(".lost.new-*")
    assert (left / secret.SECRET).exists()
    bystander = tmp_path / ".my.new-folder"
    bystander.mkdir()
    begin(tmp_path, "found")
    assert not left.exists() and bystander.exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == [".my.new-folder", "found", "hidden"]


def test_what_a_living_maker_holds_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = library._settle
    seen: list[str] = []

    def meanwhile(*given: object) -> None:
        monkeypatch.setattr(library, "_settle", real)
        begin(tmp_path, "second")
        seen.extend(path.name for path in tmp_path.glob(".first.new-*"))
        real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(library, "_settle", meanwhile)
    begin(tmp_path, "first")
    assert len(seen) == 1
    assert (tmp_path / "first" / CARD).exists() and (tmp_path / "second" / CARD).exists()


# ---------------------------------------------------------------- a disk on which nothing works


@pytest.mark.parametrize("lines", [["red spend 1"], ["red spend 1", "red done", "red spend 1"]])
def test_where_taking_back_fails_too_nobody_says_that_nothing_was_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: list[str]
) -> None:
    desk = at_deeds(tmp_path)
    whole = files(desk.folder)[-1]
    real = os.fsync

    def fsync(handle: int) -> None:
        if os.path.samestat(os.fstat(handle), whole.stat()):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        real(handle)

    def ftruncate(handle: int, size: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fsync)
        patch.setattr(os, "ftruncate", ftruncate)
        with pytest.raises(Unsure) as failed:
            desk.do(lines)
    assert "nothing was changed" not in str(failed.value) and "open the campaign again" in str(failed.value)
    # Here all bytes had arrived: the next opening shows the orders, and so does the desk that gave them.
    again = Desk.open(desk.folder)
    assert not again.warnings
    desk.refresh()
    assert desk.campaign == again.campaign
    assert again.do(["blue spend 1"]).entries
    assert doctor.examine(desk.folder) == ()
