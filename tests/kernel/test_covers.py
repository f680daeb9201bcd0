"""An order of a sealed step with a cover: when all have ordered the covers are shown and take effect together; the rest
stays sealed beyond the step, until a procedure opens it."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel import outlook, play
from engine.kernel.campaign import view
from engine.kernel.changes import Entry
from engine.kernel.dice import KeyedDice
from engine.kernel.reading import parse
from engine.kernel.standing import Enact, Reveal, Show
from engine.kernel.undoing import may_undo, reveals
from tests.kernel import toy
from tests.kernel.toy_battle import Battle
from tests.kernel.toy_orders import Bid
from tests.kernel.toy_state import OFFICES

DICE = KeyedDice(toy.SECRET)


@pytest.fixture(autouse=True)
def covered(monkeypatch: pytest.MonkeyPatch) -> None:
    """All see what a bid costs, as a gift to another house, and nobody for which office it is."""

    def openly(self: Bid, campaign: toy.Toy) -> str:
        other = "blue" if self.power == "red" else "red"
        return f"{self.power} gift {other} {self.cost(campaign).total}"

    monkeypatch.setattr(Bid, "openly", openly)


def bids() -> tuple[toy.Toy, tuple[Entry, ...]]:
    return toy.given(toy.started(3), "red bid toll", "blue bid mint", "green bid fair")


def test_before_all_have_ordered_nobody_sees_even_the_cover() -> None:
    before = toy.started(3)
    campaign, (entry,) = toy.given(before, "red bid toll")
    assert entry.order.startswith("red seal red-1 ") and "cover" not in entry.order and "gift" not in entry.order
    assert [change.at for change in entry.changes] == ["sealed.red-1", "progress.done"]
    assert (campaign.sealed["red-1"].cover, campaign.sealed["red-1"].shown) == ("", "")
    for seat in ("", "west", "east"):
        public = view(campaign, seat)
        assert attrs.evolve(public, sealed={}, progress=before.progress) == before
    # Its own seat counts on all of what it ordered.
    own = play.seen(campaign, "north")
    assert own.offices == {"toll": "red"} and own.houses["red"].reserved == 3


def test_when_all_have_ordered_the_covers_are_shown_and_then_take_effect_together() -> None:
    campaign, entries = bids()
    told = [entry.order.split(" ")[:2] for entry in entries[2:]]
    assert told[:7] == [
        ["green", "seal"],
        ["show-cover", "red-1"],
        ["show-cover", "blue-2"],
        ["show-cover", "green-3"],
        ["red", "enact"],
        ["blue", "enact"],
        ["green", "enact"],
    ]
    # 3 for Blue, 4 and 2 for Red; no office is anybody's yet.
    assert [campaign.houses[power].gold for power in toy.POWERS] == [13 - 3 + 4 + 2, 12 - 4 + 3, 14 - 2]
    assert campaign.offices == {} and campaign.progress.step != "council.bid"
    for place, cover in (("red-1", "red gift blue 3"), ("blue-2", "blue gift red 4"), ("green-3", "green gift red 2")):
        sealed = campaign.sealed[place]
        assert (sealed.cover, sealed.shown, sealed.text) == (cover, "", "")
    assert set(campaign.secrets) == {"red-1", "blue-2", "green-3"}
    assert set(view(campaign, "north").secrets) == {"red-1"} and view(campaign, "").secrets == {}


def test_no_entry_and_no_other_view_holds_what_stays_sealed() -> None:
    campaign, entries = bids()
    assert not any(office in str(entries) for office in OFFICES)
    for seat, own in (("", ()), ("north", ("toll",)), ("west", ("mint",)), ("east", ("fair",))):
        shown = str(attrs.asdict(view(campaign, seat)))
        assert [office for office in ("toll", "mint", "fair") if office in shown] == list(own)


def test_what_was_bid_in_two_worlds_for_the_same_sum_looks_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.kernel.toy_orders.OFFICES", {"toll": 3, "mint": 3, "fair": 2})
    worlds = [
        toy.given(toy.started(2), f"red bid {office}", "blue bid fair", "green done")[0] for office in ("toll", "mint")
    ]
    for seat in ("south", ""):
        first, second = (
            (
                attrs.evolve(shown, sealed={key: attrs.evolve(one, digest="") for key, one in shown.sealed.items()}),
                outlook.outlook(toy.RULESET, world, seat).read(),
            )
            for world in worlds
            for shown in [view(world, seat)]
        )
        assert first == second


def test_while_a_seat_s_file_is_missing_its_cover_waits_and_nothing_takes_effect() -> None:
    campaign, _ = toy.given(toy.started(3), "red bid toll", "blue bid mint")
    alone = attrs.evolve(campaign, secrets={"red-1": campaign.secrets["red-1"]})
    waiting, entries = toy.given(alone, "green bid fair", n=3)
    assert [entry.order.split(" ")[0] for entry in entries] == ["green", "show-cover", "show-cover"]
    assert [waiting.houses[power].gold for power in toy.POWERS] == [13, 12, 14]
    assert waiting.progress.step == "council.bid"
    assert outlook.outlook(toy.RULESET, waiting, "east").awaits == ("blue",)
    found = attrs.evolve(waiting, secrets={"blue-2": campaign.secrets["blue-2"]})
    (last,) = play.settle(toy.RULESET, found, dice=DICE, n=9)
    assert [last.campaign.houses[power].gold for power in toy.POWERS] == [16, 11, 12]


def test_a_cover_is_shown_once_and_enacted_without_asking_the_rules_again() -> None:
    campaign, _ = toy.given(toy.started(3), "red bid toll", "blue bid mint")
    show = Show("red-1", "red gift blue 3")
    assert tuple(show.judge(campaign)) == ()
    assert [str(no) for no in Show("red-9", "red done").judge(campaign)] == ["nothing is sealed as 'red-9' (seal)."]
    shown, _ = play.apply(toy.RULESET, campaign, show, seat=play.RULES, dice=DICE, n=3)
    assert "what is sealed as 'red-1' has been shown" in str(next(iter(show.judge(shown))))
    # A gift that its house could not pay now would be refused; what was sealed was judged then.
    poor = attrs.evolve(shown, houses={**shown.houses, "red": attrs.evolve(shown.houses["red"], gold=0)})
    assert Enact.of(poor, "red-1").void == "" and tuple(Enact("red", "red-1").judge(poor)) == ()
    assert tuple(Enact("blue", "blue-2").judge(shown)) != ()


def test_what_was_shown_cannot_be_taken_back_by_a_seat_alone() -> None:
    campaign, entries = bids()
    shows = [entry for entry in entries if entry.order.startswith("show-cover ")]
    assert len(shows) == 3 and all(reveals(entry) for entry in shows)
    green = next(at for at, entry in enumerate(entries) if entry.order.startswith("green seal"))
    assert "revealed sealed orders" in may_undo(campaign, entries[green:], "east")
    assert may_undo(campaign, entries[green : green + 1], "east") == ""
    assert may_undo(campaign, entries[green:], "") == ""


def test_a_procedure_opens_the_rest_which_takes_effect_then(monkeypatch: pytest.MonkeyPatch) -> None:
    campaign, _ = bids()
    monkeypatch.setattr(
        Battle, "unseals", lambda self, campaign: tuple(key for key, one in campaign.sealed.items() if one.cover)
    )
    fought, entries = toy.given(campaign, "red attack red-1 blue-1", n=20)
    opened = [parse(toy.RULESET, entry.order) for entry in entries if entry.order.startswith("reveal ")]
    assert [one.order for one in opened if isinstance(one, Reveal)] == [
        "red bid toll",
        "blue bid mint",
        "green bid fair",
    ]
    assert fought.offices == {"toll": "red", "mint": "blue", "fair": "green"}
    assert fought.sealed == {} and fought.secrets == {}


def test_a_procedure_waits_for_the_file_of_what_it_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    campaign, _ = bids()
    monkeypatch.setattr(
        Battle, "unseals", lambda self, campaign: tuple(key for key, one in campaign.sealed.items() if one.cover)
    )
    without = attrs.evolve(campaign, secrets={key: one for key, one in campaign.secrets.items() if key != "blue-2"})
    halted, _ = toy.given(without, "red attack red-1 blue-1", n=20)
    assert halted.pending and halted.offices == {"toll": "red", "fair": "green"}, "the others are open"
    reason = str(play.judge(toy.RULESET, halted, parse(toy.RULESET, "red done"), "north")[0])
    assert reason.startswith("what is sealed is to be opened first: blue (")
    found = attrs.evolve(halted, secrets={"blue-2": campaign.secrets["blue-2"], **halted.secrets})
    (last,) = play.settle(toy.RULESET, found, dice=DICE, n=40)
    assert last.campaign.offices["mint"] == "blue"


def test_with_one_seat_an_order_with_a_cover_is_given_whole() -> None:
    campaign, entries = toy.given(toy.started(1), "red bid toll")
    assert entries[0].order == "red bid toll" and campaign.offices == {"toll": "red"} and not campaign.sealed
