"""A session's line to the front: it tells which campaign it has written to, and hears which others have.

The app adds ``handle`` to its loop (``loop.add_reader``) and asks ``heard`` when it can be read. Over a host's own sshd
there is no front and no line: ``handle`` is -1 then, and who wants to know looks at the files now and then.
"""

from __future__ import annotations

import os
import socket
import traceback
from contextlib import suppress

from attrs import define

WROTE, FAULT = b"w", b"f"
"""What a message is about, its first byte."""
LONGEST_NAME = 400
"""Bytes of a campaign's name."""
LONGEST_FAULT = 20_000
_AT_ONCE = 64


@define
class Pokes:
    """``handle``: a socket that keeps messages apart, or -1 where there is no front."""

    handle: int = -1

    def wrote(self, campaign: str) -> None:
        """Tell all other sessions that something was written in a campaign (its name)."""
        self._send(WROTE + campaign.encode()[:LONGEST_NAME])

    def heard(self) -> frozenset[str]:
        """The campaigns in which something was written since this was asked last; never waits."""
        names: set[str] = set()
        if self.handle < 0:
            return frozenset()
        for _ in range(_AT_ONCE):
            try:
                message = os.read(self.handle, LONGEST_NAME + 1)
            except (BlockingIOError, ConnectionError):
                break
            if not message:
                break
            if message[:1] == WROTE:
                names.add(message[1:].decode(errors="replace"))
        return frozenset(names)

    def fault(self, error: BaseException) -> None:
        """Tell the host of a fault of the program."""
        self._send(FAULT + told(error).encode()[:LONGEST_FAULT])

    def _send(self, message: bytes) -> None:
        if self.handle >= 0:
            # A front that is gone or cannot keep up must not stop what has been written already.
            with suppress(OSError):
                os.write(self.handle, message)


def told(error: BaseException) -> str:
    """A fault of the program as the host reads it: its kind and its place, never what it says, which may be secret."""
    places = traceback.extract_tb(error.__traceback__)
    lines = [f"{place.filename}:{place.lineno} in {place.name}" for place in places[-30:]]
    return "\n".join([type(error).__name__, *lines])


_at_hand = Pokes()


def at_hand() -> Pokes:
    """The line of the session that this process is."""
    return _at_hand


def enter(handle: int) -> Pokes:
    """From here on this process is a session with this line."""
    _at_hand.handle = handle
    return _at_hand


def pair() -> tuple[socket.socket, socket.socket]:
    """A line's two ends: the front's and the session's."""
    ends = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    for end in ends:
        end.setblocking(False)
    return ends
