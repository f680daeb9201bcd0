"""What is asked of a campaign is worked out once while it is at hand, and never holds for another."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Mapping

import attrs
import pytest

from engine.kernel import outlook, play
from engine.kernel.campaign import view
from engine.kernel.dice import NoDice
from engine.kernel.remembering import derived, hand_on, keep, lasting, remembered
from engine.kernel.transaction import Transaction
from tests.kernel import toy


class Question:
    """How many bands a house has; counts how often it is worked out."""

    def __init__(self) -> None:
        self.worked_out = 0
        self.ask = remembered(self._ask)

    def _ask(self, campaign: toy.Toy, house: str) -> int:
        self.worked_out += 1
        return sum(1 for band in campaign.bands.values() if band.house == house)


def test_what_is_asked_of_the_campaign_at_hand_is_worked_out_once() -> None:
    campaign, question = toy.started(), Question()
    keep(campaign)
    first = question.ask(campaign, "red")
    assert question.ask(campaign, "red") == first > 0 and question.worked_out == 1
    assert question.ask(campaign, "blue") > 0 and question.worked_out == 2


def test_a_campaign_that_is_not_at_hand_is_asked_anew_each_time() -> None:
    campaign, question = attrs.evolve(toy.started()), Question()
    keep(toy.opening())
    assert question.ask(campaign, "red") == question.ask(campaign, "red")
    assert question.worked_out == 2


def test_what_a_transaction_writes_is_seen_by_the_next_question() -> None:
    campaign, question = toy.started(), Question()
    keep(campaign)
    before = question.ask(campaign, "red")
    tx: Transaction[toy.Toy] = Transaction(campaign, NoDice(), "")
    assert question.ask(tx.campaign, "red") == before
    for lost, band in enumerate([key for key, one in campaign.bands.items() if one.house == "red"], 1):
        tx.remove(f"bands.{band}", "lost")
        assert question.ask(tx.campaign, "red") == before - lost
    assert question.ask(campaign, "red") == before


def test_an_order_leaves_another_campaign_at_hand() -> None:
    campaign, question = toy.started(), Question()
    outlook.outlook(toy.RULESET, campaign, "solo")
    question.ask(campaign, "red")
    question.ask(campaign, "red")
    assert question.worked_out == 1
    after, _ = toy.given(campaign, "red done")
    assert play.acting(toy.RULESET, after) != play.acting(toy.RULESET, campaign)
    question.ask(after, "red")
    question.ask(after, "red")
    question.ask(campaign, "red")
    assert question.worked_out == 2


class Count:
    """How many bands there are, asked of the mapping alone; counts how often it is worked out."""

    def __init__(self) -> None:
        self.worked_out = 0
        self.ask = derived("bands")(self._ask)

    def _ask(self, bands: Mapping[str, toy.Band], house: str) -> int:
        self.worked_out += 1
        return sum(1 for band in bands.values() if band.house == house)


def test_what_is_derived_of_a_mapping_holds_while_that_mapping_is_the_same_object() -> None:
    campaign, count = toy.started(), Count()
    keep(campaign)
    here = count.ask(campaign, "red")
    tx: Transaction[toy.Toy] = Transaction(campaign, NoDice(), "")
    tx.set("progress.done", ("red",), "done")
    assert tx.campaign is not campaign and tx.campaign.bands is campaign.bands
    assert count.ask(tx.campaign, "red") == here and count.worked_out == 1
    keep(tx.campaign)
    assert count.ask(tx.campaign, "red") == here and count.worked_out == 1


def test_what_is_derived_is_worked_out_anew_once_the_mapping_is_written() -> None:
    campaign, count = toy.started(), Count()
    keep(campaign)
    here = count.ask(campaign, "red")
    tx: Transaction[toy.Toy] = Transaction(campaign, NoDice(), "")
    for lost, band in enumerate([key for key, one in campaign.bands.items() if one.house == "red"], 1):
        tx.remove(f"bands.{band}", "lost")
        # The same object is written to again and again, so nothing is remembered of it yet.
        assert count.ask(tx.campaign, "red") == here - lost
    assert count.ask(campaign, "red") == here
    keep(tx.campaign)
    assert count.ask(tx.campaign, "red") == 0 and count.ask(campaign, "red") == here


class Strength:
    """How many bands a house has in this half of the turn; counts how often it is worked out."""

    def __init__(self) -> None:
        self.worked_out = 0
        self.ask = lasting(self._ask)

    def _ask(self, campaign: toy.Toy, house: str) -> int:
        self.worked_out += 1
        return sum(1 for band in campaign.bands.values() if band.house == house)


def test_what_lasts_is_worked_out_once_while_orders_write_the_progress_alone() -> None:
    campaign, strength = toy.given(toy.started(), "red done", "red done")[0], Strength()
    keep(campaign)
    here = strength.ask(campaign, "red")
    after, entries = toy.given(campaign, "blue done")
    assert {change.at.partition(".")[0] for entry in entries for change in entry.changes} == {"progress"}
    assert after is not campaign and strength.ask(after, "red") == here and strength.worked_out == 1


def test_what_lasts_is_worked_out_anew_once_an_order_has_written_anything_else() -> None:
    campaign, strength = toy.started(), Strength()
    keep(campaign)
    strength.ask(campaign, "red")
    after, entries = toy.given(campaign, 'ruling houses.red.gold 3 because "agreed"')
    assert any(change.at.partition(".")[0] != "progress" for entry in entries for change in entry.changes)
    strength.ask(after, "red")
    assert strength.worked_out == 2
    # What an order writes is seen while it is being written, too.
    tx: Transaction[toy.Toy] = Transaction(after, NoDice(), "")
    band = next(key for key, one in after.bands.items() if one.house == "red")
    tx.remove(f"bands.{band}", "lost")
    assert strength.ask(tx.campaign, "red") == strength.ask(after, "red") - 1


def test_what_lasts_is_worked_out_for_each_turn_and_each_half_of_it() -> None:
    campaign, strength = toy.started(), Strength()
    keep(campaign)
    progress = campaign.progress
    for turn, step, times in (
        (progress.turn, progress.step, 1),
        (progress.turn, "north.march.move", 2),
        (progress.turn, "south.march.move", 3),
        (progress.turn + 1, progress.step, 4),
        (progress.turn, progress.step, 4),
    ):
        there = attrs.evolve(campaign, progress=attrs.evolve(progress, turn=turn, step=step))
        keep(there)
        hand_on(campaign, there)
        strength.ask(there, "red")
        assert strength.worked_out == times


def test_a_view_shares_what_was_derived_of_what_all_see() -> None:
    campaign, count = toy.started(), Count()
    keep(campaign)
    here = count.ask(campaign, "red")
    assert count.ask(view(campaign, "solo"), "red") == here and count.worked_out == 1


def test_two_games_in_one_process_share_nothing() -> None:
    first, second, count = toy.started(), toy.started(), Count()
    keep(first)
    keep(second)
    assert first.known is not second.known
    assert count.ask(first, "red") == count.ask(second, "red") and count.worked_out == 2
    assert count.ask(first, "red") and count.worked_out == 2


def test_what_is_remembered_is_no_part_of_the_campaigns_value() -> None:
    campaign, other = toy.started(), toy.started()
    keep(campaign)
    Question().ask(campaign, "red")
    assert campaign == other and "answers" not in repr(campaign)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_a_copy_or_a_pickle_of_a_campaign_takes_its_value_alone(copied: Callable[[toy.Toy], toy.Toy]) -> None:
    campaign, question = toy.started(), Question()
    keep(campaign)
    question.ask(campaign, "red")
    taken = copied(campaign)
    assert taken == campaign and campaign.answers
    assert taken.answers is None and taken.known is None and taken.lasting is None
    # It is asked by itself, and nobody writes to it either.
    question.ask(taken, "red")
    assert question.worked_out == 2
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        taken.title = "another"  # type: ignore[misc]
