"""Panels in which the cursor stands on a number: keys raise it, lower it and fill it, and digits say it."""

from __future__ import annotations

from typing import Any

from engine.kernel.values import frozen
from tui.models.edit import is_digit
from tui.panels.step import OrdersPanel

MOST = 99


@frozen
class Number:
    """The number under the cursor: what it is ``now``, the ``least`` and ``most`` that keys give it, and how many there
    are in ``all``; typed digits may say up to ``typed``, so that a reader sees why so many are refused."""

    now: int
    all: int
    least: int = 0
    most: int = MOST
    typed: int = MOST


class CountingPanel(OrdersPanel):
    """Subclasses give ``number`` (what the cursor stands on) and ``take`` (it becomes so many)."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._digits = ""

    def number(self) -> Number | None:
        """What the cursor stands on, None where that is no number."""
        return None

    def take(self, many: int) -> None:
        """The number under the cursor becomes so many."""

    def done(self) -> str:
        """The order that ends the step, '' where it cannot be ended here."""
        return ""

    def moved(self) -> None:
        self._digits = ""
        super().moved()

    def action_more(self) -> None:
        """One more."""
        self.count(1)

    def action_fewer(self) -> None:
        """One fewer."""
        self.count(-1)

    def count(self, by: int) -> None:
        """So many more."""
        number = self.number() if self.acting else None
        if number is not None:
            self._digits = ""
            most = max(number.most, number.now if by < 0 else number.least)
            self.take(max(number.least, min(most, number.now + by)))

    def action_every(self) -> None:
        """All that there are."""
        number = self.number() if self.acting else None
        if number is not None and number.all > 0:
            self._digits = ""
            self.take(number.all)

    def takes(self, key: str, character: str | None) -> bool:
        """Digits say how many."""
        number = self.number() if self.acting else None
        if number is not None and is_digit(character):
            # A second digit is added where there may be so many, else it begins anew.
            more = self._digits + character
            self._digits = more if int(more) <= number.most else character
            self.take(max(number.least, min(number.typed, int(self._digits))))
            return True
        if number is not None and key == "backspace" and self._digits:
            self._digits = self._digits[:-1]
            self.take(max(number.least, int(self._digits or 0)))
            return True
        self._digits = ""
        return super().takes(key, character)

    def done_order(self) -> str:
        return self.done() if self.acting else super().done_order()

    def give_done(self) -> None:
        """End the step."""
        if self.done():
            self.post_message(self.Ordered([self.done()]))


class ScrolledPanel(CountingPanel):
    """One whose cursor stands in a short list at the top: pages turn to what stands below it."""

    def action_page_down(self) -> None:
        """On to what stands below the list."""
        self.scroll_relative(y=max(1, self.size.height - 4), animate=False, immediate=True)

    def action_page_up(self) -> None:
        """Back to the list."""
        self.scroll_relative(y=-max(1, self.size.height - 4), animate=False, immediate=True)
