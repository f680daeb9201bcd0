"""A mission at sea that may be met, as an order (7.0, 7.2, 11.7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Self

import attrs

from engine.kernel.forecast import Distribution
from engine.kernel.grammar import FLAG, NAME, NAMES, keyed, number, word
from engine.kernel.orders import Form, PowerOrder
from engine.kernel.procedures import begin
from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import battles, defenders, standing_aside, ways_out
from engine.thewar.countries import straits
from engine.thewar.sea import (
    courses,
    cutting,
    evasion,
    holds,
    mission_boxes,
    sea_distances,
    sea_drafts,
    sea_outcomes,
    sea_transport,
    ship_ways,
    task_force_orders,
    unescorted,
)
from engine.thewar.sea.sea_battle import SeaBattle
from engine.thewar.sea.sea_drafts import AIR, AIR_EFFORT, EVASION, FACTS, MISSION
from engine.thewar.sea.sea_forces import SHIPS
from engine.thewar.sea.sea_search import SeaSearch
from engine.thewar.supply import sea_lines
from engine.thewar.weather import winter_moves
from engine.thewar.world import (
    box_ways,
    deeds,
    guests,
    patrols,
    sea_areas,
    separate_allies,
    sides,
    supply,
    task_forces,
    titles,
    us_box,
    wars,
)
from engine.thewar.world.naming import UNITS
from engine.thewar.world.state import Engagement, TheWar

STEPS = ("operations.naval", "operations.interception", "stratmove.ground", "stratmove.naval")

SUPPLY = "supply"
"""The fact of a mission that runs supply, or escorts who does (12.7.2)."""


def at_sea(campaign: TheWar, where: str) -> Engagement | None:
    engagement = campaign.engagements.get(where)
    return engagement if engagement is not None and engagement.kind == battles.SEA else None


def to_find(campaign: TheWar, where: str) -> Engagement | None:
    """What may be looked for there: a mission that is announced, or the phasing side's patrol (7.4)."""
    return patrols.met(campaign, where) if where not in campaign.engagements else at_sea(campaign, where)


def unknown(campaign: TheWar, where: str) -> Refusal:
    known = ", ".join(
        (
            *(key for key, engagement in campaign.engagements.items() if engagement.kind == battles.SEA),
            *patrols.meetable(campaign),
        )
    )
    return Refusal("7.8", f"no mission at '{where}' is announced", f"There are: {known}." if known else "None is.")


@frozen
class Mission(PowerOrder[TheWar]):
    """Announce a mission at sea that the other side may meet: in what Sea Area, with which ships and aircraft, which of
    the Fleets carry units (7.0, 7.2). ``cargo``: which units; who is named first is aboard the first Fleet that carries
    (7.5, 7.7.1). ``against``: enemy ships that are there already, in port or on patrol: ships look for a patrol with a
    die, so many Sea Areas (``distance``) from their port (7.4); ``evasion`` plays a chit (7.8.2);
    ``espionage`` another on its search for a patrol; ``through``: the straits on its way (7.3).
    ``cuts``: the port whose supply line it cuts: aircraft next to it do so, ships look for it as for one naval unit
    (12.1.2). ``path``: its course, the Sea Areas in order, in which it may be met on its way (7.2, 7.8).
    ``port``: where it lands its cargo, which is recorded there then (7.5)."""

    verb: ClassVar[str] = "mission"
    title: ClassVar[str] = "mission at sea"
    rule: ClassVar[str] = "7.0"
    steps: ClassVar[tuple[str, ...]] = STEPS
    by_secrets: ClassVar[bool] = True

    where: str = word(NAME)
    units: tuple[str, ...] = keyed(UNITS, ())
    carrying: tuple[str, ...] = keyed(UNITS, (), "ships that carry")
    cargo: tuple[str, ...] = keyed(UNITS, ())
    against: tuple[str, ...] = keyed(UNITS, ())
    facts: tuple[str, ...] = keyed(NAMES, ())
    through: tuple[str, ...] = keyed(NAMES, (), "passing through")
    evasion: bool = keyed(FLAG, False, "evasion chit")
    distance: int = keyed(number(0, 9), 0)
    espionage: bool = keyed(FLAG, False, "Espionage chit")
    cuts: str = keyed(NAME, "", "cutting supply to")
    path: tuple[str, ...] = keyed(NAMES, (), "course")
    port: str = keyed(NAME, "", "port where it lands")

    def complete(self, campaign: TheWar) -> Self:
        """The order with units by their ids where their groups were named."""
        mine = sides.side(campaign, self.power)
        bound = sea_drafts.bound(campaign)
        units = battles.meant(campaign, self.units, mine, first=self.power, deed=MISSION, last=bound)
        cargo = battles.meant(campaign, self.cargo, mine, first=self.power, deed=holds.CARRIED)
        # Those that carry are among those that sail: the first that hold the cargo where nobody says which.
        carrying = holds.loaders(campaign, self.carrying, units) or self.carrying
        if cargo and not carrying:
            carrying = holds.carriers(campaign, cargo, units, invades=self.invades)
        return attrs.evolve(
            self,
            units=units,
            carrying=carrying,
            cargo=cargo,
            path=self.path or (unescorted.way(campaign, self.power, self.where) if self.unescorted else ()),
            against=battles.meant(
                campaign, self.against, battles.enemy(campaign, self.power), last=self._elsewhere(campaign)
            ),
        )

    def _elsewhere(self, campaign: TheWar) -> tuple[str, ...]:
        """The enemy ships that are less likely to be meant by their kind: those on patrol by a mission against a port,
        or where no patrol is; all but the patrol where one is."""
        there = patrols.there(campaign, self.where, battles.enemy(campaign, self.power))
        if there and "port" not in self.facts:
            return tuple(key for key in campaign.units if key not in there)
        return tuple(campaign.patrols)

    @property
    def unescorted(self) -> bool:
        """Whether the mission is a supply run without a ship or aircraft (12.7.2)."""
        return SUPPLY in self.facts and not self.units

    @property
    def invades(self) -> bool:
        """Whether the mission is an amphibious invasion (7.7)."""
        return holds.INVASION in self.facts

    def engagement(self, campaign: TheWar) -> Engagement:
        """The engagement that this mission announces."""
        # Who sails to a port says what holds there; of a run the Sea Area beside it says so.
        goal = self.path[-1] if self.unescorted and self.path else self.where
        kept = (*((EVASION,) if self.evasion else ()), *((unescorted.FACT,) if self.unescorted else ()))
        return Engagement(
            kind=battles.SEA,
            by=self.power,
            attackers=self.units,
            defenders=self.against,
            ships=self.carrying,
            cargo=self.cargo,
            facts=(*sea_areas.with_facts(goal, self.facts), *kept, *cutting.facts(self)),
            path=self.path,
            port=self.port if self.port in campaign.places else "",
            impulse=battles.impulse(campaign),
        )

    @property
    def chits(self) -> tuple[str, ...]:
        """What is said of its search for a patrol."""
        return (sea_drafts.SPIES,) if self.espionage else ()

    def hunts(self, campaign: TheWar) -> bool:
        """Whether its ships have to find a patrol, or a supply line, first (7.4, 12.1.2)."""
        wanted = self.cuts or sea_drafts.on_patrol(campaign, self.against)
        return bool(wanted and ship_ways.ships(campaign, self.units))

    def _unfound(self, campaign: TheWar) -> Engagement:
        """The engagement before its ships have found the patrol."""
        return attrs.evolve(self.engagement(campaign), attackers=())

    def net(self, campaign: TheWar) -> Breakdown:
        """The modifiers of the roll for a patrol."""
        engagement = self._unfound(campaign)
        return sea_drafts.net(campaign, self.where, engagement, self.power, self.units, self.distance, self.chits)

    def battle(self, campaign: TheWar) -> SeaBattle:
        """The battle against those who are there, nobody else coming; its own Task Forces as this view knows them."""
        mine = task_forces.known(campaign, self.units)
        if mine != self.units:
            return attrs.evolve(self, units=mine).battle(campaign)
        if not self.hunts(campaign):
            return sea_drafts.drafted(campaign, self.engagement(campaign))
        net = self.net(campaign).total
        return sea_drafts.supposed(campaign, self._unfound(campaign), self.power, self.units, net)

    def shape(self, campaign: TheWar) -> Iterable[Refusal]:
        yield from super().shape(campaign)
        yield from courses.unknown(self.path)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        wrong = [
            *battles.wrong_units(campaign, self.units, sides.side(campaign, self.power), "7.0"),
            *battles.wrong_units(campaign, self.cargo, sides.side(campaign, self.power), "7.5"),
            *battles.wrong_units(campaign, self.against, battles.enemy(campaign, self.power), "7.0"),
        ]
        if not self.units and not self.unescorted:
            hint = "Ships and aircraft, such as 2 Fleet, CV, NAC. Supply alone is run without any: facts=supply."
            wrong.append(Refusal("7.0", "nobody sails", hint))
        yield from wrong
        if wrong:
            return
        if (refusal := sides.must_be_phasing(campaign, self.power)) is not None:
            yield refusal
        yield from battles.of_others(campaign, self, self.units, self.rule)
        yield from self._box(campaign)
        if self.where not in campaign.places and (meant := sea_areas.misspelt(self.where)):
            yield Refusal("7.2", f"there is no Sea Area '{self.where}'", f"{sea_areas.name(meant)} is '{meant}'.")
        if self.where in campaign.engagements:
            yield Refusal(
                "7.0", f"a mission at {titles.where(campaign, self.where)} is announced already", "Name it anew."
            )
        yield from self._ships(campaign)
        yield from defenders.elsewhere(campaign, self.where, self.against, "7.0, 11.7")
        if self.unescorted:
            yield from unescorted.wrong(campaign, self)
        for activity in self._activities():
            yield from battles.activated(campaign, self.units, activity)
        yield from sea_drafts.under_pass(campaign, self.units, self.where)
        yield from standing_aside.uninvolved(campaign, self.units)
        yield from battles.at_war(campaign, self.units, self.against)
        yield from separate_allies.together(campaign, (*self.units, *self.cargo))
        if self.against or self.invades:
            yield from guests.out_of_associates(campaign, (*self.units, *self.cargo))
            yield from guests.at_peace(campaign, self.units, self.where)
        if self.against:
            yield from sea_drafts.outnumbered(campaign, self.engagement(campaign))
        if self.invades:
            yield from us_box.invading(campaign, (*self.units, *self.cargo))
        yield from self._said(campaign)
        yield from straits.unknown(self.through)
        yield from sea_drafts.barred(campaign, self.units, self.where, self.through)
        yield from sea_distances.far(campaign, self.units, self.where, invades=self.invades)
        yield from courses.wrong(campaign, self.units, self.where, self.path)
        yield from sea_transport.wrong(campaign, self)
        yield from sea_distances.strike_too_far(campaign, self.units, self.where)
        for owner in ship_ways.owners(campaign, self.units):
            yield from winter_moves.ice(campaign, owner, (self.where, *self.through))

    def _activities(self) -> Iterable[str]:
        """What its powers' efforts have to allow: to sail, and to attack whom they name, which no MLE and no Pass does
        (4.4, 4.5)."""
        yield "combat" if self.against else "movement"
        if self.invades:
            yield "invasion"

    def _box(self, campaign: TheWar) -> Iterable[Refusal]:
        """Boxes off the map are reached by strategic movement alone, but for two of the north (8.2.3, 8.8)."""
        box = campaign.places.get(sea_areas.area(self.where))
        if box is not None and box.kind == "box" and sea_areas.area(self.where) not in box_ways.NORTHERN:
            yield Refusal("8.2.3, 8.8", f"no mission goes to the {box.name}", "By strategic movement alone.")

    def _ships(self, campaign: TheWar) -> Iterable[Refusal]:
        kinds = {campaign.units[key].kind for key in self.units}
        if kinds - {*SHIPS, *AIR, task_forces.KIND}:
            yield Refusal(
                "7.0", "ships and aircraft sail on a mission", "carrying= names the Fleets with units aboard."
            )
        yield from battles.idle(campaign, self.units, MISSION, "has been on a mission", "7.0", span="player turn")
        if not self.invades and not campaign.progress.step.partition(".")[2].startswith("stratmove."):
            # By strategic movement they come out of it.
            yield from box_ways.stays(campaign, (*self.units, *self.cargo))
        yield from battles.dry(campaign, (*self.units, *self.cargo))
        yield from supply.supplied(campaign, self.units, supply.MISSION)
        yield from patrols.stays(campaign, self.units)
        yield from sea_drafts.docked(campaign, self.units)
        yield from sea_drafts.escorts(campaign, self.units, self.facts)
        if SUPPLY in self.facts:
            yield from sea_lines.too_many_escorts(campaign, self.units)
        worn = [key for key in self.carrying if key in self.units and campaign.units[key].depleted]
        if worn:
            yield Refusal(
                "7.10",
                f"{titles.units(campaign, worn)} carries nothing",
                f"Whole Fleets do. {ways_out.repaired(campaign, worn)}",
            )
        loaders = ("fleet", task_forces.KIND)
        others = [key for key in self.carrying if key not in self.units or campaign.units[key].kind not in loaders]
        if others:
            yield Refusal("7.5", "Fleets of the mission carry units", f"'{others[0]}' is none of them.")
        if markers := task_forces.hidden(campaign, self.carrying):
            hint = f"'task-force-off {markers[0]}' first."
            yield Refusal("7.12", f"{task_forces.name(markers[0])} carries nothing while it is hidden", hint)
        elif not others:
            yield from sea_lines.lifted(campaign, self.power, self.cargo, self.port or self.where)
            yield from holds.wrong(campaign, self.cargo, self.carrying, invades=self.invades)
        if set(self.against).difference(ship_ways.ships(campaign, self.against)):
            yield Refusal("7.9.6, 11.7", "ships are attacked", "Aircraft there intercept.")
        yield from self._patrol(campaign)
        if self.cuts:
            yield from cutting.wrong(campaign, self)
        yield from sea_drafts.no_strait(self.where, self.facts)
        if not sea_drafts.on_patrol(campaign, self.against):
            facts = self.engagement(campaign).facts
            rule = "11.7" if "port" in facts else "7.9.2, 11.2.1.1"
            yield from sea_drafts.fighters_alone(campaign, self.units, facts, (), rule)

    def _patrol(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why the mission cannot attack a patrol: one elsewhere, one together with ships in port, with FTR alone
        (7.4)."""
        out = sea_drafts.on_patrol(campaign, self.against)
        if not out:
            return
        area = sea_areas.area(self.where)
        if elsewhere := [key for key in out if campaign.patrols[key].area != area]:
            away = sea_areas.name(campaign.patrols[elsewhere[0]].area)
            yield Refusal("7.4", f"{titles.units(campaign, elsewhere)} is on patrol in {away}", "Named in its place.")
        if "port" in self.facts or set(ship_ways.ships(campaign, self.against)).difference(out):
            yield Refusal("7.4", "a patrol is at sea, not in port", "A mission for each.")
        if self.hunts(campaign):
            yield from sea_drafts.wrong_seekers(campaign, self.where, self.power, self.units, self.distance, self.chits)
            yield from sea_distances.too_near(campaign, self.units, self.where, self.distance)
        facts = self.engagement(campaign).facts
        yield from sea_drafts.fighters_alone(campaign, self.units, facts, (), "7.4")

    def _said(self, campaign: TheWar) -> Iterable[Refusal]:
        if sea_drafts.SPIES in self.facts:
            reason = "a chit for surprise holds for all strikes of the segment, and the enemy may cancel it"
            hint = f"'{self.power} play-chit espionage on=surprise' before or after this; espionage=yes seeks a patrol."
            yield Refusal("11.7.2, 16.1.7.2", reason, hint)
            return
        known = (*FACTS, AIR_EFFORT)
        if unknown := [name for name in self.facts if name not in known]:
            yield Refusal("7.8", f"'{unknown[0]}' is nothing to be said of a mission", f"One of {', '.join(known)}.")
        if len(set(self.facts)) < len(self.facts):
            yield Refusal("7.8", "a fact is named twice")
        if "port" in self.facts and not self.against:
            yield Refusal("11.7", "no ships are named in the port", "Ships there, such as 2 Fleet.")
        if AIR_EFFORT in self.facts and campaign.powers[self.power].effort not in ("sle", "rle"):
            yield Refusal("4.1, 4.2", "an air effort needs an SLE or an RLE")
        if self.espionage and not self.hunts(campaign):
            reason = "the mission looks for nobody: no chit modifies a search"
            yield Refusal("7.4, 7.8", reason, "espionage=yes goes with ships that attack a patrol.")
        if self.evasion:
            yield from evasion.refused(campaign, self.power)
            if ship_ways.evades(campaign, self.units):
                reason = "a chit hides these ships in this turn, on every mission of their port"
                yield Refusal("7.8.2, ruling 606", reason, "Without evasion=yes.")
            hint = "A mission for the ships of each port; the chit goes with one."
            yield from ship_ways.together(
                campaign, self.units, "7.8.2, ruling 606", hint, why=", and an Evasion chit hides one"
            )

    def effect(self, tx: Transaction[TheWar]) -> None:
        """Ships roll for a patrol that they attack."""
        hunts = self.hunts(tx.campaign)
        engagement = self._unfound(tx.campaign) if hunts else self.engagement(tx.campaign)
        net = self.net(tx.campaign) if hunts else Breakdown()
        tx.create(f"engagements.{self.where}", engagement, "mission", "7.0")
        battles.remember(tx, self.units, MISSION, "7.0")
        holds.embark(tx, self.cargo)
        if self.invades:
            holds.remember(tx, engagement)
        if SUPPLY in self.facts:
            sea_lines.runs(tx, self.power, self.where)
        if self.unescorted:
            deeds.keep(tx, unescorted.made(self.power, self.where), "without an escort", "12.7.2")
        if self.evasion:
            evasion.play(tx, self.power)
            ship_ways.hide(tx, self.power, self.units)
        if hunts:
            sea_drafts.play_chits(tx, self.power, self.chits)
            search = SeaSearch.begun(tx.campaign, self.where, self.power, self.units, net, self.distance, self.chits)
            begin(tx, search, "interception", "7.4")
        else:
            # Ships that are attacked, and those of a landing, are seen.
            task_force_orders.turn(tx, (*self.against, *(self.units if self.invades or self.against else ())))

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        """The odds against the units that are there, with nobody else joining, or on a supply line alone."""
        if any(True for _ in self.judge(campaign)) or not (self.against or self.cuts):
            return None
        if not self.against:
            size = sea_drafts.size(campaign, self._unfound(campaign), self.power)
            return cutting.odds(size, self.net(campaign).total) if self.hunts(campaign) else None
        return sea_outcomes.forecast(self.battle(campaign))

    def sentence(self, campaign: TheWar) -> str:
        if self.unescorted:
            way = unescorted.told(campaign, self.power, self.path)
            at = titles.where(campaign, self.where)
            return f"{wars.named(campaign, self.power)} runs supply to {at} without an escort{way}"
        said = (
            f"{wars.named(campaign, self.power)} on a mission at {titles.where(campaign, self.where)}: "
            f"{titles.units(campaign, self.units)}"
        )
        against = f", against {titles.units(campaign, self.against)}" if self.against else ""
        if against and self.hunts(campaign):
            against = f"{against} on patrol ({self.net(campaign).total:+d})"
        aboard = f", with {titles.units(campaign, self.cargo)} aboard" if self.cargo else ""
        aboard += f", bound for {titles.where(campaign, self.port)}" if self.port else ""
        against += f", cutting supply to {titles.where(campaign, self.cuts)}" if self.cuts else ""
        if self.cuts and self.hunts(campaign):
            against = f"{against} ({self.net(campaign).total:+d})"
        against += ", with an Espionage chit" if self.espionage else ""
        against += ", with an Evasion chit" if self.evasion else ""
        course = courses.told(campaign, self.power, self.units, self.path)
        if self.path:
            doubts = courses.unlooked(campaign, self.units, self.path)
        else:
            doubts = sea_distances.unlooked(campaign, self.units, self.where)
            course = courses.supposed_told(campaign, self.units, self.where)
            course += sea_distances.advice(campaign, self.units, self.where, invades=self.invades)
        flown = sea_distances.strike_told(campaign, self.units, self.where) if self.against else ""
        if self.hunts(campaign):
            doubts += sea_distances.near_told(campaign, self.units, self.where, self.distance)
        return f"{said}{aboard}{against}{flown}{course}{doubts}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        fields = mission_boxes.fields(campaign, power)
        pattern = f"{power} mission {{where}} {' '.join(f'{field.name}={{{field.name}}}' for field in fields[1:])}"
        return Form(cls.verb, "Mission at sea", pattern, fields, cls.rule, (mission_boxes.course(power),))
