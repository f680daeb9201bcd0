"""The coverage of the rules: the file says what the marks say, and no mark names a rule that is not there."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache

from tests import coverage


def rows() -> list[dict[str, str]]:
    found: list[dict[str, str]] = tomllib.loads(coverage.FILE.read_text(encoding="utf-8"))["rule"]
    return found


@cache
def marked() -> dict[str, list[str]]:
    return coverage.marked()


def test_every_row_is_there_once_with_a_status() -> None:
    assert len(rows()) == 1145
    assert max(Counter(row["id"] for row in rows()).values()) == 1
    assert {row["status"] for row in rows()} <= {"done", "by-hand", "open"}


def test_every_mark_names_a_rule_of_the_checklist() -> None:
    known = {row["id"] for row in rows()}
    assert not {name: tests for name, tests in marked().items() if name not in known}


def test_the_file_says_what_the_marks_say() -> None:
    text = coverage.FILE.read_text(encoding="utf-8")
    assert coverage.generated(text, set(marked())) == text, "run: python -m tests.coverage"


def test_a_mark_that_goes_brings_back_what_was_written() -> None:
    text = 'id = "tw-1"\nstatus = "by-hand"\n\nid = "tw-2"\nstatus = "open"\n'
    done = coverage.generated(text, {"tw-1"})
    assert done == 'id = "tw-1"\nstatus = "done"\nwritten = "by-hand"\n\nid = "tw-2"\nstatus = "open"\n'
    assert coverage.generated(done, {"tw-1"}) == done
    assert coverage.generated(done, set()) == text
