"""Ships look for a force at sea of a campaign: one roll, and who joins the battle by it (7.8). Where a Task Force is
hidden the die falls first: it is turned over only where what it is may decide (7.12)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Self

from engine.kernel.changes import Entry
from engine.kernel.forecast import Distribution
from engine.kernel.procedures import Decision
from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import evolve, frozen
from engine.thewar.combat import aftermath
from engine.thewar.politics import chit_answers
from engine.thewar.politics.chit_answers import COUNTER, Countered
from engine.thewar.rolls import interception
from engine.thewar.sea import cutting, sea_drafts, sea_outcomes, task_force_orders, unescorted
from engine.thewar.world import patrols, task_forces, titles, wars
from engine.thewar.world.influence import COUNTER_ESPIONAGE
from engine.thewar.world.state import TheWar


@frozen
class SeaSearch(Countered):
    """Ships of a power look for a force. Stages: counter, while enemies are asked for Counter-Espionage; roll; with a
    hidden Task Force that may be found, or find: turned, known. ``lines``: the modifiers in words, ``net`` their sum,
    before a Task Force is turned over the best that they may be; ``distance`` and ``said`` what they come from;
    ``face``: the die, once it has fallen before the turning; ``answered`` and ``guards``: who has answered, and who
    plays Counter-Espionage."""

    kind: ClassVar[str] = "sea-search"

    where: str
    by: str
    units: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    net: int = 0
    distance: int = 0
    said: tuple[str, ...] = ()
    face: int = 0
    answered: tuple[str, ...] = ()
    guards: tuple[str, ...] = ()

    @classmethod
    def begun(
        cls,
        campaign: TheWar,
        where: str,
        by: str,
        units: tuple[str, ...],
        net: Breakdown,
        distance: int = 0,
        said: Sequence[str] = (),
    ) -> Self:
        """A search before its roll, with the modifiers of it; in Spring and Fall enemies may be asked for a chit
        first."""
        stage = COUNTER if chit_answers.asked(campaign, by) else "roll"
        return cls(stage, where, by, units, _words(net), net.total, distance, tuple(said))

    @property
    def power(self) -> str:
        return self.by

    def whose(self) -> str:
        return self.by

    def replied(self, power: str, *, plays: bool) -> SeaSearch:
        guards = (*self.guards, power) if plays else self.guards
        return evolve(self, guards=guards, answered=(*self.answered, power))

    def question(self, campaign: TheWar, power: str) -> tuple[str, tuple[str, ...]]:
        by, at = wars.named(campaign, self.by), titles.where(campaign, self.where)
        title = f"{by} looks for ships at {at}: does {wars.named(campaign, power)} play Counter-Espionage?"
        chances = (f"{found} in {interception.FACES}" for found in (self._found(campaign, net) for net in self._nets))
        chit = "plays Espionage" if sea_drafts.SPIES in self.said else "plays no chit"
        return title, (f"{by} {chit}. Found: {next(chances)}; with Counter-Espionage (+1): {next(chances)}.",)

    @property
    def _nets(self) -> tuple[int, int]:
        """The modifier without a chit of the enemy, and with one."""
        return self.net, self.net + interception.BY_ID[COUNTER_ESPIONAGE].value

    def _found(self, campaign: TheWar, net: int) -> int:
        """How many faces find the force with such a modifier."""
        faces = (evolve(self.search(campaign, face), modifier=net) for face in range(1, interception.FACES + 1))
        return sum(interception.resolve(one).intercept for one in faces)

    def odds(self, campaign: TheWar) -> Distribution[Any] | None:
        """What may come of it once an enemy has answered so, nobody else coming."""
        net = self._nets[bool(self.guards)]
        engagement = campaign.engagements[self.where]
        if unescorted.line(campaign, engagement, self.by):
            return cutting.odds(sea_drafts.size(campaign, engagement, self.by), net)
        return sea_outcomes.forecast(sea_drafts.supposed(campaign, engagement, self.by, self.units, net))

    def decisions(self, campaign: TheWar) -> tuple[Decision, ...]:
        return self.awaits(campaign, self.answered) if self.stage == COUNTER else ()

    def search(self, campaign: TheWar, face: int = 0) -> interception.Search:
        """The roll."""
        return interception.Search(sea_drafts.size(campaign, campaign.engagements[self.where], self.by), self.net, face)

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        if self.stage == COUNTER:
            self._answered(tx, at)
            return
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

    def _answered(self, tx: Transaction[TheWar], at: str) -> None:
        """All have answered: the die follows, with +1 where Counter-Espionage is played."""
        now = evolve(self, stage="roll")
        if self.guards:
            chit_answers.spend(tx, self.guards[0], COUNTER_ESPIONAGE, "against a search at sea")
            said = (*self.said, COUNTER_ESPIONAGE)
            engagement = tx.campaign.engagements[self.where]
            net = sea_drafts.net(tx.campaign, self.where, engagement, self.by, self.units, self.distance, said)
            now = evolve(now, said=said, lines=_words(net), net=net.total)
        tx.put(at, now, "chits are played", "7.8")

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
        if unescorted.of(engagement):
            return False
        return not engagement.attackers or (patrols.PATROL in engagement.facts and not engagement.defenders)

    def told(self, before: TheWar, entry: Entry) -> str:
        if self.stage == "turned":
            return ""
        if self.stage == COUNTER:
            who = f"{wars.named(before, self.guards[0])} plays" if self.guards else "nobody plays"
            return f"Interception at {titles.where(before, self.where)}: {who} Counter-Espionage"
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


def waits(campaign: TheWar, where: str) -> Iterable[Refusal]:
    """Why nothing else is done about a mission: a search for it waits for an answer to chits."""
    for procedure in campaign.pending.values():
        if isinstance(procedure, SeaSearch) and procedure.stage == COUNTER and procedure.where == where:
            reason = f"{wars.named(campaign, procedure.by)} looks for ships at {titles.where(campaign, where)}"
            yield Refusal("7.8, 16.1.7.2", reason, "Its enemies answer first: 'POWER counter-chit no', or yes.")


def _words(net: Breakdown) -> tuple[str, ...]:
    return tuple(f"{line.value:+d} {line.label} ({line.rule})" for line in net.lines)
