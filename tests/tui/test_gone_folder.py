"""A campaign's folder that goes away while it is open: a stick that is pulled out, a folder moved by hand. It is said,
and ends the program neither at once nor at a key."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from saves.desk import Desk
from tests.tui.hand import drawn, press
from tests.tui.screens import campaign, drive
from tui import keys
from tui.app import WarledgerApp
from tui.bars import Notice
from tui.frame import CampaignScreen

_LEAVE = ("q", "h")
KEYS = [action.keys.split(",")[0] for action in keys.of(keys.CAMPAIGN) if action.keys.split(",")[0] not in _LEAVE]


@pytest.mark.parametrize("gone_first", [True, False])
def test_no_key_ends_the_program_where_the_folder_went_away(home: Path, gone_first: bool) -> None:
    desk = campaign(home, ["italy effort sle", "us effort none"])

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        for key in KEYS:
            if gone_first and desk.folder.exists():
                desk.folder.rename(home / "gone")
            await press(app, key)
            await drawn(app)
            if not gone_first:
                desk.folder.rename(home / "gone")
            await press(app, "escape", "escape")
            await drawn(app)
            if not gone_first:
                (home / "gone").rename(desk.folder)
            while not isinstance(app.screen, CampaignScreen):
                await press(app, "escape")
                await drawn(app)

    drive(desk, act, (60, 20))


@pytest.mark.parametrize("key", ["j", "i", "n", "b", "R"])
def test_what_cannot_be_opened_says_why(home: Path, key: str) -> None:
    desk = campaign(home, ["italy effort sle"])

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        desk.folder.rename(home / "gone")
        await press(app, key)
        await drawn(app)
        assert isinstance(app.screen, CampaignScreen)
        assert "No such file" in " ".join(app.screen.query_one(Notice).said.split())

    drive(desk, act, (60, 20))


def test_the_program_notices_by_itself_says_so_once_and_goes_on_when_the_folder_is_back(home: Path) -> None:
    desk = campaign(home, ["italy effort sle"])

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        screen = app.screen
        assert isinstance(screen, CampaignScreen)
        desk.folder.rename(home / "gone")
        screen._look()
        assert "No such file" in screen.query_one(Notice).said
        screen.say([])
        screen._look()
        assert not screen.query_one(Notice).said
        (home / "gone").rename(desk.folder)
        Desk.open(desk.folder).do(["us effort none"])
        screen._look()
        assert "another player has gone on" in screen.query_one(Notice).said

    drive(desk, act, (60, 20))
