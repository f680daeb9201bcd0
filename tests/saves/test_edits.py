"""Hand edits: found by the seals, named by turn and number, taken as they are only with a reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves import audit, checking, doctor
from saves.desk import Desk
from saves.errors import Edited, Misuse, SavesError, UnreadableFile
from tests.saves.desks import at_deeds, files, same, snapshot, two_turns
from tests.whole import whole


def _edit(path: Path, old: str, new: str, count: int = 1) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, count))


def _played(tmp_path: Path) -> Desk:
    desk = at_deeds(tmp_path)
    for line in ("red spend 1", "blue spend 2", "red hire otto"):
        desk.do([line])
    return desk


def test_every_changed_byte_of_the_journal_is_noticed(tmp_path: Path) -> None:
    desk = _played(tmp_path)
    path = files(desk.folder)[-1]
    whole = path.read_bytes()
    for at in range(0, len(whole), 23):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        try:
            found = Desk.open(desk.folder)
        except SavesError:
            continue
        assert found.warnings, at


def test_an_edited_entry_is_named_shown_and_not_built_upon(tmp_path: Path) -> None:
    desk = _played(tmp_path)
    path = files(desk.folder)[-1]
    _edit(path, 'at = "powers.blue.fame", was = 0, now = 2', 'at = "powers.blue.fame", was = 0, now = 9')
    before = snapshot(desk.folder)
    found = Desk.open(desk.folder)
    assert found.warnings == ("1500-1-spring: entry 9 was edited by hand; 'doctor --accept' makes it a correction",)
    assert whole(found).powers["blue"].fame == 9
    with pytest.raises(Edited, match="1500-1-spring: entry 9 was edited by hand"):
        found.do(["red spend 1"])
    with pytest.raises(Edited):
        found.undo()
    assert snapshot(desk.folder) == before
    assert [(finding.table, finding.key) for finding in doctor.examine(desk.folder)] == [("entry", "9")]
    assert [(finding.table, finding.key) for finding in checking.check(path)] == [("entry", "9")]


def test_a_step_that_the_game_does_not_know_is_named_with_the_nearest(tmp_path: Path) -> None:
    desk = _played(tmp_path)
    path = files(desk.folder)[-1]
    text = path.read_text()
    last = text[text.rindex('at = "progress.step"') :].split('now = "')[1].split('"')[0]
    path.write_text(f'now = "{last}x"'.join(text.rsplit(f'now = "{last}"', 1)))
    with pytest.raises(UnreadableFile, match=f"no step '{last}x'; nearest is '{last}'"):
        Desk.open(desk.folder)


def test_an_accepted_edit_is_taken_exactly_as_it_was_found(tmp_path: Path) -> None:
    desk = _played(tmp_path)
    path = files(desk.folder)[-1]
    _edit(path, 'at = "powers.blue.fame", was = 0, now = 2', 'at = "powers.blue.fame", was = 0, now = 9')
    assert doctor.accept(desk.folder, "Blue's fame was miscounted at the table") == (
        "1500-1-spring: entry 9 is taken as it stands",
    )
    found = Desk.open(desk.folder)
    assert found.warnings == ()
    assert [correction.because for correction in found.corrections] == ["Blue's fame was miscounted at the table"]
    assert doctor.examine(desk.folder) == ()
    assert found.do(["red spend 1"]).entries[0].n == 11
    assert whole(found).powers["blue"].fame == 9
    assert same(desk.folder, found)
    assert [(difference.n, difference.kind) for difference in audit.audit(desk.folder).differences] == [(9, "differs")]
    with pytest.raises(Misuse, match="nothing was edited"):
        doctor.accept(desk.folder, "again")
    with pytest.raises(Misuse, match="needs its reason"):
        doctor.accept(desk.folder, "  ")
    # Another edit of the same entry is not the one that was accepted.
    _edit(path, "now = 9", "now = 8")
    assert "entry 9 was edited" in Desk.open(desk.folder).warnings[0]


def test_edits_of_several_entries_are_all_named(tmp_path: Path) -> None:
    desk = _played(tmp_path)
    path = files(desk.folder)[-1]
    _edit(path, 'why = "spent"', 'why = "given"', 4)
    assert "entry 8, entry 9 were edited by hand" in Desk.open(desk.folder).warnings[0]
    assert len(doctor.accept(desk.folder, "another word")) == 2
    assert Desk.open(desk.folder).warnings == ()


def test_an_edit_that_no_longer_fits_together_is_refused_with_the_place(tmp_path: Path) -> None:
    desk = _played(tmp_path)
    path = files(desk.folder)[-1]
    desk.do(["blue spend 1"])
    _edit(path, 'at = "powers.blue.fame", was = 0, now = 2', 'at = "powers.blue.fame", was = 0, now = 9')
    told = r"entry 9 was edited by hand, and the journal no longer fits together: entry 11: powers.blue.fame"
    with pytest.raises(Edited, match=told):
        Desk.open(desk.folder)
    with pytest.raises(Edited, match=told):
        doctor.accept(desk.folder, "no")
    _edit(path, 'at = "powers.blue.fame", was = 2, now = 3', 'at = "powers.blue.fame", was = 9, now = 10')
    assert whole(Desk.open(desk.folder)).powers["blue"].fame == 10


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('now = 2, why = "spent"', 'now = "two", why = "spent"', "stands where a whole number is wanted"),
        ('now = 2, why = "spent"', 'now = [[[2]]], why = "spent"', "stands where a whole number is wanted"),
        ('at = "powers.blue.fame"', 'at = "powers.green.fame"', "no 'green'"),
        ('order = "blue spend 2"', "order = 17", "another type"),
        ('order = "blue spend 2"', "order = {", "entry 9"),
        ('order = "blue spend 2"', 'ordre = "blue spend 2"', "'order' is missing"),
        ("n = 9\n", "n = 5\n", "comes after entry"),
        ("n = 9\n", "", "'n' is missing"),
    ],
)
def test_an_edit_of_another_shape_is_a_message(tmp_path: Path, old: str, new: str, told: str) -> None:
    desk = _played(tmp_path)
    _edit(files(desk.folder)[-1], old, new)
    with pytest.raises(Edited, match=told):
        Desk.open(desk.folder)


def test_an_edited_opening_is_named_and_can_be_accepted(tmp_path: Path) -> None:
    desk = two_turns(tmp_path)
    path = files(desk.folder)[-1]
    _edit(path, 'kunz = {power = "blue", kind = "archer"', 'kunz = {power = "blue", kind = "knight"')
    assert "the opening was edited by hand" in Desk.open(desk.folder).warnings[0]
    assert doctor.accept(desk.folder, "he was knighted") == ("1501-1-spring: the opening is taken as it stands",)
    found = Desk.open(desk.folder)
    assert whole(found).men["kunz"].kind == "knight"
    # It is taken, and the doctor still says that it does not follow from the turn before.
    [finding] = doctor.examine(desk.folder)
    assert "differs from where the file before it ends, in men" in finding.problem


def test_an_edit_of_a_turn_long_past_is_found_and_does_not_stop_the_play(tmp_path: Path) -> None:
    desk = two_turns(tmp_path)
    first = files(desk.folder)[0]
    _edit(first, 'why = "spent"', 'why = "given"')
    found = Desk.open(desk.folder)
    assert found.warnings == ()
    found.do(["red bid 1"])
    assert [(finding.file, finding.key) for finding in doctor.examine(desk.folder)] == [(first.name, "9")]
    doctor.accept(desk.folder, "another word")
    assert doctor.examine(desk.folder) == ()
    assert [entry.n for entry in found.entries("all")] == [*range(1, 28)]


def test_a_lost_entry_a_lost_file_and_a_foreign_file_are_found(tmp_path: Path) -> None:
    desk = two_turns(tmp_path)
    first, second, _ = files(desk.folder)
    whole = first.read_bytes()
    last = whole.rindex(b"\n[[entry]]\n")
    first.write_bytes(whole[:last])
    told = [finding.problem for finding in doctor.examine(desk.folder)]
    assert any("entries were added or lost" in problem for problem in told)
    middle = whole.index(b"\n[[entry]]\nn = 9"), whole.index(b"\n[[entry]]\nn = 10")
    first.write_bytes(whole[: middle[0]] + whole[middle[1] :])
    assert any(
        "edited by hand" in finding.problem or "entry 11" in finding.problem for finding in doctor.examine(desk.folder)
    )
    first.write_bytes(whole)
    assert doctor.examine(desk.folder) == ()
    second.unlink()
    assert any(finding.key == "previous" for finding in doctor.examine(desk.folder))


def test_dice_are_checked_against_the_secret(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    face = desk.do(["blue fight"]).entries[1].rolls[0].face
    path = files(desk.folder)[-1]
    _edit(path, f'duel/0/1", {face}, 10', f'duel/0/1", {face % 10 + 1}, 10')
    assert any("the campaign's secret gives" in finding.problem for finding in doctor.examine(desk.folder))
    secret = desk.folder / "secret"
    assert secret.stat().st_mode & 0o777 == 0o600
    secret.chmod(0o644)
    assert any("read by others" in finding.problem for finding in doctor.examine(desk.folder))
    secret.write_text("00" * 32)
    assert any("not the secret whose commitment" in finding.problem for finding in doctor.examine(desk.folder))
    secret.unlink()
    assert any("no die can be rolled" in finding.problem for finding in doctor.examine(desk.folder))


def test_the_games_own_sums_are_checked(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    desk.do(['ruling powers.red.gold -5 because "debts"'])
    [finding] = doctor.examine(desk.folder)
    assert (finding.key, finding.problem) == ("powers.red.gold", "below zero (S2)")


def test_a_journal_that_the_seals_know_but_that_parted_from_the_state_is_no_edit(tmp_path: Path) -> None:
    from saves import journal, seals

    desk = at_deeds(tmp_path)
    path = files(desk.folder)[-1]
    last = seals.scan(path.read_bytes()).blocks[-1].carries
    body = b'n = 8\nseat = "solo"\nstep = ""\norder = "x"\n'
    body += b'changes = [\n{at = "powers.red.gold", was = 1, now = 2, why = ""},\n]\n'
    with path.open("ab") as file:
        file.write(seals.sealed(last, body)[0])
    assert journal.quick(body.decode())["n"] == 8
    with pytest.raises(UnreadableFile, match=r"entry 8: powers\.red\.gold: the entry says 1, the state holds 14"):
        Desk.open(desk.folder)
