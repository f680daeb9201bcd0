"""The process that forks sessions: it has everything imported, no threads and no secrets, and does nothing else.

It hears from the front by one socket, and ends its sessions when that is gone: no session outlives the server. Started
by ``starting`` with an environment of its own (see ``boot`` there).
"""

from __future__ import annotations

import gc
import importlib
import os
import pkgutil
import select
import signal
import socket
import sys
import time
from collections.abc import Iterator

from attrs import define

from engine.kernel import ruleset, tables
from tui.server import limits, packing, session, visits
from tui.server.visits import Begin, Ended

ROOTS = ("engine", "saves", "tui")
GAMES = ("thewar", "worldatwar")
NOT_HERE = frozenset(
    [
        *("tui.__main__", "tui.shots", "tui.cli.server", "tui.cli.serving"),
        *(f"tui.server.{name}" for name in ("front", "visit", "ssh", "starting", "pumping", "forced", "openssh")),
    ]
)
"""What no session needs, or what must not be in its memory."""
ALSO = ("argparse", "concurrent.futures.thread", "json", "platformdirs.unix", "textwrap", "tomli_w", "traceback")
"""What is imported when it is first wanted, by us and by the framework."""


@define
class Visit:
    """A session that runs. ``until``: when it is killed (monotonic seconds), None while nothing asks for that."""

    number: int
    until: float | None = None
    late: bool = False


def load_everything() -> None:
    """Import all that a session may need, so that no session does it again, nor has memory of its own for it."""
    for root in ROOTS:
        package = importlib.import_module(root)
        for found in pkgutil.walk_packages(package.__path__, f"{root}."):
            if found.name not in NOT_HERE:
                importlib.import_module(found.name)
    for name in ALSO:
        importlib.import_module(name)
    for game in GAMES:
        read_tables(game)


def read_tables(game: str) -> None:
    """Read what a game prints, its sequence and its orders: each session reads them again otherwise, and keeps them."""
    rules = ruleset.find(game)
    for table_id in tables.file_ids(game):
        tables.table(game, table_id)
    assert rules.sequence.steps and rules.verbs


class Forker:
    """Forks a session for each visit and tells of its end."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._visits: dict[int, Visit] = {}
        """By process."""
        self._wakes, wake = socket.socketpair()
        self._wakes.setblocking(False)
        wake.setblocking(False)
        self._wake = wake
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(wake.fileno(), warn_on_full_buffer=False)

    def run(self) -> None:
        """Fork and bury until the front is gone, then end every session."""
        ready = select.poll()
        ready.register(self._line, select.POLLIN)
        ready.register(self._wakes, select.POLLIN)
        open_ = True
        while open_ or self._visits:
            for handle, _ in ready.poll(self._patience()):
                if handle == self._wakes.fileno():
                    self._drain()
                elif open_:
                    open_ = self._hear()
                    if not open_:
                        ready.unregister(self._line)
                        self._end_all()
            self._bury()
            self._watch()

    def _patience(self) -> float | None:
        """Milliseconds until a session has to be killed."""
        times = [visit.until for visit in self._visits.values() if visit.until is not None]
        return max(0.0, (min(times) - time.monotonic()) * 1000 + 1) if times else None

    def _drain(self) -> None:
        try:
            self._wakes.recv(4096)
        except BlockingIOError:
            return

    def _hear(self) -> bool:
        """One packet of the front's; False when it is gone."""
        try:
            message, handles = visits.receive(self._line)
        except OSError:
            return False
        if not message:
            return False
        if message.startswith(b"-"):
            self._hang_up(int(message[1:]))
            return True
        try:
            self._begin(Begin.of(message), handles)
        finally:
            for handle in handles:
                os.close(handle)
        return True

    def _begin(self, begin: Begin, handles: list[int]) -> None:
        me = os.getpid()
        sys.stdout.flush()
        sys.stderr.flush()
        try:
            process = os.fork()
        except OSError:
            self._tell(Ended(begin.number, session.FAULT))
            return
        if process == 0:
            session.become(begin, handles, me)
        until = None if begin.arguments is None else time.monotonic() + limits.COMMAND_SECONDS
        self._visits[process] = Visit(begin.number, until)

    def _of(self, number: int) -> Iterator[tuple[int, Visit]]:
        return ((process, visit) for process, visit in self._visits.items() if visit.number == number)

    def _hang_up(self, number: int) -> None:
        for process, visit in self._of(number):
            os.kill(process, signal.SIGHUP)
            visit.until = time.monotonic() + limits.AFTER_HANGUP

    def _end_all(self) -> None:
        for visit in list(self._visits.values()):
            self._hang_up(visit.number)

    def _watch(self) -> None:
        """Kill what has had its time."""
        now = time.monotonic()
        for process, visit in self._visits.items():
            if visit.until is not None and visit.until <= now:
                visit.late, visit.until = True, None
                os.kill(process, signal.SIGKILL)

    def _bury(self) -> None:
        while self._visits:
            try:
                process, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if process == 0:
                return
            visit = self._visits.pop(process, None)
            if visit is not None:
                code = os.waitstatus_to_exitcode(status)
                self._tell(Ended(visit.number, max(code, 0), max(-code, 0), visit.late))

    def _tell(self, ended: Ended) -> None:
        try:
            visits.send(self._line, ended.message)
        except OSError:
            # The front is gone: the loop finds out by itself.
            return


def main(handle: int) -> None:
    """Import everything, say so, and fork until the front is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.disable()
    load_everything()
    gc.collect()
    filling = packing.fill_holes()
    gc.freeze()
    line = socket.socket(fileno=handle)
    os.set_inheritable(handle, False)
    forker = Forker(line)
    visits.send(line, visits.READY)
    forker.run()
    del filling
