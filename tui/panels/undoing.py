"""What undo would take back, before Enter does it: a letter alone changes no campaign."""

from __future__ import annotations

from itertools import islice
from typing import Any, ClassVar

from textual.binding import BindingType

from engine.kernel.changes import Entry
from engine.kernel.play import RULES
from engine.kernel.refusals import Refused
from saves.errors import SavesError
from tui import glyphs
from tui.keys import bindings
from tui.panels.cursor import CursorPanel
from tui.panels.laying import BLANK, Laid, paragraph, plain
from tui.rows import clean, fit
from tui.telling import Told, latest


class UndoPanel(CursorPanel):
    """The last thing given with all that followed from it; Enter takes it back."""

    where: ClassVar[str] = "undoing"
    BINDINGS: ClassVar[list[BindingType]] = bindings("undoing")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.taken: tuple[Told, ...] = ()
        self.earlier: tuple[str, ...] = ()
        self.many = 0
        self.doubted = ""

    def show(self) -> None:
        self.doubted = ""
        taken: tuple[Entry, ...] = ()
        try:
            taken = self.desk.would_undo()
        except (SavesError, Refused) as fault:
            self.doubted = str(fault)
        entries = self.desk.entries()
        here = {entry.n for entry in entries}
        numbers = {entry.n for entry in taken}
        first = min(numbers, default=0)
        told = (telling for telling in latest(self.desk.ruleset, self.desk.campaign, entries) if telling.n >= first)
        self.many = len(numbers)
        self.taken = tuple(telling for telling in islice(told, 200) if telling.n in numbers) if numbers else ()
        # What was given in an earlier turn stands in that turn's file: here as its order.
        self.earlier = tuple(entry.order for entry in taken if entry.n not in here and entry.seat != RULES)
        self.redraw()

    def heading(self) -> str:
        return "Take back?"

    def action_take_back(self) -> None:
        """Take it back."""
        self.post_message(self.TakenBack())

    def enter(self) -> None:
        """A second click takes it back as Enter does."""
        self.action_take_back()

    def lay(self, width: int) -> list[Laid]:
        if self.doubted:
            return paragraph(clean(self.doubted), width, "refused")
        if not self.many:
            return paragraph("Nothing was given that could be taken back.", width, "strong")
        said = f"{self.many} {'entry is' if self.many == 1 else 'entries are'} taken back, the last one first:"
        laid = [*paragraph(said, width, "strong"), *paragraph("Enter takes it back, Escape leaves it.", width), BLANK]
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

    def help_text(self) -> str:
        return (
            "Undo takes back the last thing that was given with all that the rules did after it, and is itself an "
            "entry of the journal: nothing is ever deleted. What others have seen of dice or sealed orders is taken "
            "back only by consent."
        )
