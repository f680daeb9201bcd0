"""What must hold of every roll that is told: its lines add up, and it is the same page before its die and after."""

from __future__ import annotations

import attrs

from engine.kernel.sheets.reports import Cast


def adds_up(cast: Cast) -> None:
    """The shares of each side are its total, the totals lead to the first column, shifts from there to the one that is
    rolled on, modifiers to the net die; and every line says by which rule."""
    for side in cast.strengths:
        assert sum(share.value for share in side.counted) == side.total
        assert all(not share.value and share.why for share in side.idle)
        assert all(share.label and share.rule for share in side.shares)
    if cast.basic and cast.column in cast.columns:
        held = sum(one.value for one in cast.shifts if one.holds)
        assert cast.columns.index(cast.basic) + held == cast.columns.index(cast.column)
    assert sum(one.value for one in cast.reckoned if one.holds) == cast.net
    assert all(one.label and one.rule for one in (*cast.shifts, *cast.reckoned))
    assert all(one.why for one in (*cast.shifts, *cast.reckoned) if not one.holds and one.value)


def before(cast: Cast) -> Cast:
    """A roll as it stood before its die."""
    return attrs.evolve(cast, faces=(), row=None, words=())
