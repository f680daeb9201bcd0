"""The build queue: a key in a queue of 100 lines, repriced and painted, beside an empty queue and pricing without what
is known already."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable, Iterator
from typing import Any

import attrs

from engine.kernel.plan import Plan
from engine.kernel.reading import parse
from engine.thewar.ruleset import RULESET
from tests.bench.measuring import Figure, Settings, median, spread
from tests.panels.desks import Host
from tests.panels.queues import BUILD
from tests.thewar.builds import at
from tests.tui.standin import StandinDesk
from tui.cli.main import collect_rarely
from tui.panels.build_queue import QueuePanel

LINES, MOST = 100, 16.0
"""Lines of the queue, and milliseconds for a key."""
SIZE = (118, 31)


def _campaign() -> Any:
    """Germany in Spring 1941 with the house's pools, 40 units more of each of seven kinds, and 5,000 NARFs."""
    base = at(BUILD)
    rich = at(BUILD, pools={f"germany inf {n}-5": 40 for n in range(1, 8)}, germany={"narfs": 5000})
    seats = {power: "germany" if power == "germany" else "others" for power in base.powers}
    return attrs.evolve(rich, pools={**base.pools, **rich.pools}, seats=seats)


def _orders() -> tuple[Any, ...]:
    lines = (f"germany construct inf-{n % 7 + 1}-5 count={n % 3 + 1}" for n in range(LINES))
    return tuple(parse(RULESET, line) for line in lines)


async def _keys(runs: int, painted: dict[str, list[float]]) -> None:
    """Keys on every tenth line, the first and the last too: the queue is repriced and painted before they return."""
    host = Host(lambda: QueuePanel(StandinDesk(_campaign())))
    async with host.run_test(size=SIZE) as pilot:
        panel: QueuePanel = host.panel
        await pilot.pause()
        panel.show()
        await pilot.press("tab")
        empty = [_painted(panel, panel.redraw) for _ in range(runs * 4)]
        panel.put(_orders())
        await pilot.pause()
        for nth in (0, *range(9, LINES, 10)):
            for _ in range(runs):
                panel.spot = f"queue {nth}"
                for key, act in (("more", panel.action_more), ("fewer", panel.action_fewer)):
                    painted.setdefault(f"{key}, line {nth + 1}", []).append(_painted(panel, act))
                    await pilot.pause()
                lower = panel.action_lower if nth + 1 < LINES else panel.action_raise
                painted.setdefault(f"move, line {nth + 1}", []).append(_painted(panel, lower))
                await pilot.pause()
        painted["empty"] = empty


def _painted(panel: QueuePanel, act: Callable[[], None]) -> float:
    began = time.perf_counter()
    act()
    for y in range(panel.size.height):
        panel.render_line(y)
    return time.perf_counter() - began


def queue(settings: Settings) -> Iterator[Figure]:
    """A key in a queue of 100 lines until it is painted; the same with nothing kept; pricing alone."""
    found: dict[str, list[float]] = {}
    usual = gc.get_threshold()
    collect_rarely()
    try:
        yield _figure(settings, found)
    finally:
        gc.set_threshold(*usual)


def _figure(settings: Settings, found: dict[str, list[float]]) -> Figure:
    asyncio.run(_keys(settings.runs(10), found))
    empty = found.pop("empty")
    every = [one for times in found.values() for one in times]
    worst = max(found, key=lambda name: median(found[name]))

    start, orders = Plan(RULESET, _campaign(), "germany"), _orders()
    full = start.with_orders(orders)
    anew, kept = [], []
    for _ in range(settings.runs(20)):
        began = time.perf_counter()
        start.with_orders(orders)
        middle = time.perf_counter()
        full.with_orders((*orders[:-1], attrs.evolve(orders[-1], count=2)))
        anew.append(middle - began)
        kept.append(time.perf_counter() - middle)
    return Figure(
        f"key in a queue of {LINES}, repriced and painted",
        median(every) * 1000,
        "ms",
        most=MOST,
        peer={
            "an empty queue painted, ms": spread(empty, 1000),
            "all lines priced with no cache, ms": spread(anew, 1000),
        },
        more={
            "slowest": {worst: spread(found[worst], 1000)},
            "last line priced, the rest kept, ms": spread(kept, 1000),
        },
    )
