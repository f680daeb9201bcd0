"""Several players at one terminal: a curtain covers the whole screen between two of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from saves.desk import Desk
from saves.scenarios import new
from tests.tui.screens import campaign, drive, screen_text, shown
from tui.app import WarledgerApp
from tui.bars import Notice
from tui.frame import CampaignScreen
from tui.screens.curtain import CurtainScreen
from tui.screens.home import HomeScreen


def sealed(home: Path) -> Desk:
    """The desk of the Axis, which has sealed an effort that the Allies do not see yet."""
    folder = new("1939-campaign", name="sealed", seats=2, options={"sealed_efforts": True})
    found = Desk.open(folder, "axis")
    found.do(["italy effort sle"])
    return found


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
def test_who_buys_under_seal_reads_from_whom_and_how_long(home: Path, size: tuple[int, int]) -> None:
    allied = Desk.open(sealed(home).folder, "allied")
    assert "Sealed from axis until all have bought." in " ".join(shown(allied, (), size).split())
    assert "Sealed" not in shown(campaign(home, name="open", seats=2), (), size), "nothing is sealed there"


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_another_seat_is_drawn_only_after_enter_and_nothing_of_the_former_is_left(
    home: Path, size: tuple[int, int]
) -> None:
    found = sealed(home)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        assert "Italy buys" in screen_text(app)
        await pilot.press(":", *"germany effort mle", "escape")
        await pilot.press("l", *"ger -3", "escape", "p", "y")
        assert app.clipboard
        await pilot.press("x")
        await pilot.pause()
        text = screen_text(app)
        assert "Allied, press Enter" in text and "Allied plays Soviet Union" in text
        assert not any(word in text for word in ("Italy buys", "mle", "ger -3", "Efforts", "NARF", "Turn sheet"))
        assert isinstance(app.screen, CurtainScreen) and not app.clipboard
        await pilot.press("enter")
        await pilot.pause()
        text = screen_text(app)
        screen: Any = app.screen
        assert isinstance(screen, CampaignScreen) and screen.desk.seat == "allied"
        assert "under seal" in text and "Italy buys" not in text and "mle" not in text
        await pilot.press(":", "up")
        assert app.screen.query_one(Input).value == ""
        await pilot.press("escape", "l")
        await pilot.pause()
        assert "ger -3" not in screen_text(app)

    drive(found, act, size)


def test_who_waits_hands_over_with_enter(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.pause()
        assert "Waiting for" in screen_text(app) and "enter hand over" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert "Allied, press Enter" in screen_text(app)

    drive(campaign(home, ["italy effort none"], seats=2), act, (80, 24))


def test_a_campaign_of_several_seats_opens_behind_the_curtain_from_home_and_without_a_seat(home: Path) -> None:
    desk = campaign(home, seats=2)

    async def from_home(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("right", "enter")
        await pilot.pause()
        assert "Allied, press Enter" in screen_text(app)
        await pilot.press("x")
        assert "The table, press Enter" in screen_text(app)
        await pilot.press("right")
        assert "Axis, press Enter" in screen_text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)

    async def bare(app: WarledgerApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, CurtainScreen)
        await pilot.press("enter")
        await pilot.pause()
        screen: Any = app.screen
        assert screen.desk.seat == "axis"

    drive(None, from_home)
    drive(Desk.open(desk.folder), bare)


def test_a_campaign_that_went_away_behind_the_curtain_is_told_and_opens_nothing(home: Path) -> None:
    desk = campaign(home, seats=2)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("x")
        desk.folder.rename(home / "elsewhere")
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, CurtainScreen)
        assert "no campaign" in app.screen.query_one(Notice).said

    drive(desk, act)


def test_one_player_has_no_curtain(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, CampaignScreen)
        await pilot.press("x")
        assert "one player holds all powers" in app.screen.query_one(Notice).said

    campaign(home)
    drive(None, act)
