"""Transylvania in the app (29.4): the award stands above the end of its step, a key from it, and is told before it is
passed by."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from textual.pilot import Pilot

from tests.thewar.minors import at
from tests.tui.screens import SIZES, drive, screen_text
from tests.tui.standin import StandinDesk
from tui.app import WarledgerApp


@pytest.mark.rule("tw-29.4")
@pytest.mark.parametrize("size", SIZES)
def test_29_4_one_key_above_the_end_of_the_step_awards_it(size: tuple[int, int]) -> None:
    usual = at("1940-3-fall", "planning.transylvania")
    desk: Any = StandinDesk(attrs.evolve(usual, options={**usual.options, "transylvania": True}))
    worth = {country: desk.campaign.countries[country].value for country in ("hungary", "romania")}

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        assert "awards Transylvania to Hungary" in screen_text(app)
        # Whoever goes on without it is told so first.
        await pilot.press("enter")
        await pilot.pause()
        assert "passed by it: the award of Transylvania" in screen_text(app)
        await pilot.press("up", "enter")
        await pilot.pause()
        now = desk.campaign.countries
        assert now["hungary"].value - worth["hungary"] == 2 and now["romania"].value - worth["romania"] == -2
        assert "Transylvania" not in screen_text(app).split("\n")[1], "the step is over"

    drive(desk, act, size)
