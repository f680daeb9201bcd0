"""The names nearest to one that is not known, for a refusal that helps."""

from __future__ import annotations

from collections.abc import Iterable

_READ = 100
"""Characters of a name that are compared: a longer one is no slip of the hand."""


def nearest(name: str, names: Iterable[str], most: int = 1, like: float = 0.6) -> tuple[str, ...]:
    """At most so many of the names, the nearest first; () where none is near. ``like``: how much alike a near one is at
    least, from 0 to 1 for the same."""
    # Most commands never meet an unknown name.
    import difflib

    return tuple(difflib.get_close_matches(name[:_READ], list(names), most, like))
