"""The forces of a game whose units are counted groups: each kind with how many of it stand where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.binding import BindingType

from engine.kernel.sheets.roster import Roster, RosterRow, Rosters
from tui import glyphs
from tui.keys import bindings
from tui.panels.cursor import CursorPanel
from tui.panels.laying import Laid, column, labelled, mark, paragraph, plain
from tui.rows import clean, cut, fit, row
from tui.words import bare


class RosterPanel(CursorPanel):
    """All kinds by owner; the cursor's own is told in full at the foot."""

    where: ClassVar[str] = "roster"
    BINDINGS: ClassVar[list[BindingType]] = bindings("roster")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.roster: Roster | None = None
        self.owner = ""

    def show(self) -> None:
        sheet = self.desk.ruleset.sheet(Rosters)
        self.roster = sheet.roster(self.desk.campaign) if sheet is not None else None
        self.redraw()

    def heading(self) -> str:
        return "Forces"

    def shown(self) -> list[RosterRow]:
        """The rows that pass the filter."""
        rows = self.roster.rows if self.roster is not None else ()
        return [line for line in rows if self.owner in ("", line.owner)]

    def spots(self) -> Sequence[str]:
        return [f"{line.owner} {line.name}" for line in self.shown()]

    def action_power(self) -> None:
        """The next owner alone, after the last one all."""
        owners = ["", *dict.fromkeys(line.owner for line in self.roster.rows)] if self.roster is not None else [""]
        at = owners.index(self.owner) if self.owner in owners else 0
        self.owner = owners[(at + 1) % len(owners)]
        self.redraw()

    def lay(self, width: int) -> list[Laid]:
        roster = self.roster
        if roster is None or not roster.rows:
            return paragraph("No units are in play or in a pool.", width, "quiet")
        each = max(max(map(len, roster.columns)) + 1, min(14, (width - 24) // len(roster.columns)))
        names = width - 3 - each * len(roster.columns)
        titles = "".join(column(title, each) for title in roster.columns)
        head = row((" tab ", "key"), (fit(bare(self.owner) or "all", names - 2), "quiet"), (titles, "quiet"))
        laid = [Laid(cut(head, width))]
        lines: list[Laid] = []
        owner = ""
        for kind in self.shown():
            spot = f"{kind.owner} {kind.name}"
            if kind.owner != owner:
                owner = kind.owner
                lines.append(plain((f" {bare(owner)}", "heading")))
            counts = "".join(column(count or glyphs.sign("dot"), each) for count in kind.counts)
            name, more = labelled(kind.name, names - 1)
            line = row(mark(spot == self.spot), f"{name} ", (counts, "strong"))
            lines += [Laid(line, spot), *(Laid(row("     ", text), spot) for text in more)]
        chosen = next((kind for kind in self.shown() if f"{kind.owner} {kind.name}" == self.spot), None)
        foot = paragraph(_told(chosen), width, "quiet") if chosen is not None else []
        return [*laid, *self.window(lines, len(laid) + len(foot)), *foot]

    def help_text(self) -> str:
        return (
            "Every kind of unit in factors: in the boxes, in other places, in the force pool as allowable builds, and "
            "new in the pool this turn. The line at the foot says where the others stand, how many are inverted, and "
            "where the figures come from. Tab shows one owner alone."
        )


def _told(line: RosterRow) -> str:
    """A kind in a sentence: how many in all, where those without a column stand, where the figures come from."""
    parts = [f"{count} at {where}" for where, count in line.places]
    parts += [f"{line.inverted} inverted"] if line.inverted else []
    said = "; ".join(part for part in (", ".join(parts), line.source) if part)
    return clean(f"{sum(line.counts)} {line.name} in all. {said}")
