"""5.1.2.2: the answers of a hunt for raiders out of their step and from the wrong seat; a hunt between two seats."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.kernel.refusals import Refused
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets.war_report import ReportSheet
from engine.thewar.strategic.raider_hunt import RaiderHunt
from saves import audit, library
from saves.desk import Desk
from tests.thewar.atlantic import AIR, SEA, scene
from tests.thewar.builds import refused
from tests.thewar.secrecy import everything, files_of
from tests.whole import whole

SAIL = "germany raiders-sail danish-north-sea,norwegian-sea,faeroes,north-atlantic"
SEEK, SEARCH = "britain seek-raiders glasgow", "britain raider-search faeroes 3"
ANSWERS = (SAIL, SEEK, SEARCH)
NOBODY = "no raiders are at sea that await this"
DICE = bytes(range(32))


def begun(at: Path, name: str) -> Path:
    """A campaign of two seats on disk before the boxes of the U-boat war; its folder."""
    hidden = at / "hidden"
    hidden.write_bytes(DICE)
    (at / name).mkdir()
    france = {"surrendered": "1940-2-summer"}
    found = scene(step=SEA, germany={"uboat": 8}, britain={"asw": 4}, france=france, seats=2)
    return library.create(RULESET, found, name="raiders", at=at / name, secret_file=hidden)


def hunted(folder: Path) -> tuple[Desk, Desk]:
    """Both desks when the boxes are open and a raider is about to sail."""
    Desk.open(folder, "axis").do(["germany sea-box raiders=germany-fleet-1"])
    Desk.open(folder, "allied").do(["britain sea-box asw=4"])
    return Desk.open(folder, "axis"), Desk.open(folder, "allied")


@pytest.mark.rule("tw-5.1.2.2")
@pytest.mark.parametrize("line", ANSWERS)
@pytest.mark.parametrize("step", [SEA, AIR, "axis.operations.naval", "planning.effort"])
def test_5_1_2_2_nobody_sails_or_looks_where_no_raiders_are_at_sea(step: str, line: str) -> None:
    assert f"{NOBODY} (5.1.2.2). They sail in Spring and Fall" in refused(scene(step=step), line)


@pytest.mark.rule("tw-5.1.2.2")
def test_5_1_2_2_each_answer_is_refused_before_and_after_its_stage_and_from_the_other_power(tmp_path: Path) -> None:
    axis, allied = hunted(begun(tmp_path, "hunt"))
    for stage, right in enumerate(ANSWERS):
        now = whole(allied)
        for wrong in ANSWERS[:stage] + ANSWERS[stage + 1 :]:
            assert f"{NOBODY} (5.1.2.2)" in refused(now, wrong)
        power, rest = right.split(" ", 1)
        other = "germany" if power == "britain" else "britain"
        asked = "Germany is asked" if power == "germany" else "Britain is asked"
        assert asked in refused(now, f"{other} {rest}")
        (axis if power == "germany" else allied).do([right])
        axis.refresh()
        allied.refresh()


@pytest.mark.rule("tw-5.1.2.2")
def test_5_1_2_2_no_seat_answers_for_the_other(tmp_path: Path) -> None:
    axis, allied = hunted(begun(tmp_path, "hunt"))
    for right in ANSWERS:
        own, other = (axis, allied) if right.startswith("germany") else (allied, axis)
        with pytest.raises(Refused, match="is commanded by the seat"):
            other.do([right])
        own.do([right])
        for desk in (axis, allied):
            desk.refresh()


@pytest.mark.rule("tw-5.1.2.2", "tw-5.1")
def test_5_1_2_2_raiders_that_are_placed_are_nowhere_seen_before_the_boxes_open(tmp_path: Path) -> None:
    seen, files = [], []
    for name, placed in (("one", "raiders=germany-fleet-1"), ("two", "uboats=3"), ("three", "")):
        folder = begun(tmp_path, name)
        Desk.open(folder, "axis").do([f"germany sea-box {placed}".strip()])
        files.append(files_of(folder, "allied"))
        seen.append([everything(folder, who, ANSWERS) for who in ("allied", "")])
    assert seen[0] == seen[1] == seen[2]
    assert files[0] == files[1] == files[2]


@pytest.mark.rule("tw-5.1.2.2", "tw-5.1")
def test_5_1_2_2_both_seats_read_the_same_hunt_and_it_ends_with_nothing_sealed(tmp_path: Path) -> None:
    folder = begun(tmp_path, "hunt")
    axis, allied = hunted(folder)
    hunt, answered = [], 0
    while any(isinstance(one, RaiderHunt) for one in axis.campaign.pending.values()):
        hunt.append([ReportSheet().battles(whole(desk), desk.entries("all")) for desk in (axis, allied)])
        asked = [desk.outlook().decision for desk in (axis, allied)]
        assert asked[0] is not None
        own = axis if asked[0].power == "germany" else allied
        # Britain looks from one port, then sends nobody more.
        line = next(
            (one for one in ANSWERS if one in asked[0].answers and answered < len(ANSWERS)), asked[0].answers[-1]
        )
        own.do([line])
        answered += 1
        for desk in (axis, allied):
            desk.refresh()
    assert answered >= len(ANSWERS) and all(mine == theirs for mine, theirs in hunt)
    assert not axis.campaign.sealed and not axis.campaign.secrets and axis.campaign == allied.campaign
    assert not audit.audit(folder).differences
