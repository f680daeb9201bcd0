"""What a player is about to be led past, as the game tells it: how far one key passes on, and what a second key is
asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from attrs import define, field

from engine.kernel import passing
from engine.kernel.grammar import Unreadable
from engine.kernel.outlook import Mark
from engine.kernel.passing import Onward
from engine.kernel.standing import Done
from engine.kernel.stops import ONCE, PARTING, RESTS, Stop

if TYPE_CHECKING:
    from saves.desk import Desk


_ONCE_A_TURN = (ONCE, PARTING)


def _wanted(weight: str) -> bool:
    return True


@define
class _Memory:
    """What a desk's player has been told this turn of what stops once a turn, by turn and by what it is; ``wanted``
    says of a weight of stops whether he wants to be stopped by it at all."""

    told: set[tuple[int, str]] = field(factory=set)
    wanted: Callable[[str], bool] = _wanted


_memories: WeakKeyDictionary[Desk, _Memory] = WeakKeyDictionary()


def _memory(desk: Desk) -> _Memory:
    return _memories.setdefault(desk, _Memory())


def watch(desk: Desk, wanted: Callable[[str], bool]) -> None:
    """Ask the player's settings by what he is stopped once a turn: what may be done every turn (ONCE), what shows as he
    leaves a step (PARTING)."""
    _memory(desk).wanted = wanted


def tell(desk: Desk, stops: Sequence[Stop]) -> frozenset[tuple[int, str]]:
    """Note these stops as told. Returns those that are new, for ``untell``."""
    turn, memory = desk.campaign.progress.turn, _memory(desk)
    new = frozenset((turn, stop.what) for stop in stops if stop.weight in _ONCE_A_TURN) - memory.told
    memory.told |= new
    return new


def untell(desk: Desk, said: frozenset[tuple[int, str]]) -> None:
    """Forget that these stops were told: the question was left unanswered and is asked again."""
    _memory(desk).told -= said


def told(desk: Desk, stop: Stop) -> bool:
    """Whether a stop need not be made: it is made once a turn, and was said in this one or is not wanted."""
    memory = _memory(desk)
    known = (desk.campaign.progress.turn, stop.what) in memory.told
    return stop.weight in _ONCE_A_TURN and (known or not memory.wanted(stop.weight))


def onward(desk: Desk, marks: Sequence[Mark[Any]], to: str = "") -> Onward:
    """How far one key passes on from the step at hand, or to a step of the list."""
    return passing.onward(marks, desk.campaign, desk.seat, told=lambda stop: told(desk, stop), to=to)


def passed(desk: Desk, lines: Sequence[str]) -> tuple[Stop, ...]:
    """What orders would pass that a second key is asked for."""
    if not any(Done.verb in line for line in lines) or desk.campaign.pending:
        return ()
    stops: list[Stop] = []
    alone = True
    for line in lines:
        try:
            order = desk.understand(line)
        except Unreadable:
            return ()
        if isinstance(order, Done):
            stops += passing.passed_over(desk.ruleset, desk.campaign, desk.seat, order)
        else:
            alone = False
    # Who gives orders with it does not leave the step with nothing done.
    return tuple(stop for stop in dict.fromkeys(stops) if not told(desk, stop) and (alone or stop.weight != PARTING))


def waits(desk: Desk) -> bool:
    """Whether the step at hand waits for something that the player rolls or has to do: nobody goes on before it by
    resting his hand on Enter."""
    return any(stop.weight in RESTS for stop in passing.resting(desk.ruleset, desk.campaign, desk.seat))


def before_him(desk: Desk) -> tuple[Stop, ...]:
    """What the player has before him in the step at hand."""
    stops = passing.resting(desk.ruleset, desk.campaign, desk.seat)
    return tuple(stop for stop in stops if not told(desk, stop))
