"""A server's folder: its players with their keys, its own key, its log and its campaigns. Nothing of it lies elsewhere.

    DIR/players.toml      who may come in, and who is a host (0600)
    DIR/host-key          the server's own private key, made at its first start (0600)
    DIR/server.log        who did what from where (0600); older ones beside it
    DIR/campaigns/        the library of all players

A player is known by his name and let in by his key. Whoever may write here is a host: that is the right of the user
whose folder it is, and nobody comes in over SSH who may.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import attrs

from engine.kernel.nearest import nearest
from engine.kernel.values import frozen
from saves import disk, library, locks, shapes, toml
from saves.errors import Exists, Misuse, NotFound, UnreadableFile, from_os
from saves.public_keys import PublicKey, read_key
from saves.reading import findings_of, parse, sane

PLAYER = re.compile(r"[a-z][a-z0-9-]{0,31}\Z")
"""What a player may be called: his name is typed in front of the @, stands in files, and is never cleaned."""
MOST_PLAYERS = 500
MOST_KEYS = 20
"""Keys of one player."""
FORMAT = 1
_LIMIT = 4_000_000
_WRITER = "whoever looks after the players"


@frozen
class ServerFolder:
    """Where a server keeps what. Made when the first player is."""

    path: Path

    @property
    def players(self) -> Path:
        """The file of players."""
        return self.path / "players.toml"

    @property
    def host_key(self) -> Path:
        """The file of the server's own private key."""
        return self.path / "host-key"

    @property
    def log(self) -> Path:
        """The file of the host's log."""
        return self.path / "server.log"

    @property
    def campaigns(self) -> Path:
        """The campaigns of all players."""
        return self.path / "campaigns"

    @property
    def serving(self) -> Path:
        """The file that is locked while a server runs here."""
        return self.path / ".serving"

    def make(self) -> None:
        """Make the folders, for nobody else to look into. Raises SavesError."""
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.campaigns.mkdir(mode=0o700, exist_ok=True)
            # Made with other programs' hands it may be open to all: what lies in it is for its owner alone.
            if self.path.stat().st_mode & 0o077:
                self.path.chmod(0o700)
        except OSError as fault:
            raise from_os(fault, self.path) from fault


def folder_at(where: str | None) -> ServerFolder:
    """The server's folder that was named, or the one in the user's data folder."""
    return ServerFolder(Path(where).expanduser().absolute() if where else library.data_folder() / "server")


@frozen
class Player:
    """``host``: may start campaigns and give seats; ``disabled``: is kept, and not let in."""

    name: str
    keys: tuple[PublicKey, ...] = ()
    host: bool = False
    disabled: bool = False


@frozen
class Players:
    """All players of a server by name."""

    by_name: Mapping[str, Player] = attrs.field(factory=dict)

    def with_key(self, name: str, data: bytes) -> Player | None:
        """The player of that name where this key lets him in, None where it does not."""
        player = self.by_name.get(name)
        if player is None or player.disabled:
            return None
        return player if any(key.data == data for key in player.keys) else None

    def owner(self, key: PublicKey) -> str:
        """Whose key it is, '' where nobody's."""
        return next((one.name for one in self.by_name.values() if any(own.blob == key.blob for own in one.keys)), "")

    def named(self, name: str) -> Player:
        """The player of that name. Raises NotFound."""
        found = self.by_name.get(name)
        if found is None:
            near = nearest(name, list(self.by_name))
            there = (
                f"nearest is '{near[0]}'" if near else f"there are {', '.join(list(self.by_name)[:8]) or 'none yet'}"
            )
            raise NotFound(f"no player '{_shown(name)}'; {there}")
        return found

    @property
    def text(self) -> str:
        """The file."""
        lines = [toml.line("format", FORMAT)]
        for player in self.by_name.values():
            lines += [f"\n[players.{player.name}]\n", toml.line("keys", tuple(key.line for key in player.keys))]
            lines += [toml.line(name, True) for name in ("host", "disabled") if getattr(player, name)]
        return "".join(lines)


def _shown(text: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in text[:40])


# --- reading

Stamp = tuple[int, ...]


def stamp(folder: ServerFolder) -> Stamp:
    """What the file of players is like now: as long as this stays the same, so do they."""
    try:
        state = folder.players.stat()
    except OSError:
        return ()
    return (state.st_ino, state.st_mtime_ns, state.st_size)


@frozen
class _Row:
    keys: tuple[str, ...] = ()
    host: bool = False
    disabled: bool = False


@frozen
class _File:
    format: int
    players: Mapping[str, _Row] = attrs.field(factory=dict)


def read(folder: ServerFolder) -> Players:
    """The players of a server, none where there is no file. Raises UnreadableFile with what is wrong in it."""
    if not folder.players.exists():
        return Players()
    name = folder.players.name
    raw, findings = parse(disk.read(folder.players, _LIMIT), name)
    if raw is not None:
        findings += sane(raw, name)
    if raw is not None and not findings:
        if type(raw.get("format")) is int and raw["format"] > FORMAT:
            raise UnreadableFile(f"{name}: was written by a newer program, whose format is {raw['format']}")
        faults: list[shapes.Fault] = []
        file = shapes.structure(_File, raw, faults)
        findings += findings_of(name, faults)
        if not findings and isinstance(file, _File):
            return _players(file, name)
    raise UnreadableFile("; ".join(str(finding) for finding in findings[:5]), tuple(findings))


def _players(file: _File, name: str) -> Players:
    found: dict[str, Player] = {}
    owners: dict[str, str] = {}
    if len(file.players) > MOST_PLAYERS:
        raise UnreadableFile(f"{name}: {len(file.players)} players; {MOST_PLAYERS} are the most")
    for who, row in file.players.items():
        if not PLAYER.match(who):
            raise UnreadableFile(f"{name}: [players] '{_shown(who)}' is no player's name")
        if len(row.keys) > MOST_KEYS:
            raise UnreadableFile(f"{name}: [players.{who}] keys: {len(row.keys)} of them; {MOST_KEYS} are the most")
        try:
            keys = tuple(read_key(line.encode()) for line in row.keys)
        except Misuse as fault:
            raise UnreadableFile(f"{name}: [players.{who}] keys: {fault}") from None
        for key in keys:
            if owners.setdefault(key.blob, who) != who:
                raise UnreadableFile(f"{name}: {who} and {owners[key.blob]} have the same key {key.fingerprint}")
        found[who] = Player(who, keys, row.host, row.disabled)
    return Players(found)


# --- changing

T = TypeVar("T")


def _change(folder: ServerFolder, change: Callable[[Players], tuple[Players, T]]) -> T:
    """Read, change and write the players while nobody else does. Raises what ``change`` raises, SavesError."""
    folder.make()
    with locks.locked(folder.path / ".players.lock", _WRITER):
        after, told = change(read(folder))
        aside = folder.players.with_name("players.toml.new")
        disk.write_new(aside, after.text.encode(), 0o600)
        disk.move(aside, folder.players)
    return told


def add(folder: ServerFolder, name: str, key: PublicKey) -> tuple[Player, bool]:
    """Let a player in with a key: a new player, or one more key of one who is there. Returns him and whether he is new.
    Raises Misuse, Exists, SavesError."""
    if not PLAYER.match(name):
        raise Misuse(
            f"'{_shown(name)}' is no player's name: small letters, digits and hyphens, a letter first, 32 at most"
        )

    def added(players: Players) -> tuple[Players, tuple[Player, bool]]:
        owner = players.owner(key)
        if owner == name:
            raise Exists(f"{name} has this key already")
        if owner:
            raise Exists(f"this is {owner}'s key: a key is one player's, or nobody would know who came in")
        there = players.by_name.get(name)
        if there is None and len(players.by_name) >= MOST_PLAYERS:
            raise Misuse(f"there are {MOST_PLAYERS} players already; 'warledger server remove PLAYER' makes room")
        player = there or Player(name)
        if len(player.keys) >= MOST_KEYS:
            raise Misuse(f"{name} has {MOST_KEYS} keys already; remove him and add the keys that he uses")
        player = attrs.evolve(player, keys=(*player.keys, key))
        return _with(players, player), (player, there is None)

    return _change(folder, added)


def _with(players: Players, player: Player) -> Players:
    return attrs.evolve(players, by_name={**players.by_name, player.name: player})


def set_disabled(folder: ServerFolder, name: str, disabled: bool) -> None:
    """Keep a player out, or let him in again. Raises NotFound, SavesError."""
    _change(folder, lambda players: (_with(players, attrs.evolve(players.named(name), disabled=disabled)), None))


def set_host(folder: ServerFolder, name: str, host: bool) -> None:
    """Let a player start campaigns and give seats, or no longer. Raises NotFound, SavesError."""
    _change(folder, lambda players: (_with(players, attrs.evolve(players.named(name), host=host)), None))


def remove(folder: ServerFolder, name: str) -> None:
    """Forget a player and his keys. Raises NotFound, SavesError."""

    def removed(players: Players) -> tuple[Players, None]:
        players.named(name)
        return Players({who: player for who, player in players.by_name.items() if who != name}), None

    _change(folder, removed)


def new_host_key(folder: ServerFolder, data: bytes) -> None:
    """Keep the server's own private key, made just now. Raises SavesError."""
    aside = folder.host_key.with_name("host-key.new")
    disk.write_new(aside, data, 0o600)
    disk.move(aside, folder.host_key)


def open_to_others(paths: Iterable[Path]) -> list[Path]:
    """Which of these files others than their owner may read."""
    found = []
    for path in paths:
        with suppress(OSError):
            if path.stat().st_mode & 0o077:
                found.append(path)
    return found
