"""The program without its start: forked from a process that has imported everything, as a server does it for visits.

Starting and importing takes half a second of processor time, more than most tests of a terminal or of a page of
commands take then. What is proved of the start, of what is imported and of what the environment says wants a real one.

``python -m tests.forked PATH`` is the process that forks; ``forked_command.py`` asks it for scripts.
"""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import gc
import io
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import termios
import threading
import traceback
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from attrs import define, field

ROOT = Path(__file__).resolve().parents[1]
_CONSTANT = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
"""What is read from the environment as modules are imported; who asks for another value starts the real program."""


@define
class Forked:
    """A program that runs, asked as ``subprocess.Popen`` is."""

    pid: int
    _line: socket.socket
    returncode: int | None = field(default=None, init=False)

    def poll(self) -> int | None:
        """Its exit code when it is gone, negative for a signal."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it is gone. Raises subprocess.TimeoutExpired."""
        if self.returncode is None:
            if not select.select([self._line], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("warledger", timeout or 0.0)
            self.returncode = int(self._line.recv(64) or -signal.SIGKILL)
            self._line.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it is there."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)


@cache
def forker() -> str:
    """Where the process that forks listens: it is started once for the process of these tests, and ends with it."""
    path = str(Path(tempfile.mkdtemp()) / "forker")
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.forked", path],
        cwd=ROOT,
        env=os.environ | _CONSTANT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdin is not None and process.stdout is not None
    assert process.stdout.read(1) == b"!", "it does not start"
    atexit.register(process.wait)
    atexit.register(process.stdin.close)
    return path


def start(
    arguments: Sequence[str],
    handles: Sequence[int],
    *,
    folder: Path,
    environment: Mapping[str, str],
    terminal: bool = False,
    module: str = "tui",
) -> Forked:
    """The program with standard input, output and errors. ``terminal``: the first is the terminal of its session.
    ``module``: another program of ours, whose ``main`` is called."""
    line = socket.socket(socket.AF_UNIX)
    line.connect(forker())
    told: dict[str, object] = {"arguments": arguments, "folder": str(folder), "environment": dict(environment)}
    told |= {"terminal": terminal, "module": module}
    socket.send_fds(line, [json.dumps(told).encode() + b"\n"], list(handles))
    number = b""
    while not number.endswith(b"\n"):
        number += line.recv(1)
    return Forked(int(number), line)


def command() -> str:
    """How a script calls the program: a small one that asks for it."""
    return f"{sys.executable} -S -E {ROOT / 'tests' / 'forked_command.py'} {forker()}"


def run(arguments: Sequence[str], *, folder: Path, environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """The program run to its end, and what it said."""
    with (
        tempfile.TemporaryFile("w+") as out,
        tempfile.TemporaryFile("w+") as errors,
        Path(os.devnull).open() as nothing,
    ):
        handles = [nothing.fileno(), out.fileno(), errors.fileno()]
        code = start(arguments, handles, folder=folder, environment=environment).wait(60)
        out.seek(0)
        errors.seek(0)
        return subprocess.CompletedProcess(list(arguments), code, out.read(), errors.read())


# --- the process that forks


class _Forker:
    """Forks a program for each line that asks for one, and writes its process and then its exit code there."""

    def __init__(self, listener: socket.socket) -> None:
        self._listener = listener
        self._running: dict[int, socket.socket] = {}

    def run(self) -> None:
        """Until who started it is gone; then all that still runs is ended."""
        wakes, wake = socket.socketpair()
        wake.setblocking(False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(wake.fileno(), warn_on_full_buffer=False)
        while True:
            waiting: list[Any] = [self._listener, wakes, 0]
            ready, _, _ = select.select(waiting, [], [])
            if 0 in ready:
                break
            if wakes in ready:
                wakes.recv(64)
                self._bury()
            if self._listener in ready:
                self._fork(self._listener.accept()[0])
        for process in self._running:
            os.kill(process, signal.SIGKILL)

    def _bury(self) -> None:
        while self._running:
            process, status = os.waitpid(-1, os.WNOHANG)
            if process == 0:
                return
            line = self._running.pop(process)
            with contextlib.suppress(OSError):
                line.sendall(str(os.waitstatus_to_exitcode(status)).encode())
            line.close()

    def _fork(self, line: socket.socket) -> None:
        asked, handles, _, _ = socket.recv_fds(line, 1 << 16, 3)
        while not asked.endswith(b"\n"):
            asked += line.recv(1 << 16)
        process = os.fork()
        if process == 0:
            _become(json.loads(asked), handles)
        for handle in handles:
            os.close(handle)
        self._running[process] = line
        line.sendall(f"{process}\n".encode())


def _become(asked: dict[str, Any], handles: list[int]) -> NoReturn:
    """Be the program that was asked for, in this process."""
    code: Any = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for to, handle in enumerate(handles):
            os.dup2(handle, to)
        os.closerange(3, 256)
        if asked["terminal"]:
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        os.chdir(asked["folder"])
        os.environ.clear()
        os.environ.update(asked["environment"])
        sys.argv = [asked["module"], *asked["arguments"]]
        sys.stdin = _opened(0, "r", "surrogateescape")
        sys.stdout = _opened(1, "w", "surrogateescape")
        sys.stderr = _opened(2, "w", "backslashreplace")
        # The framework takes the terminal by these names.
        vars(sys).update(__stdin__=sys.stdin, __stdout__=sys.stdout, __stderr__=sys.stderr)
        gc.enable()
        code = import_module("tui.__main__" if asked["module"] == "tui" else asked["module"]).main()
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(BaseException):
            threading._shutdown()  # type: ignore[attr-defined]
            atexit._run_exitfuncs()
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code if isinstance(code, int) else int(code is not None))


def _opened(handle: int, mode: str, errors: str) -> io.TextIOWrapper:
    """A standard stream as Python opens it."""
    raw = open(handle, f"{mode}b", closefd=False)  # noqa: SIM115
    return io.TextIOWrapper(raw, "utf-8", errors, line_buffering=os.isatty(handle) or handle == 2)


def main(path: str) -> None:
    """Import everything, say so, and fork."""
    from tui.server.forker import load_everything

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.disable()
    load_everything()
    import tui.__main__  # noqa: F401

    # What stays is touched by no collection, so that it stays one memory for all.
    gc.freeze()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen(64)
    os.write(1, b"!")
    _Forker(listener).run()
    Path(path).unlink()
    Path(path).parent.rmdir()


if __name__ == "__main__":
    main(sys.argv[1])
