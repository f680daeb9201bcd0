"""Calculators: single rolls and figures of the rules for those who want nothing else; no campaign is needed."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Key, Paste
from textual.screen import Screen

from engine.kernel.calculators import Calculator, every
from tui import glyphs, keys
from tui.bars import Footer, Notice
from tui.copying import Copied, to_clipboard
from tui.lines import Lines, Row, fit, row, spread, wrap
from tui.models import calculators as model
from tui.models.edit import Edit, types
from tui.models.strategic_boxes import decimal, percent
from tui.panels.laying import caret, column, paragraph, refusals, signed
from tui.panels.strategic_odds import bar_rows

_BESIDE = 96


class CalculatorsScreen(Screen[None]):
    """The list of calculators, and the one that is open."""

    BINDINGS: ClassVar[list[BindingType]] = []
    AUTO_FOCUS = "CalculatorLines"

    DEFAULT_CSS = """
    CalculatorsScreen #title, CalculatorsScreen #footer, CalculatorsScreen #notice { height: 1; }
    CalculatorsScreen CalculatorLines { height: 1fr; padding: 0 1; }
    """

    def compose(self) -> ComposeResult:
        """A title, the lines, the keys."""
        yield CalculatorsTitle(id="title")
        yield CalculatorLines()
        yield Notice(id="notice")
        yield Footer(self.actions, id="footer")

    def actions(self) -> list[keys.Action]:
        """The actions that work on this screen."""
        lines = self.query(CalculatorLines)
        turns = bool(lines) and lines.first().turns
        every_key = [action for where in ("calculators", keys.ANYWHERE) for action in keys.of(where) if action.rank]
        idle = {("calculators", "turn")} if not turns else set()
        if not lines or lines.first().calculator is None:
            idle.add(("calculators", "copy"))
        else:
            idle.add(("calculators", "find"))
        return [action for action in every_key if (action.where, action.id) not in idle]

    def retitle(self) -> None:
        """Another calculator is open, or none, or another box has the caret."""
        self.query_one(CalculatorsTitle).redraw()
        self.query_one(Footer).redraw()

    def help_parts(self) -> tuple[str, str, str]:
        """What ``?`` explains."""
        text = (
            "One roll of a rule, resolved with the faces that you type, or its exact odds while the dice are left "
            "empty. The same rules as in a campaign work it out; `warledger calc` does the same on the command line. "
            "What cannot be is refused with its rule while you type."
        )
        return "Calculators", text, "calculators"


class CalculatorsTitle(Lines):
    """Which calculator is open."""

    can_focus = False

    def rows(self, width: int) -> list[Row]:
        lines = self.screen.query(CalculatorLines)
        at_hand = lines.first().calculator if lines else None
        said = f"   {at_hand.title}" if at_hand is not None else "   calculators"
        right = row((at_hand.rule, "rule"), " ") if at_hand is not None else row()
        return [spread(row((" Warledger", "now"), (said, "title")), right, width).on("bar")]


class CalculatorLines(Lines, can_focus=True):
    """The list, or the boxes of one calculator with what they come to."""

    def __init__(self) -> None:
        super().__init__()
        self.calculator: Calculator | None = None
        self.edits: dict[str, Edit] = {}
        self.at = 0
        self.answer = model.Answer()
        self._every = model.known()
        self._known = self._every
        self.searching: Edit | None = None
        """What the list is searched by while it is typed."""
        self._chosen = 0
        self._line_of: list[int] = []
        self._fresh = True

    # --- acting

    def on_key(self, event: Key) -> None:
        """What is searched by first, then keys of the registry, then what is typed in a box."""
        if self.searching is not None and self._searched(event.key, event.character):
            event.stop()
            event.prevent_default()
            self.redraw()
            self._in_sight()
            return
        action = next((bound for bound in keys.of("calculators") if event.key in bound.keys.split(",")), None)
        if action is not None:
            getattr(self, f"do_{action.id}")(event.key)
        elif not self._typed(event.key, event.character):
            return
        event.stop()
        event.prevent_default()
        self.redraw()
        self._in_sight()
        self._retitle()

    def on_paste(self, event: Paste) -> None:
        """Pasted text goes into the box."""
        if self.calculator is not None:
            event.stop()
            self._set(self.edits[self._box].insert(event.text))
            self.redraw()

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """What is typed reaches no key of the program."""
        return (self.calculator is not None or self.searching is not None) and types(character)

    def _searched(self, key: str, character: str | None) -> bool:
        """A key while the list is searched; the arrows and Enter go on in what was found."""
        if self.searching is None or self.calculator is not None or key in ("up", "down", "enter"):
            return False
        if key == "escape":
            self._sift(None)
            return True
        edit = self.searching.pressed(key, character)
        if edit is not None:
            self._sift(edit)
        return edit is not None

    def _sift(self, by: Edit | None) -> None:
        self.searching = by
        self._known = model.found(self._every, by.text) if by is not None else self._every
        self._chosen = 0
        self._retitle()

    @property
    def turns(self) -> bool:
        """Whether the box with the caret has a few choices to turn through."""
        return self.calculator is not None and model.fields(self.calculator, self.edits)[self.at].turns

    @property
    def _box(self) -> str:
        return list(self.edits)[self.at]

    def _typed(self, key: str, character: str | None) -> bool:
        if self.calculator is None:
            return False
        edit = self.edits[self._box]
        if self._fresh and character is not None and character.isprintable():
            # Typing over what stood there begins it anew; a list of names is gone on with.
            edit = Edit() if self._box != model.ROLLS and self._spec_kind() != "names" else edit
        changed = edit.pressed(key, character)
        if changed is None:
            return False
        self._fresh = False
        self._set(changed)
        return True

    def _spec_kind(self) -> str:
        return self.calculator.named[self._box].kind if self.calculator is not None else ""

    def _set(self, edit: Edit) -> None:
        self.edits[self._box] = edit
        if self.calculator is not None:
            self.answer = model.answer(self.calculator, self.edits)

    def _to(self, at: int) -> None:
        if self.calculator is not None:
            self._set(model.completed(self.calculator, self._box, self.edits[self._box]))
            self.at = max(0, min(len(self.edits) - 1, at))
            self._fresh = True
        else:
            self._chosen = max(0, min(len(self._known) - 1, at))

    def do_find(self, key: str) -> None:
        """Search the list; in a box the sign is typed."""
        if self.calculator is None:
            self._sift(Edit())
        else:
            self._typed(key, "/")

    def do_up(self, key: str) -> None:
        """The line before."""
        self._to((self.at if self.calculator is not None else self._chosen) - 1)

    def do_down(self, key: str) -> None:
        """The next line."""
        self._to((self.at if self.calculator is not None else self._chosen) + 1)

    def do_first(self, key: str) -> None:
        """To the first calculator; in a box, to the beginning of what is typed."""
        self._to(0) if self.calculator is None else self._typed(key, None)

    def do_last(self, key: str) -> None:
        """To the last calculator; in a box, behind what is typed."""
        self._to(len(self._known) - 1) if self.calculator is None else self._typed(key, None)

    def do_open(self, key: str) -> None:
        """Open the calculator under the cursor; in it, the next box."""
        if self.calculator is not None:
            self._to(self.at + 1 if self.at < len(self.edits) - 1 else 0)
            return
        if self._known:
            self.open(self._known[self._chosen].name)

    def open(self, name: str) -> None:
        """Open a calculator by its name."""
        self.calculator = every()[name]
        self.edits = model.beginning(self.calculator)
        self.at, self._fresh = 0, True
        self.answer = model.answer(self.calculator, self.edits)
        self._retitle()

    def do_turn(self, key: str) -> None:
        """Turn through a few choices, or move the caret."""
        if self.calculator is None:
            return
        field = model.fields(self.calculator, self.edits)[self.at]
        if field.turns:
            by = -1 if key == "left" else 1
            self._set(model.turned(self.calculator, field.name, field.typed, by))
            self._fresh = True
        else:
            self._typed(key, None)

    def do_back(self, key: str) -> None:
        """To the list, and from there back."""
        if self.calculator is None:
            self.screen.dismiss()
            return
        self.calculator = None
        self._retitle()

    def do_copy(self, key: str) -> None:
        """Copy what the boxes come to."""
        page = None
        if self.calculator is not None:
            lines = [*self._boxes(_BESIDE), row(), *answer_rows(self.answer, _BESIDE)]
            page = Copied.of(self.calculator.title, lines, [at for at, _ in enumerate(self._boxes(_BESIDE))])
        self.screen.query_one(Notice).say([to_clipboard(self.app, page)])

    def _retitle(self) -> None:
        screen = self.screen
        if isinstance(screen, CalculatorsScreen):
            screen.retitle()

    def _in_sight(self) -> None:
        if self.calculator is not None:
            self.show_line(self.at + 1)
        elif self._known:
            line = self._line_of[self._chosen]
            # The heading over the first of a group is seen with it.
            above = max(0, line - 1)
            self.show_line(above if above < self.scroll_offset.y else line)

    # --- drawing

    def rows(self, width: int) -> list[Row]:
        if self.calculator is None:
            return self._list(width)
        boxes = self._boxes(width if width < _BESIDE else width * 9 // 20)
        if width < _BESIDE:
            return [*boxes, row(), *answer_rows(self.answer, width)]
        left = width * 9 // 20
        right = answer_rows(self.answer, width - left - 3)
        rows = []
        for at in range(max(len(boxes), len(right) + 1)):
            head = boxes[at] if at < len(boxes) else row()
            tail = right[at - 1] if 0 < at <= len(right) else row()
            gap = row(" " * max(0, left - head.width), (f" {glyphs.sign('down')} ", "rim"))
            rows.append(Row((*head.pieces, *gap.pieces, *tail.pieces)))
        return rows

    def _list(self, width: int) -> list[Row]:
        rows = [row()]
        if self.searching is not None:
            rows[0] = row("  find ", *caret(self.searching, min(30, width - 10)).pieces)
        if not self._known:
            rows.append(row(("  no calculator has these words", "quiet")))
        names = max((len(calculator.name) for calculator in self._every), default=8)
        self._line_of, group = [], ""
        for at, calculator in enumerate(self._known):
            if calculator.group != group:
                group = calculator.group
                rows += [row((f"  {group}", "heading"))] if at == 0 else [row(), row((f"  {group}", "heading"))]
            self._line_of.append(len(rows))
            sign = (f"{glyphs.sign('now')} " if at == self._chosen else "  ", "now")
            line = spread(
                row(sign, (fit(calculator.name, names + 2), "strong"), calculator.title),
                row((calculator.rule, "rule")),
                width,
            )
            rows.append(line.on("cursor") if at == self._chosen else line)
        return rows

    def _boxes(self, width: int) -> list[Row]:
        assert self.calculator is not None
        every_field = model.fields(self.calculator, self.edits)
        labels = max(len(field.name) for field in every_field)
        rows = [row()]
        for at, field in enumerate(every_field):
            here = at == self.at
            sign = (f"{glyphs.sign('now')} " if here else "  ", "now")
            head = row(sign, (fit(field.name.replace("_", " "), labels), "now" if here else "heading"), "  ")
            room = max(8, width - head.width - 1)
            if here:
                turn = f"  {glyphs.sign('left-right')}" if field.turns else ""
                rows.append(
                    head + caret(field.typed, min(room, max(10, len(field.typed.text) + 1))) + row((turn, "quiet"))
                )
                said = f"{field.about}: {', '.join(field.offers)}" if field.offers else field.about
                rows += [row(" " * (labels + 4), (line, "quiet")) for line in wrap(said, room)] if said else []
                continue
            text = field.typed.text or ("needed" if field.required else glyphs.sign("none"))
            rows.append(
                head + row((fit(text, min(room, max(1, len(text)))), "strong" if field.typed.text else "quiet"))
            )
        return rows


def answer_rows(answer: model.Answer, width: int) -> list[Row]:
    """What the fields come to, for the eye."""
    lines: list[Row] = []
    for problem in answer.problems:
        lines += [line.row for line in paragraph(f"{glyphs.sign('next')} {problem}", width, "quiet")]
    lines += [line.row for line in refusals(answer.refusals, width)]
    if answer.problems or answer.refusals:
        return lines
    if answer.bars:
        lines.append(row((f" {answer.main}", "heading")))
        lines += bar_rows(
            [(bar.label, float(bar.chance)) for bar in answer.bars], [percent(bar.chance) for bar in answer.bars], width
        )
        lines.append(row())
        lines += _columns([(f"mean {label}", decimal(value)) for label, value in answer.means], width)
    lines += _columns(list(answer.figures), width)
    if answer.causes:
        lines.append(row())
    for label, value, rule in answer.causes:
        lines.append(spread(row(f" {column(signed(value), 5)}  ", label), row((rule, "rule"), " "), width))
    if answer.sampled:
        lines.append(row((f" sampled from {answer.sampled} runs, not exact", "quiet")))
    return lines


def _columns(pairs: list[tuple[str, str]], width: int) -> list[Row]:
    """Labels with their figures, two side by side where there is room."""
    many = 2 if width >= 64 else 1
    each = width // many
    rows = []
    for at in range(0, len(pairs), many):
        line = row()
        for label, value in pairs[at : at + many]:
            line = line + spread(row((f" {label}", "quiet")), row((value, "strong"), "   "), each)
        rows.append(line)
    return rows
