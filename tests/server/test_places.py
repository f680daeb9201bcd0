"""Every place that a guest's keys open, as ``tests/tui/test_every_place.py`` walks at home: a host's list and page of
seats, a campaign at a player's seat, and one that somebody only watches."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.scale import share_of
from tests.server.guests import Server
from tests.tui.test_every_place import CALCULATOR, SMALLEST, Walk, every_place, everywhere, opened, opening
from tui import keys
from tui.app import WarledgerApp
from tui.frame import CampaignScreen
from tui.look import Look
from tui.screens.home import HomeScreen

_PLAYERS = ("hugo", "anna", "ben")
_FOR_NO_GUEST = {"CurtainScreen", "CardListScreen", "CardsScreen", "ScenarioListScreen", "SetupScreen"}


@pytest.mark.parametrize("player", _PLAYERS)
def test_each_place_of_a_guest_follows_its_cursor_and_means_what_its_footer_says(server: Server, player: str) -> None:
    """Ben watches the one campaign that is opened here, anna plays it, hugo is a host and has no seat. Each sees all
    that there is for him; the places are shared out among them to be gone through key by key, as all are at home."""
    guest = server.guest(player)
    found: list[Walk] = []
    places = [*sorted(every_place()), CALCULATOR]

    async def go() -> None:
        app = WarledgerApp(look=Look(theme="monochrome"), access=guest)
        async with app.run_test(size=SMALLEST):
            walk = Walk(app, {"SeatsScreen", *share_of(places, _PLAYERS.index(player), len(_PLAYERS))})
            found.append(walk)
            desk = guest.open("alone")

            def sat() -> CampaignScreen:
                app._before(desk)
                return CampaignScreen(desk)

            app._before(desk)
            await everywhere(walk, sat, "a campaign", list(opening(keys.CAMPAIGN, keys.ANYWHERE)))
            app.go_home()
            await everywhere(walk, HomeScreen, "home", list(opening("home", keys.ANYWHERE)))
            if player == "hugo":
                await opened(walk, HomeScreen, "the seats", "s")

    asyncio.run(go())
    (walk,) = found
    assert not walk.faults, "\n".join(walk.faults)
    assert {"HomeScreen", "JournalScreen", "SettingsScreen"} <= walk.seen
    assert not walk.seen & _FOR_NO_GUEST
    assert ("SeatsScreen" in walk.seen) == ("NewScreen" in walk.seen) == (player == "hugo")
    for_the_seat: set[Any] = {"UndoPanel", "LossesPanel", "CapturePanel", "RedoPanel"}
    # Who watches plans.
    assert "AnyTimePanel" in walk.seen
    assert for_the_seat <= walk.seen if player == "anna" else not for_the_seat & walk.seen
