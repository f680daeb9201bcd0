"""The sequence of play as data: steps in their order, who acts, and why one is skipped this turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import filterfalse
from typing import Any, Generic

from attrs import field

from engine.kernel.campaign import C
from engine.kernel.nearest import nearest
from engine.kernel.orders import Field, Order
from engine.kernel.remembering import lasting
from engine.kernel.stops import RESTS, Stop
from engine.kernel.values import frozen

LEFT_OUT = "left out by this scenario"
"""Why a step does not come up that the campaign's scenario leaves out."""


@frozen
class Occasion:
    """When a step comes up, as its row in the table has it: in these ``seasons`` (all where none are named), from the
    turn ``since`` on, up to ``until`` ('' for no limit), while all ``conditions`` hold (texts such as
    ``war:germany+ussr``)."""

    seasons: tuple[str, ...] = ()
    since: str = ""
    until: str = ""
    conditions: tuple[str, ...] = ()


@frozen
class Step(Generic[C]):
    """One step. ``id`` is a slug such as ``planning.effort``; ``half`` the side whose half-turn it lies in, or ''.

    ``mode``: 'automatic' (the rules act), 'orders' (seats decide), 'by-hand' (done on the board, closed by ``done``).
    ``_skipped`` gives the reason why by the game's rules it does not come up now (ask ``skipped``), ``occasion`` what
    of this its table says; ``who`` the powers that act, in their order; ``outstanding`` the automatic orders still to
    be applied.
    ``in_order``: each waits for those before it, save where ``at_once`` holds (ask ``in_turn``); ``order_rule``: the
    rule that says so, '' for the game's own order of its powers.
    ``at_table``: its orders may as well be carried out on the board, so whoever passes on passes it too. ``sealed``:
    what is ordered here stays secret until all have finished. ``panel``: the name of the panel that shows it, '' for
    the general one of its mode. ``told``: what its lines say of the campaign at hand, beside those that are printed;
    ``instead``: what is said in place of these where an option changes the rule, nothing where they stand.
    ``stops``: what nobody is to be led past in it as things stand (see kernel.stops); ``bars``: those of them that bar
    its ``done``.
    ``was``: ids of former steps that are part of it now; campaigns and orders that name them mean this one.
    ``pages``: the pages of the frame that are looked at in it, by their actions: their keys stand in its footer.
    ``lists``: the verbs of those orders that stand last in the list of what may be done, in this order; all others
    stand before them as the game's rooms bring them.
    ``closes``: the turn, or one side's part of it, ends in it, so no scenario leaves it out.
    """

    id: str
    segment: str
    number: int
    letter: str
    title: str
    rule: str
    mode: str
    _skipped: Callable[[C], str]
    who: Callable[[C], tuple[str, ...]] = lambda campaign: ()
    outstanding: Callable[[C], Iterable[Order[C]]] = lambda campaign: ()
    half: str = ""
    in_order: bool = False
    order_rule: str = ""
    at_once: Callable[[C], bool] = lambda campaign: False
    may_pass: bool = False
    at_table: bool = False
    sealed: Callable[[C], bool] = lambda campaign: False
    lines: tuple[str, ...] = ()
    told: Callable[[C], Iterable[str]] = lambda campaign: ()
    instead: Callable[[C], Iterable[str]] = lambda campaign: ()
    stops: Callable[[C], Iterable[Stop]] = lambda campaign: ()
    bars: Callable[[C], Iterable[Stop]] = lambda campaign: ()
    forms: tuple[str, ...] = ()
    fields: tuple[Field, ...] = ()
    panel: str = ""
    pages: tuple[str, ...] = ()
    was: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()
    occasion: Occasion = Occasion()
    closes: bool = False

    # Each step there is once, and what is remembered is kept by it.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    slug: str = field(init=False)
    """The id without the half's prefix, as orders name it."""

    key: str = field(init=False)
    """The step's id as it stands in a path."""

    @key.default
    def _make_key(self) -> str:
        return self.id.replace(".", "-")

    @slug.default
    def _make_slug(self) -> str:
        return self.id.removeprefix(f"{self.half}.") if self.half else self.id

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that an order or a file may call the step by: with and without its half, and what it was."""
        return (self.id, *self.was, *self.slugs)

    @property
    def slugs(self) -> tuple[str, ...]:
        """The slugs of the step and of the steps that it was earlier."""
        return (self.slug, *(former.removeprefix(f"{self.half}.") for former in self.was))

    def left_out(self, campaign: C) -> bool:
        """Whether the campaign's scenario leaves the step out, named with or without its half, or by a former name."""
        if not campaign.leaves_out or self.closes:
            return False
        return any(name in campaign.leaves_out for name in self.names)

    def skipped(self, campaign: C) -> str:
        """Why the step does not come up now, '' where it does."""
        if campaign.leaves_out and self.left_out(campaign):
            return LEFT_OUT
        return self._skipped(campaign)

    def in_turn(self, campaign: C) -> bool:
        """Whether each power waits for those before it."""
        return self.in_order and not self.at_once(campaign)

    def says(self, campaign: C) -> tuple[str, ...]:
        """Everything that the step tells its players now: what hangs on the campaign first, as a low window cuts the
        rest."""
        return (*self.told(campaign), *self.printed(campaign))

    def printed(self, campaign: C) -> tuple[str, ...]:
        """What the step's table says of it, or what stands in its place in this campaign."""
        return tuple(self.instead(campaign)) or self.lines


@frozen
class Sequence(Generic[C]):
    """The steps of a turn, in their order. ``segments``: what people call the parts of the turn in which they lie."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    steps: tuple[Step[C], ...]
    segments: Mapping[str, str] = field(factory=dict)
    _index: dict[str, int] = field(init=False)
    named: dict[str, Step[C]] = field(init=False, eq=False, repr=False)
    """Each step by its id, and by those it had."""
    _after: dict[str, tuple[Step[C], ...]] = field(init=False, factory=dict, eq=False, repr=False)

    @_index.default
    def _make_index(self) -> dict[str, int]:
        return {name: at for at, step in enumerate(self.steps) for name in (*step.was, step.id)}

    @named.default
    def _make_named(self) -> dict[str, Step[C]]:
        return {name: self.steps[at] for name, at in self._index.items()}

    def __getitem__(self, step_id: str) -> Step[C]:
        return self.named[step_id]

    def __contains__(self, step_id: Any) -> bool:
        return step_id in self._index

    def segment(self, segment: str) -> str:
        """What people call a segment."""
        return self.segments.get(segment) or segment.replace("-", " ").capitalize()

    def left_out(self, campaign: C) -> frozenset[str]:
        """The slugs of the steps that the campaign's scenario leaves out in every half in which they lie."""
        if not campaign.leaves_out:
            return frozenset()
        played = {step.slug for step in self.steps if not step.left_out(campaign)}
        return frozenset(step.slug for step in self.steps) - played

    def plays(self, campaign: C, segment: str) -> bool:
        """Whether anything of a segment is played in a campaign, or its scenario leaves all of it out."""
        if not campaign.leaves_out:
            return True
        return not all(step.left_out(campaign) for step in self.steps if step.segment == segment)

    def position(self, step_id: str) -> int:
        """How many steps come before this one. Raises KeyError."""
        return self._index[step_id]

    def following(self, step_id: str) -> tuple[Step[C], ...]:
        """The steps after this one in the turn."""
        after = self._after.get(step_id)
        if after is None:
            after = self._after[step_id] = self.steps[self._index[step_id] + 1 :]
        return after

    def nearest(self, name: str) -> tuple[str, ...]:
        """The names of steps that are most like a mistyped one, the likeliest first."""
        whole = {step.slug.partition(".")[2]: step.slug for step in reversed(self.steps)}
        whole |= {step.slug: step.slug for step in self.steps}
        nearest_names = nearest(name, whole, 3)
        return tuple(dict.fromkeys(whole[likely] for likely in nearest_names))

    def first(self, campaign: C) -> Step[C]:
        """The first step of the turn that takes place; the last one where none does."""
        return next((step for step in self.steps if not step.skipped(campaign)), self.steps[-1])


_NOBODY: frozenset[str] = frozenset()


@lasting
def who_acts(campaign: C, who: Callable[[C], tuple[str, ...]]) -> tuple[str, ...]:
    """The powers that a step's ``who`` names, whether they are done with it or not."""
    return who(campaign)


def awaited(campaign: C, step: Step[C], sequence: Sequence[C]) -> tuple[str, ...]:
    """The powers with a seat that still act in the step at hand, in their order."""
    # Remembered as any other answer, but by the step alone: nothing is asked so often.
    answers = campaign.answers
    if answers is None:
        return _still_act(campaign, step, sequence)
    found: tuple[str, ...] | None = answers.get(step)
    if found is None:
        found = answers[step] = _still_act(campaign, step, sequence)
    return found


def _still_act(campaign: C, step: Step[C], sequence: Sequence[C]) -> tuple[str, ...]:
    progress, passed = campaign.progress, _NOBODY
    done, seats = progress.done, campaign.seats
    if progress.through and (step.mode == "by-hand" or step.at_table):
        # Where every seat has passed on, who would act here is not worked out.
        here = sequence.position(step.id)
        passed = frozenset(seat for seat, last in progress.through.items() if sequence.position(last) >= here)
        if passed:
            # Who has something due here comes to rest, however far he has passed on.
            passed -= {seats.get(stop.power, "") for stop in step.stops(campaign) if stop.weight in RESTS}
        if passed.issuperset(seats.values()):
            return ()
    acts = who_acts(campaign, step.who)
    if not acts:
        return ()
    left: Iterable[str] = filter(seats.__contains__, acts)
    if done:
        left = filterfalse(done.__contains__, left)
    return tuple([power for power in left if seats[power] not in passed] if passed else left)
