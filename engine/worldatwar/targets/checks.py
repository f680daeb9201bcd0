"""What does not fit together in rocket bases and shipyards. A rule that the table has broken by a ruling is no
fault."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel import seasons
from engine.kernel.ruleset import Fault
from engine.worldatwar.world.state import WorldAtWar


def faults(campaign: WorldAtWar) -> Iterable[Fault]:
    """Rocket bases and ships that stand nowhere, each with its path."""
    for key, base in campaign.bases.items():
        if base.place and base.place not in campaign.places:
            yield Fault(f"bases.{key}.place", f"there is no place '{base.place}'", "26.61")
    for key, ship in campaign.ships.items():
        if ship.yard not in campaign.places:
            yield Fault(f"ships.{key}.yard", f"there is no place '{ship.yard}'", "26.76")
        if ship.column not in seasons.SEASONS:
            yield Fault(f"ships.{key}.column", f"'{ship.column}' is no season", "26.761")
