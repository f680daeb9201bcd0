"""The panels of the work area: which one shows a step, and which one an overlay. Each is imported when first needed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.kernel.sequence import Step
    from tui.panel import Panel

# Step slug -> module and class; every other step gets the general panel of its mode.
_STEPS: dict[str, tuple[str, str]] = {
    "planning.effort": ("logistics", "LogisticsPanel"),
    "strategic-warfare.build": ("strategic_build", "BuildPanel"),
    "strategic-warfare.boxes": ("strategic_boxes", "BoxesPanel"),
    "strategic-warfare.bombers": ("strategic_boxes", "BoxesPanel"),
    "strategic-warfare.u-boats": ("strategic_battles", "BattlePanel"),
    "strategic-warfare.bombing-of-britain": ("strategic_battles", "BattlePanel"),
    "strategic-warfare.bombing-of-germany": ("strategic_battles", "BattlePanel"),
}
_MODES: dict[str, tuple[str, str]] = {
    "orders": ("step", "OrdersPanel"),
    "by-hand": ("byhand", "ByHandPanel"),
    # Rules act here by themselves; it is seen only at the campaign's end.
    "automatic": ("step", "OrdersPanel"),
}
# Name of the action in tui.keys -> module and class.
_OVERLAYS: dict[str, tuple[str, str]] = {
    "losses": ("quick", "LossesPanel"),
    "capture": ("quick", "CapturePanel"),
    "income": ("income", "IncomePanel"),
    "forces": ("forces", "ForcesPanel"),
    "curves": ("curves", "CurvesPanel"),
    "tables": ("tables", "TablesPanel"),
    "sheet": ("sheet", "SheetPanel"),
    "dice": ("dice", "DicePanel"),
    "battles": ("strategic_battles", "BattlesPanel"),
}


def panel_for(step: Step[Any]) -> type[Panel]:
    """The panel that shows a step."""
    from tui.panel import Panel

    found = _STEPS.get(step.slug) or _MODES.get(step.mode)
    return _load(found) if found else Panel


def overlay_for(name: str) -> type[Panel] | None:
    """The panel that an action of the frame opens over the work area (see _OVERLAYS)."""
    found = _OVERLAYS.get(name)
    return _load(found) if found else None


def _load(found: tuple[str, str]) -> type[Panel]:
    module, name = found
    cls: type[Panel] = getattr(import_module(f"tui.panels.{module}"), name)
    return cls
