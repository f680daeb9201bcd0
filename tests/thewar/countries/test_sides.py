"""Seats, sides, regions, the calendar, dice (1.1, 1.2, 2.1, 2.5, 3.3, 3.11)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel import play, reading
from engine.kernel.dice import FixedDice, KeyedDice, commitment
from engine.kernel.refusals import Refusal
from engine.kernel.sheets.ledger import falls_due
from engine.kernel.transaction import Transaction
from engine.thewar.countries import checks
from engine.thewar.economy import logistics
from engine.thewar.map import grid
from engine.thewar.ruleset import RULESET
from engine.thewar.world import calendar, regions, sides, wars
from engine.thewar.world.state import Addition, Place, TheWar, Unit
from tests.thewar.building.test_units import opening
from tests.thewar.values import wars_of
from tests.thewar.world import after, refusals, rules_of, world


def given(campaign: TheWar, text: str, seat: str) -> tuple[Refusal, ...]:
    """What stands against an order from a seat."""
    return play.judge(RULESET, campaign, reading.understand(RULESET, text, campaign), seat)


@pytest.mark.rule("tw-1.1")
def test_1_1_a_seat_commands_its_powers_and_is_told_whose_another_is() -> None:
    seats = {"germany": "axis", "italy": "axis", "france": "west", "britain": "west", "us": "west", "ussr": "east"}
    campaign = attrs.evolve(world(), seats=seats)
    assert sides.seat(campaign, "us") == "west"
    assert not given(campaign, "italy effort none", "axis")
    (refusal,) = given(campaign, "italy effort none", "west")
    assert refusal.rule == "1.1" and "'axis'" in refusal.reason


@pytest.mark.rule("tw-1.2-major")
def test_1_2_six_major_powers_all_others_are_minor() -> None:
    campaign = opening()
    assert {who for who in campaign.powers if sides.kind(campaign, who) == "major"} == set(wars.POWERS)
    assert {sides.kind(campaign, country) for country in campaign.countries} == {"minor"}
    with pytest.raises(LookupError):
        sides.kind(campaign, "atlantis")
    assert rules_of(refusals(world(), "surrender poland germany")) == ["14.6"]
    assert rules_of(refusals(world(), "conquer france germany")) == ["23.1"]


@pytest.mark.rule("tw-1.2-wa")
def test_1_2_the_us_is_one_of_the_western_allies_once_it_is_in_the_war() -> None:
    assert sides.western_allies(world()) == ("france", "britain")
    assert sides.western_allies(after(world("1941-4-winter"), "us enter")) == ("france", "britain", "us")
    assert sides.western_allies(after(world(), "surrender france germany")) == ("britain",)


@pytest.mark.rule("tw-1.2-phasing")
@pytest.mark.parametrize(
    ("step", "phasing", "other"),
    [
        ("axis.operations.efforts", "axis", "allied"),
        ("allied.build.units", "allied", "axis"),
        ("planning.effort", "", ""),
    ],
)
def test_1_2_the_phasing_side_is_that_of_the_half_turn(step: str, phasing: str, other: str) -> None:
    campaign = world(step=step)
    assert (sides.phasing(campaign), sides.non_phasing(campaign)) == (phasing, other)
    allowed = {power for power in campaign.powers if sides.must_be_phasing(campaign, power) is None}
    assert allowed == {power for power in campaign.powers if campaign.powers[power].side == phasing}
    assert sides.side(campaign, "spain") == "axis" and sides.side(campaign, "sweden") == ""


@pytest.mark.rule("tw-1.2-phasing")
def test_1_2_the_side_that_is_not_phasing_does_not_act() -> None:
    campaign = world("1941-3-fall", "axis.operations.efforts", germany={"effort": "rle", "efforts": 2})
    campaign = after(campaign, "germany declare ussr")
    assert not given(campaign, "germany markers 1", "solo")
    assert given(campaign, "ussr done", "solo")


@pytest.mark.rule("tw-2.5")
def test_2_5_four_seasons_a_year_and_no_other_turn() -> None:
    labels = [calendar.label(calendar.number("1939-3-fall") + nth) for nth in range(4)]
    assert labels == ["1939-3-fall", "1939-4-winter", "1940-1-spring", "1940-2-summer"]
    for wrong in ("1940-1-summer", "1940-5-spring", "1940", "940-1-spring", "1940-0-spring"):
        with pytest.raises(calendar.BadTurn):
            calendar.number(wrong)
    dated = attrs.evolve(world(), wars=wars_of({"germany+poland": "1939-3-autumn"}))
    assert [fault.at for fault in checks.faults(dated)] == ["wars.germany+poland"]
    late = Addition(power="germany", year=1941, season="monsoon", kind="inf", strength="6-5")
    assert [f.at for f in checks.faults(attrs.evolve(world(), additions={"x": late}))] == ["additions.x.season"]


@pytest.mark.rule("tw-1.2-dice")
def test_1_2_a_die_has_ten_sides_a_typed_0_is_10_and_every_roll_is_recorded() -> None:
    def rolled(dice: Any, count: int) -> list[int]:
        tx: Transaction[TheWar] = Transaction(world(), dice, "1939-3-fall", "germany")
        faces = [tx.roll("weather", rule="26.1.1") for _ in range(count)]
        assert [(roll.face, roll.sides, roll.rule) for roll in tx.rolls] == [(face, 10, "26.1.1") for face in faces]
        assert len({roll.key for roll in tx.rolls}) == count
        return faces

    assert rolled(FixedDice([0, 7, 1]), 3) == [10, 7, 1]
    with pytest.raises(ValueError, match="no face"):
        rolled(FixedDice([11]), 1)
    faces = rolled(KeyedDice(b"seed"), 200)
    assert set(faces) == set(range(1, 11)) and faces == rolled(KeyedDice(b"seed"), 200)
    assert len(commitment(b"seed")) == 64


@pytest.mark.rule("tw-3.3-order")
def test_3_3_efforts_are_bought_by_the_hand_not_by_the_base() -> None:
    campaign = world(britain={"narfs": 1}, us={"base": 500})
    assert logistics.buyers(campaign)[0] == "britain"
    assert logistics.buyers(campaign)[2] == "us"
    (refusal,) = given(campaign, "italy effort none", "solo")
    assert refusal.rule == "3.11" and "Britain comes before Italy" in refusal.reason
    assert not given(campaign, "britain effort none", "solo")


@pytest.mark.rule("tw-3.11")
def test_3_11_inside_an_alliance_italy_germany_france_britain_us_soviets() -> None:
    even = world()
    even = attrs.evolve(even, powers={key: attrs.evolve(power, narfs=40) for key, power in even.powers.items()})
    assert logistics.buyers(even) == wars.POWERS
    (refusal,) = given(even, "germany effort none", "solo")
    assert refusal.rule == "3.11"


@pytest.mark.rule("tw-3.11-split")
def test_3_11_the_axis_ends_its_turn_before_the_allies_begin_theirs() -> None:
    steps = RULESET.sequence.steps
    halves = [step.half for step in steps if step.half]
    assert halves == sorted(halves, key=["axis", "allied"].index) and set(halves) == {"axis", "allied"}
    for half in ("axis", "allied"):
        segments = dict.fromkeys(step.segment for step in steps if step.half == half)
        assert list(segments) == ["operations", "build", "stratmove", "supply", "end"]
    first = next(at for at, step in enumerate(steps) if step.half)
    assert {step.segment for step in steps[:first]} == {
        "income",
        "weather",
        "planning",
        "declarations",
        "strategic-warfare",
    }
    campaign = world(step="axis.build.units")
    assert given(campaign, "britain done", "solo") and not given(campaign, "germany done", "solo")


@pytest.mark.rule("tw-1.2-control")
def test_1_2_the_last_to_move_through_controls_partisans_only_where_they_stand() -> None:
    taken = after(world(), "capture warsaw germany")
    assert regions.controller(world(), "warsaw") == "poland"
    assert regions.controller(taken, "warsaw") == "germany"
    assert taken.places["warsaw"].taken == "1939-3-fall"
    band = Unit(power="britain", kind="partisan", strength="2-3", place="warsaw")
    held = attrs.evolve(taken, units={**taken.units, "britain-partisan-1": band})
    assert regions.controller(held, "warsaw") == "britain"
    gone = attrs.evolve(held, units={**taken.units, "britain-partisan-1": attrs.evolve(band, place="board")})
    assert regions.controller(gone, "warsaw") == "germany"
    assert rules_of(refusals(taken, "capture warsaw germany")) == ["1.2"]
    assert rules_of(refusals(world(), "capture atlantis germany")) == ["1.2"]


def test_1_2_every_place_on_the_map_lies_on_one_front() -> None:
    places = opening().places
    several = [key for key, place in places.items() if sum(bool(place.tags.get(name)) for name in regions.FRONTS) > 1]
    assert several == []
    off = {key for key, place in places.items() if not regions.front(place)}
    assert off == {key for key, place in places.items() if place.kind == "box"} | {"dakar", "cape-town"}
    fronts = {key: regions.front(places[key]) for key in ("paris", "budapest", "kiev", "rome", "sofia", "basra")}
    assert list(fronts.values()) == ["western", "western", "eastern", *["mediterranean"] * 3]


def test_1_2_the_natural_zones_cover_their_own_places_only() -> None:
    campaign = opening()
    found = {
        zone: {key for key, place in campaign.places.items() if zone in regions.zones(place)} for zone in regions.ZONES
    }
    countries = {zone: {campaign.places[key].country for key in keys} for zone, keys in found.items()}
    assert countries["north-africa"] == {"egypt", "libya"}
    assert countries["french-north-africa"] == {"tunisia"}
    assert countries["middle-east"] == {"iraq", "iran"}
    assert found["murmansk-run"] == {"murmansk-box", "narvik-box"}


@pytest.mark.rule("tw-1.2-atlanticport")
def test_1_2_the_us_lands_at_friendly_atlantic_ports_only() -> None:
    campaign = opening()
    assert regions.us_may_land(campaign, "cherbourg") is None
    assert regions.us_may_land(campaign, "scapa-flow") is None
    for place in ("marseilles", "naples", "gibraltar", "kiel"):
        refusal = regions.us_may_land(campaign, place)
        assert refusal is not None and "no Atlantic port" in refusal.reason
    taken = after(campaign, "capture brest germany")
    refusal = regions.us_may_land(taken, "brest")
    assert refusal is not None and "Germany holds it" in refusal.reason


@pytest.mark.rule("tw-1.2-onehex")
def test_1_2_a_one_hex_island_holds_one_ground_and_one_air_unit() -> None:
    def garrison(*groups: str) -> TheWar:
        units = {
            f"britain-x-{nth}": Unit(power="britain", kind=kind, strength=strength, place="malta")
            for nth, (kind, strength) in enumerate(group.split() for group in groups)
        }
        malta = Place(name="Malta", kind="port", holder="britain", tags={"one-hex-island": True})
        return attrs.evolve(world(), units=units, places={**world().places, "malta": malta})

    assert not regions.island_excess(garrison("inf 2-5", "ftr 3-3-2", "flak 1-3", "cdo 1-7", "art 5-4"), "malta")
    two = garrison("inf 2-5", "para 2-5", "ftr 3-3-2", "tac 1-5-4", "fleet 1-12-5")
    assert [refusal.reason for refusal in regions.island_excess(two, "malta")] == [
        "Malta holds 2 ground units",
        "Malta holds 2 air units",
    ]
    assert [duty.rule for duty in falls_due(RULESET, two)].count("1.2") == 2
    assert not regions.island_excess(garrison("inf 2-5", "inf 2-5"), "paris")


ADJACENT = [
    # Pairs that the rulebook calls or treats as adjacent, in its own numbers.
    ("2643", "2542"),
    ("1630", "1529"),
    ("1529", "1430"),
    ("3924", "3825"),
    ("3924", "3925"),
    ("3924", "4025"),
    ("3822", "3721"),
    ("1807", "1906"),
]


@pytest.mark.parametrize(("one", "other"), ADJACENT)
def test_hexes_that_the_rules_call_adjacent_are_one_apart(one: str, other: str) -> None:
    assert grid.distance(one, other) == grid.distance(other, one) == 1


def test_hexes_have_six_neighbours_and_distances_that_add_up() -> None:
    near = [f"{row:02}{column:02}" for row in range(18, 23) for column in range(18, 23)]
    assert sum(grid.distance("2020", other) == 1 for other in near) == 6
    assert sum(grid.distance("2020", other) == 2 for other in near) == 12
    assert grid.distance("2020", "2020") == 0
    assert grid.distance("0010", "4010") == 40
    for wrong in ("", "264", "26430", "5010", "2x43"):
        with pytest.raises(grid.BadHex):
            grid.place(wrong)
