"""A player on a server: which campaigns he sees, at which seats he may sit down, what happened since he was there.

His rights are asked of the campaign's own file each time (``saves.rights``); nothing of them is kept here, so what the
host gives and takes holds from the next key on.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from engine.kernel.values import frozen
from tui.access import GIVES, KEEPS, PLANS, PLAYS, SERVER, SITS, Access, Stake
from tui.words import and_list

if TYPE_CHECKING:
    from saves.desk import Desk
    from saves.library import Card
    from saves.rights import Handed, Rights

LOOKS = "looks"
"""The folder, beside the campaigns, of how each player wants it to look."""


@frozen
class Guest(Access):
    """A ``player`` of the server whose folder is ``data``; ``host``: he starts campaigns and gives seats."""

    player: str
    host: bool
    data: Path

    @property
    def holds(self) -> frozenset[str]:  # type: ignore[override]
        """What he has of the words of ``tui.access``."""
        return _HOST if self.host else _PLAYER

    def enter(self) -> None:
        from saves import library

        library.live_in(self.data)

    def campaigns(self) -> list[Card]:
        from saves import library

        his = [folder for folder in library.folders_in(self.data / library.CAMPAIGNS) if self._lists(folder)]
        return sorted((library.card(folder) for folder in his), key=lambda card: -card.last_played)

    def _lists(self, folder: Path) -> bool:
        return self.host or self._rights(folder).concerns(self.player)

    def stake(self, card: Card) -> Stake:
        rights = self._rights(card.folder)
        mine = rights.seats_of(self.player)
        awaited = tuple(dict.fromkeys(card.powers[power] for power in card.awaits if power in card.powers))
        who = dict.fromkeys(name for seat in awaited for name in rights.players(seat) or (f"nobody at {seat}",))
        his_turn, asked = (any(seat in mine for seat in seats) for seats in (awaited, card.asked))
        return Stake(
            # Of a campaign in which he has no seat he sees what all may see.
            mine or ("",),
            and_list(["you" if name == self.player else name for name in who]),
            his_turn,
            asked,
            self._news(card, mine),
            rights.problem if self.host else "",
        )

    def _news(self, card: Card, mine: tuple[str, ...]) -> str:
        """What happened since he was there, '' for nothing or where nobody knows."""
        from saves import seen

        known = [seen.read(card.folder, seat, card.entries, self.player) for seat in mine or ("",)]
        since = max((note for note in known if note is not None), key=lambda note: note.last, default=None)
        if since is None or card.entries <= since.last:
            return ""
        many = card.entries - since.last
        return f"{many} {'entry' if many == 1 else 'entries'} since you were here{_when(since.day)}"

    def open(self, campaign: str | Path, seat: str = "") -> Desk:
        """Open one of his campaigns by its name, at a seat of his: the only one that he has, or the public view where
        he watches or has several. A name that is none of his is not found, whether there is such a campaign or not.
        Raises NotFound, SavesError."""
        from saves.desk import Desk
        from saves.errors import NotFound
        from saves.handing import SEALS
        from saves.last_seal import KeptSeals
        from saves.rights import Sitter
        from saves.store import CampaignFolder

        folder = self._folder(campaign)
        mine = self._rights(folder).seats_of(self.player)
        if seat and seat not in mine:
            has = f"yours is {' and '.join(mine)}" if mine else "you only watch"
            raise NotFound(f"the seat '{seat[:40]}' of {folder.name} is not yours; {has}")
        if not seat and len(mine) == 1:
            seat = mine[0]
        files = CampaignFolder(folder, KeptSeals(self.data / SEALS))
        desk = Desk(files, seat, Sitter(folder, self.player, seat, self.host))
        desk.poke = lambda: self.wrote(folder.name)
        return desk

    def _folder(self, campaign: str | Path) -> Path:
        from saves import library
        from saves.errors import NotFound

        name = campaign.name if isinstance(campaign, Path) else campaign
        top = self.data / library.CAMPAIGNS
        folder = top / name
        known = library.NAME.match(name) and (isinstance(campaign, str) or campaign == folder)
        if known and folder in library.folders_in(top) and self._lists(folder):
            return folder
        names = [card.name for card in self.campaigns()]
        hint = f"yours are {', '.join(names[:8])}" if names else "none is yours yet"
        # What is no name is not said again: a path of this machine must not be told from any other.
        told = f"no campaign '{name}'" if library.NAME.match(name) else "a campaign is named, with no path"
        raise NotFound(f"{told}; {hint}")

    def begun(self, folder: Path, seat: str) -> Desk:
        from saves import rights, store

        seats = tuple(dict.fromkeys(store.read_identity(folder).seats.values()))
        self.handed(folder, rights.give(folder, seat or seats[0], self.player))
        return self.open(folder)

    def handed(self, folder: Path, done: Handed) -> str:
        from saves import handing

        told = handing.tell(self.data, folder, done)
        self.wrote(folder.name)
        return told

    def holds_at(self, desk: Desk) -> frozenset[str]:
        return self.holds | ({SITS, PLANS} if desk.seat else {PLANS})

    def sitting(self, desk: Desk, seat: str) -> tuple[str, ...]:
        return self._rights(desk.folder).players(seat)

    def unseated(self, desk: Desk) -> str:
        return desk.sitter.unseated() if desk.sitter is not None else ""

    def keeps_no_more(self) -> str:
        from saves import players
        from saves.errors import SavesError

        try:
            known = players.read(players.ServerFolder(self.data)).by_name.get(self.player)
        except SavesError:
            return "the server cannot look up its players now: tell its host"
        return "" if known is not None and known.host else "you are a host here no more: nothing was changed"

    def listen(self, told: Callable[[frozenset[str]], None]) -> None:
        import asyncio

        from tui.server import pokes

        line = pokes.at_hand()
        if line.handle >= 0:
            asyncio.get_running_loop().add_reader(line.handle, lambda: told(line.heard()))

    def wrote(self, campaign: str) -> None:
        """Tell the others that something was written in a campaign, by its name."""
        from tui.server import noticing, pokes

        line = pokes.at_hand()
        line.wrote(campaign)
        if line.handle < 0:
            noticing.by_itself(self.data, campaign)

    def players(self) -> tuple[str, ...]:
        from saves import players

        known = players.read(players.ServerFolder(self.data)).by_name
        return tuple(sorted(name for name, player in known.items() if not player.disabled))

    def curtained(self, desk: Desk) -> bool:
        return False

    def shown(self, text: str) -> str:
        return text.replace(f"{self.data}/", "").replace(str(self.data), "the server's folder")

    @property
    def look_file(self) -> Path:
        """Where his settings lie."""
        return self.data / LOOKS / f"{self.player}.toml"

    @staticmethod
    def _rights(folder: Path) -> Rights:
        from saves import rights

        return rights.read(folder)


_PLAYER = frozenset({PLAYS, SERVER})
_HOST = _PLAYER | {KEEPS, GIVES}


def _when(day: str) -> str:
    try:
        days = (date.today() - date.fromisoformat(day)).days
    except ValueError:
        return ""
    return " today" if days <= 0 else " yesterday" if days == 1 else f" {days} days ago"
