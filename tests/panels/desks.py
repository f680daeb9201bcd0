"""Desks for the tests of panels and models: the small world of The War, standing where a test wants it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import attrs
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from engine.thewar.world.state import Country
from tests.thewar.values import wars_of
from tests.thewar.world import world
from tests.tui.hand import drawn
from tests.tui.standin import StandinDesk
from tui import themes
from tui.panel import Panel
from tui.panels.cursor import CursorPanel

EASTERN_WAR = wars_of({"germany+ussr": "1939-3-fall", "germany+poland": "1939-3-fall"})
"""Wars in which Germany takes Soviet and Polish places."""
EFFORTS = ("italy", "us", "france", "ussr", "germany", "britain")


def desk(turn: str = "1939-3-fall", step: str = "", *, keyboard: bool = False, **changes: Any) -> Any:
    """A desk on the small world; ``changes`` replace fields of the campaign."""
    campaign = attrs.evolve(world(turn, step), **changes) if changes else world(turn, step)
    return StandinDesk(campaign, keyboard=keyboard)


def poor(**powers: dict[str, Any]) -> Any:
    """A desk at the purchase of efforts with some figures of powers changed."""
    return StandinDesk(world("1939-3-fall", "", **powers))


def in_greece() -> Any:
    """A desk at a step by hand that has a figure with two choices and comes before one that asks for orders."""
    wars = wars_of({"germany+greece": "1940-4-winter", "britain+germany": "1939-3-fall"})
    allies = {key: Country(name=key.title(), status="satellite", patron="germany") for key in ("romania", "bulgaria")}
    allies = {**world().countries, **allies}
    facts = {"greek-airbase-open": True}
    return desk("1940-4-winter", "declarations.greek-airbase", wars=wars, facts=facts, countries=allies)


def past_efforts(found: Any) -> Any:
    """The same desk after nobody has bought an effort: at the first step done by hand."""
    for power in EFFORTS:
        found.do([f"{power} effort none"])
    return found


class Host(App[None]):
    """An app with nothing but one panel; it keeps what the panel posts."""

    def __init__(self, make: Callable[[], CursorPanel]) -> None:
        super().__init__()
        for name in themes.NAMES:
            self.register_theme(themes.make(name))
        self.theme = "monochrome"
        self._made = make()
        self.ordered: list[tuple[tuple[str, ...], tuple[int, ...]]] = []
        self.closed = 0
        self.said: list[str] = []

    def compose(self) -> ComposeResult:
        """The panel."""
        yield self._made

    @property
    def panel(self) -> Any:
        """The panel at work."""
        return self._made

    def on_mount(self) -> None:
        """The panel has the window and the keys."""
        self.panel.styles.height = "100%"
        self.panel.focus()

    def on_panel_ordered(self, event: Panel.Ordered) -> None:
        """Keep it."""
        self.ordered.append((event.lines, event.rolls))

    def on_panel_said(self, event: Panel.Said) -> None:
        """Keep it."""
        self.said.append(event.text)

    def on_panel_closed(self, event: Panel.Closed) -> None:
        """Count it."""
        self.closed += 1

    async def put(self, panel: CursorPanel) -> None:
        """Another panel instead, with nothing posted yet; its size is known when this returns."""
        old, self._made = self._made, panel
        panel.styles.height = "100%"
        await self.mount(panel)
        await old.remove()
        panel.focus()
        self.ordered, self.said, self.closed = [], [], 0
        await drawn(self)

    @property
    def text(self) -> list[str]:
        """The panel's lines."""
        return [line.text.rstrip() for line in self.panel.rows(self.panel.size.width)]


def work(
    make: Callable[[], CursorPanel],
    act: Callable[[Host, Pilot[None]], Awaitable[None]],
    size: tuple[int, int] = (78, 20),
) -> Host:
    """Mount a panel in a window of this size and act on it."""
    host = Host(make)

    async def go() -> None:
        async with host.run_test(size=size) as pilot:
            await pilot.pause()
            host.panel.show()
            await act(host, pilot)

    asyncio.run(go())
    return host


def pressed(
    make: Callable[[], CursorPanel], keys: Sequence[str], size: tuple[int, int] = (78, 20)
) -> tuple[Host, list[str]]:
    """The host and the panel's lines after some keys."""
    found: list[str] = []

    async def act(host: Host, pilot: Pilot[None]) -> None:
        if keys:
            await pilot.press(*keys)
        found.extend(host.text)

    return work(make, act, size), found
