"""The parts around the work area: title, sequence, ledger and Due, the journal's tail, what was last said, the
footer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from attrs import field

from engine.kernel.outlook import Mark, Outlook
from engine.kernel.values import frozen
from tui import glyphs
from tui.bars import rim_row
from tui.frame_model import DueLine, Heading, LedgerLine, Segment, next_up
from tui.hands import hands_rows
from tui.lines import Lines, Row, cited, clean, fit, row, spread, wrap
from tui.models.guide import lines as guide_lines
from tui.models.guide import most_lines
from tui.telling import Told


@frozen
class Shown:
    """Everything that the frame shows, read from the desk once after each change. ``changed``: powers whose hand has
    just changed; ``hands``: the powers' hands at the end of the last turns, read once a turn; ``guide``: its note at
    the step, '' for none or where the player has switched it off."""

    heading: Heading
    outlook: Outlook
    marks: tuple[Mark[Any], ...]
    segments: tuple[Segment, ...]
    ledger: tuple[LedgerLine, ...]
    due: tuple[DueLine, ...]
    tail: tuple[Told, ...]
    changed: frozenset[str] = field(factory=frozenset)
    hands: Mapping[str, Sequence[int]] = field(factory=dict)
    guide: str = ""


class Pane(Lines):
    """A part of the frame; it never takes the focus. ``shown`` gives what is to be seen."""

    can_focus = False
    clicked: ClassVar[str] = ""
    """The action of the frame that a click on it calls."""

    def __init__(self, shown: Callable[[], Shown | None], **given: Any) -> None:
        super().__init__(**given)
        self._shown = shown

    def rows(self, width: int) -> list[Row]:
        shown = self._shown()
        return self.lines(shown, width) if shown is not None else []

    def lines(self, shown: Shown, width: int) -> list[Row]:
        """The pane's lines of what is shown."""
        return []

    async def on_click(self) -> None:
        """Show at length what it shows in short."""
        if self.clicked:
            await self.app.run_action(self.clicked, self.screen)


class GuidePane(Pane):
    """What the guide says at the step at hand; as high as that is, and not there where it says nothing."""

    def lines(self, shown: Shown, width: int) -> list[Row]:
        return guide_lines(shown.guide, width, most_lines(self.app.size))

    def fit(self, text: str) -> None:
        """As high as this note is in the window as it is now."""
        size = self.app.size
        # The work is narrower than the window where something stands beside it.
        width = self.size.width or size.width
        height = len(guide_lines(text, width, most_lines(size)))
        self.display = bool(height)
        if height and (self.styles.height is None or self.styles.height.value != height):
            self.styles.height = height

    def on_resize(self) -> None:
        """The note is broken into lines for the new width."""
        shown = self._shown()
        if shown is not None:
            self.fit(shown.guide)
        super().on_resize()


class TitleLine(Pane):
    """Date, turn, half, who is asked for what; the campaign's title and the dice where there is room."""

    def lines(self, shown: Shown, width: int) -> list[Row]:
        return [title_row(shown.heading, width)]


def title_row(head: Heading, width: int) -> Row:
    """The first line at a width, nothing in it cut: what matters least is left out first."""
    date = row(" ", (head.date.upper(), "title"))
    turn = date + row("  ", head.turn)
    when = turn + row("  ", head.half) if head.half else turn
    named = row((" Warledger", "now"), ("  ", ""), (head.title, "strong"), "  ") + when
    titled = when + row("  ", (head.title, "quiet"))
    ink = "strong" if head.over else "now"
    # A long question stands in the panel in full.
    asked, briefly = row((clean(head.asked), ink), " "), row((clean(head.briefly or head.asked), ink), " ")
    seated = row((f"{head.seat}  ", "quiet")) + asked if head.seat else asked
    every = row((f"{head.dice}  ", "quiet")) + seated
    ways = (
        (named, every),
        (titled, every),
        (titled, seated),
        (when, every),
        (when, seated),
        (when, asked),
        (turn, asked),
        (when, briefly),
        (turn, briefly),
        (date, briefly),
    )
    left, right = next((way for way in ways if way[0].width + way[1].width + 2 <= width), ways[-1])
    return spread(left, right, width).on("bar")


class SequenceLine(Pane):
    """The sequence of play in one line: segment, step, what comes next."""

    clicked: ClassVar[str] = "sequence"

    def lines(self, shown: Shown, width: int) -> list[Row]:
        return [sequence_row(shown, width)]


def sequence_row(shown: Shown, width: int) -> Row:
    """The checklist folded into one line; where it is short, the rules are left out first, then what comes next."""
    segment = next((segment for segment in shown.segments if segment.state == "now"), None)
    current = next((mark for mark in shown.marks if mark.state == "now"), None)
    if current is None or segment is None:
        return row((" The sequence of play has not begun", "quiet"))
    step = current.step
    title = row((f"{glyphs.sign('now')} ", "now"), (f"{step.letter} {step.title}".strip(), "now"))
    bare = row((f" {step.number} ", "")) + title
    left = row((f" {step.number} {segment.title} ", "")) + title
    rule = row((f"  {step.rule}", "rule"))
    upcoming = next_up(shown.marks)
    then = row(("then ", "quiet"), (upcoming.step.title, "quiet"), " ") if upcoming is not None else row()
    ways = ((left + rule, then), (left, then), (left + rule, row()), (left, row()), (bare, row()))
    head, tail = next((way for way in ways if way[0].width + way[1].width + 2 <= width), ways[-1])
    return spread(head, tail, width)


class SequencePane(Pane):
    """The turn's checklist at the left; the steps of the segment at hand are unfolded."""

    clicked: ClassVar[str] = "sequence"

    def lines(self, shown: Shown, width: int) -> list[Row]:
        rows = sequence_rows(shown.segments, width - 2, self.size.height)
        blank = max(0, self.size.height - len(rows))
        return [spread(line, row((glyphs.sign("down"), "rim")), width) for line in [*rows, *[row()] * blank]]


_STATE_INK = {"done": "quiet", "now": "now", "next": "", "skipped": "quiet"}


def sequence_rows(segments: Sequence[Segment], width: int, height: int) -> list[Row]:
    """The segments with the steps of the one at hand, titles wrapped. Where the height is short, the reasons of what is
    skipped go first, then what is skipped or over; then titles keep the words that one line holds. Where it is not
    wide, no reason is given."""
    weighed: list[tuple[int, list[Row]]] = []
    half = ""
    for segment in segments:
        if segment.half != half:
            half = segment.half
            # What comes after both halves is the whole table's again.
            weighed.append((6, [row((f" {half.title() or 'Both'}", "heading"))]))
        weight = {"now": 12, "next": 7, "done": 4, "skipped": 2}[segment.state]
        weighed.append((weight, _titled(1, segment.state, f"{segment.number:>2} ", segment.title, width)))
        if segment.state == "now":
            for mark in segment.marks:
                weight = {"now": 11, "next": 9, "done": 5, "skipped": 1}[mark.state]
                letter = f"{mark.step.letter} ".lstrip()
                weighed.append((weight, _titled(4, mark.state, letter, mark.step.title, width)))
                if mark.state == "skipped" and mark.reason and width >= _REASONS:
                    weighed.append((0, _wrapped(8, mark.reason, width)))
        elif segment.reason and width >= _REASONS:
            weighed.append((0, _wrapped(6, segment.reason, width)))
    return [line for _, rows in _squeezed(weighed, width, height) for line in rows]


_REASONS = 32
"""Columns of the sequence from which it says why something is skipped."""


def _titled(indent: int, state: str, label: str, title: str, width: int) -> list[Row]:
    """A title behind the sign of its state and its number or letter, wrapped under itself."""
    ink = _STATE_INK[state]
    under = indent + 2 + len(label)
    first, *more = wrap(title, width - under)
    head = row((f"{' ' * indent}{glyphs.sign(state)} ", ink), (f"{label}{first}", ink))
    return [head, *(row(" " * under, (line, ink)) for line in more)]


def _wrapped(indent: int, text: str, width: int) -> list[Row]:
    return [row(" " * indent, (line, "rule")) for line in wrap(clean(text), width - indent)]


def _squeezed(weighed: list[tuple[int, list[Row]]], width: int, height: int) -> list[tuple[int, list[Row]]]:
    """The parts that a height has room for: the least weight is dropped first, but nothing to come before titles to
    come have one line each, the farthest first."""
    lines = sum(len(rows) for _, rows in weighed)
    while lines > height > 0 and len(weighed) > 1:
        least = min(weight for weight, _ in weighed)
        wrapped = [at for at, (weight, rows) in enumerate(weighed) if len(rows) > 1 and weight < _NOW]
        if least >= _TO_COME and wrapped:
            weight, rows = weighed[wrapped[-1]]
            weighed[wrapped[-1]] = (weight, [_ended(rows[0], width)])
            lines -= len(rows) - 1
        else:
            at = next(at for at, (weight, _) in enumerate(weighed) if weight == least)
            lines -= len(weighed.pop(at)[1])
    return weighed


_TO_COME = 6
"""From this weight on a part is still to come."""
_NOW = 11
"""From this weight on a part is where play stands, and is shown whole."""
_OPEN_ENDS = {"and", "the", "of", "in", "to", "for", "by", "or", "through", "a", "an", "from"}


def _ended(line: Row, width: int) -> Row:
    """The first line of a wrapped title for the whole of it, with a sign that more is missing; without words that lead
    on to it, or that leave the sign no room."""
    *head, (text, ink) = line.pieces
    words, sign = text.split(" "), glyphs.sign("more")
    while len(words) > 1 and (
        words[-1] in _OPEN_ENDS or line.width + len(sign) - len(text) + len(" ".join(words)) > width
    ):
        words.pop()
    return Row((*head, (" ".join(words).rstrip(",:;"), ink), (sign, ink)))


class SidePane(Pane):
    """The powers' ledger and the duties of the turn."""

    clicked: ClassVar[str] = "ledger"

    def lines(self, shown: Shown, width: int) -> list[Row]:
        inner = width - 1
        rim = row((glyphs.sign("down"), "rim"))
        rows = [rim + line for line in ledger_rows(shown.ledger, shown.changed, inner)]
        if shown.due or shown.ledger:
            rows.append(rim)
            rows.append(rim_row([(row((" Due ", "heading"), ("Y ", "key")), 0)], width, first="left"))
        rows.extend(rim + line for line in due_rows(shown.due, inner))
        curves = hands_rows(shown.hands, shown.ledger, inner)
        if curves and len(rows) + len(curves) + 2 <= self.size.height:
            rows += [rim, rim_row([(row((" Hand, turn by turn ", "heading")), 0)], width, first="left")]
            rows += [rim + line for line in curves]
        blank = max(0, self.size.height - len(rows))
        return [*rows, *[rim] * blank]


def short_name(line: LedgerLine, width: int) -> str:
    """The power's name where it has room, else its id in capitals (US, USSR)."""
    return line.name if len(line.name) <= width else line.power.upper()


def ledger_rows(lines: Sequence[LedgerLine], changed: Iterable[str], width: int) -> list[Row]:
    """The ledger: each power with its figures, the hand first."""
    if not lines:
        return []
    titles = lines[0].brief
    names = width - 3 - sum(figure.width for figure in titles)
    head = f"  {fit(lines[0].money, names)}{''.join(figure.head() for figure in titles)}"
    rows = [row((fit(head, width), "quiet"))]
    for line in lines:
        ink = "strong" if line.active else ""
        mark = glyphs.sign("now") if line.active else " "
        hand = "changed" if line.power in changed else ink
        rows.append(
            row(
                (f"{mark} ", "now"),
                (fit(short_name(line, names), names), ink),
                *((figure.cell(), hand) for figure in line.brief[:1]),
                ("".join(figure.cell() for figure in line.brief[1:]), ink if line.active else "quiet"),
            )
        )
    return rows


def due_rows(duties: Sequence[DueLine], width: int) -> list[Row]:
    """The duties of the turn, each wrapped, its rule at the end."""
    if not duties:
        return [row((" nothing this turn", "quiet"))]
    rows: list[Row] = []
    for duty in duties:
        mark, ink = (glyphs.sign("warning"), "refused") if duty.overdue else (glyphs.sign("dot"), "")
        said = f"overdue: {duty.text}" if duty.overdue else duty.text
        texts = wrap(said, width - 4)
        for at, text in enumerate(texts):
            rows.append(row((f" {mark} " if at == 0 else "   ", ink), (text, ink)))
        rule = row((duty.rule, "rule"), " ")
        if rows[-1].width + rule.width + 1 <= width:
            rows[-1] = spread(rows[-1], rule, width)
        elif duty.rule:
            rows.append(spread(row(), rule, width))
    return rows


class LedgerLinePane(Pane):
    """The ledger in one line: the powers awaited first."""

    clicked: ClassVar[str] = "ledger"

    def lines(self, shown: Shown, width: int) -> list[Row]:
        if not shown.ledger:
            return [row((glyphs.sign("across") * width, "rim"))]
        overdue = sum(1 for duty in shown.due if duty.overdue)
        duties = f"{len(shown.due)} due" + (f", {overdue} overdue" if overdue else "")
        right = row(("Y ", "key"), (duties, "refused" if overdue else "quiet"), " ") if shown.due else row()
        ranked = sorted(shown.ledger, key=lambda line: not line.active)
        powers = [_in_short(line, line.power in shown.changed) for line in ranked]
        return [spread(_as_many(powers, width - right.width - 1), right, width)]


def _in_short(line: LedgerLine, changed: bool) -> Row:
    """A power's hand; of one that is awaited whatever the line may hold."""
    ink = "strong" if line.active else "quiet"
    first, *others = [figure for figure in line.figures if not figure.rank]
    second = "".join(f"/{figure.text}" for figure in others[:1])
    more = second + "".join(f"  {figure.title} {figure.text}" for figure in others[1:])
    return row((f"{short_name(line, 8)} ", ink), (first.text, "changed" if changed else ink), (more * line.active, ink))


def _as_many(powers: Sequence[Row], width: int) -> Row:
    """The powers side by side as far as there is room, and how many more there are."""
    for count in range(len(powers), -1, -1):
        left = len(powers) - count
        line = row(" ")
        for power in powers[:count]:
            line = line + power + row("   " if len(power.pieces[-1][0]) else "  ")
        if left:
            line = line + row(("g ", "key"), (f"{left} more", "quiet"))
        if line.width <= width:
            return line
    return row()


class Tail(Pane):
    """The journal's last lines, latest first."""

    clicked: ClassVar[str] = "journal"

    def lines(self, shown: Shown, width: int) -> list[Row]:
        if not shown.tail:
            return [row((" nothing has been ordered this turn", "quiet"))]
        return [tail_row(told, width, at == 0) for at, told in enumerate(shown.tail[: max(1, self.size.height)])]


def tail_row(told: Told, width: int, latest: bool = False) -> Row:
    """One entry in one line: number, sentence, figures, rules."""
    ink = "quiet" if told.undone else ""
    figures = (*told.dice, *told.brief)
    head = row((f"{told.n:>5}  ", "quiet"), (f"{told.sentence}{' (undone)' if told.undone else ''}", ink))
    rule = row("  ") + cited(told.rules[:2], width - head.width - 3)
    room = width - head.width - rule.width - 3
    # As many figures as have room, each whole; the journal has them all.
    for figure in figures:
        room -= row(figure).width + 3
        if room < 2:
            head = head + row((f" {glyphs.sign('more')}", "quiet")) if room + row(figure).width + 3 >= 2 else head
            break
        head = head + row("   ", (figure, "changed" if latest and not told.undone else "quiet"))
    return spread(head, rule, width)
