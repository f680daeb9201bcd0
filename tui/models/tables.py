"""The printed tables of a game, for reading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from engine.kernel.tables import UnknownTable, printed, table_ids
from tui.rows import clean

if TYPE_CHECKING:
    from saves.desk import Desk


@frozen
class TableTitle:
    """One table in the list."""

    id: str
    title: str
    rule: str


@frozen
class TablePage:
    """A table as text: ``head`` the columns' names, each row with its key and cells (marks behind a space)."""

    id: str
    title: str
    rule: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def titles(desk: Desk) -> tuple[TableTitle, ...]:
    """All printed tables of the campaign's game."""
    try:
        ids = table_ids(desk.ruleset.id)
    except UnknownTable:
        return ()
    found = [printed(desk.ruleset.id, table_id) for table_id in ids]
    listed = (TableTitle(str(one["id"]), clean(str(one["title"])), clean(str(one["rule"]))) for one in found)
    return tuple(sorted(listed, key=lambda one: one.title))


def page(desk: Desk, table_id: str) -> TablePage:
    """One table. Raises UnknownTable."""
    found = printed(desk.ruleset.id, table_id)
    rows = tuple(
        (clean(str(key)), tuple(clean(" ".join((cell["result"], *cell["marks"]))) for cell in cells))
        for key, cells in found["rows"].items()
    )
    head = tuple(clean(str(column)) for column in found["columns"])
    return TablePage(str(found["id"]), clean(str(found["title"])), clean(str(found["rule"])), head, rows)


def widths(found: TablePage, room: int) -> tuple[int, ...]:
    """The width of the key's column and of each other one, in cells; the widest give way where the room is short."""
    columns = [max([0, *(len(key) for key, _ in found.rows)])]
    for at, name in enumerate(found.head):
        columns.append(max([len(name), *(len(cells[at]) for _, cells in found.rows if at < len(cells))]))
    gap = gap_of(found, room)
    spare = room - gap * len(columns)
    while sum(columns) > spare and max(columns) > 3:
        columns[columns.index(max(columns))] -= 1
    return tuple(columns)


def gap_of(found: TablePage, room: int) -> int:
    """The cells between two columns: one where there is little room for each."""
    return 2 if room >= 7 * (len(found.head) + 1) else 1
