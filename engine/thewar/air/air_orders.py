"""Orders of an air battle: announce a counter-air mission, intercept it, and what both sides decide in its course (4.1,
4.2, 11.5.1, 11.8.2, 11.9, 11.11.5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Self

import attrs

from engine.kernel.answers import Answer
from engine.kernel.forecast import Distribution
from engine.kernel.grammar import FLAG, NAME, NAMES, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.procedures import Procedure, under_way
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.air import air_battle, air_engagements, air_fight, air_sides
from engine.thewar.air.air_battle import Toll
from engine.thewar.air.air_boxes import InTheAir
from engine.thewar.air.air_fight import DEFENDER, EFFORT, GO_ON, HIT, RISE, STAY, AirFight
from engine.thewar.air.air_sides import AIR, COUNTER_AIR, ROUNDS, Plan
from engine.thewar.combat import battles, defenders, efforts, invaded_alone, standing_aside
from engine.thewar.combat import offered_counters as offers
from engine.thewar.world import basing, distances, guests, separate_allies, sides, supply, titles, wars
from engine.thewar.world.naming import UNIT, UNITS
from engine.thewar.world.state import Engagement, TheWar, Unit

INTERCEPTION = "interception"
EFFORTS = {"none": "none", "rae": "regional", "sae": "sustained"}
"""Air efforts as a player names them, and as the air table knows them."""


@frozen
class CounterAir(PowerOrder[TheWar]):
    """Announce a counter-air mission on the aircraft of a hex, before all other missions of the turn (11.5). ``flak``:
    Flak units there; ``facts``: ids of what holds (air_engagements.FACTS), what the campaign does not know itself."""

    verb: ClassVar[str] = "counter-air"
    title: ClassVar[str] = "counter-air mission"
    rule: ClassVar[str] = "11.5"
    steps: ClassVar[tuple[str, ...]] = (battles.COUNTER_AIR_STEP,)

    where: str = word(NAME)
    units: tuple[str, ...] = keyed(UNITS, ())
    against: tuple[str, ...] = keyed(UNITS, ())
    flak: int = keyed(number(0, 9), 0)
    facts: tuple[str, ...] = keyed(NAMES, ())

    def complete(self, campaign: TheWar) -> Self:
        """The order with units by their ids where their groups were named."""
        mine, theirs = sides.side(campaign, self.power), battles.enemy(campaign, self.power)
        return attrs.evolve(
            self,
            units=battles.meant(campaign, self.units, mine, first=self.power, deed=COUNTER_AIR),
            against=battles.meant(campaign, self.against, theirs, at=self.where),
        )

    def engagement(self) -> Engagement:
        """The engagement that this mission announces."""
        facts = air_engagements.with_flak(self.facts, self.flak)
        return Engagement(
            kind=battles.AIR, by=self.power, attackers=self.units, defenders=self.against, facts=facts, impulse=1
        )

    def _unfit(self, campaign: TheWar) -> tuple[Refusal, ...]:
        """What is wrong with the units named, so that nothing can be worked out from them."""
        return (
            *battles.wrong_units(campaign, self.units, sides.side(campaign, self.power), "11.5"),
            *battles.wrong_units(campaign, self.against, battles.enemy(campaign, self.power), "11.5"),
        )

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if wrong := self._unfit(campaign):
            yield from wrong
            return
        if (refusal := sides.must_be_phasing(campaign, self.power)) is not None:
            yield refusal
        if self.where in campaign.engagements:
            yield Refusal(
                "11.5.1",
                f"a mission against {titles.where(campaign, self.where)} is announced already",
                "It is against a hex.",
            )
        if not 0 <= self.flak <= air_engagements.MOST_FLAK:
            yield Refusal("11.12.2", f"{self.flak} Flak units", f"From 0 to {air_engagements.MOST_FLAK}.")
        yield from battles.off_the_map(campaign, self.where)
        yield from air_engagements.unknown(self.facts)
        yield from air_engagements.wrong(campaign, self.engagement())
        yield from battles.of_others(campaign, self, self.units, self.rule)
        yield from standing_aside.uninvolved(campaign, self.units)
        yield from separate_allies.together(campaign, self.units)
        yield from battles.at_war(campaign, self.units, self.against, self.where)
        yield from guests.out_of_associates(campaign, self.units)
        yield from guests.at_peace(campaign, self.units, self.where)
        yield from battles.activated(campaign, self.units, "combat")
        yield from battles.idle(campaign, self.units, COUNTER_AIR, "has flown against airbases", "11.2.3")
        yield from battles.dry(campaign, self.units)
        yield from supply.supplied(campaign, self.units, supply.MISSION)
        attacked = {key for engagement in campaign.engagements.values() for key in engagement.defenders}
        if both := [key for key in self.against if key in attacked]:
            yield Refusal("11.5.1", f"{titles.units(campaign, both)} is attacked already", "In one hex only.")
        yield from defenders.elsewhere(campaign, self.where, self.against, "11.5.1")
        yield from distances.air_refused(campaign, self.units, self.where, stages=True)
        yield from basing.excess(campaign, self.where, self._on_the_ground(campaign), self.facts)
        yield from air_sides.refusals(air_engagements.battle(campaign, self.where, self.engagement()))

    def _on_the_ground(self, campaign: TheWar) -> tuple[Unit, ...]:
        """The units that are attacked on their bases; NAC in a port are aboard their CV and not among them."""
        units = (campaign.units[key] for key in self.against)
        return tuple(unit for unit in units if unit.kind != "nac" or "port" not in self.facts)

    def effect(self, tx: Transaction[TheWar]) -> None:
        tx.create(f"engagements.{self.where}", self.engagement(), "announced", "11.5")
        battles.remember(tx, self.units, COUNTER_AIR, "11.2.3")

    def forecast(self, campaign: TheWar) -> Distribution[Toll] | None:
        """The odds if the other side comes up, nobody intercepts, and both sides fight to the last round."""
        if self._unfit(campaign):
            return None
        battle = air_engagements.battle(campaign, self.where, self.engagement())
        return None if any(True for _ in air_sides.refusals(battle)) else air_battle.forecast(battle)

    def sentence(self, campaign: TheWar) -> str:
        mine, theirs = titles.units(campaign, self.units), titles.units(campaign, self.against)
        at = titles.where(campaign, self.where)
        far = distances.air_told(campaign, self.units, self.where, stages=True)
        return f"{wars.named(campaign, self.power)} flies against {at}: {mine} against {theirs}{far}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        mine, theirs = sides.side(campaign, power), battles.enemy(campaign, power)
        attackers = battles.names(campaign, mine, first=power, category="air")
        targets = battles.names(campaign, theirs, category="air")
        if not attackers or not targets:
            return None
        offered = InTheAir(power, INTERCEPTION)
        fields = (
            Field("where", "where", cls.rule, offers.places(campaign, power), free=True, counters=offered.where),
            Field("against", "aircraft in the hex", cls.rule, targets, listed=True, counters=offered.against),
            Field("units", "attackers", cls.rule, attackers, listed=True, counters=offered.units),
            Field("flak", "Flak in the hex", "11.12.2", default="0"),
        )
        pattern = f"{power} {cls.verb} {{where}} units={{units}} against={{against}} flak={{flak}}"
        return Form(cls.verb, cls.title.capitalize(), pattern, fields, cls.rule)


@frozen
class Intercept(PowerOrder[TheWar]):
    """Air units join a counter-air mission that is announced: the other side's from elsewhere intercept it, more of the
    phasing side's fly with it (11.5.1, 11.8.2)."""

    verb: ClassVar[str] = "intercept"
    title: ClassVar[str] = "interception in the air"
    rule: ClassVar[str] = "11.5.1, 11.8.2"
    steps: ClassVar[tuple[str, ...]] = (battles.COUNTER_AIR_STEP,)
    standing: ClassVar[bool] = True

    where: str = word(NAME)
    air: tuple[str, ...] = word(UNITS)

    def complete(self, campaign: TheWar) -> Self:
        """The order with units by their ids; of like units, those that are not in the battle already."""
        side, engagement = sides.side(campaign, self.power), campaign.engagements.get(self.where)
        there = (*engagement.attackers, *engagement.defenders, *engagement.facing) if engagement is not None else ()
        deed = self._deed(campaign)
        return attrs.evolve(self, air=battles.meant(campaign, self.air, side, first=self.power, deed=deed, last=there))

    def _deed(self, campaign: TheWar) -> str:
        """The type of mission that this counts as for its units: one of each type in an impulse (11.2.3)."""
        return COUNTER_AIR if sides.phasing(campaign) == sides.side(campaign, self.power) else INTERCEPTION

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        engagement = campaign.engagements.get(self.where)
        if engagement is None or engagement.kind != battles.AIR:
            known = ", ".join(
                where for where, announced in campaign.engagements.items() if announced.kind == battles.AIR
            )
            hint = f"There are: {known}." if known else "Over a battle on the ground: 'support'."
            if engagement is not None and engagement.kind == battles.SEA:
                hint = f"A mission at sea is met with '{self.power} intercept-at-sea {self.where}'."
            yield Refusal("11.5.1", f"no counter-air mission against '{self.where}' is announced", hint)
            return
        if (fought := under_way(campaign, AirFight)) is not None and fought[1].where == self.where:
            yield Refusal("11.5.1", "it is being fought already", "Who takes part is settled before the first round.")
        wrong = list(battles.wrong_units(campaign, self.air, sides.side(campaign, self.power), self.rule))
        yield from wrong
        if wrong:
            return
        yield from battles.of_others(campaign, self, self.air, self.rule)
        deed = self._deed(campaign)
        said = "has flown against airbases" if deed == COUNTER_AIR else "has intercepted such a mission"
        yield from battles.idle(campaign, self.air, deed, said, "11.2.3")
        yield from battles.dry(campaign, self.air)
        yield from supply.supplied(campaign, self.air, supply.MISSION)
        if again := [key for key in self.air if key in engagement.defenders]:
            yield Refusal("11.5.1", f"{titles.units(campaign, again)} is in the hex itself", "It rises from there.")
        if deed == COUNTER_AIR:
            yield from battles.activated(campaign, self.air, "combat")
        else:
            yield from invaded_alone.refused(campaign, self.where, self.air, engagement.defenders)
        yield from standing_aside.uninvolved(campaign, self.air)
        met = self._met(campaign)
        yield from distances.air_refused(campaign, self.air, self.where, stages=deed == COUNTER_AIR, meets=met)
        beside = engagement.attackers if deed == COUNTER_AIR else (*engagement.defenders, *engagement.facing)
        yield from separate_allies.together(campaign, (*self.air, *beside))
        against = engagement.defenders if deed == COUNTER_AIR else engagement.attackers
        yield from battles.at_war(campaign, self.air, against, self.where)
        joined = air_engagements.battle(campaign, self.where, self.joined(campaign))
        yield from air_sides.refusals(joined)

    def _met(self, campaign: TheWar) -> int:
        """How far from the hex the mission may be met by who intercepts it: 0 for its own side (11.8.1)."""
        engagement = campaign.engagements.get(self.where)
        if engagement is None or self._deed(campaign) == COUNTER_AIR:
            return 0
        return distances.mission_range(campaign, engagement.attackers)

    def joined(self, campaign: TheWar) -> Engagement:
        """The engagement with these aircraft in it. Raises KeyError where none is announced."""
        engagement = campaign.engagements[self.where]
        if self._deed(campaign) == COUNTER_AIR:
            return attrs.evolve(engagement, attackers=(*engagement.attackers, *self.air))
        return attrs.evolve(engagement, facing=(*engagement.facing, *self.air))

    def effect(self, tx: Transaction[TheWar]) -> None:
        joined = self.joined(tx.campaign)
        deed = self._deed(tx.campaign)
        part = "attackers" if deed == COUNTER_AIR else "facing"
        tx.set(f"engagements.{self.where}.{part}", getattr(joined, part), "in the air", self.rule)
        battles.remember(tx, self.air, deed, "11.2.3")

    def sentence(self, campaign: TheWar) -> str:
        who, aircraft = wars.named(campaign, self.power), titles.units(campaign, self.air)
        at = titles.where(campaign, self.where)
        own = self._deed(campaign) == COUNTER_AIR
        far = distances.air_told(campaign, self.air, self.where, stages=own, meets=self._met(campaign))
        if own:
            return f"{who} sends {aircraft} with the mission against {at}{far}"
        return f"{who} intercepts at {at} with {aircraft}{far}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """The form for all powers of the side that does not move."""
        where = tuple(name for name, engagement in campaign.engagements.items() if engagement.kind == battles.AIR)
        side = sides.non_phasing(campaign)
        able = battles.names(campaign, side, category="air")
        powers = tuple(who for who in campaign.powers if sides.side(campaign, who) == side)
        if not where or not able or not powers:
            return None
        offered = InTheAir(power, INTERCEPTION)
        fields = (
            Field("by", "who intercepts", cls.rule, powers, powers[0]),
            Field("where", "which mission", cls.rule, where, where[0]),
            Field("air", "from elsewhere", cls.rule, able, listed=True, counters=offered.joining),
        )
        return Form(cls.verb, "Interception in the air", f"{{by}} {cls.verb} {{where}} {{air}}", fields, cls.rule)


# --- answers


class _Answer(Answer[TheWar, AirFight]):
    """An answer to what an air battle awaits."""

    to: ClassVar[tuple[type[Procedure[Any]], ...]] = (AirFight,)
    unasked: ClassVar[str] = "no air battle awaits this"
    when: ClassVar[str] = "It is asked while aircraft meet: 'counter-air', or 'fight' where both sides fly."


@frozen
class AirEffort(_Answer):
    """An air effort for one battle, declared before its first roll; it multiplies the results of the first round for
    both sides (4.1, 4.2, rulings 36 and 37)."""

    verb: ClassVar[str] = "air-effort"
    title: ClassVar[str] = "air effort"
    rule: ClassVar[str] = "4.1, 4.2"
    stages: ClassVar[tuple[str, ...]] = (EFFORT,)

    effort: str = word(NAME)

    def wrong(self, campaign: TheWar, fight: AirFight) -> Iterable[Refusal]:
        if self.effort != "none":
            yield from efforts.declare_air_effort(campaign, self.power, self.effort)

    def after(self, campaign: TheWar, fight: AirFight) -> AirFight:
        return attrs.evolve(fight, effort=EFFORTS[self.effort]).opened(campaign, 1)

    def expected(self, campaign: TheWar, fight: AirFight) -> Distribution[Any] | None:
        return attrs.evolve(fight, effort=EFFORTS[self.effort]).remaining(campaign, Plan())

    def sentence(self, campaign: TheWar) -> str:
        name = efforts.AIR_EFFORTS[self.effort][0] if self.effort in efforts.AIR_EFFORTS else "no air effort"
        return f"{wars.named(campaign, self.power)} declares {'a ' if self.effort != 'none' else ''}{name}"


@frozen
class Rise(_Answer):
    """Whether the aircraft in the hex come up in this round, all of them or ``units`` alone, or stay on the ground
    (11.5.1). Interceptors from elsewhere fight the first round; once the others stay down they leave."""

    verb: ClassVar[str] = "rise"
    title: ClassVar[str] = "come up or stay down"
    rule: ClassVar[str] = "11.5.1"
    stages: ClassVar[tuple[str, ...]] = (RISE,)

    up: bool = word(FLAG)
    units: tuple[str, ...] = keyed(UNITS, ())

    def wrong(self, campaign: TheWar, fight: AirFight) -> Iterable[Refusal]:
        for key in self.units:
            if key not in fight.up:
                yield Refusal("11.5.1", f"'{key}' cannot come up", f"Able: {', '.join(fight.up)}.")
        if self.units and not self.up:
            yield Refusal("11.5.1", "units are named that stay down", "All stay down, or some come up.")

    def _rising(self, campaign: TheWar, fight: AirFight) -> tuple[str, ...]:
        """The units that fight in the air in this round."""
        based = fight.battle(campaign).based
        chosen = () if not self.up else self.units or fight.up
        guests = [key for key in fight.up if key not in based] if fight.number == 1 or self.up else []
        return tuple(key for key in fight.up if key in chosen or key in guests)

    def answer(self, tx: Transaction[TheWar], at: str, fight: AirFight) -> None:
        rising = self._rising(tx.campaign, fight)
        if not rising and fight.engagement(tx.campaign).facing:
            tx.set(f"engagements.{fight.where}.facing", (), "they fly home", "11.9")
        after = attrs.evolve(fight, up=rising, stage=AIR) if rising else fight.below(tx.campaign)
        tx.put(at, after, self.title, self.rule)

    def expected(self, campaign: TheWar, fight: AirFight) -> Distribution[Any] | None:
        rising = self._rising(campaign, fight)
        based = fight.battle(campaign).based
        below = tuple(key for key in based if rising and key in fight.up and key not in rising)
        battle = attrs.evolve(
            fight.battle(campaign, Plan(defender=ROUNDS if rising else fight.number - 1)), below=below
        )
        core = air_battle.AirBattleCore(battle)
        return core.forecast(core.opened(fight.number)).of(core.toll)

    def sentence(self, campaign: TheWar) -> str:
        current = under_way(campaign, AirFight)
        there = self.units or (current[1].up if current is not None else ())
        who, decides = battles.spoken_for(campaign, self.power, there)
        if not self.up:
            return f"{who}'s aircraft stay on the ground{decides}"
        some = f": {titles.units(campaign, self.units)}" if self.units else ""
        return f"{who}'s aircraft come up{some}{decides}"


@frozen
class FlyOn(_Answer):
    """Whether a side fights another round in the air or breaks off and flies home (11.9)."""

    verb: ClassVar[str] = "fly-on"
    title: ClassVar[str] = "another round or break off"
    rule: ClassVar[str] = "11.9"
    stages: ClassVar[tuple[str, ...]] = (GO_ON, STAY)

    goes: bool = word(FLAG)

    def after(self, campaign: TheWar, fight: AirFight) -> AirFight:
        counter = fight.battle(campaign).kind == COUNTER_AIR
        if not self.goes:
            return fight.ended(campaign, DEFENDER if fight.stage == STAY else air_fight.ATTACKER)
        if fight.stage == GO_ON and not counter:
            return attrs.evolve(fight, stage=STAY)
        return fight.opened(campaign, fight.number + 1)

    def expected(self, campaign: TheWar, fight: AirFight) -> Distribution[Any] | None:
        ends = ROUNDS if self.goes else fight.number
        plan = Plan(defender=ends) if fight.stage == STAY else Plan(attacker=ends)
        return attrs.evolve(fight, number=fight.number + 1).remaining(campaign, plan)

    def sentence(self, campaign: TheWar) -> str:
        who = wars.named(campaign, self.power)
        return f"{who} fights on in the air" if self.goes else f"{who} breaks off the air battle"


@frozen
class Takes(_Answer):
    """The unit that takes a result, of those among whom its owner chooses (11.11.5, rulings 38 and 45)."""

    verb: ClassVar[str] = "takes"
    title: ClassVar[str] = "who takes a result in the air"
    rule: ClassVar[str] = "11.11.5"
    stages: ClassVar[tuple[str, ...]] = (HIT,)

    unit: str = word(UNIT)

    def wrong(self, campaign: TheWar, fight: AirFight) -> Iterable[Refusal]:
        if self.unit not in fight.open_to(campaign):
            named = ", ".join(fight.choices(campaign))
            yield Refusal("11.11.5", f"'{self.unit}' does not take it", f"The best-rated do: {named}.")

    def answer(self, tx: Transaction[TheWar], at: str, fight: AirFight) -> None:
        fight.strike(tx, at, self.unit)

    def sentence(self, campaign: TheWar) -> str:
        current = under_way(campaign, AirFight)
        fate = "Depleted" if current is None or current[1].effect == "depleted" else "eliminated"
        who, decides = battles.spoken_for(campaign, self.power, (self.unit,))
        return f"{who}: {titles.units(campaign, (self.unit,))} is {fate}{decides}"


ORDERS = (CounterAir, Intercept, AirEffort, Rise, FlyOn, Takes)
"""Every order of an air battle."""
