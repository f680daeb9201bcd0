"""The printed tables: packaged TOML files, read when first asked for and kept.

A table file has ``id``, ``title``, ``rule``, ``columns`` and its rows, either ``[row.<key>]`` tables (or lists of cells
in the order of the columns) or ``[[row]]`` tables with a ``key``; both are handed out as a mapping by key. A cell is a
figure, or text whose marks stand behind it after a space ('DL1/DA1 §'), or a table with ``result`` and ``marks``.
"""

from __future__ import annotations

import pkgutil
import re
from contextlib import suppress
from functools import cache
from sys import intern
from typing import Any

import tomli

from engine.kernel.nearest import nearest

_ENGINE = __name__.rsplit(".", 2)[0]
MARKS = ("*", "**", "§", "!", "Ω", "@", "#", "##")
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")
_GAME = re.compile(r"[a-z]{1,40}\Z")


class UnknownTable(LookupError):
    """No table, or no game, of that name: ``near`` is the closest name there is, or ''."""

    def __init__(self, problem: str, near: str = "") -> None:
        self.near = near
        super().__init__(problem + (f"; nearest is '{near}'" if near else ""))


def _folder(game: str) -> Any:
    from importlib import resources

    folder = resources.files(_ENGINE).joinpath(game, "tables") if _GAME.match(game) else None
    if folder is None or not folder.is_dir():
        raise UnknownTable(f"no game '{game}' with tables")
    return folder


@cache
def file_ids(game: str) -> tuple[str, ...]:
    """The ids of all packaged files of a game, also of those that are no printed table. Raises UnknownTable."""
    names = (entry.name for entry in _folder(game).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def _contents(game: str, table_id: str) -> str:
    """What stands in a file of a game's tables. Raises UnknownTable."""
    if _GAME.match(game) and _NAME.match(table_id):
        # Without what it takes to list a folder: every command reads a few tables and lists none.
        with suppress(OSError, ImportError):
            content = pkgutil.get_data(f"{_ENGINE}.{game}", f"tables/{table_id}.toml")
            if content is not None:
                return content.decode()
    near = nearest(table_id, file_ids(game))
    raise UnknownTable(f"no table '{table_id}' in '{game}'", near[0] if near else "")


@cache
def table(game: str, table_id: str) -> dict[str, Any]:
    """A file of a game's tables, its rows by key; all share it, so it is never written to. Raises UnknownTable."""
    data: dict[str, Any] = _with_words_once(tomli.loads(_contents(game, table_id)))
    rows = data.get("row")
    if isinstance(rows, list):
        data["row"] = {str(row["key"]): {name: cell for name, cell in row.items() if name != "key"} for row in rows}
    return data


def _with_words_once(data: Any) -> Any:
    """A table in which every name and text is the one object of its wording that the program has: a name stands in
    each row, and the parser makes it anew there."""
    if type(data) is dict:
        return {intern(name): _with_words_once(cell) for name, cell in data.items()}
    if type(data) is list:
        return [_with_words_once(cell) for cell in data]
    return intern(data) if type(data) is str else data


@cache
def table_ids(game: str) -> tuple[str, ...]:
    """The ids of the printed tables of a game: the files that have columns. Raises UnknownTable."""
    return tuple(name for name in file_ids(game) if _is_printed(table(game, name)))


def _is_printed(data: dict[str, Any]) -> bool:
    return "columns" in data and "row" in data


def printed(game: str, table_id: str) -> dict[str, Any]:
    """A printed table in one shape for all: ``id``, ``title``, ``rule``, ``columns``, and ``rows`` by key, each of
    cells ``{"result", "marks"}`` in the order of the columns. Raises UnknownTable."""
    # All are read only to say what is near a wrong name.
    data: dict[str, Any] = {}
    with suppress(UnknownTable):
        data = table(game, table_id)
    if not _is_printed(data):
        near = nearest(table_id, table_ids(game))
        raise UnknownTable(f"no table '{table_id}' in '{game}'", near[0] if near else "")
    names = [str(column) for column in data["columns"]]
    rows = {key: _in_order(row, names) for key, row in data["row"].items()}
    columns: list[str] = []
    cells: dict[str, list[dict[str, Any]]] = {key: [] for key in rows}
    for at, name in enumerate(names):
        # A column of tables, such as a price for each power, is printed as a column for each of their keys.
        inner = _keys([row[at] for row in rows.values()])
        columns.extend(inner or [name])
        for key, row in rows.items():
            cells[key].extend(_cell(row[at][part]) for part in inner) if inner else cells[key].append(_cell(row[at]))
    return {
        "id": data.get("id", table_id),
        "title": data.get("title", table_id),
        "rule": data.get("rule", ""),
        "columns": columns,
        "rows": cells,
    }


def _in_order(row: Any, names: list[str]) -> list[Any]:
    return [row.get(name, "") for name in names] if isinstance(row, dict) else list(row)


def _keys(column: list[Any]) -> list[str]:
    """The keys that every cell of a column has, [] where the cells are no tables of the same keys."""
    first = column[0] if column else None
    if not isinstance(first, dict) or "result" in first:
        return []
    alike = all(isinstance(cell, dict) and list(cell) == list(first) for cell in column)
    return list(first) if alike else []


def _cell(value: Any) -> dict[str, Any]:
    if isinstance(value, dict):
        return {"result": _text(value.get("result", value)), "marks": [str(mark) for mark in value.get("marks", ())]}
    words = _text(value).split(" ")
    marks: list[str] = []
    while len(words) > 1 and words[-1] in MARKS:
        marks.insert(0, words.pop())
    return {"result": " ".join(words), "marks": marks}


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{name} {_text(inner)}" for name, inner in value.items())
    if isinstance(value, list):
        return ", ".join(_text(inner) for inner in value)
    return str(value)
