"""A forker whose sessions also take commands that no player has: to crash, hang, eat memory, or tell what they see.

The tests' server boots it in the place of the real one (``odd_server``); every other visit is the real app or command.
"""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from tui.server import forker, guest, limits, pokes

ODD = "odd"
COMMAND_SECONDS = 6.0
_NOBODY = 65534


def _told() -> int:
    """Everything that a session can see of where it runs, as JSON."""
    handles = {}
    for handle in Path("/proc/self/fd").iterdir():
        try:
            handles[handle.name] = str(handle.readlink())
        except OSError:
            continue
    print(
        json.dumps(
            {
                "environment": dict(os.environ),
                "folder": str(Path.cwd()),
                "handles": handles,
                "leader": os.getsid(0) == os.getpid(),
                "threads": threading.active_count(),
                "asyncssh": "asyncssh" in sys.modules or "cryptography" in sys.modules,
                "limits": {
                    name: resource.getrlimit(getattr(resource, name))[0]
                    for name in ("RLIMIT_CORE", "RLIMIT_NOFILE", "RLIMIT_DATA", "RLIMIT_CPU", "RLIMIT_NPROC")
                },
                "child-signals": signal.getsignal(signal.SIGCHLD) == signal.SIG_DFL,
                "privileges": "NoNewPrivs:\t1" in Path("/proc/self/status").read_text(encoding="ascii"),
                "mask": os.umask(0o077),
            }
        )
    )
    return 0


def _echo() -> int:
    sys.stdout.write(sys.stdin.read())
    sys.stderr.write("that was all\n")
    return 7


def _flood() -> int:
    line = "x" * 1023 + "\n"
    while True:
        sys.stdout.write(line)


def _listen() -> int:
    """Say that it listens, then which campaign it is told of."""
    print("listening", flush=True)
    line = pokes.at_hand()
    while True:
        select.select([line.handle], [], [])
        told = line.heard()
        for name in sorted(told - {"enough"}):
            print(name, flush=True)
        if "enough" in told:
            print("enough", flush=True)
            return 0


def _raise() -> int:
    raise RuntimeError("secret words of an order")


def _segment() -> int:
    os.kill(os.getpid(), signal.SIGSEGV)
    return 0


def _hang() -> int:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    print(os.getpid(), flush=True)
    while True:
        time.sleep(60)


def _eat() -> int:
    try:
        eaten = bytearray(4 << 30)
    except MemoryError:
        print("not enough memory", file=sys.stderr)
        return 2
    return len(eaten)


def _multiply() -> int:
    if os.getuid() == 0:
        # No limit of processes binds the superuser: the one that this session has set itself is tried by becoming
        # somebody else within it.
        os.setgroups([])
        os.setresgid(_NOBODY, _NOBODY, _NOBODY)
        os.setresuid(_NOBODY, _NOBODY, _NOBODY)
    try:
        child = os.fork()
    except BlockingIOError:
        print("no process more", flush=True)
        return 0
    if child == 0:
        os._exit(0)
    return 1


COMMANDS: dict[str, Callable[[], int]] = {
    "told": _told,
    "echo": _echo,
    "flood": _flood,
    "listen": _listen,
    "raise": _raise,
    "segment": _segment,
    "hang": _hang,
    "eat": _eat,
    "multiply": _multiply,
}


def main(handle: int) -> None:
    """The forker, with odd commands and less patience."""
    limits.COMMAND_SECONDS = COMMAND_SECONDS
    real_command, real_app = guest.run_command, guest.run_app

    def run_command(player: str, data: Path, arguments: str) -> int:
        word, _, rest = arguments.partition(" ")
        if word == f"{ODD}-wrote":
            pokes.at_hand().wrote(rest)
            return 0
        if word == f"{ODD}-said":
            print(json.dumps([player, str(data), rest]))
            return 0
        odd = COMMANDS.get(word.removeprefix(f"{ODD}-")) if word.startswith(f"{ODD}-") else None
        return odd() if odd else real_command(player, data, arguments)

    def run_app(player: str, data: Path) -> int:
        if player != ODD:
            return real_app(player, data)
        # An app that breaks with the terminal in its own hands.
        sys.stdout.write("\x1b[?1049hbroken")
        sys.stdout.flush()
        return COMMANDS[sys.stdin.readline().strip()]()

    guest.run_command, guest.run_app = run_command, run_app
    forker.main(handle)
