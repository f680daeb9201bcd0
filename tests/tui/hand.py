"""Keys pressed without the pilot's waits: it sleeps 40 ms and more a key, and a walk through every screen presses
thousands. Here a key is done when every widget on its way, down and up again, has dealt with it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Any

import textual.app
import textual.pilot
from textual._compositor import Compositor
from textual._context import active_app, visible_screen_stack
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.events import Key
from textual.geometry import Region
from textual.keys import _character_to_key
from textual.screen import Screen

_TICK = 0.002
"""Seconds between two looks at whether a screen has been painted."""
_PATIENCE = 60
"""Seconds after which a widget that has not answered never will."""
_SIGNS = {"greater_than_sign": ">", "plus": "+", "minus": "-", "slash": "/", "asterisk": "*", "colon": ":"}


async def press(app: App[Any], *keys: str) -> None:
    """Press keys one after the other, each dealt with before the next."""
    for key in keys:
        name = _character_to_key(key) if len(key) == 1 and not key.isalnum() else key
        event = Key(name, key if len(key) == 1 else _SIGNS.get(key))
        event.set_sender(app)
        app.post_message(event)
        await settled(app)


async def settled(app: App[Any]) -> None:
    """Until the focused widget, all around it and the app have dealt with what was posted to them; twice, as what they
    ask of each other comes a message later."""
    for _ in range(2):
        # Whoever else was woken has had its turn as well.
        await asyncio.sleep(0)
        for pump in (app, *(app.focused or app.screen).ancestors_with_self):
            await _dealt(pump)


async def drawn(app: App[Any]) -> None:
    """Until what was mounted or opened has been laid out and painted as well."""
    for _ in range(2):
        await settled(app)
        for widget in app.screen.walk_children(with_self=True):
            await _dealt(widget)
        await _painted(app, app.screen)
    await settled(app)


def wait_for_what_happens() -> None:
    """From now on the pilot's own waits too end when all is dealt with and painted. Its sleep until the process has
    been idle for 20 ms takes longer on a busy machine than all else in a test. (Private names of 8.2.)"""
    textual.app.wait_for_idle = _until_drawn  # type: ignore[attr-defined]
    textual.pilot.wait_for_idle = _until_drawn  # type: ignore[attr-defined]


def draw_for_nobody() -> None:
    """From now on each widget draws its lines and no more is made of them: without a terminal the framework cuts and
    joins what nobody takes, a sixth of the time of a test with an app. Who wants to see the screen (``screen_text``)
    or a picture has it put together. (Private names of 8.2.)"""
    Compositor.render_update = _drawn_alone  # type: ignore[method-assign]


_put_together = Compositor.render_update


def _drawn_alone(self: Compositor, full: bool = False, screen_stack: Any = None, simplify: bool = False) -> Any:
    if full:
        return _put_together(self, full, screen_stack, simplify)
    visible_screen_stack.set(screen_stack or [])
    if self._dirty_regions:
        for _ in self._get_renders(Region.from_union(list(self._dirty_regions)).intersection(self.size.region)):
            pass
        self._dirty_regions.clear()
    return None


def read_styles_once() -> None:
    """From now on an app takes the styles that another has read from the same text, with the same colours: each test
    with an app of its own would read them all again, a tenth of its time. (Private names of 8.2.)"""
    Stylesheet._parse_rules = _read_once  # type: ignore[method-assign]


_read = Stylesheet._parse_rules
_styles: dict[tuple[object, ...], list[RuleSet]] = {}


def _read_once(
    self: Stylesheet,
    css: str,
    read_from: tuple[str, str],
    is_default_rules: bool = False,
    tie_breaker: int = 0,
    scope: str = "",
) -> list[RuleSet]:
    given = (css, read_from, is_default_rules, tie_breaker, scope)
    key = (*given, *sorted(self._variables.items()))
    if key not in _styles:
        _styles[key] = _read(self, *given)
    return _styles[key]


async def _until_drawn(min_sleep: float = 0, max_sleep: float = 1) -> None:
    app = active_app.get()
    if app.is_running and app._screen_stack and not app._closing and app._exception is None:
        await drawn(app)


async def _painted(app: App[Any], screen: Screen[Any]) -> None:
    """Until a screen has been painted, or another one stands before it."""
    done = asyncio.Event()
    if screen.call_after_refresh(done.set):
        await _until(lambda: done.is_set() or screen is not app.screen, app, screen, _TICK)


async def _dealt(pump: Any) -> None:
    """Until a widget has come to what was posted to it just now, or is gone."""
    if not _waiting(pump):
        await _until(lambda: _waiting(pump) or not pump.is_running or pump._closing, pump.app, pump, 0)


def _waiting(pump: Any) -> bool:
    """Whether a widget has dealt with everything that was posted to it and waits for more. The only place that knows
    how the framework's queue waits (private in 8.2)."""
    queue = pump._message_queue
    return queue.empty() and any(not one.done() for one in queue.ready_event._waiters)


async def _until(happened: Callable[[], bool], app: App[Any], pump: Any, tick: float) -> None:
    """Look every so many seconds; a fault of the app is raised here, as an app at fault answers no more. Of one that
    was told to end nothing more is to be seen."""
    end = monotonic() + _PATIENCE
    while not happened() and not app._exit:
        if app._exception is not None:
            raise app._exception
        assert not app._closing and monotonic() < end, f"{pump} has not answered in {_PATIENCE} seconds"
        await asyncio.sleep(tick)
