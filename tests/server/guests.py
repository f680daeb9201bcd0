"""A server's campaigns, and the players who come to them, without the line between."""

from __future__ import annotations

import base64
import io
import os
import sys
from pathlib import Path

import pytest

from saves import players, rights
from saves.public_keys import PublicKey, read_key
from saves.scenarios import new
from tests.cli.running import Ran
from tui.server import guest
from tui.server.access import Guest

PLAYERS = ("anna", "ben", "carl", "dora", "hugo")


def key() -> PublicKey:
    """A public key that nobody else has."""
    blob = b"\0\0\0\x0bssh-ed25519\0\0\0 " + os.urandom(32)
    return read_key(b"ssh-ed25519 " + base64.b64encode(blob))


class Server:
    """A server's folder with two campaigns: ``sealed`` of the seats axis (anna) and allied (ben), which dora watches,
    and ``alone`` of one seat (anna), which ben watches. ``hugo`` is a host, ``carl`` has no right in any."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.campaigns = data / "campaigns"
        self.sealed = new("1939-campaign", name="sealed", seats=2, at=self.campaigns, options={"sealed_efforts": True})
        self.alone = new("1939-campaign", name="alone", at=self.campaigns)
        rights.give(self.sealed, "axis", "anna")
        rights.give(self.sealed, "allied", "ben")
        rights.watch(self.sealed, "dora")
        rights.give(self.alone, "solo", "anna")
        rights.watch(self.alone, "ben")
        folder = players.ServerFolder(data)
        for name in PLAYERS:
            players.add(folder, name, key())
        players.set_host(folder, "hugo", True)

    def guest(self, player: str) -> Guest:
        """Somebody who came in."""
        return Guest(player, player == "hugo", self.data)


class Commands:
    """Runs commands as a player types them behind ``ssh HOST``."""

    def __init__(self, server: Server, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.server, self._capsys, self._monkeypatch = server, capsys, monkeypatch

    def __call__(self, player: str, line: str, stdin: bytes = b"") -> Ran:
        with self._monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
            self._capsys.readouterr()
            code = guest.command(self.server.guest(player), line)
        out, err = self._capsys.readouterr()
        # Wherever it lies on the host's machine is nobody's business.
        assert "Traceback" not in out + err and str(self.server.data) not in out + err
        return Ran(code, out, err)
