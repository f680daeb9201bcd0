"""A decision inside a procedure that both sides make in secret: nobody sees the other's answer before both are in."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel import outlook, play
from engine.kernel.campaign import view
from engine.kernel.changes import Entry
from engine.kernel.dice import KeyedDice
from engine.kernel.reading import parse
from engine.kernel.refusals import Refused
from tests.kernel import toy
from tests.kernel.test_views import masked
from tests.kernel.test_views import shown as all_shown

DICE = KeyedDice(toy.SECRET)
RED, BLUE = tuple(f"red flank {flank}" for flank in ("left", "right")), ("blue flank left", "blue flank right")
LINES = (*RED, *BLUE, "red fight-on", "red done", "red march red-1 forest", 'overrule "x" blue flank left')


def at_the_flanks(seats: int = 2) -> toy.Toy:
    """Red attacks Blue on the hill, who has no way out; both choose their flank."""
    bids = [f"{power} done" for power in (toy.POWERS if seats == 3 else ("red", "blue"))][: seats if seats > 1 else 1]
    campaign, _ = toy.given(toy.started(seats, flanks=True), *bids)
    return toy.given(campaign, "red attack red-1 blue-1")[0]


def told(campaign: toy.Toy, seat: str) -> tuple[Any, ...]:
    """All that a seat is shown, its judge's words on every answer included."""
    judged = tuple(play.judge(toy.RULESET, campaign, parse(toy.RULESET, line), seat) for line in LINES)
    return (*all_shown(campaign, seat), judged, play.decision(view(campaign, seat), seat))


def test_both_sides_are_asked_at_once_each_for_its_own() -> None:
    campaign = at_the_flanks()
    for seat, power, answers in (("north", "red", RED), ("south", "blue", BLUE)):
        found = outlook.outlook(toy.RULESET, campaign, seat)
        assert found.decision is not None and (found.decision.power, found.decision.answers) == (power, answers)
        assert [choice.text for choice in found.choices] == list(answers)
        assert found.awaits == ("red", "blue") and found.decision.sealed
    assert outlook.outlook(toy.RULESET, campaign, "").choices == ()


@pytest.mark.parametrize("first", ["red flank left", "blue flank right"])
def test_an_answer_is_sealed_until_the_other_is_in_whoever_comes_first(first: str) -> None:
    campaign, entries = toy.given(at_the_flanks(), first)
    power = first.split()[0]
    (entry,) = entries
    assert entry.order.startswith(f"{power} seal {power}-1 ") and entry.order.endswith(" answers=1")
    assert [change.at for change in entry.changes] == [f"sealed.{power}-1"]
    assert campaign.sealed[f"{power}-1"].answers == "1" and campaign.pending["1"].flanks == ("", "")
    seat = campaign.seats[power]
    other = next(one for one in ("north", "south") if one != seat)
    # Its own seat has nothing to do but to wait; the other is asked as before.
    mine, theirs = (outlook.outlook(toy.RULESET, campaign, one) for one in (seat, other))
    assert mine.choices == () and mine.awaits == theirs.awaits == (("blue",) if power == "red" else ("red",))
    assert len(theirs.choices) == 2 and theirs.decision is not None and theirs.decision.power != power
    assert "flank" not in str(attrs.asdict(view(campaign, other)).get("secrets"))
    again = play.judge(toy.RULESET, campaign, parse(toy.RULESET, first), seat)
    asks = "blue" if power == "red" else "red"
    assert [one.reason for one in again] == [f"{asks} has to decide first: which flank", f"{asks} is asked"]


def test_when_both_are_in_both_are_opened_and_then_take_effect() -> None:
    campaign, _ = toy.given(at_the_flanks(), "blue flank left")
    after, entries = toy.given(campaign, "red flank left", n=2)
    orders = [entry.order.split()[:2] for entry in entries]
    assert orders[:6] == [
        ["red", "seal"], ["reveal", "red-2"], ["reveal", "blue-1"], ["red", "enact"], ["blue", "enact"],
        ["resolve", "1"],
    ]  # fmt: skip
    assert after.sealed == {} and after.secrets == {}
    rolled = next(entry for entry in entries if entry.rolls)
    assert len(rolled.rolls) == 2


def test_with_one_seat_nothing_is_sealed_and_one_side_is_asked_after_the_other() -> None:
    campaign = at_the_flanks(1)
    assert outlook.outlook(toy.RULESET, campaign, "solo").awaits == ("red", "blue")
    campaign, entries = toy.given(campaign, "red flank right")
    assert entries[0].order == "red flank right" and campaign.pending["1"].flanks == ("right", "")
    found = play.decision(campaign, "solo")
    assert found is not None and found.power == "blue" and not campaign.sealed
    _, entries = toy.given(campaign, "blue flank left", n=2)
    assert any(entry.rolls for entry in entries)


@pytest.mark.parametrize("pair", [RED, BLUE])
def test_two_games_in_which_one_side_chooses_differently_look_the_same_to_the_other_until_the_reveal(
    pair: tuple[str, str],
) -> None:
    def played(line: str) -> tuple[toy.Toy, tuple[Entry, ...]]:
        return toy.given(at_the_flanks(), line)

    (one, entries), (other, others) = (played(line) for line in pair)
    mine = one.seats[pair[0].split()[0]]
    assert masked(entries) == masked(others)
    for seat in ("north", "south", "west", ""):
        same = masked(told(one, seat)) == masked(told(other, seat))
        assert same == (seat != mine), seat


def test_before_the_reveal_a_choice_is_taken_back_alone_and_after_it_not() -> None:
    before = at_the_flanks()
    campaign, entries = toy.given(before, "red flank left")
    assert play.may_undo(campaign, entries, "north") == "" and play.may_undo(campaign, entries, "south")
    assert play.undo(campaign, entries, seat="north", n=2).campaign == before
    after, more = toy.given(campaign, "blue flank left", n=2)
    assert "cannot be unseen" in play.may_undo(after, more, "south")
    back = play.undo(after, more, seat="table", n=20).campaign
    assert back == toy.as_consented(campaign), "what had been opened is sealed again"


def test_while_a_seat_s_file_is_missing_the_battle_waits_for_it() -> None:
    campaign, _ = toy.given(at_the_flanks(), "red flank left")
    known = campaign.secrets
    alone = attrs.evolve(campaign, secrets={})
    (batch,) = play.submit(toy.RULESET, alone, [parse(toy.RULESET, "blue flank left")], seat="south", dice=DICE, n=2)
    assert [entry.order.split()[:2] for entry in batch.entries] == [["blue", "seal"], ["reveal", "blue-2"]]
    waits = batch.campaign
    assert play.automatic(toy.RULESET, waits) is None
    for seat in ("north", "south"):
        found = outlook.outlook(toy.RULESET, waits, seat)
        assert (found.awaits, found.choices, found.forms, found.decision) == (("red",), (), (), None)
    for line in ("red done", "red march red-2 forest", "red fight-on"):
        (refusal, *_) = play.judge(toy.RULESET, waits, parse(toy.RULESET, line), "north")
        assert refusal.rule == "0.4" and "is to be opened first" in refusal.reason
    (opened,) = play.settle(toy.RULESET, attrs.evolve(waits, secrets=known), dice=DICE, n=4)
    assert [entry.order.split()[0] for entry in opened.entries][:4] == ["reveal", "red", "blue", "resolve"]


def test_what_is_no_answer_is_refused_and_nobody_answers_for_another() -> None:
    campaign = at_the_flanks()
    with pytest.raises(Refused) as no:
        toy.given(campaign, "red flank up")
    assert [refusal.rule for refusal in no.value.refusals] == ["5.6", "5.6"]
    assert any("is no flank" in refusal.reason for refusal in no.value.refusals)
    with pytest.raises(Refused, match="commanded by the seat"):
        toy.given(campaign, "blue flank left", seat="north")


def test_an_answer_that_a_ruling_has_made_illegal_is_void_and_its_power_is_asked_again() -> None:
    campaign, _ = toy.given(at_the_flanks(), "red flank left")
    # The table has set Red's flank meanwhile.
    battle = attrs.evolve(campaign.pending["1"], flanks=("right", ""))
    changed = attrs.evolve(campaign, pending={"1": battle})
    after, entries = toy.given(changed, "blue flank left", n=2)
    void = next(entry for entry in entries if entry.order.startswith("red enact"))
    assert "void=" in void.order and "blue is asked (5.6)" in void.order and not after.sealed
    assert any(entry.rolls for entry in entries), "both flanks stand: the round is fought"
