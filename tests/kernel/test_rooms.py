"""Rooms: what each brings is gathered, late where it can be, and nothing is brought twice."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from engine.kernel.rooms import BroughtTwice, House, Room, gather, names_in
from engine.kernel.ruleset import Fault
from engine.kernel.sheets.ledger import Duty
from engine.kernel.wiring import UnknownCondition, Wiring, always
from engine.thewar.rooms import HOUSE as THEWAR
from engine.worldatwar.rooms import HOUSE as WORLDATWAR
from tests.kernel import toy

TESTS = "tests.kernel"
_late = names_in(TESTS)


def _house(**rooms: Room[toy.Toy]) -> House[toy.Toy]:
    return House(TESTS, rooms)


def test_what_rooms_bring_is_one_in_their_order() -> None:
    low = Room[toy.Toy](tables=("tolls",), facts=True)
    high = Room[toy.Toy](tables=("truces",), facts=True)
    both = _house(low=low, high=high)
    assert both.tables == {"tolls": "low", "truces": "high"} and both.facts.modules == (
        f"{TESTS}.low.facts",
        f"{TESTS}.high.facts",
    )


@pytest.mark.parametrize(
    ("room", "said"),
    [
        (Room[toy.Toy](tables=("tolls",)), "both low and high bring table 'tolls'"),
        (
            Room[toy.Toy](wiring={"council.bid": Wiring(may_pass=True)}),
            "both low and high bring 'may_pass' of step 'council.bid'",
        ),
    ],
)
def test_two_rooms_that_bring_the_same_are_named(room: Room[toy.Toy], said: str) -> None:
    with pytest.raises(BroughtTwice) as twice:
        _house(low=room, high=room)
    assert str(twice.value) == said


def test_every_procedure_is_of_the_kind_under_which_its_room_names_it() -> None:
    for house in (THEWAR, WORLDATWAR):
        assert len(house.kinds) > 1 and all(cls.kind == kind for kind, cls in house.kinds.items())


def test_two_orders_of_one_verb_and_two_procedures_of_one_kind_are_named() -> None:
    both = _house(toy_orders=Room(orders=("room:Bid",)), other=Room(orders=("room:Bid",)))
    with pytest.raises(BroughtTwice, match="both low and high bring procedure 'battle'"):
        _house(low=Room(procedures={"battle": "toy:One"}), high=Room(procedures={"battle": "toy:Other"}))
    names = {f"{TESTS}.{room}.room": sys.modules.get(f"{TESTS}.{room}.room") for room in both.rooms}
    for name in names:
        sys.modules[name] = type(sys)(name)
        vars(sys.modules[name]).update(Bid=toy.RULESET.verbs["bid"])
    try:
        with pytest.raises(BroughtTwice, match="both toy_orders and other bring order 'bid'"):
            _ = both.orders
    finally:
        for name in names:
            del sys.modules[name]


def test_rooms_wire_a_step_together_each_its_part() -> None:
    told = _late("toy:told")
    low = Room[toy.Toy](wiring={"council.bid": Wiring(may_pass=True, sealed=always)})
    high = Room[toy.Toy](wiring={"council.bid": Wiring(told=told), "board.markets": Wiring()})
    wiring = _house(low=low, high=high).wiring
    assert wiring["council.bid"] == Wiring(may_pass=True, sealed=always, told=told)
    assert list(wiring) == ["council.bid", "board.markets"]


def _says(*texts: str) -> Room[toy.Toy]:
    def duties(text: str) -> Callable[[toy.Toy], Iterable[Duty]]:
        def of(campaign: toy.Toy) -> Iterable[Duty]:
            yield Duty(text, "0.1")

        return of

    return Room(duties=tuple((text.partition(" ")[0], duties(text)) for text in texts))


def test_duties_stand_in_the_order_of_the_steps_whatever_room_brings_them() -> None:
    both = _house(low=_says("second of-low", "first of-low"), high=_says("first of-high"))
    found = both.duties(toy.opening(), ("first", "second", "first"))
    assert [duty.text for duty in found] == ["first of-low", "first of-high", "second of-low"]
    with pytest.raises(KeyError, match="second"):
        list(both.duties(toy.opening(), ("first",)))


def test_the_turn_ends_room_by_room() -> None:
    cleared: list[tuple[str, str]] = []
    low = Room[toy.Toy](end_of_turn=(lambda tx, power: cleared.append(("low", power)),))
    high = Room[toy.Toy](end_of_turn=(lambda tx, power: cleared.append(("high", power)),))
    _house(low=low, high=high).end_turn(None, "red")  # type: ignore[arg-type]
    assert cleared == [("low", "red"), ("high", "red")]


def test_a_room_is_found_by_its_name_and_a_wrong_one_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = tmp_path / "littlegame" / "market"
    room.mkdir(parents=True)
    (room / "room.py").write_text("from engine.kernel.rooms import Room\nROOM = Room(orders=('rules:Missing',))\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    found = gather("littlegame", ["market"])
    assert found.rooms["market"].orders == ("rules:Missing",)
    # Listing it has loaded none of its rules; they are missed when they are asked for.
    with pytest.raises(ModuleNotFoundError, match=r"littlegame\.market\.rules"):
        _ = found.orders
    with pytest.raises(ModuleNotFoundError, match=r"littlegame\.harbour"):
        gather("littlegame", ["harbour"])


def test_faults_are_told_room_by_room() -> None:
    low = Room[toy.Toy](faults=(lambda campaign: (Fault("bank", "low"),),))
    high = Room[toy.Toy](faults=(lambda campaign: (Fault("bank", "high"),),))
    both = _house(low=low, high=high)
    assert [fault.problem for fault in both.faults(toy.opening())] == ["low", "high"]


def test_a_condition_is_looked_up_in_the_words_of_all_rooms() -> None:
    low = Room[toy.Toy](conditions={"toll": lambda text: lambda campaign, side: f"no toll of {text}"})
    high = Room[toy.Toy](conditions={"truce": lambda text: lambda campaign, side: ""})
    both = _house(low=low, high=high)
    assert both.condition("toll:red")(toy.opening(), "") == "no toll of red"
    assert both.condition("truce:red")(toy.opening(), "") == ""
    for unknown in ("bridge:red", "toll", "toll:"):
        with pytest.raises(UnknownCondition, match=unknown):
            both.condition(unknown)
    with pytest.raises(BroughtTwice, match="both low and high bring condition 'toll'"):
        _house(low=low, high=low)
