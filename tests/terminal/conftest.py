"""The program that a terminal shows is forked, but for the tests of the real thing, which start it as a player does."""

from __future__ import annotations

import pytest

from tests.terminal.driver import Terminal


@pytest.fixture(autouse=True)
def _forked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Terminal, "forks", not request.module.__name__.endswith("test_real_terminal"))
