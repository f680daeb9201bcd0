"""What stands between SSH and the sessions, and knows no SSH: who is in, pokes from one session to the others, who has
to leave because his key is gone, and the end of it all."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from typing import Protocol

from saves import players
from saves.errors import SavesError
from saves.players import Player, Players, ServerFolder
from tui.server import pokes, visits
from tui.server.host_log import HostLog
from tui.server.noticing import Noticing
from tui.server.starting import Starter

MOST_CONNECTIONS = 200
MOST_OF_ONE_PLAYER = 10
"""Visits of one player at once."""
MOST_UNKNOWN = 60
"""Connections from one address on which nobody has logged in yet."""
LOOK_SECONDS = 0.25
"""How often the file of players is looked at."""


class Visitor(Protocol):
    """One connection as the front needs it. ``key``: the bytes of the key that let the player in."""

    player: str
    key: bytes
    address: str

    def send_away(self, why: str) -> None:
        """Tell him why, and close his connection."""


class Front:
    """The server's state: players as they are now, connections, sessions' lines."""

    def __init__(self, folder: ServerFolder, log: HostLog) -> None:
        self.folder, self.log = folder, log
        self.starter = Starter(self._forker_died, self._forker_failed)
        self.over = asyncio.Event()
        self.why = ""
        """Why it ends, '' where it was asked to."""
        self._players = Players()
        self._stamp: players.Stamp | None = None
        self._believed = True
        self.visitors: set[Visitor] = set()
        self._lines: dict[socket.socket, set[str]] = {}
        """Each session's line, and the campaigns of which it has still to be told."""
        self._watching: asyncio.Task[None] | None = None
        self._noticing = Noticing(folder.path)

    # --- players

    def known(self, name: str, key: bytes) -> Player | None:
        """The player of that name whom this key lets in, as his file says at this moment; None where nobody is."""
        self._look()
        # A file that cannot be read lets nobody in; who is in stays until it says otherwise.
        return self._players.with_key(name, key) if self._believed else None

    def _look(self) -> None:
        """Read the players anew where their file has changed, and send away whom it lets in no more."""
        now = players.stamp(self.folder)
        if now == self._stamp:
            return
        self._stamp = now
        try:
            self._players, self._believed = players.read(self.folder), True
        except SavesError as fault:
            self._believed = False
            self.log("players-unreadable")
            self.log.lines(str(fault))
            return
        for visitor in [one for one in self.visitors if one.player]:
            if self._players.with_key(visitor.player, visitor.key) is None:
                self.log("sent-away", player=visitor.player, address=visitor.address)
                visitor.send_away(visits.NO_LONGER)

    @property
    def names(self) -> tuple[str, ...]:
        """The players who are let in."""
        return tuple(one.name for one in self._players.by_name.values() if not one.disabled)

    # --- connections

    def room_for(self, address: str) -> str:
        """Why nobody more is taken from an address, '' where there is room."""
        if len(self.visitors) >= MOST_CONNECTIONS:
            return "full"
        unknown = Counter(one.address for one in self.visitors if not one.player)
        return "too-many-unknown" if unknown[address] >= MOST_UNKNOWN else ""

    def visits_of(self, player: str) -> int:
        """How often a player is in."""
        return sum(one.player == player for one in self.visitors)

    # --- the sessions' lines

    def add_line(self, line: socket.socket, player: str) -> None:
        """Listen to a session, and tell it of the others."""
        self._lines[line] = set()
        asyncio.get_running_loop().add_reader(line, self._hear, line, player)

    def drop_line(self, line: socket.socket) -> None:
        """A session is over."""
        loop = asyncio.get_running_loop()
        loop.remove_reader(line)
        loop.remove_writer(line)
        self._lines.pop(line, None)
        line.close()

    def _hear(self, line: socket.socket, player: str) -> None:
        try:
            message = line.recv(pokes.LONGEST_FAULT + 1)
        except BlockingIOError:
            return
        except OSError:
            message = b""
        if not message:
            # Its process is gone; who began it hears so by another way.
            asyncio.get_running_loop().remove_reader(line)
        elif message[:1] == pokes.WROTE:
            self.written(message[1:].decode(errors="replace"), line)
        elif message[:1] == pokes.FAULT:
            self.log("fault", player=player)
            self.log.lines(message[1:].decode(errors="replace"))

    def written(self, campaign: str, by: socket.socket | None = None) -> None:
        """Tell every other session that something was written in a campaign."""
        for line, waiting in self._lines.items():
            if line is not by:
                waiting.add(campaign)
                self._poke(line)
        self._noticing.written(campaign)

    def _poke(self, line: socket.socket) -> None:
        waiting = self._lines.get(line, set())
        loop = asyncio.get_running_loop()
        try:
            for campaign in sorted(waiting):
                line.send(pokes.WROTE + campaign.encode()[: pokes.LONGEST_NAME])
                waiting.discard(campaign)
        except BlockingIOError:
            # It has not read what it was told before; each campaign waits once, however often it is written to.
            loop.add_writer(line, self._poke, line)
            return
        except OSError:
            waiting.clear()
        loop.remove_writer(line)

    # --- the end

    def _forker_died(self, many: int) -> None:
        self.log("starter-died", visits=many)

    def _forker_failed(self, why: str) -> None:
        self.end(why)

    def end(self, why: str = "") -> None:
        """End the server; ``why`` where nobody asked for it."""
        self.why = self.why or why
        self.over.set()

    def watch(self) -> None:
        """From here on, look at the players' file now and then."""
        self._look()
        self._watching = asyncio.get_running_loop().create_task(self._keep_looking())

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self._look()

    async def close(self, patience: float) -> None:
        """Send everybody away and end every session, within so many seconds."""
        if self._watching is not None:
            self._watching.cancel()
        await self._noticing.close()
        for visitor in list(self.visitors):
            visitor.send_away("the server ends; everything acknowledged is on disk")
        await self.starter.stop(patience)
        for line in list(self._lines):
            self.drop_line(line)
