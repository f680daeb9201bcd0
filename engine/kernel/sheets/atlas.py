"""What a game tells a screen of its map: whose each hex is and how sure that is, what lies on it, the Sea Areas and who
reaches them. Plain values; a hex is named by its printed number, a power by its id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from engine.kernel.refusals import Breakdown
from engine.kernel.sheets.gazetteer import Fact
from engine.kernel.values import frozen

if TYPE_CHECKING:
    from engine.kernel.changes import Entry

K = TypeVar("K", contravariant=True)

CAPITAL, CITY, PORT, FORTRESS, BATTLE, FOUGHT, SIEGE, BEACHHEAD, MARKER, EFFORT, FLEET, NOTE = (
    "capital",
    "city",
    "port",
    "fortress",
    "battle",
    "fought",
    "siege",
    "beachhead",
    "marker",
    "effort",
    "fleet",
    "note",
)
"""The kinds of marks, those that are seen first where several lie in a hex further on (see ``RANK``)."""
RANK = (CITY, PORT, FLEET, FORTRESS, CAPITAL, NOTE, EFFORT, MARKER, BEACHHEAD, SIEGE, FOUGHT, BATTLE)
"""The kinds of marks, the last the most pressing."""


@frozen
class Ground:
    """A hex of land. ``power``: whose it is, '' for a neutral's and for nobody's; ``known``: the campaign knows it, and
    does not infer it; ``home``: it is that power's by right; ``front``: an enemy's hex lies beside it."""

    power: str
    known: bool
    home: bool
    front: bool = False


@frozen
class Mark:
    """Something that lies in a hex, or in a Sea Area where ``hex`` is the one in which its name stands. ``power``:
    whose it is, '' for nobody's."""

    hex: str
    kind: str
    name: str
    power: str = ""


@frozen
class Pinned:
    """A note that somebody has written on the map. ``hex``: '' where it is pinned to what is not on it; ``place``: to
    what, in words; ``power``: whose it is, by id; ``since``: the label of the turn."""

    key: str
    hex: str
    place: str
    power: str
    since: str
    said: str


@frozen
class Sea:
    """A Sea Area. ``hex``: the middle of its waters, '' where it lies off the map; ``holder``: the side whose ships
    alone are on patrol there, 'both' where two are, '' where nobody is; ``beside``: the Sea Areas next to it, by id;
    ``touches``: those whose hexes lie beside its own as the map is drawn; ``patrols``: who is there, and whose, in
    words."""

    id: str
    name: str
    hex: str
    holder: str
    beside: tuple[str, ...]
    touches: tuple[str, ...]
    ports: tuple[str, ...]
    patrols: tuple[str, ...]


@frozen
class Reach:
    """Who may come to a Sea Area. ``power`` with ``units`` in words, ``start``: the port or base, in words; ``way``:
    the Sea Areas that they sail through, () for aircraft and patrols, which are there; ``says``: what they may do
    there, each with its rule; ``modifier``: what the distance adds to an interception, None where there is no die;
    ``unsure``: lines of the way that nobody has held against his board."""

    power: str
    units: str
    start: str
    way: tuple[str, ...]
    says: tuple[Fact, ...]
    modifier: Breakdown | None
    unsure: tuple[str, ...] = ()


class Atlas(Protocol[K]):
    """The sheet of the map. Every question is asked of the campaign as a seat may see it."""

    rows: int
    columns: int
    """How many hexes the map has; an odd row lies half a hex further west than an even one."""
    powers: tuple[str, ...]
    """The powers, in the order in which a screen deals out its colours."""

    def row_and_column(self, number: str) -> tuple[int, int]:
        """Where a hex lies: its row from the north and its column from the west, both from 0."""
        ...

    def number(self, row: int, column: int) -> str:
        """The number of the hex that lies there."""
        ...

    def ground(self, campaign: K) -> Mapping[str, Ground]:
        """Every hex of land."""
        ...

    def waters(self, campaign: K) -> Mapping[str, str]:
        """Every hex of water with the id of its Sea Area."""
        ...

    def marks(self, campaign: K) -> tuple[Mark, ...]:
        """What lies on the map."""
        ...

    def fought(self, campaign: K, entries: Sequence[Entry]) -> tuple[Mark, ...]:
        """The battles that entries up to the campaign as it stands tell of as fought, where they were."""
        ...

    def notes(self, campaign: K) -> tuple[Pinned, ...]:
        """The notes on the map that this view can read."""
        ...

    def pin(self, power: str, number: str) -> str:
        """The beginning of the order by which a power writes a note at a hex: what it says is to follow."""
        ...

    def seas(self, campaign: K) -> tuple[Sea, ...]:
        """The Sea Areas."""
        ...

    def reach(self, campaign: K, area: str) -> tuple[Reach, ...]:
        """Who may come to a Sea Area, the nearest first."""
        ...

    def tell(self, campaign: K, number: str) -> tuple[Fact, ...]:
        """What lies in a hex, and why it is shown so."""
        ...

    def find(self, campaign: K, text: str) -> str:
        """The hex that a text means: its number, a place or a Sea Area by name or the beginning of it; '' for none."""
        ...

    def around(self, number: str, most: int) -> frozenset[str]:
        """The hexes within a distance of a hex."""
        ...
