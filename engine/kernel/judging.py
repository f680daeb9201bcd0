"""Judging: what a seat judges on, whose turn it is, and every reason why an order may not be given now."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Generic

import attrs

from engine.kernel import closed, consent, leaving_out, standing, umpire
from engine.kernel import ruleset as rulesets
from engine.kernel.answers import Answer, comes_first
from engine.kernel.campaign import C, Campaign, hides_nothing, view
from engine.kernel.changes import RULES, Change
from engine.kernel.dice import NeedsDie, NoDice
from engine.kernel.orders import Order
from engine.kernel.procedures import Decision, decisions, top
from engine.kernel.reading import parse
from engine.kernel.refusals import Refusal
from engine.kernel.remarks import Message
from engine.kernel.ruleset import Ruleset
from engine.kernel.sequence import Step, awaited
from engine.kernel.transaction import Transaction
from engine.kernel.values import made_often

_NO_DICE = NoDice()


def unopened(campaign: Campaign) -> tuple[str, ...]:
    """The powers whose sealed orders are still to be opened before play goes on: answers to the procedure on top, else
    orders of the step."""
    found = top(campaign)
    answers = found[0] if found else ""
    opens = found[1].unseals(campaign) if found else ()
    given = (
        one.power
        for place, one in campaign.sealed.items()
        if not (one.text or one.shown) and (place in opens if one.cover else one.answers == answers)
    )
    return tuple(dict.fromkeys(given))


def over(ruleset: Ruleset[C], campaign: C) -> str:
    """Why nothing more can be ordered, '' while the campaign goes on."""
    reason = ruleset.ended(campaign)
    if reason:
        return reason
    steps, progress = ruleset.sequence.steps, campaign.progress
    if progress.step != steps[-1].id or campaign.pending or any(not one.cover for one in campaign.sealed.values()):
        return ""
    if progress.turn < ruleset.calendar.last(campaign) or _still_to_do(ruleset, campaign, steps[-1]):
        return ""
    return "the last turn has been played"


def _still_to_do(ruleset: Ruleset[C], campaign: C, step: Step[C]) -> bool:
    return bool(awaited(campaign, step, ruleset.sequence)) or any(True for _ in step.outstanding(campaign))


def acting(ruleset: Ruleset[C], campaign: C) -> tuple[str, ...]:
    """The powers that may act in the present step now: all that are awaited, or the first where they act in order."""
    if not campaign.progress.step:
        return ()
    step = ruleset.sequence[campaign.progress.step]
    powers = awaited(campaign, step, ruleset.sequence)
    return powers[:1] if step.in_turn(campaign) else powers


def by_number(place: str) -> int:
    """When something was sealed, from the key under which it is kept: the number of its entry."""
    return int(place.rpartition("-")[2])


def seen(campaign: C, seat: str) -> C:
    """What a seat judges on: its view, with its own sealed orders counted as if they were open, and gone from it; what
    is kept under a cover stays a secret in it."""
    if hides_nothing(campaign):
        return campaign
    shown = view(campaign, seat)
    own = shown.secrets
    if not own:
        return shown
    ruleset, under_way = rulesets.of(shown), top(shown)
    for place in sorted(own, key=by_number):
        # An answer to a procedure below the one on top takes effect when that goes on.
        if place not in shown.sealed or shown.sealed[place].answers not in ("", under_way[0] if under_way else ""):
            continue
        if shown.sealed[place].cover:
            continue
        order = parse(ruleset, own[place].text)
        if any(True for _ in order.judge(shown)):
            continue
        shown = _as_open(shown, order).campaign
    kept = {place: one for place, one in own.items() if place in shown.sealed and shown.sealed[place].cover}
    return attrs.evolve(shown, secrets=kept)


def _as_open(shown: C, order: Order[Any]) -> Transaction[C]:
    """A sealed order carried out as if it were open."""
    tx = Transaction(shown, _NO_DICE, "", order.actor)
    # What it costs is written before its die; what the die decides nobody knows.
    with suppress(NeedsDie):
        order.effect(tx)
    return tx


def once_open(campaign: C, order: Order[Any], seat: str) -> tuple[Change, ...]:
    """What an order that the seat may give, and that is sealed as it is given, changes when it is opened, as far as no
    die decides it."""
    return tuple(_as_open(seen(campaign, seat), order).changes)


def judge(
    ruleset: Ruleset[C],
    campaign: C,
    order: Order[Any],
    seat: str,
    here: Here[C] | None = None,
    *,
    agreed: bool = False,
) -> tuple[Refusal, ...]:
    """Every reason why a seat may not give this order now; none means that it may. Sees only what the seat sees.
    ``here``, ``agreed``: see ``judge_on``."""
    return judge_on(ruleset, seen(campaign, seat), order, seat, here, agreed=agreed)


@made_often
class Here(Generic[C]):
    """What holds for every order alike where a campaign stands: why nothing can be ordered any more, the decisions that
    come first, the step, and the powers it awaits (None where nobody has asked yet)."""

    over: str
    decisions: tuple[Decision, ...]
    step: Step[C]
    awaited: tuple[str, ...] | None = None


def here_in(shown: C, ruleset: Ruleset[C]) -> Here[C]:
    """How it stands in a campaign that has begun."""
    asked = decisions(shown) if shown.pending else ()
    return Here(over(ruleset, shown), asked, ruleset.sequence.named[shown.progress.step])


def judge_on(
    ruleset: Ruleset[C],
    shown: C,
    order: Order[Any],
    seat: str,
    here: Here[C] | None = None,
    *,
    agreed: bool = False,
) -> tuple[Refusal, ...]:
    """The same on what ``seen`` gave for the seat. ``here``: how it stands there, for one who judges many orders at
    once and has asked already. ``agreed``: whoever has to consent to it has."""
    actor = order.actor
    if seat != RULES:
        if instead := order.replaced_by:
            return (Refusal(ruleset.citations.sequence, "this order is no longer given", f"In its place: {instead}."),)
        # What nobody commands, or has not begun, no order's own rules can be asked about.
        if actor and not ruleset.takes_part(shown, actor):
            return (Refusal(ruleset.citations.seat, f"{ruleset.name(shown, actor)} does not take part"),)
        if not shown.progress.step:
            return (Refusal(ruleset.citations.sequence, "the campaign has not begun", "Let its first step come up."),)
        if shown.progress.closed and closed.by_all(shown) and not isinstance(order, Message):
            return (closed.refusal(),)
        refusals = _out_of_place(ruleset, shown, order, actor, seat, here or here_in(shown, ruleset))
    else:
        refusals = []
    if misshapen := tuple(order.shape(shown)):
        return tuple(dict.fromkeys((*refusals, *misshapen)))
    refusals.extend(order.judge(shown))
    if not refusals:
        refusals.extend(order.strangers(shown))
    if consent.takes_consent(order):
        if not (refusals or agreed or seat == RULES) and (why := consent.wanted(shown, order, seat)):
            refusals.append(Refusal("consent", why, f"Propose it: propose {order.text}"))
        if isinstance(order, umpire.Overrule) and not against(ruleset, shown, order, seat):
            refusals.append(Refusal("overrule", "nothing stands against this order", "Give it as it is."))
    return tuple(dict.fromkeys(refusals)) if refusals else ()


def forbidden(ruleset: Ruleset[C], shown: C, order: Order[Any]) -> bool:
    """Whether an order's own rules forbid it, wherever in the turn it may belong; asked of nobody who does not take
    part, nor before the campaign has begun (see judge_on)."""
    if order.replaced_by or not shown.progress.step:
        return True
    if order.actor and not ruleset.takes_part(shown, order.actor):
        return True
    # Each is asked only where the one before it has nothing to say.
    asked = (order.shape, order.judge, order.strangers)
    return any(True for ask in asked for _ in ask(shown))


def judge_offered(shown: C, order: Order[Any]) -> tuple[Refusal, ...]:
    """The same of an order that its class offers, in a step of its own that nothing comes before, to a power which that
    step awaits from the seat: only what the order itself says can speak against it. Its figures are in their bounds and
    all that it names is there, as its class has made it of what there is."""
    refusals = tuple(order.judge(shown))
    return tuple(dict.fromkeys(refusals)) if len(refusals) > 1 else refusals


def against(ruleset: Ruleset[C], shown: C, order: umpire.Overrule, seat: str) -> tuple[Refusal, ...]:
    """What the rules have against an overruled order, which it passes over. A judge that fails on it has something."""
    try:
        return judge_on(ruleset, shown, order.inner, seat, agreed=True)
    except umpire.FAULTS as fault:
        return (umpire.impossible(fault),)


def _out_of_place(
    ruleset: Ruleset[C], campaign: C, order: Order[Any], actor: str, seat: str, here: Here[C]
) -> list[Refusal]:
    """What forbids an order whatever it says: its seat, the step, whose turn it is, a decision that comes first."""
    step = here.step
    refusals: list[Refusal] = []
    if order.automatic:
        happens = f"'{order.verb}' happens by itself"
        refusals.append(Refusal(ruleset.citations.sequence, happens, "It comes in its step."))
    if actor and campaign.seats[actor] != seat:
        commanded = f"{ruleset.name(campaign, actor)} is commanded by the seat '{campaign.seats[actor]}'"
        refusals.append(Refusal(ruleset.citations.seat, commanded, "Its player orders it."))
    if not order.standing:
        if here.over:
            refusals.append(Refusal(ruleset.citations.sequence, here.over, "A ruling or an undo is still possible."))
            return refusals
        if here.decisions:
            first = next((asked for asked in here.decisions if asked.power == actor), here.decisions[0])
            if order.text not in first.answers and not _more_than_listed(campaign, order, first):
                refusals.append(comes_first(campaign, first))
            return refusals
        if campaign.pending and (closed := unopened(campaign)):
            names = ", ".join(ruleset.name(campaign, power) for power in closed)
            sealed = f"what is sealed is to be opened first: {names}"
            refusals.append(Refusal(ruleset.citations.decision, sealed, "It opens where its seat's file lies."))
            return refusals
    if order.steps and step.slug not in order.steps:
        refusals.append(_not_here(ruleset, campaign, order, step))
    elif not order.standing and actor and (order.steps or isinstance(order, standing.Done)):
        refusals.extend(_not_its_turn(ruleset, campaign, actor, here))
    return refusals


def _not_here(ruleset: Ruleset[C], campaign: C, order: Order[C], step: Step[C]) -> Refusal:
    """Why an order is not given in the step at hand, which is none of its own."""
    rule = order.rule or ruleset.citations.sequence
    own = [one for one in ruleset.sequence.steps if one.slug in order.steps] if campaign.leaves_out else []
    if (left_out := leaving_out.refusal(campaign, rule, own)) is not None:
        return left_out
    return Refusal(rule, f"not in this step ({step.title})", f"{_its_steps(ruleset, order)}; 'late' enters it now.")


def _more_than_listed(campaign: Campaign, order: Order[Any], asked: Decision) -> bool:
    """Whether an order answers a decision in words of its own, on which its judge has the say."""
    return isinstance(order, Answer) and order.open and asked.power == order.power and bool(order.awaited(campaign))


_NAMED = 6
"""So many steps are named, of more their segments."""


def _its_steps(ruleset: Ruleset[Any], order: Order[Any]) -> str:
    """Where an order belongs, in words."""
    own = [one for one in ruleset.sequence.steps if one.slug in order.steps]
    titles = dict.fromkeys(one.title for one in own)
    if len(titles) <= _NAMED:
        return f"Its step: {', '.join(titles)}"
    return f"Its segment: {', '.join(dict.fromkeys(ruleset.sequence.segment(one.segment) for one in own))}"


def _not_its_turn(ruleset: Ruleset[C], campaign: C, actor: str, here: Here[C]) -> Iterator[Refusal]:
    step = here.step
    powers = awaited(campaign, step, ruleset.sequence) if here.awaited is None else here.awaited
    if actor not in powers:
        who = ruleset.name(campaign, actor)
        yield Refusal(step.rule, f"{who} has nothing to do in '{step.title}' now")
    elif step.in_turn(campaign) and actor != powers[0]:
        who, first = ruleset.name(campaign, actor), ruleset.name(campaign, powers[0])
        yield Refusal(
            step.order_rule or ruleset.citations.turn_order, f"{first} comes before {who}", f"Wait for {first}."
        )
