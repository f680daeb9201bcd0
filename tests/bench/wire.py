"""What goes over the wire: from one player's order to another's repaint, and how many bytes a key costs."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from saves import rights, scenarios
from tests.bench.measuring import Figure, Settings, median, spread
from tests.bench.screens import OVERLAYS
from tests.bench.worlds import SMALL_CHANGE
from tests.server.loopback import Running, Screen, app, serving
from tests.terminal.driver import KEYS
from tests.thewar.player import SCENARIO

_QUIET = 0.4
"""Seconds without a byte after which a screen stands."""


async def _calm(*screens: Screen) -> None:
    for screen in screens:
        while await screen.read(_QUIET):
            pass


async def _size(screen: Screen, key: str) -> int:
    """The bytes that come after a key."""
    before = len(screen.output)
    screen.type(KEYS.get(key, key))
    await _calm(screen)
    return len(screen.output) - before


def wire(settings: Settings) -> Iterator[Figure]:
    """Two players in one campaign."""
    with tempfile.TemporaryDirectory() as top, serving(Path(top), "p0", "p1") as running:
        both = scenarios.new(SCENARIO, name="both", seats=2, at=running.folder.campaigns)
        rights.give(both, "axis", "p0")
        rights.give(both, "allied", "p1")
        yield from asyncio.run(_measured(running, settings))


async def _measured(running: Running, settings: Settings) -> list[Figure]:
    connections = [await running.connect(name) for name in ("p0", "p1")]
    orders, watches = [await app(connection, 120, 40) for connection in connections]
    for screen in (orders, watches):
        await screen.wait("both")
        screen.type("\r")
        await screen.wait("Sequence")
    await _calm(orders, watches)
    times = []
    for _ in range(settings.runs(20)):
        orders.type(":")
        await _calm(orders)
        orders.type(SMALL_CHANGE)
        await _calm(orders)
        began = time.perf_counter()
        orders.type("\r")
        assert await watches.read(), "the other's screen does not follow"
        times.append(time.perf_counter() - began)
        await _calm(orders, watches)
    moves: dict[str, int] = {}
    changes: dict[str, int] = {}
    for key, name, leave, cursor in OVERLAYS:
        changes[name] = await _size(orders, key)
        if cursor:
            moves[name] = max([await _size(orders, move) for move in ("down", "down", "up")])
        changes[f"from {name}"] = await _size(orders, leave)
    for connection in connections:
        connection.abort()
        await connection.wait_closed()
    return [
        Figure(
            "one player's order to another's repaint", median(times), "s", most=0.5, more={"ms": spread(times, 1000)}
        ),
        Figure(
            "a key in a list, to the terminal, the dearest",
            max(moves.values()) / 1000,
            "kB",
            most=3,
            more={"list": max(moves, key=lambda name: moves[name])},
        ),
        Figure(
            "a change of screen, to the terminal, the dearest",
            max(changes.values()) / 1000,
            "kB",
            most=60,
            more={"screen": max(changes, key=lambda name: changes[name])},
        ),
    ]
