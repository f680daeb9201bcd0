"""Section 7.8: interception at sea, rulings 49, 50 and 123; section 11.12: on-board Flak, rulings 42 and 133."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.thewar.rolls import flak, interception
from tests.thewar import keyed_combat_tables as keyed
from tests.thewar import keyed_tables
from tests.thewar.single_rolls import calc, chances, refused

SEARCH = keyed.rows(keyed.INTERCEPTION)
FLAK = {row: [label for label, _ in cells] for row, cells in keyed_tables.cells(keyed_tables.FLAK_LIGHT).items()}


@pytest.mark.rule("tw-7.8-table")
@pytest.mark.parametrize("size", [0.5, 1, 1.5, 2, 3, 3.5, 9])
def test_7_8_every_face_and_modifier_by_the_keyed_table(size: float) -> None:
    """Ruling 50: a natural 1 always finds, a natural 10 never does."""
    place = min(-int(-size // 1), 4) - 1
    for modifier in range(-9, 10):
        for face in range(1, 11):
            cell = SEARCH[sorted((5, face + modifier, 11))[1]][place]
            wanted = face == 1 or (face != 10 and cell == "I")
            assert calc("interception", (face,), size=size, modifier=modifier)["intercept"] is wanted


def test_7_8_nothing_is_not_intercepted() -> None:
    assert refused("interception", size=0, modifier=0) == ["7.8"]


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_7_8_chances_are_exact(size: int) -> None:
    found = chances(calc("interception", None, size=size, modifier=0))
    assert sum(chance for chance, _ in found) == 1
    hit = sum(chance for chance, one in found if one["intercept"])
    assert hit == Fraction({1: 5, 2: 7, 3: 9, 4: 9}[size], 10)


VALUES = {
    "espionage": -1, "counter-espionage": 1, "western-surprise": 1, "winter": 1, "radar": -1, "own-carrier": -1,
    "other-carrier": 1, "own-land-air": -1, "strait": -3, "evasion": 4, "other-land-air": 1, "patrol": -2,
    "carrying": -1,
}  # fmt: skip


def test_7_8_1_modifiers_of_interception_and_counter_interception() -> None:
    assert {name: one.value for name, one in interception.BY_ID.items()} == VALUES
    for name, value in VALUES.items():
        assert interception.net(2, 1, 1, [name]).total == value
        # The lower half of the printed list is for interceptions alone.
        only = name in ("evasion", "other-land-air", "patrol", "carrying")
        assert interception.net(2, 1, 1, [name], counter=True).total == (0 if only else value)


def test_7_8_1_distance_and_ratings() -> None:
    for distance, value in keyed.DISTANCE.items():
        assert interception.net(distance, 2, 2).total == value
        assert list(interception.refusals(distance)) == []
    assert [one.rule for one in interception.refusals(6)] == ["7.8"]
    matrix = keyed.rows(keyed.NAVAL_NATIONALITY)
    for own in (1, 2, 3, 4):
        for other in (1, 2, 3, 4):
            assert interception.net(2, own, other).total == int(matrix[other][own - 1])


@pytest.mark.rule("tw-11.12", "tw-11.12.5")
@pytest.mark.parametrize("factors", [0.5, 1, 1.5, 2, 2.5, 3, 4, 4.5, 11])
def test_11_12_every_face_by_the_keyed_table(factors: float) -> None:
    """Ruling 42: the sum is rounded up, and above 4 it is 4."""
    place = min(-int(-factors // 1), 4) - 1
    for face in range(1, 11):
        found = calc("flak", (face,), factors=factors)
        label = FLAK[max(face, 6)][place]
        assert (found["column"], found["result"]) == (str(place + 1), label or "Miss")
        hit = int(label[2:] or 1) if label else 0
        shot = hit if label.startswith("AE") else 0
        assert (found["eliminated"], found["depleted"]) == (shot, hit - shot)


def test_no_flak_rolls_no_die() -> None:
    found = calc("flak", (), factors=0)
    assert (found["result"], found["depleted"], found["eliminated"]) == ("Miss", 0, 0)


def test_7_9_4_flak_of_ships() -> None:
    """A whole Fleet or a CV without its NAC half, a CV with it one; Depleted Fleets are not counted at all."""
    assert flak.at_sea(1) == Fraction(1, 2) and flak.at_sea(3) == Fraction(3, 2)
    assert flak.at_sea(1, bare_carriers=1) == 1 and flak.at_sea(2, carriers=1) == 2
    assert flak.at_sea(0) == 0


def test_ruling_133_flak_of_places() -> None:
    assert flak.of_place(airbase=True).total == flak.of_place(city=True).total == 1
    assert flak.of_place(airbase=True, city=True).total == 2
    assert flak.of_place(capital=True).total == flak.of_place(capital=True, airbase=True, city=True).total == 2
    assert flak.of_place().total == 0 and flak.of_place(units=1).total == 1
    assert flak.of_place(airbase=True, units=2).total == 3
