"""The turn that ended, and what happened since the player last sat down: one page by power, a page for each turn."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.binding import BindingType

from tui import glyphs
from tui.keys import bindings
from tui.models.sitting import sitting
from tui.models.story import chapter
from tui.models.story_text import chapter_as_markdown
from tui.models.turn_report import Line, Page, labels, page_of_turn, page_since
from tui.panels.cursor import CursorPanel
from tui.panels.laying import BLANK, Laid, column, paragraph, signed, with_rule
from tui.rows import clean, row, spread, wrap
from tui.words import and_list, turn_name

_SINCE = ""
"""The page of what happened since the player last sat down, behind those of the turns."""
_FIGURE = 6
"""Cells for what a cause adds."""


class TurnReportPanel(CursorPanel):
    """A page for each turn, the one at hand and what happened since last; the lines scroll."""

    where: ClassVar[str] = "report"
    BINDINGS: ClassVar[list[BindingType]] = bindings("report")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.page: Page | None = None
        self.trouble = ""
        self._pages: tuple[str, ...] = ()
        self._at = -1

    def show(self) -> None:
        """Where something happened since, that comes first; else the turn that ended last."""
        turns, sat = labels(self.desk), sitting(self.desk)
        known = self._pages[self._at] if self._pages and self._at >= 0 else None
        self._pages = (*turns, _SINCE) if sat is not None and sat.day else turns
        if known in self._pages:
            at = self._pages.index(known)
        elif sat is not None and sat.offered and self.desk.last_number == sat.began:
            at = len(self._pages) - 1
        else:
            at = max(0, len(turns) - 2)
        self._turn_to(at)

    def _turn_to(self, at: int) -> None:
        from saves.errors import SavesError

        self._at = max(0, min(len(self._pages) - 1, at))
        label, sat = self._pages[self._at], sitting(self.desk)
        try:
            if label != _SINCE:
                self.page = page_of_turn(self.desk, label)
            elif sat is not None:
                self.page = page_since(self.desk, sat.since, sat.when())
            self.trouble = ""
        except SavesError as fault:
            self.page, self.trouble = None, str(fault)
        self.redraw()
        self.scroll_to(y=0, animate=False, immediate=True)
        self.retitle()

    def action_before(self) -> None:
        """The turn before."""
        if self._at > 0:
            self._turn_to(self._at - 1)

    def action_after(self) -> None:
        """The next turn; behind the one at hand what happened since the player last sat down."""
        if self._at < len(self._pages) - 1:
            self._turn_to(self._at + 1)

    def action_story(self) -> None:
        """This turn's page of the campaign's story to the clipboard, as Markdown."""
        from tui.copying import Copied, to_clipboard

        label = self._pages[self._at]
        if label == _SINCE or self.page is None:
            self.tell("the story has a page for each turn: left goes to one")
            return
        # The title of what is copied is the page's own.
        _, _, *lines = chapter_as_markdown(chapter(self.desk, label)).rstrip("\n").split("\n")
        self.tell(to_clipboard(self.app, Copied(turn_name(label), tuple(lines))).text.strip())

    def action_leave(self) -> None:
        """Back to the step."""
        self.post_message(self.Closed())

    def footer_label(self, action: str) -> str | None:
        if action == "before" and len(self._pages) < 2:
            return ""
        return "" if action == "up" and self.max_scroll_y <= 0 else None

    def heading(self) -> str:
        several = f" ({self._at + 1} of {len(self._pages)})" if len(self._pages) > 1 else ""
        return f"{self.page.title}{several}" if self.page is not None else "Report"

    def lay(self, width: int) -> list[Laid]:
        if self.trouble:
            return paragraph(self.trouble, width, "refused")
        return lay_page(self.page, width) if self.page is not None else []

    def help_text(self) -> str:
        return (
            "By power: what its figures were and are, what moved them and by which rule, units built and lost, places "
            "taken, wars begun and ended; then the battles with their results, what was said, your own notes, and "
            "what is due now. Left and right go through the turns; the last page is what happened since you last sat "
            "down. All of it is read from the journal as your seat sees it; `warledger report` prints the same, "
            "and `warledger story --md` the whole campaign with curves and dice; S copies this turn of it."
        )


def lay_page(page: Page, width: int) -> list[Laid]:
    """A report's lines under its title."""
    laid: list[Laid] = []
    for part in page.parts:
        head = row((f" {part.title}", "strong"))
        figures = wrap(part.figures, max(20, width - head.width - 4)) if part.figures else []
        laid += [BLANK] if laid else []
        laid.append(Laid(spread(head, row((figures[0], "changed"), " "), width) if figures else head))
        laid += [Laid(spread(row(), row((more, "changed"), " "), width)) for more in figures[1:]]
        for line in part.lines:
            laid += _line(line, width)
    if page.quiet:
        laid += [BLANK, *paragraph(f"Nothing of {and_list([clean(name) for name in page.quiet])}.", width, "quiet")]
    if not page.parts:
        laid += [BLANK, *paragraph("Nothing has happened.", width, "quiet")]
    return laid


def _line(line: Line, width: int) -> list[Laid]:
    value = column(signed(line.value), _FIGURE) if line.value is not None else f"   {glyphs.sign('dot')}"
    indent = len(value) + 1
    lines = wrap(line.text, max(16, width - indent - 1))
    rows = [
        row((value if at == 0 else " " * len(value), "strong" if line.value is not None else "quiet"), " ", text)
        for at, text in enumerate(lines)
    ]
    return [Laid(drawn) for drawn in with_rule(rows, line.rule, width)]
