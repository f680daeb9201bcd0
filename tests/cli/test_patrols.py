"""A patrol from the command line: taken up, due, looked for, in the way of stratmoves, and back in port (7.4)."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import TheWar
from saves import library
from saves.desk import Desk
from tests.cli.running import Runner
from tests.thewar.duties import met
from tests.thewar.sea.test_sea_fight import AXIS, med

TAKEN_UP = "italy patrol ionian units=fleet"


def written(at: Path, start: TheWar) -> str:
    """A campaign of one seat in a folder, its dice told by a known secret."""
    hidden = at / "hidden"
    hidden.write_bytes(bytes(32))
    start = attrs.evolve(start, seats=dict.fromkeys(start.powers, "solo"))
    return str(library.create(RULESET, start, name="ionian", at=at, secret_file=hidden))


def passed_to(where: str, goal: str, turn: int) -> None:
    """Everybody is done with every step before a step of a turn."""
    desk = Desk.open(Path(where))
    for _ in range(300):
        if (desk.campaign.progress.step, desk.campaign.progress.turn) == (goal, turn):
            return
        seen = desk.outlook()
        legal = [one.text for one in seen.choices if not one.refused]
        efforts = [text for text in legal if text.endswith(" effort sle")]
        desk.do(
            [
                next(iter((*efforts, *(text for text in legal if text.endswith(" done")), *legal)), None)
                or met(seen.step)
            ]
        )
    raise AssertionError(f"{goal} of turn {turn} did not come up")


@pytest.mark.rule("tw-7.4", "tw-7.4-stay")
def test_7_4_a_patrol_played_over_two_turns(run: Runner, tmp_path: Path) -> None:
    where = written(tmp_path, med(AXIS))
    assert (
        "goes on no patrol (7.4). Whole ships only" in run("do", where, "italy patrol ionian units=italy-fleet-3").err
    )
    assert run("do", where, TAKEN_UP).code == 0
    assert "On patrol in Ionian, to the end of the Axis player turn of Summer 1942" in run("show", where).out
    # The Allied player turn: what sails past is looked for with the patrol's -2, and no stratmove goes through.
    passed_to(where, "allied.operations.naval", 1)
    assert run("do", where, "britain mission ionian units=2-fleet facts=supply").code == 0
    seek = "italy intercept-at-sea ionian units=patrol"
    # +3 for ratings, -2 for the patrol, nothing for a port.
    assert "Italy intercepts at Ionian with Fleet 1-12-5 (+1)" in run("forecast", where, seek).out
    assert run("do", where, seek).code == 0
    assert "Interception at Ionian" in run("log", where).out
    passed_to(where, "allied.stratmove.naval", 1)
    barred = run("do", where, "britain stratmove naval count=1 group=fleet-1-12-5 through=ionian")
    assert barred.code == 1 and "an enemy patrol controls Ionian (8.1.1, 8.1.3)" in barred.err
    # As its own next player turn ends it is back in port, and may take up another one.
    passed_to(where, "axis.end.minors", 2)
    assert "On patrol" in run("show", where).out
    passed_to(where, "axis.end.naval", 2)
    assert "Back in port from patrol: Fleet 1-12-5 from Ionian" in run("log", where).out
    assert "On patrol" not in run("show", where).out
