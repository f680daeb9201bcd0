"""Paths, drafts and transactions: every figure has an address, and a change never touches what it began from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import attrs
import pytest
from attrs import field, frozen

from engine.kernel import play, values
from engine.kernel.campaign import Campaign, hidden, public, source
from engine.kernel.changes import Change
from engine.kernel.dice import FixedDice, KeyedDice
from engine.kernel.orders import TableOrder
from engine.kernel.paths import Draft, UnknownPath, get, leaf_type
from engine.kernel.transaction import Transaction
from tests.kernel import toy


def transaction(campaign: toy.Toy) -> Transaction[toy.Toy]:
    return Transaction(campaign, KeyedDice(toy.SECRET), "1201-1-dry", "red")


def test_a_path_goes_through_fields_and_keys() -> None:
    campaign = toy.opening()
    assert get(campaign, "houses.red.gold") == 10
    assert get(campaign, "lands.ford.beside.hill") is True
    assert get(campaign, "bank") == 200


@pytest.mark.parametrize(
    ("path", "part", "near"),
    [
        ("houses.rad.gold", "rad", "red"),
        ("houses.red.gould", "gould", "gold"),
        ("hauses.red.gold", "hauses", "houses"),
        ("houses.red.gold.more", "more", ""),
        ("houses.zzzzzz.gold", "zzzzzz", ""),
    ],
)
def test_a_path_that_leads_nowhere_names_the_part_and_the_nearest(path: str, part: str, near: str) -> None:
    campaign = toy.opening()
    reads: list[Any] = [get, leaf_type, lambda root, at: Draft(root).lay(at, 1), lambda root, at: Draft(root).drop(at)]
    for read in reads:
        with pytest.raises(UnknownPath) as caught:
            read(campaign, path)
        assert (caught.value.path, caught.value.part, caught.value.near) == (path, part, near)
        assert part in str(caught.value)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("bank", int),
        ("houses.red.name", str),
        ("lands.ford.wall", bool),
        ("lands.ford.beside.new", bool),
        ("facts.anything", str | int | bool),
        ("houses.gold", toy.House),
        ("progress.nth.new", int),
        ("progress.done", tuple[str, ...]),
    ],
)
def test_every_place_has_a_declared_type_also_one_where_nothing_stands_yet(path: str, kind: Any) -> None:
    assert leaf_type(toy.opening(), path) == kind


@pytest.mark.parametrize("path", ["facts.weather.east", "bands.gold.gold", "options.x.y", "houses.red.gold.gold"])
def test_there_is_no_type_below_a_figure_or_below_what_is_not_there(path: str) -> None:
    with pytest.raises(UnknownPath):
        leaf_type(toy.opening(), path)


def test_a_draft_leaves_what_it_began_from_and_shares_what_it_did_not_change() -> None:
    campaign = toy.opening()
    before = attrs.asdict(campaign)
    draft = Draft(campaign)
    assert draft.lay("houses.red.gold", 3) == 10
    assert draft.lay("houses.red.gold", 4) == 3
    assert draft.drop("bands.red-2").strength == 2
    assert attrs.asdict(campaign) == before
    after = draft.campaign
    assert after.houses["red"].gold == 4 and "red-2" not in after.bands
    assert after.lands is campaign.lands and after.houses["blue"] is campaign.houses["blue"]


def test_a_transaction_records_was_now_why_and_rule_and_nothing_for_no_change() -> None:
    tx = transaction(toy.opening())
    tx.set("houses.red.gold", 10, "same")
    tx.add("houses.red.gold", 0, "nothing")
    tx.add("houses.red.gold", -3, "spent", "1.1")
    tx.set("houses.red.name", "Scarlet", "renamed")
    tx.create("facts.omen", "eclipse", "seen")
    tx.put("facts.omen", "comet", "seen")
    tx.put("facts.other", 1, "seen")
    tx.remove("facts.omen", "forgotten")
    assert tx.changes == [
        Change("houses.red.gold", 10, 7, "spent", "1.1"),
        Change("houses.red.name", "Red", "Scarlet", "renamed"),
        Change("facts.omen", None, "eclipse", "seen"),
        Change("facts.omen", "eclipse", "comet", "seen"),
        Change("facts.other", None, 1, "seen"),
        Change("facts.omen", "comet", None, "forgotten"),
    ]
    assert tx.before.houses["red"].gold == 10
    assert tx.campaign.houses["red"].gold == 7


@pytest.mark.parametrize(
    "write",
    [
        lambda tx: tx.set("houses.rad.gold", 1, ""),
        lambda tx: tx.set("facts.unheard-of", 1, ""),
        lambda tx: tx.add("houses.red.silver", 1, ""),
        lambda tx: tx.create("hauses.new", 1, ""),
        lambda tx: tx.create("houses.red.silver", 1, ""),
        lambda tx: tx.remove("facts.unheard-of", ""),
        lambda tx: tx.remove("houses.red.gold", ""),
        lambda tx: tx.put("houses.rad.gold", 1, ""),
        lambda tx: tx.put("houses.red.silver", 1, ""),
    ],
)
def test_writing_where_nothing_leads_raises_at_once_and_records_nothing(write: Any) -> None:
    tx = transaction(toy.opening())
    with pytest.raises(UnknownPath):
        write(tx)
    assert tx.changes == [] and tx.campaign == toy.opening()


def test_what_exists_is_not_created_again_and_stays_as_it_was() -> None:
    tx = transaction(toy.opening())
    for path in ("houses.red", "bank"):
        with pytest.raises(KeyError, match="exists"):
            tx.create(path, 5, "")
    assert tx.campaign == toy.opening() and tx.changes == []


def test_nothing_is_ever_none_because_a_file_cannot_say_so() -> None:
    tx = transaction(toy.opening())
    for write in (tx.set, tx.put):
        with pytest.raises(ValueError, match="nothing is ever None"):
            write("houses.red.gold", None, "")
    with pytest.raises(ValueError, match="nothing is ever None"):
        tx.create("facts.new", None, "")


def test_what_a_change_holds_is_not_written_to_afterwards() -> None:
    tx = transaction(toy.opening())
    tx.set("bands.red-1.strength", 3, "loss")
    band = tx.campaign.bands["red-1"]
    tx.remove("bands.red-1", "moved")
    tx.create("bands.red-9", band, "moved")
    tx.set("bands.red-9.land", "mere", "moved")
    assert tx.changes[1].was == tx.changes[2].now == toy.Band(house="red", land="ford", strength=3)
    assert tx.campaign.bands["red-9"].land == "mere"


def test_what_was_put_under_a_key_is_not_written_to_when_the_key_is_changed_again() -> None:
    tx = transaction(toy.opening())
    tx.set("bands.red-1.strength", 3, "loss")
    first = toy.Band(house="red", land="ford", strength=9)
    tx.create("bands.red-9", first, "raised")
    tx.set("bands.red-9.strength", 8, "loss")
    tx.set("bands.red-1.strength", 2, "loss")
    assert first.strength == tx.changes[1].now.strength == 9
    assert (tx.campaign.bands["red-9"].strength, tx.campaign.bands["red-1"].strength) == (8, 2)
    assert toy.opening().bands["red-1"].strength not in (2, 3)


def test_a_whole_part_that_was_read_and_put_elsewhere_is_not_shared() -> None:
    tx = transaction(toy.opening())
    tx.set("lands.ford.beside.hill", False, "")
    beside = tx.campaign.lands["ford"].beside
    tx.set("lands.mere.beside", beside, "")
    tx.set("lands.mere.beside.hill", True, "")
    assert tx.campaign.lands["ford"].beside["hill"] is False


def test_dice_are_keyed_by_turn_step_power_purpose_subject_consents_and_count() -> None:
    campaign = toy.started()
    tx = Transaction(campaign, FixedDice([3, 4, 5, 6]), "1201-1-dry", "red")
    assert [tx.roll("omen"), tx.roll("omen"), tx.roll("omen", "ford"), tx.roll("omen", power="blue", sides=6)] == [
        3,
        4,
        5,
        6,
    ]
    start = "1201-1-dry/council.bid"
    keys = [f"{start}/red/omen/0/1", f"{start}/red/omen/0/2", f"{start}/red/omen:ford/0/1", f"{start}/blue/omen/0/1"]
    assert [roll.key for roll in tx.rolls] == keys
    assert [roll.purpose for roll in tx.rolls] == ["omen", "omen", "omen:ford", "omen"]
    assert [roll.sides for roll in tx.rolls] == [10, 10, 10, 6]
    assert tx.campaign.progress.nth["council-bid/red/omen"] == 2


@frozen(kw_only=True)
class Veiled(toy.Toy):
    """A campaign with a hidden field of the game's own."""

    plan: str = hidden(lambda value, powers: value if "red" in powers else "", factory=str)
    odd: Mapping[str, int] = public(factory=dict)


@frozen
class Plot(TableOrder[Veiled]):
    """An order that writes where it must not."""

    verb: ClassVar[str] = "plot"

    def effect(self, tx: Transaction[Veiled]) -> None:
        tx.set("plan", "at dawn", "plot")


def test_no_order_writes_what_is_hidden_into_the_shared_journal() -> None:
    base = toy.started(3)
    campaign = Veiled(**{name.name: getattr(base, name.name) for name in attrs.fields(toy.Toy)})
    with pytest.raises(TypeError, match="'plot' writes plan"):
        play.apply(toy.RULESET, campaign, Plot(), seat="north", dice=KeyedDice(b""), n=1)


def test_a_figure_s_source_is_that_of_the_longest_declared_prefix() -> None:
    campaign = toy.opening()
    assert source(campaign, "houses.red.gold") == "rules 1.1"
    assert source(campaign, "houses.redder.gold") == source(campaign, "houses.blue.gold") == "house"
    assert source(campaign, "lands") == "own" and source(campaign, "bank") == ""


@pytest.mark.parametrize("made", [frozen, values.frozen, values.made_often, values.made_often(slots=False)])
def test_a_class_with_one_field_is_copied_as_any_other(made: Any) -> None:
    class Bare:
        value: int

    single: Any = made(Bare)

    @frozen(kw_only=True)
    class Holder(Campaign):
        single: Any = field(factory=lambda: single(1))

    draft = Draft(Holder(ruleset="toy", scenario="", first="", last=""))
    kept = draft.campaign.single
    draft.lay("single.value", 2)
    assert (kept.value, draft.campaign.single.value) == (1, 2)
