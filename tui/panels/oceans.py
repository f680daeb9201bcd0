"""The oceans: the boxes side by side with what lies in them and in the bases beside them, and moving it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.binding import BindingType
from textual.events import Click

from engine.kernel.orders import Order
from engine.kernel.outlook import Outlook
from engine.kernel.sheets.oceans import Lot, Shipping, Water
from tui import glyphs
from tui.keys import bindings
from tui.models.oceans import Moving, Told, moving, told
from tui.panels.counting import CountingPanel, Number
from tui.panels.laying import BLANK, Laid, mark, order_line, paragraph, refusals, task
from tui.panels.step import DONE
from tui.rows import Piece, Row, clean, fit, row, wrap

_COUNT = 4
"""Cells for the number of factors in a box's column."""

Cell = tuple[Row, str]
"""A line of a column, and the spot it belongs to."""


class OceansPanel(CountingPanel):
    """Groups of units move from place to place: the cursor on one, where it goes, how many."""

    where: ClassVar[str] = "oceans"
    BINDINGS: ClassVar[list[BindingType]] = bindings("oceans")

    model: Moving | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._counts: dict[str, int] = {}
        self._goals: dict[str, int] = {}
        self._told: Told | None = None
        self._cells: list[list[tuple[int, int, str]]] = []

    def read(self, outlook: Outlook) -> bool:
        self.model = moving(self.desk, outlook)
        lots_by_id = {lot.id: lot for lots in self.model.columns for lot in lots}
        self._counts = {
            key: min(many, lots_by_id[key].count) for key, many in self._counts.items() if key in lots_by_id
        }
        self._goals = {key: at for key, at in self._goals.items() if key in lots_by_id}
        self._told = None
        return True

    def own_spots(self) -> Sequence[str]:
        if self.model is None:
            return ()
        return [*(lot.id for lots in self.model.columns for lot in lots if lot.power), DONE]

    def own_first_spot(self) -> str:
        """The first group that has somewhere to go."""
        if self.model is None:
            return ""
        lots = [lot for lots in self.model.columns for lot in lots]
        return next((lot.id for lot in lots if lot.power and lot.ways and not lot.ways[0].refusals), DONE)

    def lot(self) -> Lot | None:
        """The group under the cursor, None where it stands on none."""
        lots = [lot for lots in self.model.columns for lot in lots] if self.model is not None else []
        return next((lot for lot in lots if lot.id == self.spot and lot.power), None)

    def order(self) -> Order[Any] | None:
        """The order for the group under the cursor, None where it has nowhere to go."""
        lot = self.lot() if self.choices is None else None
        if lot is None or not lot.ways:
            return None
        return lot.order(self._counts.get(lot.id, 1), lot.ways[self._goals.get(lot.id, 0) % len(lot.ways)])

    def line(self) -> str:
        """The same as text, '' for none."""
        order = self.order()
        return order.text if order is not None else ""

    def moved(self) -> None:
        super().moved()
        self._told = None

    # --- acting

    def number(self) -> Number | None:
        """Factors of the group that move."""
        lot = self.lot()
        if lot is None:
            return None
        return Number(self._counts.get(lot.id, 1), lot.count, least=1, most=lot.count, typed=lot.count)

    def take(self, many: int) -> None:
        self._counts[self.spot] = many
        self._told = None
        self.redraw()

    def done(self) -> str:
        return self.model.done if self.model is not None else ""

    def action_goal(self) -> None:
        """The next place."""
        self._turn(1)

    def action_goal_before(self) -> None:
        """The place before."""
        self._turn(-1)

    def _turn(self, by: int) -> None:
        lot = self.lot()
        if lot is not None and lot.ways:
            # As long as there is anywhere to go, only such places are offered.
            many = sum(1 for way in lot.ways if not way.refusals) or len(lot.ways)
            self._goals[lot.id] = (self._goals.get(lot.id, 0) + by) % many
            self._told = None
            self.redraw()

    def action_box_before(self) -> None:
        """The box to the left."""
        self._across(-1)

    def action_box_after(self) -> None:
        """The box to the right."""
        self._across(1)

    def _across(self, by: int) -> None:
        if self.model is None or self.choices is not None:
            return
        columns = [[lot.id for lot in lots if lot.power] for lots in self.model.columns]
        at = next((x for x, ids in enumerate(columns) if self.spot in ids), 0 if by > 0 else len(columns))
        there = columns[at + by :] if by > 0 else columns[:at][::-1]
        lot_ids = next((ids for ids in there if ids), None)
        if lot_ids:
            self.stand(lot_ids[0])

    def own_enter(self) -> None:
        if self.spot == DONE:
            self.give_done()
        elif self.line():
            self.post_message(self.Ordered([self.line()]))

    def own_enter_says(self) -> str | None:
        if self.spot == DONE:
            return "go on"
        refused = self._told is not None and self._told.refusals
        return "" if not self.line() else "why not" if refused else "move"

    def idle(self, action: str) -> str:
        return "this group has nowhere to go" if action in ("enter", "goal", "goal_before") else super().idle(action)

    def focused_order(self) -> str:
        return self.line() or super().focused_order()

    # --- drawing

    def _under(self, line: Laid, typing: bool) -> bool:
        # A line holds a group of each box: only the one under the cursor is lit.
        return line.spot == DONE and super()._under(line, typing)

    def on_click(self, event: Click) -> None:
        """A click puts the cursor on a group of any box."""
        y = event.y + self.scroll_offset.y
        cells = self._cells[y] if y < len(self._cells) else []
        spot = next((spot for start, end, spot in cells if start <= event.x < end), "")
        if spot:
            self.stand(spot)
        else:
            super().on_click(event)

    def own_lay(self, width: int) -> list[Laid]:
        model = self.model
        if model is None:
            return []
        order = self.order()
        if self._told is None and order is not None:
            self._told = told(self.desk, order, {})
        title = "Where to, and how many" if self.spot != DONE else "All that moves has moved?"
        head = task(f"{model.who}: ", title, model.rule, width)
        head += self._at_hand(width)
        body = [*self._side_by_side(model, width), *self._elsewhere(model, width)]
        done = (mark(self.spot == DONE), ("Done, go on", "strong"), ("   d", "key"))
        body.append((row(*done), [(0, width, DONE)]))
        laid = [Laid(line, self.spot if any(spot == self.spot for *_, spot in cells) else "") for line, cells in body]
        shown = self.window(laid, len(head))
        self._cells = [[] for _ in head] + [cells for _, cells in body[self._top : self._top + len(shown)]]
        return [*head, *shown]

    def _at_hand(self, width: int) -> list[Laid]:
        lot = self.lot()
        if lot is None:
            return [BLANK]
        many, ready = self._counts.get(lot.id, 1), "inverted " if lot.inverted else ""
        said = f"{many} of {lot.count} {ready}{lot.title}, {lot.owner}: {lot.place_name}"
        if not lot.ways or self._told is None:
            return [*paragraph(f"{said}, nowhere to go", width, indent=3), BLANK]
        way = lot.ways[self._goals.get(lot.id, 0) % len(lot.ways)]
        legal = not self._told.refusals
        lines = wrap(f"{said} {glyphs.sign('to')} {way.name}", width - 4)
        laid = [Laid(row(f"   {line}")) for line in lines]
        if legal:
            laid += order_line(self._told.line, width)
        else:
            laid += refusals(self._told.refusals, width)
        return [*laid, BLANK]

    def _side_by_side(self, model: Moving, width: int) -> list[tuple[Row, list[tuple[int, int, str]]]]:
        each = (width - 1) // 3
        columns = [self._water(water, each - 1) for water in model.oceans.waters]
        rows = []
        for y in range(max(map(len, columns))):
            line, cells = row(" "), []
            for x, column in enumerate(columns):
                drawn, spot = column[y] if y < len(column) else (row(), "")
                line = line + drawn + row(" " * (each - drawn.width))
                if spot:
                    cells.append((1 + x * each, 1 + (x + 1) * each, spot))
            rows.append((line, cells))
        return rows

    def _water(self, water: Water, width: int) -> list[Cell]:
        """A box's column: who has what in it, its shipping, the bases beside it."""
        cells: list[Cell] = [(row((fit(clean(water.short), width), "heading")), "")]
        owner = ""
        for lot in water.lots:
            if lot.owner != owner:
                owner = lot.owner
                cells.append((row((fit(clean(owner), width), "quiet")), ""))
            cells.append(self._lot(lot, width))
        for shipping in water.shipping:
            several = len(water.shipping) > 1
            cells += _shipping(shipping, width, several)
        for harbour in water.harbours:
            cells.append((row((fit(f"{clean(harbour.short)}:", width), "rim")), ""))
            cells += [self._lot(lot, width, named=True) for lot in harbour.lots]
        return cells

    def _lot(self, lot: Lot, width: int, named: bool = False) -> Cell:
        here = lot.id == self.spot
        sign: Piece = (glyphs.sign("now") if here else " ", "now")
        count = f"({lot.count})" if lot.inverted else str(lot.count)
        title = f"{lot.owner} {lot.title}" if named and width > 20 else lot.title
        ink = "now" if here else "" if lot.power else "quiet"
        return row(sign, (fit(clean(title), width - 1 - _COUNT), ink), (fit(count, _COUNT, "right"), ink)), lot.id

    def _elsewhere(self, model: Moving, width: int) -> list[tuple[Row, list[tuple[int, int, str]]]]:
        rows: list[tuple[Row, list[tuple[int, int, str]]]] = []
        for harbour in model.oceans.elsewhere:
            rows.append((row((f" {clean(harbour.short)}:", "rim")), []))
            for lot in harbour.lots:
                line, spot = self._lot(lot, min(30, width - 2), named=True)
                rows.append((row(" ") + line, [(0, width, spot)]))
        return rows

    def help_text(self) -> str:
        return (
            "The three SW boxes side by side, with the bases beside each: submarines, ASW, CVEs, transports. Numbers "
            "in brackets are inverted units. Under a box's transports stand how many there were as the turn began, how "
            "many have been sunk, and how many more may be in this turn.\n"
            "The cursor stands on a group that may move. Tab turns through the places open to it, plus, minus and "
            "digits say how many, a takes all; the order stands above and Enter gives it. D ends the step."
        )


def _shipping(shipping: Shipping, width: int, several: bool) -> list[Cell]:
    """What became of an owner's transports this turn, below them."""
    lines = [
        ("began", shipping.began),
        ("sunk", shipping.sunk),
        ("to port", shipping.away),
        ("may sink", shipping.left),
    ]
    shown = [(label, value) for label, value in lines if value or label in ("began", "may sink")]
    head: list[Cell] = [(row((fit(f" {clean(shipping.owner)}:", width), "quiet")), "")] if several else []
    return head + [
        (row((fit(f" {label}", width - _COUNT), "quiet"), (fit(value, _COUNT, "right"), "quiet")), "")
        for label, value in shown
    ]
