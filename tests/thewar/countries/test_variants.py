"""Chapter 28, as far as it touches strategic warfare."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel import reading
from engine.thewar.building import shipyards
from engine.thewar.countries import variant_table, yards
from engine.thewar.economy import income
from engine.thewar.rolls import bombing, submarines
from engine.thewar.ruleset import RULESET
from engine.thewar.strategic import air_war, strategic_building, strategic_forces, uboat_modifiers
from engine.thewar.world import calendar
from engine.thewar.world.state import Addition, Place, Pool, TheWar
from saves import scenarios
from tests.thewar.world import after, refusals, rules_of, world


def at(turn: str, **pools: int) -> TheWar:
    campaign = world(turn)
    found = {
        f"germany-{key.replace('_', '-')}": Pool(power="germany", kind="sac", count=count)
        for key, count in pools.items()
    }
    return attrs.evolve(campaign, pools={**campaign.pools, **found})


@pytest.mark.rule("tw-28.2.2-02", "tw-28.2.2-08", "tw-28.2.4-17")
@pytest.mark.parametrize(
    ("order", "modifier"),
    [
        ("britain variant sonar-hedgehogs", "sonar-hedgehogs"),
        ("britain variant huff-duff", "huff-duff"),
        ("us variant escort-carriers", "escort-carriers"),
    ],
)
def test_28_a_technology_holds_from_then_on_at_sea(order: str, modifier: str) -> None:
    before = at("1942-3-fall")
    assert modifier not in uboat_modifiers.holding(before)
    assert modifier in uboat_modifiers.holding(after(before, order))
    assert rules_of(refusals(at("1942-2-summer"), order))
    assert "has been played 1 times" in refusals(after(before, order), order)[0].reason


@pytest.mark.rule("tw-28.1.2-09", "tw-28.1.2-15")
@pytest.mark.parametrize(
    ("name", "early", "date"),
    [("advanced-subs", "1942-3-fall", "1943-3-fall"), ("schnorkel", "1941-1-spring", "1941-3-fall")],
)
def test_28_1_2_german_boats_take_their_modifier_from_the_date_on(name: str, early: str, date: str) -> None:
    order = f"germany variant {name}"
    assert rules_of(refusals(at(early), order)) == ["28.1.2"]
    before = at(date)
    assert name not in uboat_modifiers.holding(before)
    assert name in uboat_modifiers.holding(after(before, order))
    worth = {modifier.id: modifier.value for modifier in submarines.MODIFIERS}
    assert worth["advanced-subs"] == -2 and worth["schnorkel"] == -1


@pytest.mark.rule("tw-28.2.4-02")
def test_28_2_4_bombsights_hold_for_american_raids_alone() -> None:
    held = after(at("1943-3-fall"), "us variant bombsights")
    assert "bombsights" in air_war.over_germany(held, "us", 3, 1).modifiers
    assert "bombsights" not in air_war.over_germany(held, "britain", 3, 1).modifiers
    assert rules_of(refusals(at("1943-1-spring"), "us variant bombsights")) == ["28.2.4"]


@pytest.mark.rule("tw-28.2.2-03")
def test_28_2_2_window_holds_in_its_turn_alone() -> None:
    held = after(at("1943-3-fall"), "britain variant window")
    assert "window" in air_war.over_germany(held, "britain", 3, 1).modifiers
    later = attrs.evolve(held, progress=world("1944-1-spring").progress)
    assert "window" not in air_war.over_germany(later, "britain", 3, 1).modifiers


@pytest.mark.rule("tw-28.1.2-17")
def test_28_1_2_bomber_research_makes_german_sac_cheap_and_hard() -> None:
    plain = at("1942-3-fall")
    held = after(plain, "germany variant bomber-research")
    assert [strategic_building.price(one, "germany", "sac") for one in (plain, held)] == [6, 4]
    raids = [attrs.evolve(air_war.over_britain(one, 6, 0), face=10) for one in (plain, held)]
    assert [bombing.resolve(raid).rate for raid in raids] == [2, 3]


@pytest.mark.rule("tw-28.1.2-18")
def test_28_1_2_bomber_production_gives_5_sac_for_an_armor_and_a_fleet_twice_at_most() -> None:
    poor = at("1942-3-fall")
    assert {no.reason for no in refusals(poor, "germany variant bomber-production")} == {
        "1 ARM 8-8 of the force pool are given up, 0 are left there",
        "1 Fleet 1-12-5 of the force pool are given up, 0 are left there",
    }
    rich = at("1942-3-fall", arm_8_8=2, fleet_1_12_5=2)
    once = after(rich, "germany variant bomber-production")
    assert [once.pools[f"germany-{group}"].count for group in ("sac", "arm-8-8", "fleet-1-12-5")] == [5, 1, 1]
    twice = after(once, "germany variant bomber-production")
    assert twice.pools["germany-sac"].count == 10
    assert "At most 2" in refusals(twice, "germany variant bomber-production")[0].hint


@pytest.mark.rule("tw-28.2.2-13", "tw-28.2.4-13", "tw-28.2.4-15")
@pytest.mark.parametrize(
    ("order", "pool", "count", "times"),
    [
        ("britain variant bomber-command", "britain-sac", 1, 2),
        ("us variant army-air-corps", "us-sac", 1, 3),
        ("us variant us-flak", "us-flak-1-3", 4, 1),
    ],
)
def test_28_units_join_the_force_pool_so_often_and_no_more(order: str, pool: str, count: int, times: int) -> None:
    campaign = at("1943-1-spring")
    for nth in range(1, times + 1):
        assert not refusals(campaign, order)
        campaign = after(campaign, order)
        assert campaign.pools[pool].count == count * nth
    assert f"At most {times}." in refusals(campaign, order)[0].hint


@pytest.mark.rule("tw-28.2.4-01")
def test_28_2_4_isolationists_outmaneuvered_raise_the_entry_level_and_lend_britain_an_asw() -> None:
    """Another than that of 22.5.2, and at once (ruling 621)."""
    before = at("1941-1-spring")
    now = after(before, "us variant isolationists")
    assert now.facts["usel"] == 1
    [lent] = [unit for key, unit in now.units.items() if key not in before.units]
    assert (lent.power, lent.kind, lent.tag, lent.place) == ("britain", "asw", "", "u-boat-war-box")
    assert strategic_forces.count(now, "britain", "asw") == strategic_forces.count(before, "britain", "asw") + 1
    assert now.pools == before.pools, "the loan of 22.5.2 has its own"
    twice = after(now, "us variant isolationists")
    assert strategic_forces.count(twice, "britain", "asw") == strategic_forces.count(before, "britain", "asw") + 2
    assert rules_of(refusals(at("1940-1-spring"), "us variant isolationists")) == ["28.2.4"]


def test_28_a_variant_is_its_powers_own() -> None:
    assert "is a variant of Germany" in refusals(at("1943-3-fall"), "britain variant schnorkel")[0].reason
    found = refusals(at("1943-3-fall"), "britain variant death-ray")
    assert rules_of(found) == ["28"] and "sonar-hedgehogs" in found[0].hint
    assert variant_table.rows()["schnorkel"]["power"] == "germany"


# ---------------------------------------------------------------- jets, yards, carriers


def jets(turn: str) -> TheWar:
    """A turn with the jets still to come, as the scenario dates them (11.13)."""
    coming = {
        "jet-ftr": Addition(power="germany", year=1944, season="fall", kind="jet", tag="ftr"),
        "jet-int": Addition(power="germany", year=1944, season="fall", kind="jet", tag="int", count=2),
        "jet-tac": Addition(power="germany", year=1945, season="spring", kind="jet", tag="tac"),
        "arm": Addition(power="germany", year=1944, season="spring", kind="arm", strength="8-8"),
    }
    return attrs.evolve(world(turn), additions=coming)


JETS = "germany variant jet-program"


@pytest.mark.rule("tw-28.1.2-06")
def test_28_1_2_jets_come_a_year_early_and_nothing_else_does() -> None:
    assert rules_of(refusals(jets("1942-4-winter"), JETS)) == ["28.1.2"]
    early = after(jets("1943-1-spring"), JETS)
    dates = {key: (one.year, one.season) for key, one in early.additions.items()}
    assert dates == {
        "jet-ftr": (1943, "fall"),
        "jet-int": (1943, "fall"),
        "jet-tac": (1944, "spring"),
        "arm": (1944, "spring"),
    }
    assert "has been played 1 times" in refusals(early, JETS)[0].reason
    fall = attrs.evolve(early, progress=world("1943-3-fall", "income.additions").progress)
    assert income.due_additions(fall, "germany") == ("jet-ftr", "jet-int")
    plain = attrs.evolve(jets("1943-1-spring"), progress=fall.progress)
    assert income.due_additions(plain, "germany") == ()


@pytest.mark.rule("tw-28.1.2-06")
def test_28_1_2_jets_are_built_and_fly_a_year_early() -> None:
    early = after(jets("1943-3-fall"), JETS)
    # Their new date has come, so they are there at once (ruling 192).
    assert early.pools["germany-jet-int"].count == 2 and early.pools["germany-jet-ftr"].count == 1
    assert set(early.additions) == {"jet-tac", "arm"}
    ready = attrs.evolve(early, progress=world("1943-3-fall", strategic_building.STEP).progress)
    built = after(ready, "germany build jet-int count=2")
    assert strategic_forces.count(built, "germany", "jet", "int") == 2
    assert built.powers["germany"].narfs == ready.powers["germany"].narfs - 2 * 5
    without = attrs.evolve(jets("1943-3-fall"), progress=ready.progress)
    assert rules_of(refusals(without, "germany build jet-int")) == ["15.1.1"]


@pytest.mark.rule("tw-28.1.2-06")
def test_28_1_2_a_jet_program_comes_too_late_when_every_jet_has_come() -> None:
    late = attrs.evolve(jets("1945-1-spring"), additions={})
    (refusal,) = refusals(late, JETS)
    assert (refusal.rule, refusal.reason) == ("28.1.2", "every jet of Germany has come")
    before = jets("1944-4-winter")
    left = attrs.evolve(before, additions={"jet-tac": before.additions["jet-tac"]})
    assert after(left, JETS).pools["germany-jet-tac"].count == 1


@pytest.mark.rule("tw-28.1.2-06")
def test_28_1_2_the_campaign_s_own_jets_come_early() -> None:
    for scenario in ("1939-campaign", "1940-spring"):
        campaign = scenarios.preview(scenario)
        assert isinstance(campaign, TheWar)
        turn = calendar.number("1943-3-fall") - calendar.number(campaign.first) + 1
        at_fall = attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, turn=turn))
        assert after(at_fall, JETS).pools["germany-jet-int"].count == 2, scenario


@pytest.mark.rule("tw-28.1.2-05")
def test_28_1_2_the_z_plan_gives_two_fleets_and_a_yard_for_u_boats() -> None:
    plan = "germany variant z-plan yard=kiel"
    ports = {
        "kiel": Place(name="Kiel", kind="port", country="germany", holder="germany", tags={"shipyard": True}),
        "danzig": Place(name="Danzig", kind="port", country="germany", holder="germany"),
        "brest": Place(name="Brest", kind="port", country="france", holder="germany"),
    }

    def harbours(**pools: int) -> TheWar:
        found = at("1940-1-spring", **pools)
        return attrs.evolve(found, places={**found.places, **ports})

    assert "ARM 8-8" in refusals(harbours(arm_8_8=1, mech_4_8=1), plan)[0].reason
    rich = harbours(arm_8_8=2, mech_4_8=2, uboat=9)
    for line in ("germany variant z-plan", "germany variant z-plan yard=brest"):
        (refusal,) = refusals(rich, line)
        assert (refusal.rule, refusal.hint) == ("28.1.2", "One of 'yard=kiel', 'yard=danzig'.")
    assert "gives no yard" in refusals(rich, "germany variant carrier-doctrine yard=kiel")[-1].reason
    groups = ("fleet-1-12-5", "arm-8-8", "mech-4-8")
    for line in (plan, "germany variant z-plan yard=danzig"):
        planned = after(rich, line)
        assert [planned.pools[f"germany-{group}"].count for group in groups] == [2, 0, 1]
        assert planned.powers["germany"].narfs == rich.powers["germany"].narfs
        assert [yards.count(one, "germany") for one in (rich, planned)] == [1, 2]
        ready = attrs.evolve(planned, progress=world("1940-1-spring", strategic_building.STEP).progress)
        assert not refusals(ready, "germany build uboat count=4")
        assert rules_of(refusals(ready, "germany build uboat count=5")) == ["15.1.5.3"]
    assert [shipyards.capacity(one, "kiel") for one in (rich, after(rich, plan))] == [1, 2]
    danzig = after(rich, "germany variant z-plan yard=danzig")
    assert set(shipyards.own(danzig, "germany")) == {"kiel", "danzig"}
    # A free yard takes none from those that may be built (15.1.5.1).
    assert "yards-built-germany" not in danzig.facts


@pytest.mark.rule("tw-28.1.2-14")
def test_28_1_2_carrier_doctrine_gives_two_carriers_with_better_aircraft() -> None:
    poor = at("1941-1-spring", arm_8_8=1)
    assert [no.reason for no in refusals(poor, "germany variant carrier-doctrine")] == [
        "1 TAC 1-5-4 of the force pool are given up, 0 are left there"
    ]
    rich = at("1941-1-spring", arm_8_8=1, tac_1_5_4=1)
    built = after(rich, "germany variant carrier-doctrine")
    counts = {group: built.pools[f"germany-{group}"].count for group in ("cv", "nac-2-3-2", "tac-1-5-4", "arm-8-8")}
    assert counts == {"cv": 2, "nac-2-3-2": 2, "tac-1-5-4": 0, "arm-8-8": 0}
    assert (built.pools["germany-nac-2-3-2"].kind, built.pools["germany-nac-2-3-2"].strength) == ("nac", "2-3-2")
    assert refusals(built, "germany variant carrier-doctrine")


@pytest.mark.rule("tw-28.2.4-01")
def test_28_2_4_isolationists_are_outmaneuvered_in_spring_or_fall() -> None:
    order = "us variant isolationists"
    assert not refusals(at("1941-1-spring"), order) and not refusals(at("1941-3-fall"), order)
    (refusal,) = refusals(at("1941-2-summer"), order)
    assert (refusal.rule, "spring or fall" in refusal.reason) == ("28.2.4", True)


def test_28_a_variant_says_what_it_does() -> None:
    campaign = jets("1943-1-spring")
    order = reading.understand(RULESET, JETS, campaign)
    assert order.sentence(campaign) == "Germany plays Jet program: jets a year early"
