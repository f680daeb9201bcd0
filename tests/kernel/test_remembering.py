"""What is asked of a campaign is worked out once while it is at hand, and never holds for another."""

from __future__ import annotations

from engine.kernel import outlook, play
from engine.kernel.dice import NoDice
from engine.kernel.remembering import keep, remembered
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
    campaign, question = toy.started(), Question()
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
    assert question.worked_out == 3
