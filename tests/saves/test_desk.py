"""What a desk does with orders, dice and undo, and that the disk always holds what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.kernel.changes import inverted, replay
from engine.kernel.dice import BadFace, NeedsDie
from engine.kernel.grammar import Unreadable
from engine.kernel.play import NothingToUndo
from engine.kernel.refusals import Refused
from saves import audit, doctor, library
from saves.desk import Desk
from saves.errors import Misuse, NotFound, Stale
from tests.saves.desks import at_deeds, begin, files, same, snapshot, two_turns
from tests.whole import whole


def test_a_new_campaign_stands_at_its_first_choice(tmp_path: Path) -> None:
    desk = Desk.open(begin(tmp_path))
    assert desk.campaign.progress.step == "court.bids"
    assert desk.outlook().awaits == ("red", "blue")
    assert [entry.order for entry in desk.entries()] == [
        "advance court.income",
        "red income",
        "blue income",
        "advance court.bids",
    ]
    assert not desk.outstanding
    assert desk.warnings == ()


def test_orders_are_on_the_disk_when_they_are_answered(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    done = desk.do(["red hire otto", "blue spend 2"])
    assert [(entry.n, entry.batch) for entry in done.entries] == [(8, (1, 2)), (9, (2, 2))]
    assert whole(desk).men["otto"].tags == {"young": True}
    assert done.campaign == desk.campaign
    assert same(desk.folder, desk)


def test_later_lines_are_understood_as_things_stand_after_earlier_ones(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    done = desk.do(["RED hire otto", "re dismiss otto"])
    assert [entry.order for entry in done.entries] == ["red hire otto", "red dismiss otto"]


def test_all_or_none(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    before = snapshot(desk.folder)
    with pytest.raises(Refused) as caught:
        desk.do(["red hire otto", "red spend 99"])
    assert [refusal.rule for refusal in caught.value.refusals] == ["S2"]
    with pytest.raises(Unreadable):
        desk.do(["red hire otto", "red frobnicate"])
    with pytest.raises(Unreadable):
        desk.do(["red hire \udcff"])
    assert snapshot(desk.folder) == before
    assert "otto" not in whole(desk).men


def test_a_turn_goes_into_a_file_of_its_own(tmp_path: Path) -> None:
    desk = two_turns(tmp_path)
    assert [path.name for path in files(desk.folder)] == [
        "0001-1500-1-spring.toml",
        "0002-1500-2-fall.toml",
        "0003-1501-1-spring.toml",
    ]
    assert [(turn.label, turn.count) for turn in desk.turns()] == [
        ("1500-1-spring", 13),
        ("1500-2-fall", 10),
        ("1501-1-spring", 3),
    ]
    numbers = [entry.n for entry in desk.entries("all")]
    assert numbers == list(range(1, 27))
    assert [entry.n for entry in desk.entries("1500-2-fall")] == list(range(14, 24))
    with pytest.raises(NotFound, match="no turn '1499-1-spring'"):
        desk.entries("1499-1-spring")
    assert same(desk.folder, desk)


def test_the_entries_of_each_file_lead_back_to_its_opening(tmp_path: Path) -> None:
    """Also after an undo past a turn's start, whose changes stand in no file."""
    desk = two_turns(tmp_path)
    desk.undo()
    desk.do(["red done"])
    records = desk.records("all")
    assert [entry for record in records for entry in record.entries] == list(desk.entries("all"))
    assert len(records) == len(files(desk.folder)) > 3
    assert records[-1].campaign == desk.campaign
    assert len(desk.records("1500-2-fall")) == 2
    for path, record in zip(files(desk.folder), records, strict=True):
        back = [change for entry in reversed(record.entries) for change in inverted(entry.changes)]
        assert replay(record.campaign, back) == library.read_turn(path)[1]


def test_orders_that_cross_a_turn_go_into_both_files(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    done = desk.do(["red done", "red spend 1", "red done", "red bid 0"])
    assert desk.campaign.progress.turn == 3
    assert len(files(desk.folder)) == 3
    assert done.entries[-1].order == "red bid 0"
    assert same(desk.folder, desk)
    assert doctor.examine(desk.folder) == ()


def test_undo_takes_back_the_last_orders_given_together(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    before = desk.campaign
    desk.do(["blue fight"])
    done = desk.undo()
    assert done.entries[0].undoes == (8, 9)
    assert done.entries[0].n == 10
    assert desk.campaign == before
    assert same(desk.folder, desk)


def test_undo_goes_on_to_the_latest_live_entry_and_numbers_are_never_reused(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    for line in ("red spend 1", "red spend 2", "red spend 3"):
        desk.do([line])
    assert desk.undo().entries[0].undoes == (10,)
    assert desk.undo().entries[0].undoes == (9,)
    assert desk.do(["red spend 4"]).entries[0].n == 13
    assert desk.undo().entries[0].undoes == (13,)
    assert desk.undo().entries[0].undoes == (8,)
    assert same(desk.folder, desk)


def test_undo_past_a_turns_start_opens_a_new_file_with_the_restored_state(tmp_path: Path) -> None:
    desk = two_turns(tmp_path)
    fresh = Desk.open(desk.folder)
    done = fresh.undo()
    assert done.entries[0].undoes == (22, 23, 24, 25, 26)
    assert fresh.campaign.progress.turn == 2
    assert [path.name for path in files(desk.folder)][3:] == ["0004-1500-2-fall.toml"]
    [entry] = fresh.entries()
    assert entry.undoes == (22, 23, 24, 25, 26)
    assert entry.changes == ()
    assert same(desk.folder, fresh)
    while True:
        try:
            fresh.undo()
        except NothingToUndo:
            break
        assert same(desk.folder, fresh)
    assert fresh.campaign == Desk.open(begin(tmp_path, "again")).campaign
    assert [path.name for path in files(desk.folder)][4:] == ["0005-1500-1-spring.toml"]
    assert doctor.examine(desk.folder) == ()
    assert audit.audit(desk.folder).differences == ()


def test_undo_to_an_entry_keeps_it(tmp_path: Path) -> None:
    desk = two_turns(tmp_path)
    kept = desk.entries("1500-1-spring")[7]
    assert kept.order == "red hire otto"
    done = desk.undo(to=kept.n)
    assert done.entries[0].order == f"undo to={kept.n}"
    # 10 was taken back before, and 11 was the undo that did it.
    assert done.entries[0].undoes == (9, *range(12, 27))
    assert "otto" in whole(desk).men
    assert whole(desk).powers["blue"].gold == 13
    assert same(desk.folder, desk)
    assert doctor.examine(desk.folder) == ()
    with pytest.raises(NothingToUndo):
        desk.undo(to=900)


def test_what_the_rules_did_first_of_all_is_never_taken_back(tmp_path: Path) -> None:
    desk = two_turns(tmp_path)
    desk.undo(to=0)
    assert desk.campaign == Desk.open(begin(tmp_path, "again")).campaign
    with pytest.raises(NothingToUndo):
        desk.undo()


def test_what_an_undo_leaves_undone_the_next_writer_settles(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    desk.undo(to=6)
    assert desk.outstanding
    done = desk.do(["red spend 1"])
    assert [entry.order for entry in done.entries] == ["advance court.deeds", "red spend 1"]
    desk.undo(to=6)
    assert [entry.order for entry in desk.settle().entries] == ["advance court.deeds"]
    assert desk.settle().entries == ()


def test_doing_the_same_again_after_an_undo_rolls_the_same(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    first = desk.do(["blue fight"]).entries[1].rolls
    desk.undo()
    assert desk.do(["blue fight"]).entries[1].rolls == first


def test_a_what_if_writes_nothing_and_uses_other_dice(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    before = snapshot(desk.folder)
    faces = set()
    for _ in range(40):
        after, entries = desk.what_if(["blue fight", "blue off"])
        faces.add(entries[1].rolls[0].face)
        assert not after.pending
    assert len(faces) > 1
    assert snapshot(desk.folder) == before
    assert desk.campaign.progress.nth == {}


def test_typed_dice(tmp_path: Path) -> None:
    folder = begin(tmp_path, dice="keyboard")
    desk = Desk.open(folder)
    assert desk.keyboard_dice
    desk.do(["red bid 0", "blue bid 0"])
    before = snapshot(folder)
    with pytest.raises(NeedsDie, match="duel/0/1"):
        desk.do(["blue fight"])
    with pytest.raises(BadFace):
        desk.do(["blue fight"], [11])
    with pytest.raises(Misuse, match="2 faces were given and 1 wanted"):
        desk.do(["blue fight"], [7, 3])
    assert snapshot(folder) == before
    done = desk.do(["blue fight", "blue on"], [0, 3])
    assert [roll.face for entry in done.entries for roll in entry.rolls] == [10, 3]
    # A resolution that an undo left open takes its die first.
    desk.undo(to=done.entries[-2].n)
    assert desk.outstanding
    done = desk.do(["blue on", "blue off"], [6, 7])
    assert [roll.face for entry in done.entries for roll in entry.rolls] == [6, 7]
    assert same(folder, desk)
    with pytest.raises(Misuse, match="rolls its own dice"):
        Desk.open(begin(tmp_path, "keyed")).do(["red bid 0"], [3])


def test_a_desk_that_has_not_seen_the_latest_is_told_and_shows_it(tmp_path: Path) -> None:
    first = at_deeds(tmp_path)
    second = Desk.open(first.folder)
    first.do(["red spend 2"])
    with pytest.raises(Stale, match=r"'solo' came first \(entry 8\)"):
        second.do(["red spend 1"])
    assert whole(second).powers["red"].fame == 2
    assert [entry.n for entry in second.last_entries] == [8]
    assert [change.now for change in second.last_changes] == [12, 2]
    second.do(["red spend 1"])
    assert first.refresh()
    assert not first.refresh()
    assert first.campaign == second.campaign
    first.do(["blue spend 1"])
    first.do(["red done"])
    assert second.refresh()
    assert second.campaign.progress.turn == 2
    second.undo()
    assert first.refresh()
    assert first.campaign == second.campaign


def test_an_unknown_seat_or_campaign_is_named(tmp_path: Path) -> None:
    folder = begin(tmp_path)
    with pytest.raises(NotFound, match="seats are solo"):
        Desk.open(folder, "green")
    with pytest.raises(NotFound, match="no campaign 'nowhere'"):
        Desk.open("nowhere")


def test_a_desk_judges_understands_and_forecasts(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    assert [refusal.rule for refusal in desk.judge("red spend 99")] == ["S2"]
    assert desk.judge("red spend 1") == ()
    assert desk.understand("RE SPEND 1").text == "red spend 1"
    assert desk.forecast("red spend 1") is None
    assert [mark.state for mark in desk.checklist()] == ["done", "done", "now"]
    assert desk.seats == ("solo",)
    assert desk.last_number == 7
    assert desk.reckoned == desk.campaign


def test_what_undo_would_take_back_is_told_from_earlier_files_too(tmp_path: Path) -> None:
    desk = two_turns(tmp_path)
    assert desk.would_undo()
    while True:
        would = desk.would_undo()
        if not would:
            break
        [taken] = desk.undo().entries
        assert set(taken.undoes) == {entry.n for entry in would}
    with pytest.raises(NothingToUndo):
        desk.undo()


def test_a_seat_is_told_before_undo_what_it_may_not_take_back(tmp_path: Path) -> None:
    folder = begin(tmp_path, seats=2)
    Desk.open(folder, "blue").do(["blue bid 1"])
    with pytest.raises(Refused, match="was given by the seat 'blue'"):
        Desk.open(folder, "red").would_undo()
    assert Desk.open(folder, "blue").would_undo()
