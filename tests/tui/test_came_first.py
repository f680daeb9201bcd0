"""Another player came first: nothing is given, what was typed or ticked stays, and the next Enter gives it once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest
from textual.pilot import Pilot

from engine.kernel.dice import NeedsDie
from saves.desk import Desk
from saves.errors import Stale
from tests.panels.test_combat import at_sea
from tests.thewar.ground.test_ground_fight import stepped
from tests.tui.every_screen import desks
from tests.tui.hand import drawn, press
from tests.tui.screens import campaign, drive
from tests.tui.standin import StandinDesk
from tui.app import WarledgerApp
from tui.bars import Notice
from tui.frame import CampaignScreen
from tui.look import Look
from tui.panels import panel_for
from tui.panels.dice import DicePanel

WAYS = (("plus", "down", "plus", "enter"), ("space", "enter"), ("end", "up", "enter", "2", "enter"))
"""Keys that tick, count or fill in something in one place or another."""


def _orders(desk: Desk) -> list[str]:
    return [entry.order for entry in desk.entries() if entry.seat != "rules"]


def test_a_typed_order_stays_in_its_line_and_the_next_enter_gives_it_once(home: Path) -> None:
    desk = campaign(home, ["italy effort none"])
    other = Desk.open(desk.folder)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await press(app, "colon", *"france effort none")
        # Just before Enter: a slow machine would see it come while the order is typed.
        other.do(["us effort none"])
        await press(app, "enter")
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


Told = list[str] | None
"""What was lost by what came between, in words; None where the keys give nothing."""


def _on_every_screen(tried: Callable[[WarledgerApp, Any, tuple[str, ...]], Awaitable[Told]]) -> None:
    """Give something on every kind of panel in each way that it takes, while something comes between: nothing is
    lost."""
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
                    if (panel, way) not in met and (told := await tried(app, found, way)) is not None:
                        met.add((panel, way))
                        lost.extend(f"{name}, {' '.join(way)}: {one}" for one in told)

    asyncio.run(go())
    assert not lost, "\n".join(lost)
    assert len({panel for panel, _ in met}) >= 11, met


def test_on_every_screen_what_was_ticked_or_typed_stays_where_another_came_first() -> None:
    _on_every_screen(_interrupted)


def test_what_wants_dice_stays_on_every_screen_where_another_plays_on_over_the_page_for_them() -> None:
    _on_every_screen(_rolled_for)


async def _rolled_for(app: WarledgerApp, found: Any, way: tuple[str, ...]) -> Told:
    """Give something that wants a die, and leave the page for its face after another has played on; what was lost by
    that, in words, None where these keys give nothing."""
    before: list[object] = []

    def wants_a_die(lines: tuple[str, ...], rolls: tuple[int, ...] = ()) -> None:
        before.append(_stands(app))
        raise NeedsDie("t/planning.effort/germany/attack/1", 10, 1)

    screen = CampaignScreen(found)
    app.switch_screen(screen)
    await drawn(app)
    found.do = wants_a_die
    try:
        for key in way:
            if not before:
                await press(app, key)
                await drawn(app)
        if not before:
            return None
        assert isinstance(screen.current, DicePanel)
        # Another's order is a new campaign, as far as a panel can tell.
        found.stand(attrs.evolve(found._whole))
        screen._gone_on(())
        await drawn(app)
        on_top: Any = screen.current
        await press(app, "escape")
        await drawn(app)
    finally:
        del found.do
    told = [] if isinstance(on_top, DicePanel) else [f"{on_top} lies over it"]
    return told if _stands(app) == before[-1] else [*told, f"{before[-1]} became {_stands(app)}"]


class RolledFor(StandinDesk):
    """A desk on which every order wants a die of the player's own."""

    def do(self, lines: Sequence[str], rolls: Sequence[int] = ()) -> Any:
        if not rolls:
            raise NeedsDie("t/planning.effort/germany/attack/1", 10, 1)
        return super().do(lines)


@pytest.mark.parametrize(
    ("page", "form", "typed", "order"),
    [
        ("", "intercept-at-sea", "ussr-tac", "ussr intercept-at-sea baltic units=ussr-tac"),
        ("O", "supply-link", "Moscow", "ussr supply-link moscow"),
    ],
)
def test_with_its_faces_typed_an_order_is_given_once_and_its_form_is_closed(
    page: str, form: str, typed: str, order: str
) -> None:
    """Also one that lies in a page, which is there again as it was when nothing is rolled after all."""
    sent = at_sea()
    sent.do(["germany mission baltic units=2-fleet"])
    found = RolledFor(stepped(sent.campaign, "axis.operations.interception"))

    async def go() -> None:
        app = WarledgerApp(found, Look(theme="monochrome"))  # type: ignore[arg-type]
        async with app.run_test(size=(100, 30)):
            screen: Any = app.screen
            await drawn(app)
            await press(app, *page)
            await drawn(app)
            panel: Any = screen.current
            assert (panel.where == "any-time") == bool(page)
            panel.spot = f"form:{form}"
            await press(app, "enter")
            await press(app, *typed)
            stood = _stands(app)[2]
            for leaves in (True, False):
                await press(app, "enter")
                await drawn(app)
                assert screen.current.where == "dice" and not found._entries
                found.stand(attrs.evolve(found._whole))
                screen._gone_on(())
                await drawn(app)
                if leaves:
                    await press(app, "escape")
                    await drawn(app)
                    assert screen.current is panel and panel.filling is not None and _stands(app)[2] == stood
            await press(app, "7", "enter")
            await drawn(app)
            assert screen.current is panel and panel.filling is None
            (given,) = [entry.order for entry in found._entries if entry.seat != "rules"]
            assert given.startswith(order)

    asyncio.run(go())


async def _interrupted(app: WarledgerApp, found: Any, way: tuple[str, ...]) -> Told:
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


def _stands(app: WarledgerApp) -> tuple[str, str, list[str]]:
    """What stands on the panel that the player sees, and where he is in it."""
    screen: Any = app.screen
    panel = screen.current
    lines = (line.text.strip(" │") for line in panel.rows(panel.size.width))
    return panel.where, panel.spot, [line for line in lines if line]
