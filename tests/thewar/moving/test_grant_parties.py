"""Who grants to whom and why not: Satellites both ways, Italy and Germany, the U.S. in peace, nothing straight from
hand to hand (6.2.1, 6.2.3, 8.7, 14.8, 16.5, 22.6, 28.2.4)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel import play
from engine.kernel.dice import FixedDice
from engine.kernel.grammar import Unreadable
from engine.kernel.reading import understand
from engine.kernel.refusals import Refused
from engine.thewar.economy import capacity
from engine.thewar.economy.capacity import EUROPE, Purse
from engine.thewar.moving import grants, shipments
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import TheWar
from tests.thewar.supply_lines import standing, why
from tests.thewar.values import limit_used
from tests.thewar.world import after, effect, refusals, rules_of, world

ROMANIA = {"romania": {"status": "satellite", "patron": "germany", "narfs": 9}}
SOVIET = {"bulgaria": {"status": "satellite", "patron": "ussr"}}
FREE_NORWAY = {"norway": {"status": "satellite", "patron": "britain"}}


def arrived(campaign: TheWar) -> TheWar:
    for power in shipments.at_sea(campaign):
        campaign = effect(campaign, shipments.Arrivals(power))
    return campaign


def peace(turn: str = "1941-1-spring", **changes: Any) -> TheWar:
    """The U.S. at peace, at an Entry Level that allows 15 NARFs a turn."""
    return standing(turn, entered="", facts={"usel": 9}, us={"base": 150}, **changes)


@pytest.mark.rule("tw-14.8")
def test_14_8_a_satellite_grants_to_its_master_with_its_own_smps() -> None:
    start = standing(side="axis", countries=ROMANIA)
    text = "germany grant 9 germany of=romania"
    assert refusals(start, text) == ()
    sent = after(start, text)
    assert (sent.countries["romania"].narfs, sent.powers["germany"].narfs) == (0, 200)
    assert capacity.used(sent, Purse("germany", "romania")) == 2 and capacity.used(sent, Purse("germany")) == 0
    there = arrived(sent)
    assert there.powers["germany"].narfs == 209 and not there.shipments
    order = understand(RULESET, text, start)
    assert order.sentence(start).startswith("Romania grants 9 NARFs to Germany")
    assert order.cost(start).total == 0, "Germany pays nothing"
    told = shipments.Arrivals("germany").sentence(sent)
    assert told == "9 NARFs of Romania reach Germany"


def test_14_8_a_satellite_grants_no_more_than_it_has_and_to_nobody_else() -> None:
    start = standing(side="axis", countries=ROMANIA)
    assert why(start, "germany grant 10 germany of=romania") == [("14.8", "Romania has 9 NARFs, not 10")]
    assert rules_of(refusals(start, "germany grant 5 italy of=romania")) == ["14.8.1, ruling 241"]
    assert rules_of(refusals(start, "italy grant 5 italy of=romania")) == ["14.8.1"]
    assert rules_of(refusals(start, "germany grant 5 germany of=sweden")) == ["14.8.1"]
    assert rules_of(refusals(start, "germany grant 5 germany")) == ["14.8.7", "14.8"]
    full = attrs.evolve(start, used=limit_used("germany", "half-smps", 4, "romania"))
    assert rules_of(refusals(full, "germany grant 5 germany of=romania")) == ["8.6"]
    assert rules_of(refusals(start, "germany grant 5 germany of=romania pays=germany")) == ["8.6"]


def test_14_8_a_satellite_of_the_soviets_grants_to_them_though_they_grant_nothing() -> None:
    start = standing(countries={"bulgaria": {"status": "satellite", "patron": "ussr", "narfs": 5}})
    assert arrived(after(start, "ussr grant 5 ussr of=bulgaria")).powers["ussr"].narfs == 205
    assert rules_of(refusals(start, "ussr grant 5 bulgaria")) == ["14.8.1"]
    assert "ussr" in grants.grantors(start)
    assert "ussr" not in grants.grantors(standing())


@pytest.mark.rule("tw-14.8.1")
def test_14_8_powers_grant_to_satellites_of_their_own_alliance_only() -> None:
    assert refusals(standing(countries=FREE_NORWAY), "britain grant 20 norway") == ()
    assert refusals(standing(countries=FREE_NORWAY), "us grant 30 norway") == (), "no limit to a Satellite"
    assert rules_of(refusals(standing(countries=SOVIET), "britain grant 5 bulgaria")) == ["8.7, 14.8"]
    assert why(standing(countries=ROMANIA), "britain grant 5 romania") == [("14.8", "Romania is the enemy's")]
    assert why(standing(), "britain grant 5 sweden") == [("14.8", "Sweden is no Satellite")]


@pytest.mark.rule("tw-6.2.3")
def test_6_2_3_germany_aids_italy_and_italy_not_germany() -> None:
    start = standing(side="axis")
    assert refusals(start, "germany grant 20 italy") == ()
    assert why(start, "italy grant 20 germany") == [("6.2.3", "Italy grants nothing to Germany")]
    assert "germany" in grants.grantors(start) and "italy" not in grants.grantors(start)
    bought = after(world(germany={"narfs": 100}), "germany effort sle")
    assert (bought.powers["germany"].effort, bought.powers["italy"].effort) == ("sle", ""), "each buys its own"


@pytest.mark.rule("tw-6.2.1-narf")
@pytest.mark.parametrize(
    ("turn", "allowed"), [("1940-1-spring", False), ("1940-4-winter", False), ("1941-1-spring", True)]
)
def test_6_2_1_britain_grants_to_france_from_spring_1941(turn: str, allowed: bool) -> None:
    found = rules_of(refusals(standing(turn), "britain grant 5 france"))
    assert found == ([] if allowed else ["14.8.1"])


@pytest.mark.rule("tw-22.6", "tw-14.8.6")
def test_22_6_a_us_at_peace_grants_to_powers_at_war_with_germany_alone() -> None:
    start = peace(at_war=(), countries=FREE_NORWAY)
    assert refusals(start, "us grant 15 britain") == ()
    assert rules_of(refusals(start, "us grant 5 ussr")) == ["14.8.6", "14.8.2"]
    assert rules_of(refusals(start, "us grant 5 norway")) == ["14.8.6"]
    assert rules_of(refusals(start, "us grant 16 britain")) == ["14.8.6, 22.8"]
    sent = after(start, "us grant 15 britain")
    assert start.powers["us"].base - sent.powers["us"].base == 15, "from hand and base"
    assert (capacity.used(sent, Purse("us", EUROPE)), capacity.used(sent, Purse("britain"))) == (2, 2)


@pytest.mark.rule("tw-22.6")
def test_28_2_4_us_preparedness_stops_lend_lease_in_1941_in_peace_and_war() -> None:
    spring = peace(at_war=(), countries=FREE_NORWAY)
    assert refusals(spring, "us grant 5 britain") == ()
    prepared = after(spring, "us variant us-preparedness")
    (refused,) = refusals(prepared, "us grant 5 britain")
    assert (refused.rule, refused.hint) == ("28.2.4", "From Spring 1942.")
    assert "us" not in grants.grantors(prepared)
    facts = {"variant-us-preparedness": 1}
    war = standing("1941-4-winter", facts=facts, countries=FREE_NORWAY)
    assert rules_of(refusals(war, "us grant 5 britain")) == ["28.2.4"]
    assert rules_of(refusals(war, "us grant 5 norway")) == ["28.2.4"]
    assert refusals(standing("1942-1-spring", facts=facts), "us grant 5 britain") == ()


@pytest.mark.rule("tw-14.8.2")
def test_14_8_2_twenty_one_narfs_in_one_fleet_are_refused_with_every_rule() -> None:
    assert why(standing(us={"narfs": 20}), "us grant 21 britain fleets=1") == [
        ("14.8.1", "21 NARFs to Britain this turn"),
        ("14.8, 14.1.4", "it costs 21 NARFs, 20 are free"),
        ("14.8.2", "1 Fleet for 21 NARFs, 20 in each: it takes 2"),
    ]
    more = standing(facts={"yards-built-us": 1})
    assert refusals(more, "us grant 21 britain fleets=2") == ()


@pytest.mark.rule("tw-14.8")
def test_14_8_nothing_goes_straight_from_hand_to_hand_by_an_order() -> None:
    # The Soviet payment of the Pact is a line of Spring's income (16.5, ruling 242).
    for text in ("britain pay 5 france", "ussr pay 12 germany"):
        with pytest.raises(Unreadable, match="pay"):
            understand(RULESET, text, standing())


def test_14_8_a_table_that_agrees_overrules_and_it_stays_in_the_journal() -> None:
    start = standing()
    plain = understand(RULESET, "britain grant 5 norway", start)
    with pytest.raises(Refused):
        play.submit(RULESET, start, [plain], seat="solo", dice=FixedDice(()), n=1)
    order = understand(RULESET, 'overrule "the table agrees" britain grant 5 norway', start)
    (batch,) = play.submit(RULESET, start, [order], seat="solo", dice=FixedDice(()), n=1)
    assert [(one.to, one.narfs) for one in batch.campaign.shipments.values()] == [("norway", 5)]
    assert batch.campaign.powers["britain"].narfs == start.powers["britain"].narfs - 5
    assert "overrule" in batch.entries[0].order
