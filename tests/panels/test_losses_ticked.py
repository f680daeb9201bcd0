"""Losses ticked instead of typed: an owner's counters, what is lost and what is Depleted, and the line that says it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.loss_line import DEPLETED, LOST
from engine.thewar.building.loss_line import TableLosses
from engine.thewar.ruleset import RULESET
from tests.panels.desks import Host, work
from tests.panels.test_combat import desk, said
from tui.panels.quick import LossesPanel

LINE = TableLosses()
LOSSES: Any = RULESET.verbs["losses"].form(desk().campaign, "germany").fields[0]  # type: ignore[union-attr]


def test_a_typed_line_is_read_and_what_is_not_read_stays() -> None:
    now = desk().campaign
    known = LOSSES.counters(now, {})
    text = "ger -2 inf-6-5, dep 2 ARM 8-8, rep arm, 2 inf 6-5 oos, -1 dep arm; sov 1 inf, inf"
    assert LINE.counts(now, text, known) == {
        ("germany inf-6-5", LOST): 2,
        ("germany arm-8-8", DEPLETED): 2,
        ("ussr inf-4-5", LOST): 1,
    }
    after = LINE.changed(now, text, known, "germany inf-6-5", LOST, 3)
    assert after == "germany -3 INF 6-5, dep 2 ARM 8-8, rep arm, 2 inf 6-5 oos, -1 dep arm; ussr 1 inf, inf"
    # A line of that owner's is written behind the others of his.
    after = LINE.changed(now, after, known, "ussr inf-4-5", DEPLETED, 1)
    assert after.endswith("; ussr 1 inf, inf, dep INF 4-5")
    assert LINE.changed(now, "germany -1 INF 6-5", known, "germany inf-6-5", LOST, 0) == ""
    assert LINE.counts(now, "nobody -1 inf; ; germany", known) == {}


@pytest.mark.parametrize("typed", ["-2 INF 4-5", "2 inf-4-5", "2-inf-4-5", "-2-inf-4-5", "2x INF 4-5", "2 INFs 4-5"])
def test_losses_are_counted_however_their_units_and_their_power_are_written(typed: str) -> None:
    async def act(host: Host, pilot: Any) -> None:
        host.panel.begin_with("germany")
        host.panel.pasted(f"sov {typed}")
        await pilot.press("down", "right", "down", "plus")
        assert host.panel.filling.edits["line"].text == "ussr -1 INF 4-5", "one fewer of the same"

    work(lambda: LossesPanel(desk()), act)


def test_enter_promises_no_next_box_where_there_is_one_alone() -> None:
    panel = LossesPanel(desk())
    assert panel.filling is not None and panel.filling.model.missing
    assert panel.enter_says() == ""
    panel.filling.paste("ger -1 inf 6-5")
    assert panel.enter_says() == "give"


def test_losses_are_ticked_owner_by_owner_the_enemy_next_and_no_more_than_there_are() -> None:
    found = desk()

    async def act(host: Host, pilot: Any) -> None:
        host.panel.begin_with("germany")
        await pilot.press("down")
        assert "Germany" in said(host) and "of 3 ARM 8-8" in said(host)
        await pilot.press("d", *["minus"] * 5)
        assert host.panel.filling.edits["line"].text == "germany dep ARM 8-8, -2 ARM 8-8", "three in all"
        await pilot.press("plus", "D", "right")
        assert "Soviet Union" in said(host)
        await pilot.press("down", "2")
        assert host.panel.filling.edits["line"].text == "germany -1 ARM 8-8; ussr -2 INF 4-5"
        # Letters go on typing, and the list is there again afterwards.
        await pilot.press(*", rep arm", "down", "left", "enter")
        assert host.ordered == [(("losses germany -1 ARM 8-8; ussr -2 INF 4-5, rep arm",), ())]

    work(lambda: LossesPanel(found), act)


def test_what_is_ticked_of_losses_is_given_as_an_order() -> None:
    async def act(host: Host, pilot: Any) -> None:
        host.panel.begin_with("germany")
        await pilot.press("down", "minus", "enter")
        assert host.ordered == [(("losses germany -1 ARM 8-8",), ())]
        assert host.panel.filling.model.verdict.order == "losses germany -1 arm-8-8"

    work(lambda: LossesPanel(desk()), act)
