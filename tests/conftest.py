"""What every test stands on: a fixed terminal, a home of its own, a measured amount of random play."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Generator, Iterator
from itertools import count
from pathlib import Path

# Textual reads its settings when it is first imported, so they are fixed before any test module can do that.
os.environ.update(TEXTUAL_ANIMATIONS="none", COLORTERM="truecolor", TERM="xterm-256color", TZ="UTC", LC_ALL="C.UTF-8")
for _name in ("NO_COLOR", "FORCE_COLOR", "TEXTUAL_THEME", "TEXTUAL_COLOR_SYSTEM", "TEXTUAL_FPS", "COLUMNS", "LINES"):
    os.environ.pop(_name, None)
if hasattr(time, "tzset"):
    time.tzset()

import pytest  # noqa: E402
from hypothesis import settings  # noqa: E402

from tests.scale import SCALE, scaled  # noqa: E402

# The same examples on every run at the ordinary scale; a larger one looks for new ones. No deadline (shared machines).
settings.register_profile(
    "warledger", max_examples=scaled(50), deadline=None, derandomize=SCALE <= 1, database=None, print_blob=True
)
settings.load_profile("warledger")

_HOMES = {
    "XDG_DATA_HOME": ".local/share",
    "XDG_CONFIG_HOME": ".config",
    "XDG_STATE_HOME": ".local/state",
    "XDG_CACHE_HOME": ".cache",
}


@pytest.fixture(scope="session")
def _homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder for each test's home. Pytest's own would look through all that there are for the next number."""
    top = tmp_path_factory.mktemp("homes")
    return (top / str(number) for number in count())


@pytest.fixture(autouse=True)
def home(_homes: Iterator[Path]) -> Path:
    """An empty home folder for this test alone: no test touches the campaigns and settings of whoever runs it. Nothing
    is put back, as every test sets it anew."""
    folder = next(_homes)
    folder.mkdir()
    os.environ.update(HOME=str(folder), **{name: f"{folder}/{below}" for name, below in _HOMES.items()})
    for name in [name for name in os.environ if name.startswith("WARLEDGER_") and name not in _OF_THE_TESTS]:
        del os.environ[name]
    return folder


_OF_THE_TESTS = frozenset({"WARLEDGER_TEST_SCALE", "WARLEDGER_CHECKS"})


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collecting makes a million objects that all stay: looking for garbage among them would be a fifth of its time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Thousands of tests are collected and stay to the end: the garbage collector looks at none of them again, and at
    what the tests make less often than after every 700 objects."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Repeats what lint, types and contracts said, just above the closing line, when ``tests.check`` runs the tests."""
    if checks := os.environ.get("WARLEDGER_CHECKS"):
        terminalreporter.section("checks")
        for line in checks.split("\n"):
            terminalreporter.line(line, red="FAILED" in line, green="FAILED" not in line)
