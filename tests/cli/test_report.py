"""``report``: a turn, or what happened since an entry."""

from __future__ import annotations

import zipfile
from pathlib import Path

from tests.cli.running import Runner

FROZEN = Path(__file__).resolve().parents[1] / "saves" / "frozen"


def long_war(home: Path) -> str:
    with zipfile.ZipFile(FROZEN / "thewar-2.zip") as archive:
        archive.extractall(home / "long-war")
    return str(home / "long-war")


def test_the_turn_that_ended_last_is_told_where_no_other_is_asked_for(run: Runner, home: Path) -> None:
    where = long_war(home)
    told = run("report", where).out
    assert told.startswith("Winter 1940, as it ended\n========================\n")
    assert "Germany" in told and "Due now" in told
    assert told == run("report", where, "--turn", "1940-4-winter").out
    assert all(len(line) <= 60 for line in run("report", where, "--width", "60").out.splitlines())


def test_what_happened_since_an_entry_and_as_one_document(run: Runner, home: Path) -> None:
    where = long_war(home)
    since = run("report", where, "--since", "1060").out
    assert since.startswith("Since entry 1060\n") and len(since) < len(run("report", where, "--since", "0").out)
    document = run("report", where, "--turn", "1940-4-winter", "--json").json
    germany = next(part for part in document["parts"] if part["power"] == "germany")
    assert germany["figures"] == "hand 176 → 158, level 219 → 243"
    assert {"text": "spent on reserves", "rule": "9.9.1", "value": -16} in germany["lines"]


def test_a_new_campaign_tells_of_its_first_turn_so_far(run: Runner, solo: str) -> None:
    run("do", solo, "italy effort sle")
    told = run("report", solo).out
    assert told.startswith("Fall 1939 so far\n") and "Nothing of Germany" in told
    assert run("report", solo, "--since", "9999").code == 0


def test_a_turn_that_was_not_played_and_two_questions_at_once_are_refused(run: Runner, solo: str) -> None:
    ran = run("report", solo, "--turn", "1942-2-summer")
    assert ran.code == 2 and "no turn '1942-2-summer' has been played" in ran.err
    assert run("report", solo, "--turn", "1939-3-fall", "--since", "1").code == 2
    assert run("report", solo, "--since", "x").code == 2
