"""Strategic movement and grants: what may go, where to and what it takes; several orders chosen, then given at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.binding import BindingType

from engine.kernel.outlook import Outlook
from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.sheets.moving import Moves
from tui import glyphs
from tui.keys import bindings
from tui.models.edit import Edit
from tui.models.moving import AtHand, MoveRow, Moving, Purse, at_hand, moves, moving, said
from tui.models.strategic_build import ends_the_step
from tui.panels.choosing import FORM, lay_forms
from tui.panels.counting import CountingPanel, Number
from tui.panels.laying import (
    BLANK,
    Laid,
    caret,
    column,
    hung,
    labelled,
    mark,
    order_line,
    paragraph,
    refusals,
    task,
    with_rule,
)
from tui.panels.step import DONE
from tui.rows import Row, clean, cut, fit, row, spread

MOST, MONEY = 99, 999
"""What keys and digits give at most, of things and of money."""
_LEAST_SEEN = 5
"""Rows of what may go that stay in sight, however much stands below them."""


class MovingPanel(CountingPanel):
    """What one power moves or grants in a step."""

    where: ClassVar[str] = "moving"
    wants: ClassVar[int] = 66
    BINDINGS: ClassVar[list[BindingType]] = bindings("moving")

    model: Moving | None = None
    hand: AtHand | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._moves: Moves | None = None
        self._counts: dict[str, int] = {}
        self._ways: dict[str, int] = {}
        self._find = ""
        self._search: Edit | None = None
        self._here: tuple[int, str, str] = (0, "", "")
        self._given: tuple[str, ...] = ()

    # --- reading

    def read(self, outlook: Outlook) -> bool:
        known = moves(self.desk, outlook)
        if known is None:
            return False
        here = (self.desk.campaign.progress.turn, outlook.step, known.power)
        if here != self._here:
            self._here, self._counts, self._ways, self._find, self._search = here, {}, {}, "", None
            self.spot = ""
        self._moves = known
        self._read_again()
        return True

    def refused(self, refusals: Sequence[Refusal]) -> None:
        """The moves were refused: they stay chosen and can be mended."""
        super().refused(refusals)
        self._given = ()

    def carried_out(self) -> None:
        """What was chosen is given by now."""
        super().carried_out()
        if self._given:
            self._counts, self._given = {}, ()

    def _read_again(self) -> None:
        if self._moves is None or self.outlook is None:
            return
        self.model = moving(self.desk, self.outlook, self._moves, self._counts, self._ways, self._find)
        if self.spot not in self.own_spots():
            self.spot = self.own_first_spot()
        move = self.row_at_hand()
        self.hand = at_hand(self.desk, self._moves, move) if move is not None else None

    def moved(self) -> None:
        super().moved()
        if self.acting:
            self._read_again()

    def own_spots(self) -> Sequence[str]:
        if self.model is None:
            return ()
        return [*(move.id for move in self.model.rows), DONE, *(f"{FORM}{form.verb}" for form in self.forms())]

    def own_first_spot(self) -> str:
        return next(iter(self.own_spots()), "")

    def row_at_hand(self) -> MoveRow | None:
        """The row under the cursor."""
        rows = self.model.rows if self.model is not None else ()
        return next((move for move in rows if move.id == self.spot), None)

    # --- acting

    def number(self) -> Number | None:
        move = self.row_at_hand()
        if move is None:
            return None
        if not move.counted:
            return Number(move.many, 1, most=1, typed=1)
        if move.unit:
            # Money beyond a limit may be typed: a reader sees what forbids it.
            every = move.usual if move.have is None else min(move.have, move.usual)
            return Number(move.many, every, most=MONEY, typed=MONEY)
        return Number(move.many, move.have or 0, most=MOST if move.have is None else move.have)

    def take(self, many: int) -> None:
        self._counts[self.spot] = many
        self._read_again()
        self.redraw()

    def action_goal(self) -> None:
        """The next way for the row under the cursor."""
        self._turn(1)

    def action_goal_before(self) -> None:
        """The way before."""
        self._turn(-1)

    def _turn(self, by: int) -> None:
        move = self.row_at_hand() if self.acting else None
        if move is not None:
            self._ways[move.id] = (self._ways.get(move.id, 0) + by) % move.ways
            self._read_again()
            self.redraw()

    def action_find(self) -> None:
        """Type what is looked for."""
        if self.acting and self.model is not None:
            self._search = Edit.of(self._find)
            self.redraw()

    def done(self) -> str:
        return self.model.done if self.model is not None else ""

    def _finish(self) -> None:
        """Give all that is chosen, and end the step for this power."""
        if self.model is None:
            return
        # Where nothing is left to move the step is over, and a 'done' would end the next one.
        ends = () if ends_the_step(self.desk, self.model.lines) else (self.done(),)
        self._give([*self.model.lines, *ends])

    def passing(self) -> str:
        """All steps of this segment."""
        if not self.acting or self.model is None:
            return super().passing()
        last = self._last_step()
        return f"{self.done()} through {last}" if last and self.done() else ""

    def pass_on(self, line: str) -> None:
        """Give what is chosen together with the order that passes on."""
        self._give([*(self.model.lines if self.acting and self.model is not None else ()), line])

    def _last_step(self) -> str:
        """The last step of the segment at hand in this half."""
        here = self.step
        steps = self.desk.ruleset.sequence.steps
        mine = [
            step.id for step in steps if here is not None and (step.segment, step.half) == (here.segment, here.half)
        ]
        return mine[-1] if mine else ""

    def _give(self, lines: Sequence[str]) -> None:
        self._given = tuple(lines)
        self.post_message(self.Ordered(lines))

    def own_enter(self) -> None:
        """Give what is chosen; with nothing chosen nothing goes, and one of what stands under the
        cursor is chosen."""
        if self.model is None:
            return
        if self.spot == DONE:
            self._finish()
        elif self.spot.startswith(FORM):
            self.enter_form()
        elif self.model.lines:
            self._give(self.model.lines)
        else:
            self.count(1)

    def own_enter_says(self) -> str | None:
        chosen = self.model is not None and self.model.lines
        if self.spot == DONE:
            return "give, go on" if chosen else "go on"
        return "give" if chosen else "choose one"

    def idle(self, action: str) -> str:
        if action in ("enter", "more", "every") and self.hand is not None and self.hand.refusals:
            return self.hand.refusals[0].reason
        return super().idle(action)

    def focused_order(self) -> str:
        move = self.row_at_hand() if self.acting else None
        return move.line if move is not None else super().focused_order()

    def focused_path(self) -> str:
        purses = self.model.purses if self.model is not None and self.acting else ()
        return next((purse.points.path for purse in purses if purse.points.path), "")

    def whose(self) -> str:
        return self.model.power if self.model is not None and self.acting else ""

    # --- typing

    def typing(self) -> bool:
        return self._search is not None or super().typing()

    def typed(self, key: str, character: str | None) -> bool:
        if self._search is None:
            return super().typed(key, character)
        if key in ("enter", "escape", "down", "up"):
            self._find = "" if key == "escape" else self._find
            self._search = None
        elif (edit := self._search.pressed(key, character)) is not None:
            self._search, self._find = edit, edit.text
        else:
            return False
        self._read_again()
        self.redraw()
        return True

    # --- drawing

    def own_lay(self, width: int) -> list[Laid]:
        if self.model is None:
            return []
        top = lay_head(self.model, self.hand, width)
        if self._search is not None:
            top.append(Laid(row("   find ", *caret(self._search, 30).pieces)))
        elif self._find:
            top.append(
                Laid(
                    row(("   only with ", "quiet"), (self._find, "strong"), (f", {self.model.hidden} hidden", "quiet"))
                )
            )
        rows = lay_rows(self.model, self.spot, width)
        last = Laid(_sum(self.model, self.spot == DONE, width), DONE)
        known = lay_hand(self.model, self.row_at_hand(), self.hand, width)
        taken = len(top) + 1 + len(known)
        shown = self.window(rows, min(taken, max(len(top) + 1, self.size.height - _LEAST_SEEN)))
        below = [*lay_forms(self.forms(), self.spot, width), *lay_notices(self.model, width)]
        return [*top, *shown, last, *known, *below]

    def help_text(self) -> str:
        return (
            f"{super().help_text()}\n"
            "Plus and minus, or digits, choose how many; A takes all, or of money what one Fleet carries. Tab turns "
            "through the ways: where to, what is passed, whose Fleets and points. Slash looks for a name. Enter gives "
            "all that is chosen at once, with nothing chosen it chooses one of the line under the cursor. D goes to "
            "the line on which Enter gives what is chosen and ends the step for this power; > passes the whole "
            "segment. A half is a depleted unit's."
        )


def lay_head(model: Moving, hand: AtHand | None, width: int) -> list[Laid]:
    """Who moves, and the points that pay: those of the power, and others that are touched."""
    laid = task(f"{model.name} {model.deed}", f", {model.free} {model.money} free.", model.rule, width)
    touched = {points.id for points, _ in hand.takes} if hand is not None else set()
    for at, purse in enumerate(model.purses):
        own = at == 0 or purse.points.path == model.purses[0].points.path
        if own or purse.points.id in touched or purse.after != purse.points.left:
            laid += _purse(purse, width)
    return laid


def _purse(purse: Purse, width: int) -> list[Laid]:
    points = purse.points
    left = row(f"   {clean(points.title)}  ", (said(points.left, points.parts), "strong"))
    left = left + row(f" of {said(points.most, points.parts)}")
    if purse.after is not None and purse.after != points.left:
        ink = "refused" if purse.after < 0 else "changed"
        left = left + row((f" {glyphs.sign('to')} {said(purse.after, points.parts)}", ink))
    causes = points.found.lines
    told = f"  = {', '.join(f'{clean(line.label)} {line.value}' for line in causes)}" if len(causes) > 1 else ""
    rules = row((clean(", ".join(points.found.rules)), "rule"), " ")
    if left.width + len(told) + 2 + rules.width < width:
        return [Laid(spread(left + row((told, "quiet")), rules, width))]
    return [Laid(spread(left, rules, width)), *paragraph(told.strip(), width, "quiet", indent=5)]


def lay_rows(model: Moving, spot: str, width: int) -> list[Laid]:
    """What may go, under its headings."""
    laid: list[Laid] = []
    heading = ""
    names = _names(model, width)
    for move in model.rows:
        if move.heading != heading:
            heading = move.heading
            said_of = f" {heading}"
            if not laid:
                said_of = f"{fit(said_of, names + 3)}{column('have', 5)}{column('go', 5)}   where to"
            laid.append(Laid(cut(row((said_of, "quiet")), width)))
        laid += [Laid(line, move.id) for line in _rows(move, move.id == spot, names, width)]
    if not laid:
        laid = paragraph("Nothing may go.", width, "quiet")
    return laid


def _names(model: Moving, width: int) -> int:
    """The columns that names take."""
    return min(max([10, *(len(_titled(move)) for move in model.rows)]), max(16, width - 34))


def _titled(move: MoveRow) -> str:
    return f"{move.title}, {move.note}" if move.note else move.title


def _rows(move: MoveRow, here: bool, names: int, width: int) -> list[Row]:
    many = str(move.many) if move.many else glyphs.sign("none")
    have = glyphs.sign("none") if move.have is None else str(move.have)
    goal = clean(move.goal.title)
    # Another way than this one is a Tab away.
    turn = "  tab" if here and move.ways > 1 else ""
    name, more = labelled(_titled(move), names)
    line = row(
        mark(here),
        name,
        column(have if move.counted else "", 5),
        (column(many, 5), "changed" if move.many else "quiet"),
        (f"   {goal}", "strong" if here else ""),
    )
    # What is to be known of the way is told in full of the line under the cursor.
    note = row((f"  {clean(move.goal.note)}", "quiet")) if move.goal.note else row()
    line = line + (note if line.width + note.width + len(turn) <= width else row()) + row((turn, "key"))
    return [line, *(row("     ", text) for text in more)]


def _sum(model: Moving, here: bool, width: int) -> Row:
    orders = f"{model.chosen} order{'s' if model.chosen != 1 else ''}"
    does = f"Give {orders}, and done" if model.lines else "Done, go on"
    total = row()
    if model.cost:
        after = model.free - model.cost
        total = row(f"{model.cost} {model.money}   {model.free} {glyphs.sign('to')} ")
        total = total + row((str(after), "refused" if after < 0 else "changed"), " ")
    return spread(row(mark(here), (does, "strong"), ("   d", "key")), total, width)


def lay_hand(model: Moving, move: MoveRow | None, hand: AtHand | None, width: int) -> list[Laid]:
    """Why what is chosen cannot be given; what the row under the cursor takes, or why it is refused."""
    laid = refusals(model.refusals, width)
    if move is None or hand is None:
        return laid
    if hand.refusals and not (move.many and hand.refusals == model.refusals):
        laid += refusals(hand.refusals, width)
    elif not hand.refusals:
        laid += order_line(move.line, width)
    laid += [line for points, takes in hand.takes for line in _takes(clean(points.title), takes, points.parts, width)]
    if move.goal.note:
        laid += paragraph(f"{move.goal.title}: {move.goal.note}", width, "quiet", rule=move.goal.rule, indent=3)
    return laid


def lay_notices(model: Moving, width: int) -> list[Laid]:
    """What is to be known here."""
    laid: list[Laid] = []
    heading = ""
    for notice in model.notices:
        if notice.heading != heading:
            heading = notice.heading
            laid += [BLANK, *paragraph(heading, width, "strong")]
        laid += paragraph(notice.text, width, rule=notice.rule, indent=3)
    return laid


def _takes(title: str, figure: Breakdown, parts: int, width: int) -> list[Laid]:
    told = " + ".join(f"{said(line.value, parts)} {clean(line.label)}" for line in figure.lines)
    lines = hung(row("   "), f"takes {said(figure.total, parts)} of the {title}: {told}", width - 1, "quiet")
    return [Laid(line) for line in with_rule(lines, ", ".join(figure.rules), width)]
