"""Raiders on their way out and those who look for them: Germany's way and chit, the Allied searches, the battle
(5.1.2.2, 7.8, 7.8.2)."""

from __future__ import annotations

from typing import ClassVar

from attrs import evolve, frozen

from engine.kernel.changes import Entry
from engine.kernel.procedures import Decision, Procedure, begin
from engine.kernel.refusals import Breakdown
from engine.kernel.transaction import Transaction
from engine.thewar.combat import battles
from engine.thewar.sea import evasion, sea_drafts
from engine.thewar.sea.sea_fight import SeaFight
from engine.thewar.sea.sea_search import SeaSearch
from engine.thewar.strategic import raider_forces
from engine.thewar.strategic.raider_forces import NORTH_ATLANTIC, RULE, Force
from engine.thewar.world import calendar, raiders, sea_areas, titles
from engine.thewar.world.state import Engagement, TheWar

NONE = "none"
"""Nobody more of a power looks for them."""
WHY = "raiders are looked for"


@frozen
class RaiderHunt(Procedure[TheWar]):
    """One naval force of raiders on its way to the North Atlantic. Stages: sail (Germany's way, and its chit), seek
    (which force of a power looks for them), where (in which Sea Area, with how many ships), looked (what its die has
    said), fought, over.

    ``raiders`` of the port ``base``, NAC among them; ``marked``: found by the table's mark, in the North
    Atlantic alone;
    ``way``: the Sea Areas they pass; ``evasion``: with a chit; ``asked``: how many powers have no more forces to send;
    ``port``: of the force that looks, then the Sea Area in which it does; ``spent``: ports whose ships
    have looked, with their power; ``met``: the Sea Area where they were found.
    """

    kind: ClassVar[str] = "raider-hunt"

    raiders: tuple[str, ...] = ()
    base: str = ""
    marked: bool = False
    way: tuple[str, ...] = ()
    evasion: bool = False
    asked: int = 0
    port: str = ""
    spent: tuple[str, ...] = ()
    met: str = ""

    @property
    def power(self) -> str:
        return "germany"

    # --- what may be done

    def ways(self, campaign: TheWar) -> tuple[tuple[str, ...], ...]:
        """The ways that Germany may take."""
        return ((NORTH_ATLANTIC,),) if self.marked else raider_forces.ways(campaign, self.base)

    def may_evade(self, campaign: TheWar) -> bool:
        """Whether Germany has an Evasion chit that it may play (7.8.2)."""
        first, last = calendar.number(evasion.GERMAN_FROM), calendar.number(evasion.GERMAN_UNTIL)
        return campaign.powers["germany"].chits > 0 and first <= calendar.now(campaign) <= last

    def seeker(self, campaign: TheWar) -> str:
        """The power that is asked, '' when all have been."""
        return next(iter(self._order(campaign)[self.asked :]), "")

    def _order(self, campaign: TheWar) -> tuple[str, ...]:
        """The powers in the order in which they are asked: on a mark Britain last once more, for Gibraltar."""
        found = raider_forces.seekers(campaign, marked=self.marked)
        return (*found, "britain") if self.marked and "britain" in found else found

    def areas(self) -> tuple[str, ...]:
        """Where raiders may still be looked for: on their way, or where they were found."""
        return (self.met,) if self.met else self.way

    def forces(self, campaign: TheWar, power: str) -> tuple[Force, ...]:
        """The forces that a power may send now: those of Gibraltar only when all others have tried and failed."""
        every = raider_forces.forces(campaign, power, self.areas(), self.spent, marked=self.marked)
        last = self.marked and self.asked == len(self._order(campaign)) - 1
        if last and (not self.spent or self.met):
            return ()
        return tuple(one for one in every if one.last == last)

    def sent(self, campaign: TheWar) -> Force | None:
        """The force that looks for them."""
        power = self.seeker(campaign)
        return next((one for one in self.forces(campaign, power) if one.port == self.port), None)

    def within(self, campaign: TheWar, force: Force) -> dict[str, int]:
        """The Sea Areas in which a force may look, with their distance from its port."""
        found = {area: raider_forces.distance(campaign, force.power, force.port, area) for area in self.areas()}
        return {area: away for area, away in found.items() if away is not None}

    def engagement(self, area: str) -> Engagement:
        """The raiders in a Sea Area."""
        facts = (sea_drafts.EVASION,) if self.evasion else ()
        return Engagement(
            kind=battles.SEA, by="germany", attackers=self.raiders, facts=(*sea_areas.with_facts(area, ()), *facts)
        )

    def net(self, campaign: TheWar, force: Force, area: str, units: tuple[str, ...]) -> Breakdown:
        """The modifiers of a search in a Sea Area (7.8.1)."""
        away = self.within(campaign, force)[area]
        found = campaign.engagements.get(area) or self.engagement(area)
        return sea_drafts.net(campaign, area, found, force.power, units, away, ())

    # --- who decides

    def decision(self, campaign: TheWar) -> Decision | None:
        asked = {"sail": self._sails, "seek": self._seeks, "where": self._where}.get(self.stage)
        return asked(campaign) if asked is not None else None

    def _sails(self, campaign: TheWar) -> Decision | None:
        found, chit = self.ways(campaign), self.may_evade(campaign)
        if len(found) + chit < 2:
            return None
        answers = [f"germany raiders-sail {','.join(way)}" for way in found]
        answers += [f"{line} evasion=yes" for line in answers] if chit else []
        base = titles.where(campaign, self.base)
        title = f"which way do the raiders of {base} sail?" if len(found) > 1 else f"an Evasion chit for {base}?"
        notes = ("an Evasion chit adds 4 to every search for them (7.8.2)",) if chit else ()
        return Decision("germany", title, tuple(answers), answers[0], RULE, notes)

    def _seeks(self, campaign: TheWar) -> Decision | None:
        power = self.seeker(campaign)
        found = self.forces(campaign, power) if power else ()
        if not found:
            return None
        answers = (*(f"{power} seek-raiders {one.port}" for one in found), f"{power} seek-raiders {NONE}")
        at = ", ".join(sea_areas.name(area) for area in self.areas())
        sought = f"{titles.units(campaign, self.raiders)} from {titles.where(campaign, self.base)} by {at}"
        notes = (sought, *(raider_forces.said(campaign, one) for one in found))
        return Decision(power, "which force looks for the raiders?", answers, answers[-1], RULE, notes)

    def _where(self, campaign: TheWar) -> Decision | None:
        force = self.sent(campaign)
        if force is None:
            return None
        answers, notes = [], []
        for area, away in self.within(campaign, force).items():
            net = self.net(campaign, force, area, force.ships)
            notes.append(f"{sea_areas.name(area)}, {away} from port: {net.total:+d} with all")
            for many in range(force.size(campaign), 0, -1):
                answers.append(f"{force.power} raider-search {area} {many}")
        return Decision(force.power, "where, and with how many ships?", tuple(answers), answers[0], RULE, tuple(notes))

    # --- going on

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        if self.stage == "sail":
            ways = self.ways(tx.campaign)
            self.sails(tx, at, ways[0] if ways else (), evades=False)
        elif self.stage == "seek":
            self.passed(tx, at)
        elif self.stage == "where":
            tx.set(f"{at}.stage", "seek", WHY, RULE)
        elif self.stage == "looked":
            self._looked(tx, at)
        else:
            tx.remove(at, "the raiders are through", RULE)

    def sails(self, tx: Transaction[TheWar], at: str, way: tuple[str, ...], *, evades: bool) -> None:
        """The raiders take a way."""
        tx.set(f"{at}.way", way, "raiders sail", RULE)
        if evades:
            tx.set(f"{at}.evasion", True, "Evasion chit", "7.8.2")
            tx.add("powers.germany.chits", -1, "Evasion chit", "7.8.2")
        tx.set(f"{at}.stage", "seek", "raiders sail", RULE)

    def passed(self, tx: Transaction[TheWar], at: str) -> None:
        """The power at hand sends nobody more: the next is asked; after the last the battle is fought, or none is."""
        now = evolve(self, asked=self.asked + 1)
        tx.set(f"{at}.asked", now.asked, WHY, RULE)
        if now.seeker(tx.campaign):
            return
        tx.set(f"{at}.stage", "fought", WHY, RULE)
        if self.met:
            begin(tx, SeaFight.opened(tx.campaign, self.met), "raiders are met", RULE)

    def sends(self, tx: Transaction[TheWar], at: str, port: str) -> None:
        """The force of a port is to look for them: in which Sea Area is asked next."""
        tx.set(f"{at}.port", port, WHY, RULE)
        tx.set(f"{at}.stage", "where", WHY, RULE)

    def looks(self, tx: Transaction[TheWar], at: str, area: str, many: int) -> None:
        """A force looks for the raiders in a Sea Area: its die follows."""
        campaign = tx.campaign
        force = self.sent(campaign)
        if force is None:
            return
        units = force.so_many(campaign, many)
        net, away = self.net(campaign, force, area, units), self.within(campaign, force)[area]
        if area not in campaign.engagements:
            tx.create(f"engagements.{area}", self.engagement(area), WHY, RULE)
        tx.set(f"{at}.spent", (*self.spent, force.name), WHY, "7.8")
        tx.set(f"{at}.port", area, WHY, RULE)
        tx.set(f"{at}.stage", "looked", WHY, RULE)
        begin(tx, SeaSearch.begun(area, force.power, units, net, away), WHY, "7.8")

    def _looked(self, tx: Transaction[TheWar], at: str) -> None:
        area = self.port
        found = tx.campaign.engagements[area]
        if found.defenders:
            tx.set(f"{at}.met", area, "raiders are found", "7.8")
        else:
            tx.remove(f"engagements.{area}", "not found", "7.8")
        tx.set(f"{at}.port", "", WHY, RULE)
        tx.set(f"{at}.stage", "seek", WHY, RULE)

    def told(self, before: TheWar, entry: Entry) -> str:
        for change in entry.changes:
            if change.at.endswith(".way") and change.why == "raiders sail" and isinstance(change.now, tuple):
                by = ", ".join(sea_areas.name(area) for area in change.now)
                return f"The raiders of {titles.where(before, self.base)} sail by {by}" if by else ""
        return ""


def begin_hunts(tx: Transaction[TheWar], keys: tuple[str, ...], *, marked: bool) -> None:
    """Raiders that may be found sail: each force of them is looked for by itself, the first on top."""
    for port, ships in reversed(raider_forces.squadrons(tx.campaign, keys, marked=marked)):
        northern = tx.campaign.units[ships[0]].place in raiders.NORTHERN
        hunt = RaiderHunt("sail", raider_forces.force(tx.campaign, ships), port, northern)
        begin(tx, hunt, "raiders sail", RULE)
