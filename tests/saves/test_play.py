"""Random play: at every step the disk holds what the desk shows, the doctor finds nothing, the audit is clean."""

from __future__ import annotations

import random
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kernel.play import NothingToUndo
from engine.kernel.redoing import NothingToRedo
from engine.kernel.refusals import Refused
from saves import audit, disk, doctor, library, scenarios
from saves.desk import Desk
from saves.errors import SavesError
from tests.saves.desks import begin, same, snapshot
from tests.scale import sampled, scaled
from tests.whole import whole

MOVES = (
    "red bid 1",
    "blue bid 2",
    "red spend 1",
    'blue spend 2 because="a \\"word\\" \\\\ [b]ö"',
    "red hire otto",
    "red hire veit kind=archer",
    "red dismiss otto",
    "blue dismiss kunz",
    "blue fight",
    "red fight",
    "blue on",
    "blue off",
    "red off",
    "red done",
    "blue done",
    'ruling powers.red.fame 7 because "so it was"',
    'ruling facts.weather mud because "rain"',
    'overrule "let him" red spend 3',
    "undo",
    "undo to",
    "redo",
)


def _step(desk: Desk, move: str, number: int) -> None:
    with suppress(Refused, NothingToUndo, NothingToRedo):
        if move == "undo":
            desk.undo()
        elif move == "redo":
            desk.redo()
        elif move == "undo to":
            desk.undo(to=number % (desk.last_number + 1))
        else:
            desk.do([move])


def _damage(folder: Path) -> list[str]:
    """What the doctor finds, but for the debts that an overruled order may bring."""
    return [str(finding) for finding in doctor.examine(folder) if finding.problem != "below zero (S2)"]


@given(st.lists(st.tuples(st.sampled_from(MOVES), st.integers(0, 200)), max_size=40))
@settings(max_examples=scaled(60))
def test_the_disk_holds_what_the_desk_shows_at_every_step(moves: list[tuple[str, int]]) -> None:
    with tempfile.TemporaryDirectory() as top:
        desk = Desk.open(begin(Path(top)))
        for move, number in moves:
            before = snapshot(desk.folder)
            count = desk.last_number
            _step(desk, move, number)
            if desk.last_number == count:
                assert snapshot(desk.folder) == before
            else:
                assert same(desk.folder, desk), move
        assert _damage(desk.folder) == []
        report = audit.audit(desk.folder)
        assert report.differences == ()
        assert report.entries == desk.last_number == len(desk.entries("all"))


@given(st.integers(0, 1_000_000))
@settings(max_examples=scaled(10))
def test_two_seats_at_two_desks_see_the_same_campaign(seed: int) -> None:
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as top:
        folder = begin(Path(top), seats=2)
        desks = [Desk.open(folder, "red"), Desk.open(folder, "blue")]
        for _ in range(40):
            desk = chance.choice(desks)
            with suppress(SavesError):
                _step(desk, chance.choice(MOVES[:-1]), 0)
            assert same(folder, desk)
        for desk in desks:
            desk.refresh()
        assert whole(desks[0]).powers == whole(desks[1]).powers
        assert _damage(folder) == []
        assert audit.audit(folder).differences == ()


@pytest.mark.parametrize("seed", range(sampled(10)))
def test_the_war_is_the_same_on_the_disk_at_every_step(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    desk = Desk.open(scenarios.new("1939-campaign", at=tmp_path, name="war"))
    for _ in range(60):
        open_now = [choice.text for choice in desk.outlook().choices if not choice.refused]
        if not open_now:
            break
        if chance.random() < 0.1:
            _step(desk, "undo", 0)
        else:
            desk.do([chance.choice(open_now)])
        assert same(desk.folder, desk)
    assert doctor.examine(desk.folder) == ()
    assert audit.audit(desk.folder).differences == ()
    assert library.card(desk.folder).problem == ""


def test_opening_reads_the_newest_turn_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk.open(begin(tmp_path, turns=40))
    while desk.campaign.progress.turn < 30:
        desk.do(["red bid 0", "blue bid 0"] if desk.campaign.progress.step == "court.bids" else ["red done"])
    read: list[Path] = []
    real = disk.read

    def counted(path: Path, limit: int) -> bytes:
        read.append(path)
        return real(path, limit)

    monkeypatch.setattr(disk, "read", counted)
    Desk.open(desk.folder)
    assert [path.name for path in read] == ["campaign.toml", "0030-1514-2-fall.toml"]
    read.clear()
    library.card(desk.folder)
    assert [path.name for path in read] == ["campaign.toml", ".summary.toml"]


def test_an_average_entry_is_short(tmp_path: Path) -> None:
    desk = Desk.open(scenarios.new("1939-campaign", at=tmp_path, name="war"))
    chance = random.Random(5)
    for _ in range(150):
        open_now = [choice.text for choice in desk.outlook().choices if not choice.refused]
        if not open_now:
            break
        desk.do([chance.choice(open_now)])
    size = count = 0
    for path in (desk.folder / "turns").iterdir():
        data = path.read_bytes()
        size += len(data) - data.index(b"\n[[entry]]\n")
        count += data.count(b"\n[[entry]]\n")
    assert size / count <= 600
