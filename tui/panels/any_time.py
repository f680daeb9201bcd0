"""All orders that may be given now, over any step: what the step asks for and what may be ordered at any time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.binding import BindingType

from engine.kernel.orders import Form
from engine.kernel.outlook import Choice
from tui.frame_model import power_name
from tui.keys import bindings
from tui.models import any_time
from tui.models.any_time import Orders
from tui.panels.choosing import FORM, lay_forms
from tui.panels.laying import BLANK, Laid, mark, paragraph, plain
from tui.panels.step import OrdersPanel
from tui.rows import clean, fit, row


class AnyTimePanel(OrdersPanel):
    """A list of forms and of orders that are legal whole; Enter opens one, or gives it."""

    where: ClassVar[str] = "any-time"
    BINDINGS: ClassVar[list[BindingType]] = bindings("any-time")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.power = ""
        self.listed: Orders | None = None

    def show(self) -> None:
        self.outlook = self.desk.outlook()
        known = any_time.powers(self.desk)
        if self.power not in known:
            awaited = (power for power in self.outlook.awaits if power in known)
            self.power = next(awaited, known[0] if known else "")
        self.listed = any_time.orders(self.desk, self.power)
        if self.filling is not None:
            self.filling.read()
        self._retitle()
        self.redraw()

    def begin_with(self, power: str) -> None:
        """The list is this power's: the one whose block the cursor was in."""
        self.power = power

    def heading(self) -> str:
        if self.filling is not None:
            return super().heading()
        return f"Orders of {power_name(self.desk.campaign, self.power)}" if self.power else "Orders"

    def whose(self) -> str:
        return self.power

    def forms(self) -> tuple[Form, ...]:
        listed = self.listed
        return () if listed is None else (*listed.here, *listed.forms)

    def own_spots(self) -> Sequence[str]:
        if self.listed is None:
            return ()
        offered = [choice.text for choice in self.listed.offered]
        here = [*offered, *(f"{FORM}{form.verb}" for form in self.listed.here)]
        whole = [choice.text for choice in self.listed.choices]
        return [*here, *whole, *(f"{FORM}{form.verb}" for form in self.listed.forms)]

    def own_enter(self) -> None:
        if not self.enter_form() and self.spot:
            self.post_message(self.Ordered([self.spot]))

    def own_enter_says(self) -> str | None:
        return "" if not self.spot else "what if" if self.desk.watches else "order"

    def focused_order(self) -> str:
        if self.filling is not None or self.spot.startswith(FORM):
            return super().focused_order()
        return self.spot

    def action_power(self) -> None:
        """The next power of this seat."""
        known = any_time.powers(self.desk)
        if len(known) > 1:
            self.power = known[(known.index(self.power) + 1) % len(known)] if self.power in known else known[0]
            self.show()
            self.retitle()

    def action_back(self) -> None:
        """Back to the step at hand."""
        self.post_message(self.Closed())

    def own_lay(self, width: int) -> list[Laid]:
        listed = self.listed
        if listed is None:
            return []
        lines: list[Laid] = []
        if listed.offered or listed.here:
            lines.append(plain((" In this step", "heading")))
        lines += self._whole(listed.offered, width)
        lines += self._forms(listed.here, width)
        if listed.choices or listed.forms:
            lines += [BLANK] if lines else []
            lines.append(plain((" At any time", "heading")))
        lines += self._whole(listed.choices, width)
        lines += self._forms(listed.forms, width)
        if not lines:
            return paragraph("Nothing may be ordered now.", width, "quiet")
        return self.window(lines, 0)

    def _whole(self, choices: Sequence[Choice], width: int) -> list[Laid]:
        """Orders that have no boxes, a line each."""
        said = [clean(choice.order.sentence(self.desk.campaign)) for choice in choices]
        return [
            Laid(row(mark(choice.text == self.spot), fit(text, width - 3)), choice.text)
            for choice, text in zip(choices, said, strict=True)
        ]

    def _forms(self, forms: Sequence[Form], width: int) -> list[Laid]:
        return [line for line in lay_forms(forms, self.spot, width) if line.spot]

    def help_text(self) -> str:
        if self.filling is not None:
            return super().help_text()
        return (
            "Every order that may be given now: first the forms of the step at hand, then what belongs to no step. "
            "Enter opens a form, or gives an order that has no boxes; Tab goes to the next power of yours. What is "
            "refused is not shown; the order line (:) takes it all the same and says why."
        )
