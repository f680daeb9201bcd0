"""What a campaign remembers of Atrocities by home of partisans: when and by whom it was conquered, and what rose there
(25.1.1). A part of the state, which has its mappings."""

from __future__ import annotations

from engine.kernel.ranges import dated, figure, key_of
from engine.kernel.values import frozen


@frozen(kw_only=True)
class Rising:
    """A home of partisans once it is conquered or entered. ``by``: the conqueror; ``turn``: when that was recorded;
    ``atrocities``: how many he has committed; ``raised``: the turn of the creation roll, '' while it is due;
    ``partisans``: counters that joined a force pool, without ``vatican``, which the Vatican's status has added or taken
    off; ``legions``: SS Legions."""

    by: str = key_of("powers")
    turn: str = dated()
    atrocities: int = figure(0, 10, 0, unit="Atrocities", rule="25.1.1")
    raised: str = dated("")
    partisans: int = figure(0, 20, 0, unit="partisans", rule="25.1.1")
    legions: int = figure(0, 2, 0, title="SS Legions", unit="SS Legions", rule="25.1.1")
    vatican: int = figure(-20, 20, 0, title="by the Vatican", unit="partisans", rule="23.56")
