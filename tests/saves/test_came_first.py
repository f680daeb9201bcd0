"""Another writer came first: what may still be given, what is refused, and who is told that something was written."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.kernel.changes import Entry
from engine.kernel.refusals import Refused
from saves.desk import Desk
from saves.errors import NotFound, Stale
from tests.saves.desks import at_deeds, begin, same, snapshot, two_turns


def test_the_newest_state_judges_an_order_that_asks_for_no_other(tmp_path: Path) -> None:
    first = at_deeds(tmp_path)
    second = Desk.open(first.folder)
    first.do(["red hire otto"])
    [entry] = second.do(["red dismiss otto"], newest=True).entries
    assert (entry.n, entry.order) == (9, "red dismiss otto")
    with pytest.raises(Refused, match="no such man serves here"):
        first.do(["red dismiss otto"], newest=True)
    assert same(first.folder, second)


def test_an_order_after_an_entry_is_refused_where_a_later_one_stands(tmp_path: Path) -> None:
    first = at_deeds(tmp_path)
    second = Desk.open(first.folder)
    first.do(["red spend 1"])
    before = snapshot(first.folder)
    with pytest.raises(Refused) as refused:
        second.do(["blue spend 1"], after=7)
    [refusal] = refused.value.refusals
    assert refusal.reason == "entry 8 stands after entry 7: red spend 1, by the seat 'solo'"
    assert refusal.hint == "Look at what came since ('log'), then order after 8."
    assert snapshot(first.folder) == before
    assert second.do(["blue spend 1"], after=8).entries[0].n == 9
    with pytest.raises(NotFound, match="no entry 10; the last one is 9"):
        second.do(["blue spend 1"], after=10)
    with pytest.raises(NotFound, match="no entry -1"):
        second.do(["blue spend 1"], after=-1)


def test_the_later_entry_may_stand_in_an_earlier_turns_file(tmp_path: Path) -> None:
    desk = two_turns(tmp_path)
    with pytest.raises(Refused, match="after entry 9"):
        desk.do(["red bid 1"], after=9)
    assert desk.do(["red bid 1"], after=desk.last_number).entries


def test_what_a_seat_sealed_is_not_told_by_a_refusal_to_another(tmp_path: Path) -> None:
    folder = begin(tmp_path, seats=2)
    blue = Desk.open(folder, "blue")
    last = blue.last_number
    Desk.open(folder, "red").do(["red bid 3"])
    with pytest.raises(Refused, match="by the seat 'red'") as refused:
        blue.do(["blue bid 1"], after=last)
    assert "bid 3" not in str(refused.value)


def test_a_remark_is_no_entry_of_the_war(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    desk.do(["red spend 1"])
    desk.undo()
    assert all(entry.of_the_war for entry in desk.entries())
    remark = Entry(10, "solo", "court.deeds", "red says good evening")
    assert not remark.of_the_war
    desk._past.wrote([remark])
    assert desk._past.latest_of_the_war() == desk.entries()[-1]


def test_nothing_is_taken_back_or_given_again_but_what_was_shown(tmp_path: Path) -> None:
    """Another seat's part in a sealed step leaves what is seen as it was; but the last thing given is another."""
    folder = begin(tmp_path, seats=2)
    table, blue = Desk.open(folder), Desk.open(folder, "blue")
    Desk.open(folder, "red").do(["red bid 3"])
    assert table.refresh()
    shown = table.would_undo()
    blue.do(["blue bid 1"])
    with pytest.raises(Stale, match="'blue' came first"):
        table.undo()
    assert table.would_undo() != shown
    table.undo()


def test_what_another_player_of_the_same_seat_sealed_is_looked_at_first(tmp_path: Path) -> None:
    folder = begin(tmp_path, seats=2)
    one, other = Desk.open(folder, "red"), Desk.open(folder, "red")
    one.do(["red bid 3"])
    with pytest.raises(Stale, match="'red' came first"):
        other.do(["red bid 3"])


def test_who_wants_to_know_is_told_once_after_each_writing_when_the_lock_is_free(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    other = Desk.open(desk.folder)
    seen: list[int] = []

    def poke() -> None:
        other.refresh()
        other.do(["blue spend 1"])
        seen.append(other.last_number)

    desk.poke = poke
    desk.do(["red spend 1"])
    assert seen == [9]
    desk.poke = lambda: seen.append(0)
    desk.refresh()
    desk.undo()
    desk.redo()
    assert seen == [9, 0, 0]
    with pytest.raises(Refused):
        desk.do(["red spend 99"])
    desk.settle()
    assert seen == [9, 0, 0], "nothing was written"


def test_what_was_taken_over_for_an_order_that_was_refused_is_told_by_the_next_look(tmp_path: Path) -> None:
    folder = begin(tmp_path, seats=2)
    red, blue = Desk.open(folder, "red"), Desk.open(folder, "blue")
    blue.do(["blue bid 1"])
    with pytest.raises(Refused):
        red.do(["red spend 1"])
    assert "blue" in red.campaign.progress.done, "the view is the same but for who has ordered"
    assert red.refresh() and not red.refresh()
    red.do(["red bid 1"])
    assert not red.refresh(), "what was given is shown as it is given"
