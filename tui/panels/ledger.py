"""The ledger in full with the causes of a power's figures, and the duties of the turn, each with the order that meets
it."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.binding import BindingType

from engine.kernel.outlook import Outlook
from engine.kernel.sheets.ledger import ledger_of
from tui import frame_model, glyphs
from tui.frame_model import DueLine, LedgerLine
from tui.keys import bindings
from tui.panels.cursor import CursorPanel
from tui.panels.laying import BLANK, SPREAD, Laid, paragraph, split
from tui.panes import due_rows
from tui.reader import breakdown_rows
from tui.rows import fit, row

_NOTE = 20
"""Cells for the note behind the figures of the ledger."""
DUTY = "duty:"
"""Before a duty's number, its spot."""


class LedgerPanel(CursorPanel):
    """Every power's figures, the causes of the level under the cursor, the duties."""

    where: ClassVar[str] = "ledger"
    most: ClassVar[int] = SPREAD
    BINDINGS: ClassVar[list[BindingType]] = bindings("ledger")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.lines: tuple[LedgerLine, ...] = ()
        self.duties: tuple[DueLine, ...] = ()
        self._power = ""

    def show(self) -> None:
        outlook: Outlook = self.desk.outlook()
        self.lines = frame_model.ledger(self.desk, outlook)
        self.duties = frame_model.due(self.desk)
        self.redraw()

    def heading(self) -> str:
        return "Ledger and duties"

    def help_text(self) -> str:
        about = " ".join(
            f"{column.title}: {column.about}." for column in ledger_of(self.desk.ruleset).columns if column.about
        )
        return f"{about}\nEnter on a duty opens the order that meets it, to be gone on with; nothing is given by that."

    def focused_path(self) -> str:
        return f"powers.{self.power}.income" if self.power else ""

    @property
    def power(self) -> str:
        """The power whose causes are shown: the one the cursor stood on last."""
        known = [line.power for line in self.lines]
        if self.spot in known:
            self._power = self.spot
        return self._power if self._power in known else next(iter(known), "")

    def duty(self) -> DueLine | None:
        """The duty under the cursor."""
        at = self.spot.removeprefix(DUTY)
        return self.duties[int(at)] if self.spot.startswith(DUTY) and int(at) < len(self.duties) else None

    def spots(self) -> list[str]:
        return [*(line.power for line in self.lines), *(f"{DUTY}{at}" for at, _ in enumerate(self.duties))]

    def to_duties(self) -> None:
        """The cursor goes to the first duty, also before the panel has been shown for the first time."""
        self.duties = frame_model.due(self.desk)
        if self.duties:
            self.spot = f"{DUTY}0"
            self.redraw()
        else:
            self.tell("nothing is due this turn")

    def enter(self) -> None:
        """The order that meets the duty is begun in the order line."""
        duty = self.duty()
        if duty is not None and duty.order:
            self.post_message(self.Begun(duty.order))

    def enter_says(self) -> str | None:
        duty = self.duty()
        return "order" if duty is not None and duty.order else ""

    def idle(self, action: str) -> str:
        if action == "enter" and self.duty() is not None:
            return "no order here meets this: it is seen to on the board, or the rules see to it in its step"
        return (
            "a power's causes stand below; Enter on a duty opens its order"
            if action == "enter"
            else super().idle(action)
        )

    def lay(self, width: int) -> list[Laid]:
        whole, width = width, split(width)[0]
        lines = self.lines
        note = ledger_of(self.desk.ruleset).note_title
        # The rarest columns give way where the notes would have no room.
        narrow = bool(lines) and sum(figure.width + 1 for figure in lines[0].figures) + 16 + _NOTE > width
        titles = (lines[0].brief if narrow else lines[0].figures) if lines else ()
        head = fit(ledger_of(self.desk.ruleset).money, 16) + "".join(figure.head(1) for figure in titles)
        # A note that has no room is told with the causes.
        longest = max([len(note), *(len(line.note) for line in lines)])
        noted = 18 + sum(figure.width + 1 for figure in titles) + 2 + longest <= width
        laid = [Laid(row((f"  {head}  {note if noted else ''}", "quiet")))]
        for line in lines:
            figures = "".join(figure.cell(1) for figure in (line.brief if narrow else line.figures))
            text = f"{fit(line.name, 16)}{figures}" + (f"  {line.note}" if noted else "")
            sign = (_mark(line.power == self.spot), "now")
            laid.append(Laid(row(sign, (text, "strong" if line.active else "")), line.power))
        if not split(whole)[1]:
            laid += self._causes(width)
        laid += [BLANK, Laid(row(("  Due", "heading")))]
        if not self.duties:
            laid += [Laid(due) for due in due_rows((), width)]
        for at, duty in enumerate(self.duties):
            # The cursor's sign stands before the duty, for screens that show no colour.
            here = row((glyphs.sign("now"), "now")) if self.spot == f"{DUTY}{at}" else row(" ")
            laid += [
                Laid((here if first else row(" ")) + drawn, f"{DUTY}{at}")
                for first, drawn in zip((True, *(False,) * 99), due_rows((duty,), width - 1), strict=False)
            ]
        return self.told(laid, self._causes, whole) if split(whole)[1] else laid

    def _causes(self, width: int) -> list[Laid]:
        """The causes of the figures of the power under the cursor."""
        chosen = next((line for line in self.lines if line.power == self.power), None)
        if chosen is None:
            return []
        laid: list[Laid] = [BLANK, *paragraph(f"{chosen.name}: {chosen.note}", width)] if chosen.note else []
        for title, figure in ledger_of(self.desk.ruleset).causes(self.desk.campaign, chosen.power):
            laid += [BLANK, Laid(row((f"  {title} of {chosen.name}", "heading")))]
            laid += [Laid(drawn) for drawn in breakdown_rows(figure, width)]
        return laid


def _mark(here: bool) -> str:
    return f"{glyphs.sign('now')} " if here else "  "
