"""Modifiers of submarine warfare ocean by ocean, what they hang on, and the figures of each edition (24.62, 25.6 to
25.9)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.worldatwar.oceans import modifiers
from engine.worldatwar.world.state import WorldAtWar
from tests.worldatwar.game import Game, scenario, scene

EDITIONS = ("newest", "middle", "oldest")
FIGHT = "axis.combat.submarines"
HELD = dict.fromkeys(("brest", "lorient", "st-nazaire", "la-rochelle", "gibraltar", "colombo", "manila"), "")
HELD |= dict.fromkeys(("townsville", "noumea", "suva", "pearl-harbor", "hilo", "maui"), "")
EVEN: dict[str, Any] = {"germany": {"naval": 0}, "japan": {"naval": 0}}
# Whose submarines fight whose transports where.
CAMPAIGNS = (
    ("germany", "western", "atlantic"),
    ("germany", "western", "indian"),
    ("japan", "western", "indian"),
    ("japan", "western", "pacific"),
    ("us", "japan", "pacific"),
)


def at(name: str = "newest", *, held: dict[str, str] | None = None, **more: Any) -> WorldAtWar:
    """A world at war with nothing that modifies: no port of the lists is held, no nation is better than another."""
    more = {**EVEN, "wars": ("britain+germany", "britain+japan"), **more}
    return scene("1943-1-spring", FIGHT, name=name, held={**HELD, **(held or {})}, scenario_id="global-war", **more)


def lines(campaign: WorldAtWar, attacker: str, defender: str, box: str) -> dict[str, int]:
    """The modifiers that hold."""
    return {
        modifier.id: modifier.value
        for modifier in modifiers.submarine_war(campaign, attacker, defender, box)
        if modifier.value
    }


def unsupplied(campaign: WorldAtWar, *ports: str) -> WorldAtWar:
    places = {
        key: attrs.evolve(place, supplied=place.supplied and key not in ports) for key, place in campaign.places.items()
    }
    return attrs.evolve(campaign, places=places)


@pytest.mark.rule("awaw-24.table-atl", "awaw-24.table-ind", "awaw-24.table-pac")
@pytest.mark.parametrize("campaign", CAMPAIGNS)
@pytest.mark.parametrize("name", EDITIONS)
def test_24_622_where_nothing_holds_the_net_is_0_and_every_modifier_tells_why(
    campaign: tuple[str, str, str], name: str
) -> None:
    assert lines(at(name), *campaign) == {}
    assert all(modifier.rule and modifier.label for modifier in modifiers.submarine_war(at(name), *campaign))


# ---------------------------------------------------------------- general


@pytest.mark.rule("awaw-25.621", "awaw-24.622")
@pytest.mark.parametrize(
    ("figures", "expected"),
    [
        ({"germany": 1, "britain": 0}, 1),
        ({"germany": 1, "britain": 2}, -1),
        ({"germany": 2, "britain": 2, "japan": 5, "italy": 7}, 0),
    ],
)
def test_25_621_the_two_nationality_drms_are_compared(figures: dict[str, int], expected: int) -> None:
    more: dict[str, Any] = {power: {"naval": value} for power, value in figures.items()}
    campaign = at("newest", held=None, **more)
    assert lines(campaign, "germany", "western", "atlantic").get("nationality", 0) == expected


@pytest.mark.rule("awaw-25.621")
def test_25_621_american_submarines_are_compared_with_japan() -> None:
    campaign = at(us={"naval": 0}, japan={"naval": 1})
    assert lines(campaign, "us", "japan", "pacific") == {"nationality": -1}
    assert lines(campaign, "japan", "western", "pacific") == {"nationality": 1}


@pytest.mark.rule("awaw-25.631")
@pytest.mark.parametrize("box", ["atlantic", "indian"])
def test_25_631_germany_and_japan_begin_with_an_advantage_of_1(box: str) -> None:
    opening = scene("1939-3-fall", FIGHT, held=HELD, scenario_id="global-war")
    assert lines(opening, "germany", "western", box) == {"nationality": 1}
    assert lines(opening, "japan", "western", "indian") == {"nationality": 1}
    assert lines(opening, "us", "japan", "pacific") == {"nationality": -1}


@pytest.mark.rule("awaw-25.632")
def test_25_632_japan_begins_with_a_torpedo_result_that_costs_it_nothing() -> None:
    opening = scenario("global-war")
    assert opening.research["japan-torpedo"] == 1
    holding = {
        modifier.id: modifier.value
        for modifier in modifiers.submarine_war(opening, "japan", "western", "indian")
        if modifier.value
    }
    assert holding == {"nationality": 1, "torpedoes": 1}


@pytest.mark.rule("awaw-25.622")
@pytest.mark.parametrize(
    ("attacker", "defender", "box", "ours", "theirs"),
    [("germany", "western", "atlantic", "axis", "western"), ("us", "japan", "pacific", "western", "japan")],
)
def test_25_622_the_attackers_torpedoes_and_the_defenders_asw_count_alone(
    attacker: str, defender: str, box: str, ours: str, theirs: str
) -> None:
    research = {f"{ours}-torpedo": 2, f"{ours}-asw": 5, f"{theirs}-asw": 3, f"{theirs}-torpedo": 7}
    assert lines(at(research=research), attacker, defender, box) == {"torpedoes": 2, "asw-research": -3}


@pytest.mark.rule("awaw-25.622")
def test_25_622_an_asw_result_of_8_or_more_comes_in_over_two_turns() -> None:
    # The submarines have nothing to attack and the pool nothing to build, so that turns pass by themselves.
    game = Game(at(groups={"germany submarine atlantic": 1}))

    def asw() -> int:
        return lines(game.campaign, "germany", "western", "atlantic").get("asw-research", 0)

    game.until("start.research")
    game.give("britain result asw")
    assert asw() == -1
    game.until("axis.redeployment.boxes")
    game.until("start.research")
    assert asw() == -1
    game.give("britain result asw count=2")
    assert asw() == -2
    game.until("axis.redeployment.boxes")
    assert asw() == -2
    game.until("start.research")
    assert asw() == -3
    game.give("us result asw count=2")
    assert asw() == -4
    game.give("us result asw count=-2")
    assert asw() == -3


@pytest.mark.rule("awaw-25.623")
def test_25_623_air_range_is_compared() -> None:
    research = {"axis-air-range": 1, "western-air-range": 3, "japan-air-range": 4}
    assert lines(at(research=research), "germany", "western", "atlantic") == {"air-range": -2}
    assert lines(at(research=research), "japan", "western", "pacific") == {"air-range": 1}
    assert lines(at(research=research), "us", "japan", "pacific") == {"air-range": -1}


# ---------------------------------------------------------------- CVEs


@pytest.mark.rule("awaw-25.64", "awaw-25.362", "awaw-25.722", "awaw-24.table-atl")
@pytest.mark.parametrize(
    ("cves", "value"),
    [(0, 0), (5, 0), (6, -1), (11, -1), (12, -2), (17, -2), (18, -3), (23, -3), (24, -4), (30, -4), (99, -4)],
)
def test_25_64A_cves_of_the_atlantic(cves: int, value: int) -> None:
    campaign = at(groups={"western cve atlantic": cves, "western cve pacific": 30, "western cve us-atlantic": 30})
    assert lines(campaign, "germany", "western", "atlantic").get("cves", 0) == value


@pytest.mark.rule("awaw-25.64", "awaw-24.table-ind", "awaw-24.table-pac")
@pytest.mark.parametrize(
    ("cves", "value"),
    [(0, 0), (2, 0), (3, -1), (5, -1), (6, -2), (8, -2), (9, -3), (11, -3), (12, -4), (15, -4), (99, -4)],
)
@pytest.mark.parametrize("campaign", CAMPAIGNS[1:])
def test_25_64B_cves_of_the_indian_ocean_and_the_pacific(campaign: tuple[str, str, str], cves: int, value: int) -> None:
    attacker, defender, box = campaign
    world = at(groups={f"{defender} cve {box}": cves, f"{defender} cve atlantic": 30})
    assert lines(world, attacker, defender, box).get("cves", 0) == value


@pytest.mark.rule("awaw-25.362", "awaw-25.641")
def test_25_362_only_uninverted_cves_of_the_defender_count_and_no_other_carriers() -> None:
    units = {"western cve atlantic": 5, "western cve atlantic 4": 7, "japan cve atlantic": 30}
    units |= {"western carrier atlantic": 30, "britain fast-carrier atlantic": 30, "western asw atlantic": 30}
    assert lines(at(groups=units), "germany", "western", "atlantic") == {}


# ---------------------------------------------------------------- ports


@pytest.mark.rule("awaw-25.723", "awaw-25.65", "awaw-24.table-atl")
@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("port", ["brest", "lorient", "st-nazaire", "la-rochelle"])
def test_25_723_one_supplied_biscay_port_gives_2_and_all_of_them_no_more(port: str, name: str) -> None:
    single = at(name, held={port: "germany"})
    every = at(name, held=dict.fromkeys(("brest", "lorient", "st-nazaire", "la-rochelle"), "italy"))
    for campaign in (single, every):
        assert lines(campaign, "germany", "western", "atlantic") == {"biscay": 2}
    assert lines(unsupplied(single, port), "germany", "western", "atlantic") == {}
    assert lines(at(name, held={port: "britain"}), "germany", "western", "atlantic") == {}
    assert lines(single, "germany", "western", "indian") == {}


@pytest.mark.rule("awaw-25.723", "awaw-25.65", "awaw-24.table-atl")
@pytest.mark.parametrize("port", ["la-coruna", "vigo", "lisbon", "cadiz", "gibraltar"])
def test_25_723_newest_an_iberian_port_or_gibraltar_gives_1(port: str) -> None:
    campaign = at(held={port: "germany"})
    assert lines(campaign, "germany", "western", "atlantic") == {"iberia": 1}
    assert lines(unsupplied(campaign, port), "germany", "western", "atlantic") == {}
    both = at(held={"lisbon": "germany", "gibraltar": "germany", "vigo": "italy"})
    assert sum(lines(both, "germany", "western", "atlantic").values()) == 1


@pytest.mark.rule("awaw-25.723", "awaw-24.table-atl")
@pytest.mark.parametrize("name", ["middle", "oldest"])
def test_25_723_older_gibraltar_counts_beside_the_iberian_ports(name: str) -> None:
    for port in ("la-coruna", "vigo", "lisbon", "cadiz", "gibraltar"):
        assert sum(lines(at(name, held={port: "germany"}), "germany", "western", "atlantic").values()) == 1
    both = at(name, held={"lisbon": "germany", "gibraltar": "germany", "vigo": "italy"})
    assert lines(both, "germany", "western", "atlantic") == {"iberia": 1, "gibraltar": 1}


@pytest.mark.rule("awaw-25.811", "awaw-25.65", "awaw-24.table-ind")
def test_25_811_colombo_gives_japan_1_in_the_indian_ocean_alone() -> None:
    campaign = at(held={"colombo": "japan"})
    assert lines(campaign, "japan", "western", "indian") == {"colombo": 1}
    assert lines(unsupplied(campaign, "colombo"), "japan", "western", "indian") == {}
    for attacker, box in (("germany", "indian"), ("japan", "pacific")):
        assert lines(campaign, attacker, "western", box) == {}
    assert lines(at(held={"colombo": "italy"}), "japan", "western", "indian") == {}


@pytest.mark.rule("awaw-25.92", "awaw-25.65", "awaw-24.table-pac")
@pytest.mark.parametrize("port", ["townsville", "noumea", "suva", "pearl-harbor", "hilo", "maui"])
def test_25_92A_a_port_of_the_south_pacific_or_hawaii_gives_japan_1(port: str) -> None:
    campaign = at(held={port: "japan"})
    assert lines(campaign, "japan", "western", "pacific") == {"south-pacific": 1}
    assert lines(unsupplied(campaign, port), "japan", "western", "pacific") == {}
    assert lines(campaign, "us", "japan", "pacific") == {}
    assert lines(campaign, "japan", "western", "indian") == {}
    several = at(held=dict.fromkeys(("townsville", "noumea", "suva", "pearl-harbor"), "japan"))
    assert lines(several, "japan", "western", "pacific") == {"south-pacific": 1}


@pytest.mark.rule("awaw-25.92", "awaw-24.table-pac")
@pytest.mark.parametrize("holder", ["us", "britain"])
def test_25_92B_manila_gives_the_us_2_and_japan_nothing(holder: str) -> None:
    campaign = at(held={"manila": holder})
    assert lines(campaign, "us", "japan", "pacific") == {"manila": 2}
    assert lines(campaign, "japan", "western", "pacific") == {}
    assert lines(at(held={"manila": "japan"}), "us", "japan", "pacific") == {}
    assert lines(at(held={"manila": "japan"}), "japan", "western", "pacific") == {}


# ---------------------------------------------------------------- war with the U.S., Ireland


@pytest.mark.rule("awaw-25.725", "awaw-24.table-atl")
@pytest.mark.parametrize(("result", "value"), [(0, 0), (6, 0), (7, 1), (9, 1)])
def test_25_725_a_result_of_7_for_ireland_gives_1(result: int, value: int) -> None:
    campaign = at(facts={"ireland": result})
    assert lines(campaign, "germany", "western", "atlantic").get("ireland", 0) == value
    assert lines(campaign, "germany", "western", "indian") == {}


def _happy(game: Game) -> int:
    holding = lines(game.campaign, "germany", "western", "atlantic")
    return holding.get("us-war", 0) + holding.get("happy-time", 0)


def _phases(game: Game, count: int) -> list[int]:
    """What war with the U.S. is worth in the next Axis combat phases."""
    bonuses = []
    for _ in range(count):
        game.until("axis.combat.codebreaking")
        bonuses.append(_happy(game))
        game.until("axis.redeployment.boxes")
        game.until("start.research")
    return bonuses


def atlantic(step: str, name: str = "newest") -> Game:
    """Submarines that have nothing to attack yet, and transports of the Allies to order about."""
    units = {"germany submarine atlantic": 1, "western asw atlantic": 1}
    return Game(attrs.evolve(at(name, groups=units), progress=attrs.evolve(at().progress, step=step)))


@pytest.mark.rule("awaw-25.66", "awaw-25.724", "awaw-24.table-atl")
@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("step", ["axis.combat.codebreaking", "start.research"])
def test_25_66_the_first_axis_combat_phase_gives_2_more_the_second_1(step: str, name: str) -> None:
    game = atlantic(step, name)
    assert _happy(game) == 0
    game.give("us war germany")
    assert _phases(game, 5) == [3, 2, 1, 1, 1]
    assert lines(game.campaign, "germany", "western", "indian") == {}


@pytest.mark.rule("awaw-25.66")
@pytest.mark.parametrize("step", ["axis.redeployment.boxes", "allied.movement.boxes", "allied.redeployment.boxes"])
def test_25_66_war_after_the_combat_phase_counts_from_the_next_axis_one(step: str) -> None:
    game = atlantic(step)
    game.give("germany war us")
    game.until("start.research")
    assert _phases(game, 4) == [3, 2, 1, 1]


@pytest.mark.rule("awaw-25.66")
@pytest.mark.parametrize(("name", "again"), [("newest", [3, 2, 1]), ("middle", [1, 1, 1]), ("oldest", [1, 1, 1])])
def test_25_66_after_a_second_entry_the_older_editions_know_no_happy_time(name: str, again: list[int]) -> None:
    game = atlantic("start.research", name)
    game.give("us war germany")
    assert _phases(game, 3) == [3, 2, 1]
    game.give("us war germany ends=yes")
    assert _phases(game, 1) == [0]
    game.give("us war germany")
    assert _phases(game, 3) == again


# ---------------------------------------------------------------- together


@pytest.mark.rule("awaw-24.622", "awaw-25.61", "awaw-24.table-atl")
@pytest.mark.parametrize(("name", "total"), [("newest", 2), ("middle", 3)])
def test_24_622_the_net_is_the_sum_of_what_holds(name: str, total: int) -> None:
    campaign = at(
        name,
        held={"brest": "germany", "lisbon": "germany", "gibraltar": "germany"},
        groups={"western cve atlantic": 13},
        research={"axis-torpedo": 1, "western-asw": 2, "western-air-range": 1},
        facts={"ireland": 8},
        germany={"naval": 1},
        wars=("britain+germany", "germany+us"),
    )
    campaign = attrs.evolve(campaign, facts={**campaign.facts, modifiers.PHASES: 2})
    # Biscay +2, Iberia and Gibraltar +1 (+1 each in the middle edition), CVEs -2, torpedoes +1, ASW -2, range -1,
    # Ireland +1, nationality +1, war +1.
    net = modifiers.net(campaign, "germany", "western", "atlantic")
    assert net.total == total
    assert all(line.value and line.rule for line in net.lines)
