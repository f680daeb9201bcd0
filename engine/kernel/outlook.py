"""What a seat may do now: choices with cost and refusals, forms, what is awaited; and the turn's checklist."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Generic

from attrs import evolve, field

from engine.kernel import closed, judging
from engine.kernel.campaign import C, Campaign, powers_of
from engine.kernel.forms import whole
from engine.kernel.orders import Form, Order
from engine.kernel.procedures import Decision, decision, decisions
from engine.kernel.reading import parse
from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.remembering import keep
from engine.kernel.ruleset import Ruleset
from engine.kernel.sequence import Step, awaited
from engine.kernel.standing import Done
from engine.kernel.values import frozen, made_often

if TYPE_CHECKING:
    from engine.kernel.forecast import Distribution


@made_often(slots=False)
class Choice:
    """A complete order on offer and why it is refused if it is. Its text and its cost are worked out when first asked:
    ``shown`` is the view of the campaign on which it is offered."""

    order: Order[Any]
    refused: tuple[Refusal, ...]
    shown: Campaign = field(eq=False, repr=False)

    @cached_property
    def text(self) -> str:
        """The order as a line."""
        return self.order.text

    @cached_property
    def cost(self) -> Breakdown:
        """What it costs, with its causes."""
        return self.order.cost(self.shown)

    @property
    def title(self) -> str:
        """What people call the order."""
        return self.order.title

    @property
    def power(self) -> str:
        """The power whose order it is, '' for one of the table."""
        return self.order.actor

    @property
    def ends(self) -> bool:
        """Whether the choice ends the step and does nothing else."""
        return isinstance(self.order, Done)


@made_often(slots=False)
class Outlook:
    """Everything a seat may do now.

    ``awaits``: the powers whose orders the step waits for, or whose sealed orders are still to be opened; ``over``: why
    nothing is left to do; ``make_forms`` works out the forms, which are a seventh of the whole, when they are first
    asked for.
    """

    seat: str
    step: str
    choices: tuple[Choice, ...]
    make_forms: Callable[[], tuple[Form, ...]] = field(eq=False, repr=False)
    awaits: tuple[str, ...]
    decision: Decision | None
    over: str

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        """The forms of the open-ended orders."""
        return self.make_forms()

    def read(self) -> tuple[object, ...]:
        """All of it, worked out now: what fails, fails here."""
        return (self.forms, [(choice.text, choice.cost) for choice in self.choices])


def outlook(ruleset: Ruleset[C], campaign: C, seat: str) -> Outlook:
    """What a seat may do now, judged on what it sees. The public ('') is offered nothing."""
    shown = judging.seen(campaign, seat)
    keep(shown)
    ended = judging.over(ruleset, shown)
    if ended or not shown.progress.step:
        return Outlook(seat, shown.progress.step, (), tuple, (), None, ended)
    asked = decision(shown, seat)
    mine = tuple(power for power in powers_of(shown, seat) if ruleset.takes_part(shown, power))
    choices: list[Choice] = []
    make_forms: Callable[[], tuple[Form, ...]] = tuple
    unopened = judging.unopened(shown)
    if asked is not None or (shown.pending and unopened):
        # Of a decision that several make at once all are awaited who have not made it.
        awaits = tuple(dict.fromkeys(due.power for due in decisions(shown))) or unopened
        if asked is not None and asked.power in mine:
            here = judging.here_in(shown, ruleset)
            choices = [_choice(ruleset, shown, parse(ruleset, text), seat, here) for text in asked.answers]
            make_forms = partial(_answering, ruleset, shown, asked)
    else:
        step = ruleset.sequence[shown.progress.step]
        waited_for = awaited(shown, step, ruleset.sequence)
        awaits = waited_for[:1] if step.in_turn(shown) else waited_for
        powers = [power for power in awaits if power in mine]
        for order in _offered(ruleset, step, shown, powers):
            choices.append(Choice(order, judging.judge_offered(shown, order), shown))
        # What is ordered in turn is for those who are awaited; what the board shows, for all at any time.
        by_hand = step.mode == "by-hand"
        if powers or (mine and by_hand):
            make_forms = partial(_forms, ruleset, shown, powers or list(mine[:1]))
        awaits = awaits or unopened
    return Outlook(seat, shown.progress.step, tuple(choices), make_forms, awaits, asked, "")


def _choice(ruleset: Ruleset[C], shown: C, order: Order[Any], seat: str, here: judging.Here[C]) -> Choice:
    return Choice(order, judging.judge_on(ruleset, shown, order, seat, here), shown)


def _offered(ruleset: Ruleset[C], step: Step[C], shown: C, powers: list[str]) -> Iterator[Order[Any]]:
    """What a step offers to the powers of a seat that it awaits: its orders, and its end."""
    if not powers:
        # Which orders belong to the step nobody asks then: finding it out loads all the rules.
        return
    classes = ruleset.by_step.get(step.slug, ())
    for power in powers:
        for cls in classes:
            yield from cls.offers(shown, power)
    if step.mode == "by-hand" or step.may_pass:
        # It speaks for all powers of the seat, so it is offered once.
        yield Done(powers[0])


def _forms(ruleset: Ruleset[C], shown: C, powers: list[str]) -> tuple[Form, ...]:
    step = ruleset.sequence[shown.progress.step]
    forms: dict[str, Form] = {}
    for verb in step.forms:
        cls = ruleset.verbs[verb]
        form = whole(cls, shown, powers[0])
        if form is not None:
            forms[form.verb] = form if len(powers) < 2 else _unguessed(form, powers)
    return tuple(forms.values())


def _answering(ruleset: Ruleset[C], shown: C, asked: Decision) -> tuple[Form, ...]:
    """The forms of the open-ended orders that answer a decision."""
    made = (whole(ruleset.verbs[verb], shown, asked.power) for verb in asked.forms)
    return tuple(form for form in made if form is not None)


def _unguessed(form: Form, powers: list[str]) -> Form:
    """A form of a step of several powers: whose order it is must be said, not taken for the first one's."""
    fields = tuple(
        evolve(field, default="") if field.default == powers[0] and set(powers) <= set(field.choices) else field
        for field in form.fields
    )
    return evolve(form, fields=fields)


@frozen
class AnyTime:
    """What a power may order besides the step at hand: complete orders that are legal, and forms."""

    choices: tuple[Choice, ...]
    forms: tuple[Form, ...]


def at_any_time(ruleset: Ruleset[C], campaign: C, seat: str, power: str) -> AnyTime:
    """The orders of a power, and of the table, that belong to no step and may be given now: after the end those that
    wait for nothing, and none once all seats have closed the campaign."""
    shown = judging.seen(campaign, seat)
    if not shown.progress.step or closed.by_all(shown):
        return AnyTime((), ())
    listed = ruleset.sequence[shown.progress.step].forms
    classes = [cls for verb, cls in ruleset.verbs.items() if cls.choosable() and not cls.steps and verb not in listed]
    if judging.over(ruleset, shown):
        classes = [cls for cls in classes if cls.standing]
    here = judging.here_in(shown, ruleset)
    others = set(ruleset.powers) - {power}
    offered = [order for cls in classes for order in cls.offers(shown, power)]
    choices = (_choice(ruleset, shown, order, seat, here) for order in offered)
    made = (whole(cls, shown, power) for cls in classes)
    forms = tuple(form for form in made if form is not None and form.pattern.split()[0] not in others)
    return AnyTime(tuple(choice for choice in choices if not choice.refused), forms)


@frozen
class Mark(Generic[C]):
    """One step of the turn's checklist: ``state`` is 'done', 'now', 'next' or 'skipped', with the reason for that."""

    step: Step[C]
    state: str
    reason: str


def checklist(ruleset: Ruleset[C], campaign: C) -> tuple[Mark[C], ...]:
    """The steps of the turn with what became of each; ``campaign`` is a seat's view.

    That a step took place is on record; why one did not is read from the state as it is now.
    """
    progress, sequence = campaign.progress, ruleset.sequence
    position = sequence.position(progress.step) if progress.step else -1
    took_place = [at for at, step in enumerate(sequence.steps) if progress.taken.get(step.key) == progress.turn]
    recorded = min(took_place, default=position)
    marks: list[Mark[C]] = []
    for at, step in enumerate(sequence.steps):
        if at == position:
            marks.append(Mark(step, "now", ""))
        elif at < position and at in took_place:
            marks.append(Mark(step, "done", ""))
        else:
            reason = step.skipped(campaign)
            if at > position:
                marks.append(Mark(step, "skipped" if reason else "next", reason))
            elif reason or recorded <= at:
                marks.append(Mark(step, "skipped", reason or "nothing called for it then"))
            else:
                marks.append(Mark(step, "done", ""))
    return tuple(marks)


def forecast(ruleset: Ruleset[C], campaign: C, order: Order[C], seat: str) -> Distribution[Any] | None:
    """What may come of an order, from what the seat sees; None where nothing is left to chance, or where its own rules
    forbid it: only of what its judge lets pass is there a die to reckon. In which step it belongs does not matter: the
    odds of a battle are wanted while it is announced."""
    shown = judging.seen(campaign, seat)
    if judging.forbidden(ruleset, shown, order):
        return None
    return order.forecast(shown)
