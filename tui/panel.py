"""What stands in the work area: a panel shows one step (or one overlay) of the campaign at the desk and gives orders
by message.

A panel holds no rule. It reads ``self.desk`` in ``show`` and posts ``Ordered``; the app alone gives orders, asks for
dice and
shows refusals, then calls ``show`` again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.message import Message
from textual.widget import Widget

from tui.copying import WIDTH, Copied
from tui.frame_model import segment_title
from tui.lines import Lines, Row

if TYPE_CHECKING:
    from engine.kernel.refusals import Refusal
    from engine.kernel.sequence import Step
    from saves.desk import Desk


def _nobody() -> None:
    """For a panel that stands in no frame."""


class Panel(Widget):
    """A panel of the work area. Subclasses set ``where`` (their name in ``tui.keys``; it gives their bindings) and
    ``show``.

    ``BINDINGS`` come from the registry: ``BINDINGS = bindings("logistics")``; each action is a method ``action_<id>``.
    """

    can_focus = True
    where: ClassVar[str] = "panel"
    once: ClassVar[bool] = False
    """Whether, laid over the step, it goes as soon as what it posted is carried out: dice, entries of one line."""
    wants: ClassVar[int] = 54
    """Columns that what it shows needs to stand side by side: the sequence, then the ledger, folds to a line for it."""

    class Ordered(Message):
        """Give these orders, all or none. ``rolls``: faces typed for them."""

        def __init__(self, lines: Sequence[str], rolls: Sequence[int] = ()) -> None:
            super().__init__()
            self.lines = tuple(lines)
            self.rolls = tuple(rolls)

    class Explain(Message):
        """Show why: the causes and source of the figure at ``path``, or a ``text`` with its ``rule``."""

        def __init__(self, path: str = "", text: str = "", rule: str = "") -> None:
            super().__init__()
            self.path, self.text, self.rule = path, text, rule

    class Ponder(Message):
        """Show what would come of these orders; nothing is written."""

        def __init__(self, lines: Sequence[str]) -> None:
            super().__init__()
            self.lines = tuple(lines)

    class Said(Message):
        """Say something in the line above the footer, such as why a key does nothing."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Begun(Message):
        """Open the order line with the beginning of an order, or with all of it (``whole``); Enter alone gives it."""

        def __init__(self, text: str, *, whole: bool = False) -> None:
            super().__init__()
            self.text, self.whole = text, whole

    class TakenBack(Message):
        """Take back everything after entry ``to``; None: the last thing that was given."""

        def __init__(self, to: int | None = None) -> None:
            super().__init__()
            self.to = to

    class GivenAgain(Message):
        """Give again what the latest undo took back, or the ``most`` orders of it that come first."""

        def __init__(self, most: int | None = None) -> None:
            super().__init__()
            self.most = most

    class HandedOver(Message):
        """Nothing is asked of this seat any more: another player sits down here."""

    class Closed(Message):
        """This overlay is finished; the step's own panel comes back."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(classes="panel")
        self.desk = desk
        self.retitle: Callable[[], None] = _nobody
        """Has the frame draw the heading and the keys at its foot anew. A call and no message: a message would come a
        paint later than the panel's own lines."""
        self._opened = False

    @property
    def pages(self) -> tuple[str, ...]:
        """The pages of the frame that this one leads to: their keys stand early in the footer. A step has its own."""
        return ()

    @property
    def step(self) -> Step[Any] | None:
        """The step at hand, None before the first."""
        campaign = self.desk.campaign
        sequence = self.desk.ruleset.sequence
        return sequence[campaign.progress.step] if campaign.progress.step in sequence else None

    def open(self) -> None:
        """Show for the first time: once the panel has been laid out, or as the first key comes, if that is earlier. A
        key typed behind the one that opened the panel would else act on what has not been read. Where the files are
        not to be read, as the folder went away, that is said instead."""
        if not self._opened:
            from saves.errors import SavesError

            self._opened = True
            try:
                self.show()
            except SavesError as fault:
                self.post_message(self.Closed())
                self.post_message(self.Said(str(fault)))

    def show(self) -> None:
        """Read the desk again and repaint what differs."""

    def heading(self) -> str:
        """What stands in the rim over the work area."""
        step = self.step
        if step is None:
            return ""
        return f"{segment_title(self.desk.ruleset, step.segment)} · {step.title}"

    def help_text(self) -> str:
        """What ``?`` says about the panel, beside its keys: our own words, rule numbers included."""
        step = self.step
        return "\n".join(step.printed(self.desk.campaign)) if step is not None else ""

    def enter_says(self) -> str | None:
        """What Enter does on the line under the cursor, for the footer; '' for nothing, None for what the registry says
        of it."""
        return None

    def footer_label(self, action: str) -> str | None:
        """What the footer says of one of the panel's actions now; '' for nothing, None for what the registry says."""
        return None

    def prose(self) -> bool:
        """Whether the line under edit takes words of the player's own, in which ``?`` is a sign like any other."""
        return False

    def focused_path(self) -> str:
        """The path of the figure that the cursor stands on, '' for none; ``?`` explains it."""
        return ""

    def whose(self) -> str:
        """The power whose block the cursor is in, '' where it is in none; quick entries begin with it."""
        return ""

    def focused_order(self) -> str:
        """The order that Enter would give, '' for none; ``w`` works out what would come of it."""
        return ""

    def refused(self, refusals: Sequence[Refusal]) -> None:
        """An order that the panel posted was refused for these reasons, or for none of the rules, as where another
        player came first; the frame shows them in any case. What is typed or ticked stays."""

    def carried_out(self) -> None:
        """Orders were carried out, perhaps some that the panel posted, perhaps after dice typed for them: ``show``
        follows. Where another player goes on instead, ``show`` comes alone, and what was posted may still be wanted."""

    def copied(self) -> Copied | None:
        """What the panel shows as text, all of it; None where there is nothing to copy."""
        return None


class LinePanel(Panel, Lines):
    """A panel drawn with the line API: ``rows(width)`` gives its lines, ``show`` repaints those that changed."""

    # The framework takes styles and bindings from the first base alone, so those of Lines are said again.
    DEFAULT_CSS = """
    LinePanel { overflow-y: auto; overflow-x: hidden; scrollbar-size-vertical: 1; scrollbar-size-horizontal: 0; }
    """

    whole: bool = False
    """All lines are wanted just now, not only those that the window has room for."""

    @property
    def room(self) -> int:
        """Lines that there is room for: those of the window, and as many as there are where all are wanted."""
        return _ENDLESS if self.whole else self.size.height

    def show(self) -> None:
        self.redraw()

    def rows(self, width: int) -> list[Row]:
        return []

    def copied(self) -> Copied | None:
        self.whole = True
        try:
            lines, cursor = self.all_rows(max(WIDTH, self.size.width))
        finally:
            self.whole = False
        return Copied.of(self.heading(), lines, cursor)

    def all_rows(self, width: int) -> tuple[Sequence[Row], Sequence[int]]:
        """Every line at a width, and the numbers of those that the cursor stands on."""
        return self.rows(width), ()


_ENDLESS = 100_000
"""More lines than any page has."""
