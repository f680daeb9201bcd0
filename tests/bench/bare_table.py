"""The floor for a cursor move: a table of the framework's own and nothing else."""

from __future__ import annotations

from typing import Any

from textual.app import App, ComposeResult
from textual.widgets import DataTable


class TableApp(App[None]):
    """Thirty rows of four columns."""

    def compose(self) -> ComposeResult:
        """The table."""
        yield DataTable(cursor_type="row")

    def on_mount(self) -> None:
        """Its rows."""
        table: DataTable[Any] = self.query_one(DataTable)
        table.add_columns("effort", "NARFs", "left", "may")
        table.add_rows([(f"row {at}", at, at, "within 4 hexes") for at in range(1, 31)])


if __name__ == "__main__":
    TableApp().run()
