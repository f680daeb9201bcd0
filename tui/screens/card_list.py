"""Which scenario's cards: the player's own ones first, then those that came with the program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from engine.kernel.ruleset import UnknownRuleset, find
from tui import glyphs, keys
from tui.bars import Footer, Notice
from tui.lines import Lines, Row, clean, pointed, row, spread, wrap

if TYPE_CHECKING:
    from textual.events import Key

    from saves.scenarios import ScenarioCard

ABOUT = (
    "The figures that the rulebooks do not print are the program's own. Whoever has the boxed game types what its "
    "cards print into a scenario of his own; campaigns that begin with it have his figures."
)


class CardListScreen(Screen[None]):
    """The scenarios that have cards."""

    WHERE: ClassVar[str] = "card-list"
    TITLE_SAYS: ClassVar[str] = "cards of the boxed game"
    ABOUT: ClassVar[str] = ABOUT
    SHEET: ClassVar[str] = "Cards"
    """The sheet that a game must have for its scenarios to stand here."""
    BINDINGS: ClassVar[list[BindingType]] = keys.bindings(WHERE)
    AUTO_FOCUS = "CardList"

    DEFAULT_CSS = """
    CardListScreen #title, CardListScreen #footer, CardListScreen #notice { height: 1; }
    CardListScreen CardList { height: 1fr; padding: 1 2; }
    """

    def compose(self) -> ComposeResult:
        """Title, list, footer."""
        yield CardListTitle(self.TITLE_SAYS, id="title")
        yield CardList(self.ABOUT)
        yield Notice(id="notice")
        yield Footer(self.actions, id="footer")

    def on_screen_resume(self) -> None:
        """Read before the first paint, and again on coming back: a scenario may have been made."""
        from saves.scenarios import scenarios

        self.query_one(CardList).put([card for card in scenarios() if card.problem or _has(card, self.SHEET)])

    def actions(self) -> list[keys.Action]:
        """The actions that work on this screen."""
        return [action for where in (self.WHERE, keys.ANYWHERE) for action in keys.of(where) if action.rank]

    def action_open(self) -> None:
        """Open the cards of the one under the cursor."""
        from tui.screens.cards import open_cards

        card = self.query_one(CardList).card
        if card is None:
            return
        self.refuse(card.problem or open_cards(self.app, card.id))

    def refuse(self, trouble: str) -> None:
        """Say why something cannot be shown, where it cannot."""
        if trouble:
            said = wrap(f"{glyphs.sign('refused')} {clean(trouble)}", max(20, self.size.width - 2))
            self.query_one(Notice).say([row((f" {line}", "refused")) for line in said])

    def action_back(self) -> None:
        """Back home."""
        self.dismiss()

    def help_parts(self) -> tuple[str, str, str]:
        """What ``?`` explains."""
        return self.TITLE_SAYS.capitalize(), self.ABOUT, self.WHERE


def _has(card: ScenarioCard, sheet: str) -> bool:
    try:
        return sheet in find(card.ruleset).sheets.names
    except UnknownRuleset:
        return False


class CardListTitle(Lines):
    """What this screen is."""

    can_focus = False

    def __init__(self, says: str, **given: Any) -> None:
        super().__init__(**given)
        self._says = says

    def rows(self, width: int) -> list[Row]:
        return [row((" Warledger", "now"), (f"   {self._says}", "title")).on("bar")]


class CardList(Lines, can_focus=True):
    """The scenarios, one a line."""

    def __init__(self, about: str) -> None:
        super().__init__()
        self._about = about
        self._cards: Sequence[ScenarioCard] = ()
        self._at = 0

    @property
    def card(self) -> ScenarioCard | None:
        """The scenario under the cursor."""
        return self._cards[self._at] if self._cards else None

    def put(self, cards: Sequence[ScenarioCard]) -> None:
        """Show these."""
        self._cards = sorted(cards, key=lambda card: not card.own)
        self._at = min(self._at, max(0, len(cards) - 1))
        self.redraw()

    def rows(self, width: int) -> list[Row]:
        rows = [row((line, "quiet")) for line in wrap(self._about, min(width, 100))] + [row()]
        last: bool | None = None
        for at, card in enumerate(self._cards):
            if card.own is not last:
                rows.append(row(("Your own" if card.own else "Came with the program", "heading")))
                last = card.own
            name = row("  ", (clean(card.title or card.id), "strong" if card.own else ""))
            state = row((f"{glyphs.sign('refused')} unreadable" if card.problem else clean(card.id), "quiet"), " ")
            line = spread(name, state, width)
            rows.append(pointed(line) if at == self._at else line)
        return rows

    def on_key(self, event: Key) -> None:
        """The arrows choose."""
        step = {"up": -1, "down": 1, "k": -1, "home": -999, "end": 999}.get(event.key)
        if step is not None and self._cards:
            event.stop()
            event.prevent_default()
            self._at = max(0, min(len(self._cards) - 1, self._at + step))
            self.redraw()
            at = next((y for y, line in enumerate(self._rows) if line.under == "cursor"), 0)
            self.show_line(at if self._at else 0)
