"""What a host who has OpenSSH anyway adds to it: the same players, rights and campaigns behind his own sshd; a line of
``authorized_keys`` for each key, as gitolite does."""

from __future__ import annotations

import re
import shlex
import sys

from saves.players import Player, Players, ServerFolder

USER = re.compile(r"[a-z_][a-z0-9_-]{0,31}\Z")
"""A system user's name."""
_SSHD = """\
# For sshd_config, at its end (nothing after it would be for all users again); then: sudo systemctl reload ssh
Match User {user}
    AuthenticationMethods publickey
    PasswordAuthentication no
    KbdInteractiveAuthentication no
    AuthorizedKeysFile .ssh/authorized_keys
    AllowAgentForwarding no
    AllowTcpForwarding no
    AllowStreamLocalForwarding no
    X11Forwarding no
    PermitTunnel no
    PermitUserRC no
    AcceptEnv COLORTERM LANG
    MaxSessions 1
    ClientAliveInterval 15
    ClientAliveCountMax 3
"""


def forced_command(folder: ServerFolder, player: str, fingerprint: str) -> str:
    """What sshd runs for one key, whatever its player asks for. Isolated: nothing of the environment or of the folder
    that it runs in is read as Python."""
    words = [sys.executable, "-I", "-X", "utf8", "-m", "tui", "server", "--data", str(folder.path)]
    return shlex.join([*words, "session", player, "--key", fingerprint])


def key_lines(folder: ServerFolder, known: Players) -> list[str]:
    """The lines of ``authorized_keys``: one for each key of those who are let in."""
    return [line for player in known.by_name.values() if not player.disabled for line in _of(folder, player)]


def _of(folder: ServerFolder, player: Player) -> list[str]:
    lines = []
    for key in player.keys:
        command = forced_command(folder, player.name, key.fingerprint).replace("\\", "\\\\").replace('"', '\\"')
        # The comment is the player's, so that nobody's own words stand in this file.
        lines.append(f'restrict,pty,command="{command}" {key.kind} {key.blob} {player.name}')
    return lines


def sshd_lines(user: str) -> str:
    """The lines of ``sshd_config``."""
    return _SSHD.format(user=user)
