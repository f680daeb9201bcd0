"""How the window's columns are shared: what folds, what grows, and what a change of the window leaves as it was."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.panels.desks import desk, pressed
from tests.tui import every_screen
from tests.tui.hand import drawn, press
from tests.tui.screens import screen_text
from tests.tui.standin import StandinDesk
from tui import frame_model
from tui.app import WarledgerApp
from tui.bars import Notice
from tui.columns import FOLDED, share
from tui.look import Look
from tui.panel import Panel
from tui.panels.combat import CombatPanel
from tui.panels.laying import TEXT
from tui.panels.ledger import LedgerPanel


def shares(size: tuple[int, int], wants: int = Panel.wants) -> tuple[int, int]:
    """The columns of sequence and ledger in the small world of The War."""
    found = desk()
    segments = frame_model.segments(found.ruleset, found.checklist())
    lines = frame_model.ledger(found, found.outlook())
    columns = share(size, wants, segments, lines)
    return columns.sequence, columns.ledger


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (107, 40), (200, 27)])
def test_in_a_small_window_nothing_stands_beside_the_work(size: tuple[int, int]) -> None:
    assert shares(size) == (FOLDED.sequence, FOLDED.ledger)


def test_the_work_has_most_of_the_window_and_the_sequence_gives_way_first() -> None:
    sequence, ledger = shares((120, 40))
    assert sequence and ledger and 120 - sequence - ledger >= 56
    assert shares((120, 40), CombatPanel.wants) == (0, ledger)
    assert shares((120, 40), 112) == (0, 0)
    wide = shares((200, 60), 112)
    assert wide[0] > sequence and wide[1] > ledger, "whole names and reasons, where the work has all that it wants"


def test_what_is_told_of_a_line_stands_at_its_right_in_a_broad_panel_and_in_sight_while_the_list_scrolls() -> None:
    _, narrow = pressed(lambda: LedgerPanel(desk()), [], (90, 20))
    beside = "Level of Italy"
    assert not any("\u2502" in line for line in narrow)
    for keys in ([], ["end"]):
        _, broad = pressed(lambda: LedgerPanel(desk()), keys, (120, 10))
        assert any("\u2502" in line and "Level of" in line.split("\u2502")[1] for line in broad), keys
    _, broad = pressed(lambda: LedgerPanel(desk()), [], (120, 10))
    assert beside in "\n".join(broad) and all(len(line) <= 160 for line in broad)


def test_no_text_is_wider_than_is_read_well() -> None:
    async def go() -> None:
        found = StandinDesk(every_screen.standing()["axis.operations.supply"])
        app = WarledgerApp(found, Look(theme="monochrome"))  # type: ignore[arg-type]
        async with app.run_test(size=(200, 60)):
            await drawn(app)
            screen: Any = app.screen
            assert screen.current.size.width > TEXT
            assert all(line.width <= TEXT for line in screen.current._rows)

    asyncio.run(go())


def test_a_change_of_the_window_loses_nothing_that_is_being_typed() -> None:
    async def go() -> None:
        found = StandinDesk(every_screen.standing()["attacking"])
        app = WarledgerApp(found, Look(theme="monochrome"))  # type: ignore[arg-type]
        async with app.run_test(size=(120, 40)) as pilot:
            await drawn(app)
            await press(app, "n", *"leningr")
            for size in ((60, 20), (200, 60), (80, 24), (120, 40)):
                await pilot.resize_terminal(*size)
                await drawn(app)
                screen: Any = app.screen
                assert screen.current.typing() and "leningr" in screen_text(app), size
                assert bool(screen.columns.ledger) == (size[0] >= 108), size

    asyncio.run(go())


def test_why_not_is_told_whole_in_the_smallest_window_and_after_it_has_grown() -> None:
    async def go() -> None:
        found = StandinDesk(every_screen.standing()["planning.effort"])
        app = WarledgerApp(found, Look(theme="monochrome"))  # type: ignore[arg-type]
        async with app.run_test(size=(60, 20)) as pilot:
            await drawn(app)
            screen: Any = app.screen
            screen.give(["us effort sle"])
            await drawn(app)
            notice = screen.query_one(Notice)
            assert notice.size.height == len(notice._rows) > 1
            whole = " ".join(" ".join(line.text for line in notice._rows).split())
            assert whole == " ".join(notice.said.split())
            assert whole.split()[-1] in screen_text(app)
            await pilot.resize_terminal(200, 60)
            await drawn(app)
            assert notice.size.height == len(notice.said.split("\n"))

    asyncio.run(go())
