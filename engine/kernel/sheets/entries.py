"""Which orders of a game a player enters from any screen, when something was done on the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class Entries(Protocol):
    """The sheet of quick entries. ``verbs``: the orders of the entries 'losses', 'capture' and 'checks' (of supply),
    and under 'places' what else changes a place."""

    verbs: Mapping[str, tuple[str, ...]]
