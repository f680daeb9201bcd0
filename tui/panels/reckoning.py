"""Drawing what a roll is made of, the same before its die and after: what each counter brings, what moves the column,
each modifier of the die, and what does not count with the reason."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.sheets.reports import Reckoned
from engine.kernel.sheets.strengths import Share, Strength
from tui import glyphs
from tui.models.battles import Cast
from tui.panels.laying import BLANK, Laid, column, paragraph, signed, with_rule
from tui.rows import Row, row, spread, wrap

_VALUE = 4


def headline(cast: Cast, width: int, chance: str = "") -> list[Row]:
    """What decides, in as few lines as it takes: the strengths, the column, the die with what modifies it or what came
    of it, and a ``chance`` in words."""
    to = glyphs.sign("to")
    moved = f" {to} {cast.column}" if cast.column and cast.column != cast.basic else ""
    if moved and not cast.basic:
        moved = f", column {cast.column}"
    odds = f"{cast.odds}{moved}" if cast.odds else cast.column
    if cast.faces or cast.cell:
        rolled = f"rolled {', '.join(map(str, cast.faces))}" if cast.faces else "no roll"
        die = f"{rolled}{f', {signed(cast.net)}' if cast.net else ''}{f': {cast.cell}' if cast.cell else ''}"
    elif cast.rolled:
        die = f"die {signed(cast.net)}" if cast.net else "die as it falls"
    else:
        die = ""
    parts = [part for part in (odds, die, chance) if part]
    return [row((f" {line}", "strong")) for line in _joined(parts, width - 2)]


def _joined(parts: Sequence[str], width: int) -> list[str]:
    """Parts with dots between them, none of them broken where it has room on a line of its own."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(part) + 3 <= width:
            lines[-1] = f"{lines[-1]} · {part}"
        else:
            lines += wrap(part, width)
    return lines


def lay_reckoning(cast: Cast, width: int) -> list[Laid]:
    """What counts in a roll, line by line: both sides, the columns, the die."""
    laid: list[Laid] = []
    for side in cast.strengths:
        laid += _lay_side(side, width)
    if len(cast.strengths) == 1 and cast.column:
        laid += _total(f"column {cast.column}", cast.rule, width)
    elif cast.odds:
        laid += _total(cast.odds, cast.rule, width)
    if held := [each for each in cast.shifts if each.holds]:
        moved = signed(sum(each.value for each in held))
        laid += _total(f"columns {moved}: {'rolled on ' if cast.rolled else ''}{cast.column}", "", width)
        laid += [line for each in held for line in lay_modifier(each, width)]
    modifiers = [each for each in cast.modifiers if each.holds]
    if cast.strengths and (modifiers or cast.modifiers):
        laid += _total(f"die {signed(cast.net)}" if cast.net else "die as it falls", "", width)
    return laid + [line for each in modifiers for line in lay_modifier(each, width)]


def lay_idle(casts: Sequence[Cast], width: int, title: str) -> list[Laid]:
    """What does not count in rolls, each with the reason; what was said of a roll before is not said again. Nothing
    where all counts."""
    laid: list[Laid] = []
    told: set[object] = set()
    for cast in casts:
        lines = _idle(cast, width, told)
        if lines:
            said = f"{title}: {cast.title}" if len(casts) > 1 else title
            laid += [BLANK, *(Laid(row((f" {line}", "heading"))) for line in wrap(said, width - 2)), *lines]
    return laid


def _idle(cast: Cast, width: int, told: set[object]) -> list[Laid]:
    laid: list[Laid] = []
    for side in cast.strengths:
        for share in side.idle:
            if (side.who, share) not in told:
                told.add((side.who, share))
                laid += lay_line("0", _called(share), share.why, share.rule, width, holds=False)
    for each in (*cast.shifts, *cast.modifiers):
        if not each.holds and each not in told:
            told.add(each)
            laid += lay_modifier(each, width)
    return laid


def _lay_side(side: Strength, width: int) -> list[Laid]:
    head = spread(row((f" {side.who}", "heading")), row((side.amount, "strong"), " "), width)
    laid = [Laid(head)]
    for share in side.counted:
        laid += lay_line(_figure(share), _called(share), share.why, share.rule, width)
    if side.rating:
        laid += paragraph(side.rating, width, "quiet", rule=side.rating_rule, indent=_VALUE + 5)
    return laid


def _figure(share: Share) -> str:
    """What a share brings; a sign stands before what takes something off alone."""
    return f"{glyphs.sign('minus')}{-share.value}" if share.value < 0 else str(share.value)


def _called(share: Share) -> str:
    return f"{share.many} {share.label}" if share.many > 1 else share.label


def _total(text: str, rule: str, width: int) -> list[Laid]:
    return [Laid(line) for line in with_rule([row((f" {text}", "strong"))], rule, width)]


def lay_modifier(each: Reckoned, width: int) -> list[Laid]:
    """A modifier or a shift: whether it holds, what it adds, its name, why, and its rule."""
    return lay_line(signed(each.value), each.label, each.why, each.rule, width, holds=each.holds)


def lay_line(figure: str, label: str, why: str, rule: str, width: int, *, holds: bool = True) -> list[Laid]:
    """A line of a figure with a label, why it is so and its rule. Nothing of it is cut."""
    sign = (f" {glyphs.sign('done')}", "changed") if holds else (f" {glyphs.sign('next')}", "quiet")
    head = row(sign, (f"{column(figure, _VALUE)}  ", "strong" if holds else "quiet"))
    blank, ink = row(" " * head.width), "" if holds else "quiet"
    room = width - head.width - 1
    # The rule stands on the label's last line, and the reason too where it has room there.
    beside = room - len(rule) - 2
    lines = wrap(label, beside if len(label) > room else room)
    rows = [row((line, ink)) for line in lines]
    below = why
    if why and len(lines[-1]) + len(why) + 2 <= beside:
        rows[-1], below = rows[-1] + row((f"  {why}", "quiet")), ""
    rows = with_rule([(head if at == 0 else blank) + line for at, line in enumerate(rows)], rule, width)
    rows += [blank + row((f"  {line}", "quiet")) for line in (wrap(below, room - 2) if below else ())]
    return [Laid(line) for line in rows]
