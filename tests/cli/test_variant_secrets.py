"""A project that lies under its seat's cover: no output of the command line differs by it to anybody else, and one that
failed is opened when all seats have closed the campaign, and not before (28.0, ruling 387)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from saves import library
from saves.desk import Desk
from tests.cli.running import Runner
from tests.server.secret_scenes import PROJECT, RULESETS

READING = ("show", "log", "report", "story", "accounts", "map", "sheet", "hand")
AS_DATA = ("show", "log", "hand", "report", "audit")
WHOLE = ("audit", "doctor", "check")
HASH = re.compile(r"[0-9a-f]{16,}")
FAILED, NAME = 17, "Strategic bomber research"


def begun(at: Path, item: int) -> Path:
    """The scene with a project chosen, its dice the same whatever it is."""
    at.mkdir()
    (at / "hidden").write_bytes(bytes(range(32)))
    made = PROJECT.made()
    folder = library.create(RULESETS[made.ruleset], made, name="campaign", at=at, secret_file=at / "hidden")
    Desk.open(folder).settle()
    Desk.open(folder, "axis").do([f"germany project item={item}"])
    return folder


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    top = tmp_path_factory.mktemp("projects")
    return begun(top / "one", 5), begun(top / "two", FAILED)


@pytest.mark.rule("tw-28.0")
def test_28_0_no_output_to_another_seat_differs_by_the_project(two: tuple[Path, Path], run: Runner) -> None:
    """What a server prints is compared there, for players and spectators (tests/server/test_same_words)."""
    for command in (*READING, *WHOLE):
        for form in ((), ("--json",)) if command in AS_DATA else ((),):
            way = (*form, *(("--seat", "allied") if command in READING else ()))
            one, other = (
                HASH.sub("#", f"{ran.out}{ran.err}".replace(str(folder), "there"))
                for folder, ran in ((folder, run(command, str(folder), *way)) for folder in two)
            )
            assert one == other, (command, form)
            assert one and not any(word in one for word in ("Z-Plan", NAME, "item=5", f"item={FAILED}")), command


@pytest.mark.rule("tw-28.0")
def test_28_0_a_project_that_failed_is_opened_when_all_have_closed_and_only_then(
    two: tuple[Path, Path], run: Runner
) -> None:
    _, folder = two

    def told(seat: str) -> str:
        return run("hand", str(folder), *(("--seat", seat) if seat else ())).out

    failed = "tried for in Fall 1940, and not obtained"
    assert f"{FAILED}, {NAME}: {failed}" in told("axis") and f"A project of its list: {failed}" in told("allied")
    Desk.open(folder, "axis").do(["germany concede"])
    Desk.open(folder, "axis").do(["germany close"])
    assert NAME not in told("allied") and NAME not in told("")
    Desk.open(folder, "allied").do(["britain close"])
    assert all(f"{FAILED}, {NAME}: {failed}" in told(seat) for seat in ("axis", "allied", ""))
    assert run("audit", str(folder)).code == 0
