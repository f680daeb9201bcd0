"""The road of the United States to war, played through orders: the Entry Level and its events, propaganda, the loan,
the attempt, the entry by its date (22.3, 22.5, 22.8)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
import pytest

from engine.kernel import play
from engine.kernel.dice import FixedDice
from engine.kernel.reading import understand
from engine.thewar.countries import american_road, entry_level
from engine.thewar.economy import us_attempt
from engine.thewar.ruleset import RULESET
from engine.thewar.strategic import strategic_forces
from engine.thewar.world.state import TheWar
from tests.thewar.builds import refused
from tests.thewar.countries.test_declarations import given
from tests.thewar.minors import at, at_war, hand, moved, with_country

SURRENDER = "allied.end.french-surrender"


def level(campaign: TheWar) -> int:
    return us_attempt.level(campaign)


def facts(campaign: TheWar, **more: Any) -> TheWar:
    """The campaign with other facts, their names with underscores for hyphens."""
    return attrs.evolve(campaign, facts={**campaign.facts, **{key.replace("_", "-"): it for key, it in more.items()}})


def told(campaign: TheWar, line: str, *faces: int) -> str:
    """What the journal says of an order."""
    order = understand(RULESET, line, campaign)
    batch = play.submit(RULESET, campaign, [order], seat="solo", dice=FixedDice(faces), n=1)
    return str(order.told(campaign, batch[0].entries[0]))


# --- what moves the level


@pytest.mark.rule("tw-22.8")
@pytest.mark.parametrize(
    ("lines", "moves"),
    [
        (("germany declare belgium",), 1),
        (("germany declare netherlands",), 1),
        (("germany declare sweden",), 1),
        (("italy declare france",), 1),
        (("germany declare ussr",), 1),
        (("italy declare switzerland",), 1),
        (("germany declare turkey",), 1),
        (("italy declare spain",), 1),
        (("germany declare portugal",), 1),
        (("britain declare norway",), -3),
        (("britain declare spain",), -3),
        (("britain declare italy",), -2),
        (("france declare italy",), -2),
        (("germany declare ireland",), 0),
        (("ussr declare latvia",), 0),
    ],
)
def test_22_8_each_declaration_of_the_table_moves_the_level_once(lines: tuple[str, ...], moves: int) -> None:
    before = at("1940-1-spring")
    now = given(before, *lines)
    assert level(now) - level(before) == moves
    assert sum(cause.by for cause in now.entry_causes.values()) == moves
    assert all(cause.turn == "1940-1-spring" for cause in now.entry_causes.values())


@pytest.mark.rule("tw-22.8")
def test_22_8_what_counts_once_does_not_count_again_and_what_counts_for_each_does() -> None:
    """Ruling 333."""
    twice = given(at("1940-1-spring"), "germany declare denmark", "germany declare sweden")
    assert level(twice) == 1 and list(twice.entry_causes) == ["scandinavia"]
    each = given(at("1940-1-spring"), "italy declare portugal", "italy declare spain deficit=yes")
    assert level(each) == 2 and {"iberia-spain", "iberia-portugal"} <= set(each.entry_causes)
    western = given(at("1940-1-spring"), "britain declare norway", "britain declare sweden deficit=yes")
    assert level(western) == -6


@pytest.mark.rule("tw-22.8")
def test_22_8_a_western_war_on_italy_costs_nothing_from_fall_1940_or_once_italy_has_attacked() -> None:
    assert level(given(at("1940-3-fall"), "britain declare italy")) == 0
    assert level(given(at("1940-1-spring"), "italy declare yugoslavia", "britain declare italy")) == 1


@pytest.mark.rule("tw-22.8")
def test_22_8_falls_and_captures() -> None:
    war = at_war(at("1941-3-fall", "axis.operations.attacks"), "germany+ussr")
    taken = given(war, "capture moscow germany", "capture leningrad germany")
    assert level(taken) == 2 and {"moscow-leningrad-moscow", "moscow-leningrad-leningrad"} == set(taken.entry_causes)
    back = given(moved(taken, "1942-1-spring"), "capture moscow ussr")
    assert level(back) == 2, "ruling 334: it does not fall back"
    assert level(given(moved(back, "1942-1-spring"), "capture moscow germany")) == 2
    assert level(given(at("1940-2-summer", SURRENDER), "surrender france germany")) == 2
    assert level(given(war, "surrender ussr germany")) == 3


@pytest.mark.rule("tw-22.8")
def test_22_8_nothing_moves_it_once_the_united_states_is_in_the_war() -> None:
    war = given(at("1941-4-winter"), "germany declare us")
    assert level(given(war, "germany declare turkey deficit=yes")) == level(war)


@pytest.mark.rule("tw-22.8", "tw-22.8-act")
def test_22_8_the_causes_stand_with_their_dates_and_what_the_table_entered_beside_them() -> None:
    now = given(at("1940-1-spring"), "germany declare sweden", "entry 4")
    assert [(line.value, line.label) for line in entry_level.causes(now).lines] == [
        (1, "Germany declares war on Denmark, Norway or Sweden (Spring 1940)"),
        (3, "entered by the table"),
    ]
    assert now.powers["us"].base == 50 + 25 * 3  # levels 2, 3 and 4


@pytest.mark.rule("tw-22.8")
def test_335_japan_attacks_as_the_declarations_of_winter_1941_open() -> None:
    before = facts(at("1941-4-winter", "planning.vichy-leaves"), usel=5, usel_highest=5)
    opened = play.settle(RULESET, before, dice=FixedDice(()), n=1)[-1].campaign
    assert opened.progress.step == "declarations.declare" and level(opened) == 7
    assert opened.entry_causes["japan"].turn == "1941-4-winter"
    for turn in ("1941-3-fall", "1942-1-spring"):
        assert not american_road.japan_due(moved(before, turn))
    entered = {**before.powers, "us": attrs.evolve(before.powers["us"], entered="1941-3-fall")}
    assert not american_road.japan_due(attrs.evolve(before, powers=entered))


# --- propaganda


PROPAGANDA = "planning.propaganda"


@pytest.mark.rule("tw-22.5.1")
@pytest.mark.parametrize(("face", "fallen", "moves"), [(3, False, 1), (4, False, 0), (4, True, 1), (10, True, -1)])
def test_22_5_1_propaganda_costs_5_and_moves_the_level(face: int, fallen: bool, moves: int) -> None:
    here = facts(at("1941-1-spring", PROPAGANDA), usel=5, usel_highest=5)
    if fallen:
        here = attrs.evolve(
            here, powers={**here.powers, "france": attrs.evolve(here.powers["france"], surrendered="1940-2-summer")}
        )
    now = given(here, "britain propaganda", faces=(face,))
    assert level(now) == 5 + moves and hand(here, "britain") - hand(now, "britain") == 5
    assert f"die {face}" in told(here, "britain propaganda", face)


@pytest.mark.rule("tw-22.5.1")
def test_22_5_1_propaganda_that_is_refused() -> None:
    here = at("1941-1-spring", PROPAGANDA)
    assert "only Britain makes propaganda" in refused(here, "germany propaganda")
    assert "not in this step" in refused(at("1941-1-spring", "planning.effort"), "britain propaganda")
    assert "is made in Spring and Fall (22.5.1)" in refused(at("1941-2-summer", PROPAGANDA), "britain propaganda")
    war = attrs.evolve(here, powers={**here.powers, "us": attrs.evolve(here.powers["us"], entered="1940-4-winter")})
    assert "the United States is in the war" in refused(war, "britain propaganda")
    made = facts(here, propaganda_made="1941-1-spring")
    assert "has been made in this turn" in refused(made, "britain propaganda")
    poor = attrs.evolve(here, powers={**here.powers, "britain": attrs.evolve(here.powers["britain"], narfs=4)})
    assert "costs 5 NARFs, 4 are free" in refused(poor, "britain propaganda")
    passes = attrs.evolve(here, powers={**here.powers, "britain": attrs.evolve(here.powers["britain"], effort="pass")})
    assert "Britain passes: no diplomacy (4.5)" in refused(passes, "britain propaganda")


# --- the loan of an ASW


LOAN = "planning.asw-loan"


def lendable(turn: str = "1941-1-spring") -> TheWar:
    here = at(turn, LOAN)
    assert here.pools["us-asw-loan"].count == 1
    return facts(here, usel=7, usel_highest=7, asw_loan_open=True, asw_loan_level_in="1940-4-winter")


@pytest.mark.rule("tw-22.5.2")
def test_22_5_2_a_loan_costs_5_and_comes_two_turns_later() -> None:
    here = lendable()
    failed = given(here, "us lend-asw", faces=(6,))
    assert hand(here, "us") - hand(failed, "us") == 5 and failed.pools["us-asw-loan"].count == 1
    lent = given(here, "us lend-asw", faces=(5,))
    had = strategic_forces.count(here, "britain", "asw")
    assert lent.pools["us-asw-loan"].count == 0 and lent.facts["asw-loan-arrives"] == "1941-3-fall"
    assert strategic_forces.count(lent, "britain", "asw") == had, "on its way it fights for nobody"
    assert not american_road.arriving(moved(lent, "1941-2-summer"))
    assert american_road.arriving(moved(lent, "1941-3-fall"))
    there = given(moved(lent, "1941-3-fall", "planning.propaganda"), "britain done", "us done")
    assert strategic_forces.count(there, "britain", "asw") == had + 1 and not american_road.arriving(there)
    assert "the ASW has been lent" in refused(moved(lent, "1941-2-summer", LOAN), "us lend-asw")


@pytest.mark.rule("tw-22.5.2")
def test_22_5_2_a_loan_that_is_refused() -> None:
    low = facts(at("1941-1-spring", LOAN), usel=6, usel_highest=6)
    assert "the U.S. Entry Level is 6" in refused(low, "us lend-asw")
    fresh = facts(lendable(), asw_loan_level_in="1941-1-spring")
    assert "has reached 7 in this turn" in refused(fresh, "us lend-asw")
    assert "only the United States lends" in refused(lendable(), "britain lend-asw")
    assert "not in this step" in refused(moved(lendable(), "1941-1-spring", "planning.effort"), "us lend-asw")


@pytest.mark.rule("tw-22.5.2")
def test_22_5_2_the_level_opens_the_loan_by_itself() -> None:
    reached = given(facts(at("1941-1-spring"), usel=6, usel_highest=6), "germany declare sweden")
    assert level(reached) == 7 and reached.facts["asw-loan-open"] is True
    assert american_road.lenders(reached) == () and american_road.lenders(moved(reached, "1941-2-summer")) == ("us",)


# --- the entry


ENTRY = "declarations.us-entry"


@pytest.mark.rule("tw-22.3", "tw-22.3.1", "tw-22.3.2")
def test_22_3_an_attempt_that_makes_14_lets_the_us_declare_war_for_25() -> None:
    here = facts(at("1941-3-fall", ENTRY), usel=8, usel_highest=8)
    assert "have not made 14 in this turn" in refused(here, "us enter")
    failed = given(here, "us try-entry", faces=(5,))
    assert "tries again next turn" in refused(failed, "us enter").lower()
    assert "has tried in this turn" in refused(failed, "us try-entry")
    won = given(here, "us try-entry", faces=(6,))
    entered = given(won, "us enter")
    assert entered.powers["us"].entered == "1941-3-fall" and hand(won, "us") - hand(entered, "us") == 25
    # Ruling 336: who lets the turn pass rolls again.
    later = moved(won, "1941-4-winter", ENTRY)
    assert "have not made 14 in this turn" in refused(later, "us enter")
    assert "make 14 of 14: it may declare war" in told(here, "us try-entry", 6)


@pytest.mark.rule("tw-22.3.1")
def test_22_3_1_no_attempt_before_fall_1941_nor_by_others_nor_elsewhere() -> None:
    assert "does not try to enter the war before Fall 1941 (22.3)" in refused(
        at("1941-2-summer", ENTRY), "us try-entry"
    )
    assert "only the United States enters" in refused(at("1941-3-fall", ENTRY), "britain try-entry")
    assert "not in this step" in refused(at("1941-3-fall", "planning.effort"), "us try-entry")
    assert american_road.triers(at("1941-2-summer")) == () and american_road.triers(at("1941-3-fall")) == ("us",)


@pytest.mark.rule("tw-22.3")
def test_129_with_the_option_spain_brings_the_first_attempt_forward() -> None:
    spring = at("1941-1-spring", ENTRY)
    assert american_road.triers(attrs.evolve(spring, options={**spring.options, "early-us-entry": True})) == ()
    satellite = with_country(spring, "spain", status="satellite", patron="germany")
    early = attrs.evolve(satellite, options={**satellite.options, "early-us-entry": True})
    assert american_road.triers(early) == ("us",) and american_road.triers(satellite) == ()


@pytest.mark.rule("tw-22.3.1", "tw-22.3-decl")
def test_22_3_1_in_summer_1942_it_enters_by_itself_on_a_deficit_if_need_be() -> None:
    """Ruling 337."""
    here = at("1942-2-summer", "declarations.soviet")
    poor = attrs.evolve(here, powers={**here.powers, "us": attrs.evolve(here.powers["us"], narfs=5)})
    base = poor.powers["us"].base
    now = given(poor, "ussr done")
    assert now.powers["us"].entered == "1942-2-summer" and hand(now, "us") == -20
    assert now.powers["us"].base == base - 20
    assert "germany+us" in now.wars


def test_22_what_may_come_of_each_die_is_told_before_it() -> None:
    def chances(campaign: TheWar, line: str) -> dict[Any, Fraction]:
        odds = understand(RULESET, line, campaign).forecast(campaign)
        assert odds is not None and odds.exact
        return {attrs.astuple(told)[0]: chance for told, chance in odds.outcomes}

    propaganda = chances(at("1941-1-spring", PROPAGANDA), "britain propaganda")
    assert propaganda == {1: Fraction(3, 10), 0: Fraction(6, 10), -1: Fraction(1, 10)}
    assert chances(lendable(), "us lend-asw") == {True: Fraction(1, 2), False: Fraction(1, 2)}
    here = facts(at("1941-3-fall", ENTRY), usel=8, usel_highest=8)
    assert chances(here, "us try-entry") == {True: Fraction(1, 2), False: Fraction(1, 2)}
