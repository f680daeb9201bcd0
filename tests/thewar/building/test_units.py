"""Units: what counters print, what kinds can do, cards (1.2, 2.2 to 2.7)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.thewar.building import cards
from engine.thewar.ruleset import RULESET
from engine.thewar.world import counters, traits
from engine.thewar.world.counters import BadStrength, Factors
from engine.thewar.world.state import Built, Pool, TheWar, Unit
from saves import scenarios
from tests.thewar.building.test_force_data import BOARD, LATER, UNBUILT, counted
from tests.thewar.world import after, refusals, world


def unit(text: str, power: str = "germany", **more: Any) -> Unit:
    """A unit from its group, such as 'inf 6-5'."""
    kind, _, strength = text.partition(" ")
    return Unit(power=power, kind=kind, strength=strength, **more)


def in_play(row: cards.Row) -> int:
    """The units of a card's line that are in play, whole or Depleted."""
    return row.board + row.depleted + sum(row.boxes.values())


def problems(**changes: Any) -> list[str]:
    """The paths of the faults of a campaign with some parts replaced."""
    return [fault.at for fault in RULESET.check(attrs.evolve(world(), **changes))]


def opening() -> TheWar:
    """The 1939 campaign."""
    found = scenarios.preview("1939-campaign")
    assert isinstance(found, TheWar)
    return found


@pytest.mark.rule("tw-1.2")
def test_1_2_a_unit_is_of_a_known_kind_and_stands_in_a_known_place() -> None:
    assert problems(units={"germany-inf-1": unit("inf 6-5", depleted=True, place="warsaw")}) == []
    assert problems(units={"germany-zeppelin-1": unit("zeppelin 1-1")}) == ["units.germany-zeppelin-1.kind"]
    assert problems(units={"germany-inf-1": unit("inf 6-5", place="moon")}) == ["units.germany-inf-1.place"]
    assert problems(pools={"germany-tank-8-8": Pool(power="germany", kind="tank", strength="8-8")}) == [
        "pools.germany-tank-8-8.kind"
    ]
    every = {name: traits.category(Unit(power="germany", kind=name)) for name in traits.kinds() if name != "flak"}
    assert set(every.values()) == {"ground", "air", "naval", "strategic"}


@pytest.mark.rule("tw-2.4")
@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("arm 8-8", Factors(8, 8)),
        ("inf 10-8", Factors(10, 8)),
        ("tac 1-5-4", Factors(1, 5, 4)),
        ("ftr 3-3-2", Factors(3, 3, 2)),
        ("mdm 1-7-6", Factors(1, 7, 6)),
        ("fleet 1-12-5", Factors(1, 12, 5)),
        ("cv", Factors(0, 12, 5)),
        ("uboat", Factors(1)),
        ("sac 4", Factors(4)),
    ],
)
def test_2_4_the_factors_of_a_counter(text: str, printed: Factors) -> None:
    assert counters.factors(unit(text)) == printed


@pytest.mark.rule("tw-2.4")
@pytest.mark.parametrize("text", ["inf 6", "inf 6-5-4", "arm", "tac 1-5", "fleet 12", "asw 1-2", "inf x-5"])
def test_2_4_a_strength_that_no_counter_of_its_kind_prints_is_a_fault(text: str) -> None:
    with pytest.raises(BadStrength):
        counters.factors(unit(text))
    assert problems(units={"germany-inf-1": unit(text)}) == ["units.germany-inf-1.strength"]


def test_2_6_long_range_fighters_fly_nine_hexes() -> None:
    assert counters.factors(unit("ftr", "us", tag="long-range")).move == 9


@pytest.mark.rule("tw-1.2-rating")
@pytest.mark.parametrize(
    ("found", "rating"),
    [
        (unit("inf 6-5"), 1),
        (unit("inf 6-5", depleted=True), 3),
        (unit("inf 2-5", tag="volkssturm"), 3),
        (unit("tac 1-5-4", depleted=True), 4),
        (unit("mot 6-7", "britain"), 2),
        (unit("mot 6-7", "britain", depleted=True), 4),
        (unit("fleet 1-12-5", "britain"), 1),
        (unit("inf 4-5", "poland"), 3),
        (unit("partisan 2-3", "ussr"), 4),
        (unit("uboat"), 0),
    ],
)
def test_1_2_the_rating_of_a_unit_follows_its_force_and_its_state(found: Unit, rating: int) -> None:
    campaign = world(britain={"army": 2, "navy": 1}, germany={"army": 1, "air": 1})
    assert counters.rating(campaign, found).value == rating
    upgraded = world(britain={"army": 1}, germany={"army": 1, "air": 1})
    assert counters.rating(upgraded, unit("mot 6-7", "britain")).value == 1


@pytest.mark.rule("tw-2.6-nac")
def test_2_6_every_nac_is_fourth_rate_in_air_combat_only() -> None:
    campaign = world(britain={"air": 1})
    assert counters.rating(campaign, unit("nac 1-3-2", "britain"), air_combat=True).value == 4
    assert counters.rating(campaign, unit("nac 1-3-2", "britain")).value == 1
    assert counters.rating(campaign, unit("ftr 3-3-2", "britain"), air_combat=True).value == 1


@pytest.mark.rule("tw-2.6-arm")
def test_2_6_armor_has_two_impulses_a_zoc_and_may_be_a_reserve() -> None:
    armor = unit("arm 2-8")
    assert traits.may_exploit(armor) is None
    assert traits.zoc(armor) and traits.zoc(armor, desert=True)
    assert traits.may_reserve(world(), armor) is None
    assert not traits.zoc(attrs.evolve(armor, depleted=True))
    siberian = unit("arm 8-8", "ussr", tag="siberian")
    assert traits.attack(siberian, siberian_winter=True).total == 16
    assert traits.attack(siberian).total == 8
    assert traits.attack(unit("arm 8-8", "ussr"), siberian_winter=True).total == 8
    refused = traits.may_reserve(world(), unit("arm 2-8", "poland"))
    assert refused is not None and refused.rule == "9.9.6"


@pytest.mark.rule("tw-2.6-art")
def test_2_6_artillery_dies_stacks_freely_and_breaks_fortresses() -> None:
    guns = unit("art 5-4")
    assert (traits.depletes(guns), traits.after_depletion(guns)) == (False, "eliminated")
    assert not traits.stacks(guns)
    assert [traits.attack(guns, against=what).total for what in ("fortress", "fortification", "")] == [15, 10, 5]
    assert traits.attack(unit("inf 6-5"), against="fortress").total == 6
    assert traits.may_exploit(guns) is not None
    assert not traits.zoc(guns)
    assert problems(units={"france-art-1": unit("art 5-4", "france")}) == ["units.france-art-1.kind"]
    assert problems(units={"germany-art-1": guns}) == []


@pytest.mark.rule("tw-2.6-inf")
def test_2_6_infantry_costs_its_factors_and_a_cadre_and_is_weak_below_four() -> None:
    assert traits.price(unit("inf 6-5")).total == 7
    assert traits.price(unit("inf 4-5", "italy")).total == 9
    assert traits.price(unit("sta 3-3", "ussr")).total == 3
    assert traits.price(unit("mech 4-8", tag="90th-light")).total == 5
    assert traits.price(unit("fleet 1-12-5", "britain")).total == 36
    assert traits.zoc(unit("inf 4-5"))
    assert not traits.zoc(unit("inf 3-5")) and not traits.zoc(unit("inf 6-5"), desert=True)
    assert traits.after_depletion(unit("inf 4-5")) == "depleted"
    assert traits.after_depletion(unit("inf 3-5")) == "eliminated"
    assert traits.after_depletion(unit("inf 4-5", depleted=True)) == "eliminated"
    assert traits.attack(unit("inf 6-5", "ussr", tag="siberian"), siberian_winter=True).total == 12
    refused = traits.may_exploit(unit("inf 6-5"))
    assert refused is not None and refused.rule == "2.6"


@pytest.mark.rule("tw-2.6-mot")
@pytest.mark.parametrize(("rating", "points"), [(1, 6), (2, 5), (3, 4), (4, 1)])
def test_2_6_motorized_infantry_moves_as_a_reserve_by_its_rating(rating: int, points: int) -> None:
    truck = unit("mot 6-7", "britain")
    assert traits.reserve_move(truck, rating).total == points
    assert traits.reserve_move(unit("flak 1-7"), rating).total == points
    assert traits.second_move(truck, rating).total == 0
    refused = traits.may_exploit(truck)
    assert refused is not None and "First Impulse only" in refused.reason
    assert traits.reserve_move(unit("inf 6-5"), rating).total == 0
    assert traits.second_move(unit("cav 2-6"), 1).total == 5


def test_2_6_medium_bombers_shift_two_columns() -> None:
    assert traits.support(unit("mdm 1-7-6")).value == 2
    assert traits.support(unit("mdm 1-7-6", depleted=True)).value == 1
    assert traits.support(unit("tac 1-5-4")).value == 1
    assert traits.support(unit("ftr 3-3-2")).value == 0


def test_2_6_static_infantry_defends_only() -> None:
    static = unit("sta 3-3", "ussr")
    refused = traits.may_attack(static)
    assert refused is not None and refused.rule == "13.1"
    assert not traits.zoc(unit("sta 6-3", "ussr"))
    assert traits.may_attack(unit("inf 4-5", "ussr")) is None


def test_9_6_what_does_not_count_towards_stacking() -> None:
    free = [unit(text) for text in ("flak 1-3", "flak 1-7", "art 5-4", "cdo 1-7", "para 2-5")]
    free += [unit("mech 4-8", tag="90th-light"), unit("para 2-5", tag="hermann-goering"), unit("nkvd 2-5", "ussr")]
    assert not any(traits.stacks(one) for one in free)
    assert all(traits.stacks(unit(text)) for text in ("inf 6-5", "mech 4-8", "sta 2-3", "partisan 2-3"))


@pytest.mark.rule("tw-2.6-motflak")
def test_2_6_motflak_is_converted_from_winter_1940_one_a_turn_three_a_game() -> None:
    def with_flak(turn: str, made: int, lost: int = 0) -> TheWar:
        units = {"germany-flak-1": unit("flak 1-3")}
        units |= {f"germany-flak-{nth + 2}": unit("flak 1-7") for nth in range(made)}
        pool = Pool(power="germany", kind="flak", strength="1-7", count=lost)
        return attrs.evolve(world(turn), units=units, pools={"germany-flak-1-7": pool})

    def against(campaign: TheWar) -> list[str]:
        return [refusal.reason for refusal in refusals(campaign, "germany upgrade flak-1-3")]

    assert not against(with_flak("1940-4-winter", 0))
    assert not against(with_flak("1941-1-spring", 2))
    assert against(with_flak("1940-3-fall", 0)) == ["it begins in Winter 1940"]
    once = attrs.evolve(
        with_flak("1941-1-spring", 1),
        built={"germany-upgrade-flak-1-3": Built(power="germany", what="upgrade-flak-1-3", count=1)},
    )
    assert against(once) == ["2 Flak 1-3 this turn"]
    assert len(against(with_flak("1941-1-spring", 3))) == 1
    assert len(against(with_flak("1941-1-spring", 2, lost=1))) == 1
    assert against(world("1941-1-spring")) == ["Germany has not 1 whole Flak 1-3 in play"]
    assert (
        with_flak("1940-4-winter", 0).powers["germany"].narfs
        - after(with_flak("1940-4-winter", 0), "germany upgrade flak-1-3").powers["germany"].narfs
        == 2
    )
    assert traits.key(unit("flak 1-7")) == "motflak" and traits.key(unit("flak 1-3")) == "flak"


def test_2_6_a_task_force_is_two_or_three_naval_units_with_a_british_fleet() -> None:
    fleet, carrier = unit("fleet 1-12-5", "britain"), unit("cv", "britain")
    american = unit("fleet 1-12-5", "us")
    assert not list(counters.task_force([fleet, carrier]))
    assert not list(counters.task_force([fleet, american, american]))
    for wrong in ([fleet], [fleet] * 4, [american, american], [fleet, unit("fleet 1-12-5", "france")]):
        assert len(list(counters.task_force(wrong))) == 1
    assert len(list(counters.task_force([fleet, unit("tac 1-5-4", "britain")]))) == 1
    assert len(list(counters.task_force([carrier, carrier]))) == 1


@pytest.mark.rule("tw-2.2")
def test_2_2_a_card_shows_each_group_in_its_boxes() -> None:
    campaign = after(after(world(), "losses ger -1 arm-8-8 oos"), "losses ger +1 inf-6-5")
    units = {**campaign.units, "germany-uboat-1": unit("uboat", place="berlin")}
    rows = {row.group: row for row in cards.card(attrs.evolve(campaign, units=units), "germany")}
    infantry = rows["inf-6-5"]
    assert (infantry.board, infantry.depleted, infantry.pool, infantry.oos) == (3, 1, 3, 0)
    assert in_play(infantry) == 4
    assert (in_play(rows["arm-8-8"]), rows["arm-8-8"].oos) == (0, 1)
    assert rows["uboat"].boxes == {"berlin": 1}
    assert {row.group for row in cards.card(campaign, "poland")} == {"inf-4-5"}


@pytest.mark.rule("tw-2.2")
def test_2_2_a_group_that_stands_in_two_boxes_at_once_is_a_fault() -> None:
    pool = world().pools["germany-inf-6-5"]
    assert problems(pools={"germany-inf-6-5": pool, "germany-inf": pool}) == ["pools.germany-inf"]
    assert problems(pools={"germany-inf-6-5": pool, "germany-inf-6-5-ss": attrs.evolve(pool, tag="ss")}) == []


@pytest.mark.rule("tw-2.7")
@pytest.mark.parametrize("power", BOARD)
def test_2_7_the_set_up_list_of_a_power_is_what_its_card_has_in_play_at_the_start(power: str) -> None:
    rows = cards.card(opening(), power)
    assert {row.group: in_play(row) for row in rows if in_play(row)} == counted(BOARD[power])


@pytest.mark.rule("tw-2.7")
def test_2_7_a_card_at_the_start_shows_the_pool_and_what_joins_later() -> None:
    rows = {row.group: row for row in cards.card(opening(), "italy")}
    assert {group: row.pool for group, row in rows.items() if row.pool} == counted(UNBUILT["italy"])
    later = sum((counted(text) for when, text in LATER.items() if when.startswith("italy ")), start=counted("0 x"))
    assert {group: row.later for group, row in rows.items() if row.later} == +later
