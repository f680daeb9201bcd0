"""What stands beside the form of a new campaign: what explains the line under the cursor, and what the scenario sets
up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.kernel.values import frozen
from tui import glyphs
from tui.frame_model import ledger_lines, power_name
from tui.lines import Lines, Row, clean, fit, row, wrap
from tui.models.beginning import Asked
from tui.words import turn_name

if TYPE_CHECKING:
    from saves.scenarios import ScenarioCard


@frozen
class Told:
    """What explains a line: its title, its rule ('' for none), the explanation, and what is to be minded; ``bad``: that
    keeps the campaign from being begun."""

    title: str = ""
    rule: str = ""
    about: str = ""
    minded: str = ""
    bad: bool = False


NOTHING = Told()


class Explained(Lines):
    """In a narrow window: the explanation in one or two lines above the footer."""

    can_focus = False
    MOST = 2

    def __init__(self) -> None:
        super().__init__()
        self._told = NOTHING

    def put(self, told: Told) -> None:
        """Explain this; what keeps from beginning goes before what it is."""
        self._told = told
        self.redraw()

    def rows(self, width: int) -> list[Row]:
        told = self._told
        rule = f" ({told.rule})" if told.rule else ""
        room = max(1, width - 2)
        if told.bad:
            return [row(" ", (line, "refused")) for line in wrap(told.minded, room)][: self.MOST]
        said = wrap(f"{told.about}{rule}", room) if told.about else []
        both = wrap(f"{told.about}{rule} {told.minded}", room)
        return [row(" ", (line, "quiet")) for line in (both if len(both) <= self.MOST else said)][: self.MOST]


class Preview(Lines):
    """What explains the line under the cursor; what the scenario sets up, and who plays what."""

    can_focus = False

    def __init__(self) -> None:
        super().__init__()
        self._card: ScenarioCard | None = None
        self._asked: tuple[Asked, ...] = ()
        self._told = NOTHING
        self._money: dict[str, list[Row]] = {}

    def put(self, card: ScenarioCard | None, asked: tuple[Asked, ...], told: Told = NOTHING) -> None:
        """Show this scenario, and explain this."""
        self._card, self._asked, self._told = card, asked, told
        self.redraw()

    def rows(self, width: int) -> list[Row]:
        card = self._card
        if card is None:
            return []
        rows = self._explained(width)
        rows.append(row((clean(card.title or card.id), "title")))
        if card.problem:
            return rows + [row((line, "refused")) for line in wrap(clean(card.problem), width)]
        rows.append(row((f"{turn_name(card.first)} to {turn_name(card.last)}", "quiet")))
        rows.append(row())
        rows += [row(line) for line in wrap(clean(" ".join(card.description.split())), width)]
        rows.append(row())
        rows += self._powers(card, width)
        seats = int(next((asked.value for asked in self._asked if asked.key == "seats"), 1))
        if seats != 1:
            rows += self._seating(card, seats, width)
        return rows + designers_notes(card.notes, width, self.size.height - len(rows))

    def _explained(self, width: int) -> list[Row]:
        told = self._told
        if not told.about:
            return []
        rule = f"   rule {told.rule}" if told.rule and told.rule[:1].isdigit() else f"   {told.rule}"
        rows = [row((told.title, "strong"), (rule if told.rule else "", "quiet"))]
        rows += [row(line) for line in wrap(told.about, width)]
        rows += [row((line, "refused" if told.bad else "quiet")) for line in wrap(told.minded, width)]
        return [*rows, row()]

    def _seating(self, card: ScenarioCard, seats: int, width: int) -> list[Row]:
        key = f"{card.id} {seats} {width}"
        if key not in self._money:
            self._money[key] = _chairs(card.id, seats, width)
        return self._money[key]

    def _powers(self, card: ScenarioCard, width: int) -> list[Row]:
        key = f"{card.id} {width}"
        if key not in self._money:
            self._money[key] = _opening(card.id, width)
        return self._money[key]


def designers_notes(notes: str, width: int, room: int) -> list[Row]:
    """The designer's notes of a scenario in so many lines as there is room for, a paragraph after the other; none where
    not even a few have it."""
    paragraphs = [" ".join(part.split()) for part in notes.split("\n\n") if part.strip()]
    if not paragraphs or room < _FEW:
        return []
    rows = [row(), row(("Designer's notes", "heading"))]
    for part in paragraphs:
        rows += [*(row(line) for line in wrap(clean(part), width)), row()]
    rows.pop()
    return rows if len(rows) <= room else [*rows[: room - 1], row((glyphs.sign("more"), "quiet"))]


_FEW = 4
"""Lines below which notes are not begun: a blank one, the heading, a line and the sign for more."""
_NAMES = 20
"""Columns for the powers' names where there is room."""


def _opening(scenario: str, width: int) -> list[Row]:
    """The powers' figures at the start: the names give way, no figure is ever cut."""
    from engine.kernel import ruleset
    from saves.errors import SavesError
    from saves.scenarios import preview

    try:
        campaign = preview(scenario)
    except SavesError as fault:
        return [row((clean(str(fault)), "refused"))]
    lines = ledger_lines(ruleset.of(campaign), campaign)
    if not lines:
        return []
    titles = "".join(figure.head() for figure in lines[0].brief)
    names = max(1, min(_NAMES, width - row(titles).width))
    head = f"At the start, {lines[0].money}"
    rows = [row((f"{fit(head if len(head) < names else lines[0].money, names)}{titles}", "quiet"))]
    for line in lines:
        rows.append(row(f"{fit(line.name, names)}{''.join(figure.cell() for figure in line.brief)}"))
    return rows


_SEAT = 14
"""Columns for a seat's name."""


def _chairs(scenario: str, seats: int, width: int) -> list[Row]:
    """Who plays what."""
    from saves.errors import SavesError
    from saves.scenarios import preview

    try:
        campaign = preview(scenario, seats)
    except SavesError as fault:
        return [row((clean(str(fault)), "refused"))]
    held: dict[str, list[str]] = {}
    for power, seat in campaign.seats.items():
        held.setdefault(seat, []).append(power_name(campaign, power))
    rows = [row(), row(("Who plays what", "heading"))]
    for seat, powers in held.items():
        for nth, part in enumerate(wrap(", ".join(powers), max(10, width - _SEAT - 2))):
            rows.append(row("  ", (fit("" if nth else clean(seat), _SEAT), "strong"), part))
    return rows
