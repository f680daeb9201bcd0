"""Units broken down, reunited and built up to armies (3.9.3, 9.6.3, 9.6.4, ruling 105)."""

from __future__ import annotations

from collections import Counter

import attrs
import pytest

from engine.kernel import fitting, play
from engine.kernel.dice import FixedDice
from engine.kernel.judging import judge
from engine.kernel.reading import understand
from engine.thewar.building import breakdowns
from engine.thewar.ruleset import RULESET
from engine.thewar.world import calendar, counters, forces, traits
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.supply_lines import standing, why
from tests.thewar.world import after

STEP = "operations.breakdown"
LISTS = {
    "germany": {"arm-8-8", "arm-10-8", "mech-4-8", "inf-6-5", "para-2-5"},
    "ussr": {"arm-6-8", "arm-8-8", "arm-10-8", "mech-6-8", "inf-6-5"},
    "us": {"arm-10-8", "mot-6-7", "para-3-7"},
    "france": {"arm-6-8", "inf-6-5"},
    "italy": {"arm-4-8", "inf-6-5"},
    "britain": {"arm-8-8", "arm-4-8", "mot-6-7"},
    "finland": {"inf-6-5"},
}


def at_breakdown(side: str = "allied", **units: Unit) -> TheWar:
    """The phase of a side in Spring 1942, with more units."""
    start = standing(step=STEP, side=side)
    return attrs.evolve(start, units={**start.units, **{key.replace("_", "-"): one for key, one in units.items()}})


def groups(campaign: TheWar, power: str) -> Counter[str]:
    """How many units of each group a power has in play."""
    return Counter(forces.group_of(one) for one in campaign.units.values() if one.power == power)


def moved(before: TheWar, now: TheWar, power: str) -> dict[str, int]:
    """How many units of each group more, or fewer."""
    was, has = groups(before, power), groups(now, power)
    return {group: has[group] - was[group] for group in was | has if has[group] != was[group]}


def breaks_down_by_its_list(power: str) -> None:
    """Each unit of a power's list becomes units of one factor less in all; nothing else breaks down."""
    listed = {one["from"] for one in breakdowns.rows().values() if one["power"] == power}
    assert listed == LISTS[power]
    country = " country=finland" if power == "finland" else ""
    owner = "germany" if country else power
    side = "axis" if owner in ("germany", "italy") else "allied"
    for group in sorted(listed):
        kind, _, strength = group.partition("-")
        start = at_breakdown(side, **{f"{power}_{kind}_99": Unit(power=power, kind=kind, strength=strength)})
        if country:
            land = attrs.evolve(start.countries["finland"], status="satellite", patron="germany")
            start = attrs.evolve(start, countries={**start.countries, "finland": land})
        text = f"{owner} break-down {group}{country}"
        assert why(start, text) == []
        changed = moved(start, after(start, text), power)
        assert changed.pop(group) == -1
        made = [name for name, number in changed.items() for _ in range(number)]
        assert all(name.startswith(f"{kind}-") and name.endswith("-breakdown") for name in made)
        sizes = [int(name.split("-")[1]) for name in made]
        assert {name.split("-")[2] for name in made} == {strength.split("-")[1]}
        lost = 0 if (power, kind) == ("germany", "para") else 1
        assert sum(sizes) == int(strength.split("-")[0]) - lost, group
    start = at_breakdown(side, **{f"{power}_inf_98": Unit(power=power, kind="inf", strength="4-5")})
    if not country:
        ((rule, reason),) = why(start, f"{owner} break-down inf-4-5")
        assert rule == "9.6.3" and "breaks no INF 4-5 down" in reason


@pytest.mark.rule("tw-9.6.3.1", "tw-3.9.3")
def test_9_6_3_1_units_of_germany_break_down_by_their_list() -> None:
    breaks_down_by_its_list("germany")


@pytest.mark.rule("tw-9.6.3.2", "tw-3.9.3")
def test_9_6_3_2_units_of_ussr_break_down_by_their_list() -> None:
    breaks_down_by_its_list("ussr")


@pytest.mark.rule("tw-9.6.3.3")
def test_9_6_3_3_units_of_us_break_down_by_their_list() -> None:
    breaks_down_by_its_list("us")


@pytest.mark.rule("tw-9.6.3.4")
def test_9_6_3_4_units_of_france_break_down_by_their_list() -> None:
    breaks_down_by_its_list("france")


@pytest.mark.rule("tw-9.6.3.5")
def test_9_6_3_5_units_of_italy_break_down_by_their_list() -> None:
    breaks_down_by_its_list("italy")


@pytest.mark.rule("tw-9.6.3.6")
def test_9_6_3_6_units_of_britain_break_down_by_their_list() -> None:
    breaks_down_by_its_list("britain")


@pytest.mark.rule("tw-9.6.3.7")
def test_9_6_3_7_units_of_finland_break_down_by_their_list() -> None:
    breaks_down_by_its_list("finland")


@pytest.mark.rule("tw-9.6.3.2")
def test_9_6_3_2_a_soviet_12_8_is_not_broken_down() -> None:
    start = at_breakdown(ussr_arm_99=Unit(power="ussr", kind="arm", strength="12-8"))
    ((rule, reason),) = why(start, "ussr break-down arm-12-8")
    assert rule == "9.6.3" and reason.endswith("breaks no ARM 12-8 down")


def test_3_9_3_the_printed_examples() -> None:
    """The figures that the text prints: the others are the house's (ruling 105)."""
    printed = {key: one["parts"] for key, one in breakdowns.rows().items() if not one["house"]}
    assert printed == {
        "us-arm-10-8": ["4-8", "3-8", "2-8"],
        "britain-mot-6-7": ["2-7", "2-7", "1-7"],
        "germany-inf-6-5": ["2-5", "2-5", "1-5"],
    }


@pytest.mark.rule("tw-9.6.3")
def test_9_6_3_only_in_its_phase_and_by_the_phasing_side() -> None:
    start = at_breakdown("axis")
    order = understand(RULESET, "germany break-down inf-6-5", start)
    assert judge(RULESET, start, order, "solo") == ()
    british = understand(RULESET, "britain break-down mot-6-7", start)
    assert any("nothing to do" in one.reason for one in judge(RULESET, start, british, "solo"))
    later = standing(step="operations.first-impulse", side="axis")
    refused = judge(RULESET, later, order, "solo")
    assert any(one.reason.startswith("not in this step") for one in refused)


@pytest.mark.rule("tw-9.6.3")
def test_9_6_3_depleted_units_are_neither_broken_down_nor_built_up() -> None:
    start = at_breakdown("axis")
    hurt = {
        key: attrs.evolve(one, depleted=True) if (one.power, forces.group_of(one)) == ("germany", "inf-6-5") else one
        for key, one in start.units.items()
    }
    hurt["italy-arm-97"] = Unit(power="italy", kind="arm", strength="1-8", tag="breakdown")
    hurt["italy-arm-98"] = Unit(power="italy", kind="arm", strength="1-8", tag="breakdown")
    hurt["italy-arm-99"] = Unit(power="italy", kind="arm", strength="1-8", tag="breakdown", depleted=True)
    tired = attrs.evolve(start, units=hurt)
    assert why(tired, "germany break-down inf-6-5") == [("9.6.3", "Depleted INF 6-5 is not broken down")]
    assert why(tired, "germany build-up inf-18-5") == [("9.6.3", "Depleted INF 6-5 is not built up")]
    assert why(tired, "italy build-up arm-4-8") == [("9.6.3", "Depleted ARM 1-8 Breakdown is not built up")]
    whole = attrs.evolve(tired, units={**hurt, "italy-arm-99": attrs.evolve(hurt["italy-arm-99"], depleted=False)})
    assert why(whole, "italy build-up arm-4-8") == []


@pytest.mark.rule("tw-9.6.3")
def test_9_6_3_german_breakdown_units_are_never_reunited_others_are() -> None:
    start = at_breakdown("axis")
    apart = after(start, "germany break-down inf-6-5")
    assert why(apart, "germany build-up inf-6-5") == [("9.6.3", "Breakdown units of Germany are never reunited")]
    assert not [one for one in breakdowns.BuildUp.offers(apart, "germany") if one.group == "inf-6-5"]
    apart = after(start, "italy break-down inf-6-5")
    assert moved(start, apart, "italy") == {"inf-6-5": -1, "inf-2-5-breakdown": 2, "inf-1-5-breakdown": 1}
    assert "inf-6-5" in [one.group for one in breakdowns.BuildUp.offers(apart, "italy")]
    again = after(apart, "italy build-up inf-6-5")
    assert moved(start, again, "italy") == {}
    # Three INF 2-5 of East Africa are whole units, no Breakdown units.
    assert why(start, "italy build-up inf-6-5")[0][0] == "9.6.3"


@pytest.mark.rule("tw-9.6.3")
def test_9_6_3_parts_in_different_places_are_not_reunited() -> None:
    part = Unit(power="britain", kind="mot", strength="2-7", tag="breakdown", place="suez")
    last = attrs.evolve(part, strength="1-7")
    start = at_breakdown(britain_mot_97=part, britain_mot_98=part, britain_mot_99=attrs.evolve(last, place="board"))
    ((rule, reason),) = why(start, "britain build-up mot-6-7")
    assert rule == "9.6.3" and "has not MOT 2-7, MOT 2-7, MOT 1-7" in reason
    start = at_breakdown(britain_mot_97=part, britain_mot_98=part, britain_mot_99=last)
    assert why(start, "britain build-up mot-6-7") == []
    made = after(start, "britain build-up mot-6-7")
    assert [one.place for key, one in made.units.items() if key not in start.units] == ["suez"]


@pytest.mark.rule("tw-9.6.3")
def test_9_6_3_an_eliminated_breakdown_unit_is_built_again_as_one() -> None:
    start = after(at_breakdown("axis"), "germany break-down inf-6-5")
    lost = after(start, "losses germany -1 inf-2-5-breakdown")
    pool = lost.pools["germany-inf-2-5-breakdown"]
    assert (pool.count, pool.tag) == (1, "breakdown")
    assert lost.pools["germany-inf-6-5"].count == start.pools["germany-inf-6-5"].count
    rebuilding = standing(step="build.units", side="axis")
    rebuilding = attrs.evolve(rebuilding, units=lost.units, pools=lost.pools)
    assert why(rebuilding, "germany construct inf-2-5-breakdown") == []
    assert groups(after(rebuilding, "germany construct inf-2-5-breakdown"), "germany")["inf-2-5-breakdown"] == 2


def test_9_6_3_parts_of_siberian_units_are_siberian_in_winter() -> None:
    start = at_breakdown(ussr_inf_99=Unit(power="ussr", kind="inf", strength="6-5", tag="siberian"))
    apart = after(start, "ussr break-down inf-6-5-siberian")
    new = [one for key, one in apart.units.items() if key not in start.units]
    assert [counters.origin(one) for one in new] == ["siberian"] * 3
    assert [traits.attack(one, siberian_winter=True).total for one in new] == [4, 4, 2]
    assert moved(start, after(apart, "ussr build-up inf-6-5-siberian"), "ussr") == {}


@pytest.mark.rule("tw-9.6.3.7")
def test_9_6_3_7_finland_alone_of_the_minor_countries_and_at_set_up() -> None:
    lands = {"finland": {"status": "satellite", "patron": "germany"}, "romania": {"status": "satellite"}}
    lands["romania"]["patron"] = "germany"
    start = standing(step=STEP, side="axis", countries=lands)
    assert why(start, "germany break-down inf-6-5 country=finland") == []
    assert why(start, "germany break-down inf-4-5 country=romania") == [("9.6.3.7", "Romania breaks no units down")]
    assert why(start, "italy break-down inf-6-5 country=finland")[0][0] == "9.6.3.7"
    assert why(start, "finnish-breakdown 1") == [("9.6.3", "the set-up is over")]
    opening = attrs.evolve(start, progress=attrs.evolve(start.progress, turn=1, step="planning.effort"))
    assert calendar.turn(opening) == "1939-3-fall"
    assert why(opening, "finnish-breakdown 2") == []
    assert why(opening, "finnish-breakdown 9")[0][0] == "9.6.3.7"
    broken = after(opening, "finnish-breakdown 2")
    assert groups(broken, "finland")["inf-2-5-breakdown"] == 4
    assert groups(broken, "finland")["inf-1-5-breakdown"] == 2


@pytest.mark.rule("tw-9.6.4")
def test_9_6_4_three_equal_units_lie_under_an_army_counter_and_stay_what_they_are() -> None:
    start = at_breakdown("axis")
    assert why(start, "germany build-up inf-18-5") == []
    assert why(start, "germany build-up arm-24-8") == []
    built = after(after(start, "germany build-up arm-24-8"), "germany build-up inf-18-5")
    assert moved(start, built, "germany") == {}
    assert {len(keys) for keys in breakdowns.armies(built).values()} == {3} and len(breakdowns.armies(built)) == 2
    assert "arm-24-8" in [one.group for one in breakdowns.BreakDown.offers(built, "germany")]
    assert why(built, "germany break-down arm-24-8") == []
    apart = after(built, "germany break-down arm-24-8")
    assert len(breakdowns.armies(apart)) == 1
    # A counter is no unit, and whoever checks the campaign looks for none.
    assert [one.at for one in fitting.misfits(built, RULESET.facts) if one.at.startswith("units.")] == []
    # What lies under a counter is not broken down, nor counted twice.
    few = {key: one for key, one in built.units.items() if one.army or forces.group_of(one) != "inf-6-5"}
    assert why(attrs.evolve(built, units=few), "germany break-down inf-6-5")[0][0] == "9.6.3.1"


@pytest.mark.rule("tw-9.6.4")
def test_9_6_4_factors_that_are_not_three_equal_ones_make_no_army() -> None:
    start = at_breakdown("axis")
    assert why(start, "germany build-up inf-17-5") == [("9.6.4", "no three equal units make INF 17-5")]
    ((rule, reason),) = why(start, "germany build-up arm-30-8")
    assert rule == "9.6.4" and reason == "Germany has not ARM 10-8, ARM 10-8, ARM 10-8 there"
    built = after(start, "germany build-up arm-24-8")
    (keys,) = breakdowns.armies(built).values()
    lost = attrs.evolve(built, units={key: one for key, one in built.units.items() if key != keys[0]})
    assert breakdowns.armies(lost) == {}


def test_who_plays_with_the_board_passes_the_phase() -> None:
    now = at_breakdown("axis")
    for power in ("germany", "italy"):
        if now.progress.step == f"axis.{STEP}":
            on = understand(RULESET, f"{power} done through axis.operations.attacks", now)
            now = play.submit(RULESET, now, [on], seat="solo", dice=FixedDice(()), n=1)[-1].campaign
    passed = [one.id for one in RULESET.sequence.following(f"axis.{STEP}")]
    assert passed.index(now.progress.step) >= passed.index("axis.operations.attacks")
