"""What undo would take back, before Enter does it: a letter alone changes no campaign."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from textual.binding import BindingType

from engine.kernel import undoing
from engine.kernel.changes import Entry
from engine.kernel.play import RULES
from engine.kernel.refusals import Refused
from engine.kernel.values import frozen
from saves.errors import SavesError
from tui import glyphs
from tui.frame_model import segment_title
from tui.keys import bindings
from tui.panels.cursor import CursorPanel
from tui.panels.laying import BLANK, Laid, paragraph, plain
from tui.rows import clean, cut, fit, row, spread
from tui.telling import Told, latest
from tui.words import turn_name

_AT_ONCE = 10
"""The entries that are told before the first paint; the others follow it, so that no key waits for a whole turn."""
_MOST = 200
"""The most entries that are told in sentences; of what lies behind them the orders stand there."""
_PAUSE = 0.03
"""Seconds between two parts of what is told after the paint."""
_IDLE = {
    "further": "nothing was given before that",
    "turn_back": "nothing was given before that",
    "nearer": "less is not taken back",
    "turn_on": "less is not taken back",
}


@frozen
class Stop:
    """A place to which undo may go: what it is called, the first entry that is taken back (None: the last thing given,
    whatever that is), and whether it is the beginning of a turn."""

    label: str
    said: str
    first: int | None
    turn: bool


class UndoPanel(CursorPanel):
    """The last thing given with all that followed from it, or everything since its step, segment or turn began; Enter
    takes it back. ``to``: the entry that stays, where it has been chosen in the journal."""

    where: ClassVar[str] = "undoing"
    BINDINGS: ClassVar[list[BindingType]] = bindings("undoing")

    def __init__(self, *given: Any, to: int | None = None, **named: Any) -> None:
        super().__init__(*given, **named)
        self.to = to
        self.stops: tuple[Stop, ...] = ()
        self.at = 0
        self.taken: tuple[Told, ...] = ()
        self.earlier: tuple[str, ...] = ()
        self.many = self.orders = 0
        self.doubted = ""
        self.proposal = ""
        """The order that proposes it, where this seat may not take it back alone."""
        self._gone: tuple[Entry, ...] = ()
        self._turns = 1
        self._coming: Iterator[Told] = iter(())
        self._told: list[Told] = []

    def show(self) -> None:
        entries = self.desk.entries()
        self._here = {entry.n for entry in entries}
        self._coming, self._told = latest(self.desk.ruleset, self.desk.campaign, entries), []
        self._turns, self.at = 1, 0
        if self.to is None:
            self._find_stops()
            self.at = next((at for at, stop in enumerate(self.stops) if stop.first is None), 0)
        self._look()

    def _find_stops(self) -> None:
        try:
            reaches = self.desk.reaches(self._turns)
        except SavesError:
            # What lies further back is not to be believed; the last thing given may be.
            reaches = ()
        found: dict[int, list[undoing.Reach]] = {}
        for reach in reaches:
            found.setdefault(reach.first, []).append(reach)
        # What was given together, as by a redo, may reach further than its step or its segment.
        self.stops = tuple(self._stop(first, found[first]) for first in sorted(found, reverse=True))

    def _stop(self, first: int, reaches: list[undoing.Reach]) -> Stop:
        whats = {reach.what for reach in reaches}
        turn = undoing.TURN in whats
        if undoing.GIVEN in whats:
            if undoing.ORDER in whats:
                return Stop("last order", "The last order", None, turn)
            return Stop("given together", "What was given last, all of it", None, turn)
        if turn:
            number = next(reach.turn for reach in reaches if reach.what == undoing.TURN)
            name = turn_name(self.desk.ruleset.calendar.label(self.desk.campaign, number))
            return Stop(name, f"Everything since {name} began", first, turn)
        if undoing.ORDER in whats:
            return Stop("last order", "The last order alone", first, turn)
        sequence, begins = self.desk.ruleset.sequence, reaches[0].step
        step = sequence[begins] if begins in sequence else None
        if undoing.SEGMENT in whats:
            title = segment_title(self.desk.ruleset, step.segment) if step is not None else "the segment"
            return Stop("segment", f"Everything since {title} began", first, turn)
        title = step.title if step is not None else "the step"
        return Stop("step", f"Everything since {title} began", first, turn)

    def _look(self) -> None:
        """What goes, from the stop at hand on."""
        self.doubted = self.proposal = ""
        taken: tuple[Entry, ...] = ()
        try:
            taken = self.desk.would_undo(self.stays)
        except Refused as fault:
            said = fault.refusals[0]
            self.proposal = self.desk.undo_proposal(self.stays)
            way = "Enter begins to propose it to the others." if self.proposal else said.hint
            if self.proposal and self.desk.sitter is None:
                way += " Where all sit at this screen: x, the table, u."
            self.doubted = f"{said.reason}. {way}"
        except SavesError as fault:
            self.doubted = str(fault)
        self._gone = taken
        self.many, self.orders = len(taken), sum(entry.seat != RULES for entry in taken)
        self._tell(_AT_ONCE)
        self.retitle()

    def _tell(self, most: int) -> None:
        """Tell what goes in sentences, as far as ``most`` entries, the last one first; and the rest after the paint."""
        numbers = {entry.n for entry in self._gone}
        first = min(numbers, default=0)
        while numbers and len(self._told) < most and (not self._told or self._told[-1].n > first):
            if (telling := next(self._coming, None)) is None:
                break
            self._told.append(telling)
        self.taken = tuple(telling for telling in self._told if telling.n in numbers)
        known = {telling.n for telling in self._told}
        # What has not been told, or was given in an earlier turn, whose file has it: here as its order.
        self.earlier = tuple(
            entry.order for entry in reversed(self._gone) if entry.n not in known and entry.seat != RULES
        )
        self.redraw()
        if len(self._told) == most < _MOST and self._told[-1].n > first:
            self.set_timer(_PAUSE, lambda: self._tell(max(most, len(self._told)) + _AT_ONCE))

    @property
    def stays(self) -> int | None:
        """The entry after which all is taken back; None for the last thing given, whatever that is."""
        if self.to is not None or not self.stops:
            return self.to
        first = self.stops[self.at].first
        return None if first is None else first - 1

    def heading(self) -> str:
        return "Take back?"

    # --- how far

    def action_further(self) -> None:
        """Further back."""
        if self.to is None:
            if self.at + 1 >= len(self.stops):
                self._turns += 1
                self._find_stops()
            self._go(self.at + 1)

    def action_nearer(self) -> None:
        """Less far back."""
        self._go(self.at - 1)

    def action_turn_back(self) -> None:
        """To the beginning of the turn, then of the one before."""
        if self.to is None:
            further = next((at for at, stop in enumerate(self.stops) if at > self.at and stop.turn), None)
            if further is None:
                self._turns += 1
                self._find_stops()
                further = next((at for at, stop in enumerate(self.stops) if at > self.at and stop.turn), self.at)
            self._go(further)

    def action_turn_on(self) -> None:
        """A turn less, at last the last thing given."""
        nearer = [at for at, stop in enumerate(self.stops) if at < self.at and (stop.turn or stop.first is None)]
        if nearer:
            self._go(nearer[-1])

    def _go(self, at: int) -> None:
        if 0 <= at < len(self.stops) and at != self.at:
            self.at = at
            self._look()

    def idle(self, action: str) -> str:
        if self.to is not None and action in _IDLE:
            return "how far it goes was chosen in the journal: esc, and another entry"
        return _IDLE.get(action) or super().idle(action)

    def footer_label(self, action: str) -> str | None:
        nowhere = self.to is not None or not self.stops
        idle = nowhere if action in _IDLE else action == "take_back" and not (self.many or self.proposal)
        if action == "take_back" and self.proposal:
            return "propose it"
        return "" if idle else super().footer_label(action)

    def action_take_back(self) -> None:
        """Take it back, or begin to propose it."""
        if self.proposal:
            self.post_message(self.Begun(self.proposal, whole=True))
        else:
            self.post_message(self.TakenBack(self.stays))

    def enter(self) -> None:
        """A second click takes it back as Enter does."""
        self.action_take_back()

    # --- drawing

    def lay(self, width: int) -> list[Laid]:
        laid = self._lay_stops(width)
        if self.doubted:
            return [*laid, *paragraph(clean(self.doubted), width, "refused")]
        if not self.many:
            return paragraph("Nothing was given that could be taken back.", width, "strong")
        laid += paragraph(self._said(), width, "strong")
        laid += [*paragraph("Enter takes it back, Escape leaves it.", width), BLANK]
        shown = [telling for telling in self.taken if not telling.routine] or list(self.taken[-1:])
        for telling in shown:
            laid.append(plain((f"  {telling.n:>5}  ", "quiet"), fit(telling.sentence, max(10, width - 10)).rstrip()))
            laid += [
                plain((f"         {glyphs.sign('dot')} {text}", "quiet")) for text in (*telling.dice, *telling.brief)
            ]
        laid += [plain(("         ", ""), fit(clean(text), max(10, width - 10)).rstrip()) for text in self.earlier]
        if rest := self.many - len(shown) - len(self.earlier):
            laid += paragraph(f"and {rest} more that only moved the game on.", width, "quiet")
        return laid

    def _lay_stops(self, width: int) -> list[Laid]:
        """The stops side by side, the one at hand marked: from the one on which it stands as far as there is room."""
        if len(self.stops) < 2:
            return []
        pieces = []
        for at, stop in enumerate(self.stops):
            here = at == self.at
            pieces.append((f" {glyphs.sign('now') if here else ' '}{stop.label} ", "now" if here else "quiet"))
        # The keys stand here too: the footer of a small window has no room for them.
        keys = f"{glyphs.sign('left-right')} "
        while len(pieces) > 1 and self.at > len(self.stops) - len(pieces) and row(*pieces).width > width - 9:
            pieces.pop(0)
        stops = cut(row(("  back:", "quiet"), *pieces), width - len(keys))
        return [plain(*spread(stops, row((keys, "key")), width).pieces), BLANK]

    def _said(self) -> str:
        entries = "1 entry" if self.many == 1 else f"{self.many} entries"
        if self.to is not None:
            head = f"Entry {self.to} stays. Everything after it"
        else:
            head = self.stops[self.at].said if self.stops else "The last order"
        if self.orders > 1:
            return f"{head}: {self.orders} orders, {entries} in all, {_GONE}, the last one first:"
        return f"{head}: {entries} {'is taken back' if self.many == 1 else _GONE + ', the last one first'}:"

    def help_text(self) -> str:
        return (
            "Undo takes back the last thing that was given with all that the rules did after it, or, with left and [, "
            "everything since its step, its segment or its turn began. It is itself an entry of the journal: nothing "
            "is ever deleted, and redo (U) gives the orders again. What others have seen of dice or sealed orders is "
            "taken back only by consent. In the journal, undo goes back to the entry under the cursor."
        )


_GONE = "are taken back"
