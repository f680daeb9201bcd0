"""Campaigns of the test game on disk."""

from __future__ import annotations

from pathlib import Path

from saves import library
from saves.desk import Desk
from saves.store import TURNS
from tests.saves import game

SECRET = bytes(range(32))


def begin(at: Path, name: str = "feud", *, seats: int = 1, dice: str = "keyed", turns: int = 6, gold: int = 10) -> Path:
    """A new campaign's folder; its dice are always the same."""
    hidden = at / "hidden"
    hidden.write_bytes(SECRET)
    opening = game.opening(seats=seats, turns=turns, gold=gold)
    return library.create(game.RULESET, opening, name=name, at=at, dice=dice, secret_file=hidden)


def at_deeds(at: Path, name: str = "feud", *, turns: int = 6) -> Desk:
    """A one-seat campaign in its first step with deeds; entries 1 to 7 are given."""
    desk = Desk.open(begin(at, name, turns=turns))
    desk.do(["red bid 1", "blue bid 2"])
    return desk


def two_turns(at: Path) -> Desk:
    """A one-seat campaign at the beginning of its third turn, with undone orders on the way."""
    desk = at_deeds(at)
    for line in ("red hire otto", "blue spend 2", "red spend 1"):
        desk.do([line])
    desk.undo()
    desk.do(["red done"])
    desk.do(["blue hire veit kind=archer"])
    desk.do(["blue fight"])
    desk.do(["blue off"])
    desk.do(["red dismiss otto"])
    desk.do(["red done"])
    return desk


def files(folder: Path) -> list[Path]:
    """The turn files of a folder, in their order."""
    return sorted((folder / TURNS).glob("*.toml"))


def snapshot(folder: Path) -> dict[str, bytes]:
    """Every file of a folder but the note and the lock, which are no part of the campaign."""
    found = (path for path in folder.rglob("*") if path.is_file() and path.name not in (".summary.toml", ".lock"))
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def same(folder: Path, desk: Desk) -> bool:
    """Whether a fresh look at the disk shows what the desk shows."""
    again = Desk.open(folder, desk.seat)
    return bool(again.campaign == desk.campaign and again.entries() == desk.entries())
