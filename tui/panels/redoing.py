"""What redo would give again, before Enter does it; and where an order is refused now, which one and why."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.binding import BindingType

from engine.kernel import reading
from engine.kernel.changes import Entry
from engine.kernel.grammar import Unreadable
from engine.kernel.redoing import NothingToRedo
from engine.kernel.refusals import Refused, RefusedAgain
from saves.errors import SavesError
from tui import glyphs
from tui.keys import bindings
from tui.panels.cursor import CursorPanel
from tui.panels.laying import BLANK, Laid, paragraph, plain, refusals
from tui.rows import clean, fit


class RedoPanel(CursorPanel):
    """The orders that the latest undo took back; Enter gives them again as one batch."""

    where: ClassVar[str] = "redoing"
    BINDINGS: ClassVar[list[BindingType]] = bindings("redoing")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.orders: tuple[Entry, ...] = ()
        self.why_not = ""
        self.stopped: RefusedAgain | None = None

    def show(self) -> None:
        self.orders, self.why_not = (), ""
        try:
            self.orders = self.desk.would_redo()
        except Refused as fault:
            said = fault.refusals[0]
            self.why_not = f"{said.reason}. {said.hint}"
        except (SavesError, NothingToRedo) as fault:
            text = str(fault)
            self.why_not = f"{text[:1].upper()}{text[1:]}."
        if self.stopped is not None and self.stopped.n not in {entry.n for entry in self.orders}:
            self.stopped = None
        self.redraw()
        self.retitle()

    def stop(self, refused: RefusedAgain) -> None:
        """One of them is refused now: nothing was given. Those before it may be."""
        self.stopped = refused
        self.redraw()
        self.retitle()

    def heading(self) -> str:
        return "Give again?"

    def footer_label(self, action: str) -> str | None:
        if action != "give_again":
            return super().footer_label(action)
        if self.stopped is not None and self.orders:
            return f"give the {self.stopped.before} before it" if self.stopped.before else ""
        return None if self.orders else ""

    def action_give_again(self) -> None:
        """Give them again."""
        if self.stopped is None and self.orders:
            self.post_message(self.GivenAgain())
        elif self.stopped is not None and self.stopped.before:
            self.post_message(self.GivenAgain(self.stopped.before))

    def enter(self) -> None:
        """A second click gives them as Enter does."""
        self.action_give_again()

    def idle(self, action: str) -> str:
        if action == "give_again":
            return "nothing of it can be given again: esc leaves it"
        return super().idle(action)

    def lay(self, width: int) -> list[Laid]:
        if self.why_not:
            return paragraph(clean(self.why_not), width, "strong")
        count = len(self.orders)
        laid = self._lay_stopped(width)
        if not laid:
            said = "1 order is" if count == 1 else f"{count} orders are"
            laid = [
                *paragraph(
                    f"{said} given again, the first one first, and judged as things stand now:", width, "strong"
                ),
                *paragraph("Enter gives all or nothing, Escape leaves it.", width),
            ]
        laid.append(BLANK)
        for entry in self.orders:
            here = self.stopped is not None and entry.n == self.stopped.n
            head = (f"{glyphs.sign('refused') if here else ' '} {entry.n:>5}  ", "refused" if here else "quiet")
            said = fit(self._sentence(entry), max(10, width - 10)).rstrip()
            laid.append(plain(head, (said, "refused" if here else "")))
        return laid

    def _lay_stopped(self, width: int) -> list[Laid]:
        if self.stopped is None:
            return []
        before = self.stopped.before
        may = (
            f"Enter gives the {before} before it; Escape leaves it."
            if before > 1
            else "Enter gives the one before it; Escape leaves it."
            if before
            else "It is the first: nothing can be given before it. Escape leaves it."
        )
        return [
            *paragraph(f"Entry {self.stopped.n} is refused now, so nothing was given:", width, "strong"),
            *refusals(self.stopped.refusals, width),
            *paragraph(may, width),
        ]

    def _sentence(self, entry: Entry) -> str:
        """What the order says, told on the campaign as it stands; its text where it cannot be told there."""
        line = self.desk.order_text(entry)
        try:
            said = reading.parse(self.desk.ruleset, line).sentence(self.desk.campaign)
        except (Unreadable, LookupError, ValueError, TypeError):
            return clean(line)
        return clean(said[:1].upper() + said[1:])

    def help_text(self) -> str:
        return (
            "Redo gives the orders again that the latest undo took back: all of them together, each judged as things "
            "stand now. Dice of the program's own fall as their keys say, dice that you rolled keep their faces. What "
            "the rules did comes by itself. Several undos are gone back through the other way round. Another order "
            "ends it; then the journal has what was taken back, order by order."
        )
