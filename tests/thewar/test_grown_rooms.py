"""A room that nobody has written: it is playable by being listed, and touches nothing but its own files."""

from __future__ import annotations

import difflib
import filecmp
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.check import ROOT
from tests.growing import LIST, PARTS, Grown, grow

ROOM = "annexa"


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Grown:
    """The project with one room more, and a campaign begun in it."""
    found = grow(tmp_path_factory.mktemp("grown") / "project", [ROOM])
    assert run(found, "new", "1939-campaign", "--name", "begun").returncode == 0
    return found


def run(grown: Grown, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command of the grown project."""
    home = grown.folder.parent
    given = os.environ | {"HOME": str(home), "PYTHONPATH": str(grown.folder)}
    given |= {"XDG_DATA_HOME": str(home / "data"), "XDG_CONFIG_HOME": str(home / "config")}
    command = [sys.executable, "-m", "tui", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=given, cwd=grown.folder, check=False)


def _differing(folder: Path) -> set[Path]:
    """The files that are not as in the project."""

    def files(top: Path) -> set[Path]:
        kept = (path for part in PARTS for path in (top / part).rglob("*") if path.is_file())
        return {path.relative_to(top) for path in kept if "__pycache__" not in path.parts}

    here, there = files(ROOT), files(folder)
    other = {path for path in here & there if not filecmp.cmp(ROOT / path, folder / path, shallow=False)}
    return (here ^ there) | other


def test_a_room_touches_its_own_files_and_one_line_of_the_list(grown: Grown) -> None:
    assert _differing(grown.folder) == {*grown.files, LIST}
    assert {path.parent.name for path in grown.files} == {ROOM, "tables"}
    was, now = ((top / LIST).read_text(encoding="utf-8").splitlines() for top in (ROOT, grown.folder))
    changed = [line for line in difflib.ndiff(was, now) if not line.startswith("  ")]
    assert changed == [f'+     "{ROOM}",']


def test_a_listed_room_is_played_told_paid_for_and_taken_back(grown: Grown) -> None:
    offered = run(grown, "choices", "begun").stdout
    assert f"italy {ROOM}-levy count=3" in offered and f"italy {ROOM}-count" in offered
    done = run(grown, "do", "begun", f"italy {ROOM}-levy count=2 twice=yes", f"italy {ROOM}-count")
    assert done.returncode == 0, done.stderr
    assert "Italy: levy x 2, each for two, 4 NARFs" in done.stdout and f"{ROOM} comes to" in done.stdout.lower()
    refused = run(grown, "do", "begun", f"italy {ROOM}-levy count=9 twice=yes")
    assert refused.returncode != 0 and "18 of levy, 16 are left" in refused.stdout + refused.stderr
    again = run(grown, "do", "begun", f"italy {ROOM}-count")
    assert again.returncode != 0 and "it has been counted this turn" in again.stdout + again.stderr
    assert f"{ROOM} has thrown" in run(grown, "show", "begun").stdout
    assert run(grown, "undo", "begun").returncode == 0
    assert f"{ROOM} has thrown" not in run(grown, "show", "begun").stdout
    assert run(grown, "audit", "begun").returncode == 0


def test_what_a_listed_room_remembers_is_bounded_by_its_facts(grown: Grown) -> None:
    wrong = run(grown, "do", "begun", f'ruling facts.{ROOM}-levy 21 because "x"')
    assert wrong.returncode != 0 and "21" in wrong.stdout + wrong.stderr
    assert "20" in wrong.stdout + wrong.stderr
    unknown = run(grown, "do", "begun", f'ruling facts.{ROOM}-levi 1 because "x"')
    assert unknown.returncode != 0 and f"{ROOM}-levy" in unknown.stdout + unknown.stderr
    assert run(grown, "tables", "thewar", ROOM).returncode == 0
