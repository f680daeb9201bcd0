"""Ships look for a force at sea of a campaign: one roll, and who joins the battle by it (7.8). Where a Task Force is
hidden the die falls first: it is turned over only where what it is may decide (7.12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

from attrs import frozen

from engine.kernel.changes import Entry
from engine.kernel.procedures import Procedure
from engine.kernel.refusals import Breakdown
from engine.kernel.transaction import Transaction
from engine.thewar.combat import aftermath
from engine.thewar.rolls import interception
from engine.thewar.sea import sea_drafts, task_force_orders
from engine.thewar.world import patrols, task_forces, titles
from engine.thewar.world.state import TheWar


@frozen
class SeaSearch(Procedure[TheWar]):
    """Ships of a power look for a force. Stages: roll; with a hidden Task Force that may be found, or find: turned,
    known. ``lines``: the modifiers in words, ``net`` their sum, before a Task Force is turned over the best that they
    may be; ``distance`` and ``said`` what they come from; ``face``: the die, once it has fallen before the turning."""

    kind: ClassVar[str] = "sea-search"

    where: str
    by: str
    units: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    net: int = 0
    distance: int = 0
    said: tuple[str, ...] = ()
    face: int = 0

    @classmethod
    def begun(
        cls,
        where: str,
        by: str,
        units: tuple[str, ...],
        net: Breakdown,
        distance: int = 0,
        said: Sequence[str] = (),
    ) -> Self:
        """A search before its roll, with the modifiers of it."""
        return cls("roll", where, by, units, _words(net), net.total, distance, tuple(said))

    @property
    def power(self) -> str:
        return self.by

    def search(self, campaign: TheWar, face: int = 0) -> interception.Search:
        """The roll."""
        return interception.Search(sea_drafts.size(campaign, campaign.engagements[self.where], self.by), self.net, face)

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        if self.stage == "turned":
            engagement = tx.campaign.engagements[self.where]
            net = sea_drafts.net(tx.campaign, self.where, engagement, self.by, self.units, self.distance, self.said)
            tx.set(f"{at}.lines", _words(net), "the Task Force is known", "7.12")
            tx.set(f"{at}.net", net.total, "the Task Force is known", "7.12")
            tx.set(f"{at}.stage", "known", "the Task Force is known", "7.12")
            return
        face = self.face or tx.roll("interception", rule="7.8", formerly=self.where)
        if self.hidden(tx.campaign) and interception.resolve(self.search(tx.campaign, face)).intercept:
            tx.set(f"{at}.stage", "turned", "a Task Force is turned over", "7.12")
            tx.set(f"{at}.face", face, "a Task Force is turned over", "7.12")
            task_force_orders.turn(tx, self.hidden(tx.campaign))
            return
        self._ends(tx, at, face)

    def hidden(self, campaign: TheWar) -> tuple[str, ...]:
        """The Task Forces on both sides of the search that are not turned over yet."""
        engagement = campaign.engagements[self.where]
        return task_forces.hidden(campaign, (*self.units, *sea_drafts.theirs(campaign, engagement, self.by)))

    def _ends(self, tx: Transaction[TheWar], at: str, face: int) -> None:
        if interception.resolve(self.search(tx.campaign, face)).intercept:
            sea_drafts.join(tx, self.where, self.by, self.units, "7.8")
        elif self._nobody_met(tx.campaign):
            tx.remove(f"engagements.{self.where}", "not found", "7.4")
        tx.remove(at, "interception", "7.8")

    def _nobody_met(self, campaign: TheWar) -> bool:
        """Whether a patrol is left alone: those who attack it, or look for it as it sails, have not found it (7.4)."""
        engagement = campaign.engagements[self.where]
        return not engagement.attackers or (patrols.PATROL in engagement.facts and not engagement.defenders)

    def told(self, before: TheWar, entry: Entry) -> str:
        if self.stage == "turned":
            return ""
        for face in (self.face,) if self.face else entry.faces("interception"):
            if not self.face and any(change.now == "turned" for change in entry.changes):
                where = titles.where(before, self.where)
                return f"Interception at {where}: die {face}, and the Task Force decides what it finds."
            result = interception.resolve(self.search(before, face))
            roll = aftermath.die(face, self.net, f"{result.column} units")
            return aftermath.sentence(
                f"Interception at {titles.where(before, self.where)}",
                roll,
                "found" if result.intercept else "not found",
            )
        return ""


def _words(net: Breakdown) -> tuple[str, ...]:
    return tuple(f"{line.value:+d} {line.label} ({line.rule})" for line in net.lines)
