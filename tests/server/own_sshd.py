"""A private sshd of OpenSSH for tests and the bench, with the lines that ``warledger server openssh`` prints. It
listens on loopback alone, reads no configuration but its own, and lets in only the user who starts it."""

from __future__ import annotations

import getpass
import os
import pwd
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from saves import players
from tests.foreign import found, missing
from tests.server.loopback import Running
from tui.server import openssh


def why_none() -> str:
    """Why none can run here, '' where one can."""
    if why := missing("ssh", "sshd"):
        return f"{why}: only the command that sshd would force is tested"
    if os.getuid() == 0:
        try:
            pwd.getpwnam("sshd")
        except KeyError:
            return "SSHD CANNOT RUN HERE: it has no user of its own"
        if not Path("/run/sshd").is_dir():
            return "SSHD CANNOT RUN HERE: it has no folder /run/sshd (mkdir makes it)"
    return ""


def version() -> str:
    """Which OpenSSH it is."""
    said = subprocess.run(["ssh", "-V"], capture_output=True, text=True, check=True).stderr
    return said.split(",")[0].strip()


@contextmanager
def sshd(host: Running, player: str, top: Path) -> Iterator[tuple[str, ...]]:
    """One that serves the players of a folder, with its files in ``top``; yields what a client types to reach it as a
    player. ``host.process`` is it."""
    top.mkdir(mode=0o700, exist_ok=True)
    key = top / "host-key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    lines = openssh.key_lines(host.folder, players.read(host.folder))
    (top / "authorized_keys").write_text("\n".join(lines) + "\n", encoding="utf-8")
    user = getpass.getuser()
    config = top / "sshd_config"
    own = openssh.sshd_lines(user).replace(".ssh/authorized_keys", str(top / "authorized_keys"))
    port = _free_port()
    config.write_text(
        f"ListenAddress 127.0.0.1:{port}\nHostKey {key}\nPidFile none\nUsePAM no\nStrictModes no\n"
        f"PermitRootLogin yes\nSubsystem sftp internal-sftp\n{own}",
        encoding="utf-8",
    )
    program = found("sshd")
    assert program is not None
    with subprocess.Popen([program, "-D", "-e", "-f", str(config)], stderr=subprocess.PIPE, text=True) as daemon:
        try:
            assert daemon.stderr is not None
            first = daemon.stderr.readline()
            assert "listening" in first, first
            host.port, host.process = port, daemon
            yield tuple(word.replace(f"{player}@", f"{user}@") for word in host.ssh(player))
        finally:
            host.process = None
            with suppress(ProcessLookupError):
                daemon.terminate()


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
