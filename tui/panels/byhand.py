"""A step done on the board: what to do, figures and forms to enter what came of it, Enter to go on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from engine.kernel.grammar import is_number
from engine.kernel.outlook import Outlook
from tui import glyphs
from tui.keys import bindings
from tui.models.byhand import ByHand, FieldRow, by_hand
from tui.models.edit import Edit, is_digit
from tui.panels.choosing import FORM, lay_forms
from tui.panels.laying import BLANK, Laid, caret, hung, labelled, mark, paragraph
from tui.panels.laying import refusals as reasons
from tui.panels.step import OrdersPanel
from tui.rows import Row, cut, row, spread

if TYPE_CHECKING:
    from tui.models.battles import Battle
    from tui.models.combat import Before
    from tui.panels.filling import Filling

_FEWEST_BETWEEN = 3
"""Figures and forms that stay in sight in a low window."""


class ByHandPanel(OrdersPanel):
    """The panel of every step that has none of its own."""

    where: ClassVar[str] = "by-hand"
    BINDINGS: ClassVar[list[BindingType]] = bindings("by-hand")

    model: ByHand | None = None
    _decisive: Sequence[Row] = ()
    _edit: Edit | None = None
    _untouched = False
    """Whether nothing has been typed yet into a figure that was opened with what stands there."""
    _step: str = ""

    battle: Battle | None = None
    """The battle under way, such as an Automatic Victory that aircraft may answer."""

    # --- reading

    def show(self) -> None:
        self.battle = None
        if self.desk.campaign.pending:
            from tui.models.battles import battles

            fought = battles(self.desk)
            self.battle = fought[-1] if fought and fought[-1].open else None
        super().show()

    def read(self, outlook: Outlook) -> bool:
        key = f"{self.desk.campaign.progress.turn} {outlook.step}"
        if key != self._step:
            self._step = key
            self._typed: dict[str, str] = {}
            self._edit = None
            self._close_form()
            self.spot = ""
        self.model = by_hand(self.desk, outlook, self.desk.checklist(), self._typed)
        return True

    def _read_again(self) -> None:
        if self.outlook is not None:
            self.read(self.outlook)
        self.redraw()

    # --- spots

    def own_spots(self) -> Sequence[str]:
        model = self.model
        if model is None:
            return ()
        spots = [f"field:{field.path}" for field in model.fields]
        spots += [text for text, _ in model.offered] + [f"{FORM}{form.verb}" for form in self.forms()]
        if model.done:
            spots.append("done")
        if model.onward:
            spots.append("onward")
        return spots

    def own_first_spot(self) -> str:
        """The end of the step, so that one Enter goes on."""
        spots = self.own_spots()
        return "done" if "done" in spots else spots[0] if spots else ""

    def _field(self) -> FieldRow | None:
        fields = self.model.fields if self.model is not None else ()
        return next((field for field in fields if self.spot == f"field:{field.path}"), None)

    def _offered(self) -> bool:
        """Whether an order without boxes is under the cursor."""
        return self.model is not None and any(text == self.spot for text, _ in self.model.offered)

    # --- acting

    def own_enter(self) -> None:
        field = self._field()
        if field is not None:
            # A choice is typed by its beginning, a free figure is mended.
            known = field.typed if field.typed is not None else field.now
            self._edit = Edit() if field.choices else Edit.of(known)
            self._untouched = True
            self.redraw()
        elif self.enter_form():
            return
        elif self._offered():
            self.post_message(self.Ordered([self.spot]))
        elif self.spot == "onward":
            self.action_onward()
        elif self.model is not None and self.model.done and not self.model.refusals:
            self.post_message(self.Ordered(self.model.orders))

    def own_enter_says(self) -> str | None:
        if self._field() is not None:
            return "type"
        if self._offered():
            return "order"
        if self.spot == "onward":
            return "pass on"
        return "why not" if self.model is not None and self.model.refusals else super().own_enter_says()

    def idle(self, action: str) -> str:
        if action == "enter" and self.model is not None and self.model.refusals:
            return self.model.refusals[0].reason
        return super().idle(action)

    def passing(self) -> str:
        """Everything done by hand up to the next decision; where that comes next, this step alone."""
        if self.choices is not None or self.waits is not None or self.ended is not None or self.model is None:
            return super().passing()
        if self.outlook is not None:
            # What stops him may have been said or switched off since.
            self.read(self.outlook)
        return self.model.onward or self.model.done

    def unfinished(self) -> str:
        """A figure that cannot be set holds the step."""
        refusals = self.model.refusals if self.model is not None and self.choices is None else ()
        return refusals[0].reason if refusals else ""

    def pass_on(self, line: str) -> None:
        """Give the figures together with the order that passes on."""
        rulings = self.model.orders[:-1] if self.model is not None and self.choices is None else ()
        self.post_message(self.Ordered((*rulings, line)))

    def action_before(self) -> None:
        """The choice before in a figure with choices."""
        self._turn(-1)

    def action_after(self) -> None:
        """The next choice in a figure with choices."""
        self._turn(1)

    def _turn(self, by: int) -> None:
        field = self._field()
        if field is None or not field.choices:
            return
        now = field.typed if field.typed is not None else field.now
        at = field.choices.index(now) + by if now in field.choices else 0 if by > 0 else -1
        self._typed[field.path] = field.choices[at % len(field.choices)]
        self._read_again()

    # --- typing

    def typing(self) -> bool:
        return super().typing() or (self.choices is None and self._edit is not None)

    def takes(self, key: str, character: str | None) -> bool:
        """A digit on a figure begins its entry."""
        field = self._field() if self.choices is None and self.ended is None and self.waits is None else None
        if not self.typing() and field is not None and (is_digit(character) or character == "-"):
            self._edit = Edit()
        return super().takes(key, character)

    def typed(self, key: str, character: str | None) -> bool:
        if self.filling is not None:
            return super().typed(key, character)
        field = self._field()
        if field is None or self._edit is None:
            self._edit = None
            return False
        if key == "escape":
            self._edit = None
        elif key in ("enter", "tab", "up", "down"):
            text = self._edit.text.strip()
            if text or not field.choices:
                self._typed[field.path] = _whole(field, text)
            self._edit = None
            self._read_again()
            if key != "enter" or not (self._field() or field).refusals:
                self._go_on(field, key)
        else:
            untouched, self._untouched = self._untouched, False
            begins = untouched and (is_digit(character) or character == "-")
            # The first digit replaces the figure: a 1 typed over 0 is 1 and not 01.
            edit = (Edit() if begins and is_number(self._edit.text) else self._edit).pressed(key, character)
            if edit is None:
                return False
            self._edit = edit
        self.redraw()
        return True

    def _go_on(self, field: FieldRow, key: str) -> None:
        """From the last figure to the end of the step: forms that stand between are not on the way."""
        last = self.model is not None and field.path == self.model.fields[-1].path
        if last and key in ("enter", "tab"):
            self.stand(self.own_first_spot())
        else:
            self.move(-1 if key == "up" else 1)

    def pasted(self, text: str) -> None:
        if self.filling is None and self._edit is not None:
            self._edit = self._edit.insert(text)
        super().pasted(text)

    def focused_order(self) -> str:
        if self.choices is not None or self.model is None or self.filling is not None:
            return super().focused_order()
        if self._offered():
            return self.spot
        return self.model.onward if self.spot == "onward" else self.model.done

    def focused_path(self) -> str:
        field = self._field() if self.filling is None else None
        return field.path if field is not None else ""

    # --- drawing

    def lay(self, width: int) -> list[Laid]:
        """A battle that is being announced stands with its odds, one under way under what it asks."""
        self._decisive = []
        if self.waits is not None or self.ended is not None:
            return super().lay(width)
        if self.filling is not None and (before := self._before(self.filling)) is not None:
            from tui.panels.combat import lay_building

            laid, self._decisive = lay_building(self.filling, before, width, self.size.height)
            return laid
        laid = super().lay(width)
        if self.battle is None or self.choices is None:
            return laid
        from tui.panels.battle_picture import decisive, lay_battle

        self._decisive = decisive(self.battle, width)
        return [*laid, BLANK, *lay_battle(self.battle, width)]

    def _before(self, filling: Filling) -> Before | None:
        """The battle that would come of the order under the hands, None where none would."""
        order = filling.model.verdict.meant
        if order is None or not order.fights:
            return None
        from tui.models.combat import previewed

        before = previewed(self.desk, order)
        return before if before is not None and before.known else None

    def pinned(self) -> list[Row]:
        return list(self._decisive)

    def own_lay(self, width: int) -> list[Laid]:
        model = self.model
        if model is None:
            return []
        laid: list[Laid] = []
        for at, line in enumerate(model.lines or ("Do this on the board.",)):
            last = at == max(0, len(model.lines) - 1)
            laid += paragraph(line, width, rule=model.rule if last else "")
        if model.who:
            laid += paragraph(f"For {model.who}.", width, "quiet")
        if model.occasions:
            laid += paragraph(f"Comes up: {'; '.join(model.occasions)}.", width, "quiet")
        between = [*self._fields(model, width), *self._whole(model, width), *lay_forms(self.forms(), self.spot, width)]
        ends = self._ends(model, width)
        whole = [*laid, *between, *ends]
        if len(whole) > self.room:
            return self._fitted(laid, between, ends, width)
        for title, reason in model.passed[-3:]:
            told = paragraph(f"{glyphs.sign('skipped')} {title}: {reason}", width, "quiet")
            # What was passed is seen in the sequence too; it never makes the step scroll.
            whole += told if len(whole) + len(told) <= self.room else []
        return whole

    def _fitted(self, said: list[Laid], between: list[Laid], ends: list[Laid], width: int) -> list[Laid]:
        """In a low window the step opens at its first line and its end stays in sight: what to do is cut, and figures
        and forms follow the cursor."""
        ends = [line for line in ends if line.row.text.strip()]
        between = [line for line in between if line.row.text.strip()]
        room = max(2, self.size.height - len(ends))
        kept = min(len(between), max(_FEWEST_BETWEEN, room - len(said)))
        most = max(1, room - kept)
        if len(said) > most:
            more = Laid(cut(row(("   and more: ? tells all", "quiet")), width))
            said = [*said[: max(1, most - 1)], *([more] if most > 1 else [])]
        shown = self.window(between, self.size.height - max(1, room - len(said))) if between else []
        return [*said, *shown, *ends]

    def _whole(self, model: ByHand, width: int) -> list[Laid]:
        """The orders that have no boxes."""
        laid = [BLANK] if model.offered else []
        for text, said in model.offered:
            laid += [Laid(line, text) for line in hung(row(mark(text == self.spot)), said, width - 1)]
        return laid

    def _fields(self, model: ByHand, width: int) -> list[Laid]:
        if not model.fields:
            return []
        laid = [BLANK]
        labels = min(max(len(field.label) for field in model.fields), max(16, width - 26))
        for field in model.fields:
            here = self.spot == f"field:{field.path}"
            label, more = labelled(field.label, labels)
            under = [row("     ", text) for text in more]
            laid += [Laid(line, f"field:{field.path}") for line in (self._field_row(field, here, label, width), *under)]
            if field.changed:
                laid += reasons(field.refusals, width)
        return laid

    def _field_row(self, field: FieldRow, here: bool, label: str, width: int) -> Row:
        head = row(mark(here), label, "  ")
        right = row((field.rule, "rule"), " ") if field.rule else row()
        if here and self._edit is not None:
            offered = row((f" {' '.join(_fits(field, self._edit.text))}", "quiet")) if field.choices else row()
            return cut(
                spread(cut(head + caret(self._edit, 16) + offered, width - right.width - 1), right, width), width
            )
        now = field.now or glyphs.sign("none")
        if not field.changed:
            turn = f" {glyphs.sign('left-right')}" if here and field.choices else ""
            return spread(head + row((now, "strong"), (turn, "quiet")), right, width)
        shown = row((f"{now} {glyphs.sign('to')} ", "quiet"), (field.typed or glyphs.sign("none"), "changed"))
        return spread(head + shown, right, width)

    def _ends(self, model: ByHand, width: int) -> list[Laid]:
        if not model.done:
            return []
        changed = sum(1 for field in model.fields if field.changed)
        said = "Done, go on" if not changed else f"Set {changed} figure{'s' if changed > 1 else ''} and go on"
        laid = [BLANK, Laid(row(mark(self.spot == "done"), (said, "strong")), "done")]
        if model.onward:
            line = f"Pass on to {model.onward_next}"
            tail = f"through {model.onward_title}"
            short = len(line) + len(tail) + 10 < width
            head = row(mark(self.spot == "onward"), line, (f"   {tail}" if short else "", "quiet"))
            laid.append(Laid(spread(head, row((">", "key"), " "), width), "onward"))
            if not short:
                laid += paragraph(tail, width, "quiet", indent=5)
        return [*laid, BLANK, *reasons(model.refusals, width)] if model.refusals else [*laid, BLANK]

    def help_text(self) -> str:
        if self.filling is not None:
            return super().help_text()
        own = (
            "This step is done on the board; the program keeps its figures. Enter on a figure types it, digits begin "
            "at once, left and right turn through choices. Every figure that you set becomes a ruling in the journal. "
            "A sentence is an order that is given as it stands. "
            "Enter on the last line ends the step; > passes all steps done by hand up to the next decision."
        )
        return "\n".join(part for part in (super().help_text(), own) if part)


def _fits(field: FieldRow, text: str) -> list[str]:
    return [choice for choice in field.choices if choice.startswith(text.strip().lower())]


def _whole(field: FieldRow, text: str) -> str:
    """A typed beginning of one of the choices, written out."""
    fits = _fits(field, text) if text else []
    if text in field.choices:
        return text
    if not field.choices and is_number(text):
        return str(int(text))
    return fits[0] if len(fits) == 1 else text
