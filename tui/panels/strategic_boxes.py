"""Filling the boxes: one line for each kind, one column for each box, and beside them what may come of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.binding import BindingType

from engine.kernel.outlook import Outlook
from engine.kernel.sheets.boxes import Column, Lot, Placing
from tui import glyphs
from tui.keys import bindings
from tui.models.edit import is_digit
from tui.models.strategic_boxes import Boxes, LotRow, OddsView, beginning, boxes, fillers, odds, sheet_of
from tui.panels.laying import BLANK, RIM, SPREAD, Laid, beside, column, mark, paragraph, refusals, with_rule
from tui.panels.step import OrdersPanel
from tui.panels.strategic_odds import BESIDE, PANE, odds_rows, odds_title, supposed_rows
from tui.rows import Row, cut, fit, row, spread, wrap
from tui.words import and_list

_ENEMIES = 99


class BoxesPanel(OrdersPanel):
    """The boxes of one power, filled by keys; the order is judged at each of them."""

    where: ClassVar[str] = "boxes"
    own_most: ClassVar[int] = SPREAD
    wants: ClassVar[int] = 76
    BINDINGS: ClassVar[list[BindingType]] = bindings("boxes")

    model: Boxes | None = None
    odds: OddsView | None = None
    _sheet: Placing | None = None
    _for: tuple[int, str, str] = (0, "", "")
    _column: str = ""
    _digits: str = ""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._placed: dict[tuple[str, str], int] = {}
        self._answers: dict[str, str] = {}
        self._supposed: dict[str, int] = {}

    # --- reading

    def read(self, outlook: Outlook) -> bool:
        powers = fillers(outlook)
        sheet = sheet_of(self.desk, outlook, powers[0]) if powers else None
        if sheet is None:
            return False
        self._sheet = sheet
        moment = (self.desk.campaign.progress.turn, outlook.step, sheet.power)
        if moment != self._for:
            # Another power's boxes: nothing of the one before is left on the screen, nor what it supposed.
            self._for = moment
            self._placed = beginning(outlook, sheet)
            self._answers, self._supposed = {}, {}
            self._column = ""
            self.spot = ""
        self._compute()
        return True

    def _compute(self) -> None:
        if self.outlook is None or self._sheet is None:
            return
        self.model = boxes(self.desk, self.outlook, self._sheet, self._placed, self._answers)
        self._settle_column()
        battle = self._battle()
        self.odds = odds(self.desk, self.model.order, battle, self._supposed.get(battle)) if battle else None

    def _battle(self) -> str:
        """The battle of the box under the cursor, '' for what is fought on the board."""
        return next((column.battle for column in self._columns if column.id == self._column), "")

    def _settle_column(self) -> None:
        """The cursor's box is one that the kind under it may go into."""
        lot = self._lot()
        if lot is not None and self._column not in lot.into:
            self._column = next(iter(lot.into))
        elif lot is None and not self._column and self._columns:
            self._column = self._columns[0].id

    @property
    def _columns(self) -> tuple[Column, ...]:
        return self._sheet.columns if self._sheet is not None else ()

    @property
    def _lots(self) -> tuple[Lot, ...]:
        return self._sheet.lots if self._sheet is not None else ()

    def _lot(self) -> Lot | None:
        spot = self.spot or self.own_first_spot()
        return next((lot for lot in self._lots if lot.id == spot), None)

    def _row(self) -> LotRow | None:
        spot = self.spot or self.own_first_spot()
        return next((lot for lot in self.model.rows if lot.id == spot), None) if self.model is not None else None

    @property
    def _asked(self) -> str:
        """The question under the cursor, '' where it stands on a kind."""
        return self.spot.removeprefix("?") if self.spot.startswith("?") else ""

    def own_spots(self) -> Sequence[str]:
        if self.model is None:
            return ()
        return [lot.id for lot in self.model.rows] + [f"?{name}" for name, *_ in self.model.questions]

    def own_first_spot(self) -> str:
        """The first kind of which there is any."""
        rows = self.model.rows if self.model is not None else ()
        return next((lot.id for lot in rows if lot.have), next(iter(self.own_spots()), ""))

    # --- acting

    @property
    def _mine(self) -> bool:
        return self.choices is None and self.waits is None and self.ended is None and self.model is not None

    def moved(self) -> None:
        self._digits = ""
        if self._mine:
            self._compute()

    def _set(self, many: int, *, digits: str = "") -> None:
        lot = self._row() if self._mine else None
        if lot is None or self._sheet is None:
            return
        placed = self._placed.get((lot.id, self._column), 0)
        # What is typed may be too much: then the reason is seen. Arrows stop at what there is.
        most = 99 if digits else placed + max(0, lot.left)
        self._placed[lot.id, self._column] = max(0, min(most, many))
        self._digits = digits
        self._compute()
        self.redraw()

    def _now(self) -> int:
        lot = self._row()
        return self._placed.get((lot.id, self._column), 0) if lot is not None else 0

    def action_put(self) -> None:
        """One more into this box, or the other answer."""
        if self._asked:
            self._turn()
        else:
            self._set(self._now() + 1)

    def action_put_all(self) -> None:
        """All that are left."""
        lot = self._row()
        if lot is not None:
            self._set(self._now() + max(0, lot.left))

    def action_back(self) -> None:
        """One out of this box."""
        if self._asked:
            self._turn()
        else:
            self._set(self._now() - 1)

    def action_back_all(self) -> None:
        """All out of this box."""
        self._set(0)

    def _turn(self) -> None:
        if self._mine and self.model is not None:
            now = next((answer for name, _, _, answer in self.model.questions if name == self._asked), "no")
            self._answers[self._asked] = "no" if now == "yes" else "yes"
            self._compute()
            self.redraw()

    def action_box(self) -> None:
        """The next box."""
        self._to_box(1)

    def action_box_before(self) -> None:
        """The box before."""
        self._to_box(-1)

    def _to_box(self, by: int) -> None:
        """The next box that the kind may go into; from the last one on to the next kind."""
        if not self._mine or self.model is None:
            return
        stops = [(lot.id, column.id) for lot in self._lots for column in self._columns if column.id in lot.into]
        if not stops:
            return
        now_at = ((self.spot or self.own_first_spot()), self._column)
        at = stops.index(now_at) + by if now_at in stops else 0
        self._digits = ""
        self.spot, self._column = stops[at % len(stops)]
        self._compute()
        self.redraw()

    def action_more(self) -> None:
        """Suppose one enemy unit more."""
        self._suppose(1)

    def action_fewer(self) -> None:
        """Suppose one enemy unit fewer."""
        self._suppose(-1)

    def _suppose(self, by: int) -> None:
        battle = self._battle() if self._mine else ""
        if battle and self.odds is not None:
            self._supposed[battle] = max(0, min(_ENEMIES, self.odds.enemy + by))
            self._compute()
            self.redraw()

    def takes(self, key: str, character: str | None) -> bool:
        """Digits say how many; two of them in a row are one number."""
        if self._mine and is_digit(character) and not self._asked:
            typed = (self._digits + character)[-2:]
            self._set(int(typed), digits=typed)
            return True
        if key == "backspace" and self._mine and self._digits:
            self._set(int(self._digits[:-1] or 0), digits=self._digits[:-1])
            return True
        return super().takes(key, character)

    def own_enter(self) -> None:
        """Commit; a refused order is given too, and the frame says why."""
        if self.model is not None:
            self.post_message(self.Ordered([self.model.line]))

    def own_enter_says(self) -> str | None:
        return "why not" if self.model is not None and self.model.refusals else "commit"

    def no_end(self) -> str:
        return "the boxes are committed with Enter, as they stand" if self._mine else super().no_end()

    def focused_order(self) -> str:
        return self.model.line if self._mine and self.model is not None else super().focused_order()

    # --- drawing

    def _under(self, line: Laid, typing: bool) -> bool:
        # The cursor stands in a cell, not on a line.
        return False

    def own_lay(self, width: int) -> list[Laid]:
        model = self.model
        if model is None:
            return []
        wide = width >= BESIDE
        room = width - PANE - RIM if wide else width
        laid = lay_boxes(model, self.spot, self._column, room, self.size.height < 20)
        if self.odds is not None:
            # Under the odds it would be cut off.
            laid += supposed_rows(self.odds, room)
        nothing = "Nothing fights there now." if self._battle() else "Fought on the board."
        pane = odds_rows(self.odds, PANE if wide else width - 4, nothing)
        pane.insert(0, odds_title(self.odds, PANE if wide else width - 4))
        if wide:
            return beside(laid, pane, width, PANE)
        return [*laid, BLANK, *(Laid(row("   ") + line) for line in pane)]

    def help_text(self) -> str:
        return (
            "The boxes are filled in secret: with several seats what is committed is sealed until all have committed, "
            "and no screen shows it to another seat (5.1, 5.2).\n"
            "Right puts one more unit of the kind into the box under the cursor, Shift+Right all that are left, Left "
            "takes one back; digits set the number, Tab goes to the next box. Enter commits.\n"
            "The forecast is exact for the enemy that you suppose: at first all that he has in play, plus and minus "
            "change it. What he has really placed is never looked at."
        )


def lay_boxes(model: Boxes, spot: str, at: str, width: int, low: bool) -> list[Laid]:
    """The boxes' lines; ``at`` is the column of the cursor."""
    sealed = ", sealed" if model.sealed else ""
    head = row(" ", (f"{glyphs.sign('whose')} {model.name} {model.task}", "now"), (sealed, "quiet"))
    laid = [Laid(spread(cut(head, width - len(model.rule) - 2), row((model.rule, "rule"), " "), width))]
    if model.then:
        laid += paragraph(f"Then {and_list(model.then)}.", width, "quiet")
    for note in model.notes:
        laid += paragraph(note, width, "quiet")
    if not low:
        laid.append(BLANK)
    names = min(max([8, *(len(lot.name) for lot in model.rows)]), max(10, width - 30))
    each = max(8, min(16, (width - names - 10) // max(1, len(model.columns))))
    titles = row((f"   {fit('', names)}{column('free', 6)}", "quiet"))
    for name, title, short in model.columns:
        said = title if len(title) < each else short
        titles = titles + row((column(said, each), "now" if name == at else "quiet"))
    if model.rows:
        laid.append(Laid(cut(titles, width)))
    for lot in model.rows:
        laid.append(Laid(cut(_lot_row(lot, lot.id == spot, at, names, each, model), width), lot.id))
    if model.rows:
        laid.append(Laid(cut(_totals_row(model, at, names, each), width)))
    for name, label, rule, answer in model.questions:
        here = spot == f"?{name}"
        turn = glyphs.sign("left-right")
        left = row(mark(here), (fit(answer, 4), "strong"), (turn if here else " " * len(turn), "quiet"), "  ")
        lines = [row(line) for line in wrap(label, width - left.width - 2)]
        rows = [(row(" " * left.width) if number else left) + text for number, text in enumerate(lines)]
        laid += [Laid(line, f"?{name}") for line in with_rule(rows, rule, width)]
    laid.append(BLANK)
    if model.refusals:
        laid += refusals(model.refusals, width)
    else:
        laid.append(Laid(cut(row((f" {glyphs.sign('done')} ", "changed"), (model.line, "quiet")), width)))
    return laid


def _totals_row(model: Boxes, at: str, names: int, each: int) -> Row:
    """How many units of those ready are placed, and what stands in each box as it counts there: a lent bomber is as
    many as it flies for."""
    have = sum(lot.have for lot in model.rows)
    placed = have - sum(lot.left for lot in model.rows)
    totals = row(("   " + fit("in all", names) + column(f"{placed}/{have}", 6), "quiet"))
    for (name, _, _), many in zip(model.columns, model.totals, strict=True):
        totals = totals + row((column(many, each), "now" if name == at else "strong" if many else "quiet"))
    return totals


def _lot_row(lot: LotRow, here: bool, at: str, names: int, each: int, model: Boxes) -> Row:
    left = row(
        mark(here),
        (fit(lot.name, names), "" if lot.have else "quiet"),
        (column(lot.left, 6), "refused" if lot.left < 0 else "strong" if lot.left else "quiet"),
    )
    for (name, _, _), many in zip(model.columns, lot.cells, strict=True):
        if many is None:
            left = left + row((column(glyphs.sign("none"), each), "quiet"))
        elif here and name == at:
            shown = f"[{many:>2}]"
            left = left + row(" " * (each - len(shown) + 1), (shown, "now"))
        else:
            left = left + row((column(many, each), "strong" if many else ""))
    return left
