"""The names nearest to one that is not known, for a refusal that helps."""

from __future__ import annotations

from collections.abc import Iterable

_READ = 100
"""Characters of a name that are compared: a longer one is no slip of the hand."""
_MANY, _SLIPS = 500, 3
"""Of more names than so many only those are compared that begin alike and are about as long."""


def nearest(name: str, names: Iterable[str], most: int = 1, like: float = 0.6) -> tuple[str, ...]:
    """At most so many of the names, the nearest first; () where none is near. ``like``: how much alike a near one is at
    least, from 0 to 1 for the same."""
    # Most commands never meet an unknown name.
    import difflib

    among = list(names)
    if len(among) > _MANY:
        among = [one for one in among if abs(len(one) - len(name)) < _SLIPS and one[:1] == name[:1]][:_MANY]
    return tuple(difflib.get_close_matches(name[:_READ], among, most, like))
