"""The map over the whole terminal: whose each hex is, the front, battles and fleets, or the Sea Areas and who may come
there; turn by turn. It shows and changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from attrs import evolve
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.timer import Timer

from engine.kernel.sheets.overview import Overview
from tui import glyphs, keys
from tui.bars import Footer, Notice
from tui.lines import clean, row
from tui.models.map_picture import Picture
from tui.models.map_projection import ZOOMS, room
from tui.models.map_turns import drawn_at, labels, sketched_at
from tui.panel import Panel
from tui.screens.map_canvas import MapCanvas
from tui.screens.map_side import MapSide, MapTitle
from tui.typed_line import TypedLine
from tui.workspace import troubles

if TYPE_CHECKING:
    from textual.events import Resize

    from saves.desk import Desk

_LEAST_BESIDE, _MOST_BESIDE = 20, 60
_KEPT = 4
"""How many turns' pictures are kept while the war is looked through."""
_PACE = 0.25
"""Seconds between two turns as the war is played."""
_FILLED = 1.0
"""Seconds after which what was fought in a turn, and what changed hands, is read, where nobody turns on."""
_RANGES = (0, 2, 3, 4, 5, 6, 7, 10)
"""The ranges of aircraft and parachutists, and the legs of staging and the drop of CDO that are longer; 0 for none."""


class MapScreen(Screen["Panel.Begun | None"]):
    """The map of the campaign at a desk."""

    BINDINGS: ClassVar[list[BindingType]] = keys.bindings("map")
    AUTO_FOCUS = "MapCanvas"

    DEFAULT_CSS = """
    MapScreen #title, MapScreen #footer, MapScreen #notice { height: 1; }
    MapScreen #board { height: 1fr; }
    MapScreen MapCanvas { width: 1fr; height: 1fr; }
    MapScreen MapSide { height: 1fr; padding: 0 1; overflow-y: hidden; }
    MapScreen #find, MapScreen #find:focus { height: 1; border: none; padding: 0 1; background: $background; }
    MapScreen #find, MapScreen.finding #notice { display: none; }
    MapScreen.finding #find, MapScreen.finding #find:focus { display: block; }
    """

    def __init__(self, desk: Desk, at: str = "") -> None:
        """``at``: the hex on which the cursor stands, where it stood before unless told."""
        super().__init__()
        self.at = at
        self.desk = desk
        self._turns = labels(desk)
        self._at = len(self._turns) - 1
        self._pictures: dict[str, Picture] = {}
        self._sketched: set[str] = set()
        """The turns that were looked through as the war was played, without what was fought in them."""
        self._playing: Timer | None = None
        self._filling: Timer | None = None
        self._drawn = self._picture(self._at)

    def compose(self) -> ComposeResult:
        """A title, the map and what is told beside it, a line to find in, the keys."""
        yield MapTitle(id="title")
        beside = MapSide()
        # Wide as it will be from the start, so that the map is drawn once.
        beside.styles.width = self._beside(*self.app.size)
        with Horizontal(id="board"):
            yield MapCanvas(self._drawn, self.tell, self.at)
            yield beside
        yield TypedLine(placeholder="a hex's number, or the name of a place or a Sea Area", id="find")
        yield Notice(id="notice")
        yield Footer(self.actions, id="footer")

    def on_mount(self) -> None:
        """The turn at hand."""
        self.tell()
        self._fill_in()

    def on_resize(self, event: Resize) -> None:
        """What the map leaves is beside it."""
        self.query_one(MapSide).styles.width = self._beside(*event.size)

    def _beside(self, width: int, height: int) -> int:
        return room(self._drawn.sheet, width, height - 3, _LEAST_BESIDE, _MOST_BESIDE)

    # --- what is shown

    def _picture(self, at: int, *, sketched: bool = False) -> Picture:
        label = self._turns[at]
        if label not in self._pictures or (label in self._sketched and not sketched):
            self._pictures.pop(label, None)
            while len(self._pictures) >= _KEPT:
                del self._pictures[next(iter(self._pictures))]
            self._pictures[label] = (sketched_at if sketched else drawn_at)(self.desk, label)
            self._sketched.discard(label)
            if sketched:
                self._sketched.add(label)
        return self._pictures[label]

    def tell(self) -> None:
        """What lies under the cursor, and the turn that is shown."""
        canvas = self.query_one(MapCanvas)
        self.at = canvas.at
        self.query_one(MapTitle).put(self._drawn.turn, self._at + 1, len(self._turns), canvas.seas)
        self.query_one(MapSide).put(self._drawn, self._changed(), canvas)
        self.query_one(Footer).redraw()

    def _changed(self) -> list[str]:
        """What changed hands since the turn before, where that was looked at."""
        before = self._pictures.get(self._turns[self._at - 1]) if self._at else None
        sheet = self.desk.ruleset.sheet(Overview)
        if before is None or sheet is None:
            return []
        gains = sheet.gains(before.campaign, self._drawn.campaign)
        return [f"{self._drawn.names.get(gain.power, gain.power)} {gain.verb.format(gain.what)}" for gain in gains]

    def actions(self) -> list[keys.Action]:
        """The actions that work now."""
        if self.has_class("finding"):
            return [action for action in keys.of("finding") if action.rank]
        own = sorted((action for action in keys.of("map") if action.rank), key=lambda action: action.rank)
        # A war of one turn is not looked through.
        idle = ("older", "play") if len(self._turns) == 1 else ()
        does = {
            "layer": "land" if self.query_one(MapCanvas).seas else "seas",
            "play": "stop" if self._playing is not None else "play",
        }
        shown = [evolve(action, label=does.get(action.id, action.label)) for action in own if action.id not in idle]
        return [*shown, *(action for action in keys.of(keys.ANYWHERE) if action.rank)]

    def help_parts(self) -> tuple[str, str, str]:
        """What ``?`` explains."""
        text = (
            "Whose each hex is, as far as the campaign tells it. It is no copy of your board: where a place lies is "
            "known, every other hex is inferred from the nearest place of its land, or from the land's status, and a "
            "small letter says so. Beside the map stands what lies under the cursor and why it is shown so. The Sea "
            "Areas tell who may come to the one under the cursor, by which way and at what figure; a way that hangs "
            "on a line that the rules do not print names that line."
        )
        return "The map", text, "map"

    def _say(self, text: str) -> None:
        self.query_one(Notice).say([row((f" {clean(text)}", "quiet"))] if text else [])

    # --- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While something is typed the keys are its own."""
        own = {one.id for one in keys.of("map")} - {"back"}
        return False if self.has_class("finding") and action in own else super().check_action(action, parameters)

    def action_back(self) -> None:
        """Out of what is typed, or back to the campaign."""
        self._stop()
        if self.has_class("finding"):
            self._found()
        else:
            self.dismiss(None)

    def action_west(self) -> None:
        """The hex to the west."""
        self.query_one(MapCanvas).move(0, -1)

    def action_east(self) -> None:
        """The hex to the east."""
        self.query_one(MapCanvas).move(0, 1)

    def action_north(self) -> None:
        """The hex to the north."""
        self.query_one(MapCanvas).move(-1, 0)

    def action_south(self) -> None:
        """The hex to the south."""
        self.query_one(MapCanvas).move(1, 0)

    def action_far_west(self) -> None:
        """Five hexes to the west."""
        self.query_one(MapCanvas).move(0, -5)

    def action_far_east(self) -> None:
        """Five hexes to the east."""
        self.query_one(MapCanvas).move(0, 5)

    def action_far_north(self) -> None:
        """Five hexes to the north."""
        self.query_one(MapCanvas).move(-5, 0)

    def action_far_south(self) -> None:
        """Five hexes to the south."""
        self.query_one(MapCanvas).move(5, 0)

    def action_older(self) -> None:
        """The turn before."""
        self._stop()
        self._turn(self._at - 1, sketched=True)
        self._fill_in()

    def action_newer(self) -> None:
        """The turn after."""
        self._stop()
        self._turn(self._at + 1, sketched=True)
        self._fill_in()

    def _turn(self, at: int, *, sketched: bool = False) -> None:
        if not 0 <= at < len(self._turns):
            self._say("this is the first turn" if at < 0 else "this is the last turn")
            return
        try:
            self._drawn = self._picture(at, sketched=sketched)
        except troubles() as trouble:
            self._stop()
            self._say(f"{glyphs.sign('refused')} {trouble}")
            return
        self._at = at
        self._say("")
        self.query_one(MapCanvas).show(self._drawn)
        self.tell()

    def _fill_in(self) -> None:
        """Soon, if nobody turns on, the turn with what was fought in it and what changed hands."""
        self._filling = self.set_timer(_FILLED, self._filled)

    def _filled(self) -> None:
        """Only what was not looked at yet is read."""
        sketched = self._turns[self._at] in self._sketched
        try:
            if self._at:
                self._picture(self._at - 1, sketched=True)
            self._drawn = self._picture(self._at)
        except troubles() as trouble:
            self._say(f"{glyphs.sign('refused')} {trouble}")
            return
        if sketched:
            self.query_one(MapCanvas).show(self._drawn)
        self.tell()

    def action_play(self) -> None:
        """The war from its first turn to the one at hand; the same key, or any turn, stops it."""
        if self._playing is not None or len(self._turns) == 1:
            self._stop()
            self._say("this is the first turn, and the last" if len(self._turns) == 1 else "")
            return
        self._turn(0 if self._at == len(self._turns) - 1 else self._at)
        self._playing = self.set_interval(_PACE, self._play_on)
        self.query_one(Footer).redraw()

    def _play_on(self) -> None:
        if self._at == len(self._turns) - 1:
            self._stop()
            self._fill_in()
        else:
            self._turn(self._at + 1, sketched=True)

    def _stop(self) -> None:
        if self._playing is not None:
            self._playing.stop()
            self._playing = None
            self.query_one(Footer).redraw()
        if self._filling is not None:
            self._filling.stop()
            self._filling = None

    def action_layer(self) -> None:
        """Whose the land is, or the Sea Areas."""
        self.query_one(MapCanvas).turn_layer()

    def action_closer(self) -> None:
        """Larger."""
        self.query_one(MapCanvas).zoom_by(1, len(ZOOMS))

    def action_wider(self) -> None:
        """Smaller."""
        self.query_one(MapCanvas).zoom_by(-1, len(ZOOMS))

    def action_ring(self) -> None:
        """What lies within a range of the hex under the cursor."""
        self.query_one(MapCanvas).next_ring(_RANGES)

    def action_legend(self) -> None:
        """What the signs mean, or what lies under the cursor."""
        self.query_one(MapSide).turn_legend()
        self.tell()

    def action_told_on(self) -> None:
        """The next page of what is told."""
        self.query_one(MapSide).turn_page(1)

    def action_told_back(self) -> None:
        """The page before."""
        self.query_one(MapSide).turn_page(-1)

    def action_find(self) -> None:
        """Go to a hex, a place or a Sea Area."""
        self.add_class("finding")
        self.query_one("#find", TypedLine).focus()
        self.query_one(Footer).redraw()

    def on_input_submitted(self, event: TypedLine.Submitted) -> None:
        """There, if there is such a one."""
        number = self._drawn.sheet.find(self._drawn.campaign, event.value)
        self._found()
        if number:
            self.query_one(MapCanvas).go(number)
        self._say("" if number else f"there is no '{event.value}' on the map")

    def action_note(self) -> None:
        """Begin a note on the hex under the cursor: the campaign's order line has it, and Enter there writes it."""
        mine = [power for power, seat in self.desk.campaign.seats.items() if seat == self.desk.seat]
        powers = [power for power in mine if self.desk.ruleset.takes_part(self.desk.campaign, power)]
        if not powers:
            self._say("a note is one seat's: sit down at one to write it")
            return
        self._stop()
        self.dismiss(Panel.Begun(self._drawn.sheet.pin(powers[0], self.at), whole=True))

    def _found(self) -> None:
        self.remove_class("finding")
        self.query_one("#find", TypedLine).value = ""
        self.query_one(MapCanvas).focus()
        self.query_one(Footer).redraw()
