"""What a player is not led past on the screen: a second key for what may be left, once a turn for declarations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest
from textual.pilot import Pilot

from saves.desk import Desk
from tests.panels.desks import desk
from tests.tui.screens import campaign, drive
from tui.app import WarledgerApp
from tui.bars import Notice
from tui.look import Look

EFFORTS = tuple(f"{power} effort none" for power in ("italy", "us", "france", "ussr", "germany", "britain"))


def said(app: WarledgerApp) -> str:
    return app.screen.query_one(Notice).said


def step(desk: Desk) -> str:
    return str(desk.campaign.progress.step)


def at_the_points(home: Path) -> Desk:
    """A campaign of one seat at its first step done by hand."""
    return campaign(home, EFFORTS)


def test_declarations_of_war_stop_one_key_once_a_turn(home: Path) -> None:
    desk = at_the_points(home)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("greater_than_sign")
        await pilot.pause()
        assert step(desk) == "declarations.declare"
        assert "stops: declarations of war" in said(app)
        # That was the stop of this turn.
        await pilot.press("enter")
        await pilot.pause()
        assert step(desk) == "strategic-warfare.build"

    drive(desk, act)


def test_who_comes_step_by_step_is_asked_once_as_he_leaves(home: Path) -> None:
    desk = at_the_points(home)
    for line in ("italy done", "britain done"):
        desk.do([line])
    assert step(desk) == "declarations.declare"

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        assert step(desk) == "declarations.declare"
        assert "passed by it: declarations of war" in said(app) and "once more" in said(app)
        await pilot.press("enter")
        await pilot.pause()
        assert step(desk) == "strategic-warfare.build"

    drive(desk, act)


def test_a_setting_turns_it_off(home: Path) -> None:
    desk = at_the_points(home)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        app.look = attrs.evolve(app.look, declarations=False)
        await pilot.press("greater_than_sign")
        await pilot.pause()
        assert step(desk) == "strategic-warfare.build"

    assert Look().declarations
    drive(desk, act)


@pytest.mark.parametrize("asked", [True, False])
def test_who_leaves_the_build_with_nothing_built_is_asked_unless_the_settings_say_no(asked: bool) -> None:
    found = desk(step="axis.build.units")

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        app.look = attrs.evolve(app.look, unspent=asked, declarations=not asked)
        await pilot.press("colon", *"germany done", "enter")
        await pilot.pause()
        assert (step(found) == "axis.build.units") is asked
        assert ("nothing is built" in said(app)) is asked

    assert Look().unspent
    drive(found, act)


def test_a_chance_is_passed_by_a_second_key_only(home: Path) -> None:
    desk = at_the_points(home)
    desk.do(["italy done through planning.propaganda"])
    joined = (("status", "satellite"), ("patron", "germany"))
    lands = ("romania", "bulgaria")
    desk.do([f'ruling countries.{land}.{at} {now} because "they join"' for land in lands for at, now in joined])
    desk.do(["germany declare greece"])

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("greater_than_sign", "greater_than_sign")
        await pilot.pause()
        assert step(desk) == "declarations.greek-airbase"
        for key in ("enter", "greater_than_sign"):
            assert step(desk) == "declarations.greek-airbase"
            await pilot.press(key)
            await pilot.pause()
            if key == "enter":
                assert "the airbase in Greece" in said(app) and "23.23" in said(app)
        assert step(desk) != "declarations.greek-airbase"

    drive(desk, act)


def test_a_typed_line_is_asked_for_twice_too(home: Path) -> None:
    desk = at_the_points(home)

    async def act(app: Any, pilot: Pilot[None]) -> None:
        await pilot.press("colon", *"italy done through declarations.declare", "enter")
        await pilot.pause()
        assert step(desk) == "planning.points" and "declarations of war" in said(app)
        await pilot.press("enter")
        await pilot.pause()
        assert step(desk) == "strategic-warfare.build"

    drive(desk, act)


@pytest.mark.parametrize("down", [1, 2])
def test_pass_to_here_lands_on_the_step_under_the_cursor(home: Path, down: int) -> None:
    desk = at_the_points(home)
    here = ("planning.propaganda", "declarations.declare")[down - 1]

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("s")
        await pilot.pause()
        marks = desk.checklist()
        at = next(at for at, mark in enumerate(marks) if mark.step.id == "planning.points")
        to = next(at for at, mark in enumerate(marks) if mark.step.id == here)
        await pilot.press(*["down"] * (to - at), "greater_than_sign")
        await pilot.pause()
        assert step(desk) == here

    drive(desk, act)


def test_pass_to_here_comes_to_rest_before_what_must_be_seen(home: Path) -> None:
    desk = at_the_points(home)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("s")
        await pilot.pause()
        await pilot.press("end", *["down"] * 120, "greater_than_sign")
        await pilot.pause()
        assert step(desk) == "declarations.declare"
        assert "declarations of war" in said(app)

    drive(desk, act)


def test_a_seat_that_waits_is_told_for_whom(home: Path) -> None:
    desk = campaign(home, seats=2)
    other = Desk.open(desk.folder, "allied")
    for power in ("italy", "us", "france", "ussr", "germany", "britain"):
        mine = desk if desk.campaign.seats[power] == "axis" else other
        mine.refresh()
        mine.do([f"{power} effort none"])
    desk.refresh()
    desk.do(["italy done"])

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("greater_than_sign")
        await pilot.pause()
        assert step(desk) == "planning.points"
        assert "waiting for" in said(app) and "Britain" in said(app) and "Italy" not in said(app)

    drive(desk, act)
