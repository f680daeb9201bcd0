"""The panels of the oceans: groups moved and attacks ordered by keys, with their reasons beside them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.panels.desks import Host, work
from tests.tui.standin import StandinDesk
from tests.worldatwar.sheets.test_ocean_board import ATLANTIC, at
from tui.models.oceans import moving, told
from tui.panels import panel_for
from tui.panels.oceans import OceansPanel
from tui.panels.strategic_build import BuildPanel
from tui.panels.strikes import StrikesPanel

SIZES = ((50, 30), (78, 15))


def said(host: Host) -> str:
    """The panel's text with every run of blanks as one, so that it reads alike at any width."""
    return " ".join(" ".join(host.text).split())


def desk(step: str, **changes: Any) -> Any:
    return StandinDesk(at(step, **changes))


def test_each_step_has_its_panel() -> None:
    sequence = desk("combat.submarines").ruleset.sequence
    assert panel_for(sequence["axis.redeployment.boxes"]) is panel_for(sequence["allied.movement.boxes"]) is OceansPanel
    assert panel_for(sequence["axis.combat.submarines"]) is panel_for(sequence["axis.combat.raiders"]) is StrikesPanel
    assert panel_for(sequence["axis.construction.build"]) is BuildPanel


def test_the_model_ends_the_step_by_its_own_order() -> None:
    found = desk("redeployment.boxes")
    model = moving(found, found.outlook())
    assert (model.who, model.done) == ("Germany", "germany done")
    assert len(model.columns) == 4
    assert (
        told(found, found.understand("germany transfer submarine 9 atlantic western-port"), {}).refusals[0].rule
        == "24.52"
    )


@pytest.mark.parametrize("size", SIZES)
def test_a_group_is_moved_by_keys(size: tuple[int, int]) -> None:
    async def act(host: Host, pilot: Any) -> None:
        text = said(host)
        assert "germany transfer submarine 1 atlantic western-port" in text
        head = next(line for line in host.text if "Atlantic" in line and "Pacific" in line)
        assert "Indian Ocean" in head, "side by side"
        await pilot.press("plus", "a")
        assert "transfer submarine 3 atlantic western-port" in said(host)
        await pilot.press("2", "tab")
        assert "transfer submarine 2 atlantic mediterranean-port" in said(host)
        await pilot.press("enter")
        assert host.ordered[-1][0] == ("germany transfer submarine 2 atlantic mediterranean-port",)
        await pilot.press("down")
        assert "western-port atlantic" in said(host)
        await pilot.press("d")
        assert len(host.ordered) == 1, "a letter ends nothing"
        await pilot.press("enter")
        assert host.ordered[-1][0] == ("germany done",)

    work(lambda: OceansPanel(desk("redeployment.boxes")), act, size)


@pytest.mark.parametrize("size", SIZES)
def test_an_attack_shows_limit_modifiers_and_odds(size: tuple[int, int]) -> None:
    async def act(host: Host, pilot: Any) -> None:
        text = said(host)
        assert "germany attack atlantic submarines=3" in text and "×3" in text
        assert "6 from Spring 1942" in text and "25.13A" in text
        assert "Brest is held" in text and "transports sunk" in text and "exact" in text
        await pilot.press("minus")
        assert "germany attack atlantic submarines=2" in said(host)
        await pilot.press("enter")
        assert host.ordered[-1][0] == ("germany attack atlantic submarines=2",)

    work(lambda: StrikesPanel(desk("combat.submarines")), act, size)


def test_more_than_the_limit_is_refused_before_it_is_given() -> None:
    async def act(host: Host, pilot: Any) -> None:
        await pilot.press("9")
        text = said(host)
        assert "6 may fight this turn" in text and "mean" not in text

    work(lambda: StrikesPanel(desk("combat.submarines", groups={**ATLANTIC, "germany submarine atlantic": 9})), act)


def test_raiders_enter_what_they_sank() -> None:
    async def act(host: Host, pilot: Any) -> None:
        await pilot.press("up", "plus", "plus", "enter")
        assert host.ordered[-1][0] == ("germany raiders atlantic 2",)

    work(lambda: StrikesPanel(desk("combat.raiders")), act)


def test_construction_tells_what_it_uses_up_beside_brps() -> None:
    async def act(host: Host, pilot: Any) -> None:
        assert any("construction limit  42 of 42" in line for line in host.text)
        await pilot.press("2")
        text = said(host)
        assert "construction limit 42 of 42 → 36" in text and "shipbuilding points 3 of 3 → 1" in text
        assert "6 BRPs 125 → 119" in text
        await pilot.press("9")
        assert "asked for, 5 are allowable builds" in said(host)

    work(lambda: BuildPanel(desk("construction.build", pools={"germany submarine": 5})), act)


def test_the_last_unit_built_ends_the_step_and_no_done_ends_the_next() -> None:
    async def act(host: Host, pilot: Any) -> None:
        await pilot.press("1", "d", "enter")
        assert host.ordered[-1][0] == ("germany build submarine",)

    work(lambda: BuildPanel(desk("construction.build", pools={"germany submarine": 1})), act)

    async def leave_one(host: Host, pilot: Any) -> None:
        await pilot.press("1", "d", "enter")
        assert host.ordered[-1][0] == ("germany build submarine", "germany done")

    work(lambda: BuildPanel(desk("construction.build", pools={"germany submarine": 2})), leave_one)
