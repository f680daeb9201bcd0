"""Another player came first: nothing is given, what was typed or ticked stays, and the next Enter gives it once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from saves.desk import Desk
from saves.errors import Stale
from tests.tui.every_screen import desks
from tests.tui.hand import drawn, press
from tests.tui.screens import campaign, drive
from tui.app import WarledgerApp
from tui.bars import Notice
from tui.frame import CampaignScreen
from tui.look import Look
from tui.panels import panel_for

WAYS = (("plus", "down", "plus", "enter"), ("space", "enter"), ("end", "up", "enter", "2", "enter"))
"""Keys that tick, count or fill in something in one place or another."""


def _orders(desk: Desk) -> list[str]:
    return [entry.order for entry in desk.entries() if entry.seat != "rules"]


def test_a_typed_order_stays_in_its_line_and_the_next_enter_gives_it_once(home: Path) -> None:
    desk = campaign(home, ["italy effort none"])
    other = Desk.open(desk.folder)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        other.do(["us effort none"])
        await press(app, "colon", *"france effort none", "enter")
        await drawn(app)
        screen = app.screen
        assert isinstance(screen, CampaignScreen)
        assert "came first (entry" in screen.query_one(Notice).said
        assert screen._line is not None and screen._line.text == "france effort none"
        assert _orders(desk) == ["italy effort none", "us effort none"]
        await press(app, "enter")
        await drawn(app)
        assert screen._line is None
        assert _orders(desk) == ["italy effort none", "us effort none", "france effort none"]

    drive(desk, act)


@pytest.mark.parametrize("key", ["u", "U"])
def test_undo_and_redo_do_nothing_but_what_their_page_showed(home: Path, key: str) -> None:
    desk = campaign(home, ["italy effort none", "us effort none"])
    if key == "U":
        desk.undo()
    other = Desk.open(desk.folder)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await press(app, key)
        await drawn(app)
        other.do(["us effort none" if key == "U" else "france effort none"])
        await press(app, "enter")
        await drawn(app)
        assert "came first" in app.screen.query_one(Notice).said
        assert desk.last_number == other.last_number == Desk.open(desk.folder).last_number

    drive(desk, act)


def test_on_every_screen_what_was_ticked_or_typed_stays_where_another_came_first() -> None:
    met: set[tuple[type, tuple[str, ...]]] = set()
    lost: list[str] = []

    async def go() -> None:
        every = list(desks())
        app = WarledgerApp(every[0][1], Look(theme="monochrome"))
        async with app.run_test(size=(100, 30)):
            for name, found in every:
                panel = panel_for(found.ruleset.sequence[found.outlook().step])
                for way in WAYS:
                    # Once for each kind of panel is enough; not every key is of use on the first of its kind.
                    if (panel, way) not in met and (told := await _interrupted(app, found, way)) is not None:
                        met.add((panel, way))
                        lost.extend(f"{name}, {' '.join(way)}: {one}" for one in told)

    asyncio.run(go())
    assert not lost, "\n".join(lost)
    assert len({panel for panel, _ in met}) >= 11, met


async def _interrupted(app: WarledgerApp, found: Any, way: tuple[str, ...]) -> list[str] | None:
    """Do something on a desk's screen and give it as another comes first; what was lost by that, in words, None where
    these keys give nothing."""
    before: list[object] = []

    def came_first(lines: tuple[str, ...], rolls: tuple[int, ...] = ()) -> None:
        before.append(_stands(app))
        raise Stale("the seat 'other' came first (entry 7)")

    app.switch_screen(CampaignScreen(found))
    await drawn(app)
    found.do = came_first
    try:
        await press(app, *way)
        await drawn(app)
    finally:
        del found.do
    if not before:
        return None
    after, said = _stands(app), app.screen.query_one(Notice).said
    return [] if after == before[-1] and "came first" in said else [f"{before[-1]} became {after}"]


def _stands(app: WarledgerApp) -> object:
    """What stands on the panel that the player sees, and where he is in it."""
    screen: Any = app.screen
    panel = screen.current
    lines = (line.text.strip(" │") for line in panel.rows(panel.size.width))
    return panel.where, panel.spot, [line for line in lines if line]
