"""Where scenarios' files lie and how one is named: the packaged ones by game, and the player's own."""

from __future__ import annotations

import os
import re
from pathlib import Path

import scenarios
from saves import disk
from saves.errors import NotFound
from saves.shapes import near

LIMIT = 1_000_000
"""The most bytes of a scenario's file: the longest that came with the program has a tenth of it."""
ENDING = ".toml"
_GAME_AND_ID = re.compile(r"([a-z]{1,40})/([^/]+)\Z")
_RULESET = re.compile(rb"""^ruleset[ \t]*=[ \t]*["']([a-z]+)["']""", re.MULTILINE)
_ID = re.compile(rb"""^[ \t]*["']?id["']?[ \t]*=[ \t]*["']([a-z0-9-]{1,200})["']""", re.MULTILINE)
_HEAD, _MOST_BESIDE = 20_000, 500
"""The bytes of a file in which its id is looked for, and so many files beside another are looked at."""


def own_folder() -> Path:
    """Where the player's own scenarios lie."""
    from saves import library

    return library.data_folder() / "scenarios"


def packaged() -> Path:
    """The folder of the scenarios that came with the program, with one for each game in it."""
    return Path(scenarios.__path__[0])


def sources() -> dict[str, Path]:
    """Every scenario file by its id (its name without the ending); the player's own come before packaged ones of the
    same id.
    """
    by_id: dict[str, Path] = {}
    for game in sorted(packaged().iterdir(), key=lambda item: item.name):
        if game.is_dir() and not game.name.startswith(("_", ".")):
            by_id |= _in(game)
    own = own_folder()
    if own.is_dir():
        by_id |= _in(own)
    return by_id


def _in(folder: Path) -> dict[str, Path]:
    inside = sorted(folder.iterdir(), key=lambda item: item.name)
    return {
        item.name.removesuffix(ENDING): item
        for item in inside
        if item.name.endswith(ENDING) and not item.name.startswith(".") and item.is_file()
    }


def read_bytes(source: Path) -> bytes:
    """A scenario's bytes. Raises SavesError, also where there are too many."""
    return disk.read(source, LIMIT)


def source_of(name: str) -> Path:
    """A scenario's file by its id, by ``GAME/ID`` or by a path. Raises NotFound."""
    path = disk.expanded(name)
    if name.endswith(ENDING) and path.is_file():
        return path
    known = sources()
    if name in known:
        return known[name]
    asked = name
    if match := _GAME_AND_ID.match(name):
        if found := _of_game(*match.groups()):
            return found
        name = match.group(2)
    nearest = near(name, known)
    hint = f"; nearest is '{nearest}'" if nearest else f"; there are {', '.join(known)}"
    raise NotFound(f"no scenario '{asked[:80]}'{hint}")


def base_of(name: str, extending: str) -> Path:
    """The file that a scenario means by what it ``extends``: a name as ``source_of`` knows them, or that of a file
    beside it; by its own name the packaged one that it stands before. ``extending``: where the scenario lies. Raises
    NotFound."""
    here = Path(extending)
    if "/" in name or name.endswith(ENDING):
        if not _GAME_AND_ID.match(name) or name.endswith(ENDING):
            raise NotFound(f"'{name[:80]}' is no GAME/ID of a scenario")
        return source_of(name)
    if name != here.name.removesuffix(ENDING):
        beside = here.parent / f"{name}{ENDING}"
        return beside if here.is_file() and beside.is_file() else source_of(name)
    known = sources().get(name)
    if known is None or not _same(known, here):
        return source_of(name)
    for game in packaged().iterdir():
        if game.is_dir() and (other := _of_game(game.name, name)) and not _same(other, here):
            return other
    return known


def twin(path: Path, data: bytes) -> Path | None:
    """Another scenario's file in the folder of one with these bytes that has the same id; None where there is none, or
    where no id can be seen."""
    wanted = _ID.search(data[:_HEAD])
    for other in sorted(path.parent.glob(f"*{ENDING}"))[:_MOST_BESIDE] if wanted else ():
        if other.name.startswith(".") or _same(other, path) or not other.is_file():
            continue
        try:
            with other.open("rb") as file:
                found = _ID.search(file.read(_HEAD))
        except OSError:
            continue
        if found is not None and wanted is not None and found.group(1) == wanted.group(1):
            return other
    return None


def _same(one: Path, path: Path) -> bool:
    return os.path.realpath(one) == os.path.realpath(path)


def _of_game(game: str, scenario_id: str) -> Path | None:
    """A game's scenario of this id: the packaged one, else the player's own."""
    folder = packaged().joinpath(game)
    if folder.is_dir() and (came_along := _in(folder).get(scenario_id)):
        return came_along
    own = own_folder()
    mine = _in(own).get(scenario_id) if own.is_dir() else None
    if mine is None:
        return None
    match = _RULESET.search(read_bytes(mine)[:20_000])
    # One that extends another may leave it to that one to name the game.
    return mine if match is None or match.group(1).decode() == game else None
