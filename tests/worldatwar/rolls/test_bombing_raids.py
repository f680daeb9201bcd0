"""Strategic bombing (26): the printed examples in each edition, air combat, raids, shipyards, flying bombs, markers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.kernel.calculators import Malformed
from engine.worldatwar.rolls import air, bombing, flying_bombs
from engine.worldatwar.rolls.combat_table import Result
from tests.worldatwar.solving import EDITIONS, by_hand, calc, cell, figures, refused, spread

AMERICANS = {"escort-aaf": 8, "bombing-aaf": 4, "interceptors": 5, "bombers": 5, "jets": 1}
GERMANS = {"escort-aaf": 7, "interceptors": 4, "jets": 2}


# ---------------------------------------------------------------- air combat


@pytest.mark.rule("awaw-26.454")
def test_26_454_example_thirty_aaf_over_britain() -> None:
    """The same figures in all three editions."""
    answer = calc("air-losses", groups={"escort-aaf": 20, "bombing-aaf": 10}, eliminated=6, aborted=6)
    assert answer["lost"] == answer["aborted"] == {"escort-aaf": 3, "bombing-aaf": 3}
    assert answer["left"] == {"escort-aaf": 14, "bombing-aaf": 4}
    # Row 16 gives 6/6 on a total of 7.
    assert [calc("air-table", factors=16, roll=7)[name] for name in ("eliminated", "aborted")] == [6, 6]


@pytest.mark.rule("awaw-26.454")
def test_26_454_example_an_american_force_under_a_6_7() -> None:
    """Ruling 136: the aborts go on where the losses stopped. The same figures in all three editions."""
    answer = calc("air-losses", groups=AMERICANS, eliminated=6, aborted=7)
    assert answer["lost"] == {"escort-aaf": 2, "bombing-aaf": 1, "interceptors": 1, "bombers": 1, "jets": 1}
    assert answer["aborted"] == {"escort-aaf": 1, "bombing-aaf": 2, "interceptors": 2, "bombers": 2, "jets": 0}
    assert answer["left"]["bombing-aaf"] == 1 and answer["left"]["bombers"] == 2
    assert calc("air-table", factors=17, roll=7)["eliminated"] == 6


@pytest.mark.rule("awaw-26.452", "awaw-26.451A", "awaw-26.451B")
def test_26_454_example_thirteen_factors_on_each_side_count_15_and_17() -> None:
    answer = calc("air-combat", 7, 9, attackers=AMERICANS, defenders=GERMANS, jets=1)
    assert (answer["attacker_strength"], answer["defender_strength"]) == (15, 17)
    # One jet for the Americans, two for the Germans: -1 and +1; row 17 at 10 is 7/8, row 15 at 6 is 5/6.
    assert answer["modifier"] == -1
    assert (answer["attacker_result"], answer["defender_result"], answer["certain"]) == ("5/6", "7/8", True)
    even = calc("air-combat", 8, 6, attackers=AMERICANS, defenders=GERMANS, jets=1)
    assert even["defender_result"] == "6/7" and even["bombers"] == 3
    assert even["attackers_lost"] == calc("air-losses", groups=AMERICANS, eliminated=6, aborted=7)["lost"]


@pytest.mark.rule("awaw-26.451B")
def test_26_451_the_attacker_fights_with_no_more_factors_than_the_defender() -> None:
    few = calc("air-combat", 7, 7, attackers={"bombers": 9}, defenders={"interceptors": 4})
    assert (few["attacker_strength"], few["defender_strength"]) == (4, 4)
    outnumbered = calc("air-combat", 7, 7, attackers={"bombers": 3}, defenders={"escort-aaf": 8})
    assert (outnumbered["attacker_strength"], outnumbered["defender_strength"]) == (3, 8)
    assert refused("air-combat", 7, 7, attackers={"jets": 3, "bombers": 2}, defenders={"jets": 2}, jets=3) == [
        "26.451B"
    ]
    assert refused("air-combat", 7, 7, attackers={"bombers": 2}, defenders={"jets": 2}, jets=1) == ["26.451B"]
    unopposed = calc("air-combat", attackers={"bombers": 3}, defenders={})
    assert unopposed["bombers"] == 3 and unopposed["attacker_result"] == "0"


@pytest.mark.rule("awaw-26.453")
def test_26_453_modifiers_favour_one_side_and_harm_the_other() -> None:
    answer = calc(
        "air-combat", 7, 7, attackers={"jets": 2, "bombers": 6}, defenders={"jets": 1, "interceptors": 3},
        jets=2, nationality=-1, radar=1,
    )  # fmt: skip
    assert answer["modifier"] == 2 - 1 - 1 - 1
    assert [line["value"] for line in answer["breakdown"]] == [2, -1, -1, -1]
    ours, theirs = calc("air-table", factors=8, roll=6), calc("air-table", factors=6, roll=8)
    assert answer["attacker_result"] == f"{ours['eliminated']}/{ours['aborted']}"
    assert answer["defender_result"] == f"{theirs['eliminated']}/{theirs['aborted']}"


@pytest.mark.rule("awaw-26.454")
def test_26_454_ties_go_from_interceptors_to_bombers() -> None:
    equal = dict.fromkeys(("bombers", "bombing-aaf", "jets", "escort-aaf", "interceptors"), 2)
    order = ["interceptors", "escort-aaf", "jets", "bombing-aaf", "bombers"]
    for count in range(1, 6):
        answer = calc("air-losses", groups=equal, eliminated=count, aborted=0)
        assert [name for name in order if answer["lost"][name]] == order[:count]


@pytest.mark.rule("awaw-26.454")
@pytest.mark.parametrize(("eliminated", "aborted"), [(0, 0), (3, 1), (9, 0), (0, 50), (40, 3), (5, 99)])
def test_26_454_what_exceeds_the_force_is_ignored(eliminated: int, aborted: int) -> None:
    groups = {"bombers": 4, "jets": 0, "escort-aaf": 5}
    answer = calc("air-losses", groups=groups, eliminated=eliminated, aborted=aborted)
    assert sum(answer["lost"].values()) == min(eliminated, 9)
    assert sum(answer["aborted"].values()) == min(aborted, 9 - min(eliminated, 9))
    for name, count in groups.items():
        assert answer["lost"][name] + answer["aborted"][name] + answer["left"][name] == count
    assert set(answer["lost"]) == set(answer["aborted"]) == set(answer["left"]) == set(groups)


def test_groups_are_checked() -> None:
    for groups in ({"bomber": 3}, {"bombers": -1}, {"bombers": "3"}, {"bombers": True}, {"bombers": 1.5}, [3]):
        with pytest.raises(Malformed):
            calc("air-losses", groups=groups, eliminated=1, aborted=1)
    with pytest.raises(Malformed, match="bombing-aaf"):
        calc("air-combat", 7, 7, attackers={"bombers": 2}, defenders={"bombing-aaf": 2})
    assert calc("air-losses", groups={}, eliminated=2, aborted=2)["lost"] == {}


def test_26_454_the_rotation_is_one_factor_at_a_time_by_starting_size() -> None:
    # 7 escorts, 6 interceptors, 1 bomber: round and round, the bomber once.
    outcome = air.share({"bombers": 1, "interceptors": 6, "escort-aaf": 7}, 4, 3)
    assert outcome.lost == {"bombers": 1, "interceptors": 1, "escort-aaf": 2}
    assert outcome.aborted == {"bombers": 0, "interceptors": 2, "escort-aaf": 1}


# ---------------------------------------------------------------- raids


FIELDS = {
    "attacker_result",
    "defender_result",
    "bombers_eliminated",
    "bombers_aborted",
    "bombers_through",
    "brps",
    "brps_lost",
    "limit_loss",
    "firestorm",
    "breakdown",
}


@pytest.mark.rule(
    "awaw-26.463", "awaw-26.464", "awaw-24.632A", "awaw-24.632B", "awaw-24.65B", "awaw-26.461", "awaw-26.47"
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_24_632_three_brps_and_one_and_three_for_each_bomber_that_got_through(edition: str) -> None:
    # Row 10 at 7: 2/5; row 5 at 9: 1/3.
    answer = calc("bombing", 7, 9, edition=edition, bombers=10, target_strength=5, modifier=0, value=None)
    assert set(answer) >= FIELDS
    assert (answer["attacker_result"], answer["defender_result"]) == ("2/5", "1/3")
    assert (answer["bombers_eliminated"], answer["bombers_aborted"], answer["bombers_through"]) == (1, 3, 6)
    assert (answer["brps"], answer["brps_lost"], answer["limit_loss"], answer["firestorm"]) == (29, 29, 9, True)


@pytest.mark.rule("awaw-24.65A", "awaw-24.65B", "awaw-26.47")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("bombers", "modifier"), [(3, 0), (3, 2), (2, 5), (6, -1), (6, -9), (40, 3)])
def test_24_65_extra_brps(edition: str, bombers: int, modifier: int) -> None:
    """Also rulings 138 (three for each bomber in the middle edition too) and 139."""
    for attack in (2, 7, 12):
        for defence in (2, 7, 12):
            answer = calc(
                "bombing", attack, defence, edition=edition, bombers=bombers, target_strength=4, modifier=modifier
            )
            first, second = cell(bombers, attack + modifier)
            killed, stopped = cell(4, defence - modifier)
            through = max(0, bombers - killed - stopped)
            plus = 3 * min(modifier, bombers) if modifier > 0 else 0
            minus = 3 * min(0, modifier)
            assert answer["brps"] == 3 * first + second + plus + max(0, 3 * through + minus)
            assert sum(line["value"] for line in answer["breakdown"]) == answer["brps_lost"] == answer["brps"]


@pytest.mark.rule("awaw-26.71B")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("value", "lost", "limit"), [(None, 29, 9), (30, 29, 9), (29, 29, 9), (28, 28, 9), (5, 5, 1), (0, 0, 0)]
)
def test_26_71_the_hex_caps_brps_and_the_construction_limit_but_no_firestorm(
    edition: str, value: int | None, lost: int, limit: int
) -> None:
    answer = calc("bombing", 7, 9, edition=edition, bombers=10, target_strength=5, modifier=0, value=value)
    assert (answer["brps"], answer["brps_lost"], answer["limit_loss"], answer["firestorm"]) == (29, lost, limit, True)


def test_26_81_a_firestorm_begins_at_25_brps() -> None:
    seen = set()
    for attack in range(2, 13):
        for bombers in range(1, 12):
            answer = calc("bombing", attack, bombers=bombers, target_strength=0, modifier=0)
            assert answer["firestorm"] == (answer["brps"] >= 25)
            seen.add(answer["brps"])
    assert {24, 25} <= seen


def test_a_side_without_factors_rolls_nothing() -> None:
    assert calc("bombing", 7, bombers=3, target_strength=0, modifier=0)["bombers_through"] == 3
    nobody = calc("bombing", bombers=0, target_strength=4, modifier=3)
    assert (nobody["brps"], nobody["bombers_through"], nobody["firestorm"]) == (0, 0, False)
    for rolls, bombers, strength in (((7, 7), 3, 0), ((7,), 3, 3), ((7,), 0, 3)):
        with pytest.raises(Malformed):
            calc("bombing", *rolls, bombers=bombers, target_strength=strength, modifier=0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_chances_are_those_counted_by_hand(edition: str) -> None:
    chances = spread("bombing", edition=edition, bombers=9, target_strength=6, modifier=1)
    by_result: dict[tuple[int, int, int, int], Fraction] = {}
    for chance, outcome in chances:
        key = (*figures(outcome["attacker_result"]), *figures(outcome["defender_result"]))
        by_result[key] = by_result.get(key, Fraction(0)) + chance
    assert by_result == by_hand(9, 6, 1) and sum(by_result.values()) == 1


@pytest.mark.rule("awaw-26.461A")
def test_26_461A_strength_of_targets() -> None:
    # The examples' London (26.661): 6 with an airbase and two flak; Kiel (26.761): two cities and an anchor.
    assert calc("target", cities=1, objectives=1, airbases=1, flak=2)["target_strength"] == 6
    assert calc("target", cities=2, anchors=1)["target_strength"] == 5
    assert calc("target", ports=1, fortification=2)["target_strength"] == 4
    assert calc("target")["target_strength"] == 0
    with pytest.raises(Malformed):
        calc("target", fortification=3)


@pytest.mark.rule("awaw-26.461B")
@pytest.mark.parametrize(
    ("edition", "fields", "net"),
    [
        ("newest", {"results": 2}, 2),
        ("middle", {"results": 2}, 1),
        ("oldest", {"results": 0}, 0),
        ("newest", {"results": 1, "excess_range": 16}, 1),
        ("middle", {"results": 2, "excess_range": 16}, 1 + 2),
        ("middle", {"results": 1, "excess_range": 31}, 0 + 1),
        ("oldest", {"results": 3, "excess_range": 11, "theater": "pacific"}, 2 + 2),
        ("middle", {"results": 3, "excess_range": 7}, 2),
        ("newest", {"results": 1, "theater": "pacific", "american": True}, 2),
        ("middle", {"results": 1, "theater": "pacific", "american": True}, 0),
        ("newest", {"results": 1, "american": True, "air_defense": 3}, -2),
    ],
)
def test_26_461B_the_editions_count_research_and_range_each_in_its_way(
    edition: str, fields: dict[str, int | str], net: int
) -> None:
    assert calc("bombing-modifier", edition=edition, **fields)["modifier"] == net


# ---------------------------------------------------------------- shipyards


@pytest.mark.rule("awaw-26.76", "awaw-26.761")
@pytest.mark.parametrize("edition", EDITIONS)
def test_26_761_example_the_gneisenau_in_kiel(edition: str) -> None:
    answer = calc(
        "shipyard", 9, 4, edition=edition, bombers=3, target_strength=5, modifier=0,
        owner="axis", size=3, column="fall", row=1, season="spring",
    )  # fmt: skip
    assert (answer["attacker_result"], answer["defender_result"], answer["bombers_through"]) == ("1/1", "1/1", 1)
    assert (answer["ship_result"], answer["columns_moved"]) == ("2/1", 5)
    assert (answer["column"], answer["row"], answer["eliminated"]) == ("winter", 2, False)


@pytest.mark.rule("awaw-26.761")
def test_26_761_axis_ships_rise_on_leaving_the_season_allied_ones_on_reaching_it() -> None:
    """Ruling 137."""
    for owner, column, moved, row in (
        ("axis", "winter", 1, 1),
        ("allied", "winter", 1, 2),
        ("axis", "winter", 2, 2),
        ("allied", "winter", 2, 2),
        ("axis", "spring", 1, 2),
        ("allied", "spring", 3, 1),
        ("axis", "spring", 5, 3),
        ("allied", "spring", 4, 2),
    ):
        hit = Result(0, moved)
        outcome = bombing.delayed(bombing.Berth(column, 1), 5, hit, "spring", axis=owner == "axis")
        assert (outcome.row, outcome.eliminated) == (row, False), (owner, column, moved)


@pytest.mark.rule("awaw-26.761")
def test_26_761D_a_ship_moved_past_its_size_is_eliminated() -> None:
    hit = Result(2, 0)
    assert bombing.delayed(bombing.Berth("spring", 2), 2, hit, "spring", axis=True).eliminated
    assert not bombing.delayed(bombing.Berth("spring", 2), 3, hit, "spring", axis=True).eliminated
    fields = {"bombers": 1, "target_strength": 1, "owner": "axis", "column": "fall", "season": "spring"}
    assert refused("shipyard", 7, 7, **fields, size=2, row=3) == ["26.761D"]


@pytest.mark.rule("awaw-26.76")
@pytest.mark.parametrize("modifier", [-2, 0, 1])
def test_26_76_each_three_brps_more_are_a_1_0(modifier: int) -> None:
    fields = {"bombers": 4, "target_strength": 3, "modifier": modifier}
    ship = calc("shipyard", 8, 6, **fields, owner="allied", size=4, column="fall", season="fall")
    raid = calc("bombing", 8, 6, **fields)
    first, second = figures(ship["ship_result"])
    assert 3 * first + second == raid["brps"]
    assert ship["columns_moved"] == 2 * first + second


# ---------------------------------------------------------------- flying bombs and markers


@pytest.mark.rule("awaw-26.661")
@pytest.mark.parametrize("edition", EDITIONS)
def test_26_661_example_two_salvos_on_london(edition: str) -> None:
    answer = calc(
        "flying-bombs", edition=edition, salvos=2, radar=1, air_defense=1, nationality=0,
        target_strength=6, aaf=4, interceptors=0, jets=0,
    )  # fmt: skip
    assert (answer["each_salvo"], answer["brps"]) == (8, 6)
    assert sum(line["value"] for line in answer["breakdown"]) == 6


@pytest.mark.rule("awaw-26.661", "awaw-26.651")
@pytest.mark.parametrize(
    ("fields", "brps"),
    [
        ({"salvos": 3}, 30),
        ({"salvos": 3, "nationality": 2}, 24),
        ({"salvos": 3, "nationality": -2}, 36),
        ({"salvos": 2, "interceptors": 3, "jets": 2}, 20 - 3 - 8),
        ({"salvos": 1, "target_strength": 6, "aaf": 5}, 0),
        ({"salvos": 3, "radar": 6, "air_defense": 7}, 0),
        ({"salvos": 3, "radar": 6, "air_defense": 7, "nationality": -4}, 3),
        ({"salvos": 0}, 0),
    ],
)
def test_26_661_neither_a_salvo_nor_the_total_goes_below_nothing(fields: dict[str, int], brps: int) -> None:
    assert calc("flying-bombs", **fields)["brps"] == brps


@pytest.mark.rule("awaw-26.651")
def test_26_651B_nothing_defends_against_rockets() -> None:
    assert [flying_bombs.rockets(count) for count in range(4)] == [0, 5, 10, 15]


@pytest.mark.rule("awaw-26.72")
@pytest.mark.parametrize(
    ("brps", "markers"), [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (14, 2), (20, 4), (24, 4), (25, 5), (33, 6)]
)
def test_26_72_newest_a_marker_for_five_brps_and_the_fifth_destroys(brps: int, markers: int) -> None:
    answer = calc("markers", edition="newest", facility="synthetic", brps=brps)
    assert (answer["markers"], answer["partial_counters_lost"], answer["destroyed"]) == (markers, markers, markers >= 5)
    assert calc("markers", edition="newest", facility="synthetic", brps=brps, paid=True) == answer


@pytest.mark.rule("awaw-26.73")
@pytest.mark.parametrize(("brps", "partial"), [(4, 0), (5, 2), (10, 5), (15, 7), (20, 10), (25, 12), (50, 25)])
def test_26_73_newest_oil_centers_lose_two_and_three_by_turns(brps: int, partial: int) -> None:
    answer = calc("markers", facility="oil-center", brps=brps)
    assert (answer["markers"], answer["partial_counters_lost"], answer["destroyed"]) == (brps // 5, partial, False)


@pytest.mark.parametrize("edition", ["middle", "oldest"])
@pytest.mark.parametrize(
    ("brps", "markers", "paid"), [(0, 0, 0), (1, 1, 0), (9, 1, 0), (10, 1, 1), (11, 2, 1), (20, 2, 2), (29, 3, 2)]
)
def test_ruling_141_a_marker_for_ten_brps_and_for_a_rest_that_is_not_paid(
    edition: str, brps: int, markers: int, paid: int
) -> None:
    for facility in ("synthetic", "oil-center"):
        for pays, count in ((False, markers), (True, paid)):
            answer = calc("markers", edition=edition, facility=facility, brps=brps, paid=pays)
            assert (answer["markers"], answer["partial_counters_lost"]) == (count, None)
            assert answer["destroyed"] == (facility == "synthetic" and count >= 2)
