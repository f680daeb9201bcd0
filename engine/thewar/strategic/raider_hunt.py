"""Raiders on their way out and those who look for them: Germany's way and chit, the Allied searches and aircraft, who
comes to the raiders' help, the battle (5.1.2.2, 7.8, 7.8.2, 7.8.3, 7.9.7)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar

from engine.kernel.changes import Entry
from engine.kernel.procedures import Decision, Procedure, begin
from engine.kernel.refusals import Breakdown
from engine.kernel.transaction import Transaction
from engine.kernel.values import evolve, frozen
from engine.thewar.combat import battles
from engine.thewar.countries import straits
from engine.thewar.politics import stating
from engine.thewar.sea import evasion, sea_drafts, ship_ways
from engine.thewar.sea.sea_battle import SeaBattle
from engine.thewar.sea.sea_fight import SeaFight
from engine.thewar.sea.sea_search import SeaSearch
from engine.thewar.strategic import raider_aircraft, raider_forces
from engine.thewar.strategic.raider_forces import NORTH_ATLANTIC, RULE, Force, Turn
from engine.thewar.world import influence, raiders, sea_areas, task_forces, titles
from engine.thewar.world.state import Engagement, TheWar

NONE = "none"
"""Nobody more of a power looks for them."""
WHY = "raiders are looked for"


@frozen
class RaiderHunt(Procedure[TheWar]):
    """One naval force of raiders on its way to the North Atlantic. Stages: sail (Germany's way, and its chit), seek
    (which force of a power looks for them, or for those who have found them), where (in which Sea Area, with how many
    ships), looked (what its die has said), fly (which aircraft of a power meet them), fought, over.

    ``raiders`` of the port ``base``, NAC among them; ``marked``: found by the table's mark, in the North
    Atlantic alone;
    ``way``: the Sea Areas they pass; ``evasion``: with a chit; ``asked``: how many of the turns are over (see
    raider_forces.turns);
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
        return not any(True for _ in evasion.refused(campaign, "germany"))

    def turn(self, campaign: TheWar) -> Turn | None:
        """The power that is asked next, and for what; None when all have been."""
        return next(iter(raider_forces.turns(campaign, marked=self.marked)[self.asked :]), None)

    def seeker(self, campaign: TheWar) -> str:
        """The power that is asked, '' when all have been."""
        turn = self.turn(campaign)
        return turn.power if turn is not None else ""

    def areas(self) -> tuple[str, ...]:
        """Where raiders may still be looked for: on their way, or where they were found."""
        return (self.met,) if self.met else self.way

    def forces(self, campaign: TheWar, without: Collection[str] = ()) -> tuple[Force, ...]:
        """The forces that may be sent now: those of Gibraltar only when all others have tried and failed; to the
        raiders' help when they have been found. ``without``: ships that are known to lie elsewhere."""
        turn = self.turn(campaign)
        if turn is None or turn.aircraft or (turn.helps and not self.met):
            return ()
        if turn.last and (not self.spent or self.met):
            return ()
        marked = self.marked and not turn.helps
        areas = self.areas()
        every = raider_forces.forces(campaign, turn.power, areas, self.spent, marked=marked, without=without)
        return tuple(force for force in every if force.last == turn.last)

    def sent(self, campaign: TheWar, without: Collection[str] = ()) -> Force | None:
        """The force that looks for them."""
        return next((force for force in self.forces(campaign, without) if force.port == self.port), None)

    def aircraft(self, campaign: TheWar) -> tuple[str, ...]:
        """The aircraft that may meet the raiders in each Sea Area, in the words of the answer; more may be named."""
        turn = self.turn(campaign)
        if turn is None or not turn.aircraft or (turn.helps and not self.met):
            return ()
        return raider_aircraft.answers(campaign, turn.power, self.areas())

    def within(self, campaign: TheWar, force: Force) -> dict[str, int]:
        """The Sea Areas in which a force may look, each with its distance from the force's port in Sea Areas."""
        shut = straits.shut(campaign, force.power)
        power, port = force.power, force.port
        distances = {area: raider_forces.distance(campaign, power, port, area, shut) for area in self.areas()}
        return {area: away for area, away in distances.items() if away is not None}

    def engagement(self, area: str) -> Engagement:
        """The raiders in a Sea Area."""
        facts = (sea_drafts.EVASION,) if self.evasion else ()
        return Engagement(
            kind=battles.SEA, by="germany", attackers=self.raiders, facts=(*sea_areas.with_facts(area, ()), *facts)
        )

    def there(self, campaign: TheWar, area: str) -> Engagement:
        """The engagement in a Sea Area: the raiders, and the forces that have found them there."""
        return campaign.engagements.get(area) or self.engagement(area)

    def net(
        self, campaign: TheWar, force: Force, area: str, units: tuple[str, ...], said: Sequence[str] = ()
    ) -> Breakdown:
        """The modifiers of a search in a Sea Area; ``said``: what only the board knows of it (7.8.1)."""
        return self._net(campaign, force, area, units, self.within(campaign, force)[area], said)

    def _net(
        self, campaign: TheWar, force: Force, area: str, units: tuple[str, ...], away: int, said: Sequence[str] = ()
    ) -> Breakdown:
        return sea_drafts.net(campaign, area, self.there(campaign, area), force.power, units, away, said)

    def supposed(self, campaign: TheWar, area: str, units: tuple[str, ...], said: Sequence[str]) -> SeaBattle | None:
        """The battle in which these ships of the force that is asked look for them first, for a forecast."""
        force = self.sent(campaign)
        if force is None or area not in self.within(campaign, force):
            return None
        net = self.net(campaign, force, area, units, said).total
        return sea_drafts.supposed(campaign, self.there(campaign, area), force.power, units, net)

    # --- who decides

    def decision(self, campaign: TheWar) -> Decision | None:
        stages = {"sail": self._sails, "seek": self._seeks, "where": self._where, "fly": self._flies}
        asked = stages.get(self.stage)
        return asked(campaign) if asked is not None else None

    def _sails(self, campaign: TheWar) -> Decision | None:
        ways, chit = self.ways(campaign), self.may_evade(campaign)
        if len(ways) + chit < 2:
            return None
        answers = [f"germany raiders-sail {','.join(way)}" for way in ways]
        answers += [f"{line} evasion=yes" for line in answers] if chit else []
        base = titles.where(campaign, self.base)
        title = f"which way do the raiders of {base} sail?" if len(ways) > 1 else f"an Evasion chit for {base}?"
        notes = ("an Evasion chit adds 4 to every search for them (7.8.2)",) if chit else ()
        return Decision("germany", title, tuple(answers), answers[0], RULE, notes)

    def _seeks(self, campaign: TheWar) -> Decision | None:
        turn = self.turn(campaign)
        # Whether anybody is asked hangs on what all know; among what, on what the view knows of its Task Forces.
        if turn is None or not self.forces(campaign):
            return None
        forces = self.forces(campaign, raider_forces.under_markers(campaign))
        answers = (
            *(f"{turn.power} seek-raiders {force.port}" for force in forces),
            f"{turn.power} seek-raiders {NONE}",
        )
        title = "which force comes to the raiders' help?" if turn.helps else "which force looks for the raiders?"
        notes = (self._sought(campaign), *(raider_forces.said(campaign, force) for force in forces))
        return Decision(turn.power, title, answers, answers[-1], RULE, notes)

    def _sought(self, campaign: TheWar) -> str:
        at = ", ".join(sea_areas.name(area) for area in self.areas())
        return f"{titles.units(campaign, self.raiders)} from {titles.where(campaign, self.base)} by {at}"

    def _where(self, campaign: TheWar) -> Decision | None:
        if self.sent(campaign) is None:
            return None
        force = self.sent(campaign, raider_forces.under_markers(campaign))
        if force is None:
            return None
        answers, notes = [], []
        markers = task_forces.hidden(campaign, force.ships)
        alone = markers if force.size(campaign) > len(markers) else ()
        for area, away in self.within(campaign, force).items():
            net = self._net(campaign, force, area, force.ships, away)
            how = "on patrol there" if force.on_patrol else f"{away} from port"
            notes.append(f"{sea_areas.name(area)}, {how}: {net.total:+d} with all")
            answers += [f"{force.power} raider-search {area} {n}" for n in range(force.size(campaign), 0, -1)]
            answers += [f"{force.power} raider-search {area} 1 units={marker}" for marker in alone]
        known = stating.in_season(campaign) and influence.known(campaign, force.power)
        if known and influence.stock(campaign, force.power, influence.ESPIONAGE):
            notes.append("'facts=espionage' behind it plays an Espionage chit: -1 (7.8)")
        return Decision(force.power, "where, and with how many ships?", tuple(answers), answers[0], RULE, tuple(notes))

    def _flies(self, campaign: TheWar) -> Decision | None:
        turn = self.turn(campaign)
        flights = self.aircraft(campaign)
        if turn is None or not flights:
            return None
        line = f"{turn.power} raider-aircraft"
        answers = (*(f"{line} {flight}" for flight in flights), f"{line} {NONE}")
        title = "which aircraft come to the raiders' help?" if turn.helps else "which aircraft meet the raiders?"
        notes = (self._sought(campaign), f"others next to it by name: '{line} AREA units=2-tac,ftr'")
        return Decision(turn.power, title, answers, answers[-1], raider_aircraft.RULE, notes)

    # --- going on

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        if self.stage == "sail":
            ways = self.ways(tx.campaign)
            self.sails(tx, at, ways[0] if ways else (), evades=False)
        elif self.stage in ("seek", "fly"):
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
            evasion.play(tx, "germany")
        tx.set(f"{at}.stage", "seek", "raiders sail", RULE)

    def passed(self, tx: Transaction[TheWar], at: str) -> None:
        """The power at hand sends nobody more: the next that has somebody to send is asked; after the last the battle
        is fought, or none is."""
        now = evolve(self, asked=self.asked + 1)
        while now.turn(tx.campaign) is not None and not (now.forces(tx.campaign) or now.aircraft(tx.campaign)):
            now = evolve(now, asked=now.asked + 1)
        tx.set(f"{at}.asked", now.asked, WHY, RULE)
        turn = now.turn(tx.campaign)
        if turn is not None:
            tx.set(f"{at}.stage", "fly" if turn.aircraft else "seek", WHY, RULE)
            return
        tx.set(f"{at}.stage", "fought", WHY, RULE)
        if self.met:
            begin(tx, SeaFight.opened(tx.campaign, self.met), "raiders are met", RULE)

    def sends(self, tx: Transaction[TheWar], at: str, port: str) -> None:
        """The force of a port is to look for them: in which Sea Area is asked next."""
        tx.set(f"{at}.port", port, WHY, RULE)
        tx.set(f"{at}.stage", "where", WHY, RULE)

    def looks(self, tx: Transaction[TheWar], at: str, area: str, units: tuple[str, ...], said: Sequence[str]) -> None:
        """Ships of a force look for the raiders, or for those who have found them, in a Sea Area: their die follows."""
        campaign = tx.campaign
        force = self.sent(campaign)
        if force is None:
            return
        net, away = self.net(campaign, force, area, units, said), self.within(campaign, force)[area]
        self._announced(tx, area)
        battles.remember(tx, ship_ways.ships(campaign, units), self.deed, "7.8")
        tx.set(f"{at}.spent", (*self.spent, force.name), WHY, "7.8")
        tx.set(f"{at}.port", area, WHY, RULE)
        tx.set(f"{at}.stage", "looked", WHY, RULE)
        sea_drafts.play_chits(tx, force.power, said)
        begin(tx, SeaSearch.begun(tx.campaign, area, force.power, units, net, away, said), WHY, "7.8")

    @property
    def deed(self) -> str:
        """What ships remember of having looked for these raiders: once each (7.8)."""
        return f"seeks-raiders-{self.base}"

    def _announced(self, tx: Transaction[TheWar], area: str) -> None:
        if area not in tx.campaign.engagements:
            tx.create(f"engagements.{area}", self.engagement(area), WHY, RULE)

    def fly(self, tx: Transaction[TheWar], at: str, area: str, units: tuple[str, ...]) -> None:
        """Aircraft meet the raiders, or come to their help: without a die (7.8.3)."""
        power = self.seeker(tx.campaign)
        self._announced(tx, area)
        battles.remember(tx, units, sea_drafts.AIRCRAFT, "11.2.3")
        sea_drafts.join(tx, area, power, units, "7.8.3")
        tx.set(f"{at}.met", area, "raiders are found", "7.8.3")
        evolve(self, met=area).passed(tx, at)

    def _looked(self, tx: Transaction[TheWar], at: str) -> None:
        area = self.port
        engagement = tx.campaign.engagements[area]
        if engagement.defenders:
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
