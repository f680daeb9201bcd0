"""Every screen, overlay and panel that a key opens, found by pressing the keys of the registry: in the smallest window
each follows its cursor to its last line and back, nothing in its footer is dead or said twice, and Enter does what the
footer says. One app walks through all of it."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable, Collection, Iterator
from pathlib import Path
from typing import Any

from textual.screen import Screen
from textual.widgets import Input

from tests.tui import every_screen
from tests.tui.hand import drawn, press
from tests.tui.screens import campaign, screen_text
from tests.tui.standin import StandinDesk
from tui import glyphs, keys
from tui.app import WarledgerApp
from tui.bars import Notice
from tui.frame import CampaignScreen
from tui.lines import Lines
from tui.look import Look
from tui.panels.cursor import CursorPanel
from tui.panels.step import OrdersPanel
from tui.screens.calculators import CalculatorLines
from tui.screens.curtain import Chairs, CurtainScreen
from tui.screens.home import HomeScreen

SMALLEST = (60, 20)
_LEAVING = {"quit"}
_NO_LINES = ("MapScreen",)
"""Places whose cursor moves over no list."""
_TAKES_BACK = {"UndoPanel"}
"""Where Enter changes the campaign, which other tests do."""
_BY_TAB = {"NewScreen"}
"""Where arrows alone do not go to the end; a test of its own drives it there."""
_BY_LINE = 24
_MOST = 160
"""Keys after which the end of any list must have come."""
_ARROWS = {"\u2191\u2193": ("down", "up"), "\u2190\u2192": ("right", "left")}
CALCULATOR = "Calculator"
_BY_THEMSELVES = {"CampaignScreen", "SmallScreen", "SeatsScreen"}
"""What no key opens: the frame around every panel, a window that is too small, and what only a server's host has
(``tests/server/test_places.py`` walks there)."""
Start = Callable[[], Screen[Any]]


class Walk:
    """One app, what it has seen, and what was wrong there."""

    def __init__(self, app: WarledgerApp, asked: Collection[str] | None = None) -> None:
        self.app = app
        self.asked = asked
        """The places that are gone through key by key, where it is not all that are seen."""
        self.seen: set[str] = set()
        self.faults: list[str] = []
        self._base: tuple[object, ...] = (None,)

    @property
    def panel(self) -> Any:
        """The panel that the player sees, None on a screen without one."""
        return getattr(self.app.screen, "current", None)

    @property
    def place(self) -> str:
        """What stands before the player: the panel's class, or the screen's; a calculator that is open by itself."""
        if any(lines.calculator is not None for lines in self.app.screen.query(CalculatorLines)):
            return CALCULATOR
        return type(self.panel or self.app.screen).__name__

    @property
    def lines(self) -> Lines:
        """The widget in which the cursor moves."""
        focused = self.app.focused
        if isinstance(focused, Lines):
            return focused
        return next(one for one in self.app.screen.query(Lines) if any(line.under == "cursor" for line in one._rows))

    def text(self) -> tuple[object, ...]:
        """All that a key may change."""
        focused = self.app.focused
        return self.app.screen, screen_text(self.app), focused, getattr(focused, "spot", "")

    def quiet(self) -> None:
        """Nothing stands in the line over the footer, so that what a key says is seen."""
        for notice in self.app.screen.query(Notice):
            notice.say([])

    def wrong(self, at: str, what: str) -> None:
        """Note a fault with the screen on which it is."""
        self.faults.append(f"{at}: {what}\n{screen_text(self.app)}")

    async def start(self, make: Start, *way: str) -> None:
        """To a screen and from it by some keys; back to it by Escape where it is open already."""
        app = self.app
        for _ in range(4 if self._base[0] is make else 0):
            if (make, app.screen, self.place) == self._base and not app.screen.query(Input):
                break
            await press(app, "escape")
        else:
            while len(app.screen_stack) > 1:
                app.pop_screen()
            app.switch_screen(make())
            await drawn(app)
            self._base = (make, app.screen, self.place)
        for key in way:
            await press(app, key)
            await drawn(app)

    # --- what is asked of each place

    def in_sight(self) -> bool:
        """Whether the cursor's line can be seen, where there is one."""
        lines = self.lines
        top, height = lines.scroll_offset.y, lines.size.height
        if isinstance(lines, CursorPanel):
            here = lines.at_line()
            marked = [y for y, spot in enumerate(lines._places) if spot and spot == here]
        else:
            signs = tuple(f"{blank}{glyphs.sign(name)}" for name in ("now", "point") for blank in ("", " "))
            rows = enumerate(lines._rows)
            marked = [y for y, line in rows if line.under == "cursor" or line.text.startswith(signs)]
        return not marked or any(top <= y < top + height for y in marked)

    def beyond(self) -> bool:
        """Whether the cursor stands on the first or last line, from where what lies beyond is scrolled to."""
        lines = self.lines
        return isinstance(lines, CursorPanel) and lines.spot in (*list(lines.spots())[:1], *list(lines.spots())[-1:])

    def moving(self) -> tuple[object, ...]:
        """What an arrow may change."""
        lines = self.lines
        return tuple(lines._rows), lines.scroll_offset, "".join(one.said for one in self.app.screen.query(Notice))

    def ends(self) -> tuple[bool, bool]:
        """Whether the first and the last line that say anything are in sight."""
        lines = self.lines
        said = [y for y, line in enumerate(lines._rows) if line.text.strip()] or [0]
        top = lines.scroll_offset.y
        return top <= said[0], said[-1] < top + lines.size.height

    async def follow(self, at: str) -> None:
        """To the last line and back to the first, line by line, the cursor in sight all the way."""
        if not self.in_sight():
            self.wrong(at, "as it opens its cursor is out of sight")
        for key, jump, end in (("down", "end", 1), ("up", "home", 0)):
            pressed = still = 0
            while still < 2 and pressed < _MOST:
                before = self.moving()
                # A long list is gone through line by line over two windows, then from its end on.
                await press(self.app, jump if pressed == _BY_LINE else key)
                pressed += 1
                if self.moving() == before:
                    # What it moved may be painted later than the key is dealt with.
                    await drawn(self.app)
                still = still + 1 if self.moving() == before else 0
                if not self.in_sight() and not self.beyond():
                    self.wrong(at, f"after {pressed} {key} the cursor is out of sight")
                    break
            if not self.ends()[end] and self.place not in _BY_TAB:
                self.wrong(at, f"no end of it is seen after {pressed} {key}")

    def footer(self) -> list[keys.Action]:
        """The keys that the footer shows."""
        return list(getattr(self.app.screen, "actions", list)())

    async def keyed(self, at: str, again: Callable[[], Awaitable[None]]) -> None:
        """Each key of the place's own in the footer does something, and stands there for one thing."""
        shown = [action for action in self.footer() if action.rank]
        named = [action.keys.split(",")[0] for action in shown if action.keys]
        for double in {key for key in named if named.count(key) > 1}:
            self.wrong(at, f"{double} stands in the footer for two things")
        told: Any = self.app.screen
        where = self.panel.where if self.panel is not None else told.help_parts()[2] if shown else ""
        for action in shown:
            if action.where != where or action not in self.footer():
                continue
            twins = [one for one in keys.of(where) if one.label == action.label or one.shown in action.shown[1:]]
            pressing = [key for one in (action, *twins) for key in one.keys.split(",")[:1] if key]
            pressing += _ARROWS.get(action.shown, (action.shown,)) if not action.keys else ()
            self.quiet()
            before = self.text()
            for key in dict.fromkeys(pressing):
                await press(self.app, key)
                if self.text() != before:
                    break
            else:
                self.wrong(at, f"{action.shown} {action.label} does nothing")
            typing = getattr(self.panel, "typing", bool)
            left = self.app.screen is not before[0] or self.app.focused is not before[2]
            if left or self.place not in at or typing():
                await again()

    async def entered(self, at: str, again: Callable[[], Awaitable[None]]) -> None:
        """Enter does what the footer says on the first lines and on the last."""
        panel = self.panel
        if not isinstance(panel, CursorPanel) or isinstance(panel, OrdersPanel) or self.place in _TAKES_BACK:
            return
        spots = list(panel.spots())
        for spot in dict.fromkeys([*spots[:3], *spots[-2:]]):
            panel = self.panel
            if spot not in panel.spots():
                continue
            panel.stand(spot)
            self.quiet()
            says, before = panel.enter_says(), self.text()
            shown = next((one.label for one in self.footer() if one.keys.split(",")[0] == "enter"), "")
            await press(self.app, "enter")
            if says and says != shown:
                self.wrong(at, f"Enter is {says} on {spot} and the footer says {shown or 'nothing'}")
            if (shown or says) and self.text() == before:
                self.wrong(at, f"Enter on {spot} says {shown} and does nothing")
            await again()

    async def visit(self, at: str, again: Callable[[], Awaitable[None]]) -> None:
        """Everything that is asked of a place, once for each."""
        if self.place in self.seen:
            return
        self.seen.add(self.place)
        if self.asked is not None and self.place not in self.asked:
            return
        at = f"{self.place} ({at})"
        if self.place not in _NO_LINES:
            await self.follow(at)
        await again()
        await self.keyed(at, again)
        await again()
        await self.entered(at, again)


def opening(*wheres: str) -> Iterator[str]:
    """The keys that may open something, by the registry."""
    for action in (one for where in wheres for one in keys.of(where)):
        if action.id not in _LEAVING:
            yield action.keys.split(",")[0]


async def everywhere(walk: Walk, make: Start, name: str, keyed: list[str]) -> None:
    """A start, all that its keys open, and what Enter opens there."""
    await walk.start(make)
    base = walk.place
    await walk.visit(name, lambda: walk.start(make))
    for key in keyed:
        await walk.start(make, key)
        here = walk.place
        if here == base:
            continue
        await walk.visit(f"{name}, {key}", lambda key=key: walk.start(make, key))  # type: ignore[misc]
        if here in _TAKES_BACK:
            continue
        await walk.start(make, key, "enter")
        if walk.place not in (here, base):
            await walk.visit(f"{name}, {key} and Enter", lambda key=key: walk.start(make, key, "enter"))  # type: ignore[misc]


async def opened(walk: Walk, make: Start, name: str, *way: str) -> None:
    """What lies at the end of a way."""
    await walk.start(make, *way)
    await walk.visit(name, lambda: walk.start(make, *way))


def every_place() -> dict[str, type[Any]]:
    """Every screen and every panel that there is, by its class's name."""
    return {**every_screen.screens(), **every_screen.panels()}


def test_every_screen_and_overlay_follows_its_cursor_and_means_what_its_footer_says(home: Path) -> None:
    desk = campaign(home, ["italy effort sle", "us effort none"])
    for at in range(7):
        shutil.copytree(desk.folder, desk.folder.with_name(f"copy-{at}"))
    shared = campaign(home, name="shared", seats=2)
    second = StandinDesk(every_screen.codebreaking()._whole)
    attack, asked = (StandinDesk(every_screen.standing()[name]) for name in ("attacking", "battle at sea"))
    # The year ends here, and the next one begins with a roll for the weather.
    own = StandinDesk(every_screen.standing()["allied.end.victory"], keyboard=True)
    found: list[Walk] = []

    async def go() -> None:
        app = WarledgerApp(look=Look(theme="monochrome"))
        async with app.run_test(size=SMALLEST):
            walk = Walk(app)
            found.append(walk)
            await everywhere(walk, HomeScreen, "home", list(opening("home", keys.ANYWHERE)))
            frame = list(opening(keys.CAMPAIGN, keys.ANYWHERE))
            await everywhere(walk, lambda: CampaignScreen(desk), "a campaign", frame)
            await everywhere(walk, lambda: CampaignScreen(second), "the second game", ["f"])  # type: ignore[arg-type]
            await everywhere(walk, lambda: CampaignScreen(asked), "a battle at sea", [])  # type: ignore[arg-type]
            await opened(walk, lambda: CampaignScreen(attack), "an attack", "home", "w")  # type: ignore[arg-type]
            await opened(walk, lambda: CurtainScreen(Chairs.around(shared, "axis")), "between two players")
            await opened(walk, lambda: CampaignScreen(own), "dice of one's own", "d", "enter")  # type: ignore[arg-type]
            every_screen.setup_of("A draft"), every_screen.setup_of("B, wrong", wrong=True)
            await opened(walk, HomeScreen, "a setup page", "m", "enter", *["down"] * 5, "enter")
            await opened(walk, HomeScreen, "which scenario beside", "m", "enter", "C")
            await opened(walk, HomeScreen, "side by side", "m", "enter", "C", "enter")
            await opened(walk, HomeScreen, "a trial", "m", "enter", "t")
            await opened(walk, HomeScreen, "what is wrong", "m", "down", "enter", "f")

    asyncio.run(go())
    (walk,) = found
    assert not walk.faults, "\n".join(walk.faults)
    every = every_place()
    of_steps = {name for name, cls in every.items() if issubclass(cls, OrdersPanel)}
    missing = {*every, CALCULATOR} - of_steps - walk.seen - _BY_THEMSELVES
    assert not missing, f"no key opens {missing}: add a start to the walk"
