"""Minor countries that join and change sides: by date, by Soviets inside, by diplomacy (16.1.5, chapter 23)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.countries import announcements
from engine.thewar.world import minors
from engine.thewar.world.state import Unit
from tests.thewar.minors import at, at_war, hand, land, level, moved, with_country
from tests.thewar.world import after, refusals, rules_of

# ---------------------------------------------------------------- Satellites by date (16.1.5) and Soviets inside


@pytest.mark.rule("tw-23.10", "tw-23.24", "tw-23.43", "tw-23.21-sat", "tw-16.1.5")
def test_16_1_5_three_join_in_winter_1940_and_finland_in_spring_1941_by_themselves() -> None:
    assert minors.joining(at("1940-3-fall")) == {}
    winter = at("1940-4-winter")
    assert set(minors.joining(winter)) == {"bulgaria", "hungary", "romania"}
    now = after(winter, "join")
    for country in ("bulgaria", "hungary", "romania"):
        assert land(now, country) == ("satellite", "germany")
        assert f"britain+{country}" in now.wars
    # The year's value comes with the next Spring; Romania still has Bessarabia.
    assert hand(now, "germany") == hand(winter, "germany")
    assert level(now, "germany") - level(winter, "germany") == 5 + 11 + 7 + 1
    spring = moved(now, "1941-1-spring")
    assert set(minors.joining(spring)) == {"finland"}
    assert level(after(spring, "join"), "germany") - level(spring, "germany") == 5 + 2
    assert minors.joining(at("1940-4-winter", orders=("conquer romania ussr",))).keys() == {"bulgaria", "hungary"}


@pytest.mark.rule("tw-23.10", "tw-23.24", "tw-23.43")
@pytest.mark.parametrize("country", ["bulgaria", "hungary", "romania"])
def test_23_10_from_spring_1944_soviets_inside_turn_a_satellite(country: str) -> None:
    joined = at_war(after(at("1940-4-winter"), "join"), "germany+ussr")
    assert rules_of(refusals(moved(joined, "1943-4-winter"), f"entered {country}")) == [minors.rule(country)]
    before = moved(joined, "1944-3-fall")
    assert not refusals(before, f"entered {country}")
    now = after(before, f"entered {country}")
    assert land(now, country) == ("satellite", "ussr")
    share = before.countries[country].value // 2
    assert (hand(now, "ussr") - hand(before, "ussr"), hand(before, "germany") - hand(now, "germany")) == (share, share)
    assert f"britain+{country}" not in now.wars
    assert rules_of(refusals(now, f"entered {country}")) == [minors.rule(country)]


@pytest.mark.rule("tw-23.43", "tw-23.10")
def test_23_43_a_place_inside_says_so_by_itself_bessarabia_does_not_count() -> None:
    joined = at_war(moved(after(at("1940-4-winter"), "join"), "1944-1-spring"), "germany+ussr")
    assert land(after(joined, "capture kishinev ussr"), "romania") == ("satellite", "germany")
    assert land(after(joined, "capture ploesti ussr"), "romania") == ("satellite", "ussr")
    assert land(after(joined, "capture sofia ussr"), "bulgaria") == ("satellite", "ussr")
    assert land(after(joined, "capture sofia britain"), "bulgaria") == ("conquered", "britain")
    early = moved(joined, "1943-1-spring")
    assert land(after(early, "capture ploesti ussr"), "romania") == ("satellite", "germany")


@pytest.mark.rule("tw-23.24")
def test_23_24_the_german_commando_in_budapest_keeps_hungary_in_the_war() -> None:
    joined = at_war(moved(after(at("1940-4-winter"), "join"), "1944-4-winter"), "germany+ussr")
    commando = Unit(power="germany", kind="cdo", strength="1-5", place="budapest")
    guarded = attrs.evolve(joined, units={**joined.units, "germany-cdo-1": commando})
    assert rules_of(refusals(guarded, "entered hungary")) == ["23.24"]
    assert not refusals(guarded, "entered romania")
    away = attrs.evolve(guarded, units={**guarded.units, "germany-cdo-1": attrs.evolve(commando, place="board")})
    assert not refusals(away, "entered hungary")


@pytest.mark.rule("tw-23.21-44")
def test_23_21_finland_drops_out_when_it_is_entered_from_spring_1944_not_over_karelia() -> None:
    joined = moved(after(at("1941-1-spring"), "join"), "1944-2-summer")
    assert land(after(joined, "capture karelia ussr"), "finland") == ("satellite", "germany")
    now = after(joined, "entered finland")
    assert land(now, "finland") == ("neutral", "")
    assert hand(now, "germany") == hand(joined, "germany") and hand(now, "ussr") == hand(joined, "ussr")
    assert not [war for war in now.wars.values() if "finland" in war.names]
    assert minors.joining(moved(now, "1944-3-fall")) == {}
    assert rules_of(refusals(joined, "entered greece")) == ["6.4.4, 23.1"]


@pytest.mark.rule("tw-18.7.4")
def test_18_7_4_vichys_units_leave_five_turns_after_the_us_entry_unless_it_fights() -> None:
    start = at("1941-4-winter", orders=("us enter",))
    unit = Unit(power="vichy-france", kind="inf", strength="3-5")
    start = attrs.evolve(start, units={**start.units, "vichy-france-inf-1": unit})
    assert announcements.vichy_leaves(moved(start, "1942-4-winter")) == ()
    later = moved(start, "1943-1-spring")
    assert announcements.vichy_leaves(later) == ("vichy-france-inf-1",)
    assert "vichy-france-inf-1" not in after(later, "vichy-leaves").units
    assert announcements.vichy_leaves(with_country(later, "vichy-france", status="satellite", patron="germany")) == ()


# ---------------------------------------------------------------- diplomacy's limits and effects


@pytest.mark.rule("tw-23.29", "tw-23.29-us", "tw-23.51", "tw-23.56", "tw-23.10", "tw-23.17", "tw-23.27", "tw-23.46")
@pytest.mark.parametrize(
    ("turn", "text", "rule"),
    [
        ("1941-1-spring", "status ireland satellite patron=britain", "23.29"),
        ("1941-1-spring", "status ireland associate patron=britain", "23.29"),
        ("1941-1-spring", "status ireland associate patron=us", "23.29"),
        ("1941-1-spring", "status ireland satellite patron=germany", ""),
        ("1941-1-spring", "status portugal satellite patron=us", "23.41 22.8"),
        ("1941-1-spring", "status portugal satellite patron=britain", ""),
        ("1941-1-spring", "status switzerland sympathizer patron=germany", "23.51"),
        ("1941-1-spring", "status vatican satellite patron=ussr", "23.56"),
        ("1941-1-spring", "status vatican satellite patron=italy", ""),
        ("1940-1-spring", "status bulgaria satellite patron=germany", "23.10"),
        ("1940-1-spring", "status denmark sympathizer patron=germany", "23.17"),
        ("1940-1-spring", "status iran sympathizer patron=britain", "23.27"),
        ("1940-1-spring", "status slovakia neutral", "23.46"),
    ],
)
def test_23_29_whose_a_country_never_is(turn: str, text: str, rule: str) -> None:
    assert rules_of(refusals(at(turn), text)) == rule.split()


@pytest.mark.rule("tw-23.29", "tw-23.29-us")
def test_23_29_ireland_may_be_american_once_the_us_is_at_war_with_germany() -> None:
    war = at("1942-1-spring", orders=("us enter",))
    assert not refusals(war, "status ireland satellite patron=us")


@pytest.mark.rule("tw-23.46")
def test_23_46_slovakia_is_german_worth_3_with_a_second_infantry_by_the_vatican() -> None:
    before = at("1941-1-spring")
    assert land(before, "slovakia") == ("satellite", "germany")
    assert "slovakia-inf-1-5" not in before.pools
    assert after(before, "status vatican satellite patron=germany").pools["slovakia-inf-1-5"].count == 1
    taken = after(before, "conquer slovakia ussr")
    assert level(taken, "ussr") - level(before, "ussr") == 3 == level(before, "germany") - level(taken, "germany")


@pytest.mark.rule("tw-23.56")
def test_23_56_the_vatican_weighs_on_both_axis_bases() -> None:
    before = at("1941-1-spring")
    bases = [before.powers[power].base for power in ("germany", "italy")]
    axis = after(before, "status vatican satellite patron=italy")
    assert [axis.powers[power].base for power in ("germany", "italy")] == [base + 5 for base in bases]
    assert axis.pools["croatia-inf-3-5"].count == before.pools["croatia-inf-3-5"].count + 1
    gone = after(axis, "status vatican associate patron=italy")
    assert [gone.powers[power].base for power in ("germany", "italy")] == bases
    west = after(before, "status vatican satellite patron=britain")
    assert [west.powers[power].base for power in ("germany", "italy")] == [base - 5 for base in bases]
    assert [hand(before, power) - hand(west, power) for power in ("germany", "italy")] == [5, 5]
    assert not [power for power in before.powers if before.powers[power].base != gone.powers[power].base]


@pytest.mark.rule("tw-23.56")
def test_23_56_the_vatican_is_occupied_only_by_who_holds_rome() -> None:
    before = at("1943-3-fall")
    assert rules_of(refusals(before, "conquer vatican us")) == ["23.56"]
    assert not refusals(after(before, "capture rome us"), "conquer vatican us")


@pytest.mark.rule("tw-23.47")
def test_23_47_south_africa_leaning_to_the_axis_costs_britain_its_units_and_12_narfs() -> None:
    before = at("1941-2-summer")
    boer = Unit(power="britain", kind="mot", strength="3-7", tag="south-african")
    before = attrs.evolve(before, units={**before.units, "britain-mot-99": boer})
    assert [one for one in before.additions.values() if one.tag == "south-african"]
    leaning = after(before, "status south-africa sympathizer patron=germany")
    assert not [unit for unit in leaning.units.values() if unit.tag == "south-african"]
    assert not [one for one in leaning.additions.values() if one.tag == "south-african"]
    assert hand(before, "britain") - hand(leaning, "britain") == 9
    assert level(before, "britain") - level(leaning, "britain") == 12 and level(leaning, "germany") == level(
        before, "germany"
    )
    ours = after(leaning, "status south-africa satellite patron=germany")
    assert level(ours, "germany") - level(before, "germany") == 12 and hand(ours, "britain") == hand(leaning, "britain")
    back = after(ours, "status south-africa satellite patron=britain")
    assert level(back, "britain") == level(before, "britain")
    assert not [unit for unit in back.units.values() if unit.tag == "south-african"]
    neutral = after(before, "status south-africa neutral")
    assert level(neutral, "britain") == level(before, "britain")
    assert not [unit for unit in neutral.units.values() if unit.tag == "south-african"]
    friend = after(before, "status south-africa associate patron=britain")
    assert [unit for unit in friend.units.values() if unit.tag == "south-african"]
