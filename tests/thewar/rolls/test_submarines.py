"""Section 5.1: the U-boat war, roll by roll, against the rulebook's figures and rulings 1-12 and 29."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from engine.kernel.calculators import Malformed
from engine.thewar.rolls import submarines
from tests.cli.running import Runner
from tests.thewar import keyed_tables as keyed
from tests.thewar.single_rolls import UBOAT_ROWS, batch, by_hand, calc, chances, refused, uboats

FIELDS = {
    "column",
    "modifier",
    "row",
    "result",
    "marks",
    "uboats_lost",
    "uboats_aborted",
    "asw_lost",
    "asw_aborted",
    "effective",
    "rate",
    "narfs_uboats",
    "narfs_raiders",
    "narfs",
    "smps_narfs",
    "smps_convoy",
    "attrition",
    "uboats_left",
    "asw_left",
    "breakdown",
}


# ---------------------------------------------------------------- odds and rows


@pytest.mark.rule("tw-5.1.1")
@pytest.mark.parametrize(
    ("subs", "asw", "column"),
    [
        (5, 2, "2-1"),
        (2, 3, "1-2"),
        (2, 5, "1-3"),
        (13, 4, "3-1"),
        (3, 2, "3-2"),
        (7, 5, "1-1"),
        (1, 9, "1-4"),
        (1, 4, "1-4"),
        (1, 3, "1-3"),
        (99, 3, "4-1"),
        (199, 200, "1-2"),
    ],
)
def test_ruling_30_the_column_is_the_highest_not_above_the_ratio(subs: int, asw: int, column: str) -> None:
    assert uboats(5, uboats=subs, asw=asw)["column"] == column


@pytest.mark.rule("tw-5.1.1")
def test_5_1_1_beyond_the_table_the_nearest_row_counts() -> None:
    low = uboats(1, turn="1942-1-spring", uboats=5, asw=5, victim="us", modifiers=["happy-time", "french-bay-port"])
    assert (low["modifier"], low["row"]) == (-6, -3)
    high = uboats(10, turn="1944-1-spring", uboats=5, asw=5, modifiers=["escort-carriers", "huff-duff", "ultra"])
    assert (high["modifier"], high["row"]) == (3, 13)
    more = ["escort-carriers", "huff-duff", "ultra", "sonar-hedgehogs", "spain-allied"]
    assert uboats(10, turn="1944-1-spring", uboats=5, asw=5, modifiers=more)["row"] == 14


# ---------------------------------------------------------------- losses, aborts, excess


@pytest.mark.rule("tw-5.1.3")
def test_ruling_1_only_uboats_in_excess_of_the_asw_do_damage() -> None:
    # Even odds, row 6: AL1. Four U-boats left against five ASW: nothing.
    beaten = uboats(6, uboats=5, asw=5)
    assert (beaten["result"], beaten["effective"], beaten["narfs"]) == ("AL1", 0, 0)
    # 3-2, row 3: DL1/DA2. Six against 4 - 1 - 2 = 1.
    through = uboats(3, uboats=6, asw=4)
    assert (through["result"], through["effective"], through["narfs"]) == ("DL1/DA2", 5, 15)


@pytest.mark.rule("tw-5.1.3")
def test_ruling_3_eliminations_come_before_aborts_and_aborted_uboats_do_nothing() -> None:
    # 1-2, row 10: AL4/AA2. Of five, four are lost; only one is left to abort.
    found = uboats(10, uboats=5, asw=10)
    assert (found["result"], found["uboats_lost"], found["uboats_aborted"]) == ("AL4/AA2", 4, 1)
    assert (found["effective"], found["uboats_left"]) == (0, 1)
    # 3-1, row 1: DL2/DA4 against three ASW: two lost, one aborts.
    defenders = uboats(1, uboats=9, asw=3)
    assert (defenders["asw_lost"], defenders["asw_aborted"], defenders["effective"]) == (2, 1, 9)


@pytest.mark.rule("tw-5.1.1")
def test_ruling_4_losses_beyond_the_units_are_lost() -> None:
    attacker = uboats(5, uboats=1, asw=4)
    assert (attacker["result"], attacker["uboats_lost"], attacker["narfs"]) == ("AL5/AA1", 1, 0)
    defender = uboats(1, uboats=4, asw=1)
    assert (defender["result"], defender["asw_lost"], defender["narfs"]) == ("DL2/DA5", 1, 16)


@pytest.mark.rule("tw-5.1.3.1", "tw-5.1.3.2", "tw-5.1.3")
@pytest.mark.parametrize(
    ("face", "modifiers", "rate", "convoy", "mark"),
    [(3, [], 3, 0, []), (2, [], 4, 1, ["*"]), (2, ["french-bay-port"], 5, 2, ["**"])],
)
def test_5_1_3_rates_and_convoy_smps(face: int, modifiers: list[str], rate: int, convoy: int, mark: list[str]) -> None:
    found = uboats(face, uboats=8, asw=4, modifiers=modifiers)
    assert (found["rate"], found["smps_convoy"], found["marks"]) == (rate, convoy, mark)
    assert found["narfs_uboats"] == found["effective"] * rate


@pytest.mark.rule("tw-5.1.3.1", "tw-5.1.3.2")
@pytest.mark.parametrize("modifiers", [[], ["french-bay-port"]])
def test_29_7_with_convoys_the_tables_marks_count_for_nothing(modifiers: list[str]) -> None:
    found = uboats(2, uboats=8, asw=4, modifiers=modifiers, options={"convoys": True})
    assert found["marks"] in (["*"], ["**"])
    assert (found["rate"], found["smps_convoy"]) == (3, 0)


# ---------------------------------------------------------------- nobody to defend, nobody to attack


@pytest.mark.rule("tw-5.1.1-noasw")
def test_ruling_6_without_asw_the_best_cell_without_a_die() -> None:
    found = uboats(uboats=4, asw=0)
    assert (found["column"], found["row"], found["result"]) == ("4-1", -3, "DL2/DA7")
    assert (found["marks"], found["rate"], found["narfs"], found["smps_convoy"]) == (["**"], 5, 20, 2)
    assert (found["asw_lost"], found["asw_aborted"], found["attrition"], found["uboats_left"]) == (0, 0, 0, 4)


@pytest.mark.rule("tw-5.1.1-noasw", "tw-5.1.3-cap")
def test_ruling_6_the_british_cap_still_holds() -> None:
    found = uboats(uboats=30, asw=0)
    assert (found["narfs_uboats"], found["narfs"], found["smps_narfs"]) == (150, 40, 2)
    assert uboats(uboats=30, asw=0, victim="us")["narfs"] == 150


@pytest.mark.rule("tw-5.1.1-noasw")
def test_ruling_6_a_die_where_none_is_rolled_is_refused() -> None:
    with pytest.raises(Malformed):
        uboats(4, uboats=4, asw=0)
    with pytest.raises(Malformed):
        uboats(uboats=4, asw=4)


def test_without_uboats_there_is_no_roll_and_raiders_still_count() -> None:
    found = uboats(uboats=0, asw=6, raiders=2)
    assert (found["column"], found["result"], found["narfs"], found["attrition"]) == ("", "no effect", 16, 0)
    assert (found["asw_left"], found["uboats_left"]) == (6, 0)


# ---------------------------------------------------------------- the Happy Time


@pytest.mark.example("5.1.1", "DL2 in the Happy Time: 6, 8 or 10 NARFs")
@pytest.mark.rule("tw-5.1.1-happy2")
@pytest.mark.parametrize(
    ("subs", "asw", "face", "extra"),
    # DL2 of a normal result cannot be rolled at -4; the printed figures are 6, 8, 10 for DL2 and 3, 4, 5 for each.
    [(4, 4, 1, 8), (4, 4, 2, 4), (9, 6, 1, 10), (4, 8, 1, 6), (4, 12, 2, 3)],
)
def test_5_1_1_asw_losses_of_the_happy_time_become_american_narfs(subs: int, asw: int, face: int, extra: int) -> None:
    fields = {"turn": "1942-1-spring", "victim": "us", "modifiers": ["happy-time"]}
    found = uboats(face, uboats=subs, asw=asw, **fields)
    assert found["asw_lost"] == 0 and found["asw_left"] == asw
    assert found["narfs_uboats"] == found["effective"] * found["rate"] + extra
    _, _, _, _, counts = by_hand(keyed.UBOAT_COLUMNS, UBOAT_ROWS, subs, asw, face - 4)
    assert extra == counts["DL"] * found["rate"]
    # The ASW stand in the odds and in the excess all the same.
    assert found["effective"] == max(0, subs - (asw - min(asw, counts["DA"])))


@pytest.mark.rule("tw-5.1.1-happy2")
def test_ruling_5_the_full_printed_number_is_converted_with_fewer_asw_present() -> None:
    found = uboats(1, turn="1942-1-spring", uboats=4, asw=1, victim="us", modifiers=["happy-time"])
    assert (found["result"], found["rate"], found["asw_left"]) == ("DL2/DA7", 5, 1)
    assert found["narfs_uboats"] == 4 * 5 + 10
    nobody = uboats(turn="1942-3-fall", uboats=4, asw=0, victim="us", modifiers=["happy-time"])
    assert nobody["narfs_uboats"] == 4 * 5 + 10


@pytest.mark.rule("tw-5.1.1-happy2")
def test_5_1_1_the_happy_time_spares_britain_and_has_no_cap() -> None:
    assert refused("uboats", turn="1942-1-spring", uboats=5, asw=5, modifiers=["happy-time"]) == ["5.1.1"]
    found = uboats(1, turn="1942-1-spring", uboats=40, asw=1, victim="us", modifiers=["happy-time"])
    assert found["narfs"] == 40 * 5 + 10


def test_22_3_1_a_declaration_of_another_power_may_bring_the_happy_time_early() -> None:
    assert refused("uboats", turn="1941-3-fall", uboats=5, asw=5, modifiers=["happy-time"], victim="us") == []


# ---------------------------------------------------------------- the cap, SMPs


@pytest.mark.rule("tw-5.1.3-cap")
@pytest.mark.parametrize(("base", "cap"), [(120, 40), (119, 39), (140, 46), (74, 24)])
def test_ruling_10_a_third_of_the_british_isles_rounded_down_caps_uboats_and_raiders(base: int, cap: int) -> None:
    found = uboats(1, uboats=20, asw=5, raiders=2, british_isles_base=base)
    assert found["narfs_uboats"] + found["narfs_raiders"] > cap == found["narfs"]
    free = uboats(1, uboats=20, asw=5, raiders=2, british_isles_base=base, victim="us")
    assert free["narfs"] == found["narfs_uboats"] + found["narfs_raiders"]


@pytest.mark.parametrize(
    ("subs", "raiders", "depleted", "narfs", "smps"),
    # 11 -> 1 and 31 -> 2 are printed (8.4, 5.1.3).
    [(1, 1, 0, 11, 1), (0, 2, 1, 20, 1), (1, 2, 2, 27, 2), (1, 3, 1, 31, 2), (0, 5, 0, 40, 2), (0, 0, 0, 0, 0)],
)
def test_ruling_12_allied_losses_cost_an_smp_for_each_20_begun(
    subs: int, raiders: int, depleted: int, narfs: int, smps: int
) -> None:
    # Nobody defends, and with convoys the marks of the best cell count for nothing: 3 NARFs for each U-boat.
    fields = {"raiders": raiders, "raiders_depleted": depleted, "options": {"convoys": True}}
    found = uboats(uboats=subs, asw=0, **fields)
    assert (found["narfs"], found["smps_narfs"]) == (narfs, smps)


def test_ruling_3_smps_follow_the_capped_figure() -> None:
    found = uboats(1, uboats=20, asw=1)
    assert (found["narfs_uboats"], found["narfs"], found["smps_narfs"]) == (80, 40, 2)


@pytest.mark.example("8.4", "a Massacre of 40 NARFs: 2 and 2 SMPs")
@pytest.mark.rule("tw-5.1.3.2")
def test_8_4_example_a_massacre_of_40_narfs_costs_two_and_two() -> None:
    # Eight U-boats that nobody stops, at 5 each.
    found = uboats(2, uboats=8, asw=4, modifiers=["french-bay-port"], victim="us")
    assert (found["marks"], found["narfs"], found["smps_narfs"], found["smps_convoy"]) == (["**"], 40, 2, 2)


# ---------------------------------------------------------------- raiders


@pytest.mark.rule("tw-5.1.2.1-dmg")
def test_5_1_2_1_a_raider_costs_8_a_depleted_one_4() -> None:
    found = uboats(6, uboats=4, asw=4, raiders=2, raiders_depleted=3)
    assert (found["narfs_uboats"], found["narfs_raiders"], found["narfs"]) == (0, 28, 28)
    assert found["breakdown"][-1] == {"label": "raiders", "value": 28, "rule": "5.1.2.1"}


def test_5_1_2_2_the_mark_that_exposes_raiders_is_told() -> None:
    assert uboats(6, uboats=4, asw=4)["marks"] == ["§"]


# ---------------------------------------------------------------- attrition


@pytest.mark.rule("tw-5.1.3.3")
def test_5_1_3_3_the_two_printed_examples() -> None:
    assert calc("uboat-attrition", turn="1941-3-fall", asw=5, uboats=20)["attrition"] == 2
    assert calc("uboat-attrition", turn="1943-3-fall", asw=5, uboats=20)["attrition"] == 3
    assert uboats(2, turn="1941-3-fall", uboats=10, asw=5)["attrition"] == 2
    assert uboats(2, turn="1943-3-fall", uboats=10, asw=5)["attrition"] == 3
    assert uboats(2, turn="1943-1-spring", uboats=10, asw=5)["attrition"] == 2


@pytest.mark.rule("tw-5.1.3.3")
def test_ruling_7_attrition_asks_for_damage_of_narfs_or_asw() -> None:
    # 1-2, row 0 (a French port, a die of 2): DL1/DA1 and no U-boat in excess: an ASW lost is damage enough.
    fields = {"uboats": 4, "asw": 8, "modifiers": ["french-bay-port"]}
    found = uboats(2, **fields)
    assert (found["narfs"], found["asw_lost"], found["attrition"]) == (0, 1, 3)
    assert uboats(2, **fields, options={"attrition-for-narfs-only": True})["attrition"] == 0
    # A raider's NARFs are damage under either reading; neither NARFs nor ASW is none.
    assert uboats(10, uboats=4, asw=4)["attrition"] == 0
    for only in (False, True):
        options = {"attrition-for-narfs-only": only}
        assert uboats(10, uboats=9, asw=9, raiders=1, options=options)["attrition"] == 3


@pytest.mark.rule("tw-5.1.3.3")
def test_ruling_8_the_asw_committed_count_also_those_lost_or_turned_away() -> None:
    found = uboats(2, uboats=9, asw=4)
    assert (found["asw_lost"] + found["asw_aborted"], found["attrition"]) == (4, 2)


@pytest.mark.rule("tw-5.1.3.3-cap")
def test_5_1_3_3_no_more_uboats_are_lost_than_were_committed() -> None:
    # 1-4, row 4: AL4, one U-boat left of five, with a raider's damage: 20 ASW would take seven more.
    found = uboats(4, uboats=5, asw=20, raiders=1)
    assert (found["uboats_lost"], found["attrition"], found["uboats_left"]) == (4, 1, 0)
    # Those that aborted may be taken.
    aborted = uboats(6, uboats=6, asw=20, raiders=1)
    assert (aborted["uboats_lost"], aborted["uboats_aborted"], aborted["attrition"]) == (5, 1, 1)
    assert calc("uboat-attrition", turn="1944-1-spring", asw=30, uboats=4)["attrition"] == 4


@pytest.mark.rule("tw-29.17")
@pytest.mark.parametrize("asw", [0, 1, 3, 4, 6, 7, 11, 12, 18, 19, 60])
def test_29_17_the_optional_table(asw: int) -> None:
    place = next((at for at, most in enumerate(keyed.ATTRITION_UP_TO) if most is None or asw <= most), 0)
    for face, row in keyed.cells(keyed.ATTRITION).items():
        lost = int(row[place][0]) if asw else 0
        fields = {"turn": "1941-1-spring", "asw": asw, "table": True}
        assert calc("uboat-attrition", (face,), uboats=40, **fields)["attrition"] == lost
        assert calc("uboat-attrition", (face,), uboats=1, **fields)["attrition"] == min(lost, 1)


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize("turn", ["1940-2-summer", "1941-4-winter"])
def test_3_5_there_is_no_uboat_war_in_summer_and_winter(turn: str) -> None:
    assert refused("uboats", turn=turn, uboats=5, asw=5) == ["5.0"]


@pytest.mark.parametrize(
    "both", [["azores-axis", "portugal-british"], ["spain-axis", "spain-allied"], ["schnorkel", "schnorkel"]]
)
def test_5_1_1_facts_that_exclude_each_other_are_refused(both: list[str]) -> None:
    assert refused("uboats", turn="1942-3-fall", uboats=5, asw=5, modifiers=both) == ["5.1.1"]


def test_5_1_3_5_no_ultra_in_the_happy_time() -> None:
    found = refused("uboats", turn="1942-1-spring", uboats=5, asw=5, victim="us", modifiers=["ultra", "happy-time"])
    assert found == ["5.1.3.5"]


def test_every_refusal_comes_at_once() -> None:
    modifiers = ["schnorkel", "escort-carriers", "spain-axis", "spain-allied"]
    found = refused("uboats", turn="1940-2-summer", uboats=5, asw=5, modifiers=modifiers)
    assert found == ["5.0", "28.1.2", "28.2.4", "5.1.1"]


# ---------------------------------------------------------------- the whole of it, by hand


@pytest.mark.rule("tw-5.1.1", "tw-5.1.3", "tw-5.1.3-cap", "tw-5.1.3.3")
@pytest.mark.parametrize("modifiers", [(), ("french-bay-port", "norway-ports"), ("happy-time", "iceland-unoccupied")])
def test_every_roll_of_small_wars_is_what_the_keyed_table_says(modifiers: tuple[str, ...]) -> None:
    net = sum(keyed.UBOAT_MODIFIERS[name].value for name in modifiers)
    happy = "happy-time" in modifiers
    for subs, asw, face in product(range(1, 25, 3), range(1, 13), range(1, 11)):
        war = submarines.UBoatWar(
            turn="1942-1-spring",
            uboats=subs,
            asw=asw,
            modifiers=modifiers,
            raiders=asw % 2,
            victim="us" if happy else "britain",
            face=face,
            rolled=True,
        )
        found = submarines.resolve(war)
        column, row, label, marks, n = by_hand(keyed.UBOAT_COLUMNS, UBOAT_ROWS, subs, asw, face + net)
        assert (found.column, found.modifier, found.row, found.result) == (column, net, row, label)
        assert set(found.marks) == set(marks)
        asw_lost = 0 if happy else min(n["DL"], asw)
        left, met = subs - min(n["AL"], subs), asw - asw_lost
        rate = 5 if "**" in marks else 4 if "*" in marks else 3
        through = max(0, max(0, left - n["AA"]) - max(0, met - n["DA"]))
        narfs = through * rate + (n["DL"] * rate if happy else 0) + 8 * (asw % 2)
        narfs = narfs if happy else min(40, narfs)
        attrition = min(left, (asw + 2) // 3) if narfs or asw_lost else 0
        assert (found.effective, found.rate, found.narfs, found.asw_lost) == (through, rate, narfs, asw_lost)
        assert (found.smps_narfs, found.attrition) == ((narfs + 19) // 20, attrition)
        assert found.uboats_lost + found.attrition + found.uboats_left == subs
        assert found.asw_lost + found.asw_left == asw
        assert found.uboats_aborted <= subs - found.uboats_lost and found.asw_aborted <= found.asw_left


@pytest.mark.parametrize(
    ("subs", "asw", "victim"), [(0, 5, "britain"), (5, 0, "us"), (9, 4, "britain"), (3, 14, "us"), (30, 3, "britain")]
)
def test_a_distribution_is_exact_and_its_units_add_up(subs: int, asw: int, victim: str) -> None:
    found = chances(calc("uboats", None, turn="1944-1-spring", uboats=subs, asw=asw, victim=victim, raiders=1))
    assert sum(chance for chance, _ in found) == 1
    assert all(chance.denominator in (1, 2, 5, 10) for chance, _ in found)
    for _, one in found:
        assert one["uboats_lost"] + one["attrition"] + one["uboats_left"] == subs
        assert one["asw_lost"] + one["asw_left"] == asw
        assert one["effective"] <= subs - one["uboats_lost"] - one["uboats_aborted"]
        assert 0 <= one["narfs"] <= (40 if victim == "britain" else 5 * subs + 8)
    faces = () if not (subs and asw) else range(1, 11)
    mean = Fraction(sum(uboats(face, turn="1944-1-spring", uboats=subs, asw=asw)["effective"] for face in faces), 10)
    assert not faces or mean == sum(chance * one["effective"] for chance, one in found)


# ---------------------------------------------------------------- the command line


def test_calc_uboats_on_the_command_line(run: Runner) -> None:
    done = run("calc", "uboats", "turn=1941-1-spring", "uboats=6", "asw=3", "--rolls", "4", "--json")
    assert done.code == 0 and set(done.json) >= FIELDS
    assert (done.json["column"], done.json["result"], done.json["narfs"]) == ("2-1", "DL1/DA2", 18)
    assert all(set(line) == {"label", "value", "rule"} for line in done.json["breakdown"])
    spread = run("calc", "uboats", "turn=1941-1-spring", "uboats=6", "asw=3", "--json").json["distribution"]
    assert sum(Fraction(one["p"]) for one in spread) == 1 and all(set(one) > FIELDS for one in spread)
    no = run("calc", "uboats", "turn=1941-2-summer", "uboats=6", "asw=3", "--json")
    assert no.code == 1 and [refusal["rule"] for refusal in no.json["refused"]] == ["5.0"]
    assert run("calc", "uboats", "turn=1941-1-spring", "uboats=6", "asw=3").code == 0


def test_calc_uboats_in_batch_keeps_order_past_refusals(run: Runner) -> None:
    base = {"calc": "uboats", "turn": "1941-1-spring", "uboats": 6, "asw": 3}
    found = batch(
        run,
        base | {"rolls": [4]},
        base | {"turn": "1941-4-winter", "rolls": [4]},
        base | {"uboats": -1, "rolls": [4]},
        base | {"asw": 0, "rolls": []},
        {"calc": "uboat-attrition", "turn": "1943-3-fall", "asw": 5, "uboats": 9},
        {"calc": "uboat-attrition", "turn": "1943-3-fall", "asw": 5, "uboats": 9, "table": True, "rolls": [10]},
    )
    assert [next(iter(set(one) & {"refused", "error", "attrition"})) for one in found] == [
        "attrition",
        "refused",
        "error",
        "attrition",
        "attrition",
        "attrition",
    ]
    assert [found[at]["attrition"] for at in (0, 3, 4, 5)] == [1, 0, 3, 3]
