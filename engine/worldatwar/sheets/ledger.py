"""The powers' ledger: BRPs, construction limits, shipbuilding and shipping, each with its causes (24.43, 27.3)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.refusals import Breakdown
from engine.kernel.sheets.ledger import Column, Ledger
from engine.kernel.values import frozen
from engine.worldatwar.building import construction
from engine.worldatwar.targets import facilities, firestorms, targets
from engine.worldatwar.world import sides
from engine.worldatwar.world.markers import FACILITIES
from engine.worldatwar.world.state import WorldAtWar


@frozen
class LedgerRow:
    """The figures of one power (see kernel.sheets.ledger): ``brps`` in hand, ``room`` left of its construction
    ``limit``, shipbuilding ``points`` left in this player turn."""

    power: str
    name: str
    brps: int
    room: int
    limit: int
    points: int
    fallen: bool

    @property
    def figures(self) -> tuple[int | None, ...]:
        """What stands in each column (see COLUMNS)."""
        return (self.brps, self.room, self.points, self.limit)

    @property
    def free(self) -> int:
        """The BRPs that the power can still spend."""
        return self.brps

    @property
    def note(self) -> str:
        """Whether it has fallen."""
        return "fallen" if self.fallen else ""


COLUMNS = (
    Column("hand", 6, "BRPs that may still be spent", 0),
    Column("room", 6, "what is left of the construction limit in this player turn (27.3)", 0),
    Column("SBPs", 6, "shipbuilding points left in this player turn (24.43)", 0),
    Column("limit", 6, "the construction limit of a player turn, before bombing (27.3)", rank=2),
)


def rows(campaign: WorldAtWar) -> tuple[LedgerRow, ...]:
    """The ledger of every power that may build anything, in the order of the sides."""
    ledger = []
    for key in sides.POWERS:
        figures = campaign.powers.get(key)
        if figures is None or (not figures.brps and not figures.limit):
            continue
        room = construction.room(campaign, key).total
        points = figures.shipbuilding - figures.launched
        ledger.append(LedgerRow(key, figures.name, figures.brps, room, figures.limit, points, bool(figures.fallen)))
    return tuple(ledger)


def explain(campaign: WorldAtWar, path: str) -> Breakdown | None:
    """The causes of a computed figure, by its path: ``powers.germany.room``, also ``dps`` of powers, ``strength`` and
    ``oil`` of places. None for a figure that is plain state."""
    parts = path.split(".")
    if len(parts) == 3 and parts[0] == "powers" and parts[1] in campaign.powers and parts[2] == "room":
        return construction.room(campaign, parts[1])
    if len(parts) == 3 and parts[0] == "powers" and parts[1] in campaign.powers and parts[2] == "dps":
        return firestorms.dps(campaign, campaign.powers[parts[1]].faction)
    if len(parts) == 3 and parts[0] == "places" and parts[1] in campaign.places:
        place = campaign.places[parts[1]]
        if parts[2] == "strength":
            return targets.strength(campaign, parts[1])
        if parts[2] == "oil" and place.kind in FACILITIES:
            return facilities.oil(campaign, parts[1])
    return None


class LedgerSheet(Ledger[WorldAtWar]):
    """The powers, their BRPs."""

    money = "BRPs"
    purse = "brps"
    columns = COLUMNS

    def powers(self, campaign: WorldAtWar) -> Mapping[str, str]:
        return {power: one.name for power, one in campaign.powers.items()}

    def hands(self, campaign: WorldAtWar) -> Mapping[str, int]:
        return {power: one.brps for power, one in campaign.powers.items()}

    def rows(self, campaign: WorldAtWar) -> tuple[LedgerRow, ...]:
        return rows(campaign)

    def explain(self, campaign: WorldAtWar, path: str) -> Breakdown | None:
        return explain(campaign, path)
