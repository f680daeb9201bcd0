"""How many keys a job of the table takes, in the real terminal at 80x24; how long each takes is the bench's (jobs)."""

from __future__ import annotations

from pathlib import Path

import attrs

from engine.thewar.ruleset import RULESET
from saves import library
from saves.desk import Desk
from tests.panels.test_combat import at_sea
from tests.terminal.counted import CountedTerminal
from tests.terminal.test_combat import at_the_front, now, standing_at
from tests.terminal.test_combat import written as at_smolensk
from tests.terminal.test_counter_air import written as over_london
from tests.terminal.test_real_terminal import SMALL, quit_cleanly
from tests.thewar.ground.test_ground_fight import front
from tests.thewar.values import wars_of

ATTACK = ("n", "smol", "tab", "+", "+", "tab", "down", "3", "down", "2", "tab", "+")
"""Where; two of the holder's INF; three ARM and two INF; the bomber."""
COUNTER_AIR = ("n", "lon", "tab", "+", "tab", "down", "2", "down", "+", "tab", "1")
"""Where; the holder's FTR; two FTR and a TAC; a Flak unit."""
MISSION = ("n", "east-b", "tab", "+", "+", "tab", "tab", "+", "+")
"""The Sea Area; two Fleets; nobody aboard; two Fleets there."""
LOSSES = ("l", "down", "-", "-", "-", "d", "right", "-", "-", "d", "down", "-", "-", "-", "-")
"""Of Germany three INF lost and one Depleted; of the Soviet Union two ARM lost, one Depleted, four INF lost."""
CAPTURE = ("c", "smol")
"""Taken by who acts; the place."""


def playing(where: Path, home: Path) -> CountedTerminal:
    return CountedTerminal("play", str(where), home=home, columns=SMALL[0], lines=SMALL[1])


def test_10_0_an_attack_in_full_takes_at_most_30_keys(home: Path) -> None:
    where = at_smolensk(home)
    with playing(where, home) as terminal:
        terminal.wait("No battle is announced")
        terminal.count_anew()
        terminal.hit(*ATTACK)
        terminal.wait("2-1 → 4-1")
        terminal.hit("enter")
        terminal.wait(lambda _: list(now(where).engagements) == ["smolensk"])
        assert terminal.keys <= 30, terminal.keys
        found = now(where).engagements["smolensk"]
        assert (len(found.attackers), len(found.defenders), len(found.air)) == (5, 2, 1)
        # Announced, no Reserves, fought, every question answered: to its end.
        for step in ("axis.operations.reserves", "axis.operations.combat"):
            terminal.hit("d", "enter")
            terminal.wait(standing_at(where, step))
        terminal.hit("home", "enter")
        terminal.wait(lambda _: "smolensk" not in now(where).engagements or bool(now(where).pending))
        while now(where).pending:
            terminal.hit("enter")
        assert not now(where).engagements
        assert terminal.keys <= 30, terminal.keys
        quit_cleanly(terminal)


def test_11_5_a_counter_air_mission_takes_at_most_20_keys(home: Path) -> None:
    where = over_london(home)
    with playing(where, home) as terminal:
        terminal.wait("Counter-air mission")
        terminal.count_anew()
        terminal.hit(*COUNTER_AIR)
        terminal.wait("7 to 3: 2-1")
        terminal.hit("enter")
        terminal.wait(lambda _: list(now(where).engagements) == ["london"])
        assert terminal.keys <= 20, terminal.keys
        found = now(where).engagements["london"]
        assert (len(found.attackers), len(found.defenders)) == (3, 1)
        quit_cleanly(terminal)


def in_the_baltic(at: Path) -> Path:
    """A campaign's folder at the German naval missions of Summer 1941, two Fleets on each side."""
    hidden = at / "hidden"
    hidden.write_bytes(bytes(32))
    start = at_sea().campaign
    return library.create(RULESET, start, name="baltic", at=at, secret_file=hidden)


def test_7_0_a_naval_mission_takes_at_most_18_keys(home: Path) -> None:
    where = in_the_baltic(home)
    with playing(where, home) as terminal:
        terminal.wait("Mission at sea")
        terminal.count_anew()
        terminal.hit(*MISSION, "enter")
        terminal.wait(lambda _: list(now(where).engagements) == ["east-baltic"])
        assert terminal.keys <= 18, terminal.keys
        found = now(where).engagements["east-baltic"]
        assert (len(found.attackers), len(found.defenders)) == (2, 2)
        quit_cleanly(terminal)


def test_2_2_eleven_losses_from_the_table_take_at_most_60_keys(home: Path) -> None:
    where = at_the_front(home)
    with playing(where, home) as terminal:
        terminal.wait("No battle is announced")
        terminal.count_anew()
        terminal.hit(*LOSSES)
        terminal.wait("4 of 20 INF 4-5")
        terminal.hit("enter")
        terminal.wait(lambda _: len(now(where).units) == 60 - 9)
        assert terminal.keys <= 60, terminal.keys
        assert sum(unit.depleted for unit in now(where).units.values()) == 2
        quit_cleanly(terminal)


def test_14_5_a_city_captured_takes_at_most_11_keys(home: Path) -> None:
    where = at_smolensk(home)
    with playing(where, home) as terminal:
        terminal.wait("No battle is announced")
        terminal.count_anew()
        terminal.hit(*CAPTURE, "enter")
        terminal.wait(lambda _: now(where).places["smolensk"].holder == "germany")
        assert terminal.keys <= 11, terminal.keys
        quit_cleanly(terminal)


def with_nothing_to_do(at: Path) -> Path:
    """A campaign's folder at the Axis' Operations of Summer 1940, at war with Britain alone, with nothing to spend."""
    hidden = at / "hidden"
    hidden.write_bytes(bytes(32))
    start = front("axis.operations.supply", "1940-2-summer")
    war = wars_of({"britain+germany": "1939-3-fall"})
    start = attrs.evolve(start, wars=war, seats=dict.fromkeys(start.powers, "solo"))
    start = attrs.evolve(start, powers={key: attrs.evolve(power, narfs=0) for key, power in start.powers.items()})
    return library.create(RULESET, start, name="quiet", at=at, secret_file=hidden)


def test_3_7_a_quiet_half_turn_takes_at_most_4_keys(home: Path) -> None:
    where = with_nothing_to_do(home)
    with playing(where, home) as terminal:
        terminal.wait(standing_at(where, "axis.operations.supply"))
        terminal.count_anew()
        # Operations, Build, Strategic movement and Supply, the end of the half: each is passed with one key.
        for step in ("axis.build.units", "axis.stratmove.grants", "axis.end.minors"):
            terminal.hit(">")
            terminal.wait(standing_at(where, step))
        terminal.hit(">")
        terminal.wait(lambda _: now(where).progress.step.startswith("allied."))
        assert terminal.keys <= 4, terminal.keys
        quit_cleanly(terminal)


def test_a_turn_is_undone_with_at_most_3_keys(home: Path) -> None:
    where = at_smolensk(home)
    Desk.open(where).do(["germany attack smolensk units=3-arm-8-8 against=ussr-inf terrain=city"])
    with playing(where, home) as terminal:
        terminal.wait("Smolensk: 3 ARM 8-8")
        terminal.count_anew()
        terminal.hit("u", "[", "enter")
        terminal.wait(lambda _: not now(where).engagements)
        assert terminal.keys <= 3, terminal.keys
        quit_cleanly(terminal)
