"""Chapter 14: levels, growth, the year's income, conquests."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.refusals import Line
from engine.thewar.economy import income
from engine.thewar.world.state import Addition, Holding, TheWar
from tests.thewar.values import wars_of
from tests.thewar.world import after, effect, refusals, rules_of, world


def lines(found: tuple[Line, ...]) -> dict[str, int]:
    return {line.label: line.value for line in found}


@pytest.mark.rule("tw-14.0", "tw-14.1", "tw-14.7")
def test_14_1_the_level_is_base_and_colonies_each_with_its_rule() -> None:
    found = income.level(world(), "italy")
    assert lines(found.lines) == {"base": 56, "Libya": 3}
    assert (found.total, found.rules) == (59, ("14.1", "14.7"))


@pytest.mark.rule("tw-14.7")
def test_14_7_a_dominion_stands_inside_the_base_and_only_its_loss_counts() -> None:
    assert "Canada" not in lines(income.level(world(), "britain").lines)
    lost = attrs.evolve(
        world(),
        holdings={"canada": Holding(name="Canada", kind="dominion", value=24, owner="britain", holder="germany")},
    )
    assert lines(income.level(lost, "britain").lines) == {"base": 186, "Canada lost": -24}


@pytest.mark.rule("tw-14.1.2")
def test_14_1_2_a_conquest_pays_each_spring_and_never_enters_the_base() -> None:
    conquered = after(world(), "conquer poland germany")
    assert conquered.powers["germany"].base == 170
    assert lines(income.level(conquered, "germany").lines)["Poland (conquered)"] == 30


@pytest.mark.rule("tw-14.4")
def test_14_4_a_satellite_pays_its_master_in_full_an_associate_its_second_figure() -> None:
    leaning = after(world(), "status sweden satellite patron=germany")
    assert lines(income.level(leaning, "germany").lines)["Sweden (satellite)"] == 16
    leaning = after(world(), "status sweden associate patron=germany")
    assert lines(income.level(leaning, "germany").lines)["Sweden (Associate)"] == 6
    leaning = after(world(), "status sweden sympathizer patron=germany")
    assert "Sweden" not in str(income.level(leaning, "germany"))


@pytest.mark.rule("tw-14.3", "tw-3.10.4")
@pytest.mark.parametrize(
    ("rate", "unspent", "gained"), [(30, 15, 4), (35, 10, 3), (25, 3, 0), (50, 7, 3), (80, 99, 79), (30, -5, 0)]
)
def test_14_3_growth_is_rounded_down(rate: int, unspent: int, gained: int) -> None:
    assert income.growth(rate, unspent).total == gained


@pytest.mark.example("14.3", "15 unspent at 30 %: 4 more in the Soviet base")
@pytest.mark.rule("tw-14.3", "tw-14.1.3")
def test_14_3_example_the_soviet_base_gains_4_from_15_unspent() -> None:
    grown = effect(world("1943-1-spring", "income.growth", ussr={"narfs": 15}), income.Growth("ussr"))
    assert grown.powers["ussr"].base == 139


@pytest.mark.example("14.3.3", "35, 25, 25, 30 % from Spring 1941, Germany 50 % from 1942")
@pytest.mark.rule("tw-14.3.3")
@pytest.mark.parametrize(
    ("turn", "rates"),
    [
        ("1940-1-spring", {"britain": 0, "france": 0, "italy": 0, "ussr": 0, "germany": 0, "us": 0}),
        ("1941-1-spring", {"britain": 35, "france": 25, "italy": 25, "ussr": 30, "germany": 0, "us": 0}),
        ("1942-1-spring", {"britain": 35, "france": 25, "italy": 25, "ussr": 30, "germany": 50, "us": 0}),
    ],
)
def test_14_3_3_rates_and_their_first_years(turn: str, rates: dict[str, int]) -> None:
    campaign = world(turn)
    assert {power: income.growth_rate(campaign, power)[0] for power in rates} == rates


@pytest.mark.rule("tw-14.3.1")
def test_14_3_1_the_us_grows_by_its_entry_level_until_it_is_at_war() -> None:
    rate, why = income.growth_rate(world("1942-1-spring"), "us")
    assert rate == 0
    assert "Entry Level" in why
    assert income.growth_rate(world("1942-1-spring", us={"entered": "1941-4-winter"}), "us") == (80, "")


@pytest.mark.rule("tw-14.2", "tw-3.1")
def test_14_2_spring_income_replaces_what_was_left_over() -> None:
    rich = world("1940-1-spring", "income.income", italy={"narfs": 20})
    assert effect(rich, income.Income("italy")).powers["italy"].narfs == 59


@pytest.mark.rule("tw-14.2", "tw-14.1.4")
def test_ruling_146_a_warfare_deficit_is_subtracted_once_and_spares_the_base() -> None:
    bombed = world("1943-1-spring", "income.income", italy={"narfs": -9})
    paid = effect(bombed, income.Income("italy")).powers["italy"]
    assert (paid.narfs, paid.base) == (50, 56)


@pytest.mark.rule("tw-14.1.4")
def test_14_1_4_deficit_spending_asked_for_by_name_cuts_the_base_once() -> None:
    poor = world(italy={"narfs": 5})
    found = refusals(poor, "italy spend 8 on=units")
    assert rules_of(found) == ["15.1, 14.1.4"]
    assert "'deficit=yes' spends 3 more" in found[0].hint
    spent = after(poor, "italy spend 8 on=units deficit=yes")
    italy = spent.powers["italy"]
    assert (italy.narfs, italy.base, italy.deficit) == (-3, 53, 3)
    again = after(spent, "italy spend 2 on=units deficit=yes").powers["italy"]
    assert (again.narfs, again.base, again.deficit) == (-5, 51, 5)
    spring = attrs.evolve(spent, progress=world("1940-1-spring", "income.income").progress)
    assert effect(spring, income.Income("italy")).powers["italy"].narfs == 53 + 3


@pytest.mark.rule("tw-14.1.4")
def test_ruling_146_spending_and_warfare_deficits_are_told_apart() -> None:
    both = world("1940-1-spring", italy={"narfs": -15, "deficit": 5, "base": 51})
    assert income.spring_income(both, "italy").total == 51 + 3 - 10


def test_15_1_6_1_half_of_the_base_is_rounded_up() -> None:
    assert [income.limit(base) for base in (85, 170, 186, 1, 0)] == [43, 85, 93, 1, 0]


@pytest.mark.rule("tw-14.5", "tw-14.5-loss")
@pytest.mark.parametrize(
    ("turn", "gain"), [("1940-1-spring", 30), ("1940-2-summer", 22), ("1939-3-fall", 15), ("1939-4-winter", 7)]
)
def test_14_5_a_minor_country_pays_by_the_season_of_its_conquest(turn: str, gain: int) -> None:
    conquered = after(world(turn), "conquer poland germany")
    # Danzig comes with Poland (14.6.2): its 2 NARFs count by the season as well.
    danzig = 2 * gain // 30
    assert conquered.powers["germany"].narfs == 85 + gain + danzig
    assert conquered.countries["poland"].patron == "germany"
    assert not [unit for unit in conquered.units.values() if unit.power == "poland"]
    assert "germany+poland" not in conquered.wars


@pytest.mark.example("23.2", "Bulgaria in Fall 1944: 2 from Germany to the Soviets, 5 in Spring")
@pytest.mark.rule("tw-14.5-loss")
def test_23_2_example_bulgaria_in_fall_1944_moves_2_narfs_from_germany_to_the_soviets() -> None:
    joined = after(world("1940-4-winter"), "status bulgaria satellite patron=germany")
    before = attrs.evolve(joined, progress=world("1944-3-fall").progress)
    now = after(before, "conquer bulgaria ussr")
    assert now.powers["ussr"].narfs == before.powers["ussr"].narfs + 2
    assert now.powers["germany"].narfs == before.powers["germany"].narfs - 2
    assert lines(income.level(now, "ussr").lines)["Bulgaria (conquered)"] == 5


def test_ruling_150_a_satellite_that_has_not_paid_yet_costs_its_master_nothing() -> None:
    joined = after(world("1939-3-fall"), "status bulgaria satellite patron=germany")
    assert after(joined, "conquer bulgaria ussr").powers["germany"].narfs == joined.powers["germany"].narfs
    spring = attrs.evolve(joined, progress=world("1940-1-spring").progress)
    assert after(spring, "conquer bulgaria ussr").powers["germany"].narfs == joined.powers["germany"].narfs - 5


@pytest.mark.rule("tw-14.6.1")
def test_14_6_1_only_the_axis_gains_half_of_a_city() -> None:
    taken = after(world("1944-3-fall"), "capture berlin ussr")
    assert taken.powers["ussr"].narfs == 68 + 6
    assert lines(income.level(taken, "ussr").lines)["Berlin"] == 12
    assert lines(income.level(taken, "germany").lines)["Berlin lost"] == -12


def test_ruling_146_what_the_enemy_destroys_spares_the_base() -> None:
    lost = after(world(italy={"narfs": 5}), "italy spend 8 on=losses").powers["italy"]
    assert (lost.narfs, lost.base, lost.deficit) == (-3, 56, 0)


@pytest.mark.example("14.6.2", "Danzig: 2")
@pytest.mark.rule("tw-14.6.2")
def test_14_6_2_danzig_is_germanys_when_poland_falls_whoever_conquers_it() -> None:
    assert after(world(), "conquer poland ussr").holdings["danzig"].holder == "germany"


@pytest.mark.rule("tw-14.6.1", "tw-14.6.1-season")
def test_14_6_1_the_axis_gains_half_of_a_city_and_its_owner_loses_it_by_the_season() -> None:
    now = after(world("1941-3-fall"), "capture kiev germany")
    assert (now.powers["ussr"].narfs, now.powers["germany"].narfs) == (68 - 3, 85 + 1)
    assert lines(income.level(now, "ussr").lines) == {"base": 135, "Kiev lost": -6}
    assert lines(income.level(now, "germany").lines)["Kiev (half of 6)"] == 3


@pytest.mark.rule("tw-14.6.1-recap")
def test_14_6_1_a_recaptured_city_pays_its_owner_unless_its_industry_was_moved() -> None:
    taken = after(world("1941-3-fall"), "capture kiev germany")
    later = attrs.evolve(taken, progress=world("1943-4-winter").progress)
    back = after(later, "capture kiev ussr")
    assert back.powers["ussr"].narfs == taken.powers["ussr"].narfs + 1
    moved = attrs.evolve(later, places={**later.places, "kiev": attrs.evolve(later.places["kiev"], moved=True)})
    assert after(moved, "capture kiev ussr").powers["ussr"].narfs == taken.powers["ussr"].narfs


@pytest.mark.example("14.6", "France in Summer 1940: 85 - 12 - 4 = 69, and 4 to the German base")
@pytest.mark.example("14.6", "69 less the industry: 49")
@pytest.mark.rule("tw-14.6")
def test_14_6_example_occupied_france_is_worth_69_and_49_once_germany_is_at_war_with_the_soviets() -> None:
    fallen = after(world("1940-2-summer"), "surrender france germany vichy=yes alsace=yes")
    germany = fallen.powers["germany"]
    # Nothing at once for France itself; Alsace-Lorraine joins the base and pays by the season (23.5).
    assert (germany.narfs, germany.base) == (85 + 3, 174)
    assert lines(income.level(fallen, "germany").lines)["Occupied France"] == 69
    at_war = attrs.evolve(fallen, wars=wars_of({**fallen.wars, "germany+ussr": "1941-2-summer"}))
    found = income.level(at_war, "germany").lines
    assert sum(line.value for line in found if "Occupied France" in line.label) == 49


@pytest.mark.rule("tw-14.6")
def test_14_6_a_fallen_powers_cities_are_not_paid_a_second_time() -> None:
    fallen = after(after(world("1940-2-summer"), "capture paris germany"), "surrender france germany vichy=yes")
    assert "Paris" not in str(income.level(fallen, "germany"))


def test_3_1_dated_units_join_the_pool_when_their_date_has_come() -> None:
    coming = {
        "a": Addition(power="germany", year=1940, season="spring", kind="inf", strength="6-5", count=4),
        "b": Addition(power="germany", year=1941, season="spring", kind="arm", strength="8-8", count=2),
    }
    campaign: TheWar = attrs.evolve(world("1940-1-spring", "income.additions"), additions=coming)
    assert income.due_additions(campaign, "germany") == ("a",)
    now = effect(campaign, income.Additions("germany"))
    assert now.pools["germany-inf-6-5"].count == 8
    assert set(now.additions) == {"b"}
    assert income.due_additions(campaign, "italy") == ()


@pytest.mark.parametrize(
    ("entered", "turn", "amount"),
    [
        ("1941-4-winter", "1942-1-spring", 50),
        ("1941-4-winter", "1943-1-spring", 75),
        ("1941-4-winter", "1944-1-spring", 100),
        ("1941-4-winter", "1945-1-spring", 125),
        ("1942-1-spring", "1942-1-spring", 0),
        ("1942-1-spring", "1943-1-spring", 50),
        ("1941-4-winter", "1942-2-summer", 0),
        ("", "1942-1-spring", 0),
    ],
)
def test_22_4_2_mobilization_in_the_four_springs_after_entry(entered: str, turn: str, amount: int) -> None:
    assert income.mobilization_due(world(turn, us={"entered": entered})) == amount
