"""What the tests of the server share."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import Runner
from tests.server.guests import Commands, Server
from tests.server.loopback import ODD, Running, serving
from tests.tui.hand import draw_for_nobody, read_styles_once, wait_for_what_happens

wait_for_what_happens()
draw_for_nobody()
read_styles_once()


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


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that runs, for all tests of a file, with the players ann, bob, and odd, whose app breaks; it is real but
    for the odd commands that only its tests know."""
    with serving(tmp_path_factory.mktemp("host"), "ann", "bob", "odd", program=ODD) as running:
        yield running


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    """Commands of the host."""
    return Runner(capsys, monkeypatch)
