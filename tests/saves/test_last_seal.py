"""A journal that was cut at an entry's boundary, or edited and sealed anew, is noticed by who knew what stood there."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from saves import doctor, last_seal, seals
from saves.desk import Desk
from saves.errors import Misuse, Newer, Rewritten, UnreadableFile
from saves.last_seal import KeptSeals, Known
from saves.store import CampaignFolder
from tests.saves.desks import at_deeds, begin, files, same, snapshot, two_turns


def _cut(path: Path, entries: int = 1) -> bytes:
    """The file without its last entries; what it held before."""
    whole = path.read_bytes()
    path.write_bytes(whole[: seals.scan(whole).blocks[-entries].at])
    return whole


def _sealed_anew(path: Path) -> bytes:
    """The last entry says something else, and its seal fits; what the file held before."""
    whole = path.read_bytes()
    scan = seals.scan(whole)
    last = scan.blocks[-1]
    body = last.body.replace(b'why = "spent"', b'why = "given"')
    assert body != last.body
    data, _ = seals.sealed(scan.blocks[-2].carries, body)
    path.write_bytes(whole[: last.at] + data)
    return whole


@pytest.mark.parametrize("harm", [_cut, _sealed_anew], ids=["cut", "sealed anew"])
def test_who_has_it_open_is_told_and_writes_nothing_until_it_is_put_back(
    tmp_path: Path, harm: Callable[[Path], bytes]
) -> None:
    desk = at_deeds(tmp_path)
    desk.do(["red spend 1"])
    path = files(desk.folder)[-1]
    whole = harm(path)
    assert desk.refresh()
    assert "entry 8, which was known here, is not in the journal any more" in desk.lost
    assert desk.warnings == (desk.lost,)
    before = snapshot(desk.folder)
    acts: list[Callable[[], object]] = [lambda: desk.do(["blue spend 1"], newest=True), desk.undo, desk.redo]
    for act in (lambda: desk.do(["blue spend 1"]), *acts):
        with pytest.raises(Rewritten, match="entry 8, which was known here"):
            act()
    assert snapshot(desk.folder) == before
    path.write_bytes(whole)
    assert desk.refresh() and not desk.lost and not desk.warnings
    assert desk.do(["blue spend 1"]).entries[0].n == 9
    assert doctor.examine(desk.folder) == (), "the note says nothing where nothing is missed"


@pytest.mark.parametrize("harm", [_cut, _sealed_anew], ids=["cut", "sealed anew"])
def test_who_writes_without_having_looked_is_told_as_well(tmp_path: Path, harm: Callable[[Path], bytes]) -> None:
    desk = at_deeds(tmp_path)
    desk.do(["red spend 1"])
    harm(files(desk.folder)[-1])
    with pytest.raises(Rewritten):
        desk.do(["blue spend 1"])


def test_another_entry_in_the_place_of_the_one_that_was_cut_is_noticed(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    desk.do(["red spend 1"])
    _cut(files(desk.folder)[-1])
    fresh = Desk.open(desk.folder)
    assert fresh.lost == "", "who comes in new has known nothing"
    fresh.do(["red spend 2"])
    fresh.do(["blue spend 1"])
    assert desk.refresh() and desk.lost


def test_the_doctor_finds_it_and_takes_the_journal_as_it_stands_with_a_reason(tmp_path: Path) -> None:
    desk, other = at_deeds(tmp_path), Desk.open(tmp_path / "feud")
    with pytest.raises(Misuse, match="nothing is missed"):
        doctor.accept(desk.folder, "no reason")
    desk.do(["red spend 1"])
    other.refresh()
    desk.do(["red spend 1"])
    _cut(files(desk.folder)[-1], 2)
    assert desk.refresh() and desk.lost and other.refresh() and other.lost
    [finding] = doctor.examine(desk.folder)
    assert (finding.table, finding.key) == ("entry", "9") and "'--accept REASON'" in finding.problem
    assert doctor.accept(desk.folder, "the evening did not count") == (
        "1500-1-spring: the journal is taken as it stands, without entry 9",
    )
    assert doctor.examine(desk.folder) == ()
    # Also for who knew less: the correction takes the journal without all of it.
    for one in (desk, other):
        assert one.refresh() and one.lost == "" and one.warnings == ()
        assert [correction.because for correction in one.corrections] == ["the evening did not count"]
    assert desk.corrections[0].lost[0][0] == 9
    assert desk.do(["blue spend 1"]).entries[0].n == 8
    assert other.refresh() and same(desk.folder, other)
    assert doctor.examine(desk.folder) == ()


def test_what_is_cut_after_the_doctor_came_is_noticed_again(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    desk.do(["red spend 1"])
    _cut(files(desk.folder)[-1])
    desk.refresh()
    doctor.accept(desk.folder, "once")
    desk.refresh()
    desk.do(["red spend 1"])
    desk.do(["red spend 1"])
    _cut(files(desk.folder)[-1])
    assert desk.refresh() and "entry 9" in desk.lost


def test_a_turns_file_that_is_gone_or_older_than_the_one_known_is_noticed(tmp_path: Path) -> None:
    desk = two_turns(tmp_path)
    newest = files(desk.folder)[-1]
    kept = newest.read_bytes()
    newest.unlink()
    assert desk.refresh() and newest.name in desk.lost
    newest.write_bytes(kept)
    assert desk.refresh() and not desk.lost


def test_a_turn_that_goes_on_from_another_end_is_noticed(tmp_path: Path) -> None:
    """The file that was known still holds its entry, but the one after it was made from a copy that was cut."""
    desk = at_deeds(tmp_path)
    desk.do(["red spend 1"])
    path = files(desk.folder)[-1]
    whole = _cut(path)
    Desk.open(desk.folder).do(["red done"])
    path.write_bytes(whole)
    assert desk.refresh() and "entry 8" in desk.lost


@pytest.mark.parametrize(
    "act",
    [
        lambda desk: desk.undo(to=9),
        lambda desk: desk.do(["red bid 1", "blue bid 1", "red done"]),
        lambda desk: (desk.undo(), desk.redo(), desk.undo(), desk.undo()),
    ],
    ids=["undo past a turn's start", "a new turn", "to and fro"],
)
def test_what_the_program_does_by_itself_is_no_loss(tmp_path: Path, act: Callable[[Desk], object]) -> None:
    first = two_turns(tmp_path)
    second = Desk.open(first.folder)
    act(first)
    assert second.refresh() and second.lost == "" == first.lost
    second.do(["red bid 1"] if second.campaign.progress.step == "court.bids" else ["red spend 1"])
    assert first.refresh() and first.lost == ""
    assert not (first.folder / last_seal.MISSED).exists()


def test_a_hand_edit_of_the_last_entry_is_told_as_one(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    desk.do(["red spend 1"])
    path = files(desk.folder)[-1]
    path.write_bytes(path.read_bytes().replace(b'why = "spent"', b'why = "given"'))
    assert desk.refresh() and desk.lost == "" and "edited by hand" in desk.warnings[0]
    doctor.accept(desk.folder, "another word")
    assert desk.refresh() and desk.lost == "" and desk.warnings == ()
    assert desk.do(["red spend 1"]).entries


# ---------------------------------------------------------------- what a server keeps


def _kept(folder: Path, kept: KeptSeals) -> Desk:
    return Desk(CampaignFolder(folder, kept))


@pytest.mark.parametrize("harm", [_cut, _sealed_anew], ids=["cut", "sealed anew"])
def test_a_server_notices_as_it_opens_a_campaign(tmp_path: Path, harm: Callable[[Path], bytes]) -> None:
    folder, kept = begin(tmp_path), KeptSeals(tmp_path / "server" / "seals")
    desk = _kept(folder, kept)
    desk.do(["red bid 1", "blue bid 2"])
    desk.do(["red spend 1"])
    [path] = kept.folder.iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert kept.read(desk._files.identity.id) == Known(8, desk._head.seal, files(folder)[-1].name)
    whole = harm(files(folder)[-1])
    found = _kept(folder, kept)
    assert "entry 8, which was known here" in found.lost and found.warnings == (found.lost,)
    with pytest.raises(Rewritten):
        found.do(["blue spend 1"])
    assert kept.read(desk._files.identity.id) == Known(8, desk._head.seal, files(folder)[-1].name)
    doctor.accept(folder, "from a copy")
    found = _kept(folder, kept)
    assert found.lost == ""
    found.do(["blue spend 1"])
    assert _kept(folder, kept).lost == ""
    files(folder)[-1].write_bytes(whole)
    assert _kept(folder, kept).lost, "and the old file in its place is none that was known last"


def test_who_wrote_past_the_server_has_taken_nothing_away(tmp_path: Path) -> None:
    folder, kept = begin(tmp_path), KeptSeals(tmp_path / "seals")
    _kept(folder, kept).do(["red bid 1", "blue bid 2"])
    host = Desk.open(folder)
    host.do(["red done"])
    host.undo()
    found = _kept(folder, kept)
    assert found.lost == "" and found.do(["red spend 1"]).entries


@pytest.mark.parametrize("data", [b"", b"n = 1\n", b"\xff", b'n = -1\nseal = "x"\nfile = "../../x"\n', b"n = " * 5000])
def test_a_kept_seal_that_cannot_be_read_is_none_and_written_anew(tmp_path: Path, data: bytes) -> None:
    folder, kept = begin(tmp_path), KeptSeals(tmp_path / "seals")
    desk = _kept(folder, kept)
    desk.do(["red bid 1", "blue bid 2"])
    [path] = kept.folder.iterdir()
    path.write_bytes(data)
    found = _kept(folder, kept)
    assert found.lost == ""
    found.do(["red spend 1"])
    known = kept.read(found._files.identity.id)
    assert known is not None and known.n == 8


def test_a_seal_that_cannot_be_kept_takes_no_order_back(tmp_path: Path) -> None:
    (tmp_path / "seals").write_text("no folder")
    desk = _kept(begin(tmp_path), KeptSeals(tmp_path / "seals"))
    assert desk.do(["red bid 1", "blue bid 2"]).entries
    assert same(desk.folder, desk)


def test_an_id_that_is_a_path_leads_nowhere(tmp_path: Path) -> None:
    kept = KeptSeals(tmp_path / "seals")
    known = Known(1, "0" * 64, "0001-1500-1-spring.toml")
    kept.keep("../../evil", known)
    assert kept.read("../../evil") == known
    assert [path.parent for path in kept.folder.iterdir()] == [tmp_path / "seals"]


@pytest.mark.parametrize("data", [b"", b"n = 99\n", os.urandom(200), b'n = 99\nseal = "\x1b[2J"\nfile = "x"\n'])
def test_a_note_of_something_missed_that_cannot_be_read_says_nothing(tmp_path: Path, data: bytes) -> None:
    desk = at_deeds(tmp_path)
    (desk.folder / last_seal.MISSED).write_bytes(data)
    assert doctor.examine(desk.folder) == ()
    assert desk.do(["red spend 1"]).entries


# ---------------------------------------------------------------- a newer program


def test_who_meets_a_newer_format_is_told_to_come_in_again_and_writes_nothing(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    other = Desk.open(desk.folder)
    other.do(["red done"])
    path = files(desk.folder)[-1]
    path.write_bytes(b"format = 99\n" + b"whatever a newer program writes\n")
    shown, before = desk.campaign, snapshot(desk.folder)
    for act in (desk.refresh, lambda: desk.do(["red spend 1"]), desk.undo):
        with pytest.raises(Newer, match=r"format 99 by a newer program.*Leave and come in again"):
            act()
    assert desk.campaign == shown and desk.entries() and snapshot(desk.folder) == before
    with pytest.raises(UnreadableFile, match="by a newer program; this one reads up to") as refused:
        Desk.open(desk.folder)
    assert "come in again" not in str(refused.value)
