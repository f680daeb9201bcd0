"""Several players at one process, as on a server: each has his own signs and keys."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.tui.screens import screen_text
from tui import glyphs, keys
from tui.app import WarledgerApp
from tui.look import Look


def test_two_apps_side_by_side_are_drawn_each_with_its_own_signs_and_keys(home: Path) -> None:
    """Both are made before either runs; one changes its signs while both are shown."""
    first = WarledgerApp(look=Look(plain=True, remapped={"anywhere.help": "z"}))
    second = WarledgerApp(look=Look())

    async def play() -> None:
        async with first.run_test(size=(80, 24)) as one, second.run_test(size=(80, 24)) as two:
            for pilot in (one, two):
                await pilot.press("f2")
                await pilot.pause()
            assert screen_text(first).isascii() and not screen_text(second).isascii()
            for app, pilot in ((first, one), (second, two)):
                app.choose("glyphs")
                await pilot.pause()
            assert not screen_text(first).isascii() and screen_text(second).isascii()
            for pilot in (one, two):
                await pilot.press("escape")
                await pilot.pause()
            assert "z help" in screen_text(first) and "? help" in screen_text(second)

    asyncio.run(play())


def test_a_screens_class_has_the_keys_that_nobody_has_changed() -> None:
    app = WarledgerApp(look=Look(remapped={"anywhere.help": "z"}))
    assert next(one.keys for one in keys.every() if (one.where, one.id) == ("anywhere", "help")) == "z"
    bound = {one.id: one.key for one in keys.bindings("anywhere") if not isinstance(one, tuple)}
    assert bound["anywhere.help"] != "z"
    app.use(Look())
    assert glyphs.sign("done") == "✓" and not any(one.keys == "z" for one in keys.of("anywhere"))
