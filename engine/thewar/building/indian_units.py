"""Indian Mobilization: two MOT 6-7 that come into play in the India Box, of which one goes back there by the end of
Winter 1941 and leaves the game (28.2.2 #10, rulings 398, 582)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Refusal
from engine.kernel.sheets.ledger import Duty
from engine.kernel.transaction import Transaction
from engine.thewar.world import calendar, forces, variants_played
from engine.thewar.world.state import Pool, TheWar, Unit

VARIANT, NAME, RULE = "indian-mobilization", "Indian Mobilization", "28.2.2 #10, rulings 398, 582"
BRITAIN, BOX = "britain", "india-box"
_UNIT = (BRITAIN, "mot", "6-7", "indian")
_LAST = "1941-4-winter"
"""The turn by whose end one is back."""
RETURNED = "indian-unit-returned"
"""The fact that one has been withdrawn."""


def of_variant(group: Pool | Unit) -> bool:
    """Whether units are those that the variant gives."""
    return (group.power, group.kind, group.strength, group.tag) == _UNIT


def _owed(campaign: TheWar) -> bool:
    """Whether one of them is still to be withdrawn."""
    return variants_played.has_played(campaign, VARIANT) and not campaign.facts.get(RETURNED, False)


def _overdue(campaign: TheWar) -> bool:
    return _owed(campaign) and calendar.now(campaign) > calendar.number(_LAST)


def _in_play(campaign: TheWar) -> dict[str, Unit]:
    return {key: unit for key, unit in campaign.units.items() if of_variant(unit)}


def refused(campaign: TheWar, pool: Pool, count: int) -> Iterable[Refusal]:
    """Why no more of them are built: one that should have gone back has not, so that the next one is built in India and
    withdrawn, and none while another is in play."""
    if not of_variant(pool) or not _overdue(campaign):
        return
    if _in_play(campaign):
        reason = f"an Indian MOT 6-7 was to be back in India by the end of {calendar.spoken(_LAST)}, and one is in play"
        yield Refusal(RULE, reason, "It is strat-moved to the India Box, where it is withdrawn as the turn ends.")
    elif count > 1:
        yield Refusal(RULE, f"{count} Indian MOT 6-7, of which one is owed to India", "One, which is withdrawn there.")


def end_turn(tx: Transaction[TheWar], power: str) -> None:
    """A turn ends: from Winter 1941 on one that stands in the India Box is withdrawn, a Depleted one first."""
    if power != BRITAIN or not _owed(tx.campaign) or calendar.now(tx.campaign) < calendar.number(_LAST):
        return
    there = [key for key, unit in _in_play(tx.campaign).items() if unit.place == BOX]
    for key in sorted(there, key=lambda name: not tx.campaign.units[name].depleted)[:1]:
        forces.keep_serial(tx, key)
        tx.remove(f"units.{key}", "withdrawn to India", RULE)
        tx.put(f"facts.{RETURNED}", True, NAME, RULE)


def duties(campaign: TheWar) -> Iterable[Duty]:
    """Which unit goes back to India, by when, and what if it has not."""
    if _overdue(campaign):
        said = "Britain: an Indian MOT 6-7 is owed to India: it goes to the India Box, and no other is built before"
        yield Duty(said, RULE, overdue=True)
    elif _owed(campaign):
        by = calendar.spoken(_LAST)
        yield Duty(f"Britain: an Indian MOT 6-7 stands in the India Box by the end of {by}, and is withdrawn", RULE)
