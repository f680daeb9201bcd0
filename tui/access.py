"""Who is here, and what he may do: the one value that the app and the command line are handed, and ask.

At a laptop that is everything. On a server it is what a player's rights give him (``tui.server.guest``): the campaigns
that he sees, the seats at which he may sit down, the commands that there are for him. What an action of the registry
(``tui.keys``) wants of who presses its key stands with the action (``Action.needs``), as one of the words below.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from engine.kernel.values import frozen

if TYPE_CHECKING:
    from saves.desk import Desk
    from saves.library import Card
    from saves.rights import Handed

KEEPS = "keeps"
"""He makes campaigns, renames them, puts them away."""
MACHINE = "machine"
"""The machine is his: its files, scenarios of his own, a terminal that others sit down at after him."""
GIVES = "gives"
"""He says which players sit where."""
SITS = "sits"
"""He sits at a seat of the campaign before him, and does not only watch it."""
PLANS = "plans"
"""He sits at a seat of the campaign before him, or watches it over the line: what if, with nothing given."""
PLAYS = "plays"
"""He plays from the command line."""
SERVER = "server"
"""He came in over the line, under his name."""

AT_HOME = frozenset({KEEPS, MACHINE, SITS, PLANS, PLAYS})


@frozen
class Stake:
    """What a campaign of the list is to who reads it. ``seats``: at which he may sit down, '' to watch; ``who``: who
    plays the seats that are awaited, in words; ``his_turn``: he is one of them; ``asked``: his consent to a proposal is
    wanted; ``news``: what happened since he was there, '' for nothing; ``trouble``: what its host should know."""

    seats: tuple[str, ...]
    who: str = ""
    his_turn: bool = False
    asked: bool = False
    news: str = ""
    trouble: str = ""

    @property
    def waits(self) -> bool:
        """Whether something waits for him."""
        return self.his_turn or self.asked


class Access:
    """Who is here. As it stands it is whoever sits at the machine itself, who may do everything."""

    player = ""
    """His name on a server, '' at home."""
    holds = AT_HOME
    """What he has of the words above."""

    def enter(self) -> None:
        """From here on, in this task and all that it starts, the program is his."""

    def campaigns(self) -> list[Card]:
        """The campaigns that are listed for him, the one played last first."""
        from saves.library import campaigns

        return campaigns()

    def stake(self, card: Card) -> Stake:
        """What a campaign of the list is to him."""
        return Stake(card.seats)

    def open(self, campaign: str | Path, seat: str = "") -> Desk:
        """Open a campaign by its name or its folder, at a seat. Raises SavesError."""
        from saves.desk import Desk
        from tui.cli.desks import where

        return Desk.open(where(campaign), seat)

    @property
    def look_file(self) -> Path | None:
        """Where it stands how he wants it to look; None for the user's own settings."""
        return None

    def begun(self, folder: Path, seat: str) -> Desk:
        """Open a campaign that he has made just now, at the seat that he chose. Raises SavesError."""
        return self.open(folder, seat)

    def holds_at(self, desk: Desk) -> frozenset[str]:
        """What he has of the words above with this campaign before him."""
        return self.holds

    def sitting(self, desk: Desk, seat: str) -> tuple[str, ...]:
        """The players of a seat of the campaign before him, where they have names."""
        return ()

    def unseated(self, desk: Desk) -> str:
        """Why the seat at which he sits is no longer his, '' where it is."""
        return ""

    def keeps_no_more(self) -> str:
        """Why he may no longer make campaigns, put them away and give their seats, '' where he may."""
        return ""

    def listen(self, told: Callable[[frozenset[str]], None]) -> None:
        """From now on call this with the names of campaigns in which others have written, as soon as that is known;
        within the app's loop."""

    def handed(self, folder: Path, done: Handed) -> str:
        """Tell the players of a campaign that a seat was given or taken; why its journal does not, '' where it does."""
        return ""

    def players(self) -> tuple[str, ...]:
        """Those to whom he may give seats. Raises SavesError."""
        return ()

    def curtained(self, desk: Desk) -> bool:
        """Whether others sit down at this terminal, each behind a curtain."""
        return len(desk.seats) > 1

    def shown(self, text: str) -> str:
        """A text as he may read it: where things lie on somebody else's machine is nothing to him."""
        return text


HOME = Access()
