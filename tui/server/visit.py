"""One visit as the front has it: the handles of its session, and bytes between them and the channel."""

from __future__ import annotations

import fcntl
import os
import signal
import struct
import termios
from collections.abc import Mapping
from typing import Protocol

from tui.server import limits, pokes, visits
from tui.server.front import Front
from tui.server.pumping import Sink, Source
from tui.server.session import SORRY
from tui.server.visits import Ended

MISUSE = 2
CANNOT = "no visit can be begun now; try again in a moment"
_GIVE_BACK = (
    "".join(f"\x1b[?{mode}l" for mode in (1049, 1000, 1002, 1003, 1004, 1006, 1015, 2004))
    + "\x1b[?25h\x1b[<u\x1b[0m\r\n"
)
"""What gives a terminal back to its player where the app could not: out of the other screen, no mouse reports."""


class Channel(Protocol):
    """What a visit needs of its SSH channel."""

    def output(self, data: bytes) -> None: ...
    def complaint(self, data: bytes) -> None: ...
    def leave(self, code: int) -> None: ...
    def take_input(self, wanted: bool) -> None: ...


class Visit:
    """A session and its channel. ``terminal``: kind and size where the client asked for one; ``command`` is the text
    of a command, None for the app."""

    def __init__(
        self,
        front: Front,
        channel: Channel,
        player: str,
        terminal: tuple[str, int, int] | None,
        asked: Mapping[str, str],
        command: str | None,
    ) -> None:
        self._front, self._channel = front, channel
        self._player, self._terminal, self._command = player, terminal, command
        self._environment = visits.environment(terminal[0] if terminal else "", asked)
        self._number = 0
        self._sources: list[Source] = []
        self._sink: Sink | None = None
        self._master = -1
        self._end: Ended | None = None
        self._over = False

    def begin(self) -> str:
        """Begin it. Returns why it cannot be, '' where it has begun; then the channel hears no more of it."""
        if self._command is None and self._terminal is None:
            return visits.NO_TERMINAL
        if self._command is not None and len(self._command.encode(errors="replace")) > limits.LONGEST_COMMAND:
            return visits.TOO_LONG
        ours, its = pokes.pair()
        handles: list[int] = []
        try:
            handles = self._pseudo_terminal(*self._terminal[1:]) if self._terminal is not None else self._pipes()
            self._number = self._front.starter.begin(
                self._player,
                self._front.folder.path,
                self._environment,
                (*handles, its.fileno()),
                self._ended,
                self._command,
                self._terminal is not None,
            )
        except OSError:
            self._close()
        finally:
            its.close()
            for handle in handles:
                os.close(handle)
        if not self._number:
            ours.close()
            self._close()
            return CANNOT
        self._line = ours
        self._front.add_line(ours, self._player)
        return ""

    def _pseudo_terminal(self, columns: int, lines: int) -> list[int]:
        master, slave = os.openpty()
        self._master = master
        self.resize(columns, lines)
        # Two handles, so that each is closed when its own way is over.
        self._sources = [Source(master, self._channel.output, self._maybe_over)]
        self._sink = Sink(os.dup(master), self._full)
        return [slave]

    def _pipes(self) -> list[int]:
        its_input, our_input = os.pipe()
        our_output, its_output = os.pipe()
        our_errors, its_errors = os.pipe()
        self._sink = Sink(our_input, self._full)
        self._sources = [
            Source(our_output, self._channel.output, self._maybe_over),
            Source(our_errors, self._channel.complaint, self._maybe_over),
        ]
        return [its_input, its_output, its_errors]

    # --- from the client

    def given(self, data: bytes) -> None:
        """What the player types."""
        if self._sink is not None:
            self._sink.give(data)

    def no_more(self) -> None:
        """Nothing more comes from the player; a terminal stays as it is."""
        if self._sink is not None and self._terminal is None:
            self._sink.finish()

    def resize(self, columns: int, lines: int) -> None:
        """The player's window has another size."""
        if self._master >= 0:
            width, height = visits.window(columns, lines)
            fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def pause(self, paused: bool) -> None:
        """The client takes no more for now, or does again."""
        for source in self._sources:
            if paused:
                source.pause()
            else:
                source.resume()

    def _full(self, full: bool) -> None:
        self._channel.take_input(not full)

    # --- the end

    def _ended(self, end: Ended) -> None:
        self._end = end
        self._front.drop_line(self._line)
        self._maybe_over()

    def _maybe_over(self) -> None:
        """Over when its process has ended and all that it wrote has been given on."""
        if self._end is None or any(source.open for source in self._sources) or self._over:
            return
        self._over = True
        self._close()
        end = self._end
        if end.signal or end.late:
            self._front.log("ended", player=self._player, signal=end.signal, late=end.late or "")
            self._say(_why(end))
        self._channel.leave(MISUSE if end.signal else end.code)

    def send_away(self, why: str) -> None:
        """Tell the player why, and end it."""
        if not self._over:
            self._over = True
            self._say(why)
            self._channel.leave(MISUSE)
        self.hang_up()

    def _say(self, text: str) -> None:
        if self._terminal is not None:
            self._channel.output(f"{_GIVE_BACK}warledger: {text}\r\n".encode())
        else:
            self._channel.complaint(f"warledger: {text}\n".encode())

    def hang_up(self) -> None:
        """The line is gone: so is the terminal, and the session within a second."""
        self._over = True
        self._close()
        if self._end is None:
            self._front.starter.hang_up(self._number)

    def _close(self) -> None:
        for source in self._sources:
            source.close()
        if self._sink is not None:
            self._sink.close()
        self._master = -1


def _why(end: Ended) -> str:
    if end.late:
        return visits.LATE
    if end.signal == signal.SIGXCPU:
        return f"the command worked longer than {limits.COMMAND_PROCESSOR_SECONDS} seconds and was ended"
    return SORRY
