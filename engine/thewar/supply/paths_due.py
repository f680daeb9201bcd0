"""Which lines of supply over the sea may be asked for: looked for in Operations alone, so that nobody loads the seas
who looks at what is due in any other segment (7.8.4)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.late import Asked
from engine.kernel.sheets.ledger import Duty
from engine.thewar.world import sides
from engine.thewar.world.state import TheWar

_lines = Asked("engine.thewar.supply", "sea_paths:duties")
_runs = Asked("engine.thewar.supply", "run_ports:duties")


def duties(campaign: TheWar) -> Iterable[Duty]:
    """For which lines the side whose turn it is may ask, and which are still to be named."""
    if sides.phasing(campaign) and ".operations." in campaign.progress.step:
        yield from _lines(campaign)


def runs(campaign: TheWar) -> Iterable[Duty]:
    """To which ports supply may be run, where missions at sea are announced."""
    marked = campaign.supply_marks or campaign.supply_places or campaign.missions or campaign.patrols
    if marked and campaign.progress.step.endswith(".operations.naval"):
        yield from _runs(campaign)
