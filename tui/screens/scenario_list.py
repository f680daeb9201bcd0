"""Which scenario is to be made or changed: the author's own ones first, then those that came with the program."""

from __future__ import annotations

import importlib
import threading
from typing import ClassVar

from textual.binding import BindingType

from tui import keys
from tui.bars import Notice
from tui.lines import clean, row, wrap
from tui.screens.card_list import CardList, CardListScreen


class ScenarioListScreen(CardListScreen):
    """The scenarios that have setup pages."""

    WHERE: ClassVar[str] = "scenario-list"
    TITLE_SAYS: ClassVar[str] = "scenarios"
    ABOUT: ClassVar[str] = (
        "An opening position of your own is made from one that is there: the first change makes a copy. "
        "It is one text file, which you may share; campaigns begin with it as with any other."
    )
    SHEET: ClassVar[str] = "Setup"
    BINDINGS: ClassVar[list[BindingType]] = keys.bindings(WHERE)

    def on_mount(self) -> None:
        """What setup needs is read while the author chooses."""
        self.call_after_refresh(threading.Thread(target=_ready, daemon=True).start)

    def action_open(self) -> None:
        """The setup of the scenario under the cursor."""
        from tui.screens.setup import open_setup

        card = self.query_one(CardList).card
        if card is not None:
            self.refuse(card.problem or open_setup(self.app, card.id, self.left))

    def left(self, told: str | None) -> None:
        """Say what setup said as it was left."""
        lines = wrap(clean(told), max(20, self.size.width - 3)) if told else []
        self.query_one(Notice).say([row((f" {line}", "quiet")) for line in lines])

    def action_cards(self) -> None:
        """The cards of the scenario under the cursor."""
        super().action_open()

    def action_begin(self) -> None:
        """A campaign with the scenario under the cursor."""
        card = self.query_one(CardList).card
        if card is None or card.problem:
            self.refuse("" if card is None else card.problem)
            return
        from tui.screens.new import NewScreen

        self.app.push_screen(NewScreen(card.id))


def _ready() -> None:
    for name in ("saves.drafts", "tui.screens.setup_page"):
        importlib.import_module(name)
