"""The editions of a game's rulebook side by side, where it has several and a campaign chooses one of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.kernel.campaign import Campaign
from engine.kernel.sheets import options
from engine.kernel.tables import table
from engine.kernel.values import frozen

if TYPE_CHECKING:
    from engine.kernel.ruleset import Ruleset

OPTION = "edition"
"""The option that names a campaign's edition."""
SILENT = "-"


@frozen
class Difference:
    """A rule in which editions differ: its section, what it is about, and what each says of it, by edition. An edition
    that is silent (``-``) follows another, as ``Editions.follows`` tells."""

    rule: str
    what: str
    says: Mapping[str, str]


@frozen
class Editions:
    """All editions, the default one first, and where they differ, as the game's ``table`` of that name has it."""

    table: str
    names: tuple[str, ...]
    rows: tuple[Difference, ...]
    follows: Mapping[str, str]

    def holds(self, row: Difference, name: str) -> str:
        """What holds in an edition: what it says itself, or what the edition says that it follows."""
        said = row.says[name]
        return self.holds(row, self.follows[name]) if said == SILENT and name in self.follows else said

    def alone(self, row: Difference, name: str) -> bool:
        """Whether what holds in an edition is not what holds in the default one."""
        return self.holds(row, name) != self.holds(row, self.names[0])


def editions(ruleset: Ruleset[Any]) -> Editions | None:
    """The editions of a game, None where it has but one."""
    sheet = options.options_of(ruleset)
    option = options.named(sheet.options, OPTION)
    names = option.choices if option is not None else ()
    if not names or not sheet.edition_table:
        return None
    data = table(ruleset.id, sheet.edition_table)
    columns = [str(name) for name in data["columns"]]
    rows = []
    for key, cells in data["row"].items():
        rule, _, subject = str(key).partition(" ")
        rows.append(Difference(rule, subject, {name: str(cells[columns.index(name)]) for name in names}))
    return Editions(sheet.edition_table, names, tuple(rows), dict(data.get("follows", {})))


def of(campaign: Campaign, available: Editions) -> str:
    """The edition that a campaign is played by."""
    return str(campaign.options.get(OPTION, available.names[0]))
