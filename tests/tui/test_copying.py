"""``y`` copies what is read as text (OSC 52): all of a page, whatever has room in the window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.screens import campaign, drive, screen_text
from tui.app import WarledgerApp
from tui.bars import Notice
from tui.copying import Copied, to_clipboard
from tui.lines import row


def said(app: WarledgerApp) -> str:
    return app.screen.query_one(Notice).said


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_a_page_longer_than_the_window_is_copied_whole_and_the_notice_counts_its_lines(
    home: Path, size: tuple[int, int]
) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("p", "y")
        await pilot.pause()
        title, rule, *lines = app.clipboard.splitlines()
        assert title == "Turn sheet" and rule == "=" * len(title)
        assert "Due this turn" in app.clipboard and "Units to come" in app.clipboard
        assert f"copied {len(lines)} lines: Turn sheet" in said(app)

    drive(campaign(home, ["italy effort sle"]), act, size)


def test_every_power_and_every_force_is_copied_though_the_window_shows_a_part(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("i", "end")
        before = screen_text(app)
        await pilot.press("y")
        assert all(f" {name} " in app.clipboard for name in ("Italy", "United States", "Soviet Union", "Germany"))
        assert app.clipboard.count("Base before Fall 1939") == 6 and "▸" not in app.clipboard
        await pilot.press("f", "down")
        screen: Any = app.screen
        spot = screen.current.spot
        await pilot.press("y")
        assert app.clipboard.count("\n") > 100 and screen.current.spot == spot
        await pilot.press("i", "end")
        # The copying leaves no trace on the page itself.
        assert screen_text(app).splitlines()[:18] == before.splitlines()[:18]

    drive(campaign(home), act, (80, 24))


def test_a_short_answer_to_what_if_is_copied_while_it_stands_there(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("up", "w")
        assert "what if" in said(app)
        answer = [line.strip() for line in said(app).splitlines()]
        await pilot.press("y")
        assert [line.strip() for line in app.clipboard.splitlines()[2:]] == answer
        await pilot.press("y")
        assert "what if" not in app.clipboard and app.clipboard.startswith("Planning")

    drive(campaign(home), act, (80, 24))


def test_the_journal_is_copied_by_page_and_by_entry(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("j", "y")
        assert "Italy" in app.clipboard and "United States" in app.clipboard
        assert app.clipboard.startswith("Journal of Fall 1939")
        await pilot.press("home", "down", "Y")
        assert app.clipboard.count("NARFs") < 4 and ": Journal of Fall 1939" in said(app)

    drive(campaign(home, ["italy effort sle", "us effort sle"]), act, (80, 24))


def test_y_is_typed_into_boxes_and_ctrl_y_copies_there(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("l", "y")
        assert not app.clipboard
        await pilot.press("ctrl+y")
        assert app.clipboard.startswith("Losses") and ": Losses" in said(app)
        await pilot.press("escape", "f3", "enter", "ctrl+y")
        assert "copied" in said(app)

    drive(campaign(home), act, (80, 24))


def test_what_no_terminal_would_take_is_refused_with_what_prints_it() -> None:
    app = WarledgerApp()
    page = Copied.of("Journal", [row("x" * 1000)] * 100)
    assert "too long for a clipboard (100116 bytes" in to_clipboard(app, page).text and not app.clipboard
    assert "nothing to copy" in to_clipboard(app, Copied.of("Journal", [row(" ")])).text
    assert to_clipboard(app, None).text.strip() == "there is nothing to copy here"
