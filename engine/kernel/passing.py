"""How far one key passes on, and what would be passed by it: the same truth for every screen (see kernel.stops)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine.kernel.campaign import Campaign
from engine.kernel.outlook import Mark
from engine.kernel.ruleset import Ruleset
from engine.kernel.sequence import Step, awaited
from engine.kernel.standing import Done
from engine.kernel.stops import ONCE, PARTING, RESTS, Stop
from engine.kernel.values import frozen


@frozen
class Onward:
    """How far passing on goes: ``last`` is the last step that is passed with the one at hand (None where that is the
    last), ``following`` the step where play comes to rest (None: the turn ends first), ``stops`` what nobody is led
    past there."""

    last: Step[Any] | None
    following: Step[Any] | None
    stops: tuple[Stop, ...] = ()


def never_told(stop: Stop) -> bool:
    """For a seat that has been told of no stop yet."""
    return False


def onward(
    marks: Sequence[Mark[Any]],
    campaign: Campaign,
    seat: str,
    *,
    told: Callable[[Stop], bool] = never_told,
    to: str = "",
) -> Onward:
    """How far a seat may pass on from the step at hand: what is done by hand, up to the next step that asks for orders,
    that another seat decides in, or in which something stops. Orders that may as well be carried out on the board are
    passed in the segment at hand alone: who fights at the table still builds and moves here. ``to``: it comes to rest
    at this step at the latest, and all that is done on the board is passed on the way there. ``told`` says of what
    stops once a turn whether it has.
    """
    at_hand = next((at for at, mark in enumerate(marks) if mark.state == "now"), len(marks))
    now = marks[min(at_hand, len(marks) - 1)].step
    last: Step[Any] | None = None
    for mark in marks[at_hand + 1 :]:
        step = mark.step
        if step.id == to:
            return Onward(last, step, _each_once(met(campaign, step, seat)))
        if mark.state == "skipped" or not (acting := _deciding(campaign, step)):
            continue
        near = (step.segment, step.half) == (now.segment, now.half)
        by_hand = step.mode == "by-hand" or (step.at_table and (near or bool(to)))
        stops = _each_once(stop for stop in met(campaign, step, seat) if stop.weight != ONCE or not told(stop))
        others = any(campaign.seats[power] != seat for power in acting)
        if not by_hand or stops or others:
            return Onward(last, step, stops)
        last = step
    return Onward(last, None)


def _deciding(campaign: Campaign, step: Step[Any]) -> tuple[str, ...]:
    """The powers that would be asked in a step if it came up now: those with a seat, unless the rules act for them."""
    if step.mode == "automatic":
        return ()
    served = {order.actor for order in step.outstanding(campaign)}
    return tuple(power for power in step.who(campaign) if power in campaign.seats and power not in served)


def _each_once(stops: Iterable[Stop]) -> tuple[Stop, ...]:
    """The stops, each once where it concerns several powers of a seat alike."""
    return tuple({stop.what: stop for stop in stops}.values())


def of_seat(campaign: Campaign, step: Step[Any], seat: str) -> list[Stop]:
    """What a seat is not to be led past in a step."""
    return [stop for stop in step.stops(campaign) if campaign.seats.get(stop.power) == seat]


def met(campaign: Campaign, step: Step[Any], seat: str) -> list[Stop]:
    """What a seat is not to be led past in a step, as it is told on the way in."""
    return [stop for stop in of_seat(campaign, step, seat) if stop.weight != PARTING]


def passed_over(ruleset: Ruleset[Any], campaign: Campaign, seat: str, order: Done) -> tuple[Stop, ...]:
    """What a seat would pass with this order, as things stand: all of the step at hand that the rules let it leave, and
    on the way ``through`` what it does not come to rest at."""
    sequence = ruleset.sequence
    at_hand = sequence[campaign.progress.step]
    done = campaign.progress.done
    stops = [stop for stop in of_seat(campaign, at_hand, seat) if stop.power not in done]
    if at_hand.in_turn(campaign):
        stops = [stop for stop in stops if stop.power == order.power]
    if order.through in sequence:
        until = sequence.position(order.through)
        for step in sequence.following(at_hand.id):
            if sequence.position(step.id) > until:
                break
            if (step.mode == "by-hand" or step.at_table) and not step.skipped(campaign):
                stops += [stop for stop in of_seat(campaign, step, seat) if stop.weight not in RESTS]
    return _each_once(stops)


def resting(ruleset: Ruleset[Any], campaign: Campaign, seat: str) -> tuple[Stop, ...]:
    """What a seat has before it in the step at hand, where the seat is awaited."""
    if not campaign.progress.step or campaign.pending:
        return ()
    step = ruleset.sequence[campaign.progress.step]
    waiting = awaited(campaign, step, ruleset.sequence)
    return _each_once(stop for stop in met(campaign, step, seat) if stop.power in waiting)
