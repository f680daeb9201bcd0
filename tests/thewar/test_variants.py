"""Chapter 28, as far as it touches strategic warfare."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar import air_war, bombing, strategic_building, submarines, uboat_modifiers, variants
from engine.thewar.state import Pool, TheWar
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
        "no ARM-8-8 is left in the force pool to give up",
        "no FLEET-1-12-5 is left in the force pool to give up",
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
def test_28_2_4_isolationists_outmaneuvered_raise_the_entry_level_and_give_an_asw_to_lend() -> None:
    now = after(at("1941-1-spring"), "us variant isolationists")
    assert now.facts["usel"] == 1
    assert now.pools["us-asw-loan"].count == 1
    assert rules_of(refusals(at("1940-1-spring"), "us variant isolationists")) == ["28.2.4"]


def test_28_a_variant_is_its_powers_own() -> None:
    assert "is a variant of Germany" in refusals(at("1943-3-fall"), "britain variant schnorkel")[0].reason
    found = refusals(at("1943-3-fall"), "britain variant death-ray")
    assert rules_of(found) == ["28"] and "sonar-hedgehogs" in found[0].hint
    assert variants.rows()["schnorkel"]["power"] == "germany"
