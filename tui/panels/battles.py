"""A battle: the table with the cell where the die led, every modifier, the result in words."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.binding import BindingType

from tui.keys import bindings
from tui.models.battles import Battle, battles, latest
from tui.models.war_report import SegmentReport, segment_report
from tui.panels.battle_picture import decisive, lay_battle
from tui.panels.choosing import lay_waiting
from tui.panels.cursor import CursorPanel
from tui.panels.laying import BLANK, Laid
from tui.panels.step import OrdersPanel
from tui.panels.war_report import lay_report
from tui.rows import Row


class BattlePanel(OrdersPanel):
    """What the battle under way asks, with the battle's picture under it."""

    where: ClassVar[str] = "battle"
    BINDINGS: ClassVar[list[BindingType]] = bindings("battle")

    battle: Battle | None = None

    def show(self) -> None:
        fought = battles(self.desk)
        # What went before is looked at elsewhere; here stands what is under way.
        self.battle = fought[-1] if fought and fought[-1].open else None
        super().show()

    def lay(self, width: int) -> list[Laid]:
        if self.ended is not None or self.battle is None:
            return super().lay(width)
        laid: list[Laid] = []
        if self.choices is not None:
            laid = self.lay_choosing(width, ())
        elif self.waits is not None:
            laid = lay_waiting(self.waits, width)[:1]
        return [*laid, BLANK, *lay_battle(self.battle, width)]

    def pinned(self) -> list[Row]:
        return decisive(self.battle, self.size.width) if self.battle is not None else []

    def help_text(self) -> str:
        return _HELP


class BattlesPanel(CursorPanel):
    """The battles of this turn, one after the other, and the report of the segment behind them."""

    where: ClassVar[str] = "battles"
    BINDINGS: ClassVar[list[BindingType]] = bindings("battles")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.found: tuple[Battle, ...] = ()
        self.report: SegmentReport | None = None
        self.at = -1

    def show(self) -> None:
        before = len(self.found)
        self.found = battles(self.desk)
        self.report = None
        if self.at < 0 or len(self.found) != before:
            self.at = latest(self.found)
        self._turn_to(self.at)

    def _turn_to(self, at: int) -> None:
        self.at = max(0, min(len(self.found), at))
        if self.at == len(self.found) and self.report is None:
            self.report = segment_report(self.desk)
        self.redraw()
        self.scroll_to(y=0, animate=False, immediate=True)
        self.retitle()

    def heading(self) -> str:
        if 0 <= self.at < len(self.found):
            return f"{self.found[self.at].title} ({self.at + 1} of {len(self.found)})"
        return "Strategic warfare, turn by turn"

    def action_before(self) -> None:
        """The battle before."""
        self._turn_to(self.at - 1)

    def action_after(self) -> None:
        """The next battle; the segment's report comes last."""
        self._turn_to(self.at + 1)

    def action_leave(self) -> None:
        """Back to the step."""
        self.post_message(self.Closed())

    def pinned(self) -> list[Row]:
        return decisive(self.found[self.at], self.size.width) if 0 <= self.at < len(self.found) else []

    def lay(self, width: int) -> list[Laid]:
        if self.at < 0:
            return []
        if self.at < len(self.found):
            return lay_battle(self.found[self.at], width)
        return lay_report(self.report, width) if self.report is not None else []

    def help_text(self) -> str:
        return _HELP


_HELP = (
    "The table shows where the die led: the column by the odds, the row by the die with its modifiers. Each modifier "
    "stands with its value and rule; those that did not hold say why (5.1.1, 5.2).\n"
    "Everything is read back from the journal of the turn, so it can be looked at again at any time (b). Left and "
    "right go through the battles; behind the last stands the war turn by turn."
)
