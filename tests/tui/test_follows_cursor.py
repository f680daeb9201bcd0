"""Every form, list and sheet follows its cursor in the smallest window, to its last line and back to its first."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from engine.kernel.sheets.ledger import falls_due
from tests.tui.every_screen import desks, panels
from tests.tui.hand import drawn, press
from tests.tui.screens import campaign, drive, screen_text, shown
from tui.app import WarledgerApp
from tui.frame import CampaignScreen
from tui.look import Look
from tui.panel import LinePanel, Panel
from tui.panels.build_queue import QueuePanel
from tui.panels.choosing import FORM
from tui.panels.cursor import CursorPanel
from tui.panels.step import OrdersPanel
from tui.screens.new_form import NewForm

SMALLEST = (60, 20)
BY_MESSAGE = {"DicePanel", "TextPanel", "RosterPanel", "BattlePanel"}
"""Panels that open by themselves, or in another game, and are driven in tests of their own."""


def in_sight(panel: Panel) -> bool:
    """Whether the cursor's line can be seen; a panel without a cursor is scrolled as a whole."""
    assert isinstance(panel, LinePanel)
    top, height = panel.scroll_offset.y, panel.size.height
    if not isinstance(panel, CursorPanel):
        lines = [y for y, line in enumerate(panel._rows) if line.under == "cursor"]
    elif isinstance(panel, QueuePanel) and panel.own_spots():
        # Its two sides are pages of their own.
        return any(panel._pages.spot(left, y) == panel.spot for left in (True, False) for y in range(height))
    elif not panel.spots() and not panel.at_line():
        return panel.max_scroll_y == 0 or panel.scroll_offset.y == panel.max_scroll_y
    else:
        lines = [y for y, spot in enumerate(panel._places) if spot == panel.at_line()]
    return any(top <= y < top + height for y in lines)


def current(app: WarledgerApp) -> Any:
    """The panel that the player sees."""
    screen: Any = app.screen
    return screen.current


async def to_the_end(app: WarledgerApp, panel: Any) -> None:
    """To the last line, by the key for it or line by line."""
    if isinstance(panel, CursorPanel):
        await press(app, "end")
        if not panel.spots():
            await press(app, *["down"] * 120)
    else:
        await press(app, *["down"] * 120)


def test_every_step_follows_its_cursor_in_the_smallest_window() -> None:
    seen: set[str] = set()

    async def go() -> None:
        app = WarledgerApp(next(desks())[1], Look(theme="monochrome"))
        async with app.run_test(size=SMALLEST):
            for name, found in desks():
                app.switch_screen(CampaignScreen(found))
                await drawn(app)
                panel = current(app)
                seen.add(type(panel).__name__)
                assert in_sight(panel), f"{name}: as it opens"
                assert isinstance(panel, OrdersPanel)
                await to_the_end(app, panel)
                assert in_sight(panel), f"{name}: at its end"
                listed = [form for form in panel.forms() if f"{FORM}{form.verb}" in panel.spots()]
                for form in listed[:2] if panel.spot.startswith(FORM) else ():
                    panel.stand(f"{FORM}{form.verb}")
                    assert panel.enter_form()
                    for _ in form.fields:
                        await press(app, "down")
                        assert in_sight(panel), f"{name}: a box of {form.verb}"
                    await press(app, "escape")
                if name in ("attacking", "submarines"):
                    await press(app, "O")
                    await drawn(app)
                    orders = current(app)
                    seen.add(type(orders).__name__)
                    assert in_sight(orders), f"{name}: the orders of any time"
                    await to_the_end(app, orders)
                    assert in_sight(orders), f"{name}: the last of them"

    asyncio.run(go())
    missing = {name for name, cls in panels().items() if issubclass(cls, OrdersPanel)} - seen - BY_MESSAGE
    assert not missing, f"no scene shows {missing}: add one to every_screen"


def test_the_form_of_a_new_campaign_follows_its_cursor_to_begin() -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await press(app, "n")
        await drawn(app)
        await press(app, "tab")
        form = app.screen.query_one(NewForm)
        for _ in range(40):
            line = next((one.text.strip() for one in form._rows if one.under == "cursor"), "")
            assert line[:12] in screen_text(app), line
            if "Begin" in line:
                break
            await press(app, "down")
            await drawn(app)
        assert "Begin" in screen_text(app)
        await press(app, *["up"] * 40)
        await drawn(app)
        assert "Scenario" in screen_text(app)

    for size in (SMALLEST, (80, 24)):
        drive(None, act, size)


def test_a_step_by_hand_opens_at_its_first_line_with_its_end_in_sight() -> None:
    async def go() -> None:
        app = WarledgerApp(next(desks())[1], Look(theme="monochrome"))
        async with app.run_test(size=SMALLEST):
            for name, found in desks():
                step = found.ruleset.sequence[found.outlook().step]
                if step.mode != "by-hand" or step.panel:
                    continue
                app.switch_screen(CampaignScreen(found))
                await drawn(app)
                panel = current(app)
                if panel.model is None or not panel.model.lines:
                    continue
                first = panel.model.lines[0][:20]
                assert panel.scroll_offset.y == 0 and first in screen_text(app), f"{name}\n{screen_text(app)}"
                assert "Done, go on" in screen_text(app), f"{name}\n{screen_text(app)}"

    asyncio.run(go())


def test_due_is_entered_at_every_size_and_enter_opens_the_order_that_meets_the_duty(home: Path) -> None:
    desk = campaign(home)
    desk.do(['overrule "at war" germany declare ussr'])
    before = desk.last_number
    wanted = next(one for one in falls_due(desk.ruleset, desk.campaign) if one.order)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("Y")
        await pilot.pause()
        await pilot.pause()
        panel = current(app)
        assert panel.spot == "duty:0" and in_sight(panel)
        while panel.duty().order != wanted.order:
            await pilot.press("down")
        assert panel.enter_says() == "order"
        await pilot.press("enter")
        await pilot.pause()
        screen: Any = app.screen
        assert screen._line.text == f"{wanted.order} " and desk.last_number == before
        await pilot.press("escape", "escape")

    for size in (SMALLEST, (80, 24), (120, 40)):
        drive(desk, act, size)


def test_an_order_named_by_a_duty_is_one_of_its_game() -> None:
    for name, found in desks():
        for duty in falls_due(found.ruleset, found.campaign):
            words = duty.order.split()
            assert not words or {*words[:2]} & set(found.ruleset.verbs), f"{name}: {duty.order}"


def test_the_screen_of_a_new_campaign_gives_the_questions_the_whole_of_a_narrow_window() -> None:
    assert "At the start" not in shown(None, ["n"], SMALLEST)
