"""Who plays at random: the same for the same seed, on what his seat sees, in any game and for any number of seats."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.kernel import outlook
from engine.kernel.campaign import Campaign, view
from engine.kernel.chooser import Chooser
from engine.kernel.dice import KeyedDice
from engine.kernel.in_memory import InMemory
from engine.kernel.orders import Order
from engine.kernel.outlook import Outlook
from engine.kernel.random_play import Player, Table
from engine.kernel.rooms import BroughtTwice, House, Room
from engine.kernel.sheets.habits import Habits
from tests.kernel import toy


def test_a_chooser_is_its_seed_and_takes_every_number_about_as_often() -> None:
    first, again, other = Chooser(7), Chooser(7), Chooser(8)
    drawn = [first.below(6) for _ in range(6000)]
    assert drawn == [again.below(6) for _ in range(6000)] != [other.below(6) for _ in range(6000)]
    counts = Counter(drawn)
    assert set(counts) == set(range(6)) and all(850 < many < 1150 for many in counts.values())
    assert {first.between(3, 4) for _ in range(50)} == {3, 4}
    assert 150 < sum(first.chance(0.2) for _ in range(1000)) < 250
    assert not any(first.chance(0) for _ in range(50)) and all(first.chance(1) for _ in range(50))


def test_a_chooser_picks_by_weight_and_some_without_one_twice() -> None:
    chance = Chooser("weights")
    counts = Counter(chance.weighted({"often": 3, "seldom": 1, "never": 0}) for _ in range(1000))
    assert set(counts) == {"often", "seldom"} and 650 < counts["often"] < 850
    assert sorted(chance.some("abcde", 9)) == list("abcde") and len(set(chance.some("abcde", 3))) == 3
    with pytest.raises(ValueError, match="no number from 0"):
        chance.pick(())
    with pytest.raises(ValueError, match="no number from 0"):
        chance.weighted({"never": 0})


def played(seed: int, seats: int, busy: float = 0.3) -> InMemory[toy.Toy]:
    """A game of one half-year and more that nobody has told the players anything about."""
    game = InMemory(toy.RULESET, toy.opening(seats, last="1203-2-wet"), KeyedDice(b"toy"))
    table = Table.of(game, seed, busy)
    for _ in range(4000):
        if game.over:
            return game
        assert table.tries() is not None, f"nobody has anything to do at {game.campaign.progress}"
    raise AssertionError(f"it does not end: {game.campaign.progress}")


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_a_game_without_habits_is_played_to_its_end_by_every_seat(seats: int) -> None:
    games = [played(seed, seats) for seed in range(3)]
    assert toy.RULESET.sheet(Habits) is None
    for game in games:
        assert {entry.seat for entry in game.entries} == {*game.seats, "rules"} and len(game.seats) == seats
    verbs = {word for game in games for entry in game.entries for word in entry.order.split()[:2]}
    assert {"done", "gift", "march", "attack", "collect"} <= verbs
    assert [entry.order for entry in games[0].entries] == [entry.order for entry in played(0, seats).entries]


def test_a_player_sees_what_his_seat_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[tuple[str, Campaign]] = []
    wants = Player.wants

    def watched(self: Player, campaign: Campaign, seen: Outlook) -> Order[Any] | None:
        looked.append((seen.seat, campaign))
        return wants(self, campaign, seen)

    monkeypatch.setattr(Player, "wants", watched)
    played(1, 3)
    assert len({seat for seat, _ in looked}) == 3 and len(looked) > 50
    for seat, campaign in looked:
        assert {one.power for one in campaign.secrets.values()} <= {
            power for power, holder in campaign.seats.items() if holder == seat
        }
        assert view(campaign, seat) == campaign


def test_a_seat_that_is_not_awaited_has_nothing_to_do() -> None:
    game = InMemory(toy.RULESET, toy.opening(3, last="1203-2-wet"), KeyedDice(b"toy"))
    while True:
        seen = {seat: game.looks(seat)[1] for seat in game.seats}
        idle = [seat for seat, one in seen.items() if not one.choices and one.awaits]
        if idle:
            break
        assert Table.of(game, 1, 0).tries() is not None
    assert Player(toy.RULESET, 5, busy=0).wants(*game.looks(idle[0])) is None
    assert Player(toy.RULESET, 5, busy=0).line(*game.looks(idle[0])) == ""


def test_what_rooms_say_of_random_play_is_gathered_and_nothing_is_said_twice() -> None:
    low = Room[toy.Toy](habits=Habits(tries={"gift": 3}, meets={"council.bid": "north bid 0"}, rules_on=("gold",)))
    high = Room[toy.Toy](habits=Habits(tries={"bid": 2}, fills={"bid.gold": lambda campaign, chance: "4"}))
    both = House("tests.kernel", {"low": low, "high": high}).habits()
    assert (both.tries, both.meets, both.rules_on) == ({"gift": 3, "bid": 2}, low.habits.meets, ("gold",))
    assert both.fills["bid.gold"](None, Chooser(0)) == "4"
    with pytest.raises(BroughtTwice, match="both low and high bring try 'gift'"):
        House("tests.kernel", {"low": low, "high": low}).habits()


def test_a_campaign_in_memory_takes_back_what_was_given() -> None:
    game = InMemory(toy.RULESET, toy.opening(1, last="1203-2-wet"), KeyedDice(b"toy"))
    begun, table = game.campaign, Table.of(game, 3, 0)
    while len([entry for entry in game.live if entry.seat != "rules"]) < 6:
        table.tries()
    while any(entry.seat != "rules" for entry in game.live):
        game.take_back(game.seats[0])
    assert game.campaign == begun and any(entry.undoes for entry in game.entries)
    assert game.looks(game.seats[0])[1] == outlook.outlook(toy.RULESET, begun, game.seats[0])
