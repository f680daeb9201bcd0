"""Recorded changes go forward and back without any rule, and notice where journal and state have parted."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.changes import Change, Entry, Mismatch, Roll, inverted, replay
from engine.kernel.dice import KeyedDice
from engine.kernel.paths import UnknownPath
from engine.kernel.transaction import Transaction
from tests.kernel import toy

KEYS = st.sampled_from(["a", "b", "red-1", "red-2"])
BANDS = st.builds(
    toy.Band, house=st.sampled_from(toy.POWERS), land=st.sampled_from(["ford", "mere"]), strength=st.integers(1, 5)
)
WRITES = st.one_of(
    st.tuples(st.just("add"), st.sampled_from(["bank", "houses.red.gold", "bands.red-1.strength"]), st.integers(-3, 3)),
    st.tuples(st.just("set"), KEYS.map("bands.{}.land".format), st.sampled_from(["ford", "mere"])),
    st.tuples(st.just("put"), KEYS.map("facts.{}".format), st.integers(0, 2) | st.booleans() | st.text(max_size=3)),
    st.tuples(st.just("put"), KEYS.map("bands.{}".format), BANDS),
    st.tuples(st.just("create"), KEYS.map("bands.{}".format), BANDS),
    st.tuples(st.just("remove"), KEYS.map("bands.{}".format), st.none()),
    st.tuples(st.just("set"), st.just("lands.ford.beside"), st.dictionaries(KEYS, st.booleans(), max_size=2)),
    st.tuples(st.just("put"), KEYS.map("lands.ford.beside.{}".format), st.booleans()),
)


def written(writes: list[tuple[str, str, Any]]) -> Transaction[toy.Toy]:
    tx: Transaction[toy.Toy] = Transaction(toy.opening(), KeyedDice(toy.SECRET), "1201-1-dry")
    for verb, at, value in writes:
        try:
            if verb == "remove":
                tx.remove(at, "test")
            else:
                getattr(tx, verb)(at, value, "test")
        except (UnknownPath, KeyError):
            pass
    return tx


@given(st.lists(WRITES, max_size=12))
def test_changes_replayed_give_the_state_and_inverted_give_the_start(writes: list[tuple[str, str, Any]]) -> None:
    start = toy.opening()
    tx = written(writes)
    assert replay(start, tx.changes) == tx.campaign
    assert replay(tx.campaign, inverted(tx.changes)) == start
    assert inverted(inverted(tx.changes)) == tuple(tx.changes)
    # Everything that was touched on the way is as it was.
    assert start == toy.opening()


@given(st.lists(WRITES, max_size=8), st.lists(WRITES, max_size=8))
def test_any_run_of_changes_can_be_cut_in_two(
    first: list[tuple[str, str, Any]], second: list[tuple[str, str, Any]]
) -> None:
    changes = written(first + second).changes
    for cut in (0, len(changes) // 2, len(changes)):
        assert replay(replay(toy.opening(), changes[:cut]), changes[cut:]) == replay(toy.opening(), changes)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (Change("bank", 199, 198, "x"), 200),
        (Change("facts.new", 3, 4, "x"), None),
        (Change("houses.red.gold", None, 4, "x"), 10),
        (Change("bands.red-9", toy.Band(house="red", land="ford", strength=1), None, "x"), None),
        (Change("bands.red-9.strength", 1, 2, "x"), None),
        (Change("hauses.red.gold", 10, 4, "x"), None),
        (Change("houses.red.gold", 10, None, "x"), None),
    ],
)
def test_a_change_that_does_not_fit_the_state_is_noticed(change: Change, found: Any) -> None:
    with pytest.raises(Mismatch) as caught:
        replay(toy.opening(), [change])
    assert caught.value.change == change and caught.value.found == found
    assert change.at in str(caught.value)


def test_an_entry_names_each_rule_that_spoke_once() -> None:
    changes = (Change("bank", 1, 2, "x", "1.1"), Change("bank", 2, 3, "x"), Change("bank", 3, 4, "x", "1.1"))
    entry = Entry(1, "solo", "council.bid", "red done", (Roll("a/b/c/d/1", 3, 6, "5.1"),), changes)
    assert entry.rules == ("1.1", "5.1")
    assert entry.counted(2, 3).batch == (2, 3) and entry.counted(1, 1) == entry
