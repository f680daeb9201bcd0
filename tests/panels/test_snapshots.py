"""Each panel in one state, in the room that the frame leaves it at 80x24 and at 120x40. ``pytest --snapshot-update``
writes them anew; look at them then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.panels import strategic
from tests.panels.desks import EASTERN_WAR, desk, in_greece, past_efforts, pressed
from tests.panels.moves import granting_americans, moving_germans
from tests.panels.queues import german_desk
from tests.panels.strategic import hunters_out, hunting, stacked, uncalled
from tests.panels.test_pages import ADDITIONS
from tui.models.tables import page
from tui.panels.accounts import AccountsPanel
from tui.panels.battles import BattlePanel, BattlesPanel
from tui.panels.build_queue import QueuePanel
from tui.panels.byhand import ByHandPanel
from tui.panels.cursor import CursorPanel
from tui.panels.curves import CurvesPanel
from tui.panels.forces import ForcesPanel
from tui.panels.logistics import LogisticsPanel
from tui.panels.moving import MovingPanel
from tui.panels.quick import CapturePanel, LossesPanel
from tui.panels.sheet import SheetPanel
from tui.panels.step import OrdersPanel
from tui.panels.strategic_boxes import BoxesPanel
from tui.panels.tables import TablesPanel

SHOTS = Path(__file__).parent / "shots"
SIZES = {"80x24": (78, 15), "120x40": (52, 31)}
WHOLE = (118, 31)
"""The room of a panel that takes the whole width at 120x40."""


def logistics() -> CursorPanel:
    found = desk()
    for order in ("italy effort none", "us effort none", "france effort lle count=2"):
        found.do([order])
    return LogisticsPanel(found)


def played() -> Any:
    found = past_efforts(desk(additions=ADDITIONS, sources={"pools": "house", "units": "rules 2.6"}))
    found.do(["italy done through end.points"])
    return found


def spent() -> Any:
    """A desk after some spending, a conquest, a loss and a deficit."""
    found = desk(step="axis.operations.supply")
    found.do(['ruling wars.germany+ussr 1939-3-fall because "to take"'])
    lines = ("units", "units", "repair", "war", "losses")
    found.do([f"germany spend {narfs} on={on}" for narfs, on in zip((24, 9, 6, 5, 4), lines, strict=True)])
    found.do(["conquer poland germany", "capture kiev germany", "italy spend 40 on=war deficit=yes"])
    return found


def logistics_table() -> CursorPanel:
    found = TablesPanel(desk())
    found.page = page(found.desk, "logistics")
    return found


def bombed() -> Any:
    """A desk after a German raid, and a British one that met Heavy Flak."""
    found = strategic.desk(strategic.AIR, **strategic.MANY)
    found.do(["germany air-box night=2 sac=1"])
    found.do(["britain air-box sac=3 interceptors=1"])
    return found


PANELS: dict[str, tuple[Callable[[], CursorPanel], Sequence[str]]] = {
    "logistics": (logistics, ["down", "down", "plus"]),
    "by-hand": (lambda: ByHandPanel(in_greece()), ["home", "right"]),
    "form": (lambda: ByHandPanel(past_efforts(desk())), ["home", "enter", *"it", "tab", *"2 spain"]),
    "capture": (
        lambda: CapturePanel(desk(step="axis.operations.supply", wars=EASTERN_WAR)),
        ["k", "i", "tab", *"germ"],
    ),
    "losses": (lambda: LossesPanel(desk()), [*"ger -2 "]),
    "accounts": (lambda: AccountsPanel(desk("1940-1-spring", additions=ADDITIONS)), ["down"]),
    "forces": (lambda: ForcesPanel(played()), ["down"]),
    "curves": (lambda: CurvesPanel(played()), ["left"]),
    "curves-spending": (lambda: CurvesPanel(spent()), ["tab", "tab"]),
    "accounts-spending": (lambda: AccountsPanel(spent()), ["enter"]),
    "tables": (logistics_table, ["down"]),
    "sheet": (lambda: SheetPanel(played()), []),
    "boxes-hunters": (lambda: BoxesPanel(hunting()), ["left", "left", "left", "tab", "right", "right"]),
    "boxes-stacks": (lambda: BoxesPanel(stacked()), ["tab", "left"]),
    "battles-raid": (lambda: BattlesPanel(bombed()), ["right"]),
    "build-queue": (lambda: QueuePanel(german_desk()), ["2", "down", "3", *["down"] * 2, "1", "down", "9", "tab"]),
    "moving-ground": (lambda: MovingPanel(moving_germans()), ["3", "down", "2", "tab"]),
    "moving-grants": (lambda: MovingPanel(granting_americans()), ["1", "2", "down", "a"]),
    "choices-hunt": (lambda: BattlePanel(hunters_out()), ["down", "down"]),
    "choices-waves": (lambda: OrdersPanel(uncalled()), ["home", "down"]),
}

WIDE = ("build-queue",)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", PANELS)
def test_panel(snapshot: Any, name: str, size: str) -> None:
    make, keys = PANELS[name]
    wide = name in WIDE and size == "120x40"
    _, lines = pressed(make, keys, WHOLE if wide else SIZES[size])
    snapshot.snapshot_dir = SHOTS
    snapshot.assert_match("\n".join(lines) + "\n", f"{name}-{size}.txt")
