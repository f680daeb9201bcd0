"""What has been asked of a campaign, kept with that campaign.

Only a campaign that nobody writes to any more is ``keep``-t: one that a seat is shown or gives orders on, or that an
order has left behind it. A transaction writes to a copy of it, which is another campaign, and remembers nothing.

Four kinds of question are remembered. One about the whole campaign (``remembered``) holds for that campaign alone. One
that reads nothing of its progress but the turn and whose half of it is played (``lasting``) holds until an order writes
anything else. One about a few of its mappings (``derived``), or about many of them (``unchanged``), holds for every
campaign that has the very same mappings: an order copies a mapping before it writes to it, so what an order does not
touch is the same object before and after.

A mapping may be looked at in parts (``Parts``), such as the units by their owners: a part is the same object as long
as nothing in it has changed, and a question about one (``of_part``) holds as long as that.

Nothing is kept for the process: answers stand with the campaign, and go when it goes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache, wraps
from itertools import compress, repeat
from operator import attrgetter, eq, is_
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from engine.kernel.campaign import Campaign

if TYPE_CHECKING:
    from engine.kernel.changes import Change

Q = TypeVar("Q", bound=Callable[..., Any])
A = TypeVar("A")
V = TypeVar("V")

_put = object.__setattr__
_UNASKED: Any = object()
"""Stands for an answer that nobody has asked for yet. Half of the questions are asked for the first time, and to look
for an answer by a KeyError takes as long as many of them."""


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
    if was.turn == now.turn and (was.step is now.step or half_of(was.step) == half_of(now.step)):
        _put(after, "lasting", campaign.lasting)


def come_further(campaign: Campaign, step_before: str) -> None:
    """Nothing but the step and who is done with it was written, into this campaign itself: what was asked of it is
    forgotten, and what lasts as well once another half of the turn is played."""
    beside = campaign.__dict__
    beside["answers"] = {}
    if half_of(step_before) != half_of(campaign.progress.step):
        # Another campaign may have the answers that held before.
        beside["lasting"] = {}


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
        answer = answers.get(key, _UNASKED)
        if answer is _UNASKED:
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
        answer = answers.get(key, _UNASKED)
        if answer is _UNASKED:
            answer = answers[key] = question(campaign, *given)
        return answer

    return cast("Q", asked)


def derived(*names: str) -> Callable[[Callable[..., A]], Callable[..., A]]:
    """A question about the mappings of these names alone, such as ``units``: it is handed them instead of the campaign,
    then what else it is asked with (plain values). It is asked with the campaign, and worked out once for as long as
    the campaigns of one game have the very same mappings. What it answers is shared, so nobody writes to it."""
    return _kept_while_the_same(names, handed=True)


def unchanged(*fields: str) -> Callable[[Callable[..., A]], Callable[..., A]]:
    """A question that asks the campaign itself, about much of it, and reads nothing beside these fields of it, such as
    ``units`` or ``progress.turn``: it is worked out once for as long as the campaigns of one game have the very same
    values there. What it answers is shared, so nobody writes to it."""
    return _kept_while_the_same(fields, handed=False)


def _kept_while_the_same(fields: tuple[str, ...], *, handed: bool) -> Callable[[Callable[..., A]], Callable[..., A]]:
    """A question whose answers hold while these fields of a campaign are the very same objects. ``handed``: it is
    handed what stands in them, not the campaign."""
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
                    return work_out(campaign, values, given)
                kept = known[slot] = (values, {})
            answers: dict[Any, Any] = kept[1]
            key = (question, given) if given else question
            answer: A = answers.get(key, _UNASKED)
            if answer is _UNASKED:
                answer = answers[key] = work_out(campaign, values, given)
            return answer

        def work_out(campaign: Campaign, values: Any, given: tuple[Any, ...]) -> A:
            if not handed:
                return question(campaign, *given)
            return question(values, *given) if alone else question(*values, *given)

        return asked

    return declare


_NOTHING: Mapping[str, Any] = MappingProxyType({})


_every_parts: list[Parts[Any]] = []
"""All that have been declared, as who has written to a campaign sees to it that they follow."""


class Parts(Generic[V]):
    """A campaign's mapping ``name``, its entries apart by what stands in a field of each value, such as the units by
    their ``power``. Whoever changes an entry leaves all other parts the very objects that they were."""

    __slots__ = ("_of", "by", "name", "slot")

    def __init__(self, name: str, by: str) -> None:
        self.name, self.by = name, by
        self.slot = f"{name}/{by}"
        self._of: Callable[[Any], str] = attrgetter(by)
        _every_parts.append(self)

    def every(self, campaign: Campaign) -> Mapping[str, Mapping[str, V]]:
        """All parts, in the order in which they come up."""
        mapping: dict[str, V] = getattr(campaign, self.name)
        known = campaign.known
        kept = None if known is None else known.get(self.slot)
        if kept is not None and kept[0] is mapping:
            return cast("dict[str, dict[str, V]]", kept[1])
        if known is None or campaign.answers is None:
            return self.made(mapping)
        # What was tried out or taken back leaves a mapping that says the same again: its parts are the same too, and
        # what is known of them. To compare two that share nearly all they hold takes a quarter of making the parts.
        alike = kept is not None and kept[0] == mapping and tuple(kept[0]) == tuple(mapping)
        parts = cast("dict[str, dict[str, V]]", kept[1]) if kept is not None and alike else self.made(mapping)
        known[self.slot] = (mapping, parts)
        return parts

    def one(self, campaign: Campaign, which: str) -> Mapping[str, V]:
        """One part, empty where there is nothing of it."""
        mapping: dict[str, V] = getattr(campaign, self.name)
        known = campaign.known
        if known is not None:
            kept = known.get(self.slot)
            if kept is not None and kept[0] is mapping:
                return cast("Mapping[str, V]", kept[1].get(which, _NOTHING))
            if campaign.answers is not None:
                return self.every(campaign).get(which, _NOTHING)
        # It may still be written to: nobody will ask for the other parts. All there is is looked through inside the
        # interpreter.
        mine = map(eq, map(self._of, mapping.values()), repeat(which))
        return {key: mapping[key] for key in compress(mapping, mine)}

    def made(self, mapping: Mapping[str, V]) -> dict[str, dict[str, V]]:
        """The parts of a mapping, worked out."""
        parts: dict[str, dict[str, V]] = {}
        for key, value, which in zip(mapping, mapping.values(), map(self._of, mapping.values()), strict=True):
            try:
                parts[which][key] = value
            except KeyError:
                parts[which] = {key: value}
        return parts

    def follow(self, before: Campaign, after: Campaign, changes: Iterable[Change]) -> None:
        """An order wrote these changes: what is kept of the parts is kept for the campaign after it too, those that it
        wrote to made anew. Where their order or that of their entries might be another, they are worked out again."""
        known = after.known
        kept = None if known is None else known.get(self.slot)
        was: Mapping[str, V] = getattr(before, self.name)
        now: Mapping[str, V] = getattr(after, self.name)
        if known is None or kept is None or kept[0] is not was:
            return
        parts, own, first_gone = dict(cast("dict[str, dict[str, V]]", kept[1])), set[str](), False
        for key, whole in self._written(changes).items():
            old, new = was.get(key), now.get(key)
            if whole > 1:
                # Put in and taken out again by one order, or the other way about.
                return
            which = self._of(new if old is None else old)
            moved = old is not None and new is not None and (whole or self._of(new) != which)
            if moved or which not in parts:
                return
            if which not in own:
                own.add(which)
                parts[which] = parts[which].copy()
            if new is None:
                first_gone = first_gone or next(iter(parts[which])) == key
                del parts[which][key]
            else:
                parts[which][key] = new
        known[self.slot] = (now, _in_their_order(parts, now) if first_gone else parts)

    def _written(self, changes: Iterable[Change]) -> dict[str, int]:
        """The keys to whose values anything was written, each with how often it was put in or taken out whole."""
        written: dict[str, int] = {}
        for change in changes:
            mapping, key, *below = change.at.split(".", 2)
            if mapping == self.name:
                written[key] = written.get(key, 0) + (not below)
        return written


def _in_their_order(parts: Mapping[str, dict[str, V]], mapping: Mapping[str, V]) -> dict[str, dict[str, V]]:
    """Parts in the order in which the first of each comes up in the mapping, those without any left out."""
    of_first = {next(iter(part)): which for which, part in parts.items() if part}
    return {of_first[key]: parts[of_first[key]] for key in filter(of_first.__contains__, mapping)}


def follow(before: Campaign, after: Campaign, fields: Collection[str], changes: Iterable[Change]) -> None:
    """An order wrote these changes, in these fields of the campaign before it: the parts of mappings follow."""
    for parts in _every_parts:
        if parts.name in fields:
            parts.follow(before, after, changes)


def of_part(parts: Parts[Any]) -> Callable[[Q], Q]:
    """A question that asks the campaign about one part of a mapping, which it is given first, and reads nothing beside
    that: worked out once for as long as nothing in the part changes. What else it is asked with are plain values, and
    what it answers is shared, so nobody writes to it."""

    def declare(question: Q) -> Q:
        @wraps(question)
        def asked(campaign: Campaign, which: str, *given: Any) -> Any:
            known = campaign.known
            if campaign.answers is None or known is None:
                return question(campaign, which, *given)
            part, slot = parts.one(campaign, which), f"{parts.slot}/{which}"
            kept = known.get(slot)
            if kept is None or kept[0] is not part:
                kept = known[slot] = (part, {})
            answers = kept[1]
            key = (question, given) if given else question
            answer = answers.get(key, _UNASKED)
            if answer is _UNASKED:
                answer = answers[key] = question(campaign, which, *given)
            return answer

        return cast("Q", asked)

    return declare
