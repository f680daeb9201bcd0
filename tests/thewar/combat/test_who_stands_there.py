"""What it means that a ground unit is recorded in a place: nobody enters it, all in it defend together, who retreats is
gone from it (9.4, 10.1.2, 10.4, 11.1.2, 13.0)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.combat import driven_out
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.builds import after, at, refused
from tests.thewar.ground.test_ground_fight import asked, given, stepped
from tests.thewar.minors import at_war

ATTACKS, COMBAT, MOVES = (f"axis.operations.{step}" for step in ("attacks", "combat", "first-impulse"))
IN_IT = "of Soviet Union stands at Smolensk (9.4). It is attacked first"
UNITS = {
    **{f"germany-arm-{n}": Unit(power="germany", kind="arm", strength="8-8") for n in range(901, 904)},
    "germany-inf-901": Unit(power="germany", kind="inf", strength="6-5"),
    "germany-tac-901": Unit(power="germany", kind="tac", strength="1-5-4"),
    "ussr-inf-901": Unit(power="ussr", kind="inf", strength="6-5", place="moscow"),
    "ussr-inf-902": Unit(power="ussr", kind="inf", strength="6-5"),
    "ussr-inf-903": Unit(power="ussr", kind="inf", strength="6-5", place="smolensk"),
    "ussr-arm-901": Unit(power="ussr", kind="arm", strength="6-8"),
    "ussr-tac-901": Unit(power="ussr", kind="tac", strength="1-5-4", place="smolensk"),
}


@pytest.fixture(scope="module")
def front() -> TheWar:
    """Germans before Smolensk in Fall 1942: an INF and a TAC are recorded in it, an INF in Moscow."""
    campaign = attrs.evolve(at(ATTACKS, "1942-3-fall"), units=UNITS)
    return at_war(campaign, "germany+ussr", "italy+ussr")


@pytest.fixture(scope="module")
def behind(front: TheWar) -> TheWar:
    """Smolensk is German, and Soviet partisans are recorded in it."""
    band = Unit(power="ussr", kind="partisan", strength="1-3", tag="ussr", place="smolensk")
    units = {key: unit for key, unit in front.units.items() if unit.place != "smolensk"}
    places = {key: attrs.evolve(front.places[key], holder="germany") for key in ("smolensk", "sevastopol")}
    return attrs.evolve(
        front, units={**units, "ussr-partisan-901": band}, places={**front.places, **places}, installations={}
    )


@pytest.mark.rule("tw-9.4")
@pytest.mark.parametrize(
    ("step", "line"),
    [
        (MOVES, "germany station smolensk units=germany-inf-901"),
        ("axis.operations.staging", "germany station smolensk units=germany-tac-901"),
        ("axis.operations.rail", "germany railmove 1 to=smolensk units=germany-inf-901"),
        ("axis.stratmove.ground", "germany stratmove ground group=inf-6-5 to=smolensk"),
    ],
)
def test_9_4_nobody_enters_where_an_enemy_is_recorded(behind: TheWar, step: str, line: str) -> None:
    assert IN_IT in refused(stepped(behind, step), line)
    gone = attrs.evolve(behind, units={key: unit for key, unit in behind.units.items() if unit.kind != "partisan"})
    assert "9.4)" not in refused(stepped(gone, step), line)


@pytest.mark.rule("tw-9.4")
def test_9_4_nobody_takes_a_place_over_a_unit_in_it_until_its_owner_says_that_it_left(front: TheWar) -> None:
    moving = stepped(front, MOVES)
    text = refused(moving, "capture smolensk germany")
    assert "INF 6-5 of Soviet Union stands at Smolensk (9.4)" in text and "'station board', 'losses'" in text
    left = after(stepped(moving, "axis.operations.combat"), "ussr station board units=ussr-inf-903")
    assert refused(stepped(left, MOVES), "capture smolensk germany") == ""


@pytest.mark.rule("tw-13.0")
def test_13_0_partisans_stand_in_no_fortress_and_not_where_an_enemy_is(behind: TheWar) -> None:
    free = after(stepped(behind, "allied.operations.first-impulse"), "ussr station board units=ussr-partisan-901")
    line = "ussr station {} units=ussr-partisan-901"
    assert "Sevastopol is a fortress, and no partisans stand in one (13.0)" in refused(free, line.format("sevastopol"))
    assert refused(free, line.format("smolensk")) == ""
    garrison = attrs.evolve(free.units["germany-inf-901"], place="smolensk")
    held = attrs.evolve(free, units={**free.units, "germany-inf-901": garrison})
    assert "INF 6-5 of Germany stands at Smolensk (9.4)" in refused(held, line.format("smolensk"))


@pytest.mark.rule("tw-10.1.2")
def test_10_1_2_all_that_are_recorded_in_a_place_defend_it_and_nobody_from_elsewhere(front: TheWar) -> None:
    line = "germany attack smolensk units=germany-arm-901,germany-arm-902,germany-arm-903 against={}"
    assert refused(front, line.format("ussr-inf-903")) == ""
    # Of like units those are meant that stand there.
    assert after(front, line.format("ussr-inf-6-5")).engagements["smolensk"].defenders == ("ussr-inf-903",)
    alone = refused(front, line.format("ussr-arm-901"))
    assert "INF 6-5 stands at Smolensk too, and all in a hex defend it together (10.1.2)" in alone
    far = refused(front, line.format("ussr-inf-903,ussr-inf-901"))
    assert "INF 6-5 stands at Moscow, not at Smolensk (10.1.2)" in far
    assert refused(front, line.format("ussr-inf-903,ussr-inf-902")) == ""


@pytest.mark.rule("tw-10.4", "tw-11.1.2")
def test_10_4_who_retreats_is_gone_from_the_place_and_aircraft_are_told_to_leave(front: TheWar) -> None:
    line = "germany attack smolensk units=germany-arm-901,germany-arm-902,germany-arm-903 against=ussr-inf-903"
    rolled = given(stepped(after(front, line), COMBAT), "germany fight smolensk", 6)
    assert asked(rolled)[1] == ("ussr retreated",)
    back = given(rolled, "ussr retreated")
    assert back.units["ussr-inf-903"].place == "board"
    taken = given(back, "germany occupy yes")
    assert driven_out.stranded(taken) == {"smolensk": ("ussr-tac-901",)}
    [due] = driven_out.duties(taken)
    assert "TAC 1-5-4 of Soviet Union bases at Smolensk, which Germany has taken" in due.text and due.rule == "11.1.2"
    flown = after(taken, "ussr base-lost ussr-tac-901 undefended=no")
    assert flown.units["ussr-tac-901"].place == "board" and not driven_out.stranded(flown)


@pytest.mark.rule("tw-11.5.1")
def test_11_5_1_aircraft_are_attacked_where_they_are_recorded(front: TheWar) -> None:
    more = {
        "ussr-tac-902": Unit(power="ussr", kind="tac", strength="1-5-4", place="moscow"),
        "ussr-tac-903": Unit(power="ussr", kind="tac", strength="1-5-4"),
    }
    flying = stepped(attrs.evolve(front, units={**more, **front.units}), "axis.operations.counter-air")
    line = "germany counter-air smolensk units=germany-tac-901 against={}"
    far = refused(flying, line.format("ussr-tac-902"))
    assert "TAC 1-5-4 stands at Moscow, not at Smolensk (11.5.1)" in far
    assert "11.5.1" not in refused(flying, line.format("ussr-tac-903"))
    # Of like units those are meant that base there.
    assert after(flying, line.format("ussr-tac")).engagements["smolensk"].defenders == ("ussr-tac-901",)
