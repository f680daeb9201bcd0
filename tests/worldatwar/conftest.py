"""What the tests of A World at War share."""

from __future__ import annotations

import pytest

from tests.cli.running import Runner


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    """A runner of commands."""
    return Runner(capsys, monkeypatch)
