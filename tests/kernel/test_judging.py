"""The judge: every reason at once, whose seat, whose turn, which step, which decision comes first."""

from __future__ import annotations

import random

import attrs
import pytest
from attrs import frozen

from engine.kernel import outlook, play
from engine.kernel.campaign import seat_names
from engine.kernel.dice import KeyedDice
from engine.kernel.reading import parse
from engine.kernel.refusals import Breakdown, Line, Refusal, Refused
from engine.kernel.sheets.ledger import ledger_of
from tests.kernel import toy
from tests.kernel.shortcuts import assert_choices_are_refused_what_a_judge_refuses
from tests.kernel.toy_orders import Bid


def refusals(campaign: toy.Toy, line: str, seat: str = "solo") -> list[tuple[str, str]]:
    found = play.judge(toy.RULESET, campaign, parse(toy.RULESET, line), seat)
    return [(refusal.rule, refusal.reason) for refusal in found]


def at_march() -> toy.Toy:
    return toy.given(toy.started(), "red done")[0]


def in_battle() -> toy.Toy:
    """Red has fought a round against Blue and may go on."""
    return toy.given(at_march(), "red attack red-1 blue-1")[0]


def test_a_legal_order_has_no_refusal() -> None:
    assert refusals(toy.started(), "red bid toll") == []
    assert refusals(at_march(), "red march red-1 forest") == []


def test_every_reason_comes_at_once() -> None:
    campaign, _ = toy.given(at_march(), "red march red-2 forest")
    campaign = attrs.evolve(
        campaign, bands={**campaign.bands, "red-2": attrs.evolve(campaign.bands["red-2"], tired=True)}
    )
    assert refusals(campaign, "red march red-2 mere") == [
        ("4.2", "red-2 is tired"),
        ("4.3", "enemies stand in mere"),
    ]
    assert refusals(campaign, "blue march red-2 mere", "other") == [
        ("0.1", "blue is commanded by the seat 'solo'"),
        ("4.0", "blue has nothing to do in 'March and fight' now"),
        ("4.1", "blue has no band 'red-2'"),
        ("4.2", "red-2 is tired"),
        ("4.3", "enemies stand in mere"),
    ]


@frozen
class Grumble(Bid):
    """A bid whose judge repeats itself."""

    def judge(self, campaign: toy.Toy) -> tuple[Refusal, ...]:
        return (Refusal("9", "no"), Refusal("9", "no"))


def test_the_same_reason_is_given_once() -> None:
    found = play.judge(toy.RULESET, toy.started(), Grumble("red", "toll"), "solo")
    assert found == (Refusal("9", "no"),)


def test_submitting_an_illegal_order_raises_every_reason_and_changes_nothing() -> None:
    campaign = toy.started()
    campaign = attrs.evolve(
        campaign, offices={"mint": "blue"}, houses={**campaign.houses, "red": toy.House(name="Red", gold=1)}
    )
    before = attrs.asdict(campaign)
    with pytest.raises(Refused) as caught:
        toy.given(campaign, "red bid mint")
    assert [refusal.rule for refusal in caught.value.refusals] == ["2.2", "2.3"]
    assert caught.value.order == "red bid mint"
    assert str(caught.value) == (
        "mint is held by blue (2.2). Bid for another.; it costs 4 gold, 1 are free (2.3). Bid less."
    )
    assert attrs.asdict(campaign) == before


def test_orders_given_together_are_all_applied_or_none() -> None:
    campaign = toy.started()
    orders = [parse(toy.RULESET, line) for line in ("red bid toll", "blue bid toll")]
    with pytest.raises(Refused) as caught:
        play.submit(toy.RULESET, campaign, orders, seat="solo", dice=KeyedDice(toy.SECRET), n=1)
    assert caught.value.order == "blue bid toll"
    assert campaign == toy.started()


def test_a_power_obeys_its_own_seat_alone() -> None:
    campaign = toy.started(3)
    assert refusals(campaign, "red bid toll", "north") == []
    for seat in ("west", "east", "", "nobody"):
        assert refusals(campaign, "red bid toll", seat) == [("0.1", "red is commanded by the seat 'north'")]


def test_a_power_that_takes_no_part_cannot_be_ordered_and_nothing_else_is_asked_about_it() -> None:
    campaign = attrs.evolve(toy.started(), seats={"red": "solo", "blue": "solo"}, houses={})
    assert refusals(campaign, "green bid toll") == [("0.1", "green does not take part")]


def test_a_power_without_a_seat_is_not_waited_for() -> None:
    campaign = attrs.evolve(toy.started(3), seats={"red": "north", "blue": "west"})
    assert play.acting(toy.RULESET, campaign) == ("red", "blue")


def test_nothing_is_ordered_before_the_first_step_has_come_up() -> None:
    for line in ("red bid toll", "red done", "red gift blue 1", 'ruling bank 3 because "x"', "late red bid toll"):
        assert refusals(toy.opening(), line) == [("0.2", "the campaign has not begun")]


@pytest.mark.parametrize("line", ["red collect", "red pay", "red rest", "advance end.rest", "turn 2", "resolve 1"])
def test_what_the_rules_do_by_themselves_no_seat_orders(line: str) -> None:
    verb = line.removeprefix("red ").split()[0]
    assert ("0.2", f"'{verb}' happens by itself") in refusals(toy.started(), line)


def test_an_order_belongs_to_its_step_and_the_hint_says_how_to_enter_it_late() -> None:
    found = play.judge(toy.RULESET, at_march(), parse(toy.RULESET, "red bid toll"), "solo")
    assert found == (
        Refusal("2.1", "not in this step (March and fight)", "Its step: Bid for offices; 'late' enters it now."),
    )


def test_who_has_finished_the_step_has_nothing_to_do() -> None:
    campaign, _ = toy.given(toy.started(), "red bid toll")
    assert refusals(campaign, "red bid mint") == [("2.0", "red has nothing to do in 'Bid for offices' now")]
    assert refusals(campaign, "red done") == [("2.0", "red has nothing to do in 'Bid for offices' now")]
    assert refusals(campaign, "blue bid mint") == []


def test_where_powers_act_in_order_each_waits_for_those_before_it() -> None:
    campaign, _ = toy.given(at_march(), "red done")
    assert campaign.progress.step == "south.march.move"
    assert play.acting(toy.RULESET, campaign) == ("blue",)
    assert refusals(campaign, "green march green-1 forest") == [("0.3", "blue comes before green")]
    assert refusals(campaign, "green done") == [("0.3", "blue comes before green")]
    after, _ = toy.given(campaign, "blue done")
    assert play.acting(toy.RULESET, after) == ("green",)
    assert refusals(after, "green march green-1 forest") == []


def test_passing_in_an_ordered_step_speaks_for_one_power_alone() -> None:
    campaign, _ = toy.given(at_march(), "red done")
    after, _ = toy.given(campaign, "blue done")
    assert after.progress.done == ("blue",)


def test_a_refusal_names_powers_as_the_game_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.RULESET, "name", lambda campaign, power: f"House {campaign.houses[power].name}")
    campaign, _ = toy.given(at_march(), "red done")
    assert refusals(campaign, "green done", "other") == [
        ("0.1", "House Green is commanded by the seat 'solo'"),
        ("0.3", "House Blue comes before House Green"),
    ]
    assert refusals(in_battle(), "red done")[0] == ("5.4", "House Red has to decide first: another round")


def test_a_decision_comes_before_everything_else_but_standing_orders() -> None:
    campaign = in_battle()
    asked = play.decision(campaign)
    assert asked is not None
    assert (asked.power, asked.answers) == ("red", ("red fight-on", "red break-off"))
    assert asked.default == "red fight-on"
    assert refusals(campaign, "red fight-on") == refusals(campaign, "red break-off") == []
    for line in ("red march red-2 forest", "red done", "red stand"):
        assert refusals(campaign, line)[0] == ("5.4", "red has to decide first: another round")
    assert refusals(campaign, "red gift blue 1") == []
    assert refusals(campaign, 'ruling houses.red.gold 3 because "x"') == []


def test_a_decision_is_answered_by_the_seat_it_asks() -> None:
    campaign, _ = toy.given(toy.started(3, sealed_bids=False), "red done", "blue done", "green done")
    # With a land of its own behind it, Blue may withdraw.
    lands = {**campaign.lands, "forest": attrs.evolve(campaign.lands["forest"], owner="blue")}
    campaign, _ = toy.given(attrs.evolve(campaign, lands=lands), "red attack red-1 blue-1")
    asked = play.decision(campaign)
    assert asked is not None and (asked.power, asked.default) == ("blue", "blue stand")
    assert refusals(campaign, "blue withdraw", "north") == [("0.1", "blue is commanded by the seat 'west'")]
    assert refusals(campaign, "red fight-on", "north")[0] == ("5.3", "blue has to decide first: stand or withdraw")
    after, _ = toy.given(campaign, "blue withdraw")
    assert after.bands["blue-1"].land == "forest" and after.lands["hill"].owner == "red"
    assert play.decision(after) is None and not after.pending


def test_an_answer_that_nothing_asks_for_is_refused() -> None:
    assert refusals(at_march(), "red fight-on") == [("5.3", "no battle awaits this")]


def test_only_what_is_done_by_hand_or_may_be_passed_is_ended_with_done() -> None:
    campaign = attrs.evolve(at_march(), progress=attrs.evolve(at_march().progress, step="income.collect"))
    assert ("1.1", "'Collect gold' is not ended by hand") in refusals(campaign, "red done")


def test_done_through_names_a_step_of_the_sequence_still_to_come() -> None:
    campaign = at_march()
    assert refusals(campaign, "red done through end.nowhere") == [("0.2", "there is no step 'end.nowhere'")]
    assert refusals(campaign, "red done through council.bid") == [("0.2", "'council.bid' is over for this turn")]
    assert refusals(campaign, "red done through board.quarters") == []
    (wrong,) = play.judge(toy.RULESET, campaign, parse(toy.RULESET, "red done through board.quarter"), "solo")
    assert wrong.hint.startswith("Nearest: board.quarters") and "show --steps" in wrong.hint


def test_when_the_campaign_is_over_only_the_table_may_still_speak() -> None:
    campaign = toy.started()
    campaign = attrs.evolve(
        campaign, lands={key: attrs.evolve(land, owner="red") for key, land in campaign.lands.items()}
    )
    assert play.over(toy.RULESET, campaign) == "red holds every land"
    assert refusals(campaign, "red bid toll") == [("0.2", "red holds every land")]
    assert refusals(campaign, 'ruling lands.mere.owner green because "misplaced"') == []
    after, _ = toy.given(campaign, 'ruling lands.mere.owner green because "misplaced"')
    assert play.over(toy.RULESET, after) == ""


def test_a_figure_comes_with_its_causes() -> None:
    found = ledger_of(toy.RULESET).explain(attrs.evolve(toy.started(), offices={"toll": "red"}), "houses.red.income")
    assert found == Breakdown((Line("The Ford", 3, "1.1"), Line("toll", 1, "1.2")))
    assert (found.total, found.rules) == (4, ("1.1", "1.2"))
    assert found.plus("gift", 2).total == 6
    assert ledger_of(toy.RULESET).explain(toy.started(), "bank") is None


@pytest.mark.parametrize("seats", [{}, {"red": "a", "blue": "b", "green": "b"}])
def test_what_a_step_offers_is_refused_for_what_a_judge_would_refuse_it(seats: dict[str, str]) -> None:
    campaign, chance, judged = toy.started(), random.Random(4), 0
    campaign = attrs.evolve(campaign, seats=seats or campaign.seats)
    while judged < 200:
        seat = chance.choice(seat_names(campaign))
        judged += assert_choices_are_refused_what_a_judge_refuses(toy.RULESET, campaign, seat)
        legal = [choice.text for choice in outlook.outlook(toy.RULESET, campaign, seat).choices if not choice.refused]
        if legal:
            campaign, _ = toy.given(campaign, chance.choice(legal), seat=seat)
        if play.over(toy.RULESET, campaign):
            campaign = attrs.evolve(toy.started(), seats=campaign.seats)
