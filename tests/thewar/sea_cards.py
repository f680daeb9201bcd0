"""Naval combat cards for tests (29.13): a small deck that the table has entered, and battles to play it in."""

from __future__ import annotations

import attrs

from engine.thewar.world.state import CardCell, TheWar
from tests.thewar.builds import after

FLEETS = (("italy-fleet-1",), ("britain-fleet-1",))
# Defender's card, attacker's card, what both add: no deck of the game, whose player aid is not to be had.
CELLS = {
    ("smoke", "line-ahead"): -2,
    ("smoke", "night-attack"): 1,
    ("torpedoes", "line-ahead"): 3,
    ("torpedoes", "night-attack"): 0,
}
CARRIERS = {("carriers", "line-ahead"): 2, ("carriers", "night-attack"): -1}


def dealt(campaign: TheWar, *, carriers: bool = False) -> TheWar:
    """The campaign with the cells of the small deck entered."""
    cells = CELLS | (CARRIERS if carriers else {})
    entered = [CardCell.made_of("naval", *pair, adds=figure) for pair, figure in cells.items()]
    return attrs.evolve(campaign, card_cells={cell.address: cell for cell in entered})


def facing(campaign: TheWar, mine: tuple[str, ...], theirs: tuple[str, ...]) -> TheWar:
    """An Italian mission in the Aegean Sea that these units have found."""
    there = after(campaign, f"italy mission aegean units={','.join(mine)}")
    found = attrs.evolve(there.engagements["aegean"], defenders=theirs)
    return attrs.evolve(there, engagements={"aegean": found})
