"""Who plays a campaign on a server: which players sit at which seat, and who only watches.

It stands in the campaign's own folder (``players.toml``), so that it goes where the campaign goes, whatever it is
called next. It is written aside and renamed into place under the campaign's lock: whoever writes an order asks it
inside the same lock, so nobody orders for a seat that is no longer his. A file that is not what it should be gives
nobody a right until the host has mended it, and is never followed where it is a link.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import attrs

from engine.kernel.grammar import ID
from engine.kernel.nearest import nearest
from engine.kernel.values import frozen
from saves import disk, format, locks, store, toml
from saves.errors import Exists, Misuse, NotFound, SavesError, UnreadableFile
from saves.players import PLAYER

FILE = "players.toml"
AT_A_SEAT = 2
"""Players that may share a seat."""
WATCHERS = 100
"""Spectators of one campaign."""
_FORMAT = 1
_LIMIT = 50_000


@frozen
class Rights:
    """``seats``: the players of each seat; ``watching``: the spectators; ``problem``: why the file is not believed,
    '' where it is. With a problem nobody has a right."""

    seats: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    watching: tuple[str, ...] = ()
    problem: str = ""

    def seats_of(self, player: str) -> tuple[str, ...]:
        """The seats at which a player sits, in the order of the file."""
        return tuple(seat for seat, players in self.seats.items() if player in players)

    def concerns(self, player: str) -> bool:
        """Whether a player plays or watches here."""
        return player in self.watching or bool(self.seats_of(player))

    def players(self, seat: str) -> tuple[str, ...]:
        """The players at a seat, none where nobody sits there."""
        return self.seats.get(seat, ())

    @property
    def text(self) -> str:
        """The file."""
        head = toml.line("format", _FORMAT) + toml.line("watching", self.watching)
        held = [toml.line(seat, players) for seat, players in self.seats.items() if players]
        return head + "\n[seats]\n" + "".join(held)


Stamp = tuple[int, ...]


def stamp(folder: Path) -> Stamp:
    """What the file is like now: as long as this stays the same, so do the rights."""
    try:
        state = (folder / FILE).lstat()
    except OSError:
        return ()
    return (state.st_ino, state.st_mtime_ns, state.st_size, state.st_mode)


def read(folder: Path) -> Rights:
    """Who may do what in a campaign; nobody anything where there is no file, or none to be believed."""
    try:
        data = _bytes(folder / FILE)
        return Rights() if data is None else _rights(format.parse(data, FILE))
    except SavesError as fault:
        told = str(fault).removeprefix(f"{FILE}: ")
        return Rights(problem=f"{FILE} {told}: nobody plays or watches here before the host has mended or removed it")


def _bytes(path: Path) -> bytes | None:
    """The file's bytes, None where there is none. A link is not followed: it may lead anywhere."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | disk.OPEN)
    except FileNotFoundError:
        return None
    except OSError as fault:
        if fault.errno == errno.ELOOP:
            raise UnreadableFile("is a link") from None
        raise UnreadableFile(f"cannot be read ({fault.strerror})") from None
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise UnreadableFile("is no file")
        data = os.read(handle, _LIMIT + 1)
    finally:
        os.close(handle)
    if len(data) > _LIMIT:
        raise UnreadableFile(f"is too long ({_LIMIT} bytes are the most)")
    return data


def _rights(raw: Mapping[str, Any]) -> Rights:
    if type(raw.get("format")) is not int or raw["format"] > _FORMAT:
        raise UnreadableFile("is written in a newer format, or in none")
    odd = sorted(set(raw) - {"format", "watching", "seats"})
    if odd:
        raise UnreadableFile(f"has a key '{odd[0][:40]}' that it should not have")
    seats = raw.get("seats", {})
    if not isinstance(seats, dict):
        raise UnreadableFile("has no table of seats")
    for seat in seats:
        if not ID.match(seat):
            raise UnreadableFile(f"names a seat '{seat[:40]}' that can be none")
    held = {seat: _names(players, AT_A_SEAT, f"the seat '{seat}'") for seat, players in seats.items()}
    return Rights(held, _names(raw.get("watching", []), WATCHERS, "watching"))


def _names(listed: Any, most: int, what: str) -> tuple[str, ...]:
    if not isinstance(listed, list) or not all(isinstance(name, str) and PLAYER.match(name) for name in listed):
        raise UnreadableFile(f"holds something else than players' names at {what}")
    if len(listed) > most or len(set(listed)) < len(listed):
        raise UnreadableFile(f"names too many players at {what}, or one twice")
    return tuple(listed)


# --- giving and taking


@frozen
class Handed:
    """What was done: ``seat`` ('' for watching), whom it concerns, whether it was ``given`` or taken, and how the
    rights stand now."""

    seat: str
    player: str
    given: bool
    rights: Rights

    @property
    def sentence(self) -> str:
        """What all may read of it."""
        if not self.seat:
            return f"{self.player} {'watches' if self.given else 'no longer watches'}"
        now = " and ".join(self.rights.players(self.seat)) or "nobody"
        done = "sits down at" if self.given else "leaves"
        return f"{self.player} {done} the seat {self.seat}; {now} {'hold' if ' and ' in now else 'holds'} it now"


def give(folder: Path, seat: str, player: str) -> Handed:
    """Let a player sit at a seat, beside who sits there. What the seat has sealed is the seat's, so he has it too.
    Raises NotFound, Exists, Misuse, SavesError."""
    _known(folder, seat)

    def given(rights: Rights) -> Rights:
        there = rights.players(seat)
        if player in there:
            raise Exists(f"{player} sits at the seat '{seat}' already")
        if len(there) >= AT_A_SEAT:
            raise Misuse(f"{' and '.join(there)} sit at the seat '{seat}': take it from one of them first")
        return attrs.evolve(rights, seats={**rights.seats, seat: (*there, player)})

    return Handed(seat, player, True, _change(folder, player, given))


def take(folder: Path, seat: str, player: str) -> Handed:
    """Take a seat from a player: from the next key on it is not his. Raises NotFound, SavesError."""
    _known(folder, seat)

    def taken(rights: Rights) -> Rights:
        there = rights.players(seat)
        if player not in there:
            raise NotFound(f"{player} does not sit at the seat '{seat}'; {' and '.join(there) or 'nobody'} does")
        return attrs.evolve(rights, seats={**rights.seats, seat: tuple(name for name in there if name != player)})

    return Handed(seat, player, False, _change(folder, player, taken))


def watch(folder: Path, player: str) -> Handed:
    """Let a player watch: he sees what all may see. Raises Exists, Misuse, SavesError."""

    def watched(rights: Rights) -> Rights:
        if player in rights.watching:
            raise Exists(f"{player} watches already")
        if len(rights.watching) >= WATCHERS:
            raise Misuse(f"{WATCHERS} watch already")
        return attrs.evolve(rights, watching=(*rights.watching, player))

    return Handed("", player, True, _change(folder, player, watched))


def unwatch(folder: Path, player: str) -> Handed:
    """Let a player no longer watch. Raises NotFound, SavesError."""

    def unwatched(rights: Rights) -> Rights:
        if player not in rights.watching:
            raise NotFound(f"{player} does not watch")
        return attrs.evolve(rights, watching=tuple(name for name in rights.watching if name != player))

    return Handed("", player, False, _change(folder, player, unwatched))


def _known(folder: Path, seat: str) -> None:
    seats = tuple(dict.fromkeys(store.read_identity(folder).seats.values()))
    if seat not in seats:
        near = nearest(seat, seats)
        hint = f"; nearest is '{near[0]}'" if near else ""
        raise NotFound(f"there is no seat '{seat[:40]}'; seats are {', '.join(seats)}{hint}")


def _change(folder: Path, player: str, change: Callable[[Rights], Rights]) -> Rights:
    if not PLAYER.match(player):
        raise Misuse(f"'{player[:40]}' is no player's name: small letters, digits and hyphens, up to 32")
    with locks.locked(folder / store.LOCK, "who gives the seats"):
        rights = read(folder)
        if rights.problem:
            raise UnreadableFile(rights.problem)
        after = change(rights)
        aside = folder / f"{FILE}{store.ASIDE}"
        disk.write_new(aside, after.text.encode())
        disk.move(aside, folder / FILE)
    return after


# --- who sits at a desk


@frozen
class Sitter:
    """Who has a campaign open on a server: a ``player`` at a ``seat`` that was given to him, or watching ('').
    ``host``: he may watch without having been asked to."""

    folder: Path
    player: str
    seat: str
    host: bool = False

    def unseated(self) -> str:
        """Why he may no longer see what he sees, '' where he may; asked of the file as it is now."""
        rights = read(self.folder)
        if not self.seat:
            return "" if self.host or rights.concerns(self.player) else "you no longer watch this campaign"
        if self.seat in rights.seats_of(self.player):
            return ""
        if rights.problem:
            return f"nobody may play {self.folder.name} now: its host has to look at who sits where"
        now = " and ".join(rights.players(self.seat))
        return f"the seat {self.seat} of {self.folder.name} is no longer yours: {now or 'nobody'} holds it now"

    def seats(self) -> tuple[str, ...]:
        """All seats of his in the campaign."""
        return read(self.folder).seats_of(self.player)

    def vacant(self) -> frozenset[str]:
        """The seats for which he may answer where all are asked: a host for those that nobody has."""
        if not self.host:
            return frozenset()
        rights = read(self.folder)
        seats = frozenset(store.read_identity(self.folder).seats.values())
        return frozenset() if rights.problem else frozenset(seat for seat in seats if not rights.players(seat))

    def no_order(self) -> str:
        """Why he may not order, '' where he may."""
        if self.seat:
            return self.unseated()
        if mine := self.seats():
            return f"say which of your seats orders: {', '.join(f'--seat {seat}' for seat in mine)}"
        return f"you watch {self.folder.name}: only who has a seat there orders"


def faults(folder: Path, seats: tuple[str, ...]) -> list[str]:
    """What is wrong with the file in a campaign of these seats, for its host."""
    rights = read(folder)
    if rights.problem:
        return [rights.problem.removeprefix(f"{FILE} ")]
    return [f"gives a seat '{seat}' that this campaign does not have" for seat in rights.seats if seat not in seats]
