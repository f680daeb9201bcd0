"""What has been asked of a campaign, kept with that campaign.

Only a campaign that nobody writes to any more is ``keep``-t: one that a seat is shown or gives orders on, or that an
order has left behind it. A transaction writes to a copy of it, which is another campaign, and remembers nothing.

Four kinds of question are remembered. One about the whole campaign (``remembered``) holds for that campaign alone. One
that reads nothing of its progress but the turn and whose half of it is played (``lasting``) holds until an order writes
anything else. One about a few of its mappings (``derived``), or about many of them (``unchanged``), holds for every
campaign that has the very same mappings: an order copies a mapping before it writes to it, so what an order does not
touch is the same object before and after.

Nothing is kept for the process: answers stand with the campaign, and go when it goes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from operator import attrgetter, is_
from typing import Any, TypeVar, cast

from engine.kernel.campaign import Campaign

Q = TypeVar("Q", bound=Callable[..., Any])
A = TypeVar("A")

_put = object.__setattr__


def keep(campaign: Campaign) -> None:
    """Nobody writes to this campaign any more, so what is asked of it may be remembered."""
    if campaign.answers is None:
        beside = campaign.__dict__
        beside["answers"] = {}
        if campaign.known is None:
            beside["known"] = {}
        if campaign.lasting is None:
            beside["lasting"] = {}


def hand_on(campaign: Campaign, after: Campaign) -> None:
    """An order that wrote nothing but the campaign's progress left this one behind: what lasts holds for it too, while
    the turn and the half of it are the same."""
    was, now = campaign.progress, after.progress
    if was.turn == now.turn and half_of(was.step) == half_of(now.step):
        _put(after, "lasting", campaign.lasting)


@lru_cache(maxsize=1024)
def half_of(step_id: str) -> str:
    """In whose half of the turn a step lies, as far as its id says so."""
    return step_id.partition(".")[0]


def remembered(question: Q) -> Q:
    """A question about a campaign that is worked out once for a campaign that is kept. What it answers is shared by all
    who ask, so nobody writes to it; what else it is asked with are plain values."""

    @wraps(question)
    def asked(campaign: Campaign, *given: Any) -> Any:
        answers = campaign.answers
        if answers is None:
            return question(campaign, *given)
        key = (question, given) if given else question
        try:
            return answers[key]
        except KeyError:
            answer = answers[key] = question(campaign, *given)
            return answer

    return cast("Q", asked)


def lasting(question: Q) -> Q:
    """A question about the campaign that reads nothing of its progress but the turn and in whose half of it the step
    lies: worked out once until anything but its progress is written. Most entries of a journal are steps that come up
    and steps that are done, and change nothing else. Shared and asked as with ``remembered``."""

    @wraps(question)
    def asked(campaign: Campaign, *given: Any) -> Any:
        answers = campaign.lasting
        if answers is None:
            return question(campaign, *given)
        key = (question, given) if given else question
        try:
            return answers[key]
        except KeyError:
            answer = answers[key] = question(campaign, *given)
            return answer

    return cast("Q", asked)


def derived(*names: str) -> Callable[[Callable[..., A]], Callable[..., A]]:
    """A question about the mappings of these names alone, such as ``units``: it is handed them instead of the campaign,
    then what else it is asked with (plain values). It is asked with the campaign, and worked out once for as long as
    the campaigns of one game have the very same mappings. What it answers is shared, so nobody writes to it."""
    if len(names) == 1:
        return _kept_while_the_same(names, lambda question, campaign, mapping, given: question(mapping, *given))
    return _kept_while_the_same(names, lambda question, campaign, mappings, given: question(*mappings, *given))


def unchanged(*fields: str) -> Callable[[Callable[..., A]], Callable[..., A]]:
    """A question that asks the campaign itself, about much of it, and reads nothing beside these fields of it, such as
    ``units`` or ``progress.turn``: it is worked out once for as long as the campaigns of one game have the very same
    values there. What it answers is shared, so nobody writes to it."""
    return _kept_while_the_same(fields, lambda question, campaign, values, given: question(campaign, *given))


def _kept_while_the_same(
    fields: tuple[str, ...], work_out: Callable[[Callable[..., Any], Campaign, Any, tuple[Any, ...]], Any]
) -> Callable[[Callable[..., A]], Callable[..., A]]:
    """A question whose answers hold while these fields of a campaign are the very same objects; ``work_out`` asks it,
    given the campaign, its values there (one alone, or a tuple of them) and what else it is asked with."""
    read: Callable[[Any], Any] = attrgetter(*fields)
    alone = len(fields) == 1
    # A text keeps its hash, a tuple does not, and it is looked up a hundred times for each order.
    slot = " ".join(fields)

    def declare(question: Callable[..., A]) -> Callable[..., A]:
        @wraps(question)
        def asked(campaign: Campaign, *given: Any) -> A:
            values, known = read(campaign), campaign.known
            kept = None if known is None else known.get(slot)
            if kept is None or not (kept[0] is values if alone else all(map(is_, kept[0], values))):
                if known is None or campaign.answers is None:
                    # Nobody has asked about these values, and they may still be written to.
                    answer: A = work_out(question, campaign, values, given)
                    return answer
                kept = known[slot] = (values, {})
            answers: dict[Any, A] = kept[1]
            key = (question, given) if given else question
            try:
                return answers[key]
            except KeyError:
                answer = answers[key] = work_out(question, campaign, values, given)
                return answer

        return asked

    return declare
