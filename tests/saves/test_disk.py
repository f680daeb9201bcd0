"""Full and read-only disks: the acknowledged state stays as it was, and the player is told."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from saves import disk, doctor, keeping, library, seen
from saves.desk import Desk
from saves.errors import Exists, Full, Misuse, ReadOnly, SavesError
from saves.store import LOCK
from tests.saves import game
from tests.saves.desks import at_deeds, begin, files, same, snapshot

ROOM = """
import resource, sys
from tests.saves import game
from saves.desk import Desk
from saves.errors import Full
desk = Desk.open(sys.argv[1])
size = max(path.stat().st_size for path in (desk.folder / "turns").iterdir())
resource.setrlimit(resource.RLIMIT_FSIZE, (size + int(sys.argv[2]), resource.RLIM_INFINITY))
try:
    desk.do(sys.argv[3:])
except Full as fault:
    print(fault)
    sys.exit(3)
"""


@pytest.mark.parametrize(("room", "line"), [(0, "red spend 1"), (100, "red spend 1"), (300, "red done")])
def test_a_full_disk_takes_back_what_was_half_written(tmp_path: Path, room: int, line: str) -> None:
    desk = at_deeds(tmp_path)
    before = snapshot(desk.folder)
    root = Path(__file__).parents[2]
    ran = subprocess.run(
        [sys.executable, "-c", ROOM, str(desk.folder), str(room), line, "blue spend 1"],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 3, ran.stderr
    assert "no room left" in ran.stdout and "acknowledged before is safe" in ran.stdout
    assert snapshot(desk.folder) == before
    assert Desk.open(desk.folder).campaign == desk.campaign


def _fails(monkeypatch: pytest.MonkeyPatch, name: str, code: int, after: int = 0) -> None:
    """Make a call of the system fail from its call number ``after`` on."""
    real: Callable[..., Any] = getattr(os, name)
    calls = [0]

    def run(*args: Any, **named: Any) -> Any:
        calls[0] += 1
        if calls[0] > after and not (name == "open" and not args[1] & (os.O_WRONLY | os.O_RDWR)):
            raise OSError(code, os.strerror(code))
        return real(*args, **named)

    monkeypatch.setattr(os, name, run)


@pytest.mark.parametrize("lines", [["red spend 1"], ["red done"], ["red spend 1", "red done", "red spend 1"]])
@pytest.mark.parametrize(("name", "code"), [("write", errno.ENOSPC), ("fsync", errno.EIO), ("write", errno.EDQUOT)])
def test_whatever_fails_nothing_is_half_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, code: int, lines: list[str]
) -> None:
    for after in range(3):
        with monkeypatch.context() as patch:
            desk = at_deeds(_sub(tmp_path, after))
            before = desk.campaign
            _fails(patch, name, code, after)
            try:
                shown = desk.do(lines).campaign
            except SavesError as fault:
                assert "acknowledged before is safe" in str(fault)
                assert isinstance(fault, Full) == (code != errno.EIO)
                shown = before
        found = Desk.open(desk.folder)
        assert found.campaign == shown
        assert not found.warnings
        found.do(["blue spend 1"])
        assert same(desk.folder, found)
        assert doctor.examine(desk.folder) == ()


def _sub(top: Path, number: int) -> Path:
    folder = top / str(number)
    folder.mkdir()
    return folder


def test_the_desk_goes_on_when_there_is_room_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = at_deeds(tmp_path)
    with monkeypatch.context() as patch:
        _fails(patch, "write", errno.ENOSPC)
        with pytest.raises(Full):
            desk.do(["red spend 1"])
        with pytest.raises(Full):
            desk.undo()
    assert desk.do(["red spend 2"]).entries[0].n == 8
    assert same(desk.folder, desk)


def test_a_read_only_folder_can_be_read_and_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = at_deeds(tmp_path)
    before = snapshot(desk.folder)
    _fails(monkeypatch, "open", errno.EROFS)
    found = Desk.open(desk.folder)
    assert found.campaign == desk.campaign
    assert found.entries("all") == desk.entries("all")
    with pytest.raises(ReadOnly, match="may not be written"):
        found.do(["red spend 1"])
    with pytest.raises(ReadOnly):
        found.undo()
    monkeypatch.undo()
    assert snapshot(desk.folder) == before


def test_files_that_cannot_be_named_are_on_the_disk_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = at_deeds(tmp_path)
    with monkeypatch.context() as patch:

        def fails(source: Path, target: Path) -> None:
            raise ReadOnly("no")

        patch.setattr(disk, "move", fails)
        desk.do(["red done", "red spend 1", "red done", "red bid 1"])
        assert len(files(desk.folder)) == 1
        assert same(desk.folder, desk)
    desk.do(["blue bid 1"])
    assert len(files(desk.folder)) == 3
    assert same(desk.folder, desk)
    assert doctor.examine(desk.folder) == ()


def test_reading_writes_nothing_at_all(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    desk.do(["red done"])
    everything = {path: path.stat().st_mtime_ns for path in desk.folder.rglob("*")}
    found = Desk.open(desk.folder)
    found.outlook(), found.checklist(), found.entries("all"), found.turns(), found.refresh()
    found.what_if(["red done"])
    library.card(desk.folder)
    doctor.examine(desk.folder)
    assert {path: path.stat().st_mtime_ns for path in desk.folder.rglob("*")} == everything


def test_a_campaign_that_cannot_be_made_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for after in range(6):
        with monkeypatch.context() as patch:
            _fails(patch, "fsync", errno.ENOSPC, after)
            with pytest.raises(Full):
                library.create(game.RULESET, game.opening(), name="never", at=tmp_path)
        assert list(tmp_path.iterdir()) == []


def test_names_and_secrets_are_looked_at_first(tmp_path: Path) -> None:
    for name in ("", "../up", "a/b", ".hidden", "x" * 61, "new\nline", "tab\t", "[b]"):
        with pytest.raises(Misuse):
            library.create(game.RULESET, game.opening(), name=name, at=tmp_path)
    begin(tmp_path, "one")
    with pytest.raises(Exists):
        library.create(game.RULESET, game.opening(), name="one", at=tmp_path)
    short = tmp_path / "short"
    short.write_bytes(b"12345")
    with pytest.raises(SavesError, match="at least 16 bytes"):
        library.create(game.RULESET, game.opening(), name="two", at=tmp_path, secret_file=short)
    with pytest.raises(Misuse, match="no dice 'loaded'"):
        library.create(game.RULESET, game.opening(), name="two", at=tmp_path, dice="loaded")
    assert not (tmp_path / "two").exists()


def test_one_fsync_for_each_orders_append(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = at_deeds(tmp_path)
    calls: list[int] = []
    real = os.fsync

    def counted(handle: int) -> None:
        calls.append(handle)
        real(handle)

    monkeypatch.setattr(os, "fsync", counted)
    desk.do(["red spend 1", "blue spend 1", "blue fight"])
    assert len(calls) == 1
    desk.undo()
    assert len(calls) == 2
    assert files(desk.folder)


def test_only_plain_files_of_a_sane_size_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(SavesError, match="is no file"):
        disk.read(tmp_path / "pipe", 100)
    (tmp_path / "long").write_bytes(b"x" * 101)
    with pytest.raises(SavesError, match="101 bytes are too many"):
        disk.read(tmp_path / "long", 100)


def test_a_link_or_a_pipe_where_a_file_is_written_aside_leads_no_byte_elsewhere(tmp_path: Path) -> None:
    """In a folder that somebody sent there may be anything."""
    folder = begin(tmp_path)
    precious = tmp_path / "precious"
    precious.write_text("kept")
    (folder / "notes").mkdir()
    for name in ("notes/red.toml.new", "campaign.toml.new", ".summary.toml.new", ".seen-red.toml.new"):
        (folder / name).symlink_to(precious)
    os.mkfifo(folder / "notes/solo.toml.new")
    desk = Desk.open(folder)
    desk.do(["red bid 1"])
    desk.note(1, "why?")
    seen.write(folder, "red", seen.Seen(0, 1, "1500-01-01"))
    keeping.rename(folder, "Quarrel")
    assert precious.read_text() == "kept"
    moved = Desk.open(tmp_path / "Quarrel")
    assert moved.title == "Quarrel" and moved.notes.on(1) == "why?"
    assert seen.read(moved.folder, "red", 9) == seen.Seen(0, 1, "1500-01-01")


def test_a_lock_that_leads_elsewhere_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    folder = begin(tmp_path)
    precious = tmp_path / "precious"
    precious.write_text("kept")
    (folder / LOCK).unlink(missing_ok=True)
    (folder / LOCK).symlink_to(precious)
    desk = Desk.open(folder)
    with pytest.raises(SavesError, match=r"\.lock: is a link.*nothing was changed"):
        desk.do(["red bid 1"])
    assert precious.read_text() == "kept" and Desk.open(folder).campaign == desk.campaign
