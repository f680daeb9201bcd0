"""Format 1 is read for ever: a frozen sample of it; and the seam by which later formats read earlier ones."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.campaign import AS_BEFORE
from saves import audit, dice_log, doctor, format, migration, verifying
from saves.desk import Desk
from saves.errors import SavesError, UnreadableFile
from tests.saves import game
from tests.saves.desks import begin, files, same, two_turns
from tests.whole import whole

FROZEN = Path(__file__).parent / "frozen"


def _thawed(name: str, tmp_path: Path) -> Path:
    folder = tmp_path / name
    shutil.copytree(FROZEN / name, folder)
    (folder / "secret").chmod(0o600)
    return folder


def test_the_frozen_sample_of_format_1_is_read_as_it_was_written(tmp_path: Path) -> None:
    folder = _thawed("format-1", tmp_path)
    desk = Desk.open(folder)
    campaign = whole(desk)
    assert desk.warnings == ()
    assert (campaign.progress.turn, campaign.progress.step) == (2, "court.deeds")
    assert {name: (purse.gold, purse.fame) for name, purse in campaign.powers.items()} == {
        "red": (13, 0),
        "blue": (13, 2),
    }
    assert campaign.powers["blue"].motto == 'ünd \\ "so"'
    assert campaign.men["gerd"] == game.Man(power="red", marks=("new",), tags={"young": True})
    assert campaign.pending["1"] == game.Duel("choose", "blue", 1)
    assert [path.name for path in files(folder)] == [
        "0001-1500-1-spring.toml",
        "0002-1500-2-fall.toml",
        "0003-1501-1-spring.toml",
        "0004-1500-2-fall.toml",
    ]
    assert [entry.n for entry in desk.entries("all")] == list(range(1, 31))
    assert doctor.examine(folder) == ()
    assert desk.do(["blue on"]).entries[0].n == 31
    assert same(folder, desk)
    desk.undo(to=5)
    assert same(folder, desk)


def test_the_frozen_sealed_order_of_format_1_is_read_by_its_seat(tmp_path: Path) -> None:
    folder = _thawed("format-1-sealed", tmp_path)
    assert [secret.text for secret in Desk.open(folder, "red").campaign.secrets.values()] == ["red bid 3"]
    assert Desk.open(folder, "blue").campaign.secrets == {}
    assert doctor.examine(folder) == ()


def _to_five(data: dict[str, Any]) -> dict[str, Any]:
    """A format in which purses hold silver: ten for a piece of gold."""
    powers = {name: purse | {"gold": purse["gold"] * 10} for name, purse in data["powers"].items()}
    entries = []
    for entry in data["entry"]:
        changes = []
        for change in entry.get("changes", ()):
            if change["at"].endswith(".gold"):
                change = change | {key: change[key] * 10 for key in ("was", "now") if key in change}
            changes.append(change)
        entries.append(entry | {"changes": changes} if changes else entry)
    return data | {"powers": powers, "entry": entries}


def test_an_older_format_is_read_through_the_chain_and_goes_on_in_a_new_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = two_turns(tmp_path)
    gold = {name: purse.gold for name, purse in whole(desk).powers.items()}
    old = files(desk.folder)
    before = [path.read_bytes() for path in old]
    monkeypatch.setattr(format, "FORMAT", 5)
    monkeypatch.setattr("saves.store.FORMAT", 5)
    monkeypatch.setitem(migration.STEPS, 4, _to_five)
    found = Desk.open(desk.folder)
    assert {name: purse.gold for name, purse in whole(found).powers.items()} == {
        name: amount * 10 for name, amount in gold.items()
    }
    found.do(["red bid 100"])
    assert [path.read_bytes() for path in old] == before, "what was written stays as it was"
    newest = files(desk.folder)[-1]
    assert newest.name == "0004-1501-1-spring.toml"
    assert newest.read_bytes().startswith(b"format = 5\n")
    assert same(desk.folder, found)
    found.undo()
    found.undo()
    assert found.campaign.progress.turn == 2
    assert same(desk.folder, found)


def test_a_newer_format_is_refused_with_both_numbers(tmp_path: Path) -> None:
    folder = begin(tmp_path)
    path = files(folder)[0]
    path.write_bytes(path.read_bytes().replace(b"format = 4", b"format = 7"))
    with pytest.raises(UnreadableFile, match="written in format 7 by a newer program; this one reads up to 4"):
        Desk.open(folder)
    card = folder / "campaign.toml"
    card.write_bytes(card.read_bytes().replace(b"format = 4", b"format = 7"))
    with pytest.raises(SavesError, match="newer format"):
        Desk.open(folder)


def test_a_format_without_a_step_and_no_format_at_all_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(format, "FORMAT", 6)
    with pytest.raises(UnreadableFile, match="format 5 can no longer be read"):
        migration.to_present({"format": 5}, "x")
    for odd in ({}, {"format": "1"}, {"format": True}, {"format": 0}):
        with pytest.raises(UnreadableFile, match="no file of ours"):
            migration.to_present(odd, "x")


def test_dice_of_a_campaign_of_an_older_format_change_over_with_its_next_turn(tmp_path: Path) -> None:
    folder = _thawed("format-1", tmp_path)
    desk, known = Desk.open(folder), audit.audit(folder).differences
    old = [roll.key for entry in desk.do(["blue on"]).entries for roll in entry.rolls]
    assert desk.campaign.progress.again == AS_BEFORE and old[0].endswith("/blue/duel:round-2/1")
    desk.do(["blue off", "blue done"])
    assert desk.campaign.progress.turn == 3 and desk.campaign.progress.again == 0
    first = desk.last_number
    desk.do(["red bid 0", "blue bid 0"])
    (new,) = [roll.key for entry in desk.do(["red fight"]).entries for roll in entry.rolls]
    assert new.endswith("/red/duel/0/1")
    assert doctor.examine(folder) == () and audit.audit(folder).differences == known
    found = verifying.verified(dice_log.gathered(folder), _secret(folder))
    assert found.problems == () and 0 < found.since <= first
    # Back before the change: with one seat the old key is there again, and its face.
    desk.undo(to=30)
    assert desk.campaign.progress.again == AS_BEFORE
    assert [roll.key for entry in desk.do(["blue on"]).entries for roll in entry.rolls] == old
    assert verifying.verified(dice_log.gathered(folder), _secret(folder)).problems == ()


def _secret(folder: Path) -> bytes:
    return bytes.fromhex((folder / "secret").read_text())
