"""Who is in supply, by the marks on units and places, and what it takes from them (12.0, 12.2.3, 12.6, rulings 404,
405, 511)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.dice import FixedDice
from engine.kernel.transaction import Transaction
from engine.thewar.turns.end_turn import EndTurn
from engine.thewar.world import forces, supply
from engine.thewar.world.state import Grace, SupplyMark, TheWar, Unit
from tests.thewar.world import effect, world

SUMMER, FALL = "1941-2-summer", "1941-3-fall"
UNITS = {
    "germany-inf-1": Unit(power="germany", kind="inf", strength="6-5"),
    "germany-tac-1": Unit(power="germany", kind="tac", strength="5-4", place="kiev"),
    "germany-fleet-1": Unit(power="germany", kind="fleet", strength="1-12-5", place="kiev"),
    "germany-mot-1": Unit(power="germany", kind="mot", strength="4-7", place="kiev"),
    "ussr-part-1": Unit(power="ussr", kind="partisan", strength="1-5", place="kiev"),
    "ussr-inf-1": Unit(power="ussr", kind="inf", strength="4-5"),
}
INF, TAC, FLEET, MOT, PART, REDS = UNITS


def mark(level: str = "out", **more: Any) -> SupplyMark:
    said: dict[str, Any] = {"side": "axis", "since": SUMMER, "half": "axis", "check": 1, "until": SUMMER}
    if level == "limited":
        said["until"] = ""
    return SupplyMark(level=level, **(said | more))


def marked(step: str = "axis.operations.rail", turn: str = SUMMER, **marks: SupplyMark) -> TheWar:
    """The units above; ``inf="out"`` and the like by ids with underscores, places among them."""
    named = {key.replace("_", "-"): value for key, value in marks.items()}
    found = world(turn, step)
    return attrs.evolve(
        found,
        units=UNITS,
        supply_marks={key: value for key, value in named.items() if key not in found.places},
        supply_places={key: value for key, value in named.items() if key in found.places},
    )


def told(campaign: TheWar, keys: tuple[str, ...], purpose: supply.Purpose) -> list[str]:
    return [str(refusal) for refusal in supply.supplied(campaign, keys, purpose)]


def test_12_0_nobody_who_is_not_named_is_cut_off() -> None:
    campaign = marked()
    assert all(supply.level(campaign, key).level == "full" for key in UNITS)
    for purpose in ("move", "repair", "upgrade", "build", "mission", "intercept"):
        assert told(campaign, tuple(UNITS), purpose) == []
    assert supply.fights(campaign, TAC, 1).rating.total == 1


def test_12_6_1_out_of_supply_ground_units_do_not_move_and_are_told_what_they_may() -> None:
    campaign = marked(germany_inf_1=mark())
    (said,) = told(campaign, (INF, TAC, REDS), "move")
    assert said.startswith("INF 6-5 is out of supply since Summer 1941: ground units do not move (12.6.1, 12.0, ruling")
    assert "It may attack next to it. 'in-supply' at a check takes the mark off" in said


def test_12_6_3_out_of_supply_aircraft_and_ships_change_base_and_do_nothing_else() -> None:
    campaign = marked(germany_tac_1=mark(), germany_fleet_1=mark())
    assert told(campaign, (TAC, FLEET), "move") == []
    air, naval = told(campaign, (TAC, FLEET), "mission")
    assert "it flies only to another base (12.6.3" in air
    assert "ships sail on no mission (12.6.3" in naval and "A change of base to a supplied one." in naval
    assert len(told(campaign, (TAC, FLEET), "intercept")) == 2


@pytest.mark.parametrize(
    ("level", "key", "rating", "worth", "depleted", "lost_out"),
    [
        ("limited", INF, 1, 1, True, False),
        ("limited", TAC, 1, 3, False, False),
        ("limited", TAC, 4, 4, False, False),
        ("limited", FLEET, 2, 2, False, False),
        ("out", INF, 1, 1, False, True),
        ("out", TAC, 1, 4, False, False),
        ("out", FLEET, 2, 4, False, True),
    ],
)
def test_12_2_3_what_a_unit_is_worth_in_a_battle(
    level: str, key: str, rating: int, worth: int, depleted: bool, lost_out: bool
) -> None:
    campaign = attrs.evolve(marked(), supply_marks={key: mark(level)})
    found = supply.fights(campaign, key, rating)
    assert (found.rating.total, found.as_depleted, found.out_of_supply) == (worth, depleted, lost_out)
    assert worth == rating or found.rating.lines[-1].label.endswith("since Summer 1941")


def test_12_2_3_on_a_limited_source_nothing_is_repaired_or_upgraded_and_ships_do_not_intercept() -> None:
    campaign = marked(germany_inf_1=mark("limited"), germany_fleet_1=mark("limited"))
    assert told(campaign, (INF,), "move") == told(campaign, (FLEET,), "mission") == []
    for purpose in ("repair", "upgrade"):
        (said,) = told(campaign, (INF,), purpose)
        assert "INF 6-5 is on a limited source since Summer 1941" in said and "12.2.3, 12.2.6, ruling 405" in said
    (said,) = told(campaign, (FLEET, TAC), "intercept")
    assert "Fleet 1-12-5 is on a limited source since Summer 1941: ships do not intercept" in said


def test_12_1_1_a_place_has_all_of_its_side_in_it_but_partisans_and_the_enemys() -> None:
    campaign = marked(kiev=mark())
    assert [key for key in UNITS if supply.level(campaign, key).level == "out"] == [TAC, FLEET, MOT]
    assert supply.level(campaign, MOT).why == "out of supply since Summer 1941, with all in Kiev"
    (said,) = [str(refusal) for refusal in supply.supplied_at(campaign, "kiev", "build")]
    assert said.startswith("Kiev is out of supply since Summer 1941: nothing is built there (15.2.3")
    assert list(supply.supplied_at(marked(kiev=mark("limited")), "kiev", "build")) == []


@pytest.mark.parametrize(
    ("place", "own", "level"),
    [("out", "limited", "out"), ("limited", "out", "out"), ("limited", "limited", "limited"), ("out", "out", "out")],
)
def test_12_0_no_unit_is_both_limited_and_out_and_who_is_cut_off_with_its_place_is_out(
    place: str, own: str, level: str
) -> None:
    campaign = marked(kiev=mark(place), germany_mot_1=mark(own))
    assert supply.level(campaign, MOT).level == level


def test_13_2_3_in_a_fortress_under_siege_nothing_is_repaired() -> None:
    campaign = attrs.evolve(marked(), sieges={"kiev": 2})
    (said,) = [str(refusal) for refusal in supply.supplied_at(campaign, "kiev", "repair")]
    assert "Kiev is under siege (Siege 2)" in said and "13.2.3" in said


def test_12_3_who_is_in_grace_is_in_supply_whatever_lies_on_his_place() -> None:
    campaign = attrs.evolve(marked(kiev=mark()), graces={MOT: Grace(kind="drops", since=SUMMER)})
    assert supply.level(campaign, MOT).level == "full" and supply.level(campaign, TAC).level == "out"


@pytest.mark.parametrize("side", ["axis", "allied"])
@pytest.mark.parametrize(
    ("turn", "step", "axis", "allied"),
    [
        (SUMMER, "planning.effort", True, True),
        (SUMMER, "axis.supply.check", True, True),
        (SUMMER, "allied.operations.supply", False, True),
        (SUMMER, "allied.supply.check", False, True),
        (SUMMER, "end.advance", False, False),
        (FALL, "planning.effort", False, False),
        (FALL, "axis.operations.supply", False, False),
    ],
)
def test_12_0_a_mark_never_outlives_its_date(side: str, turn: str, step: str, axis: bool, allied: bool) -> None:
    key = INF if side == "axis" else REDS
    campaign = attrs.evolve(marked(step, turn), supply_marks={key: mark(side=side)})
    there = axis if side == "axis" else allied
    assert (supply.level(campaign, key).level == "out") == there
    assert bool(told(campaign, (key,), "move")) == there


def test_12_0_at_the_end_of_a_turn_marks_whose_date_is_over_are_taken_off_and_limited_ones_stay() -> None:
    campaign = marked(
        "end.advance", germany_inf_1=mark(), germany_mot_1=mark(until=FALL), kiev=mark("limited"), gone_inf_1=mark()
    )
    ended = effect(campaign, EndTurn("germany"))
    assert list(ended.supply_marks) == [MOT] and list(ended.supply_places) == ["kiev"]


def test_12_0_a_unit_that_leaves_play_takes_its_mark_with_it() -> None:
    tx = Transaction(marked(germany_inf_1=mark()), FixedDice(()), SUMMER)
    forces.eliminate(tx, INF, "eliminated", "2.2", oos=True)
    assert tx.campaign.supply_marks == {} and tx.campaign.pools["germany-inf-6-5"].oos == 1
