"""What a player sees with, apart from every other who sits at the same process: who he is, which signs are drawn, which
keys are his own. A server runs one app for each of its players."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar

from attrs import Factory, define

from tui.access import HOME, Access


@define
class Session:
    """The looks of one running app. ``plain``: ASCII signs only; ``remapped``: his own keys, by ``where.id``;
    ``access``: who he is; ``holds``: what he has of its words with what is before him."""

    plain: bool = False
    remapped: Mapping[str, str] = Factory(dict)
    access: Access = HOME
    holds: frozenset[str] = Factory(lambda self: self.access.holds, takes_self=True)


_at_hand: ContextVar[Session] = ContextVar("session")
_NOBODY = Session()
"""What holds where no app runs: the full signs, the keys as they are."""


def at_hand() -> Session:
    """The session of the app whose task this is."""
    return _at_hand.get(_NOBODY)


def enter(session: Session) -> None:
    """From here on, in this task and all that it starts, the looks are those of this session, and who it is."""
    _at_hand.set(session)
    session.access.enter()
