"""``serve``: the SSH server. What it needs beside the rest is an extra of the package, and told where it lacks."""

from __future__ import annotations

import argparse
import asyncio
import re
from typing import TYPE_CHECKING

from tui.cli import output
from tui.cli.faults import Misuse

if TYPE_CHECKING:
    from tui.server.front import Front

DEFAULT = "127.0.0.1:2222"
ENDED_BY_ITSELF = 1
_ADDRESS = re.compile(r"(\[[0-9a-fA-F:.]{2,45}\]|[A-Za-z0-9._-]{1,253}):([0-9]{1,5})\Z")
_OURS = ("127.", "::1", "localhost")


def serve_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("--listen", metavar="HOST:PORT", default=DEFAULT, help=f"where to be reached ({DEFAULT})")
    parser.add_argument("--data", metavar="DIR", default="", help="the server's folder; one in your data folder")


def address(text: str) -> tuple[str, int]:
    """Host and port of ``HOST:PORT``; an IPv6 address stands in brackets. Raises Misuse."""
    match = _ADDRESS.match(text)
    if match is None or int(match.group(2)) > 65535:
        raise Misuse(f"--listen: '{text[:80]}' is no HOST:PORT, such as {DEFAULT}, 0.0.0.0:2222 or [::]:2222")
    return match.group(1).strip("[]"), int(match.group(2))


def serve(args: argparse.Namespace) -> int:
    """Serve until it is ended: exit 0 where somebody asked for that, 1 where it ended by itself. Raises Misuse,
    SavesError."""
    from saves import locks, players
    from saves.errors import Busy

    host, port = address(args.listen)
    try:
        from tui.server import ssh
    except ImportError as fault:
        if (fault.name or "").partition(".")[0] != "asyncssh":
            raise
        raise Misuse("the server speaks SSH by asyncssh, which is not here: pip install 'warledger[serve]'") from None
    folder = players.folder_at(args.data)
    folder.make()
    try:
        with locks.locked(folder.serving, "warledger serve", 0.0):
            why = asyncio.run(ssh.serve(folder, host, port, _told))
    except Busy:
        raise Misuse(f"{folder.path}: another 'warledger serve' runs here; one folder has one server") from None
    except ssh.CannotStart as fault:
        raise Misuse(str(fault)) from None
    except OSError as fault:
        raise Misuse(f"--listen: {args.listen} cannot be listened on: {fault.strerror or fault}") from None
    if why:
        output.complain(why)
        return ENDED_BY_ITSELF
    return 0


def _told(host: str, port: int, fingerprint: str, front: Front) -> None:
    """Say that it is ready, and what the others type."""
    shown = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    output.say(f"listening on {shown}")
    output.say(f"key of this server: {fingerprint}")
    names = front.names
    for name in names[:8] or ("PLAYER",):
        output.say(f"  ssh -p {port} {name}@{host if host.startswith(_OURS) else 'HOST'}")
    if len(names) > 8:
        output.say(f"  and {len(names) - 8} more players ('warledger server list')")
    if not names:
        output.say("nobody is let in yet: warledger server add PLAYER --key FILE.pub")
    if host.startswith(_OURS):
        output.say(f"only this machine reaches it; for others: --listen 0.0.0.0:{port}")
    import sys

    sys.stdout.flush()
