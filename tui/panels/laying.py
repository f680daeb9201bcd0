"""Laying out a panel: lines with the spot that the cursor may stand on, and the pieces that several panels share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.values import frozen
from tui import glyphs
from tui.models.edit import Edit
from tui.models.verdicts import Verdict
from tui.rows import Piece, Row, clean, cut, fit, folded, row, spread, wrap


@frozen
class Laid:
    """A line and the spot it belongs to, '' where the cursor cannot stand; ``reach``: how many of its cells are the
    cursor's where something else stands at their right, 0 for all."""

    row: Row
    spot: str = ""
    reach: int = 0


def plain(*parts: str | Piece) -> Laid:
    """A line where the cursor cannot stand."""
    return Laid(row(*parts))


BLANK = Laid(Row())


def mark(here: bool) -> Piece:
    """The cursor's sign before a line: colour is never the only one."""
    return (f" {glyphs.sign('now')} " if here else "   ", "now" if here else "")


def paragraph(text: str, width: int, ink: str = "", *, rule: str = "", indent: int = 1) -> list[Laid]:
    """Wrapped text, its rule at the end of the last line or on a line of its own."""
    width = min(width, TEXT)
    lines = wrap(clean(text), max(10, width - indent - 1))
    rows = [row(" " * indent, (line, ink)) for line in lines]
    return [Laid(line) for line in with_rule(rows, rule, width)]


TEXT = 100
"""Columns that a text is never wider than: longer lines are hard to read."""


def with_rule(lines: list[Row], rule: str, width: int) -> list[Row]:
    """The lines with a rule's number at the right end of the last one that has room for it."""
    if not rule:
        return lines
    right = row((clean(rule), "rule"), " ")
    if lines and lines[-1].width + right.width + 2 <= width:
        return [*lines[:-1], spread(lines[-1], right, width)]
    return [*lines, spread(row(), right, width)]


def not_more(can: int, why: Refusal) -> str:
    """Why not one more may be bought than so many, with the limit, which mostly stands in the hint."""
    return f"Not {can + 1}: {clean(why.reason)}. {clean(why.hint)}".strip()


def refusals(reasons: Iterable[Refusal], width: int) -> list[Laid]:
    """Every reason why not, with its rule and what would make it legal."""
    laid: list[Laid] = []
    width = min(width, TEXT)
    for refusal in reasons:
        said = clean(refusal.reason) + (f". {clean(refusal.hint)}" if refusal.hint else "")
        lines = wrap(said, max(10, width - 5))
        rows = [
            row((f" {glyphs.sign('refused')} " if at == 0 else "   ", "refused"), (line, "refused"))
            for at, line in enumerate(lines)
        ]
        laid += [Laid(line) for line in with_rule(rows, refusal.rule, width)]
    return laid


def hung(head: Row, text: str, width: int, ink: str = "") -> list[Row]:
    """A text behind the head of its line, wrapped under its own beginning."""
    under = head.width
    first, *more = wrap(clean(text), max(10, width - under))
    return [head + row((first, ink)), *(row(" " * under, (line, ink)) for line in more)]


def with_tail(lines: list[Row], tail: Row, width: int) -> list[Row]:
    """Lines with what stands at the right end of the first one."""
    return [spread(lines[0], tail, width), *lines[1:]]


def reasoned(lines: list[Row], why: str, width: int, ink: str = "quiet") -> list[Row]:
    """Lines with why not behind the last one, or under it where that has no room."""
    if not why:
        return lines
    if lines[-1].width + 2 + len(why) <= width:
        return [*lines[:-1], lines[-1] + row((f"  {why}", ink))]
    return [*lines, *hung(row("      "), why, width - 1, ink)]


def labelled(label: str, columns: int) -> tuple[str, list[str]]:
    """A label in a column of its own: what stands in its first line, and the lines below it that it still takes."""
    first, *more = wrap(clean(label), columns)
    return fit(first, columns), more


def order_line(line: str, width: int) -> list[Laid]:
    """An order that is legal, in full: what Enter gives."""
    rows = [
        row((f" {glyphs.sign('done')} " if at == 0 else "   ", "changed"), (text, "quiet"))
        for at, text in enumerate(wrap(line, max(10, width - 4)))
    ]
    return [Laid(line) for line in rows]


def breakdown(figure: Breakdown, width: int, label: str, unit: str = "") -> list[Laid]:
    """A figure with its causes: one line where there is one cause, a sum where there are several."""
    if not figure.lines:
        return []
    if len(figure.lines) == 1:
        only = figure.lines[0]
        return _cause(label, only.value, unit, only.label, only.rule, width)
    laid = [part for line in figure.lines for part in _cause("", line.value, "", line.label, line.rule, width)]
    return [*laid, *_cause(label, figure.total, unit, "in all", "", width)]


def _cause(label: str, value: int, unit: str, said: str, rule: str, width: int) -> list[Laid]:
    tail = f" {unit}  " if unit else "  "
    head = row((f"   {label:<6}", "quiet"), (f"{value:>5}", "strong"), tail)
    return [Laid(line) for line in with_rule(hung(head, said, width - 1), rule, width)]


def beside(laid: list[Laid], pane: list[Row], width: int, right: int, top: int = 0) -> list[Laid]:
    """Lines with a pane of so many columns at their right, a rim between them; the pane begins beside line ``top``."""
    rim = (f" {glyphs.sign('down')} ", "rim")
    room = width - right - RIM
    joined = []
    for at in range(max(len(laid), top + len(pane))):
        left = laid[at] if at < len(laid) else BLANK
        head = cut(left.row, room)
        shown = cut(pane[at - top], right) if 0 <= at - top < len(pane) else Row()
        joined.append(Laid(head + row(" " * (room - head.width), rim) + shown, left.spot, room))
    return joined


def split(width: int) -> tuple[int, int]:
    """The columns of a list, and of what is told of its line at the right of it: none where there is no room."""
    if width < SPLIT:
        return width, 0
    right = min(TEXT - 36, max(38, width * 2 // 5))
    return width - right - RIM, right


SPREAD = 170
"""Columns that a list with something at its right is never wider than."""
SPLIT = 94
"""Columns of a panel from which what is told of the line under the cursor stands at the right of its list."""


RIM = 3
"""What the rim between lines and a pane takes."""


def caret(edit: Edit, width: int, ink: str = "strong") -> Row:
    """A line under edit with its caret, scrolled so that the caret is in sight."""
    at = edit.at
    start = max(0, at - width + 1)
    text = edit.text[start : start + width]
    at -= start
    under = text[at : at + 1] or " "
    return row((text[:at], ink), (under, "cursor"), (text[at + 1 :], ink))


def answer(said: Verdict, width: int, unit: str = "") -> list[Laid]:
    """What the rules say about a typed order: what it means and costs, every refusal, or what cannot be read."""
    if said.problem:
        expected = f"; expected {said.expected}" if said.expected else ""
        return paragraph(f"{glyphs.sign('next')} {said.problem}{expected}", width, "quiet")
    if not said.order:
        return []
    good = (f" {glyphs.sign('done')} ", "changed") if said.legal else ("   ", "")
    cost = f"   costs {said.cost.total}{f' {unit}' if unit else ''}" if said.cost.total else ""
    head = row(good, (said.says, "strong"), (cost, ""))
    lines = with_rule(folded(head, width), ", ".join(said.cost.rules), width)
    return [*(Laid(line) for line in lines), *refusals(said.refusals, width)]


def task(who: str, text: str, rule: str, width: int) -> list[Laid]:
    """Who acts and what is to be done, as the first lines of a panel."""
    head = row(" ", (f"{glyphs.sign('whose')} {clean(who)}", "now"), clean(text))
    return [Laid(line) for line in with_rule(folded(head, width), rule, width)]


def verbs_row(verbs: Sequence[str], at: int, width: int) -> Laid:
    """The kinds of entry that a key goes through, the present one marked, as close together as the width makes them."""
    room = sum(len(verb) + 2 for verb in verbs) + 16
    gap, last = (" ", "another") if room <= width else ("", "")
    pieces = [(f"{gap}{verb} ", "now" if nth == at else "quiet") for nth, verb in enumerate(verbs)]
    return Laid(cut(row(" ", *pieces, (f"{gap} pgdn ", "key"), (last, "quiet")), width))


def column(text: object, width: int) -> str:
    """A figure at the right of its column."""
    return fit(text, width, "right")


def figure(value: int | None) -> str:
    """A figure, or the sign for none."""
    return glyphs.sign("none") if value is None else str(value)


def signed(value: int) -> str:
    """A gain or loss with its sign."""
    return f"+{value}" if value > 0 else f"{glyphs.sign('minus')}{-value}" if value < 0 else "0"


def wrap_items(items: Sequence[str], width: int) -> list[str]:
    """Items side by side, none of them broken where it fits into a line."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + len(item) + 3 <= width:
            lines[-1] = f"{lines[-1]}   {item}"
        else:
            lines += wrap(item, width)
    return lines
