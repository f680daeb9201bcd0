"""Answers to a procedure: one judge says who is asked, what is asked, and what may be answered."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel import play, ruleset
from engine.kernel.answers import Answer
from engine.kernel.reading import parse
from engine.kernel.refusals import Refused
from tests.kernel import toy

GAMES = [ruleset.find("thewar"), ruleset.find("worldatwar")]


def in_battle(**options: Any) -> toy.Toy:
    """Red has fought a round against Blue and may go on; with flanks both choose theirs first."""
    return toy.given(toy.started(**options), "red done", "red attack red-1 blue-1")[0]


def refusals(campaign: toy.Toy, line: str) -> list[tuple[str, str, str]]:
    found = play.judge(toy.RULESET, campaign, parse(toy.RULESET, line), "solo")
    return [(one.rule, one.reason, one.hint) for one in found]


def test_what_nothing_asks_is_refused_with_the_order_that_helps() -> None:
    campaign, _ = toy.given(toy.started(), "red done")
    assert refusals(campaign, "red fight-on") == [("5.3", "no battle awaits this", "'attack' begins one.")]


def test_another_power_than_the_one_asked_is_told_who_is_and_what_it_may_answer() -> None:
    first, second = refusals(in_battle(), "blue fight-on")
    assert first[1] == "red has to decide first: another round"
    assert second == ("5.3", "red is asked", "Answers: 'red fight-on'; 'red break-off'.")


def test_an_answer_of_another_stage_is_not_what_comes_first() -> None:
    first, second = refusals(in_battle(), "red flank left")
    assert first[1] == "red has to decide first: another round" and "red break-off" in first[2]
    assert second == ("5.6", "no battle awaits this", "'attack' begins one.")


def test_what_is_not_among_the_answers_is_refused_once_with_those_that_are(monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = in_battle(flanks=True)
    listed = ("5.6", "red has to decide first: which flank", "Answers: 'red flank left'; 'red flank right'.")
    assert refusals(campaign, "red flank behind") == [listed, ("5.6", "'behind' is no flank", "")]
    assert refusals(campaign, "red flank left") == []
    # Where the rule has nothing of its own against it, the list still has.
    order = parse(toy.RULESET, "red flank behind")
    monkeypatch.setattr(type(order), "wrong", lambda self, campaign, battle: ())
    assert refusals(campaign, "red flank behind") == [listed]
    assert [one.reason for one in order.judge(campaign)] == [listed[1]]


def test_an_answer_counts_what_is_left_only_where_it_may_be_given() -> None:
    campaign = in_battle()
    assert parse(toy.RULESET, "red fight-on").forecast(campaign) is not None
    assert parse(toy.RULESET, "red break-off").forecast(campaign) is None
    assert parse(toy.RULESET, "blue fight-on").forecast(campaign) is None
    assert parse(toy.RULESET, "red fight-on").forecast(toy.started()) is None


def test_the_table_cannot_give_a_meaning_to_what_nothing_asks() -> None:
    campaign, _ = toy.given(toy.started(house_rulings=True), "red done")
    with pytest.raises(Refused, match="cannot be carried out at all: no battle awaits this"):
        toy.given(campaign, 'overrule "we like it" red fight-on')


def test_the_table_may_let_another_power_answer() -> None:
    campaign = in_battle(house_rulings=True)
    after, entries = toy.given(campaign, 'overrule "we like it" blue break-off')
    assert not after.pending and entries[0].overruled == ("5.4", "5.3")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_every_answer_says_what_it_answers_and_what_helps_where_nothing_asks(game: Any) -> None:
    answers = [cls for cls in game.orders if issubclass(cls, Answer)]
    assert answers
    for cls in answers:
        assert cls.to and cls.rule and cls.unasked != Answer.unasked and cls.when, cls.verb
        assert not cls.steps and not cls.standing, f"{cls.verb} is given where it is asked, in whatever step"
