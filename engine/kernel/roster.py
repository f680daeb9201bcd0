"""What a game whose units are counted groups tells a screen about its forces: how many of each kind stand where."""

from __future__ import annotations

from attrs import frozen


@frozen
class RosterRow:
    """One kind of one owner: ``counts`` in the order of the columns, ``note`` what else is to be said, ``source`` where
    the figures come from."""

    owner: str
    name: str
    counts: tuple[int, ...]
    note: str = ""
    source: str = ""


@frozen
class Roster:
    """All kinds of all owners under their columns."""

    columns: tuple[str, ...]
    rows: tuple[RosterRow, ...]
