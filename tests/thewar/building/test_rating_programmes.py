"""Raising armies, navies and air forces by payments (10.8.2, 10.8.3, 7.11.2, 7.11.3, 11.11.2, 11.11.3)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.sheets.ledger import falls_due
from engine.kernel.tables import table
from engine.thewar.building import rating_programmes
from engine.thewar.ruleset import RULESET
from engine.thewar.world import calendar, conditions
from engine.thewar.world.state import Programme, TheWar
from tests.thewar.builds import after, at, price, refused
from tests.thewar.values import wars_of
from tests.thewar.world import effect

AXIS, ALLIED = "axis.build.units", "allied.build.units"


def ready(
    turn: str, power: str, *, wars: tuple[str, ...] = (), facts: dict[str, Any] | None = None, **figures: Any
) -> TheWar:
    """A campaign in which a power may act in the step of ratings."""
    step = AXIS if power in ("germany", "italy") else ALLIED
    changed: dict[str, Any] = {power: figures}
    campaign = at(step, turn, **changed)
    return attrs.evolve(
        campaign,
        wars=wars_of({**campaign.wars, **dict.fromkeys(wars, "1940-2-summer")}),
        facts={**campaign.facts, **(facts or {})},
    )


def holding(campaign: TheWar, key: str, holder: str, taken: str = "1940-1-spring") -> TheWar:
    held = attrs.evolve(campaign.holdings[key], holder=holder, taken=taken)
    return attrs.evolve(campaign, holdings={**campaign.holdings, key: held})


def fallen(campaign: TheWar, power: str, turn: str) -> TheWar:
    gone = attrs.evolve(campaign.powers[power], surrendered=turn)
    return attrs.evolve(campaign, powers={**campaign.powers, power: gone})


def next_turn(campaign: TheWar, power: str) -> TheWar:
    """The segment ends, and it is the same step of the next turn."""
    ended = effect(campaign, rating_programmes.Track(power))
    later = attrs.evolve(campaign.progress, turn=campaign.progress.turn + 1)
    return attrs.evolve(ended, progress=later, built={})


def pay(campaign: TheWar, power: str, force: str, turns: int) -> TheWar:
    for _ in range(turns):
        campaign = next_turn(after(campaign, f"{power} rating {force}"), power)
    return campaign


@pytest.mark.example("10.8.3", "the U.S. army, five times 10, Fall 1941 to Fall 1942")
@pytest.mark.rule("tw-10.8.3", "tw-10.8.3-gate")
def test_10_8_3_the_american_example_fall_1941_to_fall_1942() -> None:
    early = ready("1941-2-summer", "us")
    assert "Not before Fall 1941" in refused(early, "us rating army")
    campaign = ready("1941-3-fall", "us")
    four = pay(campaign, "us", "army", 4)
    assert calendar.turn(four) == "1942-3-fall" and four.powers["us"].army == 3
    last = after(four, "us rating army")
    # Not before the segment has ended (ruling 93).
    assert last.powers["us"].army == 3
    assert effect(last, rating_programmes.Track("us")).powers["us"].army == 2
    assert campaign.powers["us"].narfs - last.powers["us"].narfs == 50


@pytest.mark.example("10.8.2", "the British army, five payments, Summer 1941 to Summer 1942")
@pytest.mark.rule("tw-10.8.2", "tw-10.8.2-date")
def test_10_8_2_the_british_example_summer_1941_to_summer_1942() -> None:
    campaign = pay(ready("1941-2-summer", "britain"), "britain", "army", 5)
    assert campaign.powers["britain"].army == 1 and campaign.programmes == {}
    assert calendar.turn(campaign) == "1942-3-fall"
    assert campaign.powers["britain"].narfs == 500 - 5 * 20
    assert "First-Rate" in refused(campaign, "britain rating army")


@pytest.mark.example("11.11.2", "the Italian air force, five payments, Fall 1942 to Fall 1943")
@pytest.mark.rule("tw-11.11.2")
def test_11_11_2_the_italian_example_fall_1942_to_fall_1943() -> None:
    campaign = ready("1942-3-fall", "italy", wars=("britain+italy",), air=2)
    four = pay(campaign, "italy", "air", 4)
    assert four.powers["italy"].air == 2 and calendar.turn(four) == "1943-3-fall"
    five = pay(four, "italy", "air", 1)
    assert five.powers["italy"].air == 1
    assert campaign.powers["italy"].narfs - five.powers["italy"].narfs == 100


@pytest.mark.rule("tw-7.11.2", "tw-7.11.3")
def test_7_11_3_a_payment_missed_takes_one_back_and_the_due_panel_says_so() -> None:
    campaign = pay(ready("1940-3-fall", "italy", wars=("britain+italy",)), "italy", "navy", 3)
    warned = [duty.text for duty in falls_due(RULESET, campaign)]
    assert "Italy's navy: 3 of 5 paid; without 10 NARFs back to 2" in warned
    missed = next_turn(campaign, "italy")
    assert missed.programmes["italy-navy"].paid == 2
    twice = next_turn(missed, "italy")
    assert twice.programmes["italy-navy"].paid == 1
    assert any("without 10 NARFs it breaks off" in duty.text for duty in falls_due(RULESET, twice))
    assert next_turn(twice, "italy").programmes == {}
    assert next_turn(twice, "italy").powers["italy"].navy == 3
    # From two on it takes three more.
    assert pay(missed, "italy", "navy", 2).powers["italy"].navy == 3
    assert pay(missed, "italy", "navy", 3).powers["italy"].navy == 2


@pytest.mark.rule("tw-7.11.3")
def test_7_11_3_no_other_third_rate_navy_is_ever_raised_and_italy_only_at_war() -> None:
    soviet = ready("1943-1-spring", "ussr")
    assert "navy is never raised" in refused(soviet, "ussr rating navy")
    peace = ready("1940-1-spring", "italy")
    assert "Britain and Italy are not at war" in refused(peace, "italy rating navy")
    assert refused(ready("1940-1-spring", "italy", wars=("britain+italy",)), "italy rating navy") == ""


@pytest.mark.rule("tw-7.11.2-fra", "tw-10.8.2-date", "tw-11.11.3-gate")
def test_7_11_2_france_begins_in_winter_1940_its_army_also_when_germany_turns_east() -> None:
    fall = ready("1940-3-fall", "france")
    for force in ("army", "navy", "air"):
        assert "Not before Winter 1940" in refused(fall, f"france rating {force}")
        assert refused(ready("1940-4-winter", "france"), f"france rating {force}") == ""
    east = ready("1940-3-fall", "france", wars=("germany+ussr",))
    assert refused(east, "france rating army") == ""
    assert "Not before Winter 1940" in refused(east, "france rating navy")
    reform = ready("1939-3-fall", "france", facts={"variant-french-army-reform": 1})
    assert refused(reform, "france rating army") == ""


@pytest.mark.rule("tw-10.8.2-date")
def test_10_8_2_britain_begins_after_france_falls_or_in_fall_1940_the_soviets_first_rate_in_1944() -> None:
    summer = ready("1940-2-summer", "britain")
    assert "may not begin" in refused(summer, "britain rating army")
    assert refused(fallen(summer, "france", "1940-1-spring"), "britain rating army") == ""
    # In the turn of the surrender itself it may not yet.
    assert "may not begin" in refused(fallen(summer, "france", "1940-2-summer"), "britain rating army")
    assert refused(ready("1940-3-fall", "britain"), "britain rating army") == ""
    assert "Not before Spring 1944" in refused(ready("1943-4-winter", "ussr", army=2), "ussr rating army")
    assert refused(ready("1944-1-spring", "ussr", army=2), "ussr rating army") == ""


@pytest.mark.rule("tw-10.8.3-gate")
def test_10_8_3_the_soviet_army_needs_karelia_and_the_fall_of_france_or_fall_1941() -> None:
    fall = ready("1941-3-fall", "ussr")
    assert "does not hold Karelia" in refused(fall, "ussr rating army")
    assert refused(holding(fall, "karelia", "ussr"), "ussr rating army") == ""
    summer = holding(ready("1940-3-fall", "ussr"), "karelia", "ussr")
    assert "not before Fall 1941" in refused(summer, "ussr rating army")
    assert refused(fallen(summer, "france", "1940-2-summer"), "ussr rating army") == ""


@pytest.mark.rule("tw-11.11.3", "tw-11.11.3-gate")
def test_11_11_3_the_soviet_air_force_needs_france_out_fall_1940_and_karelia_or_the_german_attack() -> None:
    fall = ready("1940-3-fall", "ussr")
    assert "may not begin" in refused(fall, "ussr rating air")
    assert "does not hold Karelia" in refused(fallen(fall, "france", "1940-2-summer"), "ussr rating air")
    every = holding(fallen(fall, "france", "1940-2-summer"), "karelia", "ussr")
    assert refused(every, "ussr rating air") == ""
    assert price(every, "ussr rating air") == 10
    assert refused(ready("1940-1-spring", "ussr", wars=("germany+ussr",)), "ussr rating air") == ""


def test_28_variants_make_a_programme_cheaper_shorter_or_forbid_it() -> None:
    italy = ready("1940-3-fall", "italy", wars=("britain+italy",), facts={"variant-italian-army-reform": 1})
    assert price(italy, "italy rating army") == 5 and price(italy, "italy rating air") == 10
    sea = ready("1940-3-fall", "italy", wars=("britain+italy",), facts={"variant-mare-nostrum": 1})
    assert price(sea, "italy rating navy") == 5
    assert "Mare Nostrum" in refused(sea, "italy rating air")
    purges = holding(ready("1941-3-fall", "ussr", facts={"variant-purges": 1}), "karelia", "ussr")
    assert pay(purges, "ussr", "army", 4).powers["ussr"].army == 2


def test_10_8_2_one_payment_a_turn_no_debt_unasked_and_outside_the_limit_of_building() -> None:
    campaign = ready("1941-2-summer", "britain", spent=90)
    once = after(campaign, "britain rating army")
    assert "One payment a turn" in refused(once, "britain rating army")
    assert once.powers["britain"].spent == 90
    assert "14.1.4" in refused(ready("1941-2-summer", "britain", narfs=19), "britain rating army")
    assert "'tanks' has no rating" in refused(campaign, "britain rating tanks")


def test_10_8_2_a_programme_once_begun_goes_on_without_its_conditions() -> None:
    fall = holding(ready("1941-3-fall", "ussr"), "karelia", "ussr")
    begun = holding(next_turn(after(fall, "ussr rating army"), "ussr"), "karelia", "finland")
    assert refused(begun, "ussr rating army") == ""


def test_the_rows_of_programmes_name_known_conditions() -> None:
    for key, row in table("thewar", "rating-programmes")["row"].items():
        assert key == f"{row['power']}-{row['force']}-{row['from']}"
        assert row["price"] == {3: 10, 2: 20}[row["from"]] and row["turns"] == 5
        for together in row.get("begins", ()):
            for text in together:
                conditions.condition(text)


def test_a_track_moves_only_for_who_missed_or_paid_last() -> None:
    campaign = ready("1941-2-summer", "britain")
    paid = after(campaign, "britain rating army")
    assert rating_programmes.tracked(paid) == ()
    behind = attrs.evolve(
        paid, programmes={"britain-army": Programme(power="britain", force="army", paid=1, last="1941-1-spring")}
    )
    assert rating_programmes.tracked(behind) == ("britain",)


@pytest.mark.rule("tw-28.1.1-03", "tw-28.1.1-11")
def test_28_1_1_the_italian_variants_are_played_at_war_and_change_prices_by_themselves() -> None:
    peace = ready("1940-1-spring", "italy")
    for name in ("italian-armor", "italian-army-reform", "regia-aeronautica"):
        assert "Britain and Italy are not at war" in refused(peace, f"italy variant {name}")
    war = ready("1940-3-fall", "italy", wars=("britain+italy",))
    reform = after(war, "italy variant italian-army-reform")
    assert price(reform, "italy rating army") == 5
    assert reform.pools["italy-inf-4-5"].count == war.pools["italy-inf-4-5"].count + 1
    sea = after(war, "italy variant mare-nostrum yard=taranto")
    assert price(sea, "italy rating navy") == 5 and "Mare Nostrum" in refused(sea, "italy rating air")
    copied = after(war, "italy variant italian-armor")
    assert copied.facts["italian-armor-turn"] == "1940-3-fall"


@pytest.mark.rule("tw-28.1.1-11", "tw-28.1.1-12")
def test_28_1_1_of_two_that_forbid_each_others_upgrades_the_first_stands() -> None:
    """The second gives its yard or its aircraft alone (ruling 394)."""
    war = ready("1940-3-fall", "italy", wars=("britain+italy",))
    fleet, wings = "italy variant mare-nostrum yard=taranto", "italy variant regia-aeronautica"
    sea = after(after(war, fleet), wings)
    assert price(sea, "italy rating navy") == 5 and refused(sea, "italy rating navy") == ""
    assert "a variant played forbids it: Mare Nostrum (28)" in refused(sea, "italy rating air")
    assert sea.facts["free-aircraft-italy"] == 1
    air = after(after(war, wings), fleet)
    assert price(air, "italy rating air") == 5 and refused(air, "italy rating air") == ""
    assert "a variant played forbids it: Regia Aeronautica (28)" in refused(air, "italy rating navy")
    assert air.facts["yards-added-taranto"] == 1
    # Who had played the one before it was written down which was the first has it as the first.
    begun = attrs.evolve(war, facts={**war.facts, "variant-mare-nostrum": 1})
    assert refused(after(begun, wings), "italy rating navy") == ""
    for played in (sea, air):
        assert "a variant played forbids it" in refused(played, "germany upgrade arm-2-8 country=italy")


@pytest.mark.rule("tw-28.2.1-08", "tw-28.2.3-04", "tw-28.2.4-04")
def test_28_2_variants_open_the_ratings_of_france_the_us_and_the_soviets() -> None:
    france = after(ready("1939-3-fall", "france"), "france variant french-army-reform")
    assert refused(france, "france rating army") == ""
    american = ready("1940-4-winter", "us")
    assert "Not before Fall 1941" in refused(american, "us rating army")
    assert refused(after(american, "us variant us-preparedness"), "us rating army") == ""
    soviet = holding(ready("1941-3-fall", "ussr"), "karelia", "ussr")
    assert price(after(soviet, "ussr variant purges"), "ussr rating army") == 5
