"""What a game tells a screen of its forces: how many of each kind stand where, and what is to be said of units."""

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


@frozen
class Mark:
    """What is to be said of a unit beside its type: a ``state`` that a screen can look for, such as 'on patrol', and
    what follows it there, such as 'in Levant'."""

    state: str
    more: str = ""

    @property
    def text(self) -> str:
        """The whole of it."""
        return f"{self.state} {self.more}".strip()
