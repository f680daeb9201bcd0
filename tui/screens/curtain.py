"""The curtain between two players at one terminal: it covers the whole screen until the one whose seat it names sits
down. Nothing of any seat has been read while it hangs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from engine.kernel.values import frozen
from tui import glyphs, keys
from tui.bars import Footer, Notice
from tui.frame_model import called, power_name
from tui.lines import Lines, Row, clean, fit, row, wrap
from tui.words import and_list

if TYPE_CHECKING:
    from saves.desk import Desk

TABLE = ""
"""The seat of nobody: it sees what all may see, and takes back what the players agree on."""


@frozen
class Chairs:
    """The seats of a campaign: the names of the ``powers`` of each in their order, and whose turn it is to sit down.
    ``folder``: where the campaign lies."""

    folder: Path
    title: str
    powers: dict[str, tuple[str, ...]]
    seat: str

    @classmethod
    def around(cls, desk: Desk, seat: str) -> Chairs:
        """The chairs around an open campaign."""
        held: dict[str, tuple[str, ...]] = {}
        for power, chair in desk.campaign.seats.items():
            held[chair] = (*held.get(chair, ()), power_name(desk.campaign, power))
        return cls(desk.folder, called(desk), held, seat)


def after(desk: Desk) -> str:
    """The seat that sits down next: the one awaited, or the next around the table."""
    seats = list(dict.fromkeys(desk.campaign.seats.values()))
    awaited = [desk.campaign.seats.get(power, "") for power in desk.outlook().awaits]
    at = seats.index(desk.seat) if desk.seat in seats else -1
    around = [*seats[at + 1 :], *seats[: max(0, at)]] or seats
    return next((seat for seat in around if seat in awaited and desk.seat not in awaited), around[0])


class CurtainScreen(Screen[None]):
    """Who is to sit down, and nothing else."""

    BINDINGS: ClassVar[list[BindingType]] = keys.bindings("curtain")
    AUTO_FOCUS = "Curtain"

    DEFAULT_CSS = """
    CurtainScreen { background: $background; }
    CurtainScreen #notice, CurtainScreen #footer { height: 1; }
    CurtainScreen Curtain { height: 1fr; padding: 0 2; }
    """

    def __init__(self, chairs: Chairs) -> None:
        super().__init__()
        self._chairs = chairs
        self._seats = (*chairs.powers, TABLE)
        self._at = self._seats.index(chairs.seat) if chairs.seat in self._seats else 0

    def compose(self) -> ComposeResult:
        """The name of the seat, and the keys."""
        yield Curtain(self._said)
        yield Notice(id="notice")
        yield Footer(self.actions, id="footer")

    def actions(self) -> list[keys.Action]:
        """The actions that work on this screen."""
        own = sorted((action for action in keys.of("curtain") if action.rank), key=lambda action: action.rank)
        return own + [action for action in keys.of(keys.ANYWHERE) if action.rank]

    @property
    def seat(self) -> str:
        """The seat that may sit down now."""
        return self._seats[self._at]

    def _said(self, width: int) -> list[Row]:
        seat, chairs = self.seat, self._chairs
        room = max(20, min(width, 70))
        name = clean(seat).capitalize() if seat != TABLE else "The table"
        holds = and_list(chairs.powers.get(seat, ()))
        what = f"plays {holds}." if seat != TABLE else "sees what all may see, and takes back what all agree on."
        # Who sits down is the first to see anything: the campaign is read only then.
        return [
            row((fit(clean(chairs.title), min(room, len(chairs.title))), "quiet")),
            row(),
            row((name, "title"), (", press Enter", "strong")),
            *(row(line) for line in wrap(f"{name} {what}", room)),
            row(),
            *(row((line, "quiet")) for line in wrap("The others look away before it opens.", room)),
        ]

    def action_sit(self) -> None:
        """The player is there: open the campaign for his seat."""
        from saves.desk import Desk
        from saves.errors import SavesError

        try:
            desk = Desk.open(self._chairs.folder, self.seat)
        except SavesError as fault:
            self.query_one(Notice).say([row((f" {glyphs.sign('refused')} {clean(str(fault))}", "refused"))])
            return
        self.app.sit_down(desk)  # type: ignore[attr-defined]

    def action_following(self) -> None:
        """Another seat sits down."""
        self._turn(1)

    def action_before(self) -> None:
        """The seat before."""
        self._turn(-1)

    def _turn(self, by: int) -> None:
        self._at = (self._at + by) % len(self._seats)
        self.query_one(Curtain).redraw()

    def action_home(self) -> None:
        """All campaigns: nobody sits down."""
        from tui.screens.home import HomeScreen

        self.app.switch_screen(HomeScreen())

    def help_parts(self) -> tuple[str, str, str]:
        """What ``?`` explains."""
        text = (
            "Several players share this terminal. Between two of them the whole screen is covered: what the one saw is "
            "gone with his order history and the forms that he had begun, and nothing of the other is read before he "
            "presses Enter. The table is nobody's seat: it sees what all may see."
        )
        return "The curtain", text, "curtain"


class Curtain(Lines, can_focus=True):
    """The curtain's words in the middle of the screen."""

    def __init__(self, said: Callable[[int], list[Row]]) -> None:
        super().__init__()
        self._said = said

    def rows(self, width: int) -> list[Row]:
        said = self._said(width)
        above = max(0, (self.size.height - len(said)) // 3)
        return [*[row()] * above, *said]
