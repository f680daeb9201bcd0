"""A real server on loopback for tests and the bench, and clients for it. Whoever starts one ends it, and sees that no
process of it is left."""

from __future__ import annotations

import asyncio
import contextlib
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import asyncssh
from attrs import define, field
from pyte import ByteStream

from saves import players, public_keys
from saves.players import ServerFolder
from tests.terminal.quick_screen import QuickScreen

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 15.0
"""Seconds that anything may take before a test gives up."""
_UNREAD = re.compile(rb"\x1b\[[<>=][0-9;]*[A-Za-z]|\x1b\[\?[0-9;]*\$p|\x1b\[[0-9;]* q|\x1b\[[0-9;]*m")
"""What the emulator would print; see tests/terminal/driver.py."""
REAL, ODD = ("-m", "tui"), ("-m", "tests.server.odd_server")


class TooLate(AssertionError):
    """What was waited for has not come."""


def until(so: Callable[[], Any], what: str, seconds: float = PATIENCE) -> None:
    """Wait until something is so. Raises TooLate."""
    end = time.monotonic() + seconds
    while not so():
        if time.monotonic() > end:
            raise TooLate(what)
        time.sleep(0.01)


async def soon(so: Callable[[], Any], what: str, seconds: float = PATIENCE) -> None:
    """The same where the clients of the test have to go on meanwhile. Raises TooLate."""
    end = time.monotonic() + seconds
    while not so():
        if time.monotonic() > end:
            raise TooLate(what)
        await asyncio.sleep(0.01)


def alive(process: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def below(process: int) -> list[int]:
    """The processes that a process has started, and those that these have."""
    found = []
    with contextlib.suppress(OSError):
        for child in Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split():
            found += [int(child), *below(int(child))]
    return found


@define
class Running:
    """A server that runs. ``keys``: each player's private key."""

    folder: ServerFolder
    program: tuple[str, ...] = REAL
    keys: dict[str, asyncssh.SSHKey] = field(factory=dict)
    process: subprocess.Popen[str] | None = None
    port: int = 0
    said: str = ""

    def player(self, name: str) -> asyncssh.SSHKey:
        """A new player with a key of his own."""
        key = asyncssh.generate_private_key("ssh-ed25519")
        players.add(self.folder, name, public_keys.read_key(key.export_public_key()))
        self.keys[name] = key
        return key

    def key_file(self, name: str) -> Path:
        """A player's private key as ``ssh`` wants it."""
        path = self.folder.path.parent / f"key-of-{name}"
        if not path.exists():
            path.touch(0o600)
            path.write_bytes(self.keys[name].export_private_key())
        return path

    def start(self) -> None:
        """Start it and wait until it listens."""
        self.process = subprocess.Popen(
            [sys.executable, *self.program, "serve", "--data", str(self.folder.path), "--listen", "127.0.0.1:0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=ROOT,
        )
        assert self.process.stdout is not None
        assert select.select([self.process.stdout], [], [], 60)[0], "it does not start"
        self.said = self.process.stdout.readline()
        assert self.said.startswith("listening on 127.0.0.1:"), self.said + self.process.stdout.read()
        self.port = int(self.said.rpartition(":")[2])

    @property
    def number(self) -> int:
        """Its process."""
        assert self.process is not None
        return self.process.pid

    @property
    def forker(self) -> int:
        """The process that forks sessions."""
        with contextlib.suppress(OSError, IndexError):
            return int(Path(f"/proc/{self.number}/task/{self.number}/children").read_text(encoding="ascii").split()[0])
        return 0

    @property
    def sessions(self) -> list[int]:
        """The processes of visits."""
        return below(self.forker) if self.forker else []

    @property
    def log(self) -> str:
        """What the host can read."""
        return self.folder.log.read_text(encoding="utf-8")

    def resident(self, process: int = 0) -> float:
        """Memory of one of its processes (the front's) in MB."""
        status = Path(f"/proc/{process or self.number}/status").read_text(encoding="ascii")
        return int(status.partition("VmRSS:")[2].split()[0]) / 1000

    def end(self, *, kill: bool = False) -> int:
        """End it, by SIGKILL where asked to; returns its exit code when nothing of it is left. Raises TooLate."""
        assert self.process is not None
        family = [*below(self.number)]
        if kill:
            self.process.kill()
        else:
            self.process.terminate()
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise TooLate("it does not end") from None
        assert self.process.stdout is not None
        self.said += self.process.stdout.read()
        until(lambda: not any(alive(one) for one in family), "processes of it are left")
        return code

    # --- clients

    async def connect(
        self, player: str, *, key: asyncssh.SSHKey | None = None, **options: Any
    ) -> asyncssh.SSHClientConnection:
        """Log in. Raises asyncssh.Error where that is refused."""
        return await asyncssh.connect(
            "" if "sock" in options else "127.0.0.1",
            0 if "sock" in options else self.port,
            username=player,
            client_keys=[key or self.keys[player]],
            known_hosts=None,
            agent_path=None,
            config=[],
            connect_timeout=PATIENCE,
            **options,
        )

    async def run(self, player: str, command: str, given: str | None = None) -> asyncssh.SSHCompletedProcess:
        """One command of a player's, as ``ssh HOST COMMAND``."""
        async with await self.connect(player) as connection:
            source = asyncssh.DEVNULL if given is None else asyncssh.PIPE
            done = await connection.run(command, input=given, stdin=source)
        return done

    def ssh(self, player: str, *more: str) -> tuple[str, ...]:
        """The ``ssh`` command of a player."""
        options = ("UserKnownHostsFile=/dev/null", "StrictHostKeyChecking=no", "IdentitiesOnly=yes", "LogLevel=ERROR")
        told = [part for option in options for part in ("-o", option)]
        key = str(self.key_file(player))
        return ("ssh", "-F", "none", *told, "-i", key, "-p", str(self.port), *more, f"{player}@127.0.0.1")


class Screen:
    """A player's terminal on an asyncssh channel, shown by an emulator."""

    def __init__(self, channel: asyncssh.SSHClientProcess[bytes], columns: int, lines: int) -> None:
        self.channel = channel
        self.screen = QuickScreen(columns, lines)
        self._stream = ByteStream(self.screen)
        self.output = b""

    async def wait(self, wanted: str, seconds: float = PATIENCE) -> None:
        """Wait until a text stands on the screen. Raises TooLate."""
        end = time.monotonic() + seconds
        while wanted not in self.screen.text:
            if not await self.read(end - time.monotonic()):
                raise TooLate(f"waited in vain for {wanted!r}; the screen:\n{self.screen.text}")

    async def read(self, seconds: float = PATIENCE) -> bytes:
        """Bytes as they come, none at the end or after so many seconds."""
        try:
            data = await asyncio.wait_for(self.channel.stdout.read(1 << 16), max(seconds, 0.01))
        except TimeoutError:
            return b""
        self.output += data
        self._stream.feed(_UNREAD.sub(b"", data))
        return data

    async def rest(self) -> bytes:
        """All that comes until the end of the channel."""
        while await self.read():
            pass
        return self.output

    def type(self, text: str) -> None:
        """Press keys."""
        self.channel.stdin.write(text.encode())


async def app(
    connection: asyncssh.SSHClientConnection, columns: int = 100, lines: int = 30, term: str = "xterm-256color"
) -> Screen:
    """Open the app on a connection."""
    channel = await connection.create_process(
        term_type=term, term_size=(columns, lines), encoding=None, request_pty="force"
    )
    return Screen(channel, columns, lines)


@contextlib.contextmanager
def serving(top: Path, *names: str, program: tuple[str, ...] = REAL) -> Iterator[Running]:
    """A server in a folder of its own with these players."""
    server = Running(ServerFolder(top / "server"), program)
    for name in names:
        server.player(name)
    server.start()
    try:
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            server.end()
