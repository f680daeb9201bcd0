"""What the tests of the server share."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.server.guests import Commands, Server


@pytest.fixture(scope="module")
def _made(tmp_path_factory: pytest.TempPathFactory) -> Server:
    return Server(tmp_path_factory.mktemp("made"))


@pytest.fixture
def server(_made: Server, tmp_path: Path) -> Server:
    """A fresh server's folder."""
    fresh = object.__new__(Server)
    fresh.data = tmp_path / "served"
    shutil.copytree(_made.data, fresh.data)
    fresh.campaigns = fresh.data / "campaigns"
    fresh.sealed, fresh.alone = fresh.campaigns / "sealed", fresh.campaigns / "alone"
    return fresh


@pytest.fixture
def ssh(server: Server, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Commands:
    """Commands of players."""
    return Commands(server, capsys, monkeypatch)
