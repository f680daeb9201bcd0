"""The forker as the front has it: started, heard, started again when it dies, ended."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from tui.server import visits
from tui.server.visits import Begin, Ended

PATIENCE = 60.0
"""Seconds for the forker to import everything, on the slowest machine."""
DEATHS, WITHIN = 3, 60.0
"""So many deaths within so many seconds, and it is not started again."""
BOOT = (
    "import json, sys; handle, sys.path[:] = int(sys.argv[1]), json.loads(sys.argv[2]); "
    "from tui.server.forker import main; main(handle)"
)
_KEPT = ("TZ", "TZDIR")
"""What of the host's own environment the sessions have."""


class CannotStart(Exception):
    """No session can be started; the text is for the host."""


def boot(handle: int) -> subprocess.Popen[bytes]:
    """The forker's process: a new Python, isolated, that finds what this one finds; its environment is built anew."""
    paths = [str(Path(entry or ".").absolute()) for entry in sys.path]
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return subprocess.Popen(
        [sys.executable, "-I", "-X", "utf8", "-c", BOOT, str(handle), json.dumps(paths)],
        env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": visits.NOBODYS_HOME, **kept},
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=(handle,),
        # What is typed at the host's terminal is for the front alone.
        start_new_session=True,
    )


class Starter:
    """Starts sessions through the forker. ``died`` is called with how many visits it took with it when the forker has
    died, ``failed`` with the reason when it cannot be started any more."""

    def __init__(self, died: Callable[[int], None], failed: Callable[[str], None]) -> None:
        self._died, self._failed = died, failed
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._ended: dict[int, Callable[[Ended], None]] = {}
        self._numbers = 0
        self._deaths: list[float] = []
        self._again: asyncio.Task[None] | None = None

    @property
    def process(self) -> int:
        """The forker's process, 0 while there is none."""
        return self._process.pid if self._process else 0

    async def start(self) -> None:
        """Start the forker and wait until it is ready. Raises CannotStart."""
        ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with its:
            self._process = boot(its.fileno())
        ours.setblocking(False)
        for size in (socket.SO_SNDBUF, socket.SO_RCVBUF):
            ours.setsockopt(socket.SOL_SOCKET, size, 1 << 20)
        loop = asyncio.get_running_loop()
        try:
            said = await asyncio.wait_for(loop.sock_recv(ours, visits.LARGEST), PATIENCE)
        except (TimeoutError, OSError):
            said = b""
        if said != visits.READY:
            ours.close()
            self._kill()
            raise CannotStart("the process that starts sessions does not start; what it says stands above")
        self._line = ours
        loop.add_reader(ours, self._hear)

    def begin(
        self,
        player: str,
        data: Path,
        environment: dict[str, str],
        handles: Sequence[int],
        ended: Callable[[Ended], None],
        arguments: str | None,
        terminal: bool,
    ) -> int:
        """Begin a visit; its number, 0 where none can be begun now. ``ended`` is called once when it is over."""
        if self._line is None:
            return 0
        self._numbers += 1
        begin = Begin(self._numbers, player, str(data), terminal, environment, arguments)
        try:
            visits.send(self._line, begin.message, handles)
        except OSError:
            return 0
        self._ended[begin.number] = ended
        return begin.number

    def hang_up(self, number: int) -> None:
        """End a visit: its line is gone."""
        if self._line is not None and number in self._ended:
            with suppress(OSError):
                visits.send(self._line, visits.hung_up(number))

    def _hear(self) -> None:
        if self._line is None:
            return
        try:
            message = self._line.recv(visits.LARGEST)
        except BlockingIOError:
            return
        except OSError:
            message = b""
        if not message:
            self._lost()
            return
        end = Ended.of(message)
        ended = self._ended.pop(end.number, None)
        if ended is not None:
            ended(end)

    def _lost(self) -> None:
        """The forker has died, and all sessions with it."""
        self._close()
        self._kill()
        gone, self._ended = self._ended, {}
        for number, ended in gone.items():
            ended(Ended(number, 0, signal.SIGKILL))
        self._died(len(gone))
        now = time.monotonic()
        self._deaths = [then for then in self._deaths if then > now - WITHIN] + [now]
        if len(self._deaths) >= DEATHS:
            self._failed(f"the process that starts sessions has died {DEATHS} times within a minute")
            return
        self._again = asyncio.get_running_loop().create_task(self._start_again())

    async def _start_again(self) -> None:
        try:
            await self.start()
        except CannotStart as fault:
            self._failed(str(fault))

    def _close(self) -> None:
        if self._line is not None:
            asyncio.get_running_loop().remove_reader(self._line)
            self._line.close()
            self._line = None

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    async def stop(self, patience: float) -> None:
        """End all sessions and the forker, which has so many seconds for it."""
        if self._again is not None:
            self._again.cancel()
        self._close()
        process = self._process
        until = time.monotonic() + patience
        while process is not None and process.poll() is None and time.monotonic() < until:
            await asyncio.sleep(0.02)
        self._kill()
