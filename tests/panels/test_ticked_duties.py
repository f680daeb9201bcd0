"""What winter, the Soviet effort and the Build ask of a player's units is ticked like an attack: nothing is spelled
(9.9.1, 10.3.6, 26.1.1)."""

from __future__ import annotations

from typing import Any

import attrs

from engine.kernel.counters import Counter
from engine.thewar.combat import reserves
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import TheWar, Unit
from tests.panels.test_picking import lines, press
from tests.thewar.builds import after, at, refused
from tests.thewar.combat.test_weather import army
from tests.thewar.ground.test_sieges import worn
from tests.tui.standin import StandinDesk
from tui.panels.filling import Filling


def form_of(campaign: TheWar, verb: str, power: str = "germany") -> tuple[Filling, list[str]]:
    """The form of an order under the hands, and what it gives."""
    given: list[str] = []
    form: Any = RULESET.verbs[verb].form(campaign, power)
    found: Any = StandinDesk(campaign)
    return Filling(found, form, give=given.append, leave=lambda: None), given


def offered(campaign: TheWar, verb: str, power: str = "germany") -> dict[str, Counter]:
    form: Any = RULESET.verbs[verb].form(campaign, power)
    return {counter.text: counter for counter in form.fields[0].counters(campaign, {})}


def elsewhere(campaign: TheWar, *keys: str) -> TheWar:
    """Some units known to stand in Paris."""
    moved = {key: attrs.evolve(campaign.units[key], place="paris") for key in keys}
    return attrs.evolve(campaign, units={**campaign.units, **moved})


def test_26_1_1_frostbite_offers_the_lots_that_are_due_and_no_others() -> None:
    winter = army(4, 4)
    known = offered(winter, "frostbite")
    assert known["arm-8-8"].many == 4 and known["inf-6-5"].many == 8 and known["romania-inf-4-5"].many == 1
    assert not {"inf-4-5", "arm-4-8"} & set(known) and not any("finland" in text for text in known)
    # A milder winter leaves all but infantry alone.
    assert set(offered(army(10, 1), "frostbite")) == {"inf-6-5"}


def test_26_1_1_who_stands_elsewhere_is_told_and_is_not_taken_for_one_who_freezes() -> None:
    winter = elsewhere(army(4, 4), "germany-arm-0", "germany-arm-1")
    line = offered(winter, "frostbite")["arm-8-8"]
    assert (line.many, line.note) == (2, "2 outside the 1939 Soviet Union")
    frozen = after(winter, "germany frostbite arm-8-8,mech-4-8,4-inf-6-5,romania-inf-4-5")
    assert [key for key, unit in frozen.units.items() if unit.depleted and unit.kind == "arm"] == ["germany-arm-2"]
    assert "suffers no frostbite" in refused(winter, "germany frostbite germany-arm-0,mech-4-8,4-inf-6-5,romania-inf-0")


def test_26_1_1_frostbite_is_given_by_ticks_alone() -> None:
    filling, given = form_of(army(10, 1), "frostbite")
    assert lines(filling) == ["– of 8  INF 6-5"]
    press(filling, "down", "+", "+", "enter")
    assert given == ["germany frostbite 2-inf-6-5 fewer=no"] and refused(army(10, 1), given[0]) == ""


def on_the_eastern_front() -> TheWar:
    """The Axis End Segment after a Soviet LLE: one unit is worn away."""
    units = {
        "germany-arm-0": Unit(power="germany", kind="arm", strength="8-8"),
        "germany-inf-0": Unit(power="germany", kind="inf", strength="6-5"),
        "germany-inf-1": Unit(power="germany", kind="inf", strength="6-5", place="paris"),
        "germany-tac-0": Unit(power="germany", kind="tac", strength="3-3-2"),
    }
    return attrs.evolve(worn("lle"), units=units)


def test_10_3_6_attrition_offers_whole_german_armies_and_that_nobody_is_there() -> None:
    known = offered(on_the_eastern_front(), "attrition")
    assert (known["inf-6-5"].many, known["inf-6-5"].note) == (1, "1 outside the 1939 Soviet Union")
    assert set(known) == {"arm-8-8", "inf-6-5", "none"} and known["none"].note == "no German unit is there"
    done = after(on_the_eastern_front(), "germany attrition inf-6-5")
    assert done.units["germany-inf-0"].depleted and not done.units["germany-inf-1"].depleted


def test_9_9_1_reserves_are_picked_by_group_with_the_fortification_of_the_soviets() -> None:
    units = {f"ussr-arm-{n}": Unit(power="ussr", kind="arm", strength="7-7", reserve=n == 0) for n in range(3)}
    units["ussr-inf-0"] = Unit(power="ussr", kind="inf", strength="4-5")
    campaign = attrs.evolve(at("allied.build.units", "1941-2-summer"), units=units)
    known = offered(campaign, "reserve", "ussr")
    assert known["arm-7-7"].note == "2 may, 5 NARFs each" and "inf-4-5" not in known
    assert known["fortification"].many == 1
    put = attrs.evolve(campaign, facts={**campaign.facts, reserves.IN_RESERVE: True})
    assert (offered(put, "reserve", "ussr")["fortification"].many) == 0
    filling, given = form_of(campaign, "reserve", "ussr")
    press(filling, "down", "enter", "enter")
    assert given == ["ussr reserve arm-7-7 count=1"]
