"""Ships look for a force at sea of a campaign: one roll, and who joins the battle by it (7.8)."""

from __future__ import annotations

from typing import ClassVar, Self

from attrs import frozen

from engine.kernel.changes import Entry
from engine.kernel.procedures import Procedure
from engine.kernel.refusals import Breakdown
from engine.kernel.transaction import Transaction
from engine.thewar import aftermath, battles, interception, patrols, sea_drafts
from engine.thewar.state import TheWar


@frozen
class SeaSearch(Procedure[TheWar]):
    """Ships of a power look for a force. One stage, roll. ``lines``: the modifiers in words, ``net`` their sum."""

    kind: ClassVar[str] = "sea-search"

    where: str
    by: str
    units: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    net: int = 0

    @classmethod
    def begun(cls, where: str, by: str, units: tuple[str, ...], net: Breakdown) -> Self:
        """A search before its roll, with the modifiers of it."""
        lines = tuple(f"{line.value:+d} {line.label} ({line.rule})" for line in net.lines)
        return cls("roll", where, by, units, lines, net.total)

    @property
    def power(self) -> str:
        """See Procedure."""
        return self.by

    def search(self, campaign: TheWar, face: int = 0) -> interception.Search:
        """The roll."""
        return interception.Search(sea_drafts.size(campaign, campaign.engagements[self.where], self.by), self.net, face)

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        """See Procedure."""
        face = tx.roll("interception", self.where, rule="7.8")
        if interception.resolve(self.search(tx.campaign, face)).intercept:
            sea_drafts.join(tx, self.where, self.by, self.units, "7.8")
        elif self._nobody_met(tx.campaign):
            tx.remove(f"engagements.{self.where}", "not found", "7.4")
        tx.remove(at, "interception", "7.8")

    def _nobody_met(self, campaign: TheWar) -> bool:
        """Whether a patrol is left alone: those who attack it, or look for it as it sails, have not found it (7.4)."""
        found = campaign.engagements[self.where]
        return not found.attackers or (patrols.PATROL in found.facts and not found.defenders)

    def told(self, before: TheWar, entry: Entry) -> str:
        """See Procedure."""
        for face in entry.faces("interception"):
            found = interception.resolve(self.search(before, face))
            roll = aftermath.die(face, self.net, f"{found.column} units")
            return aftermath.sentence(
                f"Interception at {battles.place_name(before, self.where)}",
                roll,
                "found" if found.intercept else "not found",
            )
        return ""
