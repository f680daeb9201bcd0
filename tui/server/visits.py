"""What front and forker say to each other: a visit begins, its line is gone, it has ended. One message a packet; the
handles of a visit come with the first."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Mapping, Sequence

from engine.kernel.values import frozen
from tui.server import limits

LARGEST = 160_000
"""Bytes of a message: a command's text and a little more."""
_TERM = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,39}\Z")
_TAKEN = {
    "COLORTERM": re.compile(r"[A-Za-z0-9]{1,16}\Z"),
    "LANG": re.compile(r"[A-Za-z_]{1,16}(\.[A-Za-z0-9-]{1,16})?(@[a-z]{1,16})?\Z"),
}
"""What is taken of a client's environment, and what it must look like."""


def taken(name: bytes, value: bytes) -> dict[str, str]:
    """What is taken of a variable that a client sends: itself, or nothing."""
    known, said = name[:16].decode(errors="replace"), value[:64].decode(errors="replace")
    return {known: said} if known in _TAKEN and _TAKEN[known].match(said) else {}


LARGEST_WINDOW = (500, 250)
"""Columns and lines: a window that says it is larger is drawn as one of this size."""
NOBODYS_HOME = "/nonexistent"


def environment(term: str, asked: Mapping[str, str]) -> dict[str, str]:
    """A session's whole environment, of what a client says only what looks right; it is built from nothing, as the
    framework and Python read more from it than anybody should say."""
    given = {name: asked[name] for name, shape in _TAKEN.items() if shape.match(asked.get(name, ""))}
    homes = ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
    return {
        "PATH": "/usr/bin:/bin",
        "TERM": term if _TERM.match(term) else "",
        "TEXTUAL_ANIMATIONS": "none",
        "ESCDELAY": "50",
        **dict.fromkeys(homes, NOBODYS_HOME),
        **given,
    }


def window(columns: int, lines: int) -> tuple[int, int]:
    """A window's size as a session is told it: one that says nothing is of the usual size."""
    most = LARGEST_WINDOW
    return (min(columns, most[0]) or 80), (min(lines, most[1]) or 24)


@frozen
class Begin:
    """A visit: who comes, with a terminal or not; ``arguments``: the command's text, None for the app."""

    number: int
    player: str
    data: str
    terminal: bool
    environment: Mapping[str, str]
    arguments: str | None = None

    @property
    def message(self) -> bytes:
        """It as one packet. The text of a command follows the rest as it is."""
        head = {
            "begin": self.number,
            "player": self.player,
            "data": self.data,
            "terminal": self.terminal,
            "environment": dict(self.environment),
            "command": self.arguments is not None,
        }
        return json.dumps(head).encode() + b"\0" + (self.arguments or "").encode()

    @classmethod
    def of(cls, message: bytes) -> Begin:
        """The visit that a packet tells of. Raises ValueError, KeyError for what the front never sends."""
        head, _, text = message.partition(b"\0")
        raw = json.loads(head)
        arguments = text.decode() if raw["command"] else None
        return cls(
            int(raw["begin"]),
            str(raw["player"]),
            str(raw["data"]),
            bool(raw["terminal"]),
            dict(raw["environment"]),
            arguments,
        )


@frozen
class Ended:
    """How a visit has ended: with an exit code, or by a signal; ``late``: it ran longer than it may."""

    number: int
    code: int
    signal: int = 0
    late: bool = False

    @property
    def message(self) -> bytes:
        """It as one packet."""
        return json.dumps([self.number, self.code, self.signal, self.late]).encode()

    @classmethod
    def of(cls, message: bytes) -> Ended:
        """The end that a packet tells of. Raises ValueError, TypeError."""
        number, code, number_of_signal, late = json.loads(message)
        return cls(int(number), int(code), int(number_of_signal), bool(late))


NO_TERMINAL = "the app needs a terminal (ssh -t); 'ssh ... status' and other commands work without one"
TOO_LONG = f"a command has {limits.LONGEST_COMMAND} bytes at most; nothing was done"
NO_LONGER = "the host has taken away the key that you came in with"
LATE = f"the command ran longer than {limits.COMMAND_SECONDS:.0f} seconds and was ended"
"""What a player is told who cannot come in, or has to leave."""

_WORD = re.compile(r"[a-z]{1,20}\Z")


def named(arguments: str | None) -> str:
    """What the host reads of what was asked for: a command by its first word alone, as the rest may be secret."""
    if arguments is None:
        return "app"
    word = arguments.split(None, 1)[0] if arguments[:1000].strip() else ""
    return f"command-{word}" if _WORD.match(word) else "command"


READY = b"ready"
"""What the forker says when it has imported everything."""


def hung_up(number: int) -> bytes:
    """The packet that tells that a visit's line is gone."""
    return b"-%d" % number


def send(line: socket.socket, message: bytes, handles: Sequence[int] = ()) -> None:
    """Send a packet. Raises OSError where the other side is gone or cannot take it now."""
    socket.send_fds(line, [message], list(handles))


def receive(line: socket.socket) -> tuple[bytes, list[int]]:
    """A packet and its handles, b"" when the other side is gone. Raises OSError."""
    message, handles, _, _ = socket.recv_fds(line, LARGEST, 8)
    return message, handles
