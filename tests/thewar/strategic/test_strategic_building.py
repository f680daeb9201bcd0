"""Building, repairs, Heavy Flak and conversions of strategic warfare as orders (5.1, 5.1.3.4, 5.3.2, 11.12.3, 15.1)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.thewar.building import shipyards
from engine.thewar.countries import yards
from engine.thewar.strategic import strategic_building
from engine.thewar.world.state import Built, Pool, Slip, TheWar
from tests.thewar.atlantic import AIR, BUILD, Segment, count, pool, scene
from tests.thewar.world import after, refusals, rules_of


def at_build(turn: str = "1940-1-spring", pools: dict[str, int] | None = None, **more: Any) -> TheWar:
    """A scene in the build step with these force pools beside the scenario's."""
    campaign = scene(turn, BUILD, **more)
    found = dict(campaign.pools)
    for group, number in (pools or {}).items():
        power, _, rest = group.partition("-")
        kind, _, tag = rest.partition("-")
        found[group] = Pool(power=power, kind=kind, tag=tag, count=number)
    return attrs.evolve(campaign, pools=found)


# ---------------------------------------------------------------- building


@pytest.mark.rule("tw-5.1")
def test_5_1_what_is_built_comes_from_the_pool_into_the_box_for_its_price() -> None:
    game = Segment(at_build(pools={"germany-uboat": 5}))
    now = game.give("germany build uboat count=4")
    assert now.powers["germany"].narfs == 100 - 8
    assert (pool(now, "germany-uboat"), count(now, "germany", "uboat")) == (1, 4)
    assert {unit.place for unit in now.units.values() if unit.kind == "uboat"} == {"u-boat-war-box"}
    assert now.built == {"germany-uboat": Built(power="germany", what="uboat", count=4)}
    now = game.give("germany build int")
    assert [unit.place for unit in now.units.values() if unit.kind == "int"] == ["bombing-war-box"]


@pytest.mark.rule("tw-15.1.2-sw")
@pytest.mark.parametrize(
    ("power", "group", "narfs"),
    [
        ("germany", "uboat", 2),
        ("germany", "int", 2),
        ("germany", "jet-int", 5),
        ("germany", "sac", 6),
        ("germany", "sac-v-1", 1),
        ("germany", "sac-v-2", 3),
        ("britain", "asw", 3),
        ("britain", "int", 2),
        ("britain", "sac", 4),
        ("us", "asw", 3),
        ("us", "sac", 4),
    ],
)
def test_15_1_2_prices(power: str, group: str, narfs: int) -> None:
    campaign = at_build("1944-3-fall", pools={f"{power}-{group}": 3}, entered="1941-4-winter")
    assert after(campaign, f"{power} build {group}").powers[power].narfs == 100 - narfs


@pytest.mark.rule("tw-5.1")
@pytest.mark.parametrize(
    ("order", "rule"),
    [
        ("germany build uboat count=9", "15.1.1"),
        ("germany build asw", "15.1.1"),
        ("germany build arm", "5.1"),
        ("italy build int", "5.1"),
        ("germany build uboat count=0", "5.1"),
        ("germany build uboat oos=yes", "15.1.1"),
    ],
)
def test_5_1_more_than_the_pool_or_what_is_not_built_here_is_refused(order: str, rule: str) -> None:
    assert rule in rules_of(refusals(at_build(), order))


@pytest.mark.rule("tw-15.1.5.3")
def test_15_1_5_3_uboats_are_twice_the_german_yards_a_turn_and_captured_ones_do_not_count() -> None:
    campaign = at_build(pools={"germany-uboat": 9})
    assert rules_of(refusals(campaign, "germany build uboat count=5")) == ["15.1.5.3"]
    brest = attrs.evolve(campaign.places["brest"], holder="germany")
    assert yards.count(attrs.evolve(campaign, places={**campaign.places, "brest": brest}), "germany") == 2
    kiel = attrs.evolve(campaign.places["kiel"], holder="britain")
    lost = attrs.evolve(campaign, places={**campaign.places, "kiel": kiel})
    assert rules_of(refusals(lost, "germany build uboat count=3")) == ["15.1.5.3"]
    assert yards.count(lost, "britain") == yards.count(campaign, "britain") == 4
    once = after(campaign, "germany build uboat count=3")
    assert rules_of(refusals(once, "germany build uboat count=2")) == ["15.1.5.3"]
    assert not refusals(once, "germany build uboat")


@pytest.mark.rule("tw-15.1.5.3")
def test_15_1_5_3_an_asw_takes_a_yard() -> None:
    campaign = at_build(pools={"britain-asw": 9})
    assert not refusals(campaign, "britain build asw count=4")
    assert rules_of(refusals(campaign, "britain build asw count=5")) == ["15.1.5.3"]


@pytest.mark.parametrize(("level", "number"), [(0, 1), (3, 1), (4, 2), (6, 3), (7, 4), (12, 4)])
def test_22_7_1_american_yards_grow_with_the_entry_level(level: int, number: int) -> None:
    campaign = at_build("1942-3-fall", facts={"usel": level})
    assert yards.count(campaign, "us") == number
    assert yards.count(at_build("1942-3-fall", entered="1941-3-fall"), "us") == 4


def test_22_7_2_what_the_us_builds_before_its_entry_comes_off_its_base() -> None:
    campaign = at_build("1941-1-spring")
    now = after(campaign, "us build sac")
    assert (now.powers["us"].narfs, now.powers["us"].base) == (96, campaign.powers["us"].base - 4)
    entered = at_build("1942-1-spring", entered="1941-4-winter")
    assert after(entered, "us build sac").powers["us"].base == entered.powers["us"].base


@pytest.mark.rule("tw-15.1.6.2", "tw-5.2.5")
@pytest.mark.parametrize(("group", "most"), [("sac", 2), ("sac-v-1", 2), ("sac-v-2", 1)])
def test_germany_builds_so_many_bombers_and_rockets_a_turn(group: str, most: int) -> None:
    campaign = at_build("1944-3-fall", pools={f"germany-{group}": 5, "britain-sac": 5})
    assert rules_of(refusals(campaign, f"germany build {group} count={most + 1}")) in (["15.1.6.2"], ["5.2.5"])
    full = after(campaign, f"germany build {group} count={most}")
    assert refusals(full, f"germany build {group}")
    assert not refusals(campaign, "britain build sac count=3")


@pytest.mark.rule("tw-5.2.5-end")
def test_5_2_5_without_their_four_cities_there_are_no_v_weapons() -> None:
    campaign = at_build("1944-3-fall", pools={"germany-sac-v-1": 5})
    sites = ["calais", "antwerp", "rotterdam", "the-hague"]
    for at, site in enumerate(sites):
        assert not refusals(campaign, "germany build sac-v-1")
        held = attrs.evolve(campaign.places[site], holder="us" if at % 2 else "britain")
        campaign = attrs.evolve(campaign, places={**campaign.places, site: held})
    assert rules_of(refusals(campaign, "germany build sac-v-1")) == ["5.2.5"]


@pytest.mark.rule("tw-5.2.5-end")
def test_5_2_5_sites_of_a_country_the_west_has_conquered_are_in_its_hands() -> None:
    campaign = at_build("1944-3-fall", pools={"germany-sac-v-1": 5})
    held = {key: attrs.evolve(campaign.places[key], holder="britain") for key in ("calais", "the-hague")}
    countries = {
        key: attrs.evolve(campaign.countries[key], status="conquered", patron=patron)
        for key, patron in (("belgium", "britain"), ("netherlands", "us"))
    }
    lost = attrs.evolve(campaign, places={**campaign.places, **held}, countries={**campaign.countries, **countries})
    # Antwerp and Rotterdam are recorded as their countries' own.
    assert rules_of(refusals(lost, "germany build sac-v-1")) == ["5.2.5"]
    german = attrs.evolve(countries["belgium"], patron="germany")
    assert not refusals(attrs.evolve(lost, countries={**lost.countries, "belgium": german}), "germany build sac-v-1")


def test_14_1_4_building_takes_no_credit_and_leaves_what_the_effort_has_reserved() -> None:
    poor = at_build(germany={}, pools={"germany-uboat": 9})
    rich = attrs.evolve(poor.powers["germany"], narfs=11, reserved=8)
    campaign = attrs.evolve(poor, powers={**poor.powers, "germany": rich})
    assert not refusals(campaign, "germany build uboat")
    assert rules_of(refusals(campaign, "germany build uboat count=2")) == ["15.1.2, 14.1.4"]


def test_15_3_what_was_lost_out_of_supply_comes_last_and_costs_twice() -> None:
    campaign = at_build(pools={"britain-int": 1})
    mixed = attrs.evolve(
        campaign, pools={**campaign.pools, "britain-int": Pool(power="britain", kind="int", count=1, oos=2)}
    )
    assert rules_of(refusals(mixed, "britain build int oos=yes")) == ["15.1.6.1"]
    last = after(mixed, "britain build int")
    now = after(last, "britain build int count=2 oos=yes")
    assert now.powers["britain"].narfs == 100 - 2 - 8
    assert now.pools["britain-int"].oos == 0


def test_the_limits_of_a_turn_begin_anew_with_the_next() -> None:
    from engine.thewar.turns.end_turn import EndTurn
    from tests.thewar.world import effect

    campaign = after(at_build(pools={"germany-uboat": 9, "britain-asw": 5}), "germany build uboat count=4")
    campaign = after(campaign, "britain build asw count=2")
    facts = {"convoy-hit": True, "convoy-massacre": True, "firestorm-this-turn": True, "rail-lost-germany": 2}
    campaign = effect(attrs.evolve(campaign, facts={**campaign.facts, **facts}), EndTurn("germany"))
    assert campaign.built == {"britain-asw": Built(power="britain", what="asw", count=2)}
    assert not refusals(campaign, "germany build uboat count=4")
    told = {fact: campaign.facts[fact] for fact in facts}
    assert told == {
        "convoy-hit": False,
        "convoy-massacre": False,
        "firestorm-this-turn": False,
        "rail-lost-germany": 0,
    }
    assert effect(campaign, EndTurn("britain")).built == {}


def test_out_of_its_step_and_in_summer_nothing_is_built() -> None:
    game = Segment(scene(step=AIR, germany={"int": 2}, britain={"sac": 2}))
    assert game.refused("germany build int") == ["5.1"]
    summer = Segment(scene("1940-2-summer", "axis.operations.supply"))
    assert summer.refused("germany build int") == ["5.1"]
    assert set(summer.refused("germany air-box night=2")) == {"5.2"}
    assert set(summer.refused("germany sea-box uboats=1")) == {"5.1"}


# ---------------------------------------------------------------- repairs


@pytest.mark.parametrize(
    ("power", "kind", "narfs"),
    [("britain", "sac", 2), ("germany", "sac", 3), ("germany", "uboat", 1), ("us", "asw", 2)],
)
def test_15_1_2_depleted_units_are_made_whole(power: str, kind: str, narfs: int) -> None:
    counts: dict[str, Any] = {power: {kind: 3}}
    campaign = at_build("1943-1-spring", entered="1941-4-winter", **counts)
    hurt = {key: attrs.evolve(unit, depleted=unit.kind == kind) for key, unit in campaign.units.items()}
    campaign = attrs.evolve(campaign, units=hurt)
    assert rules_of(refusals(campaign, f"{power} repair {kind} count=4")) == ["15.1.2"]
    assert rules_of(refusals(campaign, f"{power} repair {kind} count=0")) == ["15.1.2"]
    now = after(campaign, f"{power} repair {kind} count=2")
    assert now.powers[power].narfs == 100 - 2 * narfs
    assert (count(now, power, kind), count(now, power, kind, depleted=True)) == (2, 1)


def test_15_1_2_repairs_that_are_refused() -> None:
    assert rules_of(refusals(at_build(), "germany repair int")) == ["15.1.2"]
    assert rules_of(refusals(at_build(), "germany repair sac")) == ["15.1.2"]
    poor = at_build(britain={"sac": 1})
    hurt = {key: attrs.evolve(unit, depleted=unit.kind == "sac") for key, unit in poor.units.items()}
    broke = attrs.evolve(poor.powers["britain"], narfs=1)
    poor = attrs.evolve(poor, units=hurt, powers={**poor.powers, "britain": broke})
    assert rules_of(refusals(poor, "britain repair sac")) == ["15.1.2, 14.1.4"]
    # What is depleted brings the step up even with nothing in the pool.
    assert strategic_building.something(attrs.evolve(poor, pools={}), "britain")


# ---------------------------------------------------------------- Heavy Flak


@pytest.mark.rule("tw-11.12.3")
def test_11_12_3_five_light_flak_and_15_narfs_raise_the_level_once_a_year() -> None:
    campaign = at_build("1941-1-spring")
    from engine.thewar.world.state import Unit

    guns = {f"germany-flak-{n}": Unit(power="germany", kind="flak", strength="1-5") for n in range(91, 96)}
    others = {key: unit for key, unit in campaign.units.items() if unit.kind != "flak"}
    few = attrs.evolve(campaign, units={**others, "germany-flak-91": guns["germany-flak-91"]})
    assert "11.12.3" in rules_of(refusals(few, "germany heavy-flak"))
    campaign = attrs.evolve(campaign, units={**others, **guns})
    now = after(campaign, "germany heavy-flak")
    assert now.facts["german-heavy-flak"] == int(campaign.facts.get("german-heavy-flak", 0)) + 1
    assert (now.powers["germany"].narfs, count(now, "germany", "flak")) == (85, 0)
    assert pool(now, "germany-flak-1-5") == pool(campaign, "germany-flak-1-5") + 5
    assert "11.12.3" in rules_of(refusals(attrs.evolve(now, units=campaign.units), "germany heavy-flak"))
    next_year = attrs.evolve(now, units=campaign.units, progress=at_build("1942-1-spring").progress)
    assert not refusals(next_year, "germany heavy-flak")


def test_11_12_3_germany_alone_buys_levels_from_1943() -> None:
    assert rules_of(refusals(at_build("1942-3-fall"), "germany heavy-flak bought=yes")) == ["11.12.3"]
    campaign = at_build("1943-1-spring", facts={"german-heavy-flak": 2})
    now = after(campaign, "germany heavy-flak bought=yes")
    assert (now.powers["germany"].narfs, now.facts["german-heavy-flak"]) == (75, 3)
    assert "11.12.3" in rules_of(refusals(campaign, "britain heavy-flak bought=yes"))
    assert "11.12.3" in rules_of(refusals(campaign, "us heavy-flak"))
    top = at_build("1943-1-spring", facts={"german-heavy-flak": 5})
    assert "11.12.3" in rules_of(refusals(top, "germany heavy-flak bought=yes"))


# ---------------------------------------------------------------- conversions


@pytest.mark.example("5.1.3.4", "a Fleet that gives up its escorts: space 5")
@pytest.mark.rule("tw-5.1.3.4", "tw-7.10-wait")
def test_5_1_3_4_after_an_ambush_a_fleet_gives_its_escorts_for_an_asw_of_the_next_segment() -> None:
    quiet = scene("1941-1-spring", "allied.build.fleet-to-asw")
    assert rules_of(refusals(quiet, "britain fleet-to-asw britain-fleet-1")) == ["5.1.3.4"]
    campaign = attrs.evolve(quiet, facts={**quiet.facts, "convoy-hit": True})
    now = after(campaign, "britain fleet-to-asw britain-fleet-1")
    # Ruling 56: on space 5 of the first yard at home, and no yard works on it this turn (7.10).
    assert now.units["britain-fleet-1"].depleted and now.units["britain-fleet-1"].damage == 4
    ((where, slip),) = now.slips.items()
    assert (slip.unit, slip.space, slip.yard) == ("britain-fleet-1", 5, "glasgow")
    building = attrs.evolve(now, progress=attrs.evolve(now.progress, step="allied.build.units"))
    assert "7.10" in rules_of(refusals(building, f"britain work {where}"))
    assert rules_of(refusals(building, "britain dock britain-fleet-1 southampton")) == ["15.1.3.2"], "it lies in a yard"
    (other,) = after(campaign, "britain fleet-to-asw britain-fleet-1 yard=southampton").slips.values()
    assert (other.yard, other.space) == ("southampton", 5)
    assert "5.1.3.4, 7.10" in rules_of(refusals(campaign, "britain fleet-to-asw britain-fleet-1 yard=kiel"))
    busy = {
        f"{yard}-{nth}": Slip(yard=yard, power="britain", kind="fleet")
        for yard in shipyards.own(campaign, "britain")
        for nth in range(1, shipyards.capacity(campaign, yard) + 1)
    }
    full = attrs.evolve(campaign, slips=busy)
    assert rules_of(refusals(full, "britain fleet-to-asw britain-fleet-1")) == ["5.1.3.4, 7.10"]
    assert now.additions["britain-1941-fall-asw"].count == 1
    assert pool(now, "britain-asw") == pool(campaign, "britain-asw"), "it comes only next Fall"
    assert rules_of(refusals(now, "britain fleet-to-asw britain-fleet-2")) == ["5.1.3.4"], "one a turn"
    assert rules_of(refusals(campaign, "germany fleet-to-asw germany-fleet-1")) == ["5.1.3.4"]
    assert rules_of(refusals(campaign, "britain fleet-to-asw britain-cv-1")) == ["5.1.3.4"]
    # In Fall it joins those that come next Spring anyway.
    fall = attrs.evolve(scene("1941-3-fall", "allied.build.fleet-to-asw"), facts=campaign.facts)
    coming = fall.additions["britain-1942-spring-asw"].count
    found = after(fall, "britain fleet-to-asw britain-fleet-1")
    assert found.additions["britain-1942-spring-asw"].count == coming + 1


@pytest.mark.rule("tw-5.3.2")
def test_5_3_2_in_a_turn_with_a_firestorm_one_fighter_becomes_int() -> None:
    quiet = scene("1943-3-fall", "axis.build.fighter-to-interceptor")
    assert rules_of(refusals(quiet, "germany fighter-to-interceptor germany-ftr-1")) == ["5.3.2"]
    campaign = attrs.evolve(quiet, facts={**quiet.facts, "firestorm-this-turn": True})
    now = after(campaign, "germany fighter-to-interceptor germany-ftr-1")
    assert "germany-ftr-1" not in now.units and now.pools == campaign.pools
    assert (now.powers["germany"].narfs, count(now, "germany", "int")) == (93, 1)
    assert rules_of(refusals(now, "germany fighter-to-interceptor germany-ftr-2")) == ["5.3.2"]
    away = attrs.evolve(campaign.units["germany-ftr-1"], place="brest")
    abroad = attrs.evolve(campaign, units={**campaign.units, "germany-ftr-1": away})
    assert rules_of(refusals(abroad, "germany fighter-to-interceptor germany-ftr-1")) == ["5.3.2"]
    broke = attrs.evolve(campaign.powers["germany"], narfs=6)
    poor = attrs.evolve(campaign, powers={**campaign.powers, "germany": broke})
    assert rules_of(refusals(poor, "germany fighter-to-interceptor germany-ftr-1")) == ["5.3.2, 14.1.4"]


def test_conversions_are_offered_in_their_step_and_end_it() -> None:
    facts = {"convoy-hit": True, "firestorm-this-turn": True}
    game = Segment(scene("1943-3-fall", "axis.build.fighter-to-interceptor", facts=facts))
    game.give("germany fighter-to-interceptor germany-ftr-1")
    assert game.step != "axis.build.fighter-to-interceptor"
    while game.step != "allied.build.fleet-to-asw":
        game.give(f"{game.acting[0]} done")
    game.give("britain fleet-to-asw britain-fleet-3")
    assert game.campaign.additions["britain-1944-spring-asw"].count == 3
