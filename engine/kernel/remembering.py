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
from operator import attrgetter, is_
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
            here = campaign.answers
            # Nobody writes to a campaign that remembers: what held for its values when it was first asked still does.
            answers: dict[Any, Any] | None = None if here is None else here.get(slot)
            if answers is None:
                answers = answers_for(campaign, read(campaign))
                if answers is None:
                    return work_out(campaign, given)
            key = (question, given) if given else question
            answer: A = answers.get(key, _UNASKED)
            if answer is _UNASKED:
                answer = answers[key] = work_out(campaign, given)
            return answer

        def work_out(campaign: Campaign, given: tuple[Any, ...]) -> A:
            if not handed:
                return question(campaign, *given)
            values = read(campaign)
            return question(values, *given) if alone else question(*values, *given)

        return asked

    def answers_for(campaign: Campaign, values: Any) -> dict[Any, Any] | None:
        """What has been answered about these values of a campaign; None where nobody has asked about them, and they may
        still be written to."""
        known, here = campaign.known, campaign.answers
        kept = None if known is None else known.get(slot)
        if kept is None or not (kept[0] is values if alone else all(map(is_, kept[0], values))):
            if known is None or here is None:
                return None
            kept = known[slot] = (values, {})
        if here is not None:
            here[slot] = kept[1]
        return kept[1]

    return declare


_NOTHING: Mapping[str, Any] = MappingProxyType({})


_parts_of: dict[str, list[Parts[Any]]] = {}
"""All that have been declared, by the mapping that they are of, as who has written to a campaign sees to it that they
follow."""


class Parts(Generic[V]):
    """A campaign's mapping ``name``, its entries apart by what stands in a field of each value, such as the units by
    their ``power``. Whoever changes an entry leaves all other parts the very objects that they were."""

    __slots__ = ("_of", "by", "name", "slot")

    def __init__(self, name: str, by: str) -> None:
        self.name, self.by = name, by
        self.slot = f"{name}/{by}"
        self._of: Callable[[Any], str] = attrgetter(by)
        _parts_of.setdefault(name, []).append(self)

    def stand(self, campaign: Campaign) -> bool:
        """Whether what is kept of the parts holds for a campaign that may still be written to: as long as no order has
        written to the mapping."""
        kept = None if campaign.known is None else campaign.known.get(self.slot)
        return kept is not None and kept[0] is getattr(campaign, self.name)

    def answered(self, campaign: Campaign, which: str, question: Callable[[Any, str], A]) -> A | None:
        """What a question about one part (see ``of_part``) has been answered, None where nobody has asked it since the
        part changed."""
        known = campaign.known
        parts = None if known is None else known.get(self.slot)
        if known is None or parts is None or parts[0] is not getattr(campaign, self.name):
            return None
        kept = known.get(f"{self.slot}/{which}")
        if kept is None or kept[0] is not parts[1].get(which):
            return None
        return cast("A | None", kept[1].get(cast("Any", question).__wrapped__))

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
        alike = kept is not None and kept[0] == mapping and list(kept[0]) == list(mapping)
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
        # It may still be written to: nobody will ask for the other parts.
        return self._one(mapping, which)

    def made(self, mapping: Mapping[str, V]) -> dict[str, dict[str, V]]:
        """The parts of a mapping, worked out."""
        parts: dict[str, dict[str, V]] = {}
        of = self._of
        for key, value in mapping.items():
            which = of(value)
            if which in parts:
                parts[which][key] = value
            else:
                parts[which] = {key: value}
        return parts

    def _one(self, mapping: Mapping[str, V], which: str) -> dict[str, V]:
        of = self._of
        return {key: value for key, value in mapping.items() if of(value) == which}

    def follow(self, before: Campaign, after: Campaign, written: Mapping[str, bool]) -> None:
        """An order wrote to the values of these keys (see ``_written``): what is kept of the parts is kept for the
        campaign after it too, those that it wrote to made anew."""
        known = after.known
        kept = None if known is None else known.get(self.slot)
        was, now = getattr(before, self.name), getattr(after, self.name)
        if known is not None and kept is not None and kept[0] is was:
            known[self.slot] = (now, self._followed(kept[1], was, now, written))

    def _followed(
        self,
        former: Mapping[str, dict[str, V]],
        was: Mapping[str, V],
        now: Mapping[str, V],
        written: Mapping[str, bool],
    ) -> dict[str, dict[str, V]]:
        """The parts of a mapping as it is now from those of the mapping as it was: what was not ``written`` to (see
        ``_written``) stays in parts that stay the very same."""
        of = self._of
        parts, own = dict(former), dict[str, dict[str, V]]()
        in_order, amid = True, set[str]()

        def mine(which: str) -> dict[str, V]:
            """A part as one that may be written to."""
            if which not in own:
                parts[which] = own[which] = former[which].copy() if which in former else {}
            return own[which]

        for key, taken_out in written.items():
            old, new = was.get(key), now.get(key)
            part_was, part_now = None if old is None else of(old), None if new is None else of(new)
            if part_was is not None and (taken_out or part_was != part_now):
                part = mine(part_was)
                in_order = in_order and next(iter(part)) != key
                del part[key]
                if part_now is not None and not taken_out:
                    # It stands where it stood, amid those of another part.
                    amid.add(part_now)
                    in_order = False
            if part_now is not None and new is not None:
                mine(part_now)[key] = new
        for which in amid:
            parts[which] = self._one(now, which)
        return parts if in_order else _in_their_order(parts, now)


def _written(name: str, changes: Iterable[Change]) -> dict[str, bool]:
    """The keys of a mapping to whose values anything was written, those put in last as the mapping has them last; each
    with whether it was taken out, after which it stands elsewhere if it stands there again."""
    written: dict[str, bool] = {}
    head = f"{name}."
    for change in changes:
        if change.at.startswith(head):
            key, _, below = change.at[len(head) :].partition(".")
            taken_out = written.get(key, False)
            if not below and change.was is None:
                written.pop(key, None)
            written[key] = taken_out or (not below and change.now is None)
    return written


def _in_their_order(parts: Mapping[str, dict[str, V]], mapping: Mapping[str, V]) -> dict[str, dict[str, V]]:
    """Parts in the order in which the first of each comes up in the mapping, those without any left out."""
    of_first = {next(iter(part)): which for which, part in parts.items() if part}
    return {of_first[key]: parts[of_first[key]] for key in mapping if key in of_first}


def follow(before: Campaign, after: Campaign, fields: Collection[str], changes: Iterable[Change]) -> None:
    """An order wrote these changes, in these fields of the campaign before it: the parts of mappings follow."""
    for name, every in _parts_of.items():
        if name in fields:
            written = _written(name, changes)
            for parts in every:
                parts.follow(before, after, written)


def of_part(parts: Parts[Any]) -> Callable[[Q], Q]:
    """A question that asks the campaign about one part of a mapping, which it is given first, and reads nothing beside
    that: worked out once for as long as nothing in the part changes. What else it is asked with are plain values, and
    what it answers is shared, so nobody writes to it."""

    def declare(question: Q) -> Q:
        @wraps(question)
        def asked(campaign: Campaign, which: str, *given: Any) -> Any:
            here, slot = campaign.answers, f"{parts.slot}/{which}"
            answers = None if here is None else here.get(slot)
            if answers is None:
                answers = answers_for(campaign, which, slot)
                if answers is None:
                    return question(campaign, which, *given)
            key = (question, given) if given else question
            answer = answers.get(key, _UNASKED)
            if answer is _UNASKED:
                answer = answers[key] = question(campaign, which, *given)
            return answer

        return cast("Q", asked)

    def answers_for(campaign: Campaign, which: str, slot: str) -> dict[Any, Any] | None:
        """What has been answered about a part, None where it may still be written to."""
        known, here = campaign.known, campaign.answers
        if known is None or (here is None and not parts.stand(campaign)):
            return None
        part, kept = parts.one(campaign, which), known.get(slot)
        if kept is None or kept[0] is not part:
            kept = known[slot] = (part, {})
        if here is not None:
            here[slot] = kept[1]
        return kept[1]

    return declare
