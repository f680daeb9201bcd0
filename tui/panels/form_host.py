"""A panel in which a form may be open: what is typed, pasted and clicked goes into it while it is."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.refusals import Refusal
from tui import keys
from tui.panels.cursor import CursorPanel
from tui.panels.filling import Filling


class FormHost(CursorPanel):
    """``filling``: the form that is open, None for none. Subclasses open and close it."""

    filling: Filling | None = None
    _why_not: bool = False
    """Whether the line above the footer says why the order was not given."""

    def refused(self, refusals: Sequence[Refusal]) -> None:
        super().refused(refusals)
        self._why_not = True

    def focused_order(self) -> str:
        return self.filling.model.verdict.order if self.filling is not None else super().focused_order()

    def at_line(self) -> str:
        return self.filling.box if self.filling is not None else super().at_line()

    def typing(self) -> bool:
        return self.filling is not None or super().typing()

    def prose(self) -> bool:
        return self.filling.prose if self.filling is not None else super().prose()

    def bar_says(self) -> tuple[object, ...]:
        if self.filling is None:
            return super().bar_says()
        # A box and its list have keys of their own.
        labels = tuple(self.footer_label(action.id) for action in keys.of(self.where) if action.rank)
        return *super().bar_says(), *labels

    def into_form(self, form: Filling, key: str, character: str | None) -> bool:
        """A key into an open form; where Enter leaves it as it stood the reason is said. False where the form has no
        use for the key."""
        before = form.standing()
        used = form.typed(key, character)
        if key == "enter" and form.standing() == before and (why := form.idle()):
            self.tell(why)
            self._why_not = True
        elif self._why_not and form.standing() != before:
            # What is mended is no longer wrong: the form itself says what is now.
            self._why_not = False
            self.tell("")
        return used

    def pasted(self, text: str) -> None:
        if self.filling is None:
            super().pasted(text)
            return
        self.filling.paste(text)
        self.redraw()

    def clicked(self, spot: str) -> None:
        if self.filling is None:
            super().clicked(spot)
            return
        self.filling.click(spot)
        self.redraw()
