"""The campaign of a desk with all fields that its game gives it, for tests that know which game is played."""

from __future__ import annotations

from typing import Any

from saves.desk import Desk


def whole(desk: Desk) -> Any:
    """The seat's view of a campaign, of whichever game it is."""
    return desk.campaign
