"""Home: the campaigns with date, whose move and when they were last played; those that cannot be read, with the
reason."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from tui import glyphs, keys
from tui.bars import Footer, Notice
from tui.lines import Lines, Row, clean, row, spread, wrap
from tui.words import power_word, turn_name

if TYPE_CHECKING:
    from textual.events import Click, Key

    from saves.library import Card

WELCOME = (
    "Warledger keeps what the table forgets: money, pools, boxes, dates and duties. The map and the "
    "counters stay on your table.",
    "",
    "There is no campaign yet. Press n to begin one.",
)


class HomeScreen(Screen[None]):
    """The list of campaigns."""

    BINDINGS: ClassVar[list[BindingType]] = keys.bindings("home")
    AUTO_FOCUS = "CampaignList"

    DEFAULT_CSS = """
    HomeScreen #title, HomeScreen #footer, HomeScreen #notice { height: 1; }
    HomeScreen CampaignList { height: 1fr; padding: 1 2; }
    """

    def compose(self) -> ComposeResult:
        """Title, list, footer."""
        yield HomeTitle(id="title")
        yield CampaignList()
        yield Notice(id="notice")
        yield Footer(self.actions, id="footer")

    def on_screen_resume(self) -> None:
        """Read before the first paint, so that it shows the list, and again on coming back: it was played meanwhile."""
        self._read()

    def _read(self) -> None:
        from saves.library import campaigns

        self.query_one(CampaignList).put(campaigns())
        self.query_one(Footer).redraw()

    def actions(self) -> list[keys.Action]:
        """The actions that work on this screen."""
        own = sorted((action for action in keys.of("home") if action.rank), key=lambda action: action.rank)
        return own + [action for action in keys.of(keys.ANYWHERE) if action.rank]

    def action_open(self) -> None:
        """Open the campaign under the cursor."""
        card = self.query_one(CampaignList).card
        if card is None:
            self.action_new()
            return
        from saves.desk import Desk
        from saves.errors import SavesError

        notice = self.query_one(Notice)
        if card.problem:
            notice.say([row((f" {glyphs.sign('refused')} {clean(card.problem)}", "refused"))])
            return
        try:
            seat = self.query_one(CampaignList).seat_of(card) if len(card.seats) > 1 else ""
            desk = Desk.open(card.folder, seat)
        except SavesError as fault:
            notice.say([row((f" {glyphs.sign('refused')} {clean(str(fault))}", "refused"))])
            return
        self.app.open_campaign(desk)  # type: ignore[attr-defined]

    def action_new(self) -> None:
        """Begin one."""
        from tui.screens.new import NewScreen

        self.app.push_screen(NewScreen())

    def action_cards(self) -> None:
        """The player's own figures."""
        from tui.screens.card_list import CardListScreen

        self.app.push_screen(CardListScreen())

    def action_reread(self) -> None:
        """Read the folder again."""
        self._read()
        many = len(self.query_one(CampaignList).cards or ())
        said = f"read again: {many} campaign{'' if many == 1 else 's'}"
        self.query_one(Notice).say([row((f" {said}", "quiet"))])

    def help_parts(self) -> tuple[str, str, str]:
        """What ``?`` explains."""
        text = (
            "Your campaigns, the last played first, with the date in the game, the step, and who is "
            "awaited. Each is a folder of plain text files in "
            "your data directory; what you see acknowledged is on disk. One that cannot be read says why "
            "and does not hide the others."
        )
        return "Home", text, "home"


class HomeTitle(Lines):
    """The program's name."""

    can_focus = False

    def rows(self, width: int) -> list[Row]:
        return [
            spread(
                row((" Warledger", "now"), ("   campaigns", "title")),
                row(("a ledger beside the board ", "quiet")),
                width,
            ).on("bar")
        ]


class CampaignList(Lines, can_focus=True):
    """The campaigns, two lines each."""

    def __init__(self) -> None:
        super().__init__()
        self.cards: Sequence[Card] | None = None
        self._at = 0
        self._seats: dict[str, int] = {}

    @property
    def card(self) -> Card | None:
        """The campaign under the cursor."""
        return self.cards[self._at] if self.cards else None

    def seat_of(self, card: Card) -> str:
        """The seat chosen for a campaign: the first until the player turns to another."""
        if not card.seats:
            return ""
        return card.seats[self._seats.get(card.name, 0) % len(card.seats)]

    def put(self, cards: Sequence[Card]) -> None:
        """Show these, the last played first."""
        self.cards = sorted(cards, key=lambda card: -card.last_played)
        self._at = min(self._at, max(0, len(cards) - 1))
        self.redraw()

    def rows(self, width: int) -> list[Row]:
        if self.cards is None:
            return []
        if not self.cards:
            return [row(line) for text in WELCOME for line in wrap(text, min(width, 76))]
        rows: list[Row] = []
        now = time.time()
        for at, card in enumerate(self.cards):
            rows += card_rows(card, width, at == self._at, now, self.seat_of(card))
        return rows

    def on_key(self, event: Key) -> None:
        """The arrows choose a campaign, and a seat where it has several."""
        count = len(self.cards or ())
        card = self.card
        if event.key in ("left", "right") and card is not None and len(card.seats) > 1:
            by = 1 if event.key == "right" else -1
            self._seats[card.name] = (self._seats.get(card.name, 0) + by) % len(card.seats)
            event.stop()
            self.redraw()
            return
        step = {"up": -1, "down": 1, "k": -1, "home": -count, "end": count, "pageup": -5, "pagedown": 5}.get(event.key)
        if step is None or not count:
            return
        event.stop()
        event.prevent_default()
        self._at = max(0, min(count - 1, self._at + step))
        self.redraw()
        self.show_line(self._at * 3)
        self.show_line(self._at * 3 + 1)

    def on_click(self, event: Click) -> None:
        """A click chooses, a second one opens."""
        at = (event.y - self.styles.padding.top + self.scroll_offset.y) // 3
        if 0 <= at < len(self.cards or ()):
            if at == self._at:
                self.screen.action_open()  # type: ignore[attr-defined]
            self._at = at
            self.redraw()


def card_rows(card: Card, width: int, chosen: bool, now: float, seat: str = "") -> list[Row]:
    """A campaign in two lines and a blank one."""
    mark = (f"{glyphs.sign('now')} " if chosen else "  ", "now")
    under = "cursor" if chosen else ""
    played = ago(now - card.last_played) if card.last_played else ""
    title = clean(card.title or card.name)
    same = clean(card.name) if clean(card.name) != title else ""
    head = spread(
        row(mark, (title, "strong"), (f"   {same}" if same else "", "quiet")), row((played, "quiet"), " "), width
    )
    if card.problem:
        said = row("    ", (f"{glyphs.sign('refused')} cannot be read: {clean(card.problem)}", "refused"))
    else:
        names = ", ".join(power_word(power) for power in card.awaits[:3])
        awaits = clean(card.over or (f"{names} to act" if names else ""))
        said = row(
            "    ",
            (turn_name(card.turn), ""),
            (f"   {clean(card.step)}", "quiet"),
            (f"   {awaits}" if awaits else "", "now"),
        )
    if len(card.seats) > 1 and not card.problem:
        ends = ("<", ">") if glyphs.plain() else ("‹", "›")
        chair = f"seat {ends[0]} {clean(seat)} {ends[1]}" if chosen else f"{len(card.seats)} seats"
        said = spread(said, row((chair, "strong" if chosen else "quiet"), " "), width)
    return [head.on(under), said, row()]


def ago(seconds: float) -> str:
    """How long ago, in words."""
    for size, unit in ((86400 * 365, "year"), (86400 * 30, "month"), (86400, "day"), (3600, "hour"), (60, "minute")):
        count = int(seconds // size)
        if count:
            return f"{count} {unit}{'s' if count > 1 else ''} ago"
    return "just now"
