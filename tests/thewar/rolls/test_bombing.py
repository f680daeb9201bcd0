"""Section 5.2: raids, roll by roll, against the rulebook's figures and rulings 2, 11, 12 and 16-22."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import attrs
import pytest

from engine.kernel.calculators import Malformed
from engine.thewar.rolls import bombing as raids
from tests.cli.running import Runner
from tests.thewar import keyed_tables as keyed
from tests.thewar.single_rolls import BOMBING_ROWS, batch, bombing, by_hand, calc, chances, refused

FIELDS = {
    "flak_result",
    "sac_flak_eliminated",
    "sac_flak_depleted",
    "column",
    "modifier",
    "row",
    "result",
    "marks",
    "sac_lost",
    "sac_aborted",
    "int_lost",
    "int_aborted",
    "effective",
    "rate",
    "narfs",
    "base_loss",
    "smps_narfs",
    "smps_extra",
    "rail_lost",
    "surrender",
    "oil_hits",
    "attrition",
    "breakdown",
}


# ---------------------------------------------------------------- damage


@pytest.mark.rule("tw-5.2-dmg")
@pytest.mark.parametrize(("by", "turn", "rate"), [("us", "1943-3-fall", 3), ("britain", "1941-3-fall", 2)])
def test_ruling_2_bombers_beyond_the_interceptors_do_damage(by: str, turn: str, rate: int) -> None:
    # Even odds, row 4: DL1. Four against three.
    found = bombing(4, by=by, turn=turn, sac=4, int_=4)
    assert (found["result"], found["effective"], found["rate"], found["narfs"]) == ("DL1", 1, rate, rate)
    assert (found["base_loss"], found["smps_extra"], found["rail_lost"], found["surrender"]) == (0, 0, 0, 0)


@pytest.mark.rule("tw-5.2-dmg")
def test_5_2_4_a_german_bomber_costs_2() -> None:
    found = bombing(3, by="germany", turn="1940-3-fall", sac=4, int_=4)
    assert (found["result"], found["rate"], found["narfs"]) == ("DL1", 2, 2)


# Each printed rate (5.2, 5.2.1, 5.2.2): normally, with a critical hit, with a firestorm.
RATES = {"us": (3, 4, 5), "britain": (2, 2, 4), "germany": (2, 3, 4)}


@pytest.mark.rule("tw-5.2.1", "tw-5.2.1-base", "tw-5.2.2")
@pytest.mark.parametrize("by", list(RATES))
def test_5_2_1_and_5_2_2_rates_and_effects_of_marks(by: str) -> None:
    """2-1 odds: * on rows 1 and 2, ** below; both cost SMPs and rail, only Allied ones the base as well."""
    german = by == "germany"
    turn, bonus = "1941-3-fall", 1 if german else 0
    plain, critical, firestorm = (
        raids.resolve(raids.Raid(turn, by, 8, 4, base=1000, face=row - bonus + 1)) for row in (3, 1, -1)
    )
    assert (plain.marks, critical.marks, firestorm.marks) == ((), ("*",), ("**",))
    assert (plain.rate, critical.rate, firestorm.rate) == RATES[by]
    for one, smps, rail, surrender in ((plain, 0, 0, 0), (critical, 2, 1, 0), (firestorm, 2, 2, -1)):
        assert one.narfs == one.effective * one.rate > 0
        # Ruling 119: a German firestorm costs no SMP; 5.2.2: it raises the British surrender level.
        assert one.smps_extra == (0 if german and rail == 2 else smps)
        assert (one.rail_lost, one.surrender) == (rail, -surrender if german else surrender)
        assert one.base_loss == (one.narfs if rail and not german else 0)
        assert one.oil_hits == 0


def test_28_2_2_window_is_minus_5_and_every_bomber_costs_5() -> None:
    fields = {"turn": "1943-1-spring", "modifiers": ["window"], "base": 1000}
    # 1942 and later -1 as well: a die of 9 is row 3, of 6 row 0, of 1 row -1.
    plain, critical, lowest = (bombing(face, sac=4, int_=3, **fields) for face in (9, 6, 1))
    assert (plain["modifier"], plain["row"], plain["result"]) == (-6, 3, "DL1/DA1")
    assert (critical["marks"], lowest["marks"]) == (["*"], ["*"])
    for one in (plain, critical, lowest):
        assert one["rate"] == 5 and one["narfs"] == one["effective"] * 5
    burning = bombing(1, sac=6, int_=4, **fields)
    assert (burning["marks"], burning["rate"], burning["surrender"]) == (["**"], 5, -1)


# ---------------------------------------------------------------- oil


@pytest.mark.rule("tw-5.2.1-oil")
def test_5_2_1_and_5_2_2_the_american_may_take_oil_instead() -> None:
    fields = {"by": "us", "turn": "1944-1-spring", "choice": "oil"}
    # Spring 1944: -1, and 8 against 4 (a die of 2 is row 0: **, of 3 row 1: *).
    double, single, none = (bombing(face, sac=8, int_=4, **fields) for face in (1, 3, 5))
    for one, hits, marks in ((double, 2, ["**"]), (single, 1, ["*"]), (none, 0, [])):
        assert (one["marks"], one["oil_hits"], one["rate"]) == (marks, hits, 3)
        assert one["narfs"] == 3 * one["effective"]
        # Ruling 16: neither base nor SMPs, rail or surrender where oil is taken.
        assert (one["base_loss"], one["smps_extra"], one["rail_lost"], one["surrender"]) == (0, 0, 0, 0)


@pytest.mark.rule("tw-5.2.1-oil")
def test_ruling_102_oil_from_spring_1944_and_for_the_us_alone() -> None:
    base = {"sac": 4, "int_": 4, "base": 170, "choice": "oil"}
    assert refused("bombing", by="us", turn="1943-3-fall", **base) == ["24.1, ruling 102"]
    assert refused("bombing", by="us", turn="1944-1-spring", **base) == []
    for by in ("britain", "germany"):
        assert refused("bombing", by=by, turn="1944-1-spring", **base) == ["5.2.1"]


# ---------------------------------------------------------------- caps, SMPs


@pytest.mark.rule("tw-5.2-cap")
@pytest.mark.parametrize(("base", "cap"), [(170, 42), (171, 42), (172, 43), (40, 10), (3, 0)])
def test_5_2_a_quarter_of_the_base_rounded_down(base: int, cap: int) -> None:
    found = bombing(4, by="us", turn="1943-3-fall", sac=60, int_=0, base=base)
    assert found["effective"] == 60 and found["narfs"] == cap


def test_ruling_12_german_smps_for_each_20_full_british_for_each_begun() -> None:
    for sac, german, british in ((9, 0, 1), (10, 1, 1), (11, 1, 2), (15, 1, 2)):
        # Unopposed British and German bombers at 2 NARFs each, on rows without a mark: 18, 20, 22, 30 NARFs.
        found = raids.resolve(raids.Raid("1941-3-fall", "britain", sac, 0, base=1000, face=10))
        assert (found.narfs, found.marks, found.smps_narfs) == (2 * sac, (), german)
        found = raids.resolve(raids.Raid("1940-3-fall", "germany", sac, 0, base=1000, face=10))
        assert (found.narfs, found.marks, found.smps_narfs) == (2 * sac, (), british)


def test_ruling_11_an_smp_is_20_narfs_in_a_firestorm_too() -> None:
    found = raids.resolve(raids.Raid("1941-3-fall", "britain", 10, 5, base=1000, face=1))
    assert (found.marks, found.narfs, found.smps_narfs, found.smps_extra) == (("**",), 40, 2, 2)
    less = raids.resolve(raids.Raid("1941-3-fall", "britain", 9, 4, base=1000, face=1))
    assert (less.marks, less.narfs, less.smps_narfs) == (("**",), 36, 1)


# ---------------------------------------------------------------- no interceptors


@pytest.mark.rule("tw-5.2-noint")
def test_ruling_17_unopposed_bombers_meet_an_intrinsic_1_and_nothing_adverse() -> None:
    # One against the intrinsic 1: even odds, -2; a die of 10 is row 8: AL2/AA1, void.
    found = bombing(10, sac=1, int_=0)
    assert (found["column"], found["modifier"], found["row"], found["result"]) == ("1-1", -2, 8, "AL2/AA1")
    assert (found["sac_lost"], found["sac_aborted"], found["int_lost"], found["int_aborted"]) == (0, 0, 0, 0)
    # The excess counts against 0, the DL is ignored, nobody attrits.
    assert (found["effective"], found["narfs"], found["attrition"]) == (1, 2, 0)
    favourable = bombing(1, sac=1, int_=0)
    assert (favourable["result"], favourable["marks"], favourable["int_lost"]) == ("DL2/DA2", ["*"], 0)
    assert (favourable["base_loss"], favourable["rail_lost"]) == (2, 1)


@pytest.mark.rule("tw-5.2-noint", "tw-5.2-mass")
def test_ruling_17_the_mass_modifier_counts_from_0_interceptors() -> None:
    assert bombing(5, sac=7, int_=0)["modifier"] == -2 - 2


# ---------------------------------------------------------------- modifiers


@pytest.mark.rule("tw-5.2-mustang")
@pytest.mark.parametrize(
    ("by", "turn", "modifier"),
    [
        ("us", "1942-3-fall", 0),
        ("us", "1943-3-fall", 0),
        ("us", "1944-1-spring", -1),
        ("us", "1944-3-fall", -2),
        ("us", "1945-1-spring", -3),
        ("britain", "1941-3-fall", 0),
        ("britain", "1942-1-spring", -1),
        ("britain", "1945-1-spring", -1),
        ("germany", "1940-3-fall", 1),
        ("germany", "1944-3-fall", 1),
    ],
)
def test_5_2_modifiers_by_date_and_power(by: str, turn: str, modifier: int) -> None:
    assert bombing(5, by=by, turn=turn, sac=5, int_=5)["modifier"] == modifier


@pytest.mark.rule("tw-5.2-mass")
@pytest.mark.parametrize(("sac", "ints", "modifier"), [(7, 5, 0), (8, 5, -1), (10, 5, -1), (11, 5, -2), (4, 9, 0)])
def test_5_2_each_three_bombers_in_excess(sac: int, ints: int, modifier: int) -> None:
    assert bombing(5, sac=sac, int_=ints)["modifier"] == modifier


@pytest.mark.rule("tw-5.2-jet")
def test_5_2_jets_give_two_each_and_are_lost_last() -> None:
    found = bombing(1, turn="1944-3-fall", sac=9, int_=3, jets=2)
    # British -1, six in excess -2, two jets +4: row 2 in the 3-1 column.
    assert (found["modifier"], found["column"], found["result"]) == (1, "3-1", "DL2/DA2")
    assert (found["int_lost"], found["jets_lost"]) == (2, 1)
    assert bombing(1, turn="1944-3-fall", sac=9, int_=4, jets=2)["jets_lost"] == 0


@pytest.mark.rule("tw-5.2-radar")
def test_5_2_4_radar_is_a_line_of_its_own_for_german_bombers_only() -> None:
    labels = {
        by: [line["label"] for line in bombing(5, by=by, turn="1941-3-fall", sac=5, int_=5)["breakdown"]]
        for by in RATES
    }
    assert "British radar" in labels["germany"]
    assert "British radar" not in labels["us"] + labels["britain"]


@pytest.mark.parametrize("level", range(6))
def test_5_2_flak_levels_above_2_are_modifiers(level: int) -> None:
    faces = (1, 5) if level else (5,)
    assert bombing(*faces, sac=3, int_=3, heavy_flak=level)["modifier"] == max(0, level - 2)


def test_5_1_3_1_convoy_modifiers_are_the_american_bombers_alone() -> None:
    """Ruling 21: facts of the Happy Time, which the calculator cannot know."""
    for name, value in (("convoy-ambush", 1), ("convoy-massacre", 2), ("no-troops-in-france", 1)):
        fields = {"turn": "1942-3-fall", "sac": 5, "int_": 5, "modifiers": [name]}
        assert bombing(5, by="us", **fields)["modifier"] == value
        assert refused("bombing", by="britain", base=170, **fields) == [raids.BY_ID[name].rule]
    both = ["convoy-ambush", "convoy-massacre"]
    assert refused("bombing", by="us", turn="1942-3-fall", sac=5, int_=5, base=170, modifiers=both) == ["5.1.3.2"]


# ---------------------------------------------------------------- attrition


@pytest.mark.rule("tw-5.2.3")
def test_5_2_3_the_printed_examples() -> None:
    """Three INT against the British and two against the Americans cost one SAC each; all five against one cost two."""
    assert bombing(4, sac=6, int_=3)["attrition"] == 1
    assert bombing(4, by="us", turn="1943-3-fall", sac=6, int_=2)["attrition"] == 1
    assert bombing(4, sac=8, int_=5)["attrition"] == 2
    assert bombing(4, by="us", turn="1943-3-fall", sac=6, int_=0)["attrition"] == 0


@pytest.mark.rule("tw-5.2.3")
def test_ruling_22_jets_count_twice_and_a_raid_without_damage_has_none() -> None:
    assert bombing(4, turn="1944-3-fall", sac=12, int_=5, jets=2)["attrition"] == 3
    # Even odds, a die of 6: AL1, neither NARFs nor INT.
    idle = bombing(6, sac=4, int_=4)
    assert (idle["narfs"], idle["int_lost"], idle["attrition"]) == (0, 0, 0)
    # 1-2, a die of 1: DL1 and no bomber through: an INT lost is damage.
    shot = bombing(1, sac=2, int_=4)
    assert (shot["narfs"], shot["int_lost"], shot["attrition"]) == (0, 1, 2)


@pytest.mark.rule("tw-5.2.3")
def test_ruling_22_depleted_bombers_may_be_taken_and_never_more_than_are_left() -> None:
    # Flak level 3 on 3 SAC, a die of 7: two depleted. One arrives against four INT (1-3), a die of 1, +1 row 2: AL1.
    flown = bombing(7, 1, sac=3, int_=4, heavy_flak=3)
    assert (flown["sac_flak_depleted"], flown["result"], flown["sac_lost"], flown["attrition"]) == (2, "AL1", 1, 0)
    # 1-3, row 1: DL1; the one that fought and the two depleted are three, of which two are taken.
    flown = bombing(5, 1, sac=2, int_=9, heavy_flak=3)
    assert (flown["sac_flak_depleted"], flown["int_lost"], flown["attrition"]) == (1, 0, 0)
    damage = bombing(7, 1, sac=2, int_=9, heavy_flak=1)
    assert (damage["sac_flak_depleted"], damage["result"], damage["int_lost"]) == (1, "DL1", 1)
    assert damage["attrition"] == 2


@pytest.mark.rule("tw-5.2.3")
def test_5_2_4_german_bombers_wear_out_as_well() -> None:
    assert bombing(1, by="germany", turn="1940-3-fall", sac=8, int_=4)["attrition"] == 2


# ---------------------------------------------------------------- refusals


def test_3_5_no_bombing_in_summer_and_winter() -> None:
    assert refused("bombing", turn="1943-2-summer", by="us", sac=5, int_=5, base=170) == ["5.0"]
    assert refused("bombing", turn="1943-4-winter", by="britain", sac=5, int_=5, base=170) == ["5.0"]


def test_5_2_jets_are_german_and_counted_among_the_interceptors() -> None:
    assert refused("bombing", turn="1944-3-fall", by="us", sac=5, int_=1, jets=2, base=170) == ["5.2"]
    assert refused("bombing", turn="1944-3-fall", by="germany", sac=5, int_=2, jets=1, base=170) == ["11.13"]


def test_rolls_that_the_rules_do_not_call_for_are_refused() -> None:
    with pytest.raises(Malformed):
        bombing(5, 5, sac=5, int_=5)
    with pytest.raises(Malformed):
        bombing(5, sac=5, int_=5, heavy_flak=2)
    with pytest.raises(Malformed):
        bombing(11, sac=5, int_=5)


# ---------------------------------------------------------------- the whole of it, by hand


@pytest.mark.rule("tw-5.2-table", "tw-5.2-dmg", "tw-5.2-cap", "tw-5.2.3")
@pytest.mark.parametrize(
    ("by", "turn", "jets", "level"),
    [
        ("us", "1944-3-fall", 0, 0),
        ("britain", "1943-1-spring", 0, 5),
        ("germany", "1940-3-fall", 0, 3),
        ("us", "1945-1-spring", 1, 4),
    ],
)
def test_every_raid_of_few_units_is_what_the_keyed_tables_say(by: str, turn: str, jets: int, level: int) -> None:
    flak = {row: [label for label, _ in cells] for row, cells in keyed.cells(keyed.FLAK_HEAVY).items()}
    dated = {("us", "1944-3-fall"): -2, ("us", "1945-1-spring"): -3, ("britain", "1943-1-spring"): -1}
    always = dated.get((by, turn), 0) + max(0, level - 2) + (by == "germany")
    flak_faces = (2, 6, 9, 10) if level else (0,)
    for sac, ints, first, face in product((1, 2, 4, 7, 11), range(0, 9, 2), flak_faces, range(1, 11)):
        faced = min(jets, ints)
        raid = raids.Raid(turn, by, sac, ints, faced, level, 100, flak_face=first, face=face)
        label = flak[sorted((2, first + (2 if sac >= 6 else sac >= 4), 12))[1]][level - 1] if level else ""
        hit = min(sac, int(label[2:] or 1)) if label else 0
        shot = hit if label.startswith("AE") else 0
        arriving = sac - hit
        if not arriving:
            # A bomber that never arrives rolls nothing, so the core ends before this face.
            raid = attrs.evolve(raid, face=0)
            assert raids.BombingCore().finished(raid)
        found = raids.resolve(raid)
        assert (found.sac_flak_eliminated, found.sac_flak_depleted) == (shot, hit - shot)
        if not arriving:
            assert (found.result, found.narfs, found.attrition) == ("no effect", 0, 0)
            continue
        net = always - max(0, arriving - ints) // 3 + 2 * faced - (0 if ints else 2)
        column, row, text, marks, n = by_hand(keyed.BOMBING_COLUMNS, BOMBING_ROWS, arriving, ints or 1, face + net)
        assert (found.column, found.modifier, found.row, found.result) == (column, net, row, text)
        assert found.marks == marks
        lost = min(n["AL"], arriving) if ints else 0
        down = min(n["DL"], ints)
        over = max(0, arriving - lost - (n["AA"] if ints else 0)) - max(0, ints - down - n["DA"])
        rate = RATES[by][2 if marks == ("**",) else 1 if marks == ("*",) else 0]
        narfs = min(25, max(0, over) * rate)
        worn = min(sac - shot - lost, -(-(ints + faced) // 3)) if ints and (narfs or down) else 0
        assert (found.sac_lost, found.int_lost, found.narfs, found.attrition) == (lost, down, narfs, worn)
        assert shot + (hit - shot) + lost + found.sac_aborted <= sac and down + found.int_aborted <= ints
        assert shot + lost + found.attrition <= sac


@pytest.mark.parametrize(("level", "by"), [(0, "us"), (1, "britain"), (3, "us"), (5, "germany")])
@pytest.mark.parametrize(("sac", "ints"), [(1, 0), (2, 3), (6, 2), (12, 5)])
def test_a_raids_distribution_is_exact(level: int, by: str, sac: int, ints: int) -> None:
    fields = {"turn": "1944-1-spring", "by": by, "sac": sac, "int_": ints, "heavy_flak": level, "base": 60}
    found = chances(calc("bombing", None, **fields))
    assert sum(chance for chance, _ in found) == 1
    assert all((100 * chance).denominator == 1 for chance, _ in found)
    for _, one in found:
        assert 0 <= one["narfs"] <= 15 and one["base_loss"] in (0, one["narfs"])
        gone = one["sac_flak_eliminated"] + one["sac_lost"] + one["attrition"]
        assert gone <= sac and one["int_lost"] + one["int_aborted"] <= ints
    if not level:
        mean = Fraction(sum(bombing(face, **fields)["narfs"] for face in range(1, 11)), 10)
        assert mean == sum(chance * one["narfs"] for chance, one in found)


# ---------------------------------------------------------------- the command line


def test_calc_bombing_on_the_command_line(run: Runner) -> None:
    asked = ("turn=1944-1-spring", "by=us", "sac=8", "int=4", "base=170", "heavy_flak=2", "choice=oil")
    done = run("calc", "bombing", *asked, "--rolls", "2,3", "--json")
    assert done.code == 0 and set(done.json) >= FIELDS
    assert (done.json["flak_result"], done.json["marks"], done.json["oil_hits"]) == ("Miss", ["*"], 1)
    spread = run("calc", "bombing", *asked, "--json").json["distribution"]
    assert sum(Fraction(one["p"]) for one in spread) == 1 and all(set(one) > FIELDS for one in spread)
    no = run(
        "calc", "bombing", "turn=1944-2-summer", "by=germany", "sac=8", "int=4", "base=170", "choice=oil", "--json"
    )
    assert no.code == 1 and [refusal["rule"] for refusal in no.json["refused"]] == ["5.0", "5.2.1"]
    assert run("calc", "bombing", *asked).code == 0


def test_calc_bombing_in_batch(run: Runner) -> None:
    base = {"calc": "bombing", "turn": "1941-3-fall", "by": "britain", "sac": 4, "int": 4, "base": 170}
    found = batch(
        run,
        base | {"rolls": [4]},
        base | {"heavy_flak": 1, "rolls": [4, 4]},
        base | {"modifiers": ["window"], "rolls": [4]},
        base | {"heavy_flak": 6, "rolls": [4, 4]},
        {"calc": "mdm-losses", "eliminated": 0, "depleted": 10},
    )
    assert [one.get("flak_result", "-") for one in found] == [None, "Miss", "-", "-", "-"]
    assert [refusal["rule"] for refusal in found[2]["refused"]] == ["28.2.2"] and "heavy_flak" in found[3]["error"]
    assert (found[4]["rebuilt"], found[4]["repaired"], found[4]["narfs"]) == (1, 1, 21)
