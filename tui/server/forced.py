"""One visit over a host's own sshd: the forced command of a player's line in authorized_keys.

What sshd hands over is the client's word in part (the environment, ``SSH_ORIGINAL_COMMAND``): it is checked like that
of the front, and the rest of the environment dropped before anything reads it. sshd has started a process for this
visit alone, so nothing is forked; a thread ends it when its line or its player's key is gone.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

from saves import players
from saves.errors import SavesError
from saves.players import ServerFolder
from tui.server import limits, pokes, session, visits
from tui.server.host_log import HostLog
from tui.server.visits import Begin

MISUSE = 2
LOOK_SECONDS = 1.0
"""How often the file of players is looked at."""
_HUNG_UP = 129


def visit(folder: ServerFolder, player: str, fingerprint: str) -> int:
    """Be the visit of a player who came in with that key. Returns the exit code; what prevents it is said on stderr."""
    asked = dict(os.environ)
    arguments = asked.get("SSH_ORIGINAL_COMMAND")
    terminal = os.isatty(0) and os.isatty(1)
    environment = visits.environment(asked.get("TERM", "") if terminal else "", asked)
    os.environ.clear()
    os.environ.update(environment)
    log = HostLog(folder.log)
    address = asked.get("SSH_CLIENT", "").partition(" ")[0]
    why = _why_not(folder, player, fingerprint, arguments, terminal)
    log(visits.named(arguments), player=player, address=address, by="sshd", refused=why)
    if why:
        log.close()
        print(f"warledger: {why}", file=sys.stderr)
        return MISUSE
    os.umask(0o077)
    os.chdir("/")
    limits.bound(command=False)
    _watched(folder, player, fingerprint, command=arguments is not None)

    def fault(error: BaseException) -> None:
        log("fault", player=player)
        log.lines(pokes.told(error))

    code = session.run(Begin(0, player, str(folder.path), terminal, environment, arguments), fault)
    log.close()
    return code


def _why_not(folder: ServerFolder, player: str, fingerprint: str, arguments: str | None, terminal: bool) -> str:
    """Why this visit cannot be, '' where it can."""
    if not _let_in(folder, player, fingerprint):
        return visits.NO_LONGER
    if arguments is None and not terminal:
        return visits.NO_TERMINAL
    if arguments is not None and len(os.fsencode(arguments)) > limits.LONGEST_COMMAND:
        return visits.TOO_LONG
    return ""


def _let_in(folder: ServerFolder, player: str, fingerprint: str) -> bool:
    try:
        known = players.read(folder).by_name.get(player)
    except SavesError:
        return False
    return known is not None and not known.disabled and any(key.fingerprint == fingerprint for key in known.keys)


def _watched(folder: ServerFolder, player: str, fingerprint: str, *, command: bool) -> None:
    """End this process when its line is gone, its player is let in no more, or a command has had its time."""
    parent, began = os.getppid(), time.monotonic()

    def look() -> None:
        stamp = players.stamp(folder)
        while True:
            time.sleep(LOOK_SECONDS)
            if command and time.monotonic() > began + limits.COMMAND_SECONDS:
                _end(visits.LATE)
            if os.getppid() != parent:
                _end("")
            now = players.stamp(folder)
            if now != stamp and not _let_in(folder, player, fingerprint):
                _end(visits.NO_LONGER)
            stamp = now

    threading.Thread(target=look, daemon=True).start()


def _end(why: str) -> None:
    """End this process, by itself where it can: an app gives the terminal back on the way."""
    os.kill(os.getpid(), signal.SIGHUP)
    time.sleep(limits.AFTER_HANGUP)
    if why:
        os.write(2, f"\r\nwarledger: {why}\r\n".encode())
    os._exit(_HUNG_UP)
