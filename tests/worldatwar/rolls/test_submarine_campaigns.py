"""Submarines and ASW (24.6, 25.6): printed examples in each edition, both sides' results, additional losses, caps."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from engine.kernel.calculators import Malformed
from engine.worldatwar.rolls import submarines
from tests.worldatwar.solving import EDITIONS, by_hand, calc, cell, figures, spread

FIELDS = {
    "attacker_result",
    "defender_result",
    "subs_eliminated",
    "subs_aborted",
    "subs_through",
    "transports_sunk",
    "transports_damaged",
    "breakdown",
}


def lost(edition: str, **fields: int) -> Callable[..., tuple[int, int]]:
    """Transports sunk and damaged for a pair of totals."""

    def of(*rolls: int, **more: int) -> tuple[int, int]:
        answer = calc("submarines", *rolls, edition=edition, **fields, **more)
        return answer["transports_sunk"], answer["transports_damaged"]

    return of


# ---------------------------------------------------------------- examples


@pytest.mark.rule("awaw-24.622", "awaw-24.631B", "awaw-24.64A", "awaw-24.64B", "awaw-25.61")
@pytest.mark.parametrize("edition", EDITIONS)
def test_24_68_example_six_submarines_against_seven_asw(edition: str) -> None:
    """24.67 in the middle edition; the oldest follows it."""
    answer = calc("submarines", 8, 4, edition=edition, submarines=6, asw=7, modifier=-1, transports=35)
    assert set(answer) >= FIELDS
    assert (answer["attacker_result"], answer["defender_result"]) == ("1/3", "1/3")
    assert (answer["subs_eliminated"], answer["subs_aborted"], answer["subs_through"]) == (1, 3, 2)
    assert (answer["transports_sunk"], answer["transports_damaged"]) == (2, 3)
    better = calc("submarines", 8, 4, edition=edition, submarines=6, asw=7, modifier=1, transports=35)
    assert (better["attacker_result"], better["defender_result"]) == ("1/4", "1/2")
    assert (better["subs_eliminated"], better["subs_aborted"], better["subs_through"]) == (1, 2, 3)
    assert (better["transports_sunk"], better["transports_damaged"]) == (5, 4)


@pytest.mark.rule("awaw-24.66", "awaw-24.631A-cap")
def test_24_66_example_of_eleven_transports_at_most_six_are_sunk() -> None:
    # Row 20 at 12: 6/10; twenty submarines get through against nobody.
    answer = calc("submarines", 12, edition="newest", submarines=20, asw=0, modifier=0, transports=11)
    assert (answer["transports_sunk"], answer["transports_damaged"]) == (6, 5)
    # Row 5 at 7: 1/2, and five get through: six are due and all are sunk, two damaged.
    few = calc("submarines", 7, edition="newest", submarines=5, asw=0, modifier=0, transports=11)
    assert (few["transports_sunk"], few["transports_damaged"]) == (6, 2)


# ---------------------------------------------------------------- caps by edition


@pytest.mark.rule("awaw-24.66", "awaw-24.631A-cap", "awaw-24.631A")
@pytest.mark.parametrize(
    ("transports", "ceiling"), [(0, 0), (1, 1), (2, 1), (3, 2), (10, 5), (11, 6), (35, 18), (40, 20)]
)
def test_24_66_half_of_them_rounded_up_and_the_excess_is_damaged(transports: int, ceiling: int) -> None:
    for submarines_, modifier in ((1, 0), (6, 2), (12, 0), (30, 4)):
        answer = calc("submarines", 9, submarines=submarines_, asw=0, modifier=modifier, transports=transports)
        first, second = cell(submarines_, 9 + modifier)
        due = first + min(modifier, submarines_) + submarines_
        assert answer["transports_sunk"] == min(due, ceiling)
        excess = due - answer["transports_sunk"]
        assert answer["transports_damaged"] == min(second + excess, transports - answer["transports_sunk"])
        assert sum(line["value"] for line in answer["breakdown"]) == answer["transports_sunk"]
        assert answer["asw_lost"] == answer["cves_lost"] == 0


@pytest.mark.rule("awaw-24.631A")
@pytest.mark.parametrize("edition", ["middle", "oldest"])
def test_24_631A_in_the_middle_edition_all_may_be_sunk_and_asw_and_cves_follow(edition: str) -> None:
    # Row 20 at 12: 6/10, and twenty got through.
    of = lost(edition, submarines=20, asw=0, modifier=0)
    assert of(12, transports=40) == (26, 10)
    assert of(12, transports=30) == (26, 4)
    assert of(12, transports=11) == (11, 0)
    few = calc("submarines", 12, 2, edition=edition, submarines=20, asw=2, modifier=0, transports=3)
    # Of the six of the table three find no transport: two ASW, one CVE. What 24.64 adds finds nothing.
    assert (few["transports_sunk"], few["asw_lost"], few["cves_lost"]) == (3, 2, 1)


@pytest.mark.rule("awaw-24.64C")
@pytest.mark.parametrize("edition", EDITIONS)
def test_24_64C_damaged_transports_are_sunk_last(edition: str) -> None:
    # Row 10 at 7: 2/5, ten get through: 12 due. Of 24 transports 12 are left, five of them damaged; of 14 in the middle
    # edition two are left, both damaged.
    assert lost(edition, submarines=10, asw=0, modifier=0)(7, transports=24) == (12, 5)
    if edition != "newest":
        assert lost(edition, submarines=10, asw=0, modifier=0)(7, transports=14) == (12, 2)


# ---------------------------------------------------------------- additional losses


@pytest.mark.rule("awaw-24.64A")
@pytest.mark.parametrize(("submarines_", "modifier", "more"), [(1, 3, 1), (3, 3, 3), (5, 3, 3), (5, 0, 0), (5, -2, 0)])
def test_24_64A_a_plus_adds_no_more_than_there_are_submarines(submarines_: int, modifier: int, more: int) -> None:
    answer = calc("submarines", 7, 7, submarines=submarines_, asw=12, modifier=modifier, transports=40)
    assert answer["extra_modifier"] == more


@pytest.mark.rule("awaw-24.64A", "awaw-24.64B")
@pytest.mark.parametrize(
    ("modifier", "result", "through", "sunk"),
    [(2, "1/1", 5, 1 + 2 + 5), (0, "0/1", 5, 5), (-2, "0/1", 5, 3), (-5, "0/1", 5, 0), (-9, "0/1", 3, 0)],
)
def test_ruling_139_a_plus_leaves_those_that_got_through_whole_and_a_minus_takes_from_them_alone(
    modifier: int, result: str, through: int, sunk: int
) -> None:
    answer = calc("submarines", 2, 2, submarines=5, asw=1, modifier=modifier, transports=40)
    assert (answer["attacker_result"], answer["subs_through"], answer["transports_sunk"]) == (result, through, sunk)


@pytest.mark.rule("awaw-24.631B")
def test_24_631B_eliminations_come_first_and_no_more_than_there_are() -> None:
    # Row 20 at 12: 6/10.
    for submarines_, wanted in ((3, (3, 0, 0)), (6, (6, 0, 0)), (9, (6, 3, 0)), (20, (6, 10, 4))):
        answer = calc("submarines", 7, 12, submarines=submarines_, asw=20, modifier=0, transports=40)
        assert (answer["subs_eliminated"], answer["subs_aborted"], answer["subs_through"]) == wanted


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_side_without_factors_rolls_nothing(edition: str) -> None:
    assert (
        calc("submarines", 7, edition=edition, submarines=3, asw=0, modifier=0, transports=9)["defender_result"] == "0"
    )
    nobody = calc("submarines", edition=edition, submarines=0, asw=5, modifier=3, transports=9)
    assert (nobody["attacker_result"], nobody["transports_sunk"], nobody["transports_damaged"]) == ("0", 0, 0)
    for rolls, subs, asw in (((7, 7), 3, 0), ((7,), 3, 3), ((7,), 0, 3), ((1, 7), 3, 3), ((7, 13), 3, 3)):
        with pytest.raises(Malformed):
            calc("submarines", *rolls, edition=edition, submarines=subs, asw=asw, modifier=0, transports=9)


def test_25_17_advanced_submarines_count_three_and_sink_one_more_each() -> None:
    """25.73 in the middle edition. The ceiling on transports is the campaign's."""
    for count in (1, 2, 5, 11):
        for roll in range(2, 13):
            first, second = cell(3 * count, roll)
            assert str(submarines.advanced(count, roll)) == f"{first + count}/{second}"


# ---------------------------------------------------------------- odds


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("subs", "asw", "modifier"), [(6, 7, -1), (1, 1, 4), (12, 33, -3), (40, 20, 2)])
def test_chances_are_those_counted_by_hand(edition: str, subs: int, asw: int, modifier: int) -> None:
    chances = spread("submarines", edition=edition, submarines=subs, asw=asw, modifier=modifier, transports=200)
    assert sum(chance for chance, _ in chances) == 1
    by_result: dict[tuple[int, int, int, int], Fraction] = {}
    for chance, outcome in chances:
        key = (*figures(outcome["attacker_result"]), *figures(outcome["defender_result"]))
        by_result[key] = by_result.get(key, Fraction(0)) + chance
    assert by_result == by_hand(subs, asw, modifier)


def test_editions_differ_by_the_ceiling_and_by_what_follows_the_last_transport_alone() -> None:
    for subs, transports, attack, defence in product((1, 4, 9, 20), (0, 1, 5, 14, 60), range(2, 13), (2, 7, 12)):
        fields = {"submarines": subs, "asw": 6, "modifier": 1, "transports": transports}
        newest, middle, oldest = (calc("submarines", attack, defence, edition=name, **fields) for name in EDITIONS)
        assert middle == oldest
        different = {name for name in newest if newest[name] != middle[name]} - {"breakdown"}
        assert different <= {"transports_sunk", "transports_damaged", "asw_lost", "cves_lost"}
        if newest["transports_sunk"] != middle["transports_sunk"]:
            assert newest["transports_sunk"] == (transports + 1) // 2 < middle["transports_sunk"]
