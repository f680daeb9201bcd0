"""What an order did: changes, rolls, entries; and changes applied forward and backward."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

import attrs

from engine.kernel.campaign import C, Secret
from engine.kernel.dice import PURPOSE, part_of
from engine.kernel.paths import Draft, UnknownPath
from engine.kernel.values import made_often

T = TypeVar("T")

REMARKS = frozenset(("message", "propose", "consent", "decline", "seating"))
"""The verbs of what is said and changes nothing (kernel.remarks)."""
MOST_ENTRIES = 999_999
"""More entries than any journal has."""
RULES = "rules"
"""Stands for a seat in entries that the rules make by themselves."""


@made_often
class Change:
    """The smallest step of state. ``was`` None: created; ``now`` None: removed. ``why`` is a fixed label. ``account``:
    the id of the account of its power under which it is filed, where that is not the one of its order."""

    at: str
    was: Any
    now: Any
    why: str
    rule: str = ""
    account: str = ""

    @property
    def inverse(self) -> Change:
        """The change that takes this change back."""
        return Change(self.at, self.now, self.was, self.why, self.rule, self.account)


@made_often
class Roll:
    """One die: its key (turn/step/power/purpose:subject/again/nth), the natural face, its sides, the rule that called
    it. Keys of format 3 and before have no ``again`` (see campaign.AS_BEFORE)."""

    key: str
    face: int
    sides: int
    rule: str = ""

    @property
    def purpose(self) -> str:
        """What was rolled for, with its subject."""
        return part_of(self.key, PURPOSE)


@made_often
class Entry:
    """One line of the journal, without its seal.

    ``seat`` gave the order ('rules': automatic). ``batch`` is (k, n): the k-th of n entries written together.
    ``undoes`` names the entries taken back; ``late`` the step as of which it was judged; ``overruled`` the rules set
    aside and ``because`` why; ``again`` the number of the entry that an undo took back and a redo gave again as this
    one; ``agreed`` the number of the proposal that it carries out, to which all consented; ``player`` who sat at the
    seat, where that is known.
    """

    n: int
    seat: str
    step: str
    order: str
    rolls: tuple[Roll, ...] = ()
    changes: tuple[Change, ...] = ()
    batch: tuple[int, int] = (1, 1)
    undoes: tuple[int, ...] = ()
    late: str = ""
    overruled: tuple[str, ...] = ()
    because: str = ""
    again: int = 0
    agreed: int = 0
    player: str = ""

    @property
    def remark(self) -> bool:
        """Whether it is something said, which is no part of the war (see kernel.remarks)."""
        return not self.changes and not self.undoes and self.order.partition(" ")[0] in REMARKS

    @property
    def of_the_war(self) -> bool:
        """Whether it did anything to the war: a remark, which changes nothing, comes after nothing and before
        nothing."""
        return bool(self.changes or self.rolls or self.undoes)

    def counted(self, k: int, count: int) -> Entry:
        """This entry as the k-th of so many that are written together."""
        return attrs.evolve(self, batch=(k, count))

    def faces(self, purpose: str) -> tuple[int, ...]:
        """The natural faces rolled for a purpose, whatever its subject, in their order."""
        return tuple(roll.face for roll in self.rolls if roll.purpose.partition(":")[0] == purpose)

    def moved(self, at: str) -> int:
        """What the entry added to a number in all; a number that was not there, or is not there any more, counts as
        0."""
        return sum(int(change.now or 0) - int(change.was or 0) for change in self.changes if change.at == at)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that spoke, each once: one that is named beside others in another line is not named again."""
        spoken = [change.rule for change in self.changes] + [roll.rule for roll in self.rolls]
        rules = tuple(dict.fromkeys(rule for rule in spoken if rule))
        beside = {part for rule in rules if ", " in rule for part in rule.split(", ")}
        return tuple(rule for rule in rules if rule not in beside) if beside else rules


def together(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Entries that nobody has seen yet, each told its place among those that are written together."""
    count = len(entries)
    if count > 1:
        for k, entry in enumerate(entries, 1):
            # To the checker of types an entry is frozen.
            setattr(entry, "batch", (k, count))  # noqa: B010
    return tuple(entries)


@made_often
class Batch(Generic[C]):
    """Entries written together, the campaign after them, and what was sealed in them (for its seat's file alone)."""

    entries: tuple[Entry, ...]
    campaign: C
    secrets: tuple[tuple[str, Secret], ...] = ()


class Mismatch(ValueError):
    """A change whose ``was`` is not what the state holds: the journal and the state have parted."""

    def __init__(self, change: Change, found: Any) -> None:
        self.change, self.found = change, found
        super().__init__(f"{change.at}: the entry says {change.was!r}, the state holds {found!r}")


def replay(state: T, changes: Iterable[Change]) -> T:
    """Apply recorded changes without any rule. Raises Mismatch where a ``was`` differs or a path leads nowhere."""
    draft = Draft(state)
    for change in changes:
        try:
            before = draft.drop(change.at) if change.now is None else draft.lay(change.at, change.now)
        except UnknownPath as fault:
            raise Mismatch(change, None) from fault
        if before != change.was:
            raise Mismatch(change, before)
    result: T = draft.campaign
    return result


def inverted(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes that take these back, last first."""
    return tuple(change.inverse for change in reversed(tuple(changes)))
