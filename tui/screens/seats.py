"""Who sits where in a campaign of a server: a page for its host, who gives seats and takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from attrs import evolve
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from engine.kernel.values import frozen
from tui import glyphs, keys
from tui.bars import Footer, Notice
from tui.lines import Lines, Row, clean, fit, row, spread, wrap
from tui.session import at_hand
from tui.words import and_list, power_word

if TYPE_CHECKING:
    from textual.events import Key

    from saves.library import Card
    from saves.rights import Rights

WATCHING = ""
"""The place of those who only watch."""


@frozen
class Place:
    """A line of the page: a ``seat`` ('' for watching), what is played there, who has it, and the player beside it to
    whom it may be given, or from whom it may be taken."""

    seat: str
    plays: str
    held: tuple[str, ...]
    beside: str

    @property
    def takes(self) -> bool:
        """Whether the player beside it has it already."""
        return self.beside in self.held


def places(card: Card, rights: Rights, players: tuple[str, ...], beside: dict[str, str]) -> tuple[Place, ...]:
    """The lines for a campaign. ``beside``: the player chosen for each place; where nobody was, the first who has
    nothing to do here yet."""
    free = [name for name in players if not rights.concerns(name)]
    first = (free or list(players) or [""])[0]
    found = []
    for seat in (*card.seats, WATCHING):
        powers = [power_word(power) for power, held in card.powers.items() if held == seat]
        held = rights.players(seat) if seat else rights.watching
        chosen = beside.get(seat, first)
        found.append(Place(seat, and_list(powers) if seat else "see what all may see", held, chosen))
    return tuple(found)


class SeatsScreen(Screen[None]):
    """The seats of a campaign, and who watches."""

    BINDINGS: ClassVar[list[BindingType]] = keys.bindings("seats")
    AUTO_FOCUS = "SeatLines"

    DEFAULT_CSS = """
    SeatsScreen #title, SeatsScreen #footer, SeatsScreen #notice { height: 1; }
    SeatsScreen SeatLines { height: 1fr; padding: 1 2; }
    """

    def __init__(self, card: Card) -> None:
        super().__init__()
        self._card = card

    def compose(self) -> ComposeResult:
        """The campaign, its places, the keys."""
        yield SeatsTitle(clean(self._card.title or self._card.name), id="title")
        yield SeatLines(self._card)
        yield Notice(id="notice")
        yield Footer(self.actions, id="footer")

    def on_mount(self) -> None:
        """Read who sits where."""
        self._read()

    def others_wrote(self, campaigns: frozenset[str]) -> None:
        """Another host may have given a seat."""
        self._read()

    def _read(self) -> None:
        from saves import rights
        from saves.errors import SavesError

        try:
            players = at_hand().access.players()
        except SavesError as fault:
            players = ()
            self._refused(str(fault))
        found = rights.read(self._card.folder)
        if found.problem:
            self._refused(found.problem)
        self.query_one(SeatLines).put(found, players)
        self.query_one(Footer).redraw()

    def actions(self) -> list[keys.Action]:
        """The actions that work on the line under the cursor."""
        lines = self.query(SeatLines)
        place = lines.first().place if lines else None
        own = []
        for action in sorted((action for action in keys.of("seats") if action.rank), key=lambda action: action.rank):
            if action.id == "give" and place is not None and place.beside:
                own.append(evolve(action, label="take" if place.takes else "give"))
            elif action.id == "back" or (action.id == "turn_on" and lines and len(lines.first().players) > 1):
                own.append(action)
        return own + [action for action in keys.of(keys.ANYWHERE) if action.rank]

    def action_give(self) -> None:
        """Give the place under the cursor to the player beside it, or take it from him."""
        from saves import rights
        from saves.errors import SavesError

        lines, folder = self.query_one(SeatLines), self._card.folder
        place = lines.place
        if place is None or not place.beside:
            return
        lines.turn(0)
        if told := at_hand().access.keeps_no_more():
            self._refused(told)
            return
        try:
            if place.seat:
                done = (rights.take if place.takes else rights.give)(folder, place.seat, place.beside)
            else:
                done = (rights.unwatch if place.takes else rights.watch)(folder, place.beside)
        except SavesError as fault:
            self._refused(str(fault))
        else:
            untold = at_hand().access.handed(folder, done)
            said = [row((f" {glyphs.sign('done')} ", "changed"), clean(done.sentence))]
            self.query_one(Notice).say([*said, *([row((f" {clean(untold)}", "refused"))] if untold else [])])
            self._read()

    def _refused(self, told: str) -> None:
        width = max(20, self.app.size.width - 4)
        lines = wrap(clean(told), width)
        first = row((f" {glyphs.sign('refused')} {lines[0]}", "refused"))
        self.query_one(Notice).say([first, *(row((f"   {line}", "refused")) for line in lines[1:])])

    def action_turn_on(self) -> None:
        """The next player beside the place."""
        self.query_one(SeatLines).turn(1)
        self.query_one(Footer).redraw()

    def action_turn_back(self) -> None:
        """The player before."""
        self.query_one(SeatLines).turn(-1)
        self.query_one(Footer).redraw()

    def action_back(self) -> None:
        """Back to the campaigns."""
        self.dismiss()

    def help_parts(self) -> tuple[str, str, str]:
        """What ``?`` explains."""
        text = (
            "Who plays this campaign. The up and down arrows choose a seat, left and right a player of this server; "
            "Enter gives him the seat or takes it from him. A seat may have two players, a player several seats. What "
            "a seat has sealed stays with it: who sits down there reads it, and who leaves it no longer does, from "
            "his next key on. Who watches sees what all may see."
        )
        return "Who sits where", text, "seats"


class SeatsTitle(Lines):
    """Which campaign it is."""

    can_focus = False

    def __init__(self, campaign: str, **given: str) -> None:
        super().__init__(**given)
        self._campaign = campaign

    def rows(self, width: int) -> list[Row]:
        head = row((" Warledger", "now"), ("   who sits where   ", "title"))
        room = max(1, width - head.width - 1)
        return [spread(head, row((fit(self._campaign, min(room, len(self._campaign))), "quiet"), " "), width).on("bar")]


class SeatLines(Lines, can_focus=True):
    """The places, two lines each."""

    def __init__(self, card: Card) -> None:
        super().__init__()
        self._card = card
        self.players: tuple[str, ...] = ()
        self._places: tuple[Place, ...] = ()
        self._rights: Rights | None = None
        self._beside: dict[str, str] = {}
        self._at = 0

    @property
    def place(self) -> Place | None:
        """The place under the cursor."""
        return self._places[self._at] if self._places else None

    def put(self, rights: Rights, players: tuple[str, ...]) -> None:
        """Show these; the players chosen beside the places stay."""
        self._rights = rights
        # Who is no player any more may still have to leave a seat.
        gone = [name for held in (*rights.seats.values(), rights.watching) for name in held if name not in players]
        self.players = (*players, *dict.fromkeys(gone))
        self._places = places(self._card, rights, self.players, self._beside)
        self.redraw()

    def turn(self, by: int) -> None:
        """The next player beside the place under the cursor, the one before, or from now on the one who is there."""
        place = self.place
        if place is None or not self.players or self._rights is None:
            return
        at = self.players.index(place.beside) if place.beside in self.players else 0
        self._beside[place.seat] = self.players[(at + by) % len(self.players)]
        self._places = places(self._card, self._rights, self.players, self._beside)
        self.redraw()

    def rows(self, width: int) -> list[Row]:
        rows: list[Row] = []
        ends = ("<", ">") if glyphs.plain() else ("‹", "›")
        names = max([len(place.seat) for place in self._places] + [len("watching")]) + 2
        for at, place in enumerate(self._places):
            here = at == self._at
            held = and_list([clean(name) for name in place.held]) or ("nobody" if place.seat else "nobody else")
            head = row(
                (f"{glyphs.sign('now')} " if here else "  ", "now"),
                (fit(clean(place.seat).capitalize() if place.seat else "Watching", names), "heading"),
                (held, "" if place.held else "quiet"),
            )
            right = (
                row((f"{ends[0]} {clean(place.beside)} {ends[1]}", "strong"), " ") if here and place.beside else row()
            )
            rows.append(spread(head, right, width).on("cursor" if here else ""))
            rows += [row((f"    {line}", "quiet")) for line in wrap(clean(place.plays), max(20, width - 5))]
        if not self.players:
            rows.append(row())
            rows += [row((line, "quiet")) for line in wrap("The server has no other players yet.", width)]
        return rows

    def on_key(self, event: Key) -> None:
        """The arrows choose a place."""
        step = {"up": -1, "k": -1, "shift+tab": -1, "down": 1, "tab": 1}.get(event.key)
        if step is None or not self._places:
            return
        event.stop()
        event.prevent_default()
        self._at = max(0, min(len(self._places) - 1, self._at + step))
        self.redraw()
        self.screen.query_one(Footer).redraw()
