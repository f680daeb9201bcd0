"""The nearest of several names: what a refusal proposes for one that is not known."""

from __future__ import annotations

import time

import pytest

from engine.kernel.nearest import nearest

POWERS = ("germany", "italy", "ussr", "britain", "us", "france")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("germny", "germany"), ("itly", "italy"), ("britian", "britain"), ("urss", "ussr"), ("france", "france")],
)
def test_a_slip_of_the_hand_finds_the_name_that_was_meant(typed: str, meant: str) -> None:
    assert nearest(typed, POWERS) == (meant,)


@pytest.mark.parametrize("typed", ["", "japan", "x", "narfs"])
def test_where_none_is_near_there_is_none(typed: str) -> None:
    assert nearest(typed, POWERS) == ()


def test_at_most_so_many_are_named_the_nearest_first() -> None:
    steps = ("build.units", "build.ships", "build.unit", "supply.units")
    assert nearest("build.unit", steps, 2) == ("build.unit", "build.units")
    assert nearest("build.unit", steps, 9)[:2] == ("build.unit", "build.units")
    assert nearest("build.unit", steps) == ("build.unit",)
    assert nearest("build.unit", ()) == ()


def test_how_near_a_name_has_to_be_is_for_the_asker_to_say() -> None:
    assert nearest("gerany", POWERS, like=0.99) == ()
    assert nearest("germany", POWERS, like=1.0) == ("germany",)
    assert "germany" in nearest("gem", POWERS, most=6, like=0.2)


def test_names_may_come_from_anything_that_is_gone_through_once() -> None:
    assert nearest("germny", (name for name in POWERS)) == ("germany",)


def test_of_a_very_long_text_only_the_beginning_is_compared() -> None:
    long = "germany-" * 12
    assert nearest(long + "x" * 5_000, (long[:100],)) == (long[:100],)
    began = time.perf_counter()
    assert nearest("x" * 1_000_000, POWERS) == ()
    assert time.perf_counter() - began < 1
