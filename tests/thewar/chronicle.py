"""What the journal says of a battle: its entries written down, read back as from a file, and told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.kernel import play
from engine.kernel.changes import Entry, inverted, replay
from engine.kernel.dice import FixedDice
from engine.kernel.orders import Order
from engine.kernel.reading import understand
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import TheWar
from saves import journal
from tui.telling import tell_all


def fought(
    campaign: TheWar, order: Order[Any], faces: Sequence[int] = (), answers: Iterable[str] = ()
) -> tuple[TheWar, list[Entry]]:
    """An automatic order and all that it begins, as entries. Every die and every answer is used up."""
    dice, left, entries = FixedDice(faces), list(answers), list[Entry]()
    following: Order[Any] | None = order
    while following is not None:
        n, seat = len(entries) + 1, campaign.seats.get(following.actor, "") or play.RULES
        campaign, entry = play.apply(RULESET, campaign, following, seat=seat, dice=dice, n=n)
        entries.append(entry)
        found = play.top(campaign)
        if found is None:
            following = None
        elif found[1].decision(campaign) is None:
            following = play.automatic(RULESET, campaign)
        else:
            following = understand(RULESET, left.pop(0), campaign)
    assert not left and not dice.left
    return campaign, entries


def written(campaign: TheWar, entries: Sequence[Entry]) -> list[Entry]:
    """The same entries as a turn's file gives them back. ``campaign`` is the state after them."""
    state = replay(campaign, [change for entry in reversed(entries) for change in inverted(entry.changes)])
    found = []
    for entry in entries:
        reader = journal.Reader(state, RULESET.kinds)
        found.append(reader.entry(journal.quick(journal.body(entry).decode())))
        state = replay(state, entry.changes)
    assert found == list(entries)
    return found


def told(campaign: TheWar, entries: Sequence[Entry]) -> list[str]:
    """Their sentences in order, those without the ones that only say that play went on."""
    every = tell_all(RULESET, campaign, written(campaign, entries))
    return [one.sentence for one in every if not one.routine]


def story(
    campaign: TheWar, order: Order[Any], faces: Sequence[int] = (), answers: Iterable[str] = ()
) -> tuple[TheWar, list[str]]:
    """The campaign after a battle, and what the journal says of it."""
    after, entries = fought(campaign, order, faces, answers)
    return after, told(after, entries)


def untold(campaign: TheWar, entries: Sequence[Entry]) -> list[str]:
    """What is wrong with the sentences of resolved stages in a journal: one that has none of its own, that leaves out
    what a power lost, or that names a Massacre where none was met."""
    found = []
    for one, entry in zip(tell_all(RULESET, campaign, entries), entries, strict=True):
        if not entry.order.startswith("resolve ") or one.routine:
            continue
        if one.sentence.startswith("Resolved"):
            found.append(f"{entry.n} says nothing of its own: {one.sentence}")
        for power in campaign.powers:
            boxes = [change for change in entry.changes if change.at == f"boxes.{power}" and change.now is not None]
            lost = sum(change.now.lost - (change.was.lost if change.was else 0) for change in boxes)
            name = campaign.powers[power].name
            if lost and f"{name} loses {lost} NARF" not in one.sentence:
                found.append(f"{entry.n} leaves out {lost} NARFs of {name}: {one.sentence}")
        met = any("massacre" in change.at and change.now is True for change in entry.changes) or any(
            roll.purpose.startswith("convoy") for roll in entry.rolls
        )
        if "Massacre" in one.sentence and not met:
            found.append(f"{entry.n} names a Massacre: {one.sentence}")
    return found
