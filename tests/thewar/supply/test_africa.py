"""How many units stand in North Africa by who holds Malta, until when, and the gate of Egypt (12.2.5, rulings 407, 408,
525, 526)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.sheets.ledger import Duties
from engine.thewar.map import board
from engine.thewar.ruleset import RULESET
from engine.thewar.turns.end_turn import EndTurn
from engine.thewar.world import caps
from engine.thewar.world.caps import Cap
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.builds import after, at, refused
from tests.thewar.countries.test_straits import held
from tests.thewar.minors import at_war, moved
from tests.thewar.world import effect

MOVE, GROUND, AIR = "axis.operations.first-impulse", "axis.stratmove.ground", "axis.stratmove.air"
STRENGTHS = {"inf": "4-5", "arm": "4-6", "tac": "1-5-4", "fleet": "1-12-5"}


def desert(step: str = MOVE, turn: str = "1941-1-spring", **stands: int) -> TheWar:
    """A campaign in war over Africa with ten of each kind of unit of Germany, Italy and Britain on the board, of which
    so many stand in Libya for the Axis, in Egypt for Britain (``germany_inf=1``)."""
    units = {
        f"{power}-{kind}-{700 + number}": Unit(power=power, kind=kind, strength=strength)
        for power in ("germany", "italy", "britain")
        for kind, strength in STRENGTHS.items()
        for number in range(10)
    }
    campaign = attrs.evolve(at(step, turn), units=units)
    campaign = at_war(campaign, "britain+germany", "britain+italy", "france+italy")
    for name, many in stands.items():
        power, kind = name.split("_")
        where = "egypt" if power == "britain" else "libya"
        line = f"{power} africa {where} units={many}-{power}-{kind}-{STRENGTHS[kind]}"
        campaign = after(campaign, line)
    return campaign


def at_step(campaign: TheWar, step: str) -> TheWar:
    return attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, step=step, done=()))


def told(campaign: TheWar) -> list[str]:
    sheet: Any = RULESET.sheet(Duties)
    return [duty.text for duty in sheet.due(campaign) if "North Africa" in duty.text]


# ---------------------------------------------------------------- how many


@pytest.mark.rule("tw-12.2.5")
@pytest.mark.parametrize(
    ("power", "malta", "factors", "aircraft"),
    [
        ("germany", "britain", 6, 2),
        ("germany", "italy", 12, 3),
        ("italy", "britain", 12, 2),
        ("italy", "germany", 24, 3),
        ("britain", "britain", 18, 2),
        ("britain", "germany", 24, 3),
    ],
)
def test_12_2_5_a_power_has_so_many_factors_and_aircraft_in_north_africa(
    power: str, malta: str, factors: int, aircraft: int
) -> None:
    start = held(desert(), malta=malta)
    where = "egypt" if power == "britain" else "libya"
    assert caps.cap(start, power) == Cap(factors, aircraft)
    foot, fits = "inf-4-5", factors // 4
    full = after(start, f"{power} africa {where} units={fits}-{power}-{foot}")
    text = refused(full, f"{power} africa {where} units=1-{power}-{foot}")
    name = start.powers[power].name
    whose = "Allies hold" if malta == "britain" else "Axis holds"
    said = f"{name} would have {4 * fits + 4} ground factors in North Africa, {factors} at most while the {whose} Malta"
    assert said in text and "(12.2.5, ruling 407)" in text and f"'{power} africa elsewhere units=...'" in text
    flown = after(full, f"{power} africa {where} units={aircraft}-{power}-tac-1-5-4")
    text = refused(flown, f"{power} africa {where} units=1-{power}-tac-1-5-4")
    assert f"{name} would have {aircraft + 1} air units in North Africa, {aircraft} at most" in text
    # Whoever leaves makes room.
    left = after(flown, f"{power} africa elsewhere units=1-{power}-{foot}")
    assert refused(left, f"{power} africa {where} units=1-{power}-{foot}") == ""


@pytest.mark.rule("tw-12.2.5")
@pytest.mark.parametrize(
    ("step", "line"),
    [
        (MOVE, "germany station tripoli units=germany-inf-705"),
        (MOVE, "germany station benghazi units=1-germany-arm-4-6"),
        (GROUND, "italy stratmove ground count=1 to=tripoli group=inf-4-5"),
    ],
)
def test_12_2_5_no_door_lets_in_more_than_the_cap(step: str, line: str) -> None:
    """One German INF of four factors stands there, and three Italian ones."""
    full = at_step(desert(germany_inf=1, italy_inf=3), step)
    over = "Italy would have 16 ground factors" if line.startswith("italy") else "Germany would have 8 ground factors"
    assert f"{over} in North Africa, " in refused(full, line)
    free = at_step(desert(), step)
    assert "12.2.5" not in refused(free, line)
    assert "12.2.5" not in refused(held(full, malta="italy"), line)
    assert "12.2.5" not in refused(full, line.replace("tripoli", "naples").replace("benghazi", "naples"))


@pytest.mark.rule("tw-12.2.5")
def test_12_2_5_twenty_five_axis_factors_into_libya_under_british_malta_are_refused() -> None:
    text = refused(desert(), "italy africa libya units=7-italy-inf-4-5")
    assert "Italy would have 28 ground factors in North Africa, 12 at most while the Allies hold Malta" in text
    over = refused(at_step(desert(), GROUND), "italy stratmove ground count=25 to=tripoli")
    assert "Italy would have 25 ground factors in North Africa, 12 at most" in over
    flight = refused(at_step(desert(), AIR), "germany stratmove air count=3 to=tripoli")
    assert "Germany would have 3 air units in North Africa, 2 at most" in flight
    assert "12.2.5" not in refused(at_step(desert(), AIR), "germany stratmove air count=2 to=tripoli")


@pytest.mark.rule("tw-12.2.5")
@pytest.mark.parametrize(
    ("power", "turn", "step", "limited"),
    [
        ("germany", "1942-3-fall", "allied.operations.first-impulse", True),
        ("germany", "1942-4-winter", "planning.effort", True),
        ("italy", "1942-4-winter", "axis.operations.supply", False),
        ("germany", "1942-4-winter", "end.advance", False),
        ("italy", "1943-1-spring", "planning.effort", False),
        ("britain", "1942-2-summer", "allied.operations.first-impulse", True),
        ("britain", "1942-3-fall", "planning.effort", False),
    ],
)
def test_12_2_5_the_caps_end_by_the_calendar(power: str, turn: str, step: str, limited: bool) -> None:
    assert (caps.cap(moved(desert(), turn, step), power) is not None) == limited


@pytest.mark.rule("tw-12.2.5")
def test_12_2_5_the_axis_caps_end_as_the_allies_take_a_place_in_french_north_africa() -> None:
    """France has fallen, Vichy holds Tunis; the British cap goes on to its own date."""
    vichy = held(desert("allied.operations.combat", "1941-3-fall"), tunis="vichy-france")
    war = attrs.evolve(vichy, facts={**vichy.facts, "attack-britain-tunisia": "1941-3-fall"})
    taken = after(war, "capture tunis britain")
    assert taken.facts[caps.INVADED] == "1941-3-fall"
    assert caps.cap(taken, "germany") is None is caps.cap(taken, "italy")
    assert caps.cap(taken, "britain") == Cap(18, 2)
    # By the Axis, or while it is French, nobody invades.
    french = held(war, tunis="italy")
    assert caps.INVADED not in after(war, "capture tobruk britain").facts
    assert caps.INVADED in after(french, "capture tunis britain").facts


@pytest.mark.rule("tw-12.2.5")
def test_12_2_5_who_is_over_the_cap_is_told_and_moves_inside_it_all_the_same() -> None:
    """Malta falls to Britain again while 12 German factors stand there: nothing is lost by itself, and nobody comes."""
    axis = after(held(desert(), malta="italy"), "germany africa libya units=3-germany-inf-4-5")
    assert told(axis) == ["Germany has 12 ground factors and 0 air units in North Africa, 12 and 3 at most"]
    over = held(axis, malta="britain")
    [line] = told(over)
    assert "12 ground factors and 0 air units in North Africa, 6 and 2 at most: what is beyond leaves" in line
    placed = after(over, "germany station tripoli units=germany-inf-700")
    assert placed.units["germany-inf-700"].place == "tripoli" and len(caps.standing(placed, "germany")) == 3
    assert "16 ground factors" in refused(placed, "germany africa libya units=germany-inf-705")
    # Ships never count.
    assert "12.2.5" not in refused(over, "italy station tripoli units=italy-fleet-700")


# ---------------------------------------------------------------- who is there


@pytest.mark.rule("tw-12.2.5")
def test_12_2_5_who_stands_there_is_counted_until_he_leaves_or_is_lost() -> None:
    start = desert(germany_inf=1)
    [key] = start.in_africa
    away = after(start, f"germany station berlin units={key}")
    assert key not in away.in_africa and caps.standing(away, "germany") == ()
    # Back to the board out of a place there it is there yet.
    there = after(after(start, f"germany station tripoli units={key}"), f"germany station board units={key}")
    assert caps.standing(there, "germany") == (key,)
    lost = attrs.evolve(start, units={name: unit for name, unit in start.units.items() if name != key})
    assert caps.standing(lost, "germany") == ()
    assert "12.2.5" not in refused(lost, "germany africa libya units=germany-inf-701")
    assert effect(at_step(lost, "end.advance"), EndTurn("germany")).in_africa == {}


@pytest.mark.rule("tw-12.2.5")
def test_12_2_5_strategic_movement_takes_units_in_and_out() -> None:
    start = at_step(desert(), GROUND)
    sent = after(start, "italy stratmove ground count=1 to=tripoli group=inf-4-5")
    assert caps.load(sent, caps.standing(sent, "italy")) == Cap(4, 0)
    # It is recorded in Tripoli (ruling 608); of a hex that is no place of the list its land is kept.
    assert [unit.place for unit in sent.units.values() if unit.power == "italy"].count("tripoli") == 1
    # Those that are there go first from there.
    next_turn = attrs.evolve(sent, missions={})
    back = after(next_turn, "italy stratmove ground count=1 origin=tripoli to=naples group=inf-4-5")
    assert caps.standing(back, "italy") == ()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("germany africa mars units=germany-inf-700", "'mars' is no land of North Africa (12.2.5)"),
        ("germany africa libya", "nobody is named"),
        ("germany africa libya units=germany-fleet-700", "does not count in North Africa"),
        ("germany africa libya units=britain-inf-700", "of Britain is not on this side"),
        ("germany africa libya units=germany-inf-700,germany-inf-700", "a unit is named twice"),
        ("germany africa elsewhere units=germany-inf-700", "is not recorded in North Africa"),
    ],
)
def test_12_2_5_what_is_said_of_north_africa_is_bounded(line: str, reason: str) -> None:
    assert reason in refused(desert(), line)
    if "mars" in line:
        assert reason in refused(desert(), f'overrule "our map" {line}')


def test_12_2_5_who_is_there_already_or_recorded_in_a_place_is_not_said_to_be_there() -> None:
    start = desert(germany_inf=1)
    [key] = start.in_africa
    assert "is recorded in Libya already" in refused(start, f"germany africa libya units={key}")
    placed = after(start, f"germany station tripoli units={key}")
    assert "is recorded at Tripoli" in refused(placed, f"germany africa libya units={key}")


# ---------------------------------------------------------------- Egypt


@pytest.mark.rule("tw-12.2.5-tob")
@pytest.mark.parametrize("turn", ["1941-1-spring", "1943-2-summer"])
@pytest.mark.parametrize(
    ("step", "line"),
    [
        ("axis.operations.combat", "capture alexandria italy"),
        (MOVE, "germany africa egypt units=1-germany-inf-4-5"),
        ("axis.operations.attacks", "italy land 2930 units=2-italy-inf-4-5 against=1-britain-inf-4-5"),
    ],
)
def test_12_2_5_the_axis_enters_egypt_with_tobruk_alone(turn: str, step: str, line: str) -> None:
    line = line.replace("2930", next(key for key, land in board.board().lands.items() if land == "egypt"))
    mine = desert(step, turn)
    lost = held(mine, tobruk="britain")
    text = refused(lost, line)
    assert "no Axis unit enters Egypt while Tobruk is not the Axis'; Britain holds it (12.2.5)" in text
    assert "'capture tobruk" in text and "12.2.5" not in refused(mine, line)
    # The gate is no matter of the British, nor of aircraft.
    assert "12.2.5" not in refused(lost, "britain africa egypt units=1-britain-inf-4-5")
    assert "Tobruk" not in refused(lost, "germany africa egypt units=1-germany-tac-1-5-4")


@pytest.mark.rule("tw-12.2.5")
def test_12_2_5_new_british_units_at_suez_are_counted_too() -> None:
    start = desert(britain_inf=4)
    pools = at("allied.build.units", pools={"britain inf 2-5": 3, "britain tac 1-5-4": 3}).pools
    build = attrs.evolve(at_step(start, "allied.build.units"), pools=pools)
    line = "britain construct inf-2-5 count={} place=suez"
    assert "12.2.5" not in refused(build, line.format(1))
    over = refused(build, line.format(2))
    assert "Britain would have 20 ground factors in North Africa, 18 at most while the Allies hold Malta" in over
    assert "12.2.5" not in refused(held(build, malta="italy"), line.format(2))
    # At home they are built without a limit, and from Fall 1942 on at Suez as well.
    assert "12.2.5" not in refused(build, line.format(2).replace(" place=suez", ""))
    assert "12.2.5" not in refused(moved(build, "1942-3-fall", "allied.build.units"), line.format(2))
