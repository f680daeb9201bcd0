"""What has been asked of a campaign, kept as long as that campaign is the one at hand.

Only a campaign that nobody writes to any more is ``keep``-t: one that a seat is shown or gives orders on, or that an
order has left behind it. A transaction writes to a copy of it, which is another campaign, and never kept. So an answer
holds as long as it is kept, and it is given to none but the very campaign of which it was asked.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from engine.kernel.campaign import Campaign

Q = TypeVar("Q", bound=Callable[..., Any])

# The campaign with its answers, replaced as one: whoever has read it goes on with what belongs together.
_held: tuple[Campaign | None, dict[Any, Any]] = (None, {})


def keep(campaign: Campaign) -> None:
    """This campaign is at hand now, and nobody writes to it any more; what was asked of the last one is forgotten."""
    global _held
    if _held[0] is not campaign:
        _held = (campaign, {})


def remembered(question: Q) -> Q:
    """A question about a campaign that is worked out once while it is at hand. What it answers is shared by all who
    ask, so nobody writes to it; what else it is asked with are plain values."""

    @wraps(question)
    def asked(campaign: Campaign, *given: Any) -> Any:
        held, answers = _held
        if campaign is not held:
            return question(campaign, *given)
        key = (question, given)
        try:
            return answers[key]
        except KeyError:
            found = answers[key] = question(campaign, *given)
            return found

    return cast("Q", asked)
