"""What follows by itself: income, skipped steps, turns, steps done by hand, the end."""

from __future__ import annotations

import copy

import attrs
import pytest

from engine.kernel import outlook, play
from engine.kernel.campaign import Progress
from engine.kernel.changes import Entry, replay
from engine.kernel.dice import KeyedDice
from engine.kernel.orders import Order
from engine.kernel.reading import parse
from engine.kernel.sequence import awaited
from tests.kernel import toy

DICE = KeyedDice(toy.SECRET)


def lines(entries: tuple[Entry, ...]) -> list[str]:
    return [entry.order for entry in entries]


def test_the_rules_act_up_to_the_first_choice() -> None:
    (batch,) = play.settle(toy.RULESET, toy.opening(), dice=DICE, n=1)
    assert lines(batch.entries) == [
        "advance income.collect",
        "red collect",
        "blue collect",
        "green collect",
        "advance council.bid",
    ]
    assert {entry.seat for entry in batch.entries} == {play.RULES}
    assert [entry.n for entry in batch.entries] == [1, 2, 3, 4, 5]
    assert [entry.batch for entry in batch.entries] == [(k, 5) for k in range(1, 6)]
    assert batch.entries[1].step == "income.collect"
    assert batch.campaign.houses["red"].gold == 13
    assert play.settle(toy.RULESET, batch.campaign, dice=DICE, n=6) == ()


def test_an_order_and_what_follows_from_it_are_one_batch() -> None:
    order = parse(toy.RULESET, "red done")
    (batch,) = play.submit(toy.RULESET, toy.started(), [order], seat="solo", dice=DICE, n=7)
    assert lines(batch.entries) == ["red done", "advance north.march.move"]
    assert [(entry.n, entry.seat, entry.batch) for entry in batch.entries] == [
        (7, "solo", (1, 2)),
        (8, "rules", (2, 2)),
    ]


def test_a_step_that_comes_up_after_an_order_is_written_as_by_itself_and_into_nothing_that_was_given() -> None:
    begun, done, rules = toy.started(), parse(toy.RULESET, "red done"), toy.RULESET
    kept = copy.deepcopy(begun)
    (batch,) = play.submit(rules, begun, [done], seat="solo", dice=DICE, n=7)
    assert begun == kept
    between, first = play.apply(rules, begun, done, seat="solo", dice=DICE, n=7)
    following = play.automatic(rules, between)
    assert following is not None
    after, second = play.apply(rules, between, following, seat=play.RULES, dice=DICE, n=8)
    assert [attrs.evolve(entry, batch=(1, 1)) for entry in batch.entries] == [first, second]
    assert batch.campaign == after == replay(begun, [*first.changes, *second.changes])
    # What was asked of the state between the two is not remembered of the one after them.
    step = rules.sequence[after.progress.step]
    assert awaited(batch.campaign, step, rules.sequence) == awaited(after, step, rules.sequence) != ()


def test_a_step_that_does_not_come_up_is_passed_without_an_entry_and_its_reason_stands_in_the_checklist() -> None:
    campaign, entries = toy.given(toy.started(), "red done", "red done", "blue done", "green done")
    assert campaign.progress.step == "board.markets"
    assert not any("council.pay" in line for line in lines(entries))
    marks = {mark.step.id: (mark.state, mark.reason) for mark in outlook.checklist(toy.RULESET, campaign)}
    assert marks == {
        "income.collect": ("done", ""),
        "council.bid": ("done", ""),
        "council.pay": ("skipped", "nothing was promised"),
        "north.march.move": ("done", ""),
        "south.march.move": ("done", ""),
        "board.markets": ("now", ""),
        "board.quarters": ("skipped", "only in the wet season"),
        "end.rest": ("next", ""),
    }


def test_a_step_that_took_place_stays_done_also_when_its_condition_has_passed() -> None:
    campaign, _ = toy.given(toy.started(), "red bid toll", "blue done")
    # All is paid, so that today nothing would call for the step.
    assert campaign.houses["red"].reserved == 0
    marks = {mark.step.id: mark.state for mark in outlook.checklist(toy.RULESET, campaign)}
    assert marks["council.pay"] == "done"


def test_a_step_that_was_passed_over_stays_skipped_also_when_its_condition_has_come() -> None:
    campaign, _ = toy.given(toy.started(), "red done")
    campaign = attrs.evolve(campaign, houses={**campaign.houses, "red": toy.House(name="Red", gold=5, reserved=3)})
    marks = {mark.step.id: (mark.state, mark.reason) for mark in outlook.checklist(toy.RULESET, campaign)}
    assert marks["council.pay"] == ("skipped", "nothing called for it then")


def test_a_campaign_opened_in_the_middle_of_a_turn_takes_what_came_before_as_done() -> None:
    campaign = attrs.evolve(toy.opening(), progress=Progress(turn=1, step="north.march.move"))
    marks = {mark.step.id: mark.state for mark in outlook.checklist(toy.RULESET, campaign)}
    assert (marks["income.collect"], marks["council.pay"]) == ("done", "skipped")


def test_a_batch_ends_with_the_first_entry_of_the_new_turn() -> None:
    campaign, _ = toy.given(toy.started(), "red done", "red done", "blue done", "green done")
    order = parse(toy.RULESET, "red done")
    (batch,) = play.submit(toy.RULESET, campaign, [order], seat="solo", dice=DICE, n=20)
    assert lines(batch.entries) == ["red done", "advance end.rest", "red rest", "blue rest", "green rest", "turn 2"]
    # The wet turn begins with a choice, so nothing follows in it by itself.
    assert (batch.campaign.progress.turn, batch.campaign.progress.step) == (2, "council.bid")
    assert [entry.batch for entry in batch.entries] == [(k, 6) for k in range(1, 7)]
    assert [entry.n for entry in batch.entries] == list(range(20, 26))


def test_what_follows_a_new_turn_s_first_step_belongs_to_the_new_turn() -> None:
    campaign = toy.started()
    while campaign.progress.turn == 1:
        campaign, _ = toy.given(campaign, f"{play.acting(toy.RULESET, campaign)[0]} done")
    while campaign.progress.step != "board.quarters":
        campaign, _ = toy.given(campaign, f"{play.acting(toy.RULESET, campaign)[0]} done")
    order = parse(toy.RULESET, "blue done")
    before, after = play.submit(toy.RULESET, campaign, [order], seat="solo", dice=DICE, n=1)
    assert lines(before.entries)[-1] == "turn 3" and before.campaign.progress.step == "income.collect"
    assert lines(after.entries) == ["red collect", "blue collect", "green collect", "advance council.bid"]
    assert [entry.batch for entry in after.entries] == [(k, 4) for k in range(1, 5)]
    assert after.entries[0].n == before.entries[-1].n + 1
    # Between the two the campaign can be left and taken up again.
    (again,) = play.settle(toy.RULESET, before.campaign, dice=DICE, n=after.entries[0].n)
    assert again == after


def test_several_orders_in_one_go_pass_the_turn_and_are_batched_by_it() -> None:
    words = ["red done", "red done", "blue done", "green done", "red done", "red bid toll"]
    orders: list[Order[toy.Toy]] = [parse(toy.RULESET, line) for line in words]
    batches = play.submit(toy.RULESET, toy.started(), orders, seat="solo", dice=DICE, n=1)
    assert [batch.entries[-1].order for batch in batches] == ["turn 2", "red bid toll"]
    assert batches[1].entries[0].batch == (1, 1)


def test_done_by_hand_speaks_for_all_powers_of_the_seat() -> None:
    campaign = at_markets(2)
    after, entries = toy.given(campaign, "blue done")
    assert after.progress.done == ("blue", "green")
    assert len(entries) == 1
    assert play.acting(toy.RULESET, after) == ("red",)


def at_markets(seats: int, turn: int = 1) -> toy.Toy:
    campaign = toy.started(seats, sealed_bids=False)
    while (campaign.progress.turn, campaign.progress.step) != (turn, "board.markets"):
        campaign, _ = toy.given(campaign, f"{play.acting(toy.RULESET, campaign)[0]} done")
    return campaign


def test_done_through_passes_what_is_done_by_hand_and_stops_at_what_is_not() -> None:
    campaign = at_markets(1, turn=2)
    after, entries = toy.given(campaign, "green done through end.rest")
    assert lines(entries)[:3] == ["green done through end.rest", "advance board.quarters", "advance end.rest"]
    assert after.progress.turn == 3 and after.progress.step == "council.bid"
    assert after.progress.through == {}


def test_done_through_holds_for_its_seat_alone() -> None:
    campaign = at_markets(2, turn=2)
    after, _ = toy.given(campaign, "blue done through board.quarters")
    assert after.progress.through == {"south": "board.quarters"}
    after, _ = toy.given(after, "red done")
    assert after.progress.step == "board.quarters"
    assert play.acting(toy.RULESET, after) == ("red",)
    after, _ = toy.given(after, "red done")
    assert after.progress.turn == 3 and after.progress.through == {}


def test_done_through_does_not_pass_orders_that_are_awaited() -> None:
    campaign, _ = toy.given(toy.started(), "red done through board.quarters")
    assert campaign.progress.step == "north.march.move" and play.acting(toy.RULESET, campaign) == ("red",)
    campaign, _ = toy.given(campaign, "red done", "blue done", "green done")
    assert campaign.progress.turn == 2


def test_dice_are_counted_within_a_turn_and_begin_anew_with_the_next() -> None:
    campaign, _ = toy.given(toy.started(), "red done", "red attack red-1 blue-1", "red break-off", "red done")
    assert sum(campaign.progress.nth.values()) == 2
    campaign, _ = toy.given(campaign, "blue done", "green done", "red done")
    assert campaign.progress.turn == 2 and campaign.progress.nth == {}


def test_the_last_turn_ends_the_campaign_at_the_sequence_s_last_step() -> None:
    campaign = toy.started(last="1201-1-dry")
    campaign, entries = toy.given(campaign, "red done", "red done", "blue done", "green done", "red done")
    assert lines(entries)[-3:] == ["red rest", "blue rest", "green rest"]
    assert campaign.progress.step == "end.rest"
    assert play.over(toy.RULESET, campaign) == "the last turn has been played"
    assert play.automatic(toy.RULESET, campaign) is None
    found = outlook.outlook(toy.RULESET, campaign, "solo")
    assert (found.over, found.choices, found.forms, found.awaits) == ("the last turn has been played", (), (), ())


def test_rules_that_go_round_in_circles_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "_FAR_TOO_MANY", 50)
    monkeypatch.setattr(toy.RULESET.calendar, "last", lambda campaign: 10_000)
    step = attrs.evolve(toy.STEPS[-1], outstanding=lambda campaign: [parse(toy.RULESET, "red rest")])
    monkeypatch.setattr(toy.RULESET, "sequence", type(toy.RULESET.sequence)((step,)))
    with pytest.raises(RuntimeError, match=r"round in circles at end\.rest"):
        play.settle(toy.RULESET, toy.opening(), dice=DICE, n=1)


def test_a_turn_in_which_nothing_takes_place_still_has_its_last_step(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = tuple(attrs.evolve(step, skipped=lambda campaign: "never") for step in toy.STEPS)
    monkeypatch.setattr(toy.RULESET, "sequence", type(toy.RULESET.sequence)(steps))
    batches = play.settle(toy.RULESET, toy.opening(last="1201-2-wet"), dice=DICE, n=1)
    assert batches[-1].campaign.progress.turn == 2
    assert play.over(toy.RULESET, batches[-1].campaign) == "the last turn has been played"


def test_the_outlook_offers_every_order_of_the_step_with_cost_and_refusals() -> None:
    campaign, _ = toy.given(toy.started(), "red bid toll")
    found = outlook.outlook(toy.RULESET, campaign, "solo")
    assert found.awaits == ("blue", "green") and found.step == "council.bid"
    choices = {choice.text: choice for choice in found.choices}
    assert list(choices) == [
        *(f"{power} bid {office}" for power in ("blue", "green") for office in ("toll", "mint", "fair")),
        "blue done",
    ]
    assert choices["blue bid mint"].cost.total == 4 and choices["blue bid mint"].refused == ()
    assert choices["blue bid toll"].refused[0].reason == "toll is held by red"
    assert [form.verb for form in found.forms] == ["gift"]
    assert found.forms[0].pattern == "blue gift {to} {gold}"


def test_the_outlook_offers_the_answers_of_a_decision_to_the_seat_it_asks_and_nothing_else() -> None:
    campaign, _ = toy.given(toy.started(2, sealed_bids=False), "red done", "blue done", "red attack red-1 blue-1")
    mine = outlook.outlook(toy.RULESET, campaign, "north")
    assert [choice.text for choice in mine.choices] == ["red fight-on", "red break-off"]
    assert mine.decision is not None and mine.awaits == ("red",) and mine.forms == ()
    other = outlook.outlook(toy.RULESET, campaign, "south")
    assert other.choices == () and other.awaits == ("red",) and other.decision == mine.decision


def test_the_public_is_offered_nothing() -> None:
    found = outlook.outlook(toy.RULESET, toy.started(3), "")
    assert found.choices == () and found.forms == () and found.awaits == toy.POWERS


def test_before_the_first_step_there_is_nothing_to_choose() -> None:
    found = outlook.outlook(toy.RULESET, toy.opening(), "solo")
    assert (found.step, found.choices, found.awaits, found.over) == ("", (), (), "")
