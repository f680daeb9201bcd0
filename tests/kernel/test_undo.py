"""Undo: changes applied backwards, an entry of its own, the next one going to the latest that still stands."""

from __future__ import annotations

import random

import attrs
import pytest

from engine.kernel import outlook, play
from engine.kernel.changes import Entry, Mismatch
from engine.kernel.dice import KeyedDice
from engine.kernel.reading import parse
from tests.kernel import toy
from tests.scale import scaled


class Game:
    """A campaign with its journal, and the state after each entry that ended a batch."""

    def __init__(self, seats: int = 1) -> None:
        self.campaign: toy.Toy = toy.opening(seats)
        self.journal: list[Entry] = []
        self.dice = KeyedDice(toy.SECRET)
        self._keep(play.settle(toy.RULESET, self.campaign, dice=self.dice, n=1))

    @property
    def n(self) -> int:
        return self.journal[-1].n + 1 if self.journal else 1

    def _keep(self, batches: tuple[play.Batch[toy.Toy], ...]) -> None:
        for batch in batches:
            self.journal.extend(batch.entries)
            self.campaign = batch.campaign

    def give(self, *lines: str) -> None:
        orders = [parse(toy.RULESET, line) for line in lines]
        seat = self.campaign.seats[orders[0].actor]
        self._keep(play.submit(toy.RULESET, self.campaign, orders, seat=seat, dice=self.dice, n=self.n))

    def undo(self, to: int | None = None) -> Entry:
        live = play.live(self.journal)
        first = play.last_given(live) if to is None else next(at for at, entry in enumerate(live) if entry.n > to)
        batch = play.undo(self.campaign, live[first:] if first >= 0 else [], seat="solo", n=self.n)
        self._keep((batch,))
        return batch.entries[0]


def test_an_undo_takes_back_the_last_order_with_all_that_followed_from_it() -> None:
    game = Game()
    before, n = game.campaign, game.n
    game.give("red done")
    entry = game.undo()
    assert game.campaign == before
    assert (entry.n, entry.undoes, entry.order, entry.seat) == (n + 2, (n, n + 1), f"undo to={n - 1}", "solo")


def test_it_is_an_entry_of_its_own_whose_changes_are_those_taken_back_inverted() -> None:
    game = Game()
    game.give("red bid toll")
    given = game.journal[-1]
    entry = game.undo()
    assert entry.changes == tuple(change.inverse for change in reversed(given.changes))
    assert game.journal[-2] == given


def test_the_next_undo_goes_to_the_latest_that_stands_never_to_an_undo() -> None:
    game = Game()
    states = [game.campaign]
    for line in ("red gift blue 1", "red gift blue 2", "red gift blue 3"):
        game.give(line)
        states.append(game.campaign)
    for left in (2, 1, 0):
        game.undo()
        assert game.campaign == states[left]
    with pytest.raises(play.NothingToUndo):
        game.undo()
    numbers = [entry.n for entry in game.journal]
    assert numbers == list(range(1, len(numbers) + 1))


def test_after_an_undo_the_game_goes_on_with_fresh_numbers_and_can_be_undone_again() -> None:
    game = Game()
    game.give("red gift blue 1")
    game.undo()
    before = game.campaign
    game.give("red gift blue 2")
    assert game.journal[-1].n == 8
    game.undo()
    assert game.campaign == before
    assert [entry.n for entry in play.live(game.journal)] == [1, 2, 3, 4, 5]


def test_orders_given_together_are_taken_back_together() -> None:
    game = Game()
    before = game.campaign
    game.give("red gift blue 1", "red gift green 1", "red bid toll")
    assert len(game.undo().undoes) == 3 and game.campaign == before


def test_undo_to_an_entry_keeps_that_entry_and_what_came_before() -> None:
    game = Game()
    for gold in (1, 2, 3):
        game.give(f"red gift blue {gold}")
    kept = game.journal[-3].n
    entry = game.undo(to=kept)
    assert entry.undoes == (kept + 1, kept + 2) and entry.order == f"undo to={kept}"
    assert game.campaign.houses["red"].gold == 12


def test_part_of_what_was_given_together_may_be_kept() -> None:
    game = Game()
    game.give("red gift blue 1", "red gift green 1", "red gift blue 4")
    first = game.journal[-3].n
    game.undo(to=first)
    assert game.campaign.houses["red"].gold == 12
    # What is left of the batch goes with the next undo.
    assert game.undo().undoes == (first,)


def test_an_undo_goes_past_the_start_of_a_turn() -> None:
    game = Game()
    for line in ("red done", "red done", "blue done", "green done"):
        game.give(line)
    before = game.campaign
    game.give("red done")
    assert game.campaign.progress.turn == 2
    game.undo()
    assert game.campaign == before and game.campaign.progress.turn == 1


def test_dice_rolled_again_after_an_undo_show_the_same_faces() -> None:
    game = Game()
    game.give("red done")
    game.give("red attack red-1 blue-1")
    first, nth = [roll for entry in game.journal for roll in entry.rolls], game.campaign.progress.nth
    game.undo()
    assert game.campaign.progress.nth == {}
    game.give("red gift blue 1")
    game.give("red attack red-1 blue-1")
    again = [roll for entry in game.journal for roll in entry.rolls]
    assert again == first + first and game.campaign.progress.nth == nth


def test_an_entry_that_does_not_fit_the_state_is_not_undone() -> None:
    game = Game()
    game.give("red gift blue 1")
    game.campaign = attrs.evolve(
        game.campaign, bank=0, houses={**game.campaign.houses, "red": toy.House(name="R", gold=0)}
    )
    with pytest.raises(Mismatch):
        game.undo()


def test_with_several_seats_nobody_takes_back_what_another_gave_or_what_was_revealed() -> None:
    game = Game(3)
    game.give("red bid toll")
    mine = play.live(game.journal)[-1:]
    assert play.may_undo(game.campaign, mine, "north") == ""
    assert play.may_undo(game.campaign, mine, "west") == "entry 6 was given by the seat 'north'"
    game.give("blue bid toll")
    both = play.live(game.journal)[-2:]
    assert play.may_undo(game.campaign, both, "north") == "entry 7 was given by the seat 'west'"
    game.give("green bid fair")
    third = play.live(game.journal)[play.last_given(play.live(game.journal)) :]
    assert play.may_undo(game.campaign, third, "east") == (
        "entry 9 revealed sealed orders: what was seen cannot be unseen"
    )
    # The table, which has no powers, and a player who holds all seats may.
    assert play.may_undo(game.campaign, third, "") == ""
    assert play.may_undo(Game(1).campaign, third, "solo") == ""


def test_with_several_seats_nobody_alone_takes_back_what_dice_have_told() -> None:
    alone, several = Game(1), Game(3)
    alone.give("red done")
    for bid in ("red bid fair", "blue bid toll", "green bid fair"):
        several.give(bid)
    for game, seat in ((alone, "solo"), (several, "north")):
        game.give("red gift blue 1")
        assert play.may_undo(game.campaign, play.live(game.journal)[-1:], seat) == ""
        game.give("red attack red-1 blue-1")
        live = play.live(game.journal)
        fought = live[play.last_given(live) :]
        rolled = next(entry.n for entry in fought if entry.rolls)
        said = f"dice fell in entry {rolled}: what was seen cannot be unseen" if game is several else ""
        assert play.may_undo(game.campaign, fought, seat) == said
        # The table takes it back when all agree.
        assert play.may_undo(game.campaign, fought, "") == ""


def test_a_sealed_order_taken_back_is_forgotten() -> None:
    game = Game(3)
    before = game.campaign
    game.give("red bid toll")
    game.undo()
    assert game.campaign == toy.as_consented(before) and game.campaign.secrets == {}


def test_a_reveal_taken_back_is_sealed_again_and_can_be_opened_again() -> None:
    game = Game(3)
    game.give("red bid toll")
    game.give("blue bid toll")
    before = game.campaign
    game.give("green bid fair")
    after = game.campaign
    game.undo()
    assert game.campaign == toy.as_consented(before)
    assert [secret.text for secret in game.campaign.secrets.values()] == ["red bid toll", "blue bid toll"]
    game.give("green bid fair")
    assert attrs.evolve(game.campaign, sealed={}) == toy.as_consented(after)


def test_random_play_with_undos_comes_back_to_every_earlier_state() -> None:
    for seed in range(scaled(12)):
        chance = random.Random(seed)
        game = Game(chance.choice((1, 1, 3)))
        states = {game.n - 1: game.campaign}
        for _ in range(40):
            seat = chance.choice(sorted(set(game.campaign.seats.values())))
            legal = [c.text for c in outlook.outlook(toy.RULESET, game.campaign, seat).choices if not c.refused]
            if chance.random() < 0.3:
                live = play.live(game.journal)
                at = play.last_given(live)
                if at >= 0:
                    game.undo()
                    before, now = states[live[at - 1].n], game.campaign.progress.again
                    assert game.campaign == toy.as_consented(before, now - before.progress.again)
                    several = len(set(game.campaign.seats.values())) > 1
                    assert now == (sum(bool(entry.undoes) for entry in game.journal) if several else 0)
            elif legal:
                game.give(chance.choice(legal))
            states[game.n - 1] = game.campaign
            live = play.live(game.journal)
            states[live[-1].n] = game.campaign
