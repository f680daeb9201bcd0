"""Helpers for tests of screens: a campaign on disk, an app driven in a fixed window, its screen as text."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from engine.kernel.campaign import Campaign
from engine.kernel.ruleset import find
from saves import library
from saves.desk import Desk
from saves.scenarios import preview
from tui.app import WarledgerApp

SIZES = ((80, 24), (120, 40))
SECRET = "00" * 32


def screen_text(app: Any) -> str:
    """What the screen shows, as text. The only place that knows how the framework composes a screen (private in
    8.2)."""
    return "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips()) + "\n"


@cache
def _opening(seats: int) -> Campaign:
    """The first scenario as it begins, read once: a test begins its campaign with it as anybody does."""
    return preview("1939-campaign", seats)


def campaign(
    home: Path, orders: Sequence[str] = (), *, dice: str = "keyed", name: str = "north", seats: int = 1
) -> Desk:
    """A new campaign of the first scenario, the same dice every time, with orders given."""
    secret = home / "secret"
    secret.write_text(SECRET)
    opening = _opening(seats)
    folder = library.create(find(opening.ruleset), opening, name=name, secret_file=secret, dice=dice)
    desk = Desk.open(folder, "" if seats == 1 else "axis")
    for order in orders:
        desk.do([order])
    return desk


def drive(
    desk: Desk | None, act: Callable[[WarledgerApp, Pilot[None]], Awaitable[None]], size: tuple[int, int] = (120, 40)
) -> None:
    """Run the app without a terminal and act on it."""

    async def go() -> None:
        app = WarledgerApp(desk)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await act(app, pilot)

    asyncio.run(go())


def shown(desk: Desk | None, keys: Sequence[str] = (), size: tuple[int, int] = (120, 40)) -> str:
    """The screen after some keys."""
    found: list[str] = []

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        if keys:
            await pilot.press(*keys)
        await pilot.pause()
        found.append(screen_text(app))

    drive(desk, act, size)
    return found[0]
