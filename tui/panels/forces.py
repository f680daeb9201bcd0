"""The forces browser: units of every power on the board, depleted, in the pool, lost out of supply, to come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from attrs import evolve
from textual.binding import BindingType

from tui import glyphs
from tui.keys import bindings
from tui.models.forces import ARMS, STATES, Filter, ForceRow, Forces, following, forces, groups
from tui.panels.laying import BLANK, Laid, caret, column, labelled, mark, paragraph, plain
from tui.panels.sifted import SiftedPanel
from tui.rows import Piece, Row, fit, row

_YEAR = 4
_COUNTS = 6
_NARROW = 5
_SOURCE = 20


class ForcesPanel(SiftedPanel):
    """The browser, with filters by power, arm, state and text."""

    where: ClassVar[str] = "forces"
    BINDINGS: ClassVar[list[BindingType]] = bindings("forces")
    FILTER = Filter

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.model: Forces | None = None
        self._known: tuple[ForceRow, ...] = ()

    def show(self) -> None:
        self._known = groups(self.desk.campaign)
        self.sift(self.filter)

    def sift(self, by: Filter) -> None:
        self.model = forces(self.desk, by, self._known)
        super().sift(by)

    def heading(self) -> str:
        return "Forces"

    def spots(self) -> Sequence[str]:
        return [_key(force) for force in self.model.rows] if self.model is not None else ()

    # --- filters

    def action_power(self) -> None:
        """The next power."""
        self._by_power(1)

    def action_power_back(self) -> None:
        """The power before."""
        self._by_power(-1)

    def _by_power(self, by: int) -> None:
        powers = [power for power, _ in self.model.powers] if self.model is not None else []
        self.sift(evolve(self.filter, power=following(powers, self.filter.power, by)))

    def action_arm(self) -> None:
        """The next arm."""
        self.sift(evolve(self.filter, arm=following(ARMS, self.filter.arm)))

    def action_state(self) -> None:
        """The next state."""
        states = self.model.states if self.model is not None else STATES
        self.sift(evolve(self.filter, state=following(states, self.filter.state)))

    # --- drawing

    def lay(self, width: int) -> list[Laid]:
        model = self.model
        if model is None:
            return []
        if not self._known:
            return paragraph("This game counts no forces.", width, "quiet")
        years, source = columns(model, width)
        head = [Laid(self._filters(width)), Laid(_head(model, years, source, width))]
        if not model.rows:
            return [*head, BLANK, *paragraph("Nothing passes these filters; a shows everything.", width, "quiet")]
        foot = [Laid(_row(model.totals, years, "", width, False, name=model.totals.name)[0])]
        chosen = next((force for force in model.rows if _key(force) == self.spot), None)
        foot += self._told(chosen, width, sourced=bool(source))
        return [*head, *self.window(self._list(model, years, source, width), len(head) + len(foot)), *foot]

    def _list(self, model: Forces, years: tuple[int, ...], source: str, width: int) -> list[Laid]:
        laid: list[Laid] = []
        power = ""
        for force in model.rows:
            if force.power != power:
                power = force.power
                laid.append(plain((f" {force.name}", "heading")))
            line, more = _row(force, years, source, width, _key(force) == self.spot)
            laid += [Laid(line, _key(force)), *(Laid(row("     ", text), _key(force)) for text in more)]
        return laid

    def _told(self, chosen: ForceRow | None, width: int, *, sourced: bool) -> list[Laid]:
        """What is told of the type under the cursor: the years and sources that have no column, and its note."""
        if chosen is None:
            return []
        if sourced:
            said = f"{chosen.name} {chosen.words}; {chosen.aside}"
            return paragraph(said, width, "quiet") if chosen.note else []
        coming = ", ".join(f"{count} in {year}" for year, count in chosen.coming)
        parts = (f"{chosen.name} {chosen.words}", chosen.aside, chosen.source, f"to come {coming}" if coming else "")
        return paragraph("; ".join(part for part in parts if part), width, "quiet")

    def _filters(self, width: int) -> Row:
        names = dict(self.model.powers) if self.model is not None else {}
        parts: list[Piece] = []
        shown = (
            ("tab", names.get(self.filter.power, "all powers"), self.filter.power),
            ("r", self.filter.arm or "all arms", self.filter.arm),
            ("v", self.filter.state or "every state", self.filter.state),
        )
        for key, said, active in shown:
            parts += [(f" {key} ", "key"), (f"{said} ", "strong" if active else "quiet")]
        head = row(*parts, (" / ", "key"))
        if self.searching is not None:
            return head + caret(self.searching, max(4, width - head.width - 1))
        return head + row((self.filter.text or "find", "strong" if self.filter.text else "quiet"))

    def help_text(self) -> str:
        return (
            "Every type of unit: on the board at full strength, depleted, in the force pool, eliminated out of supply "
            "(rebuilt at twice the price, 15.3), and joining the pool in later years (3.1). Beside its name: how many "
            "of those on the board are immobile, were used in this impulse and for what, lie in reserve or are on "
            "patrol and where (24.1, 11.2.3, 9.9, 7.4). Of partisans and SS Legions, by their homes: who occupies it, "
            "how many counters are left, and how many were built this turn (25.1.1, 25.2). "
            "Tab, r and v change the filters, / looks for a type or a name, a shows everything. "
            "The source says whether a figure stands in the rules or is a house figure."
        )


def _key(force: ForceRow) -> str:
    return f"{force.power} {force.kind} {force.strength} {force.tag}"


def columns(model: Forces, width: int) -> tuple[tuple[int, ...], str]:
    """Which years have a column of their own (the last one stands for all later), and whether sources have one."""
    room = width - 3 - 16 - 4 * _counts(width)
    source = "source" if model.sourced and room >= len(model.years) * _YEAR + _SOURCE else ""
    many = max(0, (room - (_SOURCE if source else 0)) // _YEAR)
    return model.years[:many], source


def _counts(width: int) -> int:
    return _COUNTS if width >= 70 else _NARROW


def _head(model: Forces, years: tuple[int, ...], source: str, width: int) -> Row:
    text = "".join(column(name, _counts(width)) for name in ("board", "dep", "pool", "oos"))
    for year in years:
        more = "+" if year == years[-1] and year != model.years[-1] else ""
        text += column(f"{year % 100:02}+" if more else f"'{year % 100:02}", _YEAR)
    tail = fit("  source", _SOURCE) if source else ""
    return row((fit("   units", max(10, width - len(text) - len(tail))), "quiet"), (text, "quiet"), (tail, "quiet"))


def _row(
    force: ForceRow, years: tuple[int, ...], source: str, width: int, here: bool, *, name: str = ""
) -> tuple[Row, list[str]]:
    counts = "".join(
        column(count or glyphs.sign("dot"), _counts(width))
        for count in (force.board, force.depleted, force.pool, force.oos)
    )
    text = ""
    for at, year in enumerate(years):
        last = at == len(years) - 1
        many = sum(count for when, count in force.coming if when >= year) if last else force.of_year(year)
        text += column(many or glyphs.sign("dot"), _YEAR)
    tail = fit(f"  {force.source}", _SOURCE) if source else ""
    room = max(10, width - len(counts) - len(text) - (_SOURCE if source else 0))
    # What the aside says is told of the line under the cursor where it has no room.
    said = f"{name or force.words}  {force.aside}" if force.aside else name or force.words
    label, more = labelled(said if len(said) <= room - 3 else name or force.words, room - 3)
    ink = "strong" if name else ""
    head = row(mark(here), (label, ink), (counts, ink), (text, "quiet" if not name else ink), (tail, "quiet"))
    return head, more
