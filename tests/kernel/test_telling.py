"""The journal in sentences: each entry on the campaign as it stood before it, whoever reads it and however late."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel import telling
from engine.kernel.campaign import Secret, view
from engine.kernel.changes import Entry, Roll
from engine.kernel.dice import FixedDice
from engine.kernel.play import submit, undo
from engine.kernel.reading import parse
from tests.kernel import toy


def told(after: toy.Toy, entries: tuple[Entry, ...]) -> dict[str, str]:
    """The sentences by the orders' texts; of orders of the same text the last."""
    return {entry.order: said for entry, said in reversed(list(telling.backwards(after, entries)))}


def test_what_an_entry_says_is_made_from_the_campaign_of_its_time() -> None:
    campaign, entries = toy.given(toy.started(3), "red bid toll", "blue bid mint", "green bid fair")
    assert not campaign.sealed
    found = told(campaign, entries)
    # By now nothing is sealed any more: from the present campaign it could not be said what took effect.
    assert found["red enact red-1"] == "Takes effect: red bid toll"
    assert parse(toy.RULESET, "red enact red-1").sentence(campaign) == "takes effect: the sealed order red-1"


def test_a_stage_says_what_came_of_it() -> None:
    campaign, _ = toy.given(toy.started(), "red done")
    campaign, entries = toy.given(campaign, "red attack red-1 blue-1", dice=FixedDice([1, 6]))
    strength = campaign.bands["blue-1"].strength
    said = [sentence for entry, sentence in telling.backwards(campaign, entries) if entry.rolls]
    assert said == [f"Round 1 against {strength}: 1 to 6, red-1 loses 1"]
    campaign, more = toy.given(campaign, "red break-off")
    # Told much later, with other entries after it, it says the same.
    later = [sentence for entry, sentence in telling.backwards(campaign, entries + more) if entry.rolls]
    assert later == said


def test_a_stage_of_which_nothing_is_said_names_its_dice_or_its_causes() -> None:
    campaign, _ = toy.given(toy.started(), "red done")
    campaign, entries = toy.given(campaign, "red attack red-1 blue-1", "red break-off", dice=FixedDice([1, 6]))
    closing = next(said for entry, said in telling.backwards(campaign, entries) if entry.order == "resolve 1")
    assert closing == "Resolved: fought."
    rolled = Entry(1, "rules", "south.march.move", "resolve 9", rolls=(Roll("1/x/red/long-shot:far/1", 3, 6),))
    assert telling.sentence(campaign, rolled) == "Resolved: long shot."
    assert telling.sentence(campaign, attrs.evolve(rolled, rolls=())) == "Resolved: an answer."


def test_only_as_many_entries_are_told_as_are_asked_for() -> None:
    campaign, entries = toy.given(toy.started(), "red bid toll", "blue bid mint")
    wrong = attrs.evolve(entries[0], order=None)  # type: ignore[arg-type]
    latest = telling.backwards(campaign, (wrong, *entries[1:]))
    assert next(latest)[0] == entries[-1]


def test_an_entry_that_does_not_lead_back_is_told_on_what_is_known() -> None:
    campaign, entries = toy.given(toy.started(3), "red bid toll", "blue bid mint", "green bid fair")
    last = entries[-1]
    assert last.changes
    edited = attrs.evolve(last, changes=tuple(attrs.evolve(change, now="edited") for change in last.changes))
    said = [sentence for _, sentence in telling.backwards(campaign, (*entries[:-1], edited))]
    assert len(said) == len(entries) and said[0] == telling.sentence(campaign, last)


def test_an_undo_and_what_today_s_rules_cannot_read() -> None:
    campaign, entries = toy.given(toy.started(), "red bid toll")
    (taken,) = undo(campaign, entries[:1], seat="solo", n=9).entries
    assert telling.sentence(campaign, taken) == f"Undone: entry {entries[0].n}."
    both = attrs.evolve(taken, undoes=(4, 5, 6))
    assert telling.sentence(campaign, both) == "Undone: entries 4 to 6."
    strange = attrs.evolve(entries[0], order="red frobnicate 3")
    assert telling.sentence(campaign, strange) == "red frobnicate 3"


def test_what_is_sealed_is_told_to_its_own_seat_alone() -> None:
    campaign = toy.started(3)
    order = parse(toy.RULESET, "red bid toll")
    seat = campaign.seats["red"]
    (batch,) = submit(toy.RULESET, campaign, [order], seat=seat, dice=FixedDice(()), n=1)
    for who, wanted in ((seat, "Red has ordered under seal: red bid toll"), ("", "Red has ordered under seal.")):
        found = list(telling.backwards(view(batch.campaign, who), batch.entries))
        assert [said for entry, said in found if entry.order.startswith("red seal")] == [wanted]


@pytest.mark.parametrize(
    ("order", "wanted"),
    [
        ("red done", "{}: done."),
        ("red done through board.markets", "Passed on from {} through {}."),
        ("late red done through board.markets", "Late: Passed on from {} through {}."),
        ('overrule "so agreed" red done', "Overruled (so agreed): {}: done."),
        ("advance board.markets", "Next step: {1}"),
        ("turn 3", "Next turn: 1202-1-dry"),
    ],
)
def test_how_play_went_on(order: str, wanted: str) -> None:
    campaign = toy.started()
    titles = [toy.RULESET.sequence[step].title for step in (campaign.progress.step, "board.markets")]
    entry = Entry(1, campaign.seats["red"], campaign.progress.step, order)
    assert telling.sentence(campaign, entry) == wanted.format(*titles)


def test_a_seal_whose_text_today_s_rules_cannot_read_is_told_as_it_was_written() -> None:
    campaign = toy.started(3)
    secret = Secret("red", "red frobnicate", "salt")
    seal = Entry(1, campaign.seats["red"], campaign.progress.step, f"red seal red-1 {'0' * 64}")
    own = attrs.evolve(campaign, secrets={"red-1": secret})
    assert telling.sentence(own, seal) == "Red has ordered under seal: red frobnicate"
