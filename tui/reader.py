"""Panels and lines that explain: where a figure comes from, what would come of an order, all steps of the turn, the
ledger in full."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from engine.kernel.campaign import Sealed, source
from engine.kernel.dice import BadFace, NeedsDie
from engine.kernel.grammar import Unreadable
from engine.kernel.play import decision
from engine.kernel.refusals import Breakdown, Refused
from engine.kernel.sheets.ledger import ledger_of
from tui import frame_model, glyphs, keys, telling
from tui.lines import Row, clean, fit, pointed, row
from tui.models.awaited import of_seat
from tui.models.led_past import onward
from tui.models.verdicts import followed
from tui.odds_model import odds_rows
from tui.panel import LinePanel
from tui.panels.laying import TEXT, hung, labelled, reasoned, with_rule
from tui.rows import folded

if TYPE_CHECKING:
    from engine.kernel.campaign import Campaign
    from engine.kernel.changes import Change
    from saves.desk import Desk


def breakdown_rows(figure: Breakdown, width: int) -> list[Row]:
    """A figure's causes, one a line, and their sum."""
    labels = max([len(line.label) for line in figure.lines] + [5])
    labels = min(labels, max(10, width - 13 - max([len(line.rule) for line in figure.lines] + [7])))
    rows = []
    for line in figure.lines:
        label, more = labelled(line.label, labels)
        rows.append(row("  ", label, f"{line.value:>7}", (f"   {line.rule}", "rule")))
        rows += [row("    ", text) for text in more]
    if len(figure.lines) != 1:
        rows.append(row("  ", (fit("total", labels), "strong"), (f"{figure.total:>7}", "strong")))
    return rows


def explanation(desk: Desk, path: str, text: str, rule: str) -> list[Row]:
    """Why: a text with its rule, and the causes and source of the figure at a path."""
    lines: list[Row] = []
    if text:
        lines.append(row((f" {clean(text)}", ""), (f"  {clean(rule)}" if rule else "", "rule")))
    if path:
        campaign = desk.campaign
        figure = ledger_of(desk.ruleset).explain(campaign, path)
        lines.append(
            row(
                (f" {telling.figure(campaign, path)}", "strong"),
                ("" if figure is None else f"   {figure.total}", "strong"),
            )
        )
        if figure is not None:
            lines.extend(breakdown_rows(figure, 90))
        origin = source(campaign, path)
        if origin:
            lines.append(row((f" set up as: {clean(origin)}", "quiet")))
    return lines or [row((" there is nothing to explain here", "quiet"))]


def pondered(desk: Desk, lines: Sequence[str]) -> list[Row]:
    """What would come of orders: the distribution where dice decide, else the figures that would change."""
    battle: list[Row] = []
    told: list[Row] = []
    try:
        odds = desk.forecast(lines[0]) if len(lines) == 1 else None
        if odds is not None or (len(lines) == 1 and desk.understand(lines[0]).fights):
            battle = _battle(desk, lines[0])
        if odds is not None:
            if battle:
                return battle
            return odds_rows(odds, lines[0], telling.outcome_titles(desk.ruleset))
        if len(lines) == 1 and not desk.judge(order := desk.understand(lines[0])):
            told = [row(("   ", ""), (text, "changed")) for text in followed(desk, order)]
        after, entries = desk.what_if(lines)
    except Refused as refused:
        from tui.order_line import refusal_row

        return [refusal_row(refusal) for refusal in refused.refusals]
    except (Unreadable, BadFace) as fault:
        said = fault.said if isinstance(fault, Unreadable) else str(fault)
        return [row((f" {glyphs.sign('refused')} {clean(said)}", "refused"))]
    except NeedsDie as wanted:
        return [*told, row((f" what follows depends on a die: {clean(wanted.key)}", "quiet"))]
    every = [change for entry in entries for change in entry.changes]
    when = ""
    if len(lines) == 1 and _stays_sealed(every):
        every, when = [*every, *desk.once_open(lines[0])], ", once it is opened"
    changes = telling.speaking(desk.campaign, telling.loud(every))
    changes = telling.first(changes, ledger_of(desk.ruleset).purse)
    if told:
        # What the game tells of itself is not said twice: money alone stands beside it.
        changes = tuple(one for one in changes if isinstance(one.now, int) and one.at.startswith("powers."))
    figures = [telling.changed(desk.campaign, change) for change in changes]
    rows = battle or [row((" what if  ", "now"), (clean("; ".join(lines)), "strong"), (when, "quiet"))]
    rows += told
    if not figures and not told:
        rows.append(row(("   no figure would change", "quiet")))
        rows += _asked_next(desk, after)
    rows.extend(
        row(("   ", ""), (text, "changed"), (f"   {change.why}", "quiet"), (f"  {change.rule}", "rule"))
        for text, change in zip(figures, changes, strict=True)
    )
    return rows


def _stays_sealed(changes: Sequence[Change]) -> bool:
    """Whether an order does no more by these changes than lie there sealed, all of it."""
    # What is shown of another, or opened, is written to the parts of its entry.
    laid = (change.now for change in changes if change.at.startswith("sealed.") and isinstance(change.now, Sealed))
    return any(not one.cover for one in laid)


def _asked_next(desk: Desk, after: Campaign) -> list[Row]:
    """What would be asked next; of what another seat is asked no more than the question."""
    asked = decision(after)
    if asked is None:
        return []
    who = frame_model.power_name(after, asked.power)
    notes = asked.notes if after.seats.get(asked.power) == desk.seat else ()
    said = [f"then {who} is asked: {asked.title}", *(f"  {note}" for note in notes)]
    return [row((f"   {clean(text)}", "")) for text in said]


def _battle(desk: Desk, line: str) -> list[Row]:
    """What may come of a battle, as its builder says it; () where an order is about none."""
    from tui.models.combat import counted, previewed
    from tui.panels.combat import before_line, before_rows, lay_before

    before = counted(desk, line)
    if before is None and desk.understand(line).fights:
        # No die is rolled for an Automatic Victory.
        before = previewed(desk, line)
    if before is None:
        return []
    return [
        row((" what if  ", "now"), (clean(line), "strong")),
        *(row("  ") + line for line in before_line(before, _WIDE)),
        *(row("   ") + line for line in before_rows(before, _WIDE)),
        *(row("  ") + laid.row for laid in lay_before(before, _WIDE)),
    ]


_WIDE = 60
"""How wide the chances of a battle stand, in columns."""


class SequencePanel(LinePanel):
    """All steps of the turn: done, now, next, and why one is skipped."""

    where: ClassVar[str] = "sequence"
    BINDINGS: ClassVar[list[BindingType]] = keys.bindings("sequence")

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._at = -1
        self._marks = desk.checklist()

    def heading(self) -> str:
        return "The turn, step by step"

    def help_text(self) -> str:
        return (
            "The printed sequence of play. What is done is ticked, what is grey is skipped this turn, "
            "with the reason beside it. "
            "A step that waits for nobody passes by itself."
        )

    def show(self) -> None:
        self._marks = marks = self.desk.checklist()
        if self._at < 0:
            self._at = next((at for at, mark in enumerate(marks) if mark.state == "now"), 0)
        self.redraw()
        # A list just mounted cannot scroll before it has been laid out.
        self.call_after_refresh(self._in_sight)

    def _in_sight(self) -> None:
        for at, line in enumerate(self._rows):
            if line.under == "cursor":
                self.show_line(min(at + 3, len(self._rows) - 1))
                self.show_line(at)

    def rows(self, width: int) -> list[Row]:
        rows: list[Row] = []
        width = min(width, TEXT)
        last: tuple[str, str] = ("", "")
        for at, mark in enumerate(self._marks):
            step = mark.step
            if (step.half, step.segment) != last:
                last = (step.half, step.segment)
                half = f"{step.half.title()} " if step.half else ""
                rows.append(
                    row(
                        (f"{half}{step.number} {frame_model.segment_title(self.desk.ruleset, step.segment)}", "heading")
                    )
                )
            ink = {"done": "quiet", "now": "now", "next": "", "skipped": "quiet"}[mark.state]
            head = row((f"  {glyphs.sign(mark.state)} ", ink))
            told = reasoned(hung(head, f"{step.letter} {step.title}".strip(), width, ink), clean(mark.reason), width)
            lines = with_rule(told, step.rule, width)
            rows += [pointed(lines[0], "point"), *lines[1:]] if at == self._at else lines
        return rows

    def _go(self, by: int) -> None:
        self._at = max(0, min(len(self._marks) - 1, self._at + by))
        self.redraw()
        self._in_sight()
        if self._at == 0:
            # The heading over the first step is seen with it.
            self.show_line(0)

    def action_up(self) -> None:
        """The step before."""
        self._go(-1)

    def action_down(self) -> None:
        """The step after."""
        self._go(1)

    def action_first(self) -> None:
        """The first step of the turn."""
        self._go(-len(self._marks))

    def action_last(self) -> None:
        """The last one."""
        self._go(len(self._marks))

    def action_page_up(self) -> None:
        """A page up."""
        self._go(-max(1, self.size.height - 4))

    def action_page_down(self) -> None:
        """A page down."""
        self._go(max(1, self.size.height - 4))

    def action_pass(self) -> None:
        """Pass what is done by hand as far as the step under the cursor, and come to rest on it; before it where
        something is to be decided, or must be seen to, on the way."""
        marks, outlook = self._marks, self.desk.outlook()
        at_hand = next((at for at, mark in enumerate(marks) if mark.state == "now"), len(marks))
        power = next(iter(of_seat(self.desk, outlook.awaits)), "")
        if not power:
            self.post_message(self.Said("nothing is to be passed: another seat is awaited"))
        elif self._at <= at_hand:
            self.post_message(self.Said("this step is not ahead: choose one that is still to come"))
        else:
            last = onward(self.desk, marks, marks[self._at].step.id).last
            self.post_message(
                self.Ordered([f"{power} done through {last.id}" if last is not None else f"{power} done"])
            )


class TextPanel(LinePanel):
    """Lines to read over the work area."""

    where: ClassVar[str] = "text"
    BINDINGS: ClassVar[list[BindingType]] = keys.bindings("text")

    def __init__(self, desk: Desk, title: str, lines: Sequence[Row]) -> None:
        super().__init__(desk)
        self._title, self._lines = title, tuple(lines)

    def heading(self) -> str:
        return self._title

    def rows(self, width: int) -> list[Row]:
        return [part for line in self._lines for part in folded(line, min(width, TEXT))]

    def action_up(self) -> None:
        """A line up."""
        self._scroll(-1)

    def action_down(self) -> None:
        """A line down."""
        self._scroll(1)

    def _scroll(self, by: int) -> None:
        if self.max_scroll_y <= 0:
            self.post_message(self.Said("all of it is in sight"))
        self.scroll_relative(y=by, animate=False, immediate=True)
