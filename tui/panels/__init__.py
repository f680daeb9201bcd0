"""The panels of the work area: which one shows a step, and which one an overlay. Each is imported when first needed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from engine.kernel.sheets.entries import Entries

if TYPE_CHECKING:
    from engine.kernel.ruleset import Ruleset
    from engine.kernel.sequence import Step
    from tui.panel import Panel

# Name of a panel -> module and class: a step says which shows it (Step.panel); every other gets the general one of its
# mode.
_PANELS: dict[str, tuple[str, str]] = {
    "logistics": ("logistics", "LogisticsPanel"),
    "points": ("points", "PointsPanel"),
    "naming": ("naming", "NamingPanel"),
    "build-queue": ("build_queue", "QueuePanel"),
    "building": ("strategic_build", "BuildPanel"),
    "moving": ("moving", "MovingPanel"),
    "boxes": ("strategic_boxes", "BoxesPanel"),
    "oceans": ("oceans", "OceansPanel"),
    "strikes": ("strikes", "StrikesPanel"),
    "raids": ("raids", "RaidsPanel"),
    "combat": ("combat", "CombatPanel"),
    "battle": ("battles", "BattlePanel"),
}
_MODES: dict[str, tuple[str, str]] = {
    "orders": ("step", "OrdersPanel"),
    "by-hand": ("byhand", "ByHandPanel"),
    # Rules act here by themselves; it is seen only at the campaign's end.
    "automatic": ("step", "OrdersPanel"),
}
# Name of the action in tui.keys -> module and class.
_OVERLAYS: dict[str, tuple[str, str]] = {
    "orders": ("any_time", "AnyTimePanel"),
    "losses": ("quick", "LossesPanel"),
    "capture": ("quick", "CapturePanel"),
    "checks": ("quick", "ChecksPanel"),
    "accounts": ("accounts", "AccountsPanel"),
    "forces": ("forces", "ForcesPanel"),
    "places": ("places", "PlacesPanel"),
    "diplomacy": ("diplomacy", "DiplomacyPanel"),
    "objectives": ("objectives", "ObjectivesPanel"),
    "hand": ("hand", "HandPanel"),
    "sources": ("supply_sources", "SupplySourcesPanel"),
    "roster": ("roster", "RosterPanel"),
    "curves": ("curves", "CurvesPanel"),
    "tables": ("tables", "TablesPanel"),
    "sheet": ("sheet", "SheetPanel"),
    "report": ("turn_report", "TurnReportPanel"),
    "dice": ("dice", "DicePanel"),
    "battles": ("battles", "BattlesPanel"),
    "undo": ("undoing", "UndoPanel"),
    "redo": ("redoing", "RedoPanel"),
    "talk": ("talk", "TalkPanel"),
    "ledger": ("ledger", "LedgerPanel"),
}

# What of it only some games have -> the sheet that it shows (engine.kernel.sheets), and quick entries.
_SHEETS = {
    "accounts": "Bookkeeping",
    "forces": "Forces",
    "roster": "Rosters",
    "places": "Gazetteer",
    "diplomacy": "Diplomacy",
    "objectives": "Objectives",
    "hand": "Hands",
    "sources": "SupplySources",
    "curves": "Reports",
    "battles": "Reports",
}
_ENTRIES = ("losses", "capture", "checks")


def panel_for(step: Step[Any]) -> type[Panel]:
    """The panel that shows a step."""
    from tui.panel import Panel

    place = _PANELS.get(step.panel) or _MODES.get(step.mode)
    return _load(place) if place else Panel


def overlay_for(name: str) -> type[Panel] | None:
    """The panel that an action of the frame opens over the work area (see _OVERLAYS)."""
    place = _OVERLAYS.get(name)
    return _load(place) if place else None


def offered(ruleset: Ruleset[Any], name: str) -> bool:
    """Whether an action of the frame has anything to show in a game: not every game has all overlays."""
    shown = shown_by(ruleset, name)
    if name in _ENTRIES:
        entries = ruleset.sheet(Entries)
        return entries is not None and name in entries.verbs
    return shown not in _SHEETS or _SHEETS[shown] in ruleset.sheets.names


def shown_by(ruleset: Ruleset[Any], name: str) -> str:
    """The overlay that an action opens in a game: forces are units with names, or a roster of counted groups."""
    return "roster" if name == "forces" and _SHEETS["roster"] in ruleset.sheets.names else name


def _load(place: tuple[str, str]) -> type[Panel]:
    module, name = place
    cls: type[Panel] = getattr(import_module(f"tui.panels.{module}"), name)
    return cls
