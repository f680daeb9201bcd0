"""The step of diplomatic rolls: the list of targets, from which one is named; the chances stand beside it, and beside
the form in which it is named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from attrs import evolve
from textual.binding import BindingType

from engine.kernel.orders import Form
from engine.kernel.outlook import Choice, Outlook
from engine.kernel.sheets.diplomacy import Chances, Supposed
from tui.keys import bindings
from tui.models.awaited import of_seat
from tui.models.diplomacy import Naming, TargetRow, answered, naming, of_order
from tui.models.verdicts import words
from tui.panels import ladder
from tui.panels.choosing import FORM, lay_forms
from tui.panels.diplomacy import Weighing
from tui.panels.laying import BLANK, RIM, TEXT, Laid, beside, hung, mark, refusals
from tui.panels.step import DONE, OrdersPanel, step_lines
from tui.rows import Row, clean, row, wrap

_FORM_PANE = 34
"""Columns of the chances beside an open form."""


class NamingPanel(OrdersPanel, Weighing):
    """Targets to name, by the power whose turn it is."""

    where: ClassVar[str] = "naming"
    own_most: ClassVar[int] = Weighing.most
    BINDINGS: ClassVar[list[BindingType]] = bindings("naming")

    _power: str = ""
    _order: Naming | None = None
    """The order that would name the target under the cursor as it is supposed."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._given: Mapping[str, str] = {}
        self._last: Supposed | None = None
        self._moment: tuple[object, ...] = ()
        self._of_form: tuple[str, int | None, Chances | None] = ("", None, None)
        self._of_answer: tuple[tuple[str, int], Chances | None] = (("", 0), None)

    # --- reading

    def read(self, outlook: Outlook) -> bool:
        self.read_targets()
        self._power = self._acting(outlook)
        moment = (self.desk.campaign.progress.turn, outlook.step, self._power)
        if moment != self._moment:
            # Another power names: what was supposed of its rolls is not its.
            self._moment, self._supposed, self.spot = moment, {}, ""
        if self.board is None or not self.board.rows or not self._power:
            return False
        if self.spot not in self.own_spots():
            self.spot = self.own_first_spot()
        self.weigh()
        return True

    def _acting(self, outlook: Outlook) -> str:
        """The power of this seat that is to name a target."""
        return next(iter(of_seat(self.desk, outlook.awaits)), "")

    def moved(self) -> None:
        super().moved()
        self.weigh()

    def weigh(self) -> None:
        super().weigh()
        self._last = self.thought.supposed if self.thought is not None else self._last
        self._order = naming(self.desk, self.thought) if self.thought is not None else None

    def supposing(self, target: TargetRow) -> Supposed:
        """The power at hand rolls, where it may and the player has thought of no other."""
        supposed = super().supposing(target)
        return supposed if supposed.by or not target.open_to(self._power) else evolve(supposed, by=self._power)

    # --- the cursor

    def own_spots(self) -> Sequence[str]:
        forms = [f"{FORM}{form.verb}" for form in self._other_forms()]
        return [
            *self.target_spots(),
            *([DONE] if self.step_end() else []),
            *(choice.text for choice in self._others()),
            *forms,
        ]

    def own_first_spot(self) -> str:
        """A target where the power at hand has points; else the form of what it may do instead; else the line that
        ends the step."""
        rows = self.board.rows if self.board is not None else ()
        mine = (target.spot for target in rows if not target.closed and target.lying.get(self._power))
        return next(mine, self._first_form() or (DONE if self.step_end() else super().own_first_spot()))

    def _first_form(self) -> str:
        """The form of what this step offers besides: who has paid for it is led to it, not past it."""
        offered = {choice.order.verb for choice in self._others() if not choice.refused}
        return next((f"{FORM}{form.verb}" for form in self._other_forms() if form.verb in offered), "")

    def _names(self) -> tuple[str, str]:
        return self.board.names if self.board is not None else ("", "")

    def _others(self) -> list[Choice]:
        """What is offered besides naming targets and ending the step."""
        offered = self.outlook.choices if self.outlook is not None else ()
        return [choice for choice in offered if not choice.ends and choice.order.verb != self._names()[0]]

    def _other_forms(self) -> list[Form]:
        return [form for form in self.forms() if form.verb != self._names()[0]]

    def _naming(self) -> Form | None:
        """The form in which a target is named."""
        return next((form for form in self.forms() if form.verb == self._names()[0]), None)

    def done_order(self) -> str:
        return self.step_end() if self.acting else super().done_order()

    # --- acting

    def own_enter(self) -> None:
        if self.spot == DONE:
            self.post_message(self.Ordered([self.step_end()]))
        elif self.spot.startswith(FORM):
            form = next((form for form in self.forms() if self.spot == f"{FORM}{form.verb}"), None)
            self._given = self._proposed(form) if form is not None else {}
            self.enter_form()
        elif self.target is not None:
            self._open_naming()
        elif choice := self._choice():
            self.post_message(self.Ordered([choice.text]))

    def _open_naming(self) -> None:
        target, form = self.target, self._naming()
        if self._order is not None and (self.at_once or self._never):
            # Where there is no such roll at all no box can help: the order says why.
            self.post_message(self.Ordered([self._order.order.text]))
            return
        if target is None or form is None:
            self.tell("nothing can be named here now")
            return
        self._given = {self._names()[1]: target.id, **self._proposed(form)}
        self.open_form(form)

    def _proposed(self, form: Form) -> Mapping[str, str]:
        """The target that the cursor stands on, or stood on last, and the alliance that is supposed to be attacked, for
        boxes that are empty: these know their own words."""
        last = self._last
        if last is None:
            return {}
        words = (last.target, last.against)
        empty = [field for field in form.fields if not field.default]
        return {field.name: word for field in empty for word in words if word and word in field.choices}

    @property
    def _never(self) -> bool:
        """Whether the target under the cursor is named by nobody, whatever the boxes say."""
        return self.target is not None and bool(self.target.closed)

    @property
    def at_once(self) -> bool:
        """Whether Enter gives the order that is supposed: it has no boxes that are not on the screen."""
        return self.board is not None and not self.board.supposes

    def begun(self, form: Form) -> Mapping[str, str]:
        names = {field.name for field in form.fields}
        return {name: word for name, word in self._given.items() if name in names}

    def _choice(self) -> Choice | None:
        return next((choice for choice in self._others() if choice.text == self.spot), None)

    def own_enter_says(self) -> str | None:
        if self.spot == DONE:
            return "go on"
        if self.target is not None and (self.at_once or self._never):
            return "" if self._order is None else "why not" if self._order.refusals else "order"
        if self.target is not None:
            return "open" if self._naming() is not None else ""
        choice = self._choice()
        return "" if choice is None else "why not" if choice.refused else "order"

    def focused_order(self) -> str:
        if not self.acting:
            return super().focused_order()
        if self.spot == DONE:
            return self.step_end()
        if self.target is not None:
            return self._order.order.text if self._order is not None else ""
        return self.spot if self._choice() is not None else ""

    def idle(self, action: str) -> str:
        return self.nothing_to_suppose(action) or super().idle(action)

    def footer_label(self, action: str) -> str | None:
        # An open form, a question and who is awaited have keys of their own.
        return Weighing.footer_label(self, action) if self.acting else OrdersPanel.footer_label(self, action)

    def bar_says(self) -> tuple[object, ...]:
        return *super().bar_says(), self.acting

    # --- drawing

    def own_keys(self) -> ladder.Keys:
        return ladder.Keys("", self.key_of("more"), self.key_of("by"), self.key_of("against"))

    def own_lay(self, width: int) -> list[Laid]:
        return self.lay_targets(width, self._below)

    def lay(self, width: int) -> list[Laid]:
        told = self._form_chances()
        if told is None or self.filling is None:
            return super().lay(width)
        wide, pane = self._told_beside(told, width)
        if wide:
            laid = self.filling.lay(min(width - _FORM_PANE - RIM, TEXT), self.size.height)
            return beside(laid, pane, width, _FORM_PANE)
        laid = self.filling.lay(min(width, TEXT), max(6, self.size.height - len(pane) - 1))
        return [*laid, BLANK, *(Laid(row(" ") + line) for line in pane)]

    def lay_choosing(self, width: int, lines: Sequence[str]) -> list[Laid]:
        told = self._answer_chances()
        if told is None:
            return super().lay_choosing(width, lines)
        wide, pane = self._told_beside(told, width)
        if wide:
            return beside(super().lay_choosing(width - _FORM_PANE - RIM, lines), pane, width, _FORM_PANE)
        return [*super().lay_choosing(width, lines), BLANK, *(Laid(row(" ") + line) for line in pane)]

    def _told_beside(self, told: Chances, width: int) -> tuple[bool, list[Row]]:
        """The chances for beside a form or a question, or for under it where there is no room: which of both, and what
        stands there."""
        if self.board is None:
            # A question comes before the list of targets is read.
            self.read_targets()
        wide, board = width >= ladder.BESIDE, self.board
        columns = _FORM_PANE if wide else width - 2
        pane = ladder.odds(told, board, columns, _NO_KEYS, self.named) if board is not None else []
        pane = [row(("What may come of it", "heading")), *pane, *(ladder.causes(told, columns) if wide else [])]
        return wide, ladder.short(pane, self.room) if wide else pane

    def _answer_chances(self) -> Chances | None:
        """What may come of the roll under way with the answer under the cursor."""
        choice = self.chosen()
        if choice is None or not choice.legal:
            return None
        if self._of_answer[0] != (choice.order, self.desk.last_number):
            self._of_answer = ((choice.order, self.desk.last_number), answered(self.desk, choice.gives))
        return self._of_answer[1]

    def _form_chances(self) -> Chances | None:
        """What may come of the roll that stands in the open form, against the defence that is supposed of its
        target."""
        said = self.filling.model.verdict if self.filling is not None else None
        if said is None or said.meant is None or self.filling is None or self.filling.form.verb != self._names()[0]:
            return None
        defence = self.thought.supposed.defence if self.thought is not None else None
        if self._of_form[:2] != (said.order, defence):
            self._of_form = (said.order, defence, of_order(self.desk, said.meant, defence))
        return self._of_form[2]

    def told_of(self, width: int) -> list[Row]:
        if self.target is None:
            about = (self.board.about if self.board is not None else ()) or step_lines(self)
            return [row((line, "quiet")) for said in about for line in wrap(clean(said), width)]
        return super().told_of(width)

    def objections(self, width: int) -> list[Row]:
        """What stands against naming the target goes before what it would bring."""
        order = self._order
        if self.thought is None or self.thought.refused or order is None:
            return []
        cost = order.order.cost(self.desk.campaign)
        if order.refusals:
            return [line.row for line in refusals(order.refusals, width)]
        return [row((f"costs {cost.total}", "quiet"))] if cost.lines else []

    def _below(self, width: int) -> list[Laid]:
        """The line that ends the step, what else is offered, and the forms."""
        laid = [Laid(row(mark(self.spot == DONE), "Done, go on"), DONE)] if self.step_end() else []
        for choice in self._others():
            ink = "quiet" if choice.refused else ""
            said: list[Row] = hung(
                row(mark(self.spot == choice.text)), words(choice.order, self.desk.campaign), width - 1, ink
            )
            laid += [Laid(line, choice.text) for line in said]
            if choice.refused and self.spot == choice.text:
                laid += [
                    Laid(line) for line in hung(row("     "), clean(choice.refused[0].reason), width - 1, "refused")
                ]
        return [*laid, *lay_forms(self._other_forms(), self.spot, width)[1:]]

    def help_text(self) -> str:
        if not self.acting:
            told = self._form_chances() if self.filling is not None else self._answer_chances()
            return super().help_text() + self._chances_told(told)
        if self.board is not None and self.board.about:
            return self.whole_help(f"{' '.join(self.board.about)} Enter on a target tries for it; e supposes a chit.")
        return self.whole_help(
            "Targets are named here, by one power after the other, the lowest hand first (16.1.3). Enter on a target "
            "opens the form that names it: the alliance whose influence is attacked, chits, allies. Each alliance may "
            "name a target once a year; POPs that took part are used up.\n"
            "The odds are exact for the defence that you suppose: plus and minus change it, tab attacks another "
            "alliance, e and c suppose chits. What others have hidden is never looked at."
        )

    def _chances_told(self, told: Chances | None) -> str:
        """All that stands beside a form or a question, for help."""
        if told is None or self.board is None:
            return ""
        rows = [*ladder.odds(told, self.board, ladder.HELP, _NO_KEYS, self.named), *ladder.causes(told, ladder.HELP)]
        return "\n".join(["", "", *(line.text for line in rows)])


_NO_KEYS = ladder.Keys("", "", "", "")
