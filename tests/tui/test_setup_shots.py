"""Pictures of setup at its three sizes: the pages, a table, a cell under edit; with plain signs and two colours."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.tui.hand import drawn, press
from tests.tui.screens import screen_text
from tui.app import WarledgerApp
from tui.look import Look

SHOTS = Path(__file__).parent / "shots"
SIZES = ((60, 20), (80, 24), (120, 40))
BAR = "▁▂▃▄▅▆▇█"
"""What the framework's own bar is drawn with."""
PAGES = {
    "index": (),
    "powers": (*["down"] * 3, "enter"),
    "typed": (*["down"] * 5, "enter", *["tab"] * 3, "enter", "k", "i"),
    "line": (*["down"] * 5, "enter", "plus", *"two inf 7-5 in Kiev"),
}


def seen(keys: tuple[str, ...], size: tuple[int, int], look: Look) -> str:
    found: list[str] = []

    async def go() -> None:
        app = WarledgerApp(look=look)
        async with app.run_test(size=size):
            await press(app, "m")
            while "▸ The War, 1939" not in screen_text(app) and "> The War, 1939" not in screen_text(app):
                await press(app, "down")
                await drawn(app)
            await press(app, "enter", *keys)
            await drawn(app)
            found.append(screen_text(app))

    asyncio.run(go())
    return found[0]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_setup_looks_like_this(snapshot: Any, home: Path, size: tuple[int, int]) -> None:
    snapshot.snapshot_dir = SHOTS
    for name, keys in PAGES.items():
        snapshot.assert_match(seen(keys, size, Look()), f"setup-{name}-{size[0]}x{size[1]}.txt")


def test_plain_signs_and_two_colours_say_the_same(home: Path) -> None:
    for name, keys in PAGES.items():
        text = seen(keys, (80, 24), Look(theme="monochrome", plain=True))
        assert not set(text) - set(map(chr, range(128))) - set(f"§{BAR}"), name
    assert "[85" in seen(PAGES["powers"], (80, 24), Look(theme="monochrome", plain=True))
