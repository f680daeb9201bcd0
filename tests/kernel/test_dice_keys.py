"""Nothing that a player typed stands in a die's key, and what all consented to take back falls anew."""

from __future__ import annotations

import ast
from typing import Any

import attrs
import pytest

from engine.kernel import play, standing
from engine.kernel.campaign import AS_BEFORE
from engine.kernel.changes import Entry
from engine.kernel.dice import FixedDice, KeyedDice, Word, Words, without_consents
from engine.kernel.paths import UnknownPath
from engine.kernel.transaction import Transaction
from tests.kernel import toy
from tests.sources import below, functions, python_files, tree

KEYED = KeyedDice(b"sixteen bytes or more")


def rolling(campaign: toy.Toy) -> Transaction[Any]:
    return Transaction(campaign, FixedDice([3, 4, 5]), "1201-1-dry", "red")


def test_a_die_is_rolled_for_an_id_of_the_game_or_a_word_of_its_rules() -> None:
    tx = rolling(toy.started())
    omens = Words("rain", "drought")
    assert [tx.roll("omen"), tx.roll("omen", "ford"), tx.roll("omen", omens("rain"))] == [3, 4, 5]
    with pytest.raises(KeyError):
        omens("ford")


@pytest.mark.parametrize("typed", ["the-ford", "1426", "hill/9", "omen:ford", "rain"])
def test_a_die_that_names_anything_else_is_refused_before_it_falls(typed: str) -> None:
    tx = rolling(toy.started())
    with pytest.raises(TypeError, match="neither an id nor a word of the rules"):
        tx.roll("omen", typed)
    assert tx.rolls == [] and tx.changes == []


def test_a_die_of_a_power_that_there_is_not_is_refused() -> None:
    with pytest.raises(TypeError, match="no power's id"):
        rolling(toy.started()).roll("omen", power="the-ford")


def test_words_of_rules_are_written_in_the_modules_of_the_rules() -> None:
    """Made within a function they could be anything; made of a word alone they would not be of a list."""
    found = []
    for name in python_files("engine", holding=rf"\b(?:{Word.__name__}|{Words.__name__})\b"):
        module = tree(name)
        for function in functions(module):
            calls = (node for node in below(function) if isinstance(node, ast.Call))
            found += [f"{name}: {function.name}" for call in calls if _called(call) == Words.__name__]
        if name != "engine/kernel/dice.py":
            calls = (node for node in below(module) if isinstance(node, ast.Call))
            found += [name for call in calls if _called(call) == Word.__name__]
    assert found == []


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


@pytest.mark.parametrize(("seat", "again"), [("table", 1), ("", 1), ("north", 0)])
def test_only_an_undo_of_the_table_is_counted(seat: str, again: int) -> None:
    before = toy.started(3)
    campaign, entries = toy.given(before, "red bid toll")
    batch = play.undo(campaign, entries, seat=seat, n=2)
    assert batch.campaign.progress.again == again
    assert [change.at for change in batch.entries[0].changes].count("progress.again") == again


def test_with_one_seat_nothing_is_counted_and_the_same_key_gives_the_same_face() -> None:
    campaign, _ = toy.given(toy.started(), "red done")
    after, entries = toy.given(campaign, "red attack red-1 blue-1", dice=KEYED)
    back = play.undo(after, entries, seat="solo", n=9).campaign
    assert back == campaign
    _, again = toy.given(back, "red attack red-1 blue-1", dice=KEYED)
    assert [entry.rolls for entry in again] == [entry.rolls for entry in entries]


def test_with_several_seats_dice_taken_back_by_consent_fall_anew_however_often() -> None:
    campaign = toy.started(3)
    keys = set()
    for _ in range(3):
        tx = Transaction(campaign, KEYED, "1201-1-dry", "red")
        tx.roll("omen", "ford")
        entry = Entry(1, "north", campaign.progress.step, "x", tuple(tx.rolls), tuple(tx.changes))
        keys.add(tx.rolls[0].key)
        assert without_consents(tx.rolls[0].key).endswith("/omen:ford/1")
        campaign = play.undo(tx.campaign, [entry], seat="", n=2).campaign
    assert len(keys) == 3 and campaign.progress.again == 3


def test_a_campaign_of_an_older_format_spells_its_keys_as_before_until_its_next_turn() -> None:
    fresh = toy.started()
    old = attrs.evolve(fresh, progress=attrs.evolve(fresh.progress, again=AS_BEFORE))
    tx = rolling(old)
    tx.roll("omen", formerly="the-ford")
    assert tx.rolls[0].key.endswith("/red/omen:the-ford/1")
    standing.NewTurn(2).effect(tx)
    tx.roll("omen", formerly="the-ford")
    assert tx.rolls[1].key.endswith("/red/omen/0/1")


def test_the_count_is_open_to_no_ruling() -> None:
    from engine.kernel.refusals import Refused

    with pytest.raises((Refused, UnknownPath)):
        toy.given(toy.started(), 'ruling progress.again 7 because "another face"')
