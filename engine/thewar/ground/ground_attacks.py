"""Attacks on a hex: announced in either impulse, or an Automatic Victory in movement (9.8, 10.0, 10.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Self

import attrs

from engine.kernel.forecast import Distribution, distribution
from engine.kernel.grammar import NAME, NAMES, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.air import air_fight, air_missions
from engine.thewar.air.air_sides import AirBattle
from engine.thewar.combat import (
    battles,
    circumstances,
    commandos,
    defenders,
    effort_reach,
    landing_bases,
    marching,
    standing_aside,
    station,
    ways_out,
)
from engine.thewar.combat import offered_counters as offers
from engine.thewar.countries import french_morale
from engine.thewar.economy import effort_markers
from engine.thewar.ground import (
    assaults,
    attack_boxes,
    defence,
    gibraltar,
    ground_battle,
    ground_losses,
    landings,
    leningrad,
    overruns,
    partisans,
    supported,
)
from engine.thewar.ground.ground_battle import Assault
from engine.thewar.ground.ground_fight import enemy_holder
from engine.thewar.sea import holds
from engine.thewar.world import (
    box_ways,
    distances,
    entering,
    guests,
    homebound,
    separate_allies,
    sides,
    supply,
    titles,
    traits,
    turncoats,
    wars,
)
from engine.thewar.world.naming import UNITS
from engine.thewar.world.state import Engagement, TheWar

ANNOUNCED = ("operations.attacks", "operations.second-combat")
MOVEMENT = ("operations.first-impulse", "operations.second-impulse")
ATTACK, SUPPORT = battles.ATTACK, battles.SUPPORT
UNSUPPLIED = "attackers-unsupplied"
"""The fact that the attackers are out of supply, which only the players know."""
ROLLED = "battles"
"""The deed recorded once a battle of the impulse has been rolled: none is announced after it (10.0)."""


@frozen
class OnTheGround(PowerOrder[TheWar]):
    """What attack and Automatic Victory have in common: who attacks whom, in what hex, with what support."""

    activity: ClassVar[str] = "combat"
    support: ClassVar[str] = SUPPORT
    fights: ClassVar[bool] = True

    where: str = word(NAME)
    units: tuple[str, ...] = keyed(UNITS, ())
    against: tuple[str, ...] = keyed(UNITS, ())
    terrain: tuple[str, ...] = keyed(NAMES, ())
    air: tuple[str, ...] = keyed(UNITS, ())
    ships: tuple[str, ...] = keyed(UNITS, ())
    siege: int = keyed(number(0, 9), 0)
    facts: tuple[str, ...] = keyed(NAMES, ())

    def complete(self, campaign: TheWar) -> Self:
        """The order with units by their ids where their groups were named; that they are all out of supply is said
        where they were named as that at a check (4.0, 12.6)."""
        mine, theirs = sides.side(campaign, self.power), battles.enemy(campaign, self.power)
        engaged = {key for engagement in campaign.engagements.values() for key in engagement.defenders}
        units = battles.meant(campaign, self.units, mine, first=self.power, deed=ATTACK)
        named = [supply.level(campaign, key) for key in units if key in campaign.units]
        out = bool(named) and all(one.level == supply.OUT and one.since for one in named)
        return attrs.evolve(
            self,
            units=units,
            facts=(*self.facts, UNSUPPLIED) if out and not self._unsupplied else self.facts,
            against=battles.meant(campaign, self.against, theirs, last=engaged, at=self.where),
            air=battles.meant(campaign, self.air, mine, first=self.power, deed=self.support),
            ships=battles.meant(campaign, self.ships, mine, first=self.power),
        )

    def engagement(self, campaign: TheWar) -> Engagement:
        """The engagement that this order announces."""
        return Engagement(
            kind=battles.GROUND,
            by=self.power,
            attackers=self.units,
            defenders=self.against,
            air=self.air,
            ships=self.ships,
            terrain=self.terrain,
            siege=self.siege,
            facts=self.facts,
            impulse=battles.impulse(campaign),
        )

    def assault(self, campaign: TheWar) -> Assault:
        """The attack on the ground that this order leads to."""
        return assaults.assault(campaign, self.where, self.engagement(campaign))

    def _activities(self, campaign: TheWar) -> Iterable[str]:
        """The activities that the efforts of its powers have to allow (4.0)."""
        yield self.activity
        engagement = self.engagement(campaign)
        if landings.lands(engagement):
            yield "invasion"
        if landings.DROP in engagement.facts:
            yield "airdrop"

    @property
    def _unsupplied(self) -> bool:
        return UNSUPPLIED in self.facts

    def _needing(self, own: tuple[str, ...], activity: str) -> tuple[str, ...]:
        """Which of its units need an effort for something: ground units out of supply attack next to them without one,
        but they neither drop nor land so, and aircraft that support them need one (4.0)."""
        return self.air if self._unsupplied and activity == partisans.COMBAT else (*own, *self.air)

    def _reached(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why the RLE or LLE of its powers activates nobody who comes to the hex (4.2, 4.3)."""
        for power, need in effort_reach.needs(campaign, self.where, self.engagement(campaign)).items():
            yield from effort_markers.too_far(campaign, power, (need,))

    def _named(self, campaign: TheWar) -> tuple[str, ...]:
        """All units of its own side that the order names."""
        engagement = self.engagement(campaign)
        return (*engagement.attackers, *engagement.wave, *engagement.air, *engagement.ships)

    def _unfit(self, campaign: TheWar) -> tuple[Refusal, ...]:
        """What is wrong with the units named, so that nothing can be worked out from them."""
        mine, theirs = sides.side(campaign, self.power), battles.enemy(campaign, self.power)
        wrong = (
            *battles.wrong_units(campaign, self._named(campaign), mine, "10.0"),
            *battles.wrong_units(campaign, self.against, theirs, "10.0"),
        )
        if not self.against and not wrong and not ground_battle.empty_city(self.assault(campaign)):
            hint = "Defenders, such as 2 INF 4-5; an empty city is for CDO and PARA alone."
            if landings.lands(self.engagement(campaign)):
                hint = "Defenders, such as 2 INF 4-5; a landing that nobody opposes is recorded with c (capture)."
            return (Refusal("10.6.8", "nobody is named in the hex", hint),)
        return wrong

    def _fit(self, campaign: TheWar) -> Iterable[Refusal]:
        """Every reason why the order is forbidden, except the odds."""
        engagement = self.engagement(campaign)
        own = (*engagement.attackers, *engagement.wave)
        if (refusal := sides.must_be_phasing(campaign, self.power)) is not None:
            yield refusal
        yield from battles.of_others(campaign, self, own, self.rule)
        yield from standing_aside.uninvolved(campaign, self._named(campaign))
        yield from separate_allies.supports(campaign, self.air, own)
        yield from separate_allies.together(campaign, self._named(campaign))
        yield from battles.at_war(campaign, self._named(campaign), self.against, self.where)
        yield from guests.out_of_associates(campaign, self._named(campaign))
        yield from guests.at_peace(campaign, self._named(campaign), self.where)
        if not self._unsupplied:
            yield from guests.supplied(campaign, own)
        yield from battles.off_the_map(campaign, self.where)
        yield from self._empty(campaign)
        if not landings.lands(engagement):
            yield from box_ways.stays(campaign, (*own, *self.air), self.where)
            dropped = commandos.drops(engagement.facts, (campaign.units[key].kind for key in own))
            walk = [key for key in own if campaign.units[key].kind != dropped]
            yield from marching.out_of_reach(campaign, walk, self.where)
            yield from marching.over_water(campaign, walk, self.where)
        yield from defenders.wrong(campaign, self.power, self.where, self.against)
        for activity in self._activities(campaign):
            yield from partisans.activated(campaign, self._needing(own, activity), activity, self.against)
        if not self._unsupplied:
            yield from self._reached(campaign)
        if engagement.impulse == battles.SECOND:
            yield from battles.activated(campaign, (*own, *self.air), battles.SECOND_IMPULSE)
        yield from battles.idle(campaign, own, ATTACK, "has attacked", "10.0")
        yield from landings.stranded(campaign, own)
        yield from landings.wrong(campaign, self.where, engagement)
        yield from commandos.too_far(campaign, self.where, engagement)
        yield from distances.air_refused(campaign, self.air, self.where, stages=True)
        yield from commandos.twice(campaign, engagement)
        yield from commandos.on_the_move(campaign, engagement)
        yield from turncoats.stays(campaign, own, self.where)
        yield from station.too_many(campaign, engagement.attackers)
        for owner in dict.fromkeys(campaign.units[key].power for key in engagement.attackers):
            yield from entering.british_in_france(campaign, owner, self.where)
        if landings.lands(engagement):
            back = [key for key in own if battles.busy(campaign, key, holds.TURNED_BACK)]
            if back:
                yield Refusal(
                    "7.7.1", f"the Fleets with {titles.units(campaign, back)} turned back to port", "Land the others."
                )
        yield from battles.idle(campaign, self.air, self.support, "has flown in support", "11.2.3")
        yield from battles.dry(campaign, (*self.air, *self.ships, *self._moving(campaign)))
        yield from self._comes_from_afar(campaign)
        yield from supply.supplied(campaign, (*self.air, *self.ships), supply.MISSION)
        engaged = {key for battle in campaign.engagements.values() for key in battle.defenders}
        if both := [key for key in self.against if key in engaged]:
            free = ways_out.freed(campaign, both, battles.impulse(campaign))
            hint = f"All attack it together.{f' {free}' if free else ''}"
            yield Refusal("10.1.2", f"{titles.units(campaign, both)} is attacked already", hint)
        if any(campaign.units[key].kind != "fleet" or campaign.units[key].depleted for key in self.ships):
            yield Refusal("7.7.3", "whole Fleets bombard the shore", "Leave the others out.")
        wrong = tuple(ground_battle.refusals(self.assault(campaign)))
        yield from wrong
        yield from (reason for reason in assaults.french_help(campaign, self.where, engagement) if reason not in wrong)
        yield from circumstances.wrong(campaign, self.where, self.engagement(campaign))
        owners = dict.fromkeys(campaign.units[key].power for key in self.units)
        yield from french_morale.not_for_paris(campaign, self.where, owners)
        by_sea = landings.lands(engagement)
        enters = by_sea or landings.DROP in engagement.facts
        yield from homebound.attacked(campaign, (campaign.units[key] for key in own), self.where, enters=enters)
        yield from gibraltar.attacked(campaign, self.where, self.units, by_sea=by_sea)
        yield from leningrad.not_stormed(campaign, self.where, owners, self.against, self.facts)
        yield from self._weather(campaign)

    def _moving(self, campaign: TheWar) -> tuple[str, ...]:
        """Those of its ground units that move to fight: all of an Automatic Victory and of the Second Impulse, whoever
        lands or drops. Others attack from where they stand, for which they need no oil (9.8, 10.2.5, 24.1)."""
        engagement = self.engagement(campaign)
        own = (*engagement.attackers, *engagement.wave)
        if self.steps == MOVEMENT or engagement.impulse == battles.SECOND or landings.lands(engagement):
            return own
        dropped = commandos.drops(engagement.facts, (campaign.units[key].kind for key in own))
        return tuple(key for key in own if campaign.units[key].kind == dropped)

    def _comes_from_afar(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why who is out of supply does not land nor drop: it attacks next to it alone (4.0, 12.6.1)."""
        engagement = self.engagement(campaign)
        if not landings.lands(engagement) and landings.DROP not in engagement.facts:
            return
        if self._unsupplied:
            yield Refusal("12.6.1", "who is out of supply neither lands nor drops", "It attacks next to it.")
        else:
            yield from supply.supplied(campaign, self._moving(campaign), supply.MOVE)

    def _empty(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why an empty city is none to be attacked: it is in no enemy's hands, or somebody is in it (10.6.8)."""
        place = campaign.places.get(self.where)
        if self.against or not self.units or place is None:
            return
        if not any(battles.fight(campaign, campaign.units[key].power, place.holder, self.where) for key in self.units):
            yield Refusal("10.6.8, 6.4", f"{place.name} is no enemy's", "It is entered without a battle, or in war.")
        theirs = battles.enemy(campaign, self.power)
        there = tuple(
            key
            for key, unit in campaign.units.items()
            if unit.place == self.where and traits.category(unit) == "ground"
            if sides.side(campaign, unit.power) == theirs
        )
        if there:
            said = titles.units(campaign, there)
            yield Refusal("10.6.8", f"{place.name} is not empty: {said}", "They are the defenders.")

    def _weather(self, campaign: TheWar) -> Iterable[Refusal]:
        second = battles.impulse(campaign) == battles.SECOND
        movement = self.steps == MOVEMENT
        yield from circumstances.closed(
            campaign, self.where, self.engagement(campaign), movement=movement, second=second
        )

    def _said(self, campaign: TheWar) -> str:
        at = titles.where(campaign, self.where)
        mine = titles.units(campaign, self.units) or "nobody"
        theirs = battles.opposed(campaign, self.against) or "nobody"
        air = f", with {titles.units(campaign, self.air)}" if self.air else ""
        flown = distances.air_told(campaign, self.air, self.where, stages=True)
        dropped = commandos.drop_told(campaign, self.where, self.engagement(campaign))
        water = marching.water_told(campaign, self.where)
        return f"{at}: {mine} against {theirs}{air}{flown}{dropped}{water}"


@frozen
class Attack(OnTheGround):
    """Announce an attack on a hex; all of an impulse are announced before the first is rolled (10.0). ``where`` is a
    place, a hex number, or any name; ``facts`` are ids of what holds (see ``ground_battle.FACTS``)."""

    verb: ClassVar[str] = "attack"
    title: ClassVar[str] = "announce an attack"
    rule: ClassVar[str] = "10.0"
    steps: ClassVar[tuple[str, ...]] = ANNOUNCED

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if wrong := self._unfit(campaign):
            yield from wrong
            return
        if self.where in campaign.engagements:
            yield Refusal(
                "10.1.2",
                f"an attack on {titles.where(campaign, self.where)} is announced already",
                "Call it off, or name it anew.",
            )
        if battles.busy(campaign, ROLLED, ATTACK):
            yield Refusal("10.0", "battles of this impulse are being rolled", "All attacks are announced before.")
        yield from self._fit(campaign)

    def effect(self, tx: Transaction[TheWar]) -> None:
        engagement = self.engagement(tx.campaign)
        tx.create(f"engagements.{self.where}", engagement, "announced", "10.0")
        battles.remember(tx, (*engagement.attackers, *engagement.wave), ATTACK, "10.0")
        effort_reach.remember(tx, self.where, engagement)
        landings.held_back(tx, engagement.wave)
        battles.remember(tx, self.air, SUPPORT, "11.2.3")
        landing_bases.flies(tx, self.air, self.where)

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        """The outcomes of the roll, before the other side answers."""
        if self._unfit(campaign):
            return None
        return expected(self.assault(campaign), air_fight.over(campaign, self.where, self.engagement(campaign)))

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} attacks {self._said(campaign)}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        return _form(cls, campaign, power)


def _form(cls: type[OnTheGround], campaign: TheWar, power: str) -> Form:
    own, enemies = fighters(campaign, power)
    air = battles.names(campaign, sides.side(campaign, power), first=power, category="air")
    offered = attack_boxes.Offered(power, ATTACK, cls.support, UNSUPPLIED)
    # What the campaign knows of the hex by itself, such as its city, needs no box: the last two are for the rest.
    fields = (
        Field("where", "where", cls.rule, offers.places(campaign, power), free=True, counters=offered.where),
        Field("against", "defenders", cls.rule, enemies, listed=True, counters=offered.against),
        Field("units", "attackers", cls.rule, own, listed=True, counters=offered.units),
        Field("air", "air support", "11.3", air, listed=True, counters=offered.air),
        Field("terrain", "the hex", "10.6", defence.TERRAIN, listed=True, counters=offered.terrain),
        Field("facts", "what else holds", "10.0", ground_battle.FACTS, listed=True, counters=offered.facts),
    )
    pattern = (
        f"{power} {cls.verb} {{where}} units={{units}} against={{against}} terrain={{terrain}} air={{air}} "
        "facts={facts}"
    )
    return Form(cls.verb, cls.title[0].upper() + cls.title[1:], pattern, fields, cls.rule)


def fighters(campaign: TheWar, power: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of the ground units of a power's side, and of enemies who are at war."""
    engaged = {power for war in campaign.wars.values() for power in war.names}
    enemies = battles.names(campaign, battles.enemy(campaign, power), category="ground")
    own = battles.names(campaign, sides.side(campaign, power), first=power, category="ground")
    return own, tuple(name for name in enemies if _at_war(name, engaged))


def _at_war(name: str, engaged: set[str]) -> bool:
    """Whether a group's name begins with one who is at war."""
    return any(name.startswith(f"{power}-") for power in engaged)


def expected(assault: Assault, over: AirBattle | None = None) -> Distribution[Any] | None:
    """What may come of an assault, with the air battle ``over`` it, each owner taking his default; None where it is
    none."""
    if any(refusal.rule != "10.0" for refusal in ground_battle.refusals(assault)):
        return None
    if over is not None:
        return supported.expected(assault, over)
    if assault.unescorted:
        return supported.shot_down(assault)
    odds = distribution(ground_battle.AssaultCore(), assault, assumed=(ground_losses.ASSUMED,))
    return odds.of(ground_losses.outcome)


@frozen
class Overrun(OnTheGround):
    """An Automatic Victory in movement: at 6-1 with an ARM of a First-Rate army the defenders are gone without a roll
    (9.8)."""

    verb: ClassVar[str] = "overrun"
    title: ClassVar[str] = "Automatic Victory"
    rule: ClassVar[str] = "9.8"
    steps: ClassVar[tuple[str, ...]] = MOVEMENT
    activity: ClassVar[str] = "automatic_victory"
    support: ClassVar[str] = overruns.AV_SUPPORT

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if wrong := self._unfit(campaign):
            yield from wrong
            return
        if self.where in campaign.engagements:
            yield Refusal("9.8", f"a battle at {self.where} is announced", "Name the hex anew.")
        if self._unsupplied:
            yield Refusal("9.8, 12.6.1", "units out of supply do not move, and this is movement", "They attack later.")
        else:
            yield from supply.supplied(campaign, self.units, supply.MOVE)
        if circumstances.CARPET in self.facts:
            yield Refusal("29.20", "carpet bombing shifts a die roll, and here none is made", "Leave it out.")
        # FTR meet who answers; of the mission itself they are no part (11.2.3).
        yield from air_missions.refusals("av-support", battles.force(campaign, self.air))
        yield from self._fit(campaign)
        yield from ground_battle.automatic(self.assault(campaign))

    def effect(self, tx: Transaction[TheWar]) -> None:
        """Aircraft of the other side may answer before it is carried out. Raises LookupError where no side moves:
        nobody could be asked, whatever the table agrees on."""
        if not sides.phasing(tx.campaign):
            raise LookupError("no side moves in this segment")
        effort_reach.remember(tx, self.where, self.engagement(tx.campaign))
        overruns.announced(tx, self.where, self.engagement(tx.campaign))

    def sentence(self, campaign: TheWar) -> str:
        # Outside its segment it is told too, as it is refused: then nobody is there to answer it.
        enemys = enemy_holder(campaign, self.where, self.power) and sides.non_phasing(campaign)
        at_once = enemys and not overruns.waits(campaign, self.where, self.engagement(campaign))
        taken = ", and takes it" if at_once else ""
        return f"{wars.named(campaign, self.power)} overruns {self._said(campaign)}{taken}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        return _form(cls, campaign, power)
