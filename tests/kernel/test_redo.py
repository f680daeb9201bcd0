"""Which orders the next redo gives again, told from the journal's entries alone; how far an undo may go."""

from __future__ import annotations

import pytest

from engine.kernel import redoing, undoing
from engine.kernel.changes import RULES, Change, Entry, Roll
from engine.kernel.dice import KeptDice, KeyedDice, NeedsDie, NoDice
from engine.kernel.undoing import Reach
from tests.kernel import toy


def _order(n: int, *, again: int = 0, seat: str = "solo", step: str = "council.bid", **given: object) -> Entry:
    return Entry(n, seat, step, f"order {n}", again=again, **given)  # type: ignore[arg-type]


def _undo(n: int, *taken: int) -> Entry:
    return Entry(n, "solo", "council.bid", f"undo to={min(taken) - 1}", undoes=taken)


def _next(*entries: Entry, whole: bool = True) -> list[int] | None:
    found = redoing.next_redo(entries, whole)
    return None if found is None else [entry.n for entry in found.orders]


def test_what_the_rules_did_comes_by_itself_and_is_no_order_to_give_again() -> None:
    assert _next(_order(1), _order(2, seat=RULES), _order(3), _undo(4, 1, 2, 3)) == [1, 3]


def test_undos_are_gone_back_through_and_each_part_of_one_that_was_given_again() -> None:
    journal = [_order(1), _order(2), _order(3), _undo(4, 2, 3), _undo(5, 1)]
    assert _next(*journal) == [1]
    journal.append(_order(6, again=1))
    assert _next(*journal) == [2, 3]
    journal.append(_order(7, again=2))
    assert _next(*journal) == [3]
    journal += [_undo(8, 7)]
    assert _next(*journal) == [7]
    journal += [_order(9, again=7), _order(10, again=3)]
    with pytest.raises(redoing.NothingToRedo, match="no undo stands"):
        _next(*journal)


def test_another_order_ends_it_but_not_what_the_rules_do() -> None:
    assert _next(_order(1), _undo(2, 1), _order(3, seat=RULES)) == [1]
    with pytest.raises(redoing.NothingToRedo, match=r"undo in entry 2 another order was given \(entry 3: order 3\)"):
        _next(_order(1), _undo(2, 1), _order(3), _order(4))


def test_where_too_little_is_known_earlier_entries_are_wanted() -> None:
    assert _next(_undo(9, 7, 8), whole=False) is None
    assert _next(whole=False) is None
    assert _next(_order(8), _undo(9, 8), whole=False) == [8]
    assert _next(_undo(9, 8), _order(10, again=8), whole=False) is None


def test_its_dice_are_known_by_their_keys() -> None:
    rolled = _order(1, rolls=(Roll("1/step/red/duel:otto/0", 4, 10),))
    found = redoing.next_redo([rolled, _undo(2, 1)], True)
    assert found is not None
    kept = KeptDice(found.faces, NoDice())
    assert kept.face("1/step/red/duel:otto/0", 10) == 4
    with pytest.raises(NeedsDie):
        kept.face("1/step/red/duel:otto/1", 10)
    with pytest.raises(NeedsDie):
        kept.face("1/step/red/duel:otto/0", 3)
    assert KeptDice({}, KeyedDice(b"x" * 16)).salt("k") == KeyedDice(b"x" * 16).salt("k")


def test_how_far_an_undo_may_go() -> None:
    begins = (Change("progress.turn", 1, 2, "new turn"),)
    entries = [
        _order(1, step="council.bid"),
        _order(2, step="council.bid", seat=RULES, changes=begins),
        _order(3, step="income.collect"),
        _order(4, step="council.bid"),
        _order(5, step="field.march"),
        _order(6, step="council.bid", batch=(1, 2)),
        _order(7, step="council.bid", batch=(2, 2)),
        _order(8, step="council.bid", seat=RULES),
    ]
    places = toy.RULESET.sequence
    assert undoing.turn_numbers(entries, 2) == [1, 1, 2, 2, 2, 2, 2, 2]
    assert undoing.reaches(places, entries, 2, turns=2) == (
        Reach("order", 7, 2, "council.bid"),
        Reach("given", 6, 2, "council.bid"),
        Reach("step", 6, 2, "council.bid"),
        Reach("segment", 6, 2, "council.bid"),
        Reach("turn", 3, 2, "income.collect"),
        Reach("turn", 1, 1, "council.bid"),
    )
    assert [undoing.turns_known(entries, 2, begins) for begins in (False, True)] == [1, 2]
    assert undoing.reaches(places, entries[1:2], 2) == () and undoing.turns_known([], 2, True) == 0
