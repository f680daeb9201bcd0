"""Units that move strategically are recorded where they are said to go, as far as that is where they stand (8.1.1,
8.3.1, 8.8, ruling 608)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.world.state import TheWar, Unit
from tests.thewar.endings.scenes import why_not
from tests.thewar.ground.test_ground_fight import stepped
from tests.thewar.sea.test_sea_fight import given
from tests.thewar.supply_lines import AIR, GROUND, NAVAL, standing
from tests.thewar.world import after, refusals

INF, TAC = (
    Unit(power="germany", kind=kind, strength=strength) for kind, strength in (("inf", "6-5"), ("tac", "5-4-3"))
)
MOVE = "germany stratmove ground group=inf-6-5"
HELD = {"warsaw": "germany", "brest": "germany"}


def two(step: str = GROUND, **places: str) -> TheWar:
    """German units of one kind and no others: ``x_1="berlin"``; '' for the board."""
    campaign = standing(step=step, side="axis", places=HELD)
    like = TAC if step == AIR else INF
    mine = {key.replace("_", "-"): attrs.evolve(like, place=place) for key, place in places.items()}
    others = {
        key: unit
        for key, unit in campaign.units.items()
        if (unit.power, unit.kind) not in {("germany", "inf"), ("germany", "tac")}
    }
    return attrs.evolve(campaign, units={**others, **mine})


def places(campaign: TheWar) -> list[str]:
    return [campaign.units[key].place for key in ("x-1", "x-2") if key in campaign.units]


def test_8_1_a_ground_unit_is_recorded_in_the_place_to_which_it_is_said_to_go() -> None:
    campaign = two(x_1="board")
    assert places(after(campaign, f"{MOVE} to=warsaw")) == ["warsaw"]
    assert places(after(campaign, MOVE)) == ["board"], "nobody has to say it"
    assert places(after(two(x_1="warsaw"), f"{MOVE} origin=warsaw")) == ["board"]
    # Nobody but who gives strategic movement now, and nobody goes into the enemy's hands.
    assert why_not(campaign, f"{MOVE} to=moscow") and places(campaign) == ["board"]
    wrong = attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, step="axis.operations.first-impulse"))
    assert why_not(wrong, f"{MOVE} to=warsaw")
    apart = attrs.evolve(campaign, seats={**dict.fromkeys(campaign.powers, "red"), "germany": "blue"})
    assert any(rule == "1.1" for rule, _ in why_not(apart, f"{MOVE} to=warsaw", seat="red"))


@pytest.mark.rule("tw-8.3.1")
def test_8_3_1_aircraft_are_recorded_at_their_new_base_whose_room_counts_them() -> None:
    campaign = two(AIR, x_1="board", x_2="board")
    line = "germany stratmove air group=tac-5-4-3 to=warsaw"
    one = after(campaign, line)
    assert sorted(places(one)) == ["board", "warsaw"]
    assert any("Warsaw" in refusal.reason for refusal in refusals(one, line)), "it bases one"


@pytest.mark.rule("tw-8.3.3")
def test_8_3_2_who_is_carried_goes_on_from_the_port_and_not_from_an_island() -> None:
    campaign = two(NAVAL, x_1="board")
    line = "germany stratmove sealift group=inf-6-5 to={}"
    assert places(after(campaign, line.format("brest"))) == ["board"]
    island = attrs.evolve(campaign.places["malta"], holder="germany")
    assert places(after(attrs.evolve(campaign, places={**campaign.places, "malta": island}), line.format("malta"))) == [
        "malta"
    ]


def test_8_0_of_like_units_those_go_that_are_recorded_where_the_move_begins() -> None:
    campaign = two(x_1="berlin", x_2="warsaw")
    assert places(after(campaign, f"{MOVE} origin=warsaw to=brest")) == ["berlin", "brest"]
    assert places(after(campaign, f"{MOVE} origin=berlin to=brest")) == ["brest", "warsaw"]
    assert places(after(two(x_1="berlin", x_2="board"), f"{MOVE} to=brest")) == ["berlin", "brest"]
    assert places(after(two(x_1="berlin", x_2="board"), f"{MOVE} origin=warsaw to=brest")) == ["berlin", "brest"]


@pytest.mark.rule("tw-9.2")
@pytest.mark.parametrize(
    ("where", "stands", "now"),
    [("1512", "warsaw", "board"), ("1520", "warsaw", "warsaw"), ("x", "warsaw", "warsaw"), ("1512", "board", "board")],
    ids=["far away", "next to it", "a name of the players", "nowhere"],
)
def test_9_2_who_fights_far_away_has_left_the_place_where_he_was_recorded(where: str, stands: str, now: str) -> None:
    campaign = two("operations.attacks", x_1=stands)
    soviet = Unit(power="ussr", kind="inf", strength="2-5")
    campaign = attrs.evolve(campaign, units={**campaign.units, "u-1": soviet})
    announced = after(campaign, f"germany attack {where} units=x-1 against=u-1")
    assert places(announced) == [stands], "an attack may be called off"
    fought = given(stepped(announced, "axis.operations.combat"), f"germany fight {where}", 1)
    assert places(fought) == [now]
