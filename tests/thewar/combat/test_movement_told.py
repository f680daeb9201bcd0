"""What moves cost beside the hexes, as far as the campaign knows it: landing from the sea, a hex of an Automatic
Victory, Reserves that are interdicted, rails that an effort's marker reaches (7.5, 9.1.3, 9.8, 9.9.5, 9.9.6)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.combat import mobility
from engine.thewar.world.state import BorderWar, TheWar, Unit
from tests.thewar.air.test_air_fight import Played
from tests.thewar.builds import after, at, refused
from tests.thewar.ground.test_ground_fight import asked, front, given, stepped
from tests.thewar.ground.test_overruns import AV, field
from tests.thewar.minors import at_war
from tests.thewar.sea.test_sea_cargo import convoy

FIRST, SECOND = "allied.operations.first-impulse", "allied.operations.second-impulse"


def told(campaign: TheWar, step: str, rule: str) -> list[str]:
    return [line for line in mobility.told_of_movement(stepped(campaign, step)) if line.endswith(f"({rule}).")]


@pytest.mark.rule("tw-7.5-mp")
def test_7_5_who_was_carried_pays_a_point_to_land_and_moves_on() -> None:
    start = convoy()
    printed = mobility.allowance(stepped(start, FIRST), "britain-inf-1").total
    sailed = after(start, "britain mission levant units=britain-fleet-1 cargo=britain-inf-1")
    there = stepped(sailed, FIRST)
    points = mobility.allowance(there, "britain-inf-1")
    assert points.total == printed - 1
    assert [(line.label, line.value, line.rule) for line in points.lines][-1] == ("landed from the sea", -1, "7.5")
    assert mobility.allowance(there, "britain-inf-2").total == 5
    [line] = told(sailed, FIRST, "7.5")
    assert line.startswith("1 MP to land from the sea, then they move and fight: INF")
    # Not in the Second Impulse, nor aircraft, nor in the enemy's turn.
    assert told(sailed, SECOND, "7.5") == [] == told(start, FIRST, "7.5")
    assert told(sailed, "axis.operations.first-impulse", "7.5") == []
    flown = after(start, "britain mission levant units=britain-fleet-1 cargo=britain-tac-1")
    assert told(flown, FIRST, "7.5") == []


@pytest.mark.parametrize(
    ("wars", "told_of"),
    [
        (("britain+germany", "britain+italy"), False),
        (("germany+poland",), True),
        (("germany+ussr",), True),
        (("finland+ussr",), True),
    ],
)
def test_26_1_3_2_mud_in_the_east_is_told_where_somebody_fights_there(wars: tuple[str, ...], told_of: bool) -> None:
    """In peace it lies there too, and nobody marches (ruling 78)."""
    peace = attrs.evolve(at("axis.operations.first-impulse", "1940-3-fall"), wars={})
    at_peace = attrs.evolve(peace, facts={**peace.facts, "eastern-weather": "light-mud"})
    told = [*mobility.told_of_movement(at_war(at_peace, *wars)), *mobility.told_of_flight(at_war(at_peace, *wars))]
    assert any(line.startswith("Eastern Front, light mud: ") for line in told) == told_of
    assert not any("Eastern Front" in line for line in mobility.told_of_movement(at_peace))


def test_16_5_mud_in_the_east_is_told_in_a_border_war() -> None:
    peace = attrs.evolve(at("allied.operations.first-impulse", "1940-3-fall"), wars={})
    fought = attrs.evolve(
        peace, border_wars={"bessarabia": BorderWar(country="romania", fights=True, since="1940-3-fall")}
    )
    assert any(line.startswith("Eastern Front, light mud: ") for line in mobility.told_of_movement(fought))


@pytest.mark.rule("tw-9.8-mp")
def test_9_8_a_hex_of_an_automatic_victory_costs_a_point_more_in_that_player_turn() -> None:
    step = "axis.operations.first-impulse"
    there = Played(field()).give(AV).give("ussr no-support smolensk").campaign
    said = "+1 MP for each unit that enters a hex of an Automatic Victory: Smolensk (9.8)."
    assert told(there, step, "9.8") == [said] == told(there, "axis.operations.second-impulse", "9.8")
    assert told(field(), step, "9.8") == [] == told(there, FIRST, "9.8")


@pytest.mark.rule("tw-9.9.5")
@pytest.mark.parametrize(
    ("kind", "strength", "power", "points"),
    [("arm", "6-8", "ussr", 5), ("mot", "4-7", "ussr", 4), ("mot", "4-7", "britain", 5)],
)
def test_9_9_5_how_far_reserves_move_and_what_interdiction_adds(
    kind: str, strength: str, power: str, points: int
) -> None:
    campaign = stepped(front(), "axis.operations.reserves")
    unit = Unit(power=power, kind=kind, strength=strength, reserve=True)
    campaign = attrs.evolve(campaign, units={f"{power}-{kind}-990": unit})
    first, second = mobility.told_of_reserves(campaign)
    assert first == f"{kind.upper()} {strength}: {points} MP as a Reserve (9.9.6)."
    assert second == "Each FTR, TAC or MDM that interdicts a Reserve adds 1 MP to the hex that it enters (9.9.5)."
    # The attackers' Reserves stay where they are, and without any nothing is said.
    assert list(mobility.told_of_reserves(stepped(campaign, "allied.operations.reserves"))) == []
    assert list(mobility.told_of_reserves(attrs.evolve(campaign, units={}))) == []


@pytest.mark.rule("tw-9.1.3")
def test_9_1_3_rails_start_where_a_marker_of_the_effort_reaches() -> None:
    rail = "axis.operations.rail"
    limited = at(rail, "1941-2-summer", germany={"effort": "lle", "efforts": 1})
    limited = at_war(limited, "germany+ussr")
    marked = after(stepped(limited, "axis.operations.efforts"), "germany markers 0 at=berlin")
    marked = stepped(marked, rail)
    assert refused(marked, "germany railmove 1 origin=berlin") == ""
    text = refused(marked, "germany railmove 1 origin=paris")
    assert "9.1.3" in text and "LLE marker" in text
    # Under an SLE anywhere; where nobody says it, the board knows.
    assert "9.1.3" not in refused(at(rail, "1941-2-summer"), "germany railmove 1 origin=konigsberg")
    assert refused(marked, "germany railmove 1") == ""
    assert "no rail starts at 'nowhere' (9.1.1)" in refused(marked, "germany railmove 1 origin=nowhere")
    assert "Moscow is in the hands of Soviet Union (9.1.1)" in refused(marked, "germany railmove 1 origin=moscow")


@pytest.mark.rule("tw-9.1.3")
def test_9_1_3_a_marker_of_which_nobody_said_where_it_lies_is_where_it_is_used_first() -> None:
    rail = "axis.operations.rail"
    limited = at(rail, "1941-2-summer", germany={"effort": "lle", "efforts": 1})
    first = after(limited, "germany railmove 1 origin=berlin")
    assert "9.1.3" in refused(first, "germany railmove 1 origin=paris")
    assert "9.1.3" not in refused(limited, "germany railmove 1 origin=paris")


@pytest.mark.rule("tw-9.2-adv")
def test_9_2_victors_advance_into_the_hex_at_no_cost_in_either_impulse() -> None:
    for attacks, combat in (("attacks", "combat"), ("second-combat", "second-combat")):
        line = "germany attack smolensk units=3-arm-8-8 against=2-inf-4-5 terrain=city"
        announced = after(stepped(front(), f"axis.operations.{attacks}"), line)
        won = given(stepped(announced, f"axis.operations.{combat}"), "germany fight smolensk", 1)
        points = [mobility.allowance(won, key).total for key in won.units if "germany-arm" in key]
        assert asked(won)[1] == ("germany occupy yes", "germany occupy no")
        there = given(won, "germany occupy yes")
        assert there.places["smolensk"].holder == "germany"
        assert [mobility.allowance(there, key).total for key in there.units if "germany-arm" in key] == points
        assert given(won, "germany occupy no").places["smolensk"].holder == "ussr"
