"""The list of campaigns: date, whose move, when they were last played; on a server whose turn it is by name, and what
is new to who reads it. Those that cannot be read stand there with the reason."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tui import glyphs
from tui.access import Stake
from tui.lines import Lines, Row, clean, cut, fit, row, spread, wrap
from tui.session import at_hand
from tui.words import power_word, turn_name

if TYPE_CHECKING:
    from textual.events import Click, Key

    from saves.library import Card

DELETED = "deleted"
"""What a card says of a campaign that is deleted and may be brought back (saves.keeping)."""


def kept_how(card: Card) -> str:
    """Where a campaign is that is in no list."""
    return "deleted" if card.kept == DELETED else "in the archive"


def seats_of(card: Card) -> str:
    """How many share a campaign."""
    return "1 seat" if len(card.seats) == 1 else f"{len(card.seats)} seats"


class CampaignList(Lines, can_focus=True):
    """The campaigns, two lines each."""

    def __init__(self) -> None:
        super().__init__()
        self.cards: Sequence[Card] | None = None
        self._at = 0
        self._empty: Sequence[str] = ()
        self._chosen: dict[str, int] = {}
        self._stakes: Mapping[str, Stake] = {}

    @property
    def card(self) -> Card | None:
        """The campaign under the cursor."""
        return self.cards[self._at] if self.cards else None

    def seat_of(self, card: Card) -> str:
        """The seat chosen for a campaign: the first until the player turns to another."""
        seats = self.stake_of(card).seats
        return seats[self._chosen.get(card.name, 0) % len(seats)] if seats else ""

    def stake_of(self, card: Card) -> Stake:
        """What a campaign is to who reads the list."""
        return self._stakes.get(card.name) or Stake(card.seats)

    def put(
        self,
        cards: Sequence[Card],
        empty: Sequence[str] = (),
        stand_on: str = "",
        stakes: Mapping[str, Stake] | None = None,
    ) -> None:
        """Show these, the last played first, or what is to be said where there are none; the cursor stands on the
        campaign of this name, or where it stood. ``stakes``: what each is to who reads it, by its name."""
        stood = self.card.name if stakes and self.card is not None else ""
        self.cards = sorted(cards, key=lambda card: (card.kept == DELETED, -card.last_played))
        self._empty = empty
        self._stakes = stakes or {}
        # Others play meanwhile, so the list may be in another order.
        named = [at for at, card in enumerate(self.cards) if card.name == (stand_on or stood)]
        self._at = named[0] if named else min(self._at, max(0, len(cards) - 1))
        self.redraw()

    def rows(self, width: int) -> list[Row]:
        if self.cards is None:
            return []
        if not self.cards:
            return [row(line) for text in self._empty for line in wrap(text, min(width, 76))]
        rows: list[Row] = []
        now = time.time()
        titles = [card.title for card in self.cards]
        for at, card in enumerate(self.cards):
            shared = titles.count(card.title) > 1
            rows += card_rows(card, width, at == self._at, now, self.seat_of(card), shared, self.stake_of(card))
        return rows

    def on_key(self, event: Key) -> None:
        """The arrows choose a campaign, and a seat where it has several."""
        count = len(self.cards or ())
        card = self.card
        seats = self.stake_of(card).seats if card is not None else ()
        if event.key in ("left", "right") and card is not None and len(seats) > 1:
            by = 1 if event.key == "right" else -1
            self._chosen[card.name] = (self._chosen.get(card.name, 0) + by) % len(seats)
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


def card_rows(
    card: Card, width: int, chosen: bool, now: float, seat: str = "", shared: bool = False, stake: Stake | None = None
) -> list[Row]:
    """A campaign in two lines and a third, which is blank where there is no news. ``shared``: others have the same
    title, so its name stands first; ``stake``: what it is to who reads it."""
    stake = stake or Stake(card.seats)
    mark = (f"{glyphs.sign('now')} " if chosen else "  ", "now")
    under = "cursor" if chosen else ""
    played = ago(now - card.last_played) if card.last_played else ""
    title = clean(card.title or card.name)
    same = clean(card.name) if clean(card.name) != title else ""
    if shared and same:
        title, same = same, title
    kept = (f"  {kept_how(card)}" if card.kept else "", "refused")
    head = spread(
        row(mark, (title, "strong"), (f"   {same}" if same else "", "quiet"), kept), row((played, "quiet"), " "), width
    )
    if card.problem:
        problem = clean(card.problem.replace(f"{card.folder}/", ""))
        said = row("    ", (f"{glyphs.sign('refused')} cannot be read: {problem}", "refused"))
        return [head.on(under), cut(said, width), row()]
    names = ", ".join(power_word(power) for power in card.awaits[:3])
    awaits = clean(card.over or (_whose_turn(names, stake) if names or stake.asked else ""))
    said = row("    ", (turn_name(card.turn), ""), (f"  {card.count}" if card.count else "", "quiet"))
    # Where the line is short the step gives way first: the date and who is awaited tell campaigns apart.
    ends = ("<", ">") if glyphs.plain() else ("‹", "›")
    turns = chosen and len(stake.seats) > 1 and not card.kept
    chair = f"seat {ends[0]} {clean(seat)} {ends[1]}" if turns else _chair(card, stake)
    right = row((chair, "strong" if turns else "quiet"), " ")
    tail = row((f"   {awaits}" if awaits else "", "now"))
    room = width - said.width - tail.width - right.width - 4
    # Where no note tells its title a step has its id alone.
    named = card.step if " " in card.step else card.step.rpartition(".")[2].replace("-", " ")
    step = row((f"   {fit(named, min(len(named), room))}", "quiet")) if room >= _STEP else row()
    news = [(stake.trouble, "refused")] if stake.trouble else [(stake.news, "now")] if stake.news else []
    last = row("    ", *((fit(clean(text), width - 5).rstrip(), ink) for text, ink in news)) if news else row()
    return [head.on(under), spread(said + step + tail, right, width), last]


def _whose_turn(powers: str, stake: Stake) -> str:
    if not at_hand().access.player:
        return f"{powers} to act"
    if stake.asked and not stake.his_turn:
        return "you are asked"
    return "your turn" if stake.his_turn else f"waits for {stake.who}"


def _chair(card: Card, stake: Stake) -> str:
    """At how many seats it is played; on a server which of them are the player's."""
    if not at_hand().access.player or card.kept:
        return seats_of(card)
    return " and ".join(clean(seat) for seat in stake.seats) if all(stake.seats) else "you watch"


_STEP = 8
"""Cells that a step's title is worth."""


def ago(seconds: float) -> str:
    """How long ago, in words; a moment still to come, as the clock was set back, is just now."""
    for size, unit in ((86400 * 365, "year"), (86400 * 30, "month"), (86400, "day"), (3600, "hour"), (60, "minute")):
        count = int(max(0.0, seconds) // size)
        if count:
            return f"{count} {unit}{'s' if count > 1 else ''} ago"
    return "just now"
