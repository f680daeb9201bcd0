"""Quick entries from any step: losses in one line, and what changes hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from attrs import evolve
from textual.binding import BindingType

from engine.kernel.loss_line import LossLine
from engine.kernel.orders import Form
from engine.kernel.refusals import Refusal
from tui.keys import bindings
from tui.models import any_time
from tui.models.begun_forms import AsLeft, begun_forms
from tui.models.forms import Offer, entered, form_of
from tui.panels.filling import Filling
from tui.panels.form_host import FormHost
from tui.panels.laying import BLANK, Laid, paragraph, verbs_row
from tui.rows import clean


class QuickPanel(FormHost):
    """One of several forms over the step at hand: those of the ruleset's quick entry ``entry``, the first one first."""

    where: ClassVar[str] = "quick"
    once: ClassVar[bool] = True
    BINDINGS: ClassVar[list[BindingType]] = bindings("quick")
    entry: ClassVar[str] = ""
    nothing: ClassVar[str] = "This game has no such entry."
    """What is told where no form is open."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.at = 0
        self._given = False
        self._begins = ""
        self._seen = self.desk.campaign
        self._open()

    def _power(self) -> str:
        """The power that a form begins with: the first awaited of this seat."""
        if self._begins:
            return self._begins
        mine = [power for power, seat in self.desk.campaign.seats.items() if seat == self.desk.seat]
        return next((power for power in self.desk.outlook().awaits if power in mine), mine[0] if mine else "")

    def begin_with(self, power: str) -> None:
        """The forms begin with this power: the one whose block the cursor was in."""
        self._begins = power
        self._open()

    def _known(self) -> tuple[str, ...]:
        return entered(self.desk, self.entry)

    def _open(self) -> None:
        known = self._known()
        form = form_of(self.desk, known[self.at % len(known)], self._power()) if known else None
        self.filling = None if form is None else self.fill(form)

    def fill(self, form: Form) -> Filling:
        """The form opened."""
        return Filling(self.desk, form, give=self._give, leave=self._leave, left=self._left(form))

    def _left(self, form: Form) -> AsLeft:
        return begun_forms(self.desk).taken(form)

    def _keep(self) -> None:
        """Keep what is typed and not given until the form is opened again."""
        if not self._given and self.filling is not None:
            self.filling.keep()

    def _give(self, line: str) -> None:
        # It closes when the order has been carried out: until then what is typed can be mended.
        self._given = True
        self.post_message(self.Ordered([line]))

    def _leave(self) -> None:
        self._keep()
        self.post_message(self.Closed())

    def refused(self, refusals: Sequence[Refusal]) -> None:
        super().refused(refusals)
        self._given = False

    def show(self) -> None:
        if self.filling is not None and self.desk.campaign is not self._seen:
            # Another player has gone on: what can be completed is counted anew.
            self._seen = self.desk.campaign
            before = self.filling
            self._open()
            self.filling.go_on_from(before)
        if self.filling is not None:
            self.filling.read()
        self.redraw()

    def heading(self) -> str:
        return self.filling.form.title if self.filling is not None else "Nothing of the kind now"

    def last_spot(self) -> str:
        return next((spot for spot in reversed(self._places) if spot), "")

    def typed(self, key: str, character: str | None) -> bool:
        if self.filling is None:
            return False
        if key in ("ctrl+n", "ctrl+o", "pagedown", "pageup") and len(self._known()) > 1:
            self._keep()
            self.at = (self.at + (-1 if key == "pageup" else 1)) % len(self._known())
            self._open()
            self.retitle()
            used = True
        else:
            used = self.into_form(self.filling, key, character)
        self.redraw()
        return used

    def enter_says(self) -> str | None:
        return "" if self.filling is None else self.filling.enter_says()

    def footer_label(self, action: str) -> str | None:
        """Without a form there is nothing but the way out."""
        if self.filling is None:
            return None if action == "leave" else ""
        return self.filling.footer_label(action)

    def help_text(self) -> str:
        return self.filling.help_text() if self.filling is not None else ""

    def lay(self, width: int) -> list[Laid]:
        if self.filling is None:
            return paragraph(self.nothing, width, "quiet")
        laid: list[Laid] = []
        if len(self._known()) > 1:
            known = self._known()
            laid.append(verbs_row(known, self.at % len(known), width))
        return laid + self.filling.lay(width, self.size.height - len(laid))


class LossesPanel(QuickPanel):
    """Losses, depletions, repairs and units built, for any powers, in one line."""

    where: ClassVar[str] = "losses"
    BINDINGS: ClassVar[list[BindingType]] = bindings("losses")
    entry: ClassVar[str] = "losses"

    def fill(self, form: Form) -> Filling:
        """The form's one box is completed by whatever the game writes there."""
        fields = tuple(evolve(field, label="losses") for field in form.fields)
        return Filling(
            self.desk,
            evolve(form, fields=fields),
            give=self._give,
            leave=self._leave,
            left=self._left(form),
            completion=self._complete,
        )

    def _line(self) -> LossLine | None:
        """How the game writes the losses of the form at hand."""
        fields = self.filling.form.fields if self.filling is not None else ()
        return next((field.losses for field in fields if field.losses is not None), None)

    def _complete(self, before: str) -> tuple[Offer, ...]:
        line = self._line()
        offered = line.offers(self.desk.campaign, before) if line is not None else ()
        return tuple(Offer(one.text, clean(one.label)) for one in offered)

    def lay(self, width: int) -> list[Laid]:
        line = self._line()
        if line is None:
            return super().lay(width)
        return [*paragraph(clean(line.says), width, "quiet"), BLANK, *super().lay(width)]


class CapturePanel(QuickPanel):
    """What changes hands: places, countries, powers."""

    entry: ClassVar[str] = "capture"


class ChecksPanel(QuickPanel):
    """The checks of supply from any step: they are asked for while they are to come, and in them somebody is named."""

    entry: ClassVar[str] = "checks"
    nothing: ClassVar[str] = "No check of supply is to come in this player turn: ask in the next one."

    def _open(self) -> None:
        listed = any_time.orders(self.desk, self._power())
        now = {form.verb for form in (*listed.here, *listed.forms)}
        self._able = tuple(verb for verb in super()._known() if verb in now)
        super()._open()

    def _known(self) -> tuple[str, ...]:
        return self._able
