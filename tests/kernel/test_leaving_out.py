"""A scenario may leave out steps of the sequence: they are passed by themselves, shown with the reason, ask nobody; and
which it may not leave out."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel import leaving_out, outlook, play
from engine.kernel.dice import KeyedDice
from engine.kernel.reading import parse
from engine.kernel.refusals import Refused
from engine.kernel.ruleset import find
from engine.kernel.sequence import LEFT_OUT
from tests.kernel import toy

DICE = KeyedDice(toy.SECRET)


def begun(*steps: str) -> toy.Toy:
    opening = attrs.evolve(toy.opening(), leaves_out=steps)
    return play.settle(toy.RULESET, opening, dice=DICE, n=1)[-1].campaign


def marks(campaign: toy.Toy) -> dict[str, tuple[str, str]]:
    return {mark.step.id: (mark.state, mark.reason) for mark in outlook.checklist(toy.RULESET, campaign)}


def problems(*steps: str) -> list[str]:
    faults = leaving_out.faults(toy.RULESET, attrs.evolve(toy.opening(), leaves_out=steps))
    return [f"{one.problem}{f'; nearest is {one.nearest!r}' if one.nearest else ''}" for one in faults]


def test_what_is_left_out_is_passed_by_itself_and_says_why() -> None:
    campaign, entries = toy.given(begun("march.move", "board.markets"), "red done")
    assert campaign.progress.turn == 2 and campaign.progress.step == "council.bid"
    assert not any("march" in entry.order or "board.markets" in entry.order for entry in entries)
    for step in ("north.march.move", "south.march.move", "board.markets"):
        assert marks(campaign)[step] == ("skipped", LEFT_OUT)
    assert marks(campaign)["board.quarters"] == ("next", "")


def test_a_half_alone_may_be_left_out() -> None:
    campaign, _ = toy.given(begun("north.march.move"), "red done")
    assert campaign.progress.step == "south.march.move"
    assert marks(campaign)["north.march.move"] == ("skipped", LEFT_OUT)
    assert toy.RULESET.sequence.left_out(campaign) == frozenset(), "the other half is played"
    assert toy.RULESET.sequence.left_out(begun("march.move")) == {"march.move"}


def test_the_first_step_may_be_left_out() -> None:
    campaign = begun("income.collect")
    assert campaign.progress.step == "council.bid" and campaign.houses["red"].gold == toy.opening().houses["red"].gold


def test_an_order_of_a_step_that_is_left_out_is_refused_with_that_reason_late_or_not() -> None:
    campaign = begun("march.move")
    for text in ("red march 1 west", "late red march 1 west"):
        with pytest.raises(Refused) as refused:
            play.submit(toy.RULESET, campaign, [parse(toy.RULESET, text)], seat="solo", dice=DICE, n=9)
        assert any(f"{LEFT_OUT}: March and fight" in refusal.reason for refusal in refused.value.refusals), text


def test_passing_on_through_what_is_left_out() -> None:
    campaign = begun("march.move", "board.quarters")
    campaign, _ = toy.given(campaign, "red done through board.quarters")
    assert campaign.progress.turn == 2, "the markets were passed, the quarters never came up"


def test_secrets_are_opened_where_the_steps_behind_them_are_left_out() -> None:
    opening = attrs.evolve(toy.opening(3), leaves_out=("council.pay", "march.move"))
    campaign = play.settle(toy.RULESET, opening, dice=DICE, n=1)[-1].campaign
    campaign, entries = toy.given(campaign, "red bid toll", "blue done", "green done")
    assert campaign.progress.step == "board.markets" and not campaign.sealed and campaign.offices == {"toll": "red"}
    assert not any(" pay" in entry.order for entry in entries)


def test_what_check_says_of_steps_left_out() -> None:
    assert problems() == problems("march.move", "board.markets") == problems("north.march.move") == []
    assert problems("march.mvoe") == ["there is no step 'march.mvoe'; nearest is 'march.move'"]
    assert problems("board.markets", "board.markets") == ["the step 'board.markets' is named twice"]
    (problem,) = problems("end.rest")
    assert problem == "'end.rest' ('Rest') may not be left out, a turn ends in it; so may not: end.rest"
    (problem,) = problems("council.bid", "march.move", "board.markets", "board.quarters")
    assert problem == "nothing is left that anybody decides"
    assert all(len(problem) < 200 for problem in problems("x" * 4000))


@pytest.mark.parametrize(
    ("game", "kept"), [("thewar", {"end.advance"}), ("worldatwar", {"redeployment.end", "end.turn"})]
)
def test_the_steps_that_end_a_turn_are_played_in_both_games(game: str, kept: set[str]) -> None:
    assert {step.slug for step in find(game).sequence.steps if step.closes} == kept
