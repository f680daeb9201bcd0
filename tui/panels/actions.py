"""The panels' actions, a part of the registry in ``tui.keys``."""

from __future__ import annotations

from tui.keys import Action

ACTIONS: tuple[Action, ...] = ()
