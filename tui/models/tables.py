"""The printed tables of a game, for reading."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.kernel import editions as comparison
from engine.kernel import rulebook
from engine.kernel.tables import UnknownTable, printed, table_ids
from engine.kernel.values import frozen
from tui.models.calculators import chapter_heading
from tui.rows import clean

if TYPE_CHECKING:
    from saves.desk import Desk


@frozen
class TableTitle:
    """One table in the list. ``group``: its chapter, as the heading over it says."""

    id: str
    title: str
    rule: str
    group: str = ""


@frozen
class Search:
    """What the list of tables is searched by: words that must all occur; '' for everything."""

    text: str = ""


@frozen
class EditionRow:
    """A rule in which editions differ, what each of them says, and whether the campaign's own says something that the
    default edition does not."""

    rule: str
    what: str
    says: tuple[str, ...]
    alone: bool


@frozen
class EditionsPage:
    """The editions side by side; ``own`` of ``names`` is the campaign's; ``follows``: whom it follows where it is
    silent."""

    id: str
    title: str
    rule: str
    names: tuple[str, ...]
    own: str
    follows: str
    rows: tuple[EditionRow, ...]


@frozen
class TablePage:
    """A table as text: ``head`` the columns' names, each row with its key and cells (marks behind a space)."""

    id: str
    title: str
    rule: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def titles(desk: Desk) -> tuple[TableTitle, ...]:
    """All printed tables of the campaign's game, by the chapters of its rulebook."""
    try:
        ids = table_ids(desk.ruleset.id)
    except UnknownTable:
        return ()
    game = desk.ruleset.id
    tables = [printed(game, table_id) for table_id in ids]
    listed = (
        TableTitle(
            str(table["id"]),
            clean(str(table["title"])),
            clean(str(table["rule"])),
            chapter_heading(game, str(table["rule"])),
        )
        for table in tables
    )
    return tuple(sorted(listed, key=lambda title: (rulebook.chapter(game, title.rule)[0], title.title)))


def found(listed: Sequence[TableTitle], by: Search) -> tuple[TableTitle, ...]:
    """The tables in whose title, rule, id or heading every typed word occurs."""
    words = by.text.lower().split()
    return tuple(
        one for one in listed if all(word in f"{one.title} {one.rule} {one.id} {one.group}".lower() for word in words)
    )


def opened(desk: Desk, table_id: str) -> TablePage | EditionsPage:
    """One table, that of the editions in a shape of its own. Raises UnknownTable."""
    every = comparison.editions(desk.ruleset)
    return editions_page(desk, every) if every is not None and table_id == every.table else page(desk, table_id)


def page(desk: Desk, table_id: str) -> TablePage:
    """One table. Raises UnknownTable."""
    table = printed(desk.ruleset.id, table_id)
    rows = tuple(
        (clean(str(key)), tuple(clean(" ".join((cell["result"], *cell["marks"]))) for cell in cells))
        for key, cells in table["rows"].items()
    )
    head = tuple(clean(str(column)) for column in table["columns"])
    return TablePage(str(table["id"]), clean(str(table["title"])), clean(str(table["rule"])), head, rows)


def editions_page(desk: Desk, every: comparison.Editions) -> EditionsPage:
    """The editions of the campaign's game."""
    table = printed(desk.ruleset.id, every.table)
    own = comparison.of(desk.campaign, every)
    rows = tuple(
        EditionRow(row.rule, clean(row.what), tuple(clean(row.says[name]) for name in every.names), alone)
        for row in every.rows
        for alone in (every.alone(row, own),)
    )
    title, rule = clean(str(table["title"])), clean(str(table["rule"]))
    return EditionsPage(str(table["id"]), title, rule, every.names, own, every.follows.get(own, ""), rows)


def widths(shown: TablePage, room: int) -> tuple[int, ...]:
    """The width of the key's column and of each other one, in cells; the widest give way where the room is short."""
    columns = [max([0, *(len(key) for key, _ in shown.rows)])]
    for at, name in enumerate(shown.head):
        columns.append(max([len(name), *(len(cells[at]) for _, cells in shown.rows if at < len(cells))]))
    gap = gap_of(shown, room)
    spare = room - gap * len(columns)
    while sum(columns) > spare and max(columns) > 3:
        columns[columns.index(max(columns))] -= 1
    return tuple(columns)


def gap_of(shown: TablePage, room: int) -> int:
    """The cells between two columns: one where there is little room for each."""
    return 2 if room >= 7 * (len(shown.head) + 1) else 1
