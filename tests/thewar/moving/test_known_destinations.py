"""Strategic movement judged by the places that are named: twice the SMPs, Suez, enemies, neutrals (8.1, 8.2, 8.5)."""

from __future__ import annotations

import pytest

from engine.thewar.economy import capacity
from engine.thewar.economy.capacity import Purse
from engine.thewar.moving import moved_units, stratmoves
from engine.thewar.world.state import TheWar
from tests.thewar.supply_lines import AIR, GROUND, NAVAL, standing, why
from tests.thewar.world import after, refusals, rules_of

CANAL = "britain stratmove naval origin=alexandria to=south-africa-box through=suez"


def taken(campaign: TheWar, text: str) -> float:
    """SMPs that an order takes from whoever gives it."""
    assert refusals(campaign, text) == (), text
    purse = Purse(text.split()[0])
    return (capacity.left(campaign, purse) - capacity.left(after(campaign, text), purse)) / 2


@pytest.mark.rule("tw-8.4-east", "tw-8.5.3")
@pytest.mark.parametrize(
    ("step", "text", "smps"),
    [
        (GROUND, "germany stratmove ground to=smolensk", 2),
        (GROUND, "germany stratmove ground origin=smolensk to=warsaw", 2),
        (GROUND, "germany stratmove ground count=0 depleted=1 to=smolensk", 1),
        (GROUND, "italy stratmove ground to=smolensk", 2),
        (GROUND, "germany stratmove ground to=smolensk through=ussr", 2),
        (GROUND, "germany stratmove ground to=warsaw", 1),
        (AIR, "germany stratmove air to=smolensk", 2),
        (AIR, "italy stratmove air to=smolensk", 1),
        (NAVAL, "germany stratmove sealift to=leningrad", 3),
        (NAVAL, "germany stratmove sealift-air to=leningrad", 3),
    ],
)
def test_8_4_a_known_end_in_the_1939_soviet_union_costs_the_axis_twice(step: str, text: str, smps: float) -> None:
    places = {"smolensk": "germany", "leningrad": "germany", "warsaw": "germany"}
    assert taken(standing(step=step, side="axis", places=places), text) == smps


@pytest.mark.rule("tw-8.5.3")
def test_8_5_3_the_soviets_pay_once_at_home() -> None:
    assert taken(standing(step=GROUND), "ussr stratmove ground to=moscow") == 1


@pytest.mark.rule("tw-8.5.2")
@pytest.mark.parametrize(
    ("step", "text", "smps"),
    [
        (GROUND, "italy stratmove ground to=tobruk", 2),
        (GROUND, "italy stratmove ground origin=tobruk", 2),
        (GROUND, "italy stratmove ground to=tobruk through=north-africa", 2),
        (GROUND, "italy stratmove airbase to=tobruk", 1),
        (AIR, "italy stratmove air to=tobruk", 1),
        (NAVAL, "italy stratmove sealift to=tobruk", 3),
        (NAVAL, "italy stratmove sealift-air to=tobruk", 2),
        (NAVAL, "italy stratmove naval to=tobruk", 1),
    ],
)
def test_8_5_2_a_known_end_in_egypt_or_libya_costs_ground_units_twice(step: str, text: str, smps: float) -> None:
    assert taken(standing(step=step, side="axis", places={"tobruk": "italy"}), text) == smps


@pytest.mark.rule("tw-8.2.1")
def test_8_2_1_nobody_sails_from_the_levant_home_by_suez_in_one_turn() -> None:
    start = standing(step=NAVAL)
    assert why(start, "britain stratmove naval origin=alexandria to=glasgow through=suez") == [
        ("8.2.1", "through Suez nobody reaches Glasgow in one turn")
    ]
    assert why(start, "britain stratmove naval through=suez") == [("8.2.1", "ships that pass Suez need an end")]
    assert refusals(start, CANAL) == ()
    (far,) = refusals(start, CANAL.replace(" through=suez", ""))
    assert far.hint == "By the canal: through=suez."
    # Nor in two moves of one turn: the ship that has come to South Africa goes on in the next.
    group = next(
        one.group for one in moved_units.lots(start, "britain", _ships(start)) if one.group.startswith("fleet")
    )
    there = after(start, f"{CANAL} group={group}")
    assert sum(unit.place == "south-africa-box" for unit in there.units.values()) == 1
    onward = f"britain stratmove naval origin=south-africa-box to=glasgow group={group}"
    (second,) = refusals(there, onward)
    assert (second.rule, "0 whole Fleet" in second.reason) == ("8.0", True)
    assert why(start, "britain stratmove naval origin=suez to=glasgow through=suez") == [
        ("8.2.1", "through Suez nobody reaches Glasgow in one turn")
    ]


def _ships(campaign: TheWar) -> moved_units.Kind:
    return stratmoves.kinds()["naval"]


@pytest.mark.rule("tw-8.2.1")
def test_8_2_1_with_gibraltar_lost_the_canal_is_the_only_way_home() -> None:
    lost = standing(step=NAVAL, places={"gibraltar": "germany"})
    assert rules_of(refusals(lost, "britain stratmove naval origin=alexandria to=glasgow")) == ["7.3"]
    assert refusals(lost, CANAL) == ()
    assert refusals(standing(step=NAVAL), "britain stratmove naval origin=alexandria to=glasgow") == ()


@pytest.mark.rule("tw-8.1.3")
@pytest.mark.parametrize(
    ("step", "text", "rule"),
    [
        (GROUND, "germany stratmove ground to=moscow", "8.1.1"),
        (GROUND, "germany stratmove ground origin=moscow", "8.1.1"),
        (AIR, "germany stratmove air to=london", "8.1.1"),
        (NAVAL, "italy stratmove naval to=alexandria", "8.1.1"),
        (NAVAL, "italy stratmove sealift to=alexandria", "8.1.1"),
        (AIR, "germany stratmove air to=ankara", "9.4.2, 6.3.1"),
        (NAVAL, "germany stratmove naval to=oslo", "9.4.2, 6.3.1"),
    ],
)
def test_8_1_1_nothing_is_moved_to_an_enemys_place_or_into_a_neutral_land(step: str, text: str, rule: str) -> None:
    assert rules_of(refusals(standing(step=step, side="axis"), text)) == [rule]


@pytest.mark.rule("tw-8.5.1")
@pytest.mark.parametrize(
    ("ours", "text"),
    [("greece", "to=istanbul"), ("greece", "origin=ankara"), ("turkey", "to=athens")],
)
def test_8_5_1_known_places_of_the_neighbour_are_closed_to_greeks_and_turks(ours: str, text: str) -> None:
    both = {key: {"status": "satellite", "patron": "britain"} for key in ("greece", "turkey")}
    start = standing(step=GROUND, countries=both)
    found = refusals(start, f"britain stratmove ground country={ours} {text}")
    assert "8.5.1" in rules_of(found) and any("never move there" in one.reason for one in found)
    # Others of the same master go there.
    other = text.replace("origin=", "to=")
    assert "8.5.1" not in rules_of(refusals(start, f"britain stratmove ground {other}"))
