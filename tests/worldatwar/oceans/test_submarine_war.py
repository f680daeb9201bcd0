"""Submarine attacks as they are played: whose, from where, against what, and two forces in one ocean (24.6, 25.1, 25.4,
25.5, 25.82)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.worldatwar.oceans.submarine_attacks import prepared
from engine.worldatwar.world import groups
from engine.worldatwar.world.state import Attack, WorldAtWar
from tests.worldatwar.game import Game, refused, scenario, scene

EDITIONS = ("newest", "middle", "oldest")
FIGHT, US_FIGHT = "axis.combat.submarines", "allied.combat.submarines"
WARS = ("britain+germany", "britain+italy", "britain+japan", "japan+us")
EVEN: dict[str, Any] = {"germany": {"naval": 0}, "japan": {"naval": 0}}


def ports(front: str) -> dict[str, str]:
    """The scenario's ports of a front, held by nobody."""
    return {key: "" for key, place in scenario("global-war").places.items() if place.front == front and place.ports}


def war(units: dict[str, int], step: str = FIGHT, name: str = "newest", **more: Any) -> WorldAtWar:
    """A campaign without modifiers but those that are given; only Kiel is a German port."""
    held = {**ports("western"), "manila": "", "kiel": "germany", "gibraltar": "britain", **more.pop("held", {})}
    more = {"turn": "1943-1-spring", "wars": WARS, **EVEN, **more}
    return scene(more.pop("turn"), step, name=name, groups=units, held=held, scenario_id="global-war", **more)


def there(campaign: WorldAtWar, kind: str, place: str, owner: str = "western") -> int:
    return groups.standing(campaign, owner, kind, place)


def fought(campaign: WorldAtWar, dice: list[int], *orders: str) -> Game:
    """A game after these attacks of the Axis; the dice must be just enough. What it may build stops it after combat."""
    game = Game(campaign, dice)
    game.give(*orders)
    game.until("axis.construction.build")
    return game


# ---------------------------------------------------------------- whose submarines, from where


@pytest.mark.rule("awaw-25.51", "awaw-25.721")
def test_25_51A_germany_needs_an_operational_port_of_the_western_front() -> None:
    units = {"germany submarine atlantic": 2, "western transport atlantic": 9}
    line = "germany attack atlantic submarines=2"
    assert not refused(war(units), line)
    reason = "the Axis controls no operational port on the western front (25.51A, 25.721)"
    assert reason in refused(war(units, held={"kiel": "britain"}), line)
    # A port of the Mediterranean front will not do.
    assert reason in refused(war(units, held={"kiel": "britain", "gibraltar": "germany", "cadiz": "germany"}), line)
    assert not refused(war(units, held={"kiel": "britain", "lisbon": "italy"}), line)
    game = Game(war(units))
    game.give("germany hold kiel operational=no")
    assert reason in refused(game.campaign, line)


@pytest.mark.rule("awaw-25.51")
def test_25_51A_in_the_indian_ocean_germany_needs_an_operational_suez() -> None:
    units = {"germany submarine indian": 2, "western transport indian": 9}
    line = "germany attack indian submarines=2"
    game = Game(war(units, held={"suez": "italy"}))
    assert not refused(game.campaign, line)
    game.give("italy hold suez operational=no")
    assert "the Axis does not control an operational Suez (25.51A)" in refused(game.campaign, line)
    assert "(25.51A)" in refused(war(units, held={"suez": "britain"}), line)


@pytest.mark.rule("awaw-25.51")
def test_25_51B_japan_needs_any_operational_port() -> None:
    units = {"japan submarine pacific": 1, "western transport pacific": 9}
    line = "japan attack pacific submarines=1"
    assert not refused(war(units), line)
    held = {key: "us" for key, place in war(units).places.items() if place.holder == "japan"}
    assert "Japan controls no operational port (25.51B)" in refused(war(units, held=held), line)
    assert not refused(war(units, held={**held, "suva": "japan"}), line)


@pytest.mark.rule("awaw-25.51")
def test_25_51C_the_us_needs_the_australia_box_or_a_port_of_the_pacific_front() -> None:
    units = {"us submarine pacific": 2, "japan transport pacific": 9}
    line = "us attack pacific submarines=2"
    lost = dict.fromkeys((*ports("pacific"), "australia"), "japan")
    assert not refused(war(units, US_FIGHT), line)
    assert "no Australia box and no Allied port on the Pacific front (25.51C)" in refused(
        war(units, US_FIGHT, held=lost), line
    )
    for saved in ("suva", "australia"):
        assert not refused(war(units, US_FIGHT, held={**lost, saved: "britain"}), line)


@pytest.mark.rule("awaw-25.13A", "awaw-25.13B", "awaw-25.13D", "awaw-25.13E-entry")
@pytest.mark.parametrize(
    ("step", "power", "box", "rule"),
    [
        (FIGHT, "italy", "atlantic", "25.13B"),
        (FIGHT, "japan", "atlantic", "25.13"),
        (US_FIGHT, "britain", "atlantic", "25.13D"),
        (US_FIGHT, "us", "atlantic", "25.13"),
        (US_FIGHT, "us", "indian", "25.13"),
    ],
)
def test_25_13_nobody_else_fights_there(step: str, power: str, box: str, rule: str) -> None:
    units = {f"{power} submarine {box}": 1, f"western transport {box}": 9, f"japan transport {box}": 9}
    reason = refused(war(units, step), f"{power} attack {box} submarines=1")
    assert "do not fight in" in reason
    assert f"({rule})" in reason


@pytest.mark.rule("awaw-25.13", "awaw-25.71")
def test_25_13_no_attack_without_a_war_or_prey_or_twice() -> None:
    units = {"germany submarine atlantic": 3, "western transport atlantic": 9}
    line = "germany attack atlantic submarines=1"
    assert "not at war with the Western Allies (25.13)" in refused(war(units, wars=()), line)
    assert "no transports of the Western Allies are in" in refused(war({"germany submarine atlantic": 3}), line)
    game = Game(war(units))
    game.give(line)
    assert "is declared already" in refused(game.campaign, line)


# ---------------------------------------------------------------- declining


@pytest.mark.rule("awaw-25.14")
def test_25_14_submarines_that_decline_harm_nobody_and_some_may_hold_back() -> None:
    units = {"germany submarine atlantic": 5, "western asw atlantic": 9, "western transport atlantic": 30}
    campaign = war(units, pools={"germany submarine": 1})
    assert "no submarines are named (25.14)" in refused(campaign, "germany attack atlantic submarines=0")
    declined = Game(campaign, [])
    declined.until("axis.construction.build")
    assert declined.campaign.groups == campaign.groups
    # Two of five go: an 8 of two factors is 0/1; nine ASW at 8 eliminate one and turn away the other.
    some = fought(campaign, [4, 4, 4, 4], "germany attack atlantic submarines=2")
    assert there(some.campaign, "submarine", "atlantic", "germany") == 4
    assert there(some.campaign, "transport", "us-atlantic") == 1
    assert some.campaign.sunk == {}


# ---------------------------------------------------------------- levels, and what changes


@pytest.mark.rule("awaw-25.41", "awaw-25.42", "awaw-24.612")
def test_25_41_the_levels_are_the_factors_of_this_box_alone() -> None:
    units = {
        "germany submarine atlantic": 4,
        "germany submarine indian": 3,
        "germany submarine western-port": 9,
        "western asw atlantic": 2,
        "western american-asw atlantic": 3,
        "western asw atlantic 2": 5,
        "western asw indian": 7,
        "japan asw atlantic": 4,
        "western transport atlantic": 30,
    }
    attack = prepared(war(units), Attack(power="germany", box="atlantic", submarines=4))
    assert (attack.submarines, attack.asw) == (4, 5)
    assert "5 submarine factors, 4 are ready" in refused(war(units), "germany attack atlantic submarines=5")


@pytest.mark.rule("awaw-24.13", "awaw-24.631B")
def test_24_13_submarine_warfare_takes_shipping_and_no_brps() -> None:
    units = {"germany submarine atlantic": 6, "western asw atlantic": 7, "western transport atlantic": 35}
    campaign = war(units, pools={"germany submarine": 1})
    # 1/3 against 1/3: one submarine is lost, one transport by the table and two by those that got through.
    end = fought(campaign, [3, 5, 1, 3], "germany attack atlantic submarines=6").campaign
    assert end.powers == campaign.powers
    assert end.places == campaign.places
    assert sum(group.count for group in end.groups.values()) == 48 - 1 - 3


# ---------------------------------------------------------------- two forces in the Indian Ocean


def two_forces(more: dict[str, int] | None = None, transports: int = 40) -> WorldAtWar:
    units = {"germany submarine indian": 3, "japan submarine indian": 2, "western asw indian": 5, **(more or {})}
    units["western transport indian"] = transports
    return war(units, held={"suez": "italy"}, pools={"germany submarine": 1})


@pytest.mark.rule("awaw-25.82")
@pytest.mark.parametrize("german", [0, 2, 5])
def test_25_82_the_western_allies_divide_their_asw_and_count_none_twice(german: int) -> None:
    game = Game(two_forces(), b"indian")
    game.give("germany attack indian submarines=3", "japan attack indian submarines=2")
    game.give("germany done")
    decision = game.outlook().decision
    assert decision is not None
    assert len(decision.answers) == 6
    for count in (-1, 6):
        assert refused(game.campaign, f"britain divide-asw {count}")
    game.give(f"britain divide-asw {german}")
    asked = [roll.purpose.partition(":")[0] for entry in game.entries for roll in entry.rolls]
    assert asked.count("submarines") == 4
    assert asked.count("asw") == (2 if german in (0, 5) else 4)
    assert "no ASW are to be divided now (25.82)" in refused(game.campaign, "britain divide-asw 1")


@pytest.mark.rule("awaw-25.82")
def test_25_82_no_division_where_one_force_declines_or_is_advanced_alone() -> None:
    more = {"japan advanced-submarine indian": 2}
    for line in ("japan attack indian submarines=2", "germany attack indian submarines=3"):
        game = Game(two_forces(more), b"alone")
        game.give(line, "germany done")
        assert game.outlook().decision is None
    game = Game(two_forces(more), b"advanced")
    game.give("germany attack indian submarines=3", "japan attack indian advanced=2", "germany done")
    assert game.outlook().decision is None


@pytest.mark.rule("awaw-25.82", "awaw-24.66")
def test_25_82_one_ceiling_for_both_and_those_damaged_by_the_first_are_in_reach_of_the_second() -> None:
    campaign = attrs.evolve(two_forces(transports=7), started={"western-indian": 7})
    # Japan: two at 12 are 1/2, five ASW at 2 turn one away, one gets through: two sunk, two damaged. Germany, against
    # no ASW: three at 12 are 1/3, three get through: four are due, but two make up half of seven; the rest is damaged.
    game = Game(campaign, [6, 6, 1, 1, 6, 6])
    game.give("germany attack indian submarines=3", "japan attack indian submarines=2", "germany done")
    game.give("britain divide-asw 0")
    game.until("axis.construction.build")
    assert game.campaign.sunk == {"western-indian": 4}
    assert there(game.campaign, "transport", "south-africa") == 3
    older = attrs.evolve(campaign, options={**campaign.options, "edition": "middle"})
    game = Game(older, [6, 6, 1, 1, 6, 6])
    game.give("germany attack indian submarines=3", "japan attack indian submarines=2", "germany done")
    game.give("britain divide-asw 0")
    game.until("axis.construction.build")
    # All four, the last of them one that Japan had damaged.
    assert game.campaign.sunk == {"western-indian": 6}
    assert there(game.campaign, "transport", "south-africa") == 1
