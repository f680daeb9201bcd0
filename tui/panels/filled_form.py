"""A form as it is drawn: its boxes, what the one with the caret may become, the order so far and what the rules say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui import glyphs
from tui.models.forms import Box, Offer
from tui.panels.laying import BLANK, Laid, answer, caret, labelled, mark, paragraph, plain
from tui.panels.ticking import lay_ticks
from tui.rows import Row, cut, fit, row, some_of, spread, wrap

if TYPE_CHECKING:
    from tui.panels.filling import Filling

_FEWEST = 4
"""Lines of a list that are always in sight."""
_LOW = 16
"""Lines below which a form leaves out what it says twice."""
_BESIDE_LABELS, _UNDER_LABELS = 45, 7
"""From this room on names to complete with stand beside the labels, else so far in under them, in columns."""


HELP = (
    "Up and down change the box, Tab completes, left and right turn through a few choices. "
    "A box with counters under it is picked or typed, as you like: down goes into the list, + and - or space "
    "tick, digits set how many, * takes all, letters go on typing; Tab and Enter go on. A number alone, typed in the "
    "box itself, is how many of the list's first line: 3 and Tab tick three of it. A word that fits "
    "several is asked about, the likely one first. "
    "The order is judged while you type; Enter gives it, Escape leaves it and keeps what is typed for later."
)
"""What the keys do in a form."""


def lay_form(form: Filling, width: int, height: int) -> list[Laid]:
    """The form's lines."""
    model = form.model
    laid = [] if form.in_words else [BLANK]
    labels = min(max((len(box.label) for box in model.boxes), default=0), max(12, width // 2 - 2))
    for at, box in enumerate(model.boxes):
        label, more = labelled(box.label, labels)
        under = [row("     ", (text, "now" if at == form.at else "heading")) for text in more]
        laid += [Laid(line, f"box:{box.name}") for line in (_box(form, box, at == form.at, label, width), *under)]
    if form.form.more:
        down = f" {glyphs.sign('next')} below the last box: "
        laid.append(plain((some_of([field.label for field in form.form.more], width - 1, down), "quiet")))
    room = max(2, height - len(laid) - 8)
    if lines := form.lines():
        field = form.form.fields[form.at]
        listed = field.listed or field.losses is not None
        laid += form.over_list()
        laid += lay_ticks(lines, form.list, width, max(_FEWEST, room), listed=listed)
    else:
        laid += _offered(form, width, room, labels)
    if form.news:
        laid += paragraph(f"{glyphs.sign('warning')} {form.news}", width, "refused")
    laid.append(BLANK)
    for unfit in model.unfit:
        laid += paragraph(f"{glyphs.sign('refused')} {unfit}", width, "refused")
    if model.missing:
        laid += paragraph(f"{glyphs.sign('next')} still to say: {', '.join(model.missing)}", width, "quiet")
    else:
        # In a low window what the rules say of a long order stands for its text.
        if height >= _LOW or len(model.line) + 4 <= width or not model.verdict.order:
            laid += paragraph(model.line, width, "quiet", indent=3)
        laid += answer(model.verdict, width)
        for effect in model.effects:
            laid += paragraph(effect, width, "changed", indent=3)
    return laid


def _box(form: Filling, box: Box, here: bool, label: str, width: int) -> Row:
    room = max(10, width - row(label).width - 7)
    picking = here and form.list.at is not None
    head = row(mark(here and not picking), (label, "now" if here else "heading"), "  ")
    if here and not picking:
        typed = caret(box.edit, room - 1)
        means = box.shown if box.closed and box.value and box.shown.lower() != box.edit.text.lower() else ""
        turn = f"{glyphs.sign('left-right')} " if form.turns() else ""
        right = row((f"{turn}{means}", "quiet"), " ") if means or turn else row()
        return spread(head + typed, right, width) if (head + typed).width + right.width < width else head + typed
    shown = box.shown or glyphs.sign("none")
    if picking and len(shown) > room:
        # What has just been ticked is in sight.
        shown = glyphs.sign("more") + shown[-(room - 1) :]
    # What stands in the box comes before the rule's number.
    right = row((box.rule, "rule"), " ") if box.rule and len(shown) + len(box.rule) + 2 <= room else row()
    return spread(head + row((shown, "strong" if box.value else "quiet")), right, width)


def _offered(form: Filling, width: int, room: int, labels: int) -> list[Laid]:
    offered = form.offers()
    if not offered or form.few():
        return []
    if form.in_words:
        return _words(offered, width, room)
    # Few names fit to the right of the labels in a narrow form: there they stand under them.
    indent = labels + 5 if width - labels >= _BESIDE_LABELS else _UNDER_LABELS
    names = ", ".join(offer.name for offer in offered)
    lines_of = wrap(names, max(10, width - indent - 1))
    laid = [
        plain((" " * (indent - 4), ""), ("tab " if at == 0 else "    ", "key"), (line, "quiet"))
        for at, line in enumerate(lines_of[:room])
    ]
    if len(lines_of) > room:
        laid[-1] = plain((" " * indent, ""), (f"and more; {len(offered)} in all", "quiet"))
    return laid


def _words(offered: tuple[Offer, ...], width: int, room: int) -> list[Laid]:
    """Words to complete with, a line each."""
    lines = [
        row((f"   {'tab' if at == 0 else '   '} ", "key"), (fit(offer.value, 16), ""), (f" {offer.name}", "quiet"))
        for at, offer in enumerate(offered[:room])
    ]
    if len(offered) > room:
        lines[-1] = row((f"       and {len(offered) - room + 1} more", "quiet"))
    return [Laid(cut(line, width)) for line in lines]
