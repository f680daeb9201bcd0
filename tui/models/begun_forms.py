"""What stood in the boxes of forms that were left: it is there when they are opened again, until the turn is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from engine.kernel.values import frozen

if TYPE_CHECKING:
    from engine.kernel.campaign import Campaign
    from engine.kernel.orders import Form
    from saves.desk import Desk

KEPT = "what you typed is kept: it stands there when the form is opened again"
AS_LEFT = "as you left it; ctrl+u empties a box"


@frozen
class AsLeft:
    """What stood in a form's boxes when it was left, and the campaign as it stood then: a counter that has left play
    since is taken off."""

    typed: Mapping[str, str]
    campaign: Campaign | None = None


NOTHING = AsLeft({})
"""Of a form that nobody has left with anything in it."""


class BegunForms:
    """The typed boxes of one turn's forms, by what each form asks for."""

    def __init__(self) -> None:
        self._typed: dict[str, AsLeft] = {}

    def keep(self, form: Form, typed: Mapping[str, str], campaign: Campaign) -> bool:
        """Keep what is typed in a form that is left; False where there is nothing. ``campaign``: as it stood then."""
        self._typed.pop(form.pattern, None)
        if typed:
            self._typed[form.pattern] = AsLeft(dict(typed), campaign)
        return bool(typed)

    def taken(self, form: Form) -> AsLeft:
        """What was typed in a form when it was left, which is then no longer kept."""
        return self._typed.pop(form.pattern, NOTHING)


_begun: WeakKeyDictionary[Desk, tuple[int, BegunForms]] = WeakKeyDictionary()


def begun_forms(desk: Desk) -> BegunForms:
    """The forms begun in the turn at hand."""
    turn = desk.campaign.progress.turn
    known = _begun.get(desk)
    if known is None or known[0] != turn:
        known = _begun[desk] = (turn, BegunForms())
    return known[1]
