"""What each Spring gives and takes beside the level: prestige, iron ore, the Pact, the Dutch East Indies."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.refusals import Line
from engine.thewar.economy import annual, income
from engine.thewar.world.state import TheWar
from tests.thewar.atlantic import scenario
from tests.thewar.supply_lines import standing
from tests.thewar.values import wars_of
from tests.thewar.world import after, effect, refusals

SPRING = "1941-1-spring"


def at(turn: str = SPRING, *orders: str, **facts: str | int | bool) -> TheWar:
    """The 1939 campaign at a turn after some orders of the table, with changed facts."""
    campaign = attrs.evolve(scenario(), first=turn)
    campaign = attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, turn=1))
    known = {name.replace("_", "-"): value for name, value in facts.items()}
    campaign = attrs.evolve(campaign, facts={**campaign.facts, **known})
    for order in orders:
        # The die of the Dutch Fleet (23.37) stays low.
        campaign = after(campaign, order, (1,))
    return campaign


def yearly(campaign: TheWar, power: str) -> list[Line]:
    return list(annual.lines(campaign, power))


def change(campaign: TheWar, power: str, rule: str) -> int:
    """What the lines of a rule give or take in a power's Spring income."""
    return sum(line.value for line in income.spring_income(campaign, power).lines if line.rule == rule)


@pytest.mark.rule("tw-17.1")
@pytest.mark.parametrize(
    ("orders", "lost"),
    [
        ((), 0),
        (("capture suez germany",), 10),
        (("capture gibraltar germany",), 10),
        (("capture suez germany", "capture gibraltar germany"), 20),
        (("capture suez us",), 0),
        (("capture suez germany", "capture suez britain"), 0),
    ],
)
def test_17_1_suez_and_gibraltar_in_enemy_hands_cost_britain_ten_each_spring(
    orders: tuple[str, ...], lost: int
) -> None:
    assert change(at(SPRING, *orders), "britain", "17.1") == -lost


@pytest.mark.rule("tw-17.1")
def test_17_1_a_satellite_of_the_enemy_counts_a_power_at_peace_with_britain_does_not() -> None:
    assert (
        change(at(SPRING, "status spain satellite patron=germany", "capture gibraltar spain"), "britain", "17.1") == -10
    )
    assert change(at(SPRING, "capture gibraltar italy"), "britain", "17.1") == 0
    war = attrs.evolve(at(), wars=wars_of({**at().wars, "britain+italy": SPRING}))
    assert change(after(war, "capture gibraltar italy"), "britain", "17.1") == -10


@pytest.mark.rule("tw-20.1")
@pytest.mark.parametrize(
    ("orders", "why"),
    [
        (("status sweden associate patron=britain",), "Sweden is associate of Britain"),
        (("status sweden satellite patron=ussr",), "Sweden is satellite of Soviet Union"),
        (("capture narvik-box britain",), "Britain holds Narvik"),
        (("capture narvik-box france",), "France holds Narvik"),
        (("capture narvik-box us",), "United States holds Narvik"),
    ],
)
def test_20_1_germany_loses_twenty_each_spring_without_its_ore(orders: tuple[str, ...], why: str) -> None:
    (line,) = [line for line in yearly(at(SPRING, *orders), "germany") if line.rule == "20.1"]
    assert (line.label, line.value) == (f"Swedish ore: {why}", -20)


@pytest.mark.rule("tw-20.1")
@pytest.mark.parametrize(
    "orders",
    [
        (),
        ("status sweden sympathizer patron=britain",),
        ("status sweden associate patron=germany",),
        ("capture narvik-box germany",),
        ("capture narvik-box ussr",),
    ],
)
def test_20_1_nothing_is_lost_otherwise(orders: tuple[str, ...]) -> None:
    assert change(at(SPRING, *orders), "germany", "20.1") == 0


@pytest.mark.rule("tw-20.1")
def test_20_1_mines_and_narvik_together_cost_twenty_once_and_mines_end_with_a_german_norway() -> None:
    mined = at(SPRING, norwegian_waters_open=False)
    assert change(mined, "germany", "20.1") == -20
    assert change(after(mined, "capture narvik-box britain"), "germany", "20.1") == -20
    assert change(after(mined, "conquer norway germany"), "germany", "20.1") == 0
    both = after(after(mined, "conquer norway germany"), "capture narvik-box britain")
    assert change(both, "germany", "20.1") == -20


@pytest.mark.rule("tw-20.1-44")
def test_20_1_the_ore_ends_in_fall_1944_and_takes_no_more_each_spring() -> None:
    fall = at("1944-3-fall")
    before = fall.powers["germany"]
    assert annual.ore_ends(fall) == ("germany",)
    cut = effect(fall, annual.OreEnds("germany"))
    now = cut.powers["germany"]
    assert (before.base - now.base, before.narfs - now.narfs) == (20, 20)
    assert annual.ore_ends(cut) == ()
    # Ruling 245: what has ended is not taken each Spring besides.
    assert change(after(cut, "capture narvik-box britain"), "germany", "20.1") == 0


@pytest.mark.rule("tw-20.1-44")
@pytest.mark.parametrize(
    ("order", "who"),
    [
        ("conquer sweden germany", ()),
        ("status sweden satellite patron=germany", ()),
        ("status sweden associate patron=germany", ("germany",)),
        ("conquer sweden ussr", ("germany",)),
    ],
)
def test_20_1_a_german_sweden_sends_ore_to_the_end(order: str, who: tuple[str, ...]) -> None:
    campaign = at("1944-3-fall", order)
    assert annual.ore_ends(campaign) == who
    assert bool(list(annual.OreEnds("germany").judge(campaign))) == (not who)


@pytest.mark.rule("tw-16.5-12")
def test_16_5_the_soviets_pay_germany_twelve_each_spring_while_the_pact_holds() -> None:
    assert change(at(), "germany", "16.5") == 12
    assert change(at(), "ussr", "16.5") == -12
    over = at(SPRING, nazi_soviet_pact=False)
    war = attrs.evolve(at(), wars=wars_of({**at().wars, "germany+ussr": "1940-4-winter"}))
    for campaign in (over, war):
        assert (change(campaign, "germany", "16.5"), change(campaign, "ussr", "16.5")) == (0, 0)


@pytest.mark.rule("tw-23.37")
@pytest.mark.parametrize(
    ("turn", "order", "power", "gained"),
    [
        ("1940-1-spring", "status netherlands satellite patron=britain", "britain", 10),
        ("1941-1-spring", "status netherlands satellite patron=germany", "germany", 10),
        ("1941-1-spring", "status netherlands satellite patron=france", "france", 10),
        ("1942-1-spring", "status netherlands satellite patron=britain", "britain", 0),
        ("1940-1-spring", "status netherlands associate patron=britain", "britain", 0),
        ("1941-1-spring", "conquer netherlands germany", "germany", 0),
    ],
)
def test_23_37_the_indies_pay_the_master_of_the_netherlands_in_1940_and_1941(
    turn: str, order: str, power: str, gained: int
) -> None:
    assert change(at(turn, order), power, "23.37") == gained


@pytest.mark.rule("tw-17.1", "tw-20.1", "tw-16.5-12")
def test_14_2_the_years_income_enters_each_of_them_with_its_rule() -> None:
    campaign = at(SPRING, "capture suez germany", "capture narvik-box britain")
    expected = income.spring_income(campaign, "germany").total
    paid = effect(campaign, income.Income("germany"))
    assert paid.powers["germany"].narfs == expected
    level = income.level(campaign, "germany").total
    assert expected == level - 20 + 12


@pytest.mark.rule("tw-19.1")
def test_19_1_italian_east_africa_is_lost_at_once_in_war_with_britain_and_pays_nobody() -> None:
    peace = standing("1940-2-summer", at_war=())
    war = after(peace, "italy declare france")
    cost = 15
    assert peace.powers["italy"].narfs - war.powers["italy"].narfs == cost + 3
    assert "Italian East Africa" not in str(income.level(war, "italy"))
    assert war.powers["britain"].narfs == peace.powers["britain"].narfs
    # Suez taken, the way is open again; taken by Britain, the colony pays Britain and costs Italy nothing more.
    assert "Italian East Africa" in str(income.level(after(war, "capture suez italy"), "italy"))
    taken = after(war, "capture italian-east-africa britain")
    assert taken.powers["italy"].narfs == war.powers["italy"].narfs
    assert taken.powers["britain"].narfs == war.powers["britain"].narfs + 2
    assert "Italian East Africa" in str(income.level(taken, "britain"))


@pytest.mark.rule("tw-19.1")
def test_19_1_with_suez_lost_before_the_war_nothing_is_cut_off() -> None:
    peace = standing("1940-2-summer", at_war=())
    war = after(after(peace, "capture suez germany"), "italy declare britain")
    assert peace.powers["italy"].narfs - war.powers["italy"].narfs == 15


@pytest.mark.rule("tw-19.1.1", "tw-8.8.6")
def test_19_1_1_the_garrison_comes_to_suez_once_when_alexandria_and_suez_are_the_axis() -> None:
    start = standing("1941-2-summer")
    assert [refusal.reason for refusal in refusals(start, "italy free-garrison")] == [
        "Alexandria is not the Axis'",
        "Suez is not the Axis'",
    ]
    half = after(start, "capture suez germany")
    assert [refusal.reason for refusal in refusals(half, "italy free-garrison")] == ["Alexandria is not the Axis'"]
    open_ = after(half, "capture alexandria italy")
    assert not refusals(open_, "italy free-garrison")
    freed = after(open_, "italy free-garrison")
    came = [unit for key, unit in freed.units.items() if unit != open_.units[key]]
    assert [(unit.kind, unit.strength, unit.place) for unit in came] == [("inf", "2-5", "suez")] * 3
    assert freed.units.keys() == open_.units.keys(), "they were there before"
    assert freed.powers["italy"].narfs == open_.powers["italy"].narfs
    assert "has come already" in refusals(freed, "italy free-garrison")[0].reason
    lost = after(open_, "capture italian-east-africa britain")
    assert "its garrison is gone" in refusals(lost, "italy free-garrison")[0].reason
    # It is no part of the force pool: nobody builds it anew.
    assert len(open_.units) - len(lost.units) == 3 and lost.pools == open_.pools
    assert "only Italy" in refusals(open_, "germany free-garrison")[0].reason
