"""The powers' ledger: BRPs, construction limits, shipbuilding and shipping, each with its causes (24.43, 27.3)."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from engine.kernel.refusals import Breakdown, Line
from engine.worldatwar import construction, groups, sides
from engine.worldatwar.bases import BOXES
from engine.worldatwar.state import WorldAtWar


@frozen
class LedgerRow:
    """One power: ``brps`` in hand, ``room`` left of its construction limit, shipbuilding ``points`` left."""

    power: str
    name: str
    brps: int
    room: int
    points: int
    fallen: bool

    @property
    def figures(self) -> tuple[object, ...]:
        """What stands in the columns (see COLUMNS)."""
        return (self.brps, self.room, self.points)


COLUMNS = ("BRPs", "room", "SBPs")


def rows(campaign: WorldAtWar) -> tuple[LedgerRow, ...]:
    """Every power that may build anything, in the order of the sides."""
    found = []
    for key in sides.POWERS:
        one = campaign.powers.get(key)
        if one is None or (not one.brps and not one.limit):
            continue
        room = construction.room(campaign, key).total
        found.append(LedgerRow(key, one.name, one.brps, room, one.shipbuilding - one.launched, bool(one.fallen)))
    return tuple(found)


def shipping(campaign: WorldAtWar) -> Iterable[tuple[str, str, Breakdown]]:
    """Transports by owner and box, with what there was at the turn's start and what came of it."""
    for owner in (sides.WESTERN, "japan"):
        for box in BOXES:
            here = groups.standing(campaign, owner, "transport", box)
            key = f"{owner}-{box}"
            started = campaign.started.get(key, here)
            if not here and not started:
                continue
            found = Breakdown((Line("at the turn's start", started, "24.66"),))
            if sunk := campaign.sunk.get(key, 0):
                found = found.plus("sunk this turn", -sunk, "24.66")
            if moved := here - found.total:
                found = found.plus("damaged, built or moved", moved, "24.631A")
            yield owner, box, found


def explain(campaign: WorldAtWar, path: str) -> Breakdown | None:
    """The causes of a computed figure, such as ``powers.germany.room``; None for plain state."""
    parts = path.split(".")
    if len(parts) == 3 and parts[0] == "powers" and parts[1] in campaign.powers and parts[2] == "room":
        return construction.room(campaign, parts[1])
    return None
