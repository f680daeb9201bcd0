"""What a seat may do now: choices with their cost and refusals, forms to fill in, what is awaited, and the turn's checklist."""

from __future__ import annotations

from typing import Any, Generic

from attrs import frozen

from engine.kernel import play
from engine.kernel.campaign import C, powers_of
from engine.kernel.forecast import Distribution
from engine.kernel.orders import Form, Order
from engine.kernel.procedures import Decision
from engine.kernel.reading import parse
from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.ruleset import Ruleset
from engine.kernel.sequence import Step
from engine.kernel.standing import Done


@frozen
class Choice:
    """A complete order on offer: its text, a title for people, its cost with causes, and why it is refused (nothing: legal)."""

    text: str
    title: str
    cost: Breakdown
    refused: tuple[Refusal, ...]
    power: str


@frozen
class Outlook:
    """Everything a seat may do now. ``awaits``: the powers whose orders the step waits for; ``over``: why nothing is left."""

    seat: str
    step: str
    choices: tuple[Choice, ...]
    forms: tuple[Form, ...]
    awaits: tuple[str, ...]
    decision: Decision | None
    over: str


def outlook(ruleset: Ruleset[C], campaign: C, seat: str) -> Outlook:
    """What a seat may do now, judged on what it sees. The public ('') is offered nothing."""
    shown = play.seen(campaign, seat)
    asked = play.decision(shown)
    ended = play.over(ruleset, shown)
    awaits = (asked.power,) if asked else play.acting(ruleset, shown)
    choices: list[Choice] = []
    forms: list[Form] = []
    mine = powers_of(shown, seat)
    if asked and asked.power in mine:
        choices = [_choice(ruleset, shown, parse(ruleset, text), seat) for text in asked.answers]
    elif not asked and not ended:
        powers = [power for power in awaits if power in mine]
        for power in powers:
            for order in _offered(ruleset, shown, power):
                choices.append(_choice(ruleset, shown, order, seat))
        forms = list(_forms(ruleset, shown, powers))
    return Outlook(seat, shown.progress.step, tuple(choices), tuple(forms), awaits, asked, ended)


def _choice(ruleset: Ruleset[C], shown: C, order: Order[Any], seat: str) -> Choice:
    refused = play.judge(ruleset, shown, order, seat)
    return Choice(order.text, order.title, order.cost(shown), refused, order.actor)


def _offered(ruleset: Ruleset[C], shown: C, power: str) -> list[Order[Any]]:
    step = ruleset.sequence[shown.progress.step]
    found: list[Order[Any]] = []
    for cls in ruleset.orders:
        if step.slug in cls.steps and not cls.automatic:
            found.extend(cls.offers(shown, power))
    if step.mode == "by-hand" or step.may_pass:
        found.append(Done(power))
    return found


def _forms(ruleset: Ruleset[C], shown: C, powers: list[str]) -> list[Form]:
    step = ruleset.sequence[shown.progress.step]
    found: dict[str, Form] = {}
    for verb in step.forms:
        cls = ruleset.verbs[verb]
        form = cls.form(shown, powers[0] if powers else "")
        if form is not None:
            found[form.verb] = form
    return list(found.values())


@frozen
class Mark(Generic[C]):
    """One step of the turn's checklist: ``state`` is 'done', 'now', 'next' or 'skipped', with the reason for the last."""

    step: Step[C]
    state: str
    reason: str


def checklist(ruleset: Ruleset[C], campaign: C) -> tuple[Mark[C], ...]:
    """The steps of the turn with what became of each. A past step's reason is read from the state as it is now."""
    here = ruleset.sequence.position(campaign.progress.step) if campaign.progress.step else -1
    marks: list[Mark[C]] = []
    for at, step in enumerate(ruleset.sequence.steps):
        if at == here:
            marks.append(Mark(step, "now", ""))
            continue
        reason = step.skipped(campaign)
        state = "skipped" if reason else "done" if at < here else "next"
        marks.append(Mark(step, state, reason))
    return tuple(marks)


def forecast(ruleset: Ruleset[C], campaign: C, order: Order[C], seat: str) -> Distribution[Any] | None:
    """What may come of an order, from what the seat sees; None where nothing is left to chance."""
    return order.forecast(play.seen(campaign, seat))
