"""What the tests of the command line share."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.running import Runner
from tui.__main__ import main


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    """A runner of commands."""
    return Runner(capsys, monkeypatch)


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Campaigns as they were begun: ``solo`` with one seat, ``two`` with two, ``own`` with the player's dice."""
    top = tmp_path_factory.mktemp("begun")
    for name, more in {"solo": (), "two": ("--seats", "2"), "own": ("--dice", "keyboard")}.items():
        assert main(["new", "1939-campaign", "--name", name, "--at", str(top), *more]) == 0
    return top


@pytest.fixture
def solo(begun: Path, tmp_path: Path) -> str:
    """A fresh campaign of one seat."""
    return _copy(begun / "solo", tmp_path)


@pytest.fixture
def two(begun: Path, tmp_path: Path) -> str:
    """A fresh campaign of two seats."""
    return _copy(begun / "two", tmp_path)


@pytest.fixture
def own(begun: Path, tmp_path: Path) -> str:
    """A fresh campaign with the player's own dice."""
    return _copy(begun / "own", tmp_path)


def _copy(folder: Path, to: Path) -> str:
    shutil.copytree(folder, to / folder.name)
    return str(to / folder.name)
