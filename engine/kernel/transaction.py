"""The transaction: rules write state through it, so nothing is diffed and every figure knows where it comes from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic

from engine.kernel.campaign import AS_BEFORE, C, is_id, lines_of
from engine.kernel.changes import Change, Roll
from engine.kernel.dice import Dice, Word, mixed
from engine.kernel.paths import Draft

TABLE = "table"
"""Whose a die is that no power rolls."""
_NO_NONE = "{}: nothing is ever None; remove a key instead"
MOST_CHANGES = 10_000
"""More than any order of a game writes: one that goes on beyond it goes round in circles."""


class TooMuch(RuntimeError):
    """More is written, or settled after an order, than any order brings about."""


class Transaction(Draft, Generic[C]):
    """One order's writing. ``before`` is the state the order was judged on, ``campaign`` the state as it stands within
    this transaction: until the first write the one that was given, which may remember what it has been asked. The next
    write may change what it showed: keep figures, not objects, across writes. ``began``: the state that was given."""

    __slots__ = ("_dice", "_turn", "before", "began", "changes", "power", "rolls")

    campaign: C

    def __init__(
        self,
        campaign: C,
        dice: Dice,
        turn: str | Callable[[C], str],
        power: str = "",
        before: C | None = None,
    ) -> None:
        """``turn``: the label of the turn at hand, or what gives it for a campaign; only a die asks for it. The lines
        that seats have brought to the dice are mixed into them."""
        # As a draft begins, which is not asked: every order makes a transaction.
        self.campaign = self.began = campaign
        self.fields = set()
        self._mine = {}
        self.before: C = campaign if before is None else before
        self.changes: list[Change] = []
        self.rolls: list[Roll] = []
        self._dice, self._turn = dice, turn
        self.power = power or TABLE

    def go_on(self) -> None:
        """Another order of the table is written into the same campaign, which nobody has seen meanwhile, and into its
        progress, which this transaction has copied."""
        self.before = self.began = self.campaign
        self._mine = {"": self.campaign, "progress": self.campaign.progress}
        self.changes, self.rolls, self.power = [], [], TABLE

    def _note(self, at: str, was: Any, now: Any, why: str, rule: str, account: str = "") -> None:
        if len(self.changes) >= MOST_CHANGES:
            raise TooMuch(f"more than {MOST_CHANGES} changes")
        self.changes.append(Change(at, was, now, why, rule, account))

    def set(self, at: str, now: Any, why: str, rule: str = "") -> None:
        """Give an existing value a new one; nothing is recorded where it has it already. Raises UnknownPath."""
        if now is None:
            raise ValueError(_NO_NONE.format(at))
        was = self.change(at, now)
        if was is not now:
            self._note(at, was, now, why, rule)

    def finish(self, done: tuple[str, ...], why: str, rule: str = "") -> None:
        """Who is done with the step at hand now. As ``set``, by the shortest way: half of all entries write it."""
        progress = self._mine.get("progress") or self.field("progress")
        was = progress.done
        if was != done:
            progress.done = done
            self._note("progress.done", was, done, why, rule)

    def come_to(self, step: str, key: str, why: str) -> None:
        """A step comes up, by its id and its key: nobody is done with it, and the turn in which it came up is noted.
        By the shortest way, as most entries end in it."""
        progress = self._mine.get("progress") or self.field("progress")
        was, done, turn = progress.step, progress.done, progress.turn
        if was != step:
            progress.step = step
            self._note("progress.step", was, step, why, "")
        if done:
            progress.done = ()
            self._note("progress.done", done, (), why, "")
        taken = self.mapping("progress", "taken", "progress.taken")
        last = taken.get(key)
        if last != turn:
            taken[key] = turn
            self._note(f"progress.taken.{key}", last, turn, "step came up", "")

    def add(self, at: str, delta: int, why: str, rule: str = "", *, account: str = "") -> None:
        """Add to a number (in its own unit). ``account``: see Change. Raises UnknownPath."""
        if delta:
            was = self.increase(at, delta)
            self._note(at, was, was + delta, why, rule, account)

    def create(self, at: str, now: Any, why: str, rule: str = "") -> None:
        """Put a new key into a mapping. Raises UnknownPath, or KeyError where the key exists."""
        if now is None:
            raise ValueError(_NO_NONE.format(at))
        self.lay_new(at, now)
        self._note(at, None, now, why, rule)

    def remove(self, at: str, why: str, rule: str = "") -> None:
        """Take a key out of a mapping. Raises UnknownPath."""
        was = self.drop(at)
        self._note(at, was, None, why, rule)

    def put(self, at: str, now: Any, why: str, rule: str = "") -> None:
        """Create or set, whichever it takes. Raises UnknownPath where the mapping itself is unknown."""
        if now is None:
            raise ValueError(_NO_NONE.format(at))
        was = self.lay(at, now)
        if was is not now:
            self._note(at, was, now, why, rule)

    def roll(
        self,
        purpose: str,
        subject: str = "",
        *,
        power: str = "",
        sides: int = 10,
        rule: str = "",
        formerly: str = "",
    ) -> int:
        """Roll one named die; returns the natural face. ``purpose`` is a slug, ``subject`` an id of the campaign (see
        campaign.is_id) or a word of the rule (dice.Words): of what a player typed nothing stands in a die's key, or he
        would choose among faces by renaming.

        It is ``power``'s die, by default that of the power whose order this is. ``formerly``: its subject in campaigns
        that still spell their keys as in format 3. Raises NeedsDie, BadFace; TypeError for a subject that is open.
        """
        progress = self.campaign.progress
        who = power or self.power
        self._closed(purpose, who, subject)
        as_before = progress.again == AS_BEFORE
        named = formerly if as_before and formerly else subject
        what = f"{who}/{purpose}:{named}" if named else f"{who}/{purpose}"
        counter = f"{progress.step}/{what}".replace(".", "-")
        nth = progress.nth.get(counter, 0) + 1
        count = f"{nth}" if as_before else f"{progress.again}/{nth}"
        turn = self._turn if isinstance(self._turn, str) else self._turn(self.began)
        key = f"{turn}/{progress.step}/{what}/{count}"
        # Lines that seats brought to the dice by this very order are for the next.
        lines = self.began.progress.lines
        face = (mixed(self._dice, lines_of(self.began)) if lines else self._dice).face(key, sides)
        counted = self.mapping("progress", "nth", "progress.nth")
        was, counted[counter] = counted.get(counter), nth
        self._note(f"progress.nth.{counter}", was, nth, "die counted", "")
        self.rolls.append(Roll(key, face, sides, rule))
        return face

    def _closed(self, purpose: str, power: str, subject: str) -> None:
        """See that whose die it is and what it is rolled for are of closed lists. Raises TypeError."""
        if power != TABLE and power not in self.campaign.seats and not is_id(self.campaign, power):
            raise TypeError(f"a die for {purpose} is {power!r}'s, which is no power's id")
        if subject and not isinstance(subject, Word) and not is_id(self.campaign, subject):
            raise TypeError(f"a die for {purpose} names {subject!r}, which is neither an id nor a word of the rules")


class Rehearsal(Transaction[C]):
    """A transaction of which only the state it leads to is wanted: it keeps no list of what was written."""

    __slots__ = ()

    def _note(self, at: str, was: Any, now: Any, why: str, rule: str, account: str = "") -> None:
        pass
