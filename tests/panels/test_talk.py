"""The page of proposals and messages, and an undo that is proposed from its own page."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from saves import scenarios
from saves.desk import Desk
from tests.tui.hand import drawn, press
from tui.app import WarledgerApp

RULING = 'ruling powers.germany.narfs 99 because "counted anew"'
SIZES = [(60, 20), (80, 24), (120, 40)]


@pytest.fixture
def duo(home: Path) -> tuple[Desk, Desk]:
    """Both seats of a campaign in which the Axis has proposed a ruling."""
    folder = scenarios.new("1939-campaign", name="duo", at=home, seats=2)
    axis, allied = Desk.open(folder, "axis"), Desk.open(folder, "allied")
    axis.do([f"propose {RULING}"])
    allied.refresh()
    return axis, allied


def _seen(app: Any) -> str:
    return "\n".join(
        "".join(segment.text for segment in app.screen._compositor.render_strips()[y]) for y in range(app.size.height)
    )


def _pressed(desk: Desk, keys: list[str], size: tuple[int, int]) -> list[str]:
    """What the window shows after each key."""
    found: list[str] = []

    async def go() -> None:
        app = WarledgerApp(desk)
        async with app.run_test(size=size) as pilot:
            assert isinstance(pilot, Pilot)
            await drawn(app)
            found.append(_seen(app))
            for key in keys:
                await press(app, key)
                await drawn(app)
                found.append(_seen(app))

    asyncio.run(go())
    return found


@pytest.mark.parametrize("size", SIZES)
def test_who_is_asked_reads_it_in_the_title_and_agrees_on_its_page(
    duo: tuple[Desk, Desk], size: tuple[int, int]
) -> None:
    axis, allied = duo
    first, page, line, given = _pressed(allied, ["T", "enter", "enter"], size)
    assert "axis proposes: T" in first or "axis asks: T" in first
    assert "proposes (entry 2): ruling:" in page and "enter agree" in page and "- decline" in page
    assert ": consent 2" in line and allied.last_number > 2
    assert "No proposal stands." in given and "agrees to the proposal in entry 2" in given
    axis.refresh()
    narfs: Any = axis.campaign
    assert narfs.powers["germany"].narfs == 99


def test_who_declines_says_so_with_his_own_key(duo: tuple[Desk, Desk]) -> None:
    axis, allied = duo
    *_, line, given = _pressed(allied, ["T", "minus", "enter"], (80, 24))
    assert ": decline 2" in line and "No proposal stands." in given
    axis.refresh()
    assert axis.proposals == ()


def test_his_own_proposal_is_withdrawn(duo: tuple[Desk, Desk]) -> None:
    page, line = _pressed(duo[0], ["T", "enter"], (80, 24))[1:]
    assert "enter withdraw" in page and "- decline" not in page and ": decline 2" in line


def test_a_message_needs_no_closing_quote(duo: tuple[Desk, Desk]) -> None:
    axis, _ = duo
    *_, given = _pressed(axis, ["T", "end", "enter", "h", "i", "enter"], (80, 24))
    assert "The seat axis says: hi" in given


def test_alone_the_page_says_that_nobody_is_there(home: Path) -> None:
    desk = Desk.open(scenarios.new("1939-campaign", name="solo", at=home))
    (_, page) = _pressed(desk, ["T"], (60, 20))
    assert "there is nobody to ask or to" in page and "agree" not in page


def test_an_undo_that_is_not_his_alone_is_proposed_from_its_page(duo: tuple[Desk, Desk]) -> None:
    axis, allied = duo
    axis.do(["decline 2"])
    axis.do(["italy effort none"])
    allied.refresh()
    page, line, given = _pressed(allied, ["u", "enter", "enter"], (80, 24))[1:]
    assert "was given by the seat 'axis'" in page and "enter propose it" in page
    assert ": propose undo to=" in line
    assert "proposes: all after entry" in given or "proposes:" in given
    axis.refresh()
    assert [one.seat for one in axis.proposals] == ["allied"]
