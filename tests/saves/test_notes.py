"""Notes: on an entry or a turn, a seat's own, kept whatever is undone; a broken file is told and hides nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves import checking, doctor, library, notes
from saves.desk import Desk
from saves.errors import Misuse, NotFound
from tests.saves.desks import at_deeds, begin, snapshot, two_turns


def test_a_note_is_written_changed_and_emptied(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    desk.note(6, "why so much?")
    desk.note("1500-1-spring", "the first spring\nwas wet")
    again = Desk.open(desk.folder)
    assert (again.notes.on(6), again.notes.on("1500-1-spring")) == ("why so much?", "the first spring\nwas wet")
    again.note(6, "because of the wedding")
    assert desk.notes.entries == {6: "because of the wedding"}
    again.note(6, "  \n ")
    assert desk.notes.entries == {} and desk.notes.on(6) == ""
    path = desk.folder / "notes/solo.toml"
    assert path.stat().st_mode & 0o777 == 0o600 and path.parent.stat().st_mode & 0o777 == 0o700
    assert doctor.examine(desk.folder) == () and checking.check(desk.folder) == []


def test_notes_touch_neither_journal_nor_state(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    before = snapshot(desk.folder)
    desk.note(6, "why?")
    after = snapshot(desk.folder)
    assert after.pop("notes/solo.toml") and after == before


def test_control_characters_go_and_a_page_is_refused_with_the_limits(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    desk.note(6, "\x1b[31mred\x07\tand \u202eback  \r\n\r\n  second\x00 line\n\n")
    assert desk.notes.on(6) == "[31mred and back\n\n  second line"
    for page in ("x" * 1_001, "line\n" * 13):
        with pytest.raises(Misuse, match=r"at most 1,000 signs and 12 lines.*shorten it; nothing was written"):
            desk.note(6, page)
    assert desk.notes.on(6).startswith("[31mred")


@pytest.mark.parametrize(("address", "said"), [(0, "no entry 0"), (99, "the last one is"), ("1999-1-spring", "played")])
def test_a_note_stands_on_what_there_is(tmp_path: Path, address: int | str, said: str) -> None:
    desk = at_deeds(tmp_path)
    with pytest.raises(NotFound, match=said):
        desk.note(address, "x")
    assert not (desk.folder / "notes").exists()


def test_each_seat_reads_its_own_and_the_table_writes_none(tmp_path: Path) -> None:
    folder = begin(tmp_path, seats=2)
    red, blue, table = Desk.open(folder, "red"), Desk.open(folder, "blue"), Desk.open(folder)
    red.note(1, "a plan")
    assert (red.notes.on(1), blue.notes.on(1), table.notes.on(1)) == ("a plan", "", "")
    with pytest.raises(Misuse, match="sit down at red or blue"):
        table.note(1, "x")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "holds no notes"),
        (b'kind = "notes"\nformat = 1\n[entries]\n6 = 7\n', "'6' is no entry with a text"),
        (b'kind = "notes"\nformat = 1\n[entries]\nsix = "x"\n', "'six' is no entry"),
        (b'kind = "notes"\nformat = 9\n', "newer format"),
        (b'kind = "notes"\n[entries', "end of a table"),
        (b"\xff", "UTF-8"),
        (b"x" * 1_000_001, "too many"),
    ],
)
def test_a_broken_file_is_told_hides_nothing_and_is_set_aside_by_the_next_note(
    tmp_path: Path, data: bytes, said: str
) -> None:
    desk = at_deeds(tmp_path)
    desk.note(6, "why?")
    path = desk.folder / "notes/solo.toml"
    path.write_bytes(data)
    again = Desk.open(desk.folder)
    assert again.campaign == desk.campaign
    assert said in again.notes.problem and again.notes.on(6) == ""
    assert any(said in finding.problem for finding in doctor.examine(desk.folder))
    assert any(said in finding.problem for finding in checking.check(desk.folder))
    assert "set aside as notes/solo.toml.broken-1" in again.note(6, "once more")
    assert path.with_name("solo.toml.broken-1").read_bytes() == data
    assert Desk.open(desk.folder).notes.on(6) == "once more"


def test_the_doctor_names_notes_on_what_there_is_not(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    folder = desk.folder / "notes"
    folder.mkdir()
    long = "x" * 1_001
    (folder / "solo.toml").write_text('format = 1\nkind = "notes"\n[turns]\n1700-1-spring = "x"\n[entries]\n99 = "x"\n')
    assert [(one.file, one.table, one.key) for one in doctor.examine(desk.folder)] == [
        ("notes/solo.toml", "entries", "99"),
        ("notes/solo.toml", "turns", "1700-1-spring"),
    ]
    (folder / "solo.toml").write_text(f'format = 1\nkind = "notes"\n[entries]\n3 = "{long}"\n')
    assert [one.problem for one in doctor.examine(desk.folder)] == [
        "a note has at most 1,000 signs and 12 lines, this one has 1,001 and 1"
    ]


def test_notes_survive_undo_and_redo_and_a_branch_takes_its_turns_along(tmp_path: Path) -> None:
    desk = two_turns(tmp_path)
    desk.note(8, "hired him")
    desk.note("1500-1-spring", "first")
    desk.note("1500-2-fall", "second")
    kept = desk.notes
    desk.undo(to=7)
    assert desk.notes == kept
    desk.redo()
    assert desk.notes == kept
    branched = Desk.open(library.branch(desk.folder, "1500-2-fall", "other", at=tmp_path))
    assert branched.notes == notes.Notes(turns={"1500-2-fall": "second"})
    assert doctor.examine(branched.folder) == ()


def test_the_notes_are_full_some_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = at_deeds(tmp_path)
    desk.note(5, "x" * 900)
    monkeypatch.setattr(notes, "_LIMIT", 1_500)
    with pytest.raises(Misuse, match=r"are full .*empty one first; nothing was written"):
        desk.note(6, "y" * 900)
    assert desk.notes.on(5) and not desk.notes.on(6)
