"""What every panel of a step has: the end of the campaign, a decision, and waiting for others go before its content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from textual.binding import BindingType

from engine.kernel.orders import Form
from engine.kernel.outlook import Outlook
from engine.kernel.refusals import Refusal
from tui.frame_model import power_name
from tui.keys import bindings
from tui.models.awaited import of_seat
from tui.models.begun_forms import AS_LEFT, KEPT, NOTHING, begun_forms
from tui.models.choices import ChoiceRow, Choices, choices
from tui.models.led_past import onward, waits
from tui.models.strategic_boxes import OddsView, odds
from tui.models.waiting import Ending, Waiting, ending, waiting
from tui.panels.choosing import FORM, lay_choices, lay_chosen, lay_ending, lay_forms, lay_question, lay_waiting
from tui.panels.filling import Filling
from tui.panels.form_host import FormHost
from tui.panels.laying import (
    BLANK,
    RIM,
    SPREAD,
    TEXT,
    Laid,
    beside,
    split,
)
from tui.panels.strategic_odds import BESIDE, PANE, odds_rows, odds_title, supposed_rows
from tui.rows import row
from tui.words import and_list, begun

DONE = "done"
"""The spot of the line that ends the step."""

_FEWEST = 4
"""Choices of a long list that are always in sight."""


class OrdersPanel(FormHost):
    """A step with choices: each with its cost and, where it is refused, the reason; under them the forms of what is
    not offered whole. Subclasses show their own."""

    where: ClassVar[str] = "orders"
    BINDINGS: ClassVar[list[BindingType]] = bindings("orders")
    most: ClassVar[int] = SPREAD
    own_most: ClassVar[int] = TEXT
    """Columns that the panel's own content is never wider than."""

    outlook: Outlook | None = None
    choices: Choices | None = None
    ended: Ending | None = None
    waits: Waiting | None = None
    weighed: OddsView | None = None
    """What may come of the choice under the cursor, where the ruleset can say."""
    _form_given: bool = False

    # --- reading

    def show(self) -> None:
        before, was_over = self.outlook, self.ended is not None
        self.outlook = outlook = self.desk.outlook()
        if before is not None and before.step != outlook.step:
            self.spot = ""
            self._close_form()
        self.ended = ending(self.desk, outlook) if outlook.over else None
        idle = not outlook.choices and not outlook.forms
        self.waits = waiting(self.desk, outlook) if idle and not outlook.over else None
        self.choices = None
        if self.ended is not None or self.waits is not None or outlook.decision is not None:
            self._close_form()
        mine = self.ended is None and self.waits is None
        if mine and (outlook.decision is not None or not self.read(outlook)):
            self.choices = choices(self.desk, outlook)
        self._weigh()
        if self.filling is not None:
            self.filling.read()
        self._retitle()
        self.redraw()
        if self.ended is not None and not was_over:
            # How it ended stands on top, wherever the step that ended it was scrolled to.
            self.scroll_home(animate=False)

    def _weigh(self) -> None:
        if self.choices is not None and self.spot not in self.spots():
            self.spot = self.first_spot()
        choice = self.chosen()
        self.weighed = odds(self.desk, choice.gives, "", None) if choice is not None and choice.legal else None

    def moved(self) -> None:
        self._weigh()

    def read(self, outlook: Outlook) -> bool:
        """Read the panel's own content; False where the plain list of choices is to be shown."""
        return False

    # --- the list of choices

    def spots(self) -> Sequence[str]:
        if self.outlook is None:
            # Drawn before anything is read: a cursor that stood somewhere now would stay there.
            return ()
        if self.choices is not None:
            return [*(choice.order for choice in self.choices.rows), *(f"{FORM}{form.verb}" for form in self.forms())]
        return () if self.ended is not None or self.waits is not None else self.own_spots()

    def forms(self) -> tuple[Form, ...]:
        """What may be filled in here."""
        return self.outlook.forms if self.outlook is not None else ()

    def first_spot(self) -> str:
        """What a decision takes by default; what the step waits for, such as a roll that is due; where all may be
        left, the end of the step, so that Enter alone does nothing but go on; else the first choice that is legal, or
        the first form."""
        if self.outlook is None:
            return ""
        if self.choices is None:
            return self.own_first_spot()
        legal = [choice for choice in self.choices.rows if choice.legal]
        asked = self.outlook.decision
        if asked is None and waits(self.desk):
            to_do = [choice.order for choice in legal if not choice.ends]
            if to_do:
                return to_do[0]
        default = [choice for choice in legal if (choice.order == asked.default if asked is not None else choice.ends)]
        forms = (f"{FORM}{form.verb}" for form in self.forms())
        return next((choice.order for choice in (*default, *legal)), next(forms, super().first_spot()))

    def own_spots(self) -> Sequence[str]:
        """The spots of the panel's own content."""
        return ()

    def own_first_spot(self) -> str:
        """Where the cursor stands first in the panel's own content."""
        return super().first_spot()

    def own_lay(self, width: int) -> list[Laid]:
        """The lines of the panel's own content."""
        return []

    def own_enter(self) -> None:
        """Enter in the panel's own content."""

    def lay(self, width: int) -> list[Laid]:
        if self.ended is not None:
            return lay_ending(self.ended, width, colours=self.app.theme != "monochrome")
        if self.waits is not None:
            return lay_waiting(self.waits, width)
        if self.filling is not None:
            return self.filling.lay(min(width, TEXT), self.size.height)
        if self.choices is not None:
            return self.lay_choosing(width, step_lines(self))
        return self.own_lay(min(width, self.own_most))

    def lay_choosing(self, width: int, lines: Sequence[str]) -> list[Laid]:
        """The choices; with what may come of the one at hand where that is known, a long list then being cut."""
        choices = self.choices
        if choices is None:
            return []
        if self.weighed is None:
            room, _ = split(width)
            laid = [*lay_question(choices, room, lines), *lay_choices(choices, self.spot, room)]
            forms = lay_forms(self.forms(), self.spot, room)
            return self.told(laid, partial(lay_chosen, choices, self.spot), width, forms)
        wide = width >= BESIDE
        room = width - PANE - RIM if wide else width
        head, listed = lay_question(choices, room, lines), lay_choices(choices, self.spot, room)
        after = lay_chosen(choices, self.spot, room)
        told = [BLANK, *supposed_rows(self.weighed, room)]
        pane = odds_rows(self.weighed, PANE if wide else width - 4)
        pane.insert(0, odds_title(self.weighed, PANE if wide else width - 4, keys=False))
        taken = len(head) + len(after) + len(told) + (0 if wide else len(pane) + 1)
        shown = self.window(listed, min(taken, max(len(head), self.size.height - _FEWEST)))
        laid = [*head, *shown, *after, *told]
        forms = lay_forms(self.forms(), self.spot, width)
        if wide:
            return [*beside(laid, pane, width, PANE), *forms]
        return [*laid, BLANK, *(Laid(row("   ") + line) for line in pane), *forms]

    def chosen(self) -> ChoiceRow | None:
        """The choice under the cursor."""
        rows = self.choices.rows if self.choices is not None else ()
        return next((choice for choice in rows if choice.order == self.spot), None)

    def enter(self) -> None:
        """The order is given even where it is refused; the frame then says why."""
        if self.choices is None:
            if self.hands_over():
                self.post_message(self.HandedOver())
            elif self.ended is None and self.waits is None:
                self.own_enter()
            return
        choice = self.chosen()
        if choice is not None:
            self.post_message(self.Ordered([choice.order]))
        else:
            self.enter_form()

    def hands_over(self) -> bool:
        """Whether the step waits for another seat, to whom this terminal may be handed."""
        return self.waits is not None and self.waits.another

    def focused_order(self) -> str:
        if self.filling is not None:
            return self.filling.model.verdict.order
        choice = self.chosen()
        return choice.order if choice is not None else ""

    def enter_says(self) -> str | None:
        if self.filling is not None:
            return self.filling.enter_says()
        if self.ended is not None or self.waits is not None:
            return "hand over" if self.hands_over() else ""
        if self.spot.startswith(FORM):
            return "open"
        if self.choices is None:
            return self.own_enter_says()
        choice = self.chosen()
        if choice is None:
            return ""
        asked = self.outlook is not None and self.outlook.decision is not None
        return "why not" if not choice.legal else "decide" if asked else "go on" if choice.ends else "order"

    def footer_label(self, action: str) -> str | None:
        """Who waits has nothing to choose, and lines are scrolled where they do not fit."""
        fits = self.max_scroll_y <= 0
        if self.filling is not None:
            return "" if action == "page" and fits else self.filling.footer_label(action)
        if self.where != "waiting":
            return None
        return "" if action == "ponder" or (action == "up" and fits) else None

    def own_enter_says(self) -> str | None:
        """What Enter does in the panel's own content (see Panel)."""
        return "go on" if self.spot == DONE else None

    @property
    def acting(self) -> bool:
        """Whether the panel's own content stands there, and not a choice, a form or who is awaited."""
        free = self.choices is None and self.filling is None
        return free and self.waits is None and self.ended is None

    # --- ending the step: a letter never does, Enter on its line and > do

    def ending(self) -> str:
        """The spot on which Enter ends the step, '' where there is none."""
        if self.choices is not None:
            return next((choice.order for choice in self.choices.rows if choice.ends), "")
        return DONE if DONE in self.spots() else ""

    def action_finish(self) -> None:
        """To the line that ends the step."""
        spot = self.ending()
        if not spot:
            self.tell(self.no_end())
        elif spot == self.spot:
            self.tell("Enter goes on from here; d alone changes nothing")
        else:
            self.stand(spot)

    def no_end(self) -> str:
        """Why no key ends what is asked here."""
        if self.ended is not None:
            return "the campaign is over"
        if self.waits is not None:
            return f"waiting for {self.waits.for_whom}"
        if self.outlook is not None and not self._is_awaited(self.outlook):
            # What the board shows may be entered at any time; the step is the others' to end.
            names = and_list([power_name(self.desk.campaign, power) for power in self.outlook.awaits])
            return f"waiting for {names}" if names else "nobody is awaited here"
        if self.outlook is not None and self.outlook.decision is not None:
            return "an answer is awaited: Enter gives the one under the cursor"
        return "an order is awaited here: it ends when it is given"

    def _is_awaited(self, outlook: Outlook) -> bool:
        """Whether a power of this seat is awaited."""
        return bool(of_seat(self.desk, outlook.awaits))

    def passing(self) -> str:
        """The order that ends the step and passes on, as far as the board may go on by itself; '' where there is
        none."""
        done = self.done_order()
        if not done:
            return ""
        last = onward(self.desk, self.desk.checklist()).last
        return f"{done} through {last.id}" if last is not None else done

    def step_end(self) -> str:
        """The order among those that are offered that ends the step, '' where none does."""
        offered = self.outlook.choices if self.outlook is not None else ()
        return next((choice.text for choice in offered if choice.ends and not choice.refused), "")

    def done_order(self) -> str:
        """The order that ends the step, '' where none does."""
        return (
            next((choice.order for choice in self.choices.rows if choice.ends), "") if self.choices is not None else ""
        )

    def unfinished(self) -> str:
        """What is chosen here and not given yet, so that nothing is passed over; '' for nothing."""
        return ""

    def action_onward(self) -> None:
        """Pass on, where nothing is left to give."""
        line, left = self.passing(), self.unfinished()
        if not line:
            self.tell(self.no_end())
        elif left:
            if spot := self.ending():
                self.stand(spot)
            self.tell(left)
        else:
            self.pass_on(line)

    def pass_on(self, line: str) -> None:
        """Give the order that ends the step, or several."""
        self.post_message(self.Ordered([line]))

    # --- the form under the hands

    def enter_form(self) -> bool:
        """Open the form under the cursor; False where there is none."""
        form = next((form for form in self.forms() if self.spot == f"{FORM}{form.verb}"), None)
        if form is None:
            return False
        self.open_form(form)
        return True

    def open_form(self, form: Form) -> None:
        """Open a form. What stood in it when it was left is there again, unless the panel now begins it with something
        else."""
        left, given = begun_forms(self.desk).taken(form), self.begun(form)
        if any(left.typed.get(name, text) != text for name, text in given.items()):
            left = NOTHING
        self.filling = Filling(self.desk, form, give=self._give_form, leave=self._leave_form, given=given, left=left)
        if left.typed:
            self.tell(AS_LEFT)
        self._retitle()
        self.redraw()

    def begun(self, form: Form) -> Mapping[str, str]:
        """What stands in a form's boxes as it opens, beside its own defaults; subclasses say."""
        return {}

    def _retitle(self) -> None:
        """The footer names the keys of what is under the hands: of an open form, of a question, else the panel's."""
        before = self.where
        vars(self).pop("where", None)
        if self.filling is not None:
            vars(self)["where"] = "form"
        elif self.waits is not None or self.ended is not None:
            vars(self)["where"] = "waiting"
        elif self.choices is not None:
            asked = self.outlook is not None and self.outlook.decision is not None
            vars(self)["where"] = "battle" if asked else OrdersPanel.where
        if self.where != before:
            self.retitle()

    def _give_form(self, line: str) -> None:
        # The form stays until the order is carried out: one that is refused can be mended.
        self._form_given = True
        self.post_message(self.Ordered([line]))

    def _leave_form(self) -> None:
        if self.filling is not None and self.filling.keep():
            self.tell(KEPT)
        self._close_form()
        self.redraw()

    def refused(self, refusals: Sequence[Refusal]) -> None:
        super().refused(refusals)
        self._form_given = False

    def carried_out(self) -> None:
        if self._form_given:
            self._close_form()

    def _close_form(self) -> None:
        self._form_given = False
        if self.filling is not None:
            self.filling = None
            self._retitle()

    def typed(self, key: str, character: str | None) -> bool:
        if self.filling is None:
            return False
        if key in ("pagedown", "pageup"):
            # What stands below the form is read; the next key that is typed comes back to its box.
            page = max(1, self.size.height - 2)
            self.scroll_relative(y=page if key == "pagedown" else -page, animate=False, immediate=True)
            return True
        used = self.into_form(self.filling, key, character)
        self._retitle()
        self.redraw()
        return used

    def heading(self) -> str:
        return super().heading() if self.filling is None else begun(self.filling.form.title)

    def help_text(self) -> str:
        return super().help_text() if self.filling is None else self.filling.help_text()


def step_lines(panel: OrdersPanel) -> tuple[str, ...]:
    """What a step says of itself; nothing where a question says all."""
    step = panel.step
    asked = panel.outlook is not None and panel.outlook.decision is not None
    return () if step is None or asked else step.says(panel.desk.campaign)
