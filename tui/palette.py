"""The command palette: every action that works now, and every order on offer, found by a few letters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen, Screen

from engine.kernel import rulebook
from engine.kernel.values import frozen
from tui import glyphs, keys
from tui.lines import Lines, Row, clean, fit, row, spread, wrap
from tui.panels import offered
from tui.typed_line import TypedLine

if TYPE_CHECKING:
    from textual.events import Click


_SCREENS = (keys.CAMPAIGN, "home", "new", "journal", "map", "settings", "help", "cards", "card-list")
"""Where actions are a screen's own; all others are a panel's."""


@frozen
class Entry:
    """One thing to do: an action by its id and where it acts, or an order's text; or a ``word`` of the rulebook with
    what it means."""

    text: str
    detail: str
    key: str
    action: str = ""
    where: str = ""
    order: str = ""
    word: str = ""


def entries(screen: Screen[Any]) -> tuple[Entry, ...]:
    """Everything that can be done from a screen."""
    listed: list[Entry] = []
    desk = getattr(screen, "desk", None)
    wheres = [keys.ANYWHERE]
    parts = getattr(screen, "help_parts", None)
    if parts is not None:
        wheres.insert(0, parts()[2])
    if desk is not None:
        wheres.insert(1, keys.CAMPAIGN)
    for where in dict.fromkeys(wheres):
        for action in keys.of(where):
            there = where != keys.CAMPAIGN or desk is None or offered(desk.ruleset, action.id)
            if action.palette and there:
                listed.append(Entry(action.text, action.label, action.shown, action.id, where))
    if desk is not None:
        for choice in desk.outlook().choices:
            cost = f"{choice.cost.total}" if choice.cost.lines else ""
            state = f"refused: {choice.refused[0].reason}" if choice.refused else ""
            listed.append(Entry(clean(choice.text), clean(state or cost), "order", order=choice.text))
        listed += [
            Entry(clean(term.line), " ".join(term.spellings), "word", word=term.word)
            for term in rulebook.terms(desk.ruleset.id)
        ]
    return tuple(listed)


def matching(listed: Iterable[Entry], typed: str) -> tuple[Entry, ...]:
    """The entries in which every typed word occurs, those whose text begins with it first."""
    words = typed.lower().split()
    if not words:
        # What the rulebook's words mean is there for who asks.
        return tuple(entry for entry in listed if not entry.word)
    hits = [entry for entry in listed if all(word in f"{entry.text} {entry.detail}".lower() for word in words)]
    return tuple(
        sorted(
            hits,
            key=lambda entry: (
                # A word of the rulebook typed in full is what is asked for; else what can be done comes first.
                entry.word.lower() != typed.strip().lower() if entry.word else 1,
                bool(entry.word),
                not any(part.startswith(words[0]) for part in entry.text.lower().split()),
                len(entry.text),
            ),
        )
    )


class PaletteScreen(ModalScreen[None]):
    """A line to type in, and what fits."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+p", "back", "back", show=False),
        # What lies over a screen hears none of the program's keys but its own.
        Binding("question_mark,f1", "app.help", "help", show=False),
        Binding("up", "move(-1)", "up", show=False, priority=True),
        Binding("down,tab", "move(1)", "down", show=False, priority=True),
    ]

    DEFAULT_CSS = """
    PaletteScreen { align: center top; background: $background 60%; }
    PaletteScreen Vertical { width: 84; max-width: 100%; height: 100%; max-height: 24; }
    PaletteScreen Vertical { margin: 1 0; background: $surface; }
    PaletteScreen Input, PaletteScreen Input:focus { height: 1; border: none; padding: 0 1; background: $surface;
    margin: 0 0 1 0; }
    PaletteScreen Hits { height: 1fr; padding: 0 1; background: $surface; }
    """

    def __init__(self, over: Screen[Any]) -> None:
        super().__init__()
        self._over = over
        self._every = entries(over)

    def compose(self) -> ComposeResult:
        """The input and the list."""
        with Vertical():
            yield TypedLine(placeholder="what do you want to do?")
            yield Hits(matching(self._every, ""))

    def on_mount(self) -> None:
        """Typing goes to the input."""
        self.query_one(TypedLine).focus()

    def on_input_changed(self, event: TypedLine.Changed) -> None:
        """Narrow the list."""
        self.query_one(Hits).put(matching(self._every, event.value))

    def on_input_submitted(self, event: TypedLine.Submitted) -> None:
        """Do what the entry under the cursor says."""
        self.choose()

    def choose(self) -> None:
        """Do what the cursor stands on."""
        chosen = self.query_one(Hits).chosen
        if chosen is None:
            return
        self.dismiss()
        self.app.call_later(self._do, chosen)

    async def _do(self, chosen: Entry) -> None:
        if chosen.word:
            from tui.workspace import Workspace

            if isinstance(self._over, Workspace):
                self._over.say(
                    [row((f" {line}", "now")) for line in wrap(chosen.text, max(20, self.app.size.width - 2))]
                )
            return
        if chosen.order:
            give = getattr(self._over, "give", None)
            if give is not None:
                give([chosen.order])
            return
        target: Any = self._over
        if chosen.where == keys.ANYWHERE:
            target = self.app
        elif chosen.where not in _SCREENS:
            target = getattr(self._over, "current", self._over)
        await self.app.run_action(chosen.action, target)

    def help_parts(self) -> tuple[str, str, str]:
        """What ``?`` explains."""
        text = (
            "Everything that a key does here, every order on offer now, and the words of the rulebook. Type a few "
            "letters of any of it; the arrows choose, Enter does it, Escape leaves."
        )
        return "Everything by its name", text, ""

    def action_back(self) -> None:
        """Leave."""
        self.dismiss()

    def action_move(self, by: int) -> None:
        """The entry before or after."""
        self.query_one(Hits).move(by)


class Hits(Lines):
    """The entries that fit what is typed."""

    can_focus = False

    def __init__(self, listed: Sequence[Entry]) -> None:
        super().__init__()
        self._listed = tuple(listed)
        self._at = 0
        self._below = 0

    @property
    def chosen(self) -> Entry | None:
        """The entry under the cursor."""
        return self._listed[self._at] if self._listed else None

    def put(self, listed: Sequence[Entry]) -> None:
        """Show these."""
        self._listed, self._at = tuple(listed), 0
        self.redraw()

    def move(self, by: int) -> None:
        """The entry before or after."""
        if self._listed:
            self._at = max(0, min(len(self._listed) - 1, self._at + by))
            self.redraw()
            self.show_line(self._at + self._below)
            self.show_line(self._at)

    def rows(self, width: int) -> list[Row]:
        if not self._listed:
            return [row(("nothing of that name", "quiet"))]
        rows = []
        for at, entry in enumerate(self._listed):
            detail = (f"  {entry.detail}", "quiet") if entry.order and entry.detail else ""
            line = spread(
                row(
                    (f"{glyphs.sign('now')} " if at == self._at else "  ", "now"), (entry.text, ""), detail or ("", "")
                ),
                row((fit(entry.key, max(6, len(entry.key)), "right"), "key")),
                width,
            )
            if at != self._at:
                rows.append(line)
                continue
            # What has no room in its line is told under it while the cursor is on it.
            rows.append(line.on("cursor"))
            said = f"{entry.text}  {entry.detail}" if detail else entry.text
            short = row(said).width + max(6, len(entry.key)) + 3 > width
            rows += [row("    ", (text, "quiet")) for text in wrap(said, width - 5)] if short else []
        self._below = len(rows) - len(self._listed)
        return rows

    def on_click(self, event: Click) -> None:
        """A click does what the entry says."""
        at = event.y + self.scroll_offset.y
        if at > self._at:
            at = max(self._at, at - self._below)
        if 0 <= at < len(self._listed):
            self._at = at
            screen = self.screen
            if isinstance(screen, PaletteScreen):
                screen.choose()
