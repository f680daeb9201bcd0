"""Several players at one process, as on a server: each has his own signs and keys."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.tui.screens import campaign, screen_text
from tui import glyphs, keys
from tui.app import WarledgerApp
from tui.bars import footer_row, key_at
from tui.look import Look
from tui.panels.step import OrdersPanel


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


@pytest.mark.parametrize("plain", [True, False])
def test_in_letters_only_the_scroll_bar_has_no_sign_of_its_own_either(home: Path, plain: bool) -> None:
    async def play() -> None:
        app = WarledgerApp(campaign(home), Look(plain=plain, theme="monochrome"))
        async with app.run_test(size=(60, 20)) as pilot:
            await pilot.pause()
            assert app.screen.query_one(OrdersPanel).show_vertical_scrollbar
            assert screen_text(app).isascii() == plain

    asyncio.run(play())


def test_in_letters_only_arrow_keys_are_words_and_no_signs_that_are_keys_themselves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    boxes = [action for action in keys.registered() if action.where == "boxes" and action.rank]
    monkeypatch.setattr(glyphs, "plain", lambda: False)
    assert "→ one" in footer_row(boxes, 120).text
    monkeypatch.setattr(glyphs, "plain", lambda: True)
    line = footer_row(boxes, 120)
    assert line.text.isascii() and "right one" in line.text and "sh+right all" in line.text and ">" not in line.text
    assert key_at(line, line.text.index("right one") + 1, boxes) == "right"


def test_a_screens_class_has_the_keys_that_nobody_has_changed() -> None:
    app = WarledgerApp(look=Look(remapped={"anywhere.help": "z"}))
    assert next(one.keys for one in keys.every() if (one.where, one.id) == ("anywhere", "help")) == "z"
    bound = {one.id: one.key for one in keys.bindings("anywhere") if not isinstance(one, tuple)}
    assert bound["anywhere.help"] != "z"
    app.use(Look())
    assert glyphs.sign("done") == "✓" and not any(one.keys == "z" for one in keys.of("anywhere"))
