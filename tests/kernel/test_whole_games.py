"""Whole games of random legal play: no crash, no dead end, nothing lost, every entry replayable and readable."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.kernel import outlook, play
from engine.kernel.campaign import view
from engine.kernel.changes import Entry, inverted, replay
from engine.kernel.dice import KeyedDice
from engine.kernel.reading import parse
from tests.kernel import toy
from tests.scale import scaled

LAST = "1205-2-wet"


def choose(campaign: toy.Toy, chance: random.Random) -> tuple[str, str]:
    """A seat and a legal order of its, sometimes one that is always open. There is always one, or the game is over."""
    seats = list(dict.fromkeys(campaign.seats.values()))
    chance.shuffle(seats)
    for seat in seats:
        if chance.random() < 0.1:
            power = next(power for power, holder in campaign.seats.items() if holder == seat)
            other = next(other for other in toy.POWERS if other != power)
            order = parse(toy.RULESET, f"{power} gift {other} 1")
            if not play.judge(toy.RULESET, campaign, order, seat):
                return seat, order.text
        legal = [choice.text for choice in outlook.outlook(toy.RULESET, campaign, seat).choices if not choice.refused]
        fights = [text for text in legal if "attack" in text or "fight-on" in text]
        if legal:
            return seat, chance.choice(fights or legal)
    raise AssertionError(f"a dead end at {campaign.progress}")


def played(seed: int, seats: int, *, flanks: bool = False) -> tuple[toy.Toy, list[Entry]]:
    """A game to its end, checked after every batch."""
    chance = random.Random(seed)
    dice = KeyedDice(str(seed).encode())
    campaign = start = toy.opening(seats, last=LAST, flanks=flanks)
    journal: list[Entry] = []

    def keep(batches: tuple[play.Batch[toy.Toy], ...]) -> toy.Toy:
        state = campaign
        for batch in batches:
            for entry in batch.entries:
                state = replay(state, entry.changes)
            assert view(state, "") == view(batch.campaign, "")
            journal.extend(batch.entries)
            state = batch.campaign
        return state

    campaign = keep(play.settle(toy.RULESET, campaign, dice=dice, n=1))
    while not play.over(toy.RULESET, campaign):
        seat, line = choose(campaign, chance)
        order = parse(toy.RULESET, line)
        batches = play.submit(toy.RULESET, campaign, [order], seat=seat, dice=dice, n=len(journal) + 1)
        campaign = keep(batches)
        assert play.automatic(toy.RULESET, campaign) is None
        assert toy.conserved(campaign) == toy.conserved(start)
        assert not list(toy.RULESET.check(campaign))
        assert len(journal) < 5000
    return campaign, journal


@pytest.mark.parametrize(("seats", "flanks"), [(1, False), (2, False), (3, False), (1, True), (2, True)])
def test_whole_games_of_random_legal_play(seats: int, flanks: bool) -> None:
    seen: Counter[str] = Counter()
    for seed in range(scaled(8)):
        campaign, journal = played(seed, seats, flanks=flanks)
        assert [entry.n for entry in journal] == list(range(1, len(journal) + 1))
        for entry in journal:
            order = parse(toy.RULESET, entry.order)
            assert order.text == entry.order
            seen[order.verb] += 1
        changes = [change for entry in journal for change in entry.changes]
        # From the opening forward and from the end back, by the journal alone.
        assert view(replay(toy.opening(seats, last=LAST, flanks=flanks), changes), "") == view(campaign, "")
        assert replay(campaign, inverted(changes)) == toy.opening(seats, last=LAST, flanks=flanks)
        keys = [roll.key for entry in journal for roll in entry.rolls]
        assert len(keys) == len(set(keys))
        secret = str(seed).encode()
        for roll in (roll for entry in journal for roll in entry.rolls):
            assert roll.face == KeyedDice(secret).face(roll.key, roll.sides)
    assert {"collect", "pay", "march", "attack", "gift", "rest", "advance", "turn", "resolve", "done"} <= set(seen)
    assert ("bid" in seen) == (seats == 1) and ("enact" in seen) == (seats > 1)
    assert ("flank" in seen) == (flanks and seats == 1)


def test_the_same_orders_and_secret_give_the_same_journal() -> None:
    assert played(5, 3) == played(5, 3)
