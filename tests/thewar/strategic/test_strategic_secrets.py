"""Boxes face down: nothing of the other side's box can be seen by any means before both have placed; and the segment
left, taken up again and taken back between any two of its stages (5.1, 5.2)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.dice import NeedsDie
from engine.kernel.refusals import Refused
from engine.thewar.ruleset import RULESET
from saves import audit, library
from saves.desk import Desk
from tests.cli.running import Runner
from tests.thewar.atlantic import AIR, SEA, french, scene
from tests.thewar.secrecy import HASH, everything, files_of
from tests.whole import whole

SECRET = bytes(range(32))
FORCES: dict[str, Any] = {
    "germany": {"uboat": 8, "int": 4, "mdm": 2, "sac": 2},
    "britain": {"asw": 4, "sac": 3, "int": 2},
    "us": {"asw": 2, "sac": 2},
    "entered": "1941-4-winter",
    "facts": {"espionage-britain": 1, "counter-espionage-germany": 1, "german-heavy-flak": 1},
}
# What one seat places and what another world has it place; the other seat must not tell them apart.
PAIRS = [
    (SEA, "axis", ["germany sea-box uboats=8"], ["germany sea-box"]),
    (SEA, "axis", ["germany sea-box uboats=1 murmansk=2 raiders=germany-fleet-1"], ["germany sea-box uboats=7"]),
    (SEA, "allied", ["britain sea-box asw=4"], ["britain sea-box"]),
    (SEA, "allied", ["us sea-box asw=2", "britain sea-box asw=1"], ["us sea-box", "britain sea-box asw=3 murmansk=1"]),
    (AIR, "axis", ["germany air-box night=4 mdm=2 sac=1"], ["germany air-box day=4"]),
    (AIR, "allied", ["britain air-box sac=3 interceptors=2"], ["britain air-box"]),
    (AIR, "allied", ["britain air-box sac=1", "us air-box sac=2"], ["britain air-box", "us air-box"]),
]
OTHER = {"axis": "allied", "allied": "axis"}


def begin(at: Path, name: str, step: str = SEA, *, seats: int = 2, dice: str = "keyed", **more: Any) -> Path:
    """A campaign on disk at a step of the segment, its dice always the same."""
    hidden = at / "hidden"
    hidden.write_bytes(SECRET)
    campaign = french(scene("1943-3-fall", step, seats=seats, **(FORCES | more)))
    (at / name).mkdir()
    return library.create(RULESET, campaign, name="atlantic", at=at / name, dice=dice, secret_file=hidden)


ASKED = (
    "germany sea-box uboats=8",
    "germany sea-box uboats=9",
    "britain sea-box asw=4",
    "britain sea-box asw=9",
    "us sea-box asw=1",
    "germany air-box night=2",
    "britain air-box sac=1",
    "us air-box sac=2",
    "britain victim us",
    "germany done",
    'ruling boxes.germany.uboats 0 because "to see"',
    "late germany build uboat",
    'overrule "so agreed" germany sea-box uboats=2',
)


@pytest.mark.rule("tw-5.1")
@pytest.mark.parametrize(("step", "seat", "one", "other"), PAIRS)
def test_5_1_what_a_seat_has_placed_changes_nothing_that_the_other_sees(
    step: str, seat: str, one: list[str], other: list[str], tmp_path: Path
) -> None:
    seen, files = [], []
    for name, lines in (("one", one), ("two", other)):
        folder = begin(tmp_path, name, step)
        for line in lines:
            Desk.open(folder, seat).do([line])
        files.append(files_of(folder, OTHER[seat]))
        seen.append([everything(folder, who, ASKED) for who in (OTHER[seat], "")])
    assert seen[0] == seen[1]
    assert files[0] == files[1]


@pytest.mark.rule("tw-5.1")
@pytest.mark.parametrize(("step", "seat", "one", "other"), PAIRS[1::2])
def test_5_1_nor_anything_that_the_command_line_prints(
    step: str, seat: str, one: list[str], other: list[str], tmp_path: Path, run: Runner
) -> None:
    commands = [
        ("show",),
        ("choices",),
        ("log",),
        ("sheet",),
        ("show", "boxes"),
        ("show", "sealed"),
        ("show", "secrets"),
    ]
    seen = []
    for name, lines in (("one", one), ("two", other)):
        folder = str(begin(tmp_path, name, step))
        for line in lines:
            assert run("do", folder, "--seat", seat, line).code == 0
        told: list[Any] = []
        for who in ([], ["--seat", OTHER[seat]]):
            for command, *rest in commands:
                for json in ([], ["--json"]):
                    told.append(run(command, folder, *rest, *who, *json))
            for line in ASKED[1:10:4]:
                told.append(run("forecast", folder, *(who or ["--seat", OTHER[seat]]), line))
        told.append(run("undo", folder, "--seat", OTHER[seat]))
        kind = "sea-box asw" if step == SEA else "air-box sac"
        wrong = f"britain {kind}=99" if seat == "axis" else "germany hit oil"
        told.append(run("do", folder, "--seat", OTHER[seat], wrong))
        seen.append([HASH.sub("#", repr(one)).replace(str(tmp_path / name), "here") for one in told])
    for first, second in zip(*seen, strict=True):
        # Digests are shortened on the screen.
        assert re.sub("[0-9a-f]{8,}", "#", first) == re.sub("[0-9a-f]{8,}", "#", second)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    """A runner of commands."""
    return Runner(capsys, monkeypatch)


def test_5_1_all_boxes_open_together_and_then_nothing_is_taken_back_alone(tmp_path: Path) -> None:
    folder = begin(tmp_path, "sealed")
    axis, allied = Desk.open(folder, "axis"), Desk.open(folder, "allied")
    axis.do(["germany sea-box uboats=6"])
    assert whole(axis).boxes == {} and axis.reckoned.boxes["germany"].uboats == 6
    # Before the others have placed it may be changed.
    axis.undo()
    axis.do(["germany sea-box uboats=8"])
    allied.refresh()
    allied.do(["us sea-box asw=2"])
    assert whole(allied).boxes == {}
    done = allied.do(["britain sea-box asw=4"])
    orders = " ".join(entry.order for entry in done.entries)
    assert orders.count("reveal ") == orders.count(" enact ") == 3
    assert orders.rindex("reveal ") < orders.index(" enact "), "all are opened before any takes effect"
    assert {power: (box.uboats, box.asw) for power, box in whole(allied).boxes.items()} == {
        "germany": (8, 0),
        "britain": (0, 4),
        "us": (0, 2),
    }
    with pytest.raises(Refused, match="revealed"):
        allied.undo()


# ---------------------------------------------------------------- left and taken up again


LINES = {
    SEA: ("germany sea-box uboats=8 raiders=germany-fleet-1", "britain sea-box asw=3", "us sea-box asw=2"),
    AIR: ("germany air-box night=2 day=1 mdm=1", "britain air-box sac=3 interceptors=1", "us air-box sac=2"),
}


def _next(desk: Desk) -> str:
    """The next thing to order in the segment: an answer, a box, or done."""
    outlook = desk.outlook()
    if outlook.decision is not None:
        return outlook.decision.answers[-1]
    power = outlook.awaits[0]
    lines = LINES.get(outlook.step, ())
    return next((line for line in lines if line.startswith(power)), f"{power} done")


@pytest.mark.parametrize("turn", ["1941-3-fall", "1942-1-spring", "1943-3-fall", "1944-1-spring"])
def test_the_segment_can_be_left_between_any_two_stages(turn: str, tmp_path: Path) -> None:
    hidden = tmp_path / "hidden"
    hidden.write_bytes(SECRET)
    campaign = scene(turn, SEA, **(FORCES | {"entered": "" if turn < "1942" else "1941-4-winter"}))
    folder = library.create(RULESET, french(campaign), name="left", at=tmp_path, secret_file=hidden)
    states: list[Any] = []
    pending = set()
    for _ in range(30):
        desk = Desk.open(folder)
        states.append(desk.campaign)
        if not desk.campaign.progress.step.startswith("strategic-warfare"):
            break
        pending |= {(type(one).__name__, one.stage) for one in desk.campaign.pending.values()}
        if desk.campaign.sealed:
            raise AssertionError("one seat seals nothing")
        desk.do([_next(desk)])
        again = Desk.open(folder)
        assert (again.campaign, again.entries(), again.warnings) == (desk.campaign, desk.entries(), ())
    assert {("RaiderHunt", "sail"), ("RaiderHunt", "seek")} <= pending
    assert not audit.audit(folder).differences
    # And all of it taken back, stage by stage, to where it began.
    for before in reversed(states[:-1]):
        desk = Desk.open(folder)
        desk.undo()
        assert desk.campaign == before
    assert not audit.audit(folder).differences


def test_the_same_order_after_an_undo_rolls_the_same_die(tmp_path: Path) -> None:
    desk = Desk.open(begin(tmp_path, "again", seats=1, facts={}))
    desk.do([LINES[SEA][0], LINES[SEA][1]])
    first = desk.do([LINES[SEA][2]])
    desk.undo()
    second = desk.do([LINES[SEA][2]])
    assert [entry.rolls for entry in first.entries] == [entry.rolls for entry in second.entries]
    assert first.campaign == second.campaign


def test_with_the_players_own_dice_each_is_asked_for_by_name(tmp_path: Path) -> None:
    folder = begin(tmp_path, "own", seats=1, dice="keyboard", facts={"german-heavy-flak": 1})
    desk = Desk.open(folder)
    desk.do(["germany sea-box uboats=8", "britain sea-box asw=3"])
    before = desk.campaign
    with pytest.raises(NeedsDie) as wanted:
        desk.do(["us sea-box asw=1"])
    assert "uboat:crt" in wanted.value.key and Desk.open(folder).campaign == before
    desk.do(["us sea-box asw=1"], rolls=[3])
    assert desk.outlook().decision is not None
    desk.do([desk.outlook().decision.answers[0]])  # type: ignore[union-attr]
    desk.do(["germany air-box night=2", "britain air-box sac=3"])
    wanted_keys: list[str] = []
    rolls: list[int] = []
    while True:
        try:
            done = desk.do(["us air-box sac=2"], rolls=rolls)
        except NeedsDie as more:
            wanted_keys.append("/".join(more.key.split("/")[3:1:-1]))
            rolls.append(5)
            continue
        break
    # The rockets' step comes first in 1944 only; here both raids follow at once: Flak and table, twice.
    assert [key.split("/")[0] for key in wanted_keys] == ["heavy-flak", "bombing", "heavy-flak", "bombing"]
    assert [key.split("/")[1] for key in wanted_keys] == ["britain", "britain", "us", "us"]
    assert sum(len(entry.rolls) for entry in done.entries) == 4
    assert Desk.open(folder).campaign == desk.campaign


def test_a_raid_can_be_left_while_the_americans_choose_what_they_hit(tmp_path: Path) -> None:
    hidden = tmp_path / "hidden"
    hidden.write_bytes(SECRET)
    campaign = scene("1944-1-spring", AIR, germany={"int": 1}, us={"sac": 20}, entered="1941-4-winter")
    folder = library.create(RULESET, campaign, name="oil", at=tmp_path, dice="keyboard", secret_file=hidden)
    Desk.open(folder).do(["germany air-box"])
    Desk.open(folder).do(["us air-box sac=20"], rolls=[3])
    chosen = Desk.open(folder)
    (battle,) = chosen.campaign.pending.values()
    assert (battle.kind, battle.stage, battle.face) == ("raid", "choice", 3)
    for order in ("us hit oil", "us hit industry"):
        desk = Desk.open(folder)
        assert desk.campaign == chosen.campaign
        desk.do([order])
        assert Desk.open(folder).campaign == desk.campaign != chosen.campaign
        desk.undo()
    assert not audit.audit(folder).differences
