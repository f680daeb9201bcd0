"""Nothing that decides is cut, at any width: a refusal, a price, a figure, the label of a box, a choice, a title.
Every panel and screen of both games is laid out at the widths that windows of 60, 80, 120, 160 and 200 columns give it,
with the cursor on each of its lines, and looked through for the sign that stands where a text was cut."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tui import every_screen
from tests.tui.hand import drawn, press
from tests.tui.screens import campaign
from tests.tui.standin import StandinDesk
from tui import glyphs
from tui.app import WarledgerApp
from tui.frame import CampaignScreen
from tui.lines import Lines
from tui.look import Look
from tui.panels.choosing import FORM
from tui.panels.cursor import CursorPanel
from tui.panes import LedgerLinePane, SequenceLine, SequencePane, SidePane, TitleLine

WIDTHS = (58, 78, 56, 82, 97, 121, 158)
"""What a panel has in a window of 60, 80, 120 (with and without the sequence), 160 and 200 columns."""
LINES = {TitleLine: (60, 80, 120, 200), SequenceLine: (60, 80, 120), LedgerLinePane: (60, 80, 120)}
PANES = {SequencePane: (26, 36), SidePane: (36, 41)}
CUT = "\u00a4"
OF_FILES = ("u", "R")
"""What reads back is not known to a desk without files."""
OVERLAYS = tuple(key for key in every_screen.OVERLAYS if key not in OF_FILES)
MOST = 12
"""Lines from each end of a long list on which the cursor stands."""

ALLOWED: dict[str, str] = {
    "CalculatorLines": "the list says each calculator's purpose, which stands whole over its boxes",
    "Hits": "the list says what each action does, and why an order is refused: whole under the line of the cursor",
}
"""What may be cut, by the name of the widget, and why."""


@pytest.fixture(autouse=True)
def _seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another sign than that of what goes on elsewhere, which looks the same to a player."""
    monkeypatch.setitem(glyphs._SIGNS, "cut", (CUT, CUT))


def cuts(lines: Lines, widths: tuple[int, ...]) -> Iterator[tuple[int, str]]:
    """What is cut in a widget at these widths."""
    if type(lines).__name__ in ALLOWED:
        return
    for width in widths:
        for line in lines.rows(width):
            if CUT in line.text:
                yield width, line.text


def of_panel(panel: Any, name: str) -> Iterator[str]:
    """What is cut in a panel, with the cursor on each of its lines and in each box of its forms."""
    if not isinstance(panel, CursorPanel):
        yield from (f"{name} at {width}: {text}" for width, text in cuts(panel, WIDTHS))
        return
    spots = list(panel.spots())
    for spot in spots if len(spots) <= 2 * MOST else [*spots[:MOST], *spots[-MOST:]]:
        panel.stand(spot)
        yield from (f"{name} on {spot} at {width}: {text}" for width, text in cuts(panel, WIDTHS))


def of_forms(panel: Any, name: str, seen: set[str]) -> Iterator[str]:
    """What is cut in the forms of a step, each looked at once."""
    for form in panel.forms():
        if form.verb in seen:
            continue
        seen.add(form.verb)
        panel.stand(f"{FORM}{form.verb}")
        if not panel.enter_form():
            continue
        for at in range(len(form.fields)):
            panel.filling.at = at
            panel.filling.read()
            yield from (f"{name}, {form.verb} at {width}: {text}" for width, text in cuts(panel, WIDTHS))
        panel._close_form()


def of_frame(screen: Any, name: str) -> Iterator[str]:
    """What is cut around the work area."""
    for pane, widths in (LINES | PANES).items():
        yield from (
            f"{name}, {pane.__name__} at {width}: {text}" for width, text in cuts(screen.query_one(pane), widths)
        )


def test_nothing_that_decides_is_cut_in_any_step_at_any_width() -> None:
    found: list[str] = []

    async def go() -> None:
        app = WarledgerApp(next(every_screen.desks())[1], Look(theme="monochrome"))
        seen: set[str] = set()
        async with app.run_test(size=(120, 40)):
            for name, desk in every_screen.desks():
                app.switch_screen(CampaignScreen(desk))
                await drawn(app)
                screen: Any = app.screen
                found.extend(of_frame(screen, name))
                found.extend(of_panel(screen.current, name))
                found.extend(of_forms(screen.current, name, seen))

    asyncio.run(go())
    assert not found, "\n".join(dict.fromkeys(found))


def test_nothing_that_decides_is_cut_in_what_lies_over_a_step() -> None:
    found: list[str] = []

    async def go() -> None:
        first = StandinDesk(every_screen.standing()["planning.effort"])
        app = WarledgerApp(first, Look(theme="monochrome"))  # type: ignore[arg-type]
        async with app.run_test(size=(120, 40)):
            for name in ("planning.effort", "raiders"):
                for key in OVERLAYS:
                    app.switch_screen(CampaignScreen(StandinDesk(every_screen.standing()[name])))  # type: ignore[arg-type]
                    await drawn(app)
                    await press(app, key)
                    await drawn(app)
                    screen: Any = app.screen
                    found.extend(of_panel(screen.current, f"{name}, {key}"))

    asyncio.run(go())
    assert not found, "\n".join(dict.fromkeys(found))


def test_nothing_that_decides_is_cut_on_other_screens(home: Path) -> None:
    found: list[str] = []
    desk = campaign(home, ["italy effort sle", "us effort none"])

    async def go() -> None:
        app = WarledgerApp(desk, Look(theme="monochrome"))
        async with app.run_test(size=(80, 24)):
            for key in OF_FILES:
                await press(app, key)
                await drawn(app)
                screen: Any = app.screen
                found.extend(of_panel(screen.current, key))
                await press(app, "escape")
            for key in ("j", "question_mark", "f2", "f3", "ctrl+p"):
                await press(app, key)
                await drawn(app)
                for lines in app.screen.query(Lines):
                    told = cuts(lines, (60, 80, 120, 200))
                    name = type(app.screen).__name__
                    found.extend(f"{name}, {type(lines).__name__} at {width}: {text}" for width, text in told)
                await press(app, "escape")
                await drawn(app)

    asyncio.run(go())
    assert not found, "\n".join(dict.fromkeys(found))
