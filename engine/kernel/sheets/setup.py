"""The pages on which an opening position is made: which there are, in which order, how their lines are grouped.

What stands on a page is read off the fields of the entries (kernel.schema): title, unit, range, rule, what they may
name. A game says no more than which fields are columns, which are nobody's to set, and what its words mean.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from engine.kernel.values import frozen

SEATING = "seating"
"""The table of a scenario's head in which it stands who commands whom, by the number of players."""
NUMBER = "#"
"""In the pattern of an id: a number that nothing of the same beginning has."""


@frozen
class Page:
    """A page of setup.

    ``table``: the mapping of the campaign whose entries are its lines (or ``SEATING``), '' for a page of single fields.
    ``columns``: the fields that stand as columns; all others but those ``without`` stand in the line's detail.
    ``group``: the field that a line's heading is made of, '' for none. ``folds``: entries that are alike stand as one
    line with their number. ``ids``: what the id of a new entry is made of, fields and ``NUMBER``; () where none may be
    added. ``keys``: of a page of single values, the mappings whose keys may be theirs. ``known_in``: of a page of which
    the rules know every entry (powers, countries), the scenario in which all of them stand; such an entry is added as
    it is there, with what is its. ``place``: the field that tells where something stands, '' where nothing is moved.
    ``example``: what may be typed for a new line."""

    id: str
    title: str
    about: str
    table: str = ""
    columns: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    group: str = ""
    folds: bool = False
    ids: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    known_in: str = ""
    place: str = ""
    example: str = ""


K = TypeVar("K")


class Setup(Protocol[K]):
    """The sheet of setup. ``pages`` in the order in which an author goes through them; ``nobodys``: the mappings of the
    campaign that have no page, each with the reason."""

    pages: tuple[Page, ...] = ()
    nobodys: Mapping[str, str] = {}

    def spoken(self) -> Mapping[str, str]:
        """Other words for kinds and the like, as people say them, in small letters."""
        return {}

    def words(self, campaign: K, of: str, field: str) -> Mapping[str, str] | None:
        """All words that may stand in a field ``of`` a table with what people call each ('' for the word itself), where
        the game knows them; None where the field says it."""
        return None

    def usual(self, campaign: K, of: str, fields: Mapping[str, object]) -> Mapping[str, object]:
        """What a new entry ``of`` a table with these fields has in others unless it is said."""
        return {}

    def as_opening(self, campaign: K) -> K:
        """A campaign as a turn began, as somebody may begin with it who was not there: without what lay under seal,
        and without what play keeps of things that are gone."""
        return campaign

    def brought(self, campaign: K, entries: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Mapping[str, Any]]:
        """Entries by table and key that come into a campaign from another scenario, as they may stand in this one."""
        return entries

    def wrong(self, campaign: K, entry: object) -> tuple[str, str]:
        """Which field of an entry cannot be as it is and why, such as a strength that no counter of its kind prints;
        ('', '') where all may."""
        return "", ""
