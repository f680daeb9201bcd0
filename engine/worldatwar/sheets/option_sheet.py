"""The options of a campaign of A World at War, the edition of its rulebook among them."""

from __future__ import annotations

from engine.kernel.sheets.options import CONSENT, Option, Options
from engine.worldatwar.world import editions


class OptionSheet(Options):
    """The options, and the table of the editions."""

    options = (
        Option("house_rulings", "House rulings"),
        CONSENT,
        Option("edition", "Edition", choices=editions.NAMES),
        Option("classic", "Classic game"),
        Option("german-submarine-steps", "German steps", "25.13A"),
        Option("japanese-submarine-steps", "Japanese steps", "25.13C"),
    )
    edition_table = "editions"
