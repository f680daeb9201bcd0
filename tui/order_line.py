"""The order line: any order typed, read and judged at every key, completed by Tab, refused before Enter is pressed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.events import Paste
from textual.message import Message
from textual.widgets import Input

from engine.kernel import schema, things
from engine.kernel.grammar import Unreadable, open_quote, tokens
from engine.kernel.plan import price
from engine.kernel.refusals import Refusal
from engine.kernel.standing import Done
from engine.kernel.values import frozen
from tui import glyphs
from tui.keys import LINE, bindings
from tui.lines import Row, clean, row, wrap
from tui.models.completing import form_under_way, in_form, spelled
from tui.models.edit import left_of, pasted, several
from tui.models.verdicts import followed
from tui.typed_line import TypedLine

if TYPE_CHECKING:
    from saves.desk import Desk


@frozen
class Reading:
    """What a typed line means now. ``canonical`` '' while it cannot be read (then ``problem`` says why). ``follows``:
    what comes of it at once, where its game says that."""

    canonical: str
    problem: str
    cost: int
    rules: tuple[str, ...]
    refused: tuple[Refusal, ...]
    offers: tuple[str, ...]
    follows: tuple[str, ...] = ()


def read(desk: Desk, line: str) -> Reading:
    """Read, judge and price a line. Nothing is raised, nothing changes."""
    if not line.strip():
        return Reading("", "", 0, (), (), offers(desk, line))
    try:
        order = desk.understand(line)
    except Unreadable as fault:
        problem = f"{fault.problem}; expected {_short(fault.expected)}" if fault.expected else fault.problem
        return Reading("", clean(problem), 0, (), (), offers(desk, line))
    refused = tuple(desk.judge(order))
    cost = price(order, desk.campaign)
    follows = () if refused else followed(desk, order)
    return Reading(order.text, "", cost.total, cost.rules, refused, offers(desk, line), follows)


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57].rsplit(",", 1)[0] + ", " + glyphs.sign("more")


def offers(desk: Desk, line: str) -> tuple[str, ...]:
    """What the word under way may become, best first."""
    try:
        given = tokens(line)
    except Unreadable:
        return ()
    fresh = not line or line[-1].isspace()
    words = [token.text.lower() for token in given]
    part = "" if fresh or not words else words.pop()
    words = spelled(desk, words)
    if (form_at_hand := form_under_way(desk, words)) is not None:
        formed = tuple(dict.fromkeys(in_form(*form_at_hand, part)))
        offered = (word for word in _offered(desk, words) if word.startswith(part) and word != part)
        return tuple(dict.fromkeys((*formed, *offered)))[:40]
    head, _, stem = part.rpartition(",")
    fitting = dict.fromkeys(word for word in _candidates(desk, words) if word.startswith(stem) and word != stem)
    lead = f"{head}," if head else ""
    return tuple(lead + word for word in fitting)[:40]


def _candidates(desk: Desk, before: Sequence[str]) -> Iterable[str]:
    ruleset, campaign = desk.ruleset, desk.campaign
    outlook = desk.outlook()
    verbs = ruleset.verbs
    if not before:
        yield from outlook.awaits
        yield from (power for power in campaign.seats)
        yield from (verb for verb, cls in verbs.items() if not cls.names_power and cls.choosable())
        return
    typed = " ".join(before) + " "
    yield from _offered(desk, before)
    for form in outlook.forms:
        if form.pattern.startswith(typed):
            following = form.pattern[len(typed) :].split(" ")[0]
            if "{" not in following:
                yield following
    if before[-2:] == [Done.verb, "through"]:
        sequence, at_hand = ruleset.sequence, campaign.progress.step
        yield from dict.fromkeys(step.slug for step in sequence.following(at_hand)) if at_hand in sequence else ()
        return
    if before[0] in ruleset.powers and len(before) == 1:
        yield from (verb for verb, cls in verbs.items() if cls.names_power and cls.choosable())
        return
    if before[0] == "ruling":
        yield from schema.ruled(ruleset.campaign_class)
        return
    for name in ("places", "countries", "holdings", "units", "powers"):
        yield from things.table(campaign, name)


def _offered(desk: Desk, before: Sequence[str]) -> Iterable[str]:
    """The next words of what is on offer and begins so."""
    typed = " ".join(before) + " "
    for choice in desk.outlook().choices:
        if choice.text.startswith(typed):
            yield choice.text[len(typed) :].split(" ")[0]


def hints(reading: Reading, width: int) -> list[Row]:
    """What stands over the line while it is typed: its meaning and cost, or what is wrong, or what may come next."""
    lines: list[Row] = []
    if reading.canonical:
        cost = f"   costs {reading.cost}" if reading.cost else ""
        rules = f"  {', '.join(reading.rules[:3])}" if reading.rules else ""
        ok = (glyphs.sign("refused"), "refused") if reading.refused else (glyphs.sign("done"), "changed")
        lines.append(row(" ", ok, (f" {reading.canonical}", "strong"), (cost, ""), (rules, "rule")))
    elif reading.problem:
        lines.append(row((f" {glyphs.sign('next')} {reading.problem}", "quiet")))
    for refusal in reading.refused:
        lines.append(refusal_row(refusal))
    if reading.follows:
        lines += _following_rows(reading.follows, width)
    elif not reading.refused and reading.offers:
        lines += _offer_rows(reading.offers, width)
    return lines or [row((" an order: a power, then what it does", "quiet"))]


def help_text(desk: Desk, line: str) -> str:
    """What ``?`` says while a line is typed: how orders are written, and of the order begun what it takes."""
    said = (
        "An order is a power, what it does, and what it takes: germany declare poland. Short names will do wherever "
        "only one begins so (ger decl pol), capitals make no difference. Lists take commas, a count stands before what "
        "is counted (units=2 ARM 8-8, INF 6-5), what has a name is written name=value. Tab completes the word under "
        "way, the up key brings back what was given before. What is wrong, what it costs and what would make it legal "
        "stands over the line at every key; nothing is given before Enter."
    )
    try:
        words = [token.text.lower() for token in tokens(line)]
    except Unreadable:
        words = []
    known = form_under_way(desk, spelled(desk, words))
    if known is None:
        return said
    form = known[0]
    boxes = "\n".join(f"  {field.label}{f'  ({field.rule})' if field.rule else ''}" for field in form.fields)
    return f"{said}\n\n{form.title} ({form.rule}): {form.pattern}\n{boxes}"


_FOLLOW_LINES = 4
"""Lines over the order line that what follows from an order may take."""


def _following_rows(follows: Sequence[str], width: int) -> list[Row]:
    """What follows from an order, one after the other; the page of what if has all of it."""
    lines = wrap("; ".join(follows), max(20, width - 4))
    shown = lines[:_FOLLOW_LINES]
    if len(lines) > len(shown):
        shown[-1] += f" {glyphs.sign('more')}"
    return [row(("   ", ""), (line, "quiet")) for line in shown]


_OFFER_LINES = 2
"""Lines over the order line that names to complete with may take."""


def _offer_rows(offers: Sequence[str], width: int) -> list[Row]:
    """What the word under way may become, without what of a list is typed already."""
    lines = wrap("  ".join(dict.fromkeys(_last_part(word) for word in offers)), max(20, width - 8))
    shown = lines[:_OFFER_LINES]
    if len(lines) > len(shown):
        shown[-1] += f" {glyphs.sign('more')}"
    return [row((" tab " if at == 0 else "     ", "key"), (line, "quiet")) for at, line in enumerate(shown)]


def _last_part(word: str) -> str:
    last = word.rpartition(",")[2]
    value = last.partition("=")[2]
    return value or last


def refusal_row(refusal: Refusal) -> Row:
    """A reason why not: its rule, the reason, what would make it legal."""
    hint = f"  {clean(refusal.hint)}" if refusal.hint else ""
    return row(
        (f" {glyphs.sign('refused')} ", "refused"),
        (clean(refusal.reason), "refused"),
        (f"  {clean(refusal.rule)}", "rule"),
        (hint, ""),
    )


_INTO_TEXT = "several lines were pasted into an order: nothing was taken; empty the line first (ctrl+u)"


class _Entry(TypedLine):
    """What is typed; Tab completes. In quotes stands a reason in words, where ``?`` is a sign like any other."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(LINE)

    def prose(self) -> bool:
        return open_quote(self.value[: self.cursor_position])

    def _on_paste(self, event: Paste) -> None:
        """The first line that says anything, control characters out: the framework takes the first as it is."""
        event.prevent_default()
        event.stop()
        line = self.parent if isinstance(self.parent, OrderLine) else None
        if line is not None and several(event.text) and self.value.strip():
            # Run together with what stands there, no line would be the order that was copied.
            line.post_message(OrderLine.Typed(self.value, _INTO_TEXT))
        elif text := pasted(event.text):
            self.insert_text_at_cursor(text)
            if line is not None:
                line.left = self.value, left_of(event.text)

    def action_complete(self) -> None:
        """Hand Tab to the line around it."""
        line = self.parent
        if isinstance(line, OrderLine):
            line.complete()

    async def action_give(self) -> None:
        """Enter gives what is typed."""
        await self.action_submit()

    def action_back(self) -> None:
        """Leave the line; nothing is given."""
        line = self.parent
        if isinstance(line, OrderLine):
            line.post_message(OrderLine.Left())

    def action_earlier(self) -> None:
        """An order given before."""
        line = self.parent
        if isinstance(line, OrderLine):
            line.recall(1)

    def action_later(self) -> None:
        """A later order given before."""
        line = self.parent
        if isinstance(line, OrderLine):
            line.recall(-1)


class OrderLine(Horizontal):
    """The line itself. ``completes`` gives what the word under way may become, ``history`` the orders given before."""

    DEFAULT_CSS = """
    OrderLine { height: 1; background: $background; }
    OrderLine > .prompt { width: auto; color: $accent; text-style: bold; }
    OrderLine > Input, OrderLine > Input:focus { height: 1; border: none; padding: 0; width: 1fr; background:
    $background; }
    """

    class Typed(Message):
        """The text changed; ``left`` is what to say of pasted lines that were not taken."""

        def __init__(self, text: str, left: str = "") -> None:
            super().__init__()
            self.text, self.left = text, left

    class Given(Message):
        """Enter."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Left(Message):
        """Escape."""

    def __init__(self, text: str, completes: Callable[[str], tuple[str, ...]], history: Sequence[str] = ()) -> None:
        super().__init__()
        self._text, self._completes = text, completes
        self._history = tuple(history)
        self._back = 0
        self.left = ("", "")
        """The text as it stood after a paste of several lines, and what is said of the others until it changes."""

    def compose(self) -> ComposeResult:
        """A prompt and the input."""
        from textual.widgets import Static

        yield Static(" : ", classes="prompt", markup=False)
        yield _Entry(self._text, select_on_focus=False)

    def on_mount(self) -> None:
        """Typing goes here at once."""
        self.query_one(Input).focus()

    @property
    def text(self) -> str:
        """What is typed."""
        return self.query_one(Input).value

    def prose(self) -> bool:
        """Whether the caret stands in quotes."""
        # A line that has just been opened is composed a moment later.
        entry = self.query(_Entry)
        return entry.first().prose() if entry else open_quote(self._text)

    def complete(self) -> None:
        """The first completion, or as much as all completions share."""
        entry = self.query_one(Input)
        completions = self._completes(entry.value)
        if not completions:
            return
        head = (
            entry.value
            if not entry.value or entry.value[-1].isspace()
            else entry.value[: len(entry.value) - len(entry.value.split(" ")[-1])]
        )
        part = entry.value[len(head) :]
        shared = _shared(completions)
        whole = len(completions) == 1 or len(shared) <= len(part)
        text = completions[0] + ("" if completions[0].endswith("=") else " ") if whole else shared
        entry.value = head + text
        entry.cursor_position = len(entry.value)

    def recall(self, by: int) -> None:
        """Go through the orders given before."""
        if not self._history:
            return
        self._back = max(0, min(len(self._history), self._back + by))
        entry = self.query_one(Input)
        entry.value = self._history[-self._back] if self._back else self._text
        entry.cursor_position = len(entry.value)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Pass it on."""
        event.stop()
        after, said = self.left
        self.post_message(self.Typed(event.value, said if event.value == after else ""))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Pass it on."""
        event.stop()
        self.post_message(self.Given(event.value))


def _shared(words: Sequence[str]) -> str:
    first, last = min(words), max(words)
    for at, sign in enumerate(first):
        if at >= len(last) or last[at] != sign:
            return first[:at]
    return first
