"""The lines of a step with choices: the question, the choices with cost and reason, the forms; who is waited for, and
the end."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.orders import Form
from tui import glyphs, keys
from tui.models.choices import Choices
from tui.models.waiting import Ending, Waiting
from tui.panels.laying import BLANK, Laid, breakdown, column, figure, hung, mark, paragraph, plain, refusals, with_tail
from tui.rows import clean, cut, fit, row
from tui.words import begun

ALL_MAY_BE_LEFT = "nothing here has to be ordered"
"""Behind the end of a step whose orders may all be left: there the cursor begins, so that Enter alone gives none."""
FORM = "form:"
"""Before an order's verb, the spot of its form."""


def lay_question(choices: Choices, width: int, lines: Sequence[str]) -> list[Laid]:
    """What is asked, with what is to be known for it, and the heads of the columns of figures."""
    laid = paragraph(choices.asked, width, "strong", rule=choices.rule)
    for line in lines:
        laid += paragraph(line, width)
    for note in choices.notes:
        laid += paragraph(note, width, "quiet")
    if choices.sealed:
        laid += paragraph("Sealed: no other seat sees it before all have ordered.", width, "quiet")
    laid.append(BLANK)
    if choices.money:
        laid.append(plain((" " * max(0, width - _MONEY), ""), (column("cost", 6) + column("left", 7), "quiet")))
    return laid


_MONEY = 13
"""Cells of what a choice costs and leaves."""


def lay_choices(choices: Choices, spot: str, width: int) -> list[Laid]:
    """The choices with cost and what stays in hand, each whole; why one is refused behind it or under it, and why the
    cursor begins on the end of the step though there is something to order."""
    laid: list[Laid] = []
    orders = any(choice.legal and not choice.ends for choice in choices.rows)
    for choice in choices.rows:
        ink = "" if choice.legal else "quiet"
        said = f"{choice.who}: {choice.says}" if choices.several and choice.who else choice.says
        sign = "" if choice.legal else f"{glyphs.sign('refused')} "
        why = clean(choice.refusals[0].reason) if choice.refusals else ""
        if choice.ends and choice.order == spot and not why and orders:
            why = ALL_MAY_BE_LEFT
        head = row(mark(choice.order == spot), (sign, "refused"))
        room = width - (_MONEY if choices.money else 0) - 1
        if why and head.width + len(said) + 2 + len(why) <= room:
            said, why = f"{said}  {why}", ""
        lines = hung(head, said, room, ink)
        if why:
            lines += hung(row(" " * (head.width + 2)), why, width - 1, "quiet")
        if choices.money:
            money = column(figure(choice.cost), 6) + column(figure(choice.after), 7)
            lines = with_tail(lines, row((money, ink)), width)
        laid += [Laid(line, choice.order) for line in lines]
    return laid


def lay_chosen(choices: Choices, spot: str, width: int) -> list[Laid]:
    """The reasons and causes of the choice at hand."""
    chosen = next((choice for choice in choices.rows if choice.order == spot), None)
    if chosen is None or not (chosen.refusals or chosen.breakdown.lines):
        return []
    return [BLANK, *refusals(chosen.refusals, width), *breakdown(chosen.breakdown, width, "costs")]


def lay_forms(forms: Sequence[Form], spot: str, width: int) -> list[Laid]:
    """The forms that may be opened, each with its rule."""
    laid: list[Laid] = [BLANK] if forms else []
    for form in forms:
        at = f"{FORM}{form.verb}"
        right = row((form.rule, "rule"), " ") if form.rule else row()
        title = f"{begun(form.title)} {glyphs.sign('more')}"
        lines = hung(row(mark(spot == at)), title, width - right.width - 1)
        laid += [Laid(line, at) for line in with_tail(lines, right, width)]
    return laid


def lay_waiting(waiting: Waiting, width: int) -> list[Laid]:
    """For whom the step waits."""
    laid = paragraph(f"Waiting for {waiting.for_whom}.", width, "strong")
    for line in waiting.lines:
        laid += [BLANK, *paragraph(line, width, "quiet")]
    return laid


def lay_ending(ending: Ending, width: int, *, colours: bool = True) -> list[Laid]:
    """The end: why, when, where everyone stands, and the map."""
    laid = [BLANK, *paragraph(f"{ending.title} is over: {ending.reason}.", width, "title")]
    laid += paragraph(f"{ending.date}, turn {ending.turns}.", width)
    if ending.powers:
        titles = "".join(figure.head(1) for figure in ending.powers[0].brief)
        laid += [BLANK, plain((f"   {fit(ending.powers[0].money, 18)}{titles}", "quiet"))]
    for power in ending.powers:
        line = row(f"   {fit(power.name, 18)}{''.join(figure.cell(1) for figure in power.brief)}")
        laid.append(Laid(cut(line, width)))
    laid += [BLANK, *paragraph(ending.said, width, "quiet")]
    if ending.drawn is not None:
        from tui.models.map_rows import map_rows

        key = keys.shown_of("map")
        told = f"The map as the war ended; {key} opens it, and there p plays the war from its first turn."
        picture = map_rows(ending.drawn, width, colours=colours)
        laid += [BLANK, *paragraph(told, width, "quiet"), BLANK, *map(Laid, picture)]
    return laid
