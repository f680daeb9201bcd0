"""Tests that want a program that is not ours: never left out in CI."""

from __future__ import annotations

import re

import pytest

from tests import foreign
from tests.sources import ROOT, python_files


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A machine with none of these programs."""
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(foreign, "_SYSTEMS", "/nowhere")
    return monkeypatch


def test_a_program_that_is_missing_fails_in_ci_and_is_skipped_elsewhere(bare: pytest.MonkeyPatch) -> None:
    why = foreign.missing("ssh", "sshd")
    assert why == "NO ssh HERE (package openssh-client), NO sshd HERE (package openssh-server)"
    bare.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="NO sshd HERE"):
        foreign.wanted(why)
    bare.delenv("CI")
    with pytest.raises(pytest.skip.Exception, match="NO sshd HERE"):
        foreign.wanted(why)
    foreign.wanted("")


def test_ci_fetches_every_package_that_has_one() -> None:
    program = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    fetched = set(re.findall(r"[\w-]+=([a-z-]+)\b", program.partition("for pair in ")[2].partition(";")[0]))
    assert fetched == set(foreign.PACKAGES.values())


def test_nothing_else_leaves_a_test_out() -> None:
    left_out = re.compile("pytest." + r"(skip|importorskip|mark\.(skip|skipif|xfail))\b")
    tests = [name for name in python_files("tests") if name not in ("tests/foreign.py", "tests/test_foreign.py")]
    assert not [name for name in tests if left_out.search((ROOT / name).read_text(encoding="utf-8"))]
