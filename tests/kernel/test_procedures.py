"""Procedures: a resolution can be left between any two stages, rests at a decision, and stacks."""

from __future__ import annotations

import pickle
from typing import ClassVar

import attrs
import pytest
from attrs import frozen

from engine.kernel import play, procedures, standing
from engine.kernel.dice import FixedDice, KeyedDice, NoDice
from engine.kernel.reading import parse
from engine.kernel.transaction import Transaction
from tests.kernel import toy
from tests.kernel.toy_battle import Battle

DICE = KeyedDice(toy.SECRET)
WAR = (
    "red bid toll",
    "blue done",
    "red march red-2 forest",
    "red attack red-1 blue-1",
    "red fight-on",
    "red fight-on",
    "red done",
    "blue gift green 1",
)


def left_and_taken_up(campaign: toy.Toy) -> toy.Toy:
    """The campaign as another process would find it: equal, and no object shared."""
    again: toy.Toy = pickle.loads(pickle.dumps(campaign))
    assert again == campaign
    return again


def stage_by_stage(campaign: toy.Toy, lines: tuple[str, ...]) -> tuple[toy.Toy, list[str]]:
    """Each order and each automatic order by itself, leaving the campaign after every one."""
    told: list[str] = []
    n = 1
    for line in lines:
        order = parse(toy.RULESET, line)
        assert play.judge(toy.RULESET, campaign, order, campaign.seats[order.actor]) == ()
        campaign, entry = play.apply(toy.RULESET, campaign, order, seat=campaign.seats[order.actor], dice=DICE, n=n)
        told.append(entry.order)
        campaign, n = left_and_taken_up(campaign), n + 1
        while (following := play.automatic(toy.RULESET, campaign)) is not None:
            campaign, entry = play.apply(toy.RULESET, campaign, following, seat=play.RULES, dice=DICE, n=n)
            told.append(entry.order)
            campaign, n = left_and_taken_up(campaign), n + 1
    return campaign, told


def test_left_and_taken_up_between_any_two_stages_it_comes_to_the_same() -> None:
    campaign, entries = toy.given(toy.started(), *WAR)
    again, told = stage_by_stage(toy.started(), WAR)
    assert again == campaign
    assert told == [entry.order for entry in entries]


def test_each_stage_is_an_entry_of_the_rules_with_its_rolls() -> None:
    _, entries = toy.given(toy.started(), *WAR)
    stages = [entry for entry in entries if entry.order == "resolve 1"]
    assert [len(entry.rolls) for entry in stages] == [0, 2, 2, 2, 0]
    assert {entry.seat for entry in stages} == {play.RULES}
    powers = [roll.key.split("/")[2] for roll in stages[1].rolls]
    assert powers == ["red", "blue"]


def test_a_battle_ends_after_its_third_round_without_asking_again() -> None:
    campaign, _ = toy.given(toy.started(), "red done")
    for line in ("red attack red-1 blue-1", "red fight-on", "red fight-on"):
        campaign, _ = toy.given(campaign, line, dice=FixedDice([1, 1]))
    assert not campaign.pending and campaign.bands["red-1"].tired
    assert campaign.lands["hill"].owner == "blue"


def test_breaking_off_ends_it_at_once() -> None:
    campaign, _ = toy.given(toy.started(), "red done")
    campaign, _ = toy.given(campaign, "red attack red-1 blue-1", dice=FixedDice([1, 6]))
    campaign, entries = toy.given(campaign, "red break-off")
    assert not campaign.pending and not any(entry.rolls for entry in entries)
    assert campaign.bands["red-1"].strength == 3 and campaign.fallen == 1


def test_the_default_of_a_decision_follows_the_facts() -> None:
    campaign, _ = toy.given(toy.started(), "red done")
    campaign, _ = toy.given(campaign, "red attack red-2 blue-1", dice=FixedDice([1, 1]))
    asked = play.decision(campaign)
    assert asked is not None and asked.default == "red break-off"


def test_the_procedure_begun_last_goes_on_first() -> None:
    tx = Transaction(toy.started(), NoDice(), "1201-1-dry")
    battle = Battle("answer", "red-1", "blue-1", "red", "blue", "hill")
    assert [procedures.begin(tx, battle, "battle") for _ in range(2)] == ["pending.1", "pending.2"]
    assert play.automatic(toy.RULESET, tx.campaign) == standing.Resolve("2")
    tx.remove("pending.1", "over")
    assert procedures.begin(tx, battle, "battle") == "pending.3"
    twelve = attrs.evolve(tx.campaign, pending={str(key): battle for key in range(1, 13)})
    found = play.top(twelve)
    assert found is not None and found[0] == "12"


@frozen
class Stuck(procedures.Procedure[toy.Toy]):
    """A procedure that says neither what it awaits nor how it goes on."""

    kind: ClassVar[str] = "stuck"


def test_a_procedure_that_cannot_go_on_says_so() -> None:
    campaign = attrs.evolve(toy.started(), pending={"1": Stuck("start")})
    with pytest.raises(TypeError, match="Stuck cannot go on"):
        play.settle(toy.RULESET, campaign, dice=DICE, n=1)


def test_a_ruleset_knows_its_procedures_by_their_kind() -> None:
    assert toy.RULESET.kinds == {"battle": Battle}
