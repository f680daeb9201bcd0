"""What is no longer used is looked for between keys, in a process of its own."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest

from tui.app import WarledgerApp
from tui.spare_time import SpareTime

PATIENCE = 10.0


class Knot:
    """An object that holds itself: nothing but a search finds it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _by_itself() -> Iterator[None]:
    """Python searches not on its own; what was frozen here is searched again afterwards."""
    gc.disable()
    yield
    gc.unfreeze()
    gc.enable()


async def until(so: Callable[[], bool]) -> None:
    while not so():
        await asyncio.sleep(0.005)


def run(scene: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(scene(), PATIENCE))


def test_what_is_loaded_stays_and_what_a_key_leaves_behind_goes_after_it() -> None:
    async def scene() -> None:
        spare = SpareTime()
        kept = gc.get_freeze_count()
        spare.begin()
        await until(lambda: gc.get_freeze_count() > kept)
        left = weakref.ref(Knot())
        assert left() is not None
        spare.key()
        await until(lambda: left() is None)

    run(scene)


def test_what_was_put_off_by_many_keys_is_done_once() -> None:
    async def scene() -> None:
        spare = SpareTime()
        searches: list[dict[str, int]] = []
        spare.begin()
        kept = gc.get_freeze_count()
        await until(lambda: gc.get_freeze_count() > kept)
        gc.callbacks.append(lambda phase, info: searches.append(info) if phase == "start" else None)
        try:
            for _ in range(20):
                spare.key()
            assert not searches
            await until(lambda: bool(searches))
            await asyncio.sleep(0.1)
        finally:
            gc.callbacks.pop()
        assert [one["generation"] for one in searches] == [0]

    run(scene)


def test_after_a_page_was_closed_what_outlived_many_keys_goes_with_the_next() -> None:
    async def scene() -> None:
        spare = SpareTime()
        kept = gc.get_freeze_count()
        spare.begin()
        await until(lambda: gc.get_freeze_count() > kept)
        page = [Knot()]
        left = weakref.ref(page[0])
        gc.collect()
        page.clear()
        spare.page_gone()
        spare.key()
        await until(lambda: left() is None)

    run(scene)


def test_an_app_in_another_program_searches_nothing_by_itself() -> None:
    assert WarledgerApp().spare is None
