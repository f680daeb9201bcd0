"""American units in the U.S. Box: when they come onto the board, and when they invade straight from it."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Refusal
from engine.thewar.world import calendar, entering, raiders, titles
from engine.thewar.world.state import TheWar

GIBRALTAR, US = "gibraltar", "us"
FROM_THE_BOX = "1942-3-fall"
"""The first turn in which the U.S. invades straight from its Box (7.7)."""
ONTO_THE_BOARD = "1942-1-spring"
"""The first turn in which American ground units and units of strategic warfare come onto the board (22.3.3)."""


def too_early(campaign: TheWar, power: str, described: str) -> Iterable[Refusal]:
    """Why American ground units, or units of strategic warfare, are not used yet (22.3.3)."""
    if power == US and calendar.now(campaign) < calendar.number(ONTO_THE_BOARD):
        when = calendar.spoken(ONTO_THE_BOARD)
        yield Refusal("22.3.3", f"American {described} come from {when} on", "Ships and air units with the entry.")


def units(campaign: TheWar, keys: Iterable[str]) -> tuple[str, ...]:
    """American units that are recorded in the U.S. Box."""
    known = ((key, campaign.units[key]) for key in keys if key in campaign.units)
    return tuple(key for key, unit in known if unit.power == US and unit.place == entering.US_BOX)


def invading(campaign: TheWar, keys: Iterable[str]) -> Iterable[Refusal]:
    """Why nobody invades straight from the U.S. Box now: too early, Gibraltar in other hands (7.7), or a Convoy
    Massacre of this turn, whichever of the Western Allies bore it (22.3.3)."""
    boxed = units(campaign, keys)
    if not boxed:
        return
    if calendar.now(campaign) < calendar.number(FROM_THE_BOX):
        when = calendar.spoken(FROM_THE_BOX)
        yield Refusal("7.7", f"{titles.units(campaign, boxed)} is in the U.S. Box", f"From there not before {when}.")
    held = campaign.places[GIBRALTAR].holder if GIBRALTAR in campaign.places else ""
    if held not in ("britain", US):
        yield Refusal("7.7", "Gibraltar is not in British or American hands", "From the U.S. Box it has to be.")
    if raiders.massacred(campaign):
        reason = "the Western Allies have suffered a Convoy Massacre in this turn: nobody invades from the U.S. Box"
        yield Refusal("22.3.3", reason, "Next turn; or units that have crossed, where their own convoys came through.")
