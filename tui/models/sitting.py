"""Since when the player at a desk sits there, and what he had seen before."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from engine.kernel.values import frozen
from saves import seen
from saves.seen import Seen
from tui.models.awaited import of_seat

if TYPE_CHECKING:
    from engine.kernel.outlook import Outlook
    from saves.desk import Desk


@frozen
class Sitting:
    """``since``: the last entry that he knew as he sat down, or, where nothing has happened since, the last before the
    sitting before; ``day``: when he last sat here, '' for never or where nobody knows; ``others``: entries that came
    since; ``began``: the last entry as he sat down."""

    since: int
    day: str
    others: int
    began: int

    @property
    def offered(self) -> bool:
        """Whether there is something to tell: others have played, or it was another day."""
        return bool(self.day) and (self.others > 0 or (self.day != today() and self.since < self.began))

    def when(self) -> str:
        """When he last sat here, in words (``yesterday``), '' where nobody knows."""
        try:
            days = (date.fromisoformat(today()) - date.fromisoformat(self.day)).days
        except ValueError:
            return ""
        return "today" if days <= 0 else "yesterday" if days == 1 else f"{days} days ago"


_sittings: WeakKeyDictionary[Desk, Sitting] = WeakKeyDictionary()


def today() -> str:
    """The day, as ``1941-06-22``."""
    return date.today().isoformat()


def sit_down(desk: Desk) -> Sitting:
    """The player sits down: what he saw last is looked up, and from now on he sees what happens."""
    known = seen.read(desk.folder, desk.seat, desk.last_number, _player(desk))
    now = desk.last_number
    if known is None:
        # As from the beginning of the turn, and without a word.
        first = next((entry.n - 1 for entry in desk.entries()), now)
        sitting = Sitting(first, "", 0, now)
    elif now > known.last:
        sitting = Sitting(known.last, known.day, now - known.last, now)
    else:
        sitting = Sitting(known.began, known.day, 0, now)
    _sittings[desk] = sitting
    return sitting


def sitting(desk: Desk) -> Sitting | None:
    """The sitting of the player at a desk, None where nobody has sat down."""
    return _sittings.get(desk)


def note_seen(desk: Desk) -> None:
    """He has seen all that there is by now."""
    held = _sittings.get(desk)
    if held is None:
        return
    # A sitting in which nothing was done leaves what was told of the one before.
    began = held.began if desk.last_number > held.began else min(held.since, held.began)
    seen.write(desk.folder, desk.seat, Seen(began, desk.last_number, today()), _player(desk))


def mine(desk: Desk, outlook: Outlook) -> bool:
    """Whether it is the turn of the seat at a desk: a power of its own is to act or to decide."""
    asked = outlook.decision
    awaited = (asked.power,) if asked is not None else outlook.awaits
    return bool(desk.seat and of_seat(desk, awaited))


def _player(desk: Desk) -> str:
    """Who sits there, where each player has a note of his own."""
    return desk.sitter.player if desk.sitter is not None else ""
