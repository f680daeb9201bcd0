"""Sealed orders: only that they were given shows; all are opened together; what another has made illegal is void."""

from __future__ import annotations

import hashlib

import attrs
import pytest

from engine.kernel import outlook, play
from engine.kernel.campaign import view
from engine.kernel.changes import Batch, Entry
from engine.kernel.dice import FixedDice, KeyedDice
from engine.kernel.reading import parse
from engine.kernel.standing import Enact, Seal, digest
from tests.kernel import toy

DICE = KeyedDice(toy.SECRET)


def submit(campaign: toy.Toy, line: str, seat: str, n: int = 1) -> Batch[toy.Toy]:
    (batch,) = play.submit(toy.RULESET, campaign, [parse(toy.RULESET, line)], seat=seat, dice=DICE, n=n)
    return batch


def all_bid(first: str, second: str, third: str) -> tuple[toy.Toy, tuple[Entry, ...]]:
    return toy.given(toy.started(3), f"red {first}", f"blue {second}", f"green {third}")


def test_a_sealed_order_changes_nothing_but_that_it_was_given() -> None:
    before = toy.started(3)
    batch = submit(before, "red bid toll", "north", n=6)
    (entry,) = batch.entries
    ((place, secret),) = batch.secrets
    assert place == "red-6" and (secret.power, secret.text) == ("red", "red bid toll")
    sealed = batch.campaign.sealed["red-6"]
    assert sealed.digest == hashlib.sha256(f"{secret.salt}red bid toll".encode()).hexdigest()
    assert (sealed.power, sealed.step, sealed.text) == ("red", "council.bid", "")
    assert entry.order == f"red seal red-6 {sealed.digest} ends=yes"
    assert [change.at for change in entry.changes] == ["sealed.red-6", "progress.done"]
    public = view(batch.campaign, "")
    assert attrs.evolve(public, sealed={}, progress=before.progress) == before


def test_what_is_sealed_is_in_no_entry_and_no_view_of_another_seat() -> None:
    batch = submit(toy.started(3), "red bid toll", "north")
    assert "toll" not in str(batch.entries)
    for seat in ("", "west", "east"):
        assert "toll" not in str(attrs.asdict(view(batch.campaign, seat)))
    assert view(batch.campaign, "north").secrets["red-1"].text == "red bid toll"


def test_the_salt_keeps_the_text_from_being_guessed_and_differs_each_time() -> None:
    first = submit(toy.started(3), "red bid toll", "north", n=6).secrets[0][1]
    second = submit(toy.started(3), "red bid toll", "north", n=7).secrets[0][1]
    other = play.submit(
        toy.RULESET, toy.started(3), [parse(toy.RULESET, "red bid toll")], seat="north", dice=FixedDice([], b"x"), n=6
    )
    assert len({first.salt, second.salt, other[0].secrets[0][1].salt}) == 3


def test_its_own_seat_s_judge_counts_what_it_has_sealed_and_nobody_else_s_does() -> None:
    before = toy.started(2, gold=4)
    # Both southern houses have the Hill's and the Mere's income; each has its own hand.
    campaign = submit(before, "blue bid mint", "south").campaign
    gift = parse(toy.RULESET, "blue gift red 3")
    assert [refusal.reason for refusal in play.judge(toy.RULESET, campaign, gift, "south")] == ["2 gold are free"]
    assert play.seen(campaign, "south").houses["blue"].reserved == 4
    assert play.seen(campaign, "south").offices == {"mint": "blue"}
    for seat in ("north", ""):
        assert play.seen(campaign, seat).houses["blue"].reserved == 0
    bid = parse(toy.RULESET, "red bid mint")
    assert play.judge(toy.RULESET, campaign, bid, "north") == ()
    second = parse(toy.RULESET, "green bid mint")
    assert [refusal.rule for refusal in play.judge(toy.RULESET, campaign, second, "south")] == ["2.2"]


def test_what_is_sealed_is_counted_once_also_in_the_outlook() -> None:
    campaign = submit(toy.started(2, gold=5), "blue bid mint", "south").campaign
    choices = {choice.text: choice for choice in outlook.outlook(toy.RULESET, campaign, "south").choices}
    # 5 + 4 in hand for Green; Blue's sealed 4 are its own.
    assert choices["green bid toll"].refused == ()
    assert [refusal.rule for refusal in choices["green bid mint"].refused] == ["2.2"]
    once = play.seen(campaign, "south")
    assert play.seen(once, "south") == once and once.houses["blue"].reserved == 4


def test_when_all_have_ordered_everything_is_opened_and_then_takes_effect() -> None:
    after, entries = all_bid("bid toll", "bid mint", "bid fair")
    told = [entry.order.split(" ")[:2] for entry in entries[2:]]
    assert told == [
        ["green", "seal"],
        ["reveal", "red-1"],
        ["reveal", "blue-2"],
        ["reveal", "green-3"],
        ["red", "enact"],
        ["blue", "enact"],
        ["green", "enact"],
        ["advance", "council.pay"],
        ["red", "pay"],
        ["blue", "pay"],
        ["green", "pay"],
        ["advance", "north.march.move"],
    ]
    assert after.offices == {"toll": "red", "mint": "blue", "fair": "green"}
    assert after.sealed == {} and after.secrets == {}
    assert [after.houses[power].gold for power in toy.POWERS] == [10, 8, 12]


def test_a_revealed_text_is_the_one_that_was_sealed() -> None:
    _, entries = all_bid("bid toll", "bid mint", "bid fair")
    seals = {entry.order.split()[2]: entry.order.split()[3] for entry in entries if " seal " in entry.order}
    reveals = [parse(toy.RULESET, entry.order) for entry in entries if entry.order.startswith("reveal ")]
    assert [digest(reveal.order, reveal.salt) for reveal in reveals] == list(seals.values())  # type: ignore[attr-defined]


def test_a_sealed_order_that_another_s_has_made_illegal_is_void_and_free_and_says_why() -> None:
    after, entries = all_bid("bid toll", "bid toll", "bid fair")
    void = next(entry for entry in entries if entry.order.startswith("blue enact"))
    order = parse(toy.RULESET, void.order)
    assert isinstance(order, Enact) and order.void == "toll is held by red (2.2). Bid for another."
    assert [change.at for change in void.changes] == ["sealed.blue-2"]
    assert after.offices == {"toll": "red", "fair": "green"}
    assert after.houses["blue"].gold == 12 and after.houses["blue"].reserved == 0


def test_the_order_of_giving_does_not_decide_who_comes_first() -> None:
    campaign, _ = toy.given(toy.started(3), "green bid toll", "blue bid toll", "red bid toll")
    assert campaign.offices == {"toll": "red"}


def test_while_a_seat_s_file_is_missing_its_order_waits_and_the_others_are_opened() -> None:
    campaign = submit(toy.started(3), "red bid toll", "north", 1).campaign
    campaign = submit(campaign, "blue bid toll", "west", 2).campaign
    # This machine has east's file only.
    alone = attrs.evolve(campaign, secrets={})
    batch = submit(alone, "green bid fair", "east", 3)
    assert [entry.order.split(" ")[:2] for entry in batch.entries] == [["green", "seal"], ["reveal", "green-3"]]
    assert batch.campaign.offices == {} and batch.campaign.progress.step == "council.bid"
    assert outlook.outlook(toy.RULESET, batch.campaign, "east").awaits == ("red", "blue")
    assert outlook.outlook(toy.RULESET, batch.campaign, "east").choices == ()
    assert play.settle(toy.RULESET, batch.campaign, dice=DICE, n=9) == ()
    # Whoever opens last, the outcome is the same: they take effect together.
    for first, second in (("red-1", "blue-2"), ("blue-2", "red-1")):
        state = attrs.evolve(batch.campaign, secrets={first: campaign.secrets[first]})
        (opened,) = play.settle(toy.RULESET, state, dice=DICE, n=5)
        state = attrs.evolve(opened.campaign, secrets={second: campaign.secrets[second]})
        (last,) = play.settle(toy.RULESET, state, dice=DICE, n=6)
        assert last.campaign.offices == {"toll": "red", "fair": "green"}


def test_a_forged_reveal_is_noticed() -> None:
    campaign = submit(toy.started(3), "red bid toll", "north").campaign
    salt = campaign.secrets["red-1"].salt
    for line, reason in [
        (f'reveal red-1 "red bid mint" {salt}', "the text is not the one that was sealed"),
        (f'reveal red-2 "red bid toll" {salt}', "nothing is sealed as 'red-2'"),
        ("red enact red-1", "nothing is revealed as 'red-1'"),
        ("red seal red-1 abc", "a seal is 64 hexadecimal digits"),
        ("red seal red-1 abc", "something is sealed as 'red-1' already"),
    ]:
        found = play.judge(toy.RULESET, campaign, parse(toy.RULESET, line), play.RULES)
        assert reason in [refusal.reason for refusal in found]
    good = f'reveal red-1 "red bid toll" {salt}'
    assert play.judge(toy.RULESET, campaign, parse(toy.RULESET, good), play.RULES) == ()


def test_an_enactment_that_today_s_rules_would_decide_otherwise_is_noticed() -> None:
    campaign = submit(toy.started(3), "red bid toll", "north").campaign
    opened = attrs.evolve(campaign, sealed={"red-1": attrs.evolve(campaign.sealed["red-1"], text="red bid toll")})
    taken = attrs.evolve(opened, offices={"toll": "blue"})
    assert play.judge(toy.RULESET, opened, Enact("red", "red-1"), play.RULES) == ()
    found = play.judge(toy.RULESET, taken, Enact("red", "red-1"), play.RULES)
    assert found[0].reason == "toll is held by blue (2.2). Bid for another."
    found = play.judge(toy.RULESET, opened, Enact("red", "red-1", "whatever"), play.RULES)
    assert found[0].reason == "nothing stands against the sealed order"


def test_a_sealed_text_that_no_rule_reads_any_more_is_void() -> None:
    campaign = submit(toy.started(3), "red bid toll", "north").campaign
    strange = attrs.evolve(campaign, sealed={"red-1": attrs.evolve(campaign.sealed["red-1"], text="red sing")})
    assert "'sing' is no order of a power" in Enact.of(strange, "red-1").void


def test_passing_is_public() -> None:
    batch = submit(toy.started(3), "red done", "north")
    assert batch.entries[0].order == "red done" and batch.secrets == ()


@pytest.mark.parametrize("campaign", [toy.started(1), toy.started(3, sealed_bids=False)])
def test_with_one_seat_or_open_bids_nothing_is_sealed(campaign: toy.Toy) -> None:
    after, entries = toy.given(campaign, "red bid toll")
    assert after.offices == {"toll": "red"} and entries[0].order == "red bid toll" and not after.sealed


def test_what_is_not_of_the_sealed_step_is_given_openly() -> None:
    batch = submit(toy.started(3), "red gift blue 2", "north")
    assert batch.entries[0].order == "red gift blue 2" and not batch.campaign.sealed


def test_a_seal_gives_away_only_whether_its_power_has_finished() -> None:
    assert Seal("red", "red-1", "0" * 64).text == f"red seal red-1 {'0' * 64}"
    assert Seal("red", "red-1", "0" * 64, True).ends_step("council.bid")
