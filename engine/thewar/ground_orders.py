"""Orders of a ground battle: announce it, support it, send Reserves, call it off, fight it; Automatic Victory (9.8,
9.9, 10.0 to 10.2, 11.3, 11.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Self

import attrs
from attrs import frozen

from engine.kernel.forecast import Distribution, distribution
from engine.kernel.grammar import NAME, NAMES, NUMBER, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.procedures import begin
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.thewar import (
    air_fight,
    battles,
    conquest,
    defence,
    forces,
    ground_battle,
    ground_losses,
    sides,
    supported,
    traits,
    wars,
)
from engine.thewar.air_sides import AirBattle
from engine.thewar.ground_battle import Assault
from engine.thewar.ground_fight import GroundFight, advance_to, enemy_holder
from engine.thewar.state import Engagement, TheWar

ANNOUNCED = ("operations.attacks", "operations.second-combat")
ANSWERED = ("operations.attacks", "operations.reserves", "operations.combat", "operations.second-combat")
COMBAT = ("operations.combat", "operations.second-combat")
MOVEMENT = ("operations.first-impulse", "operations.second-impulse")
ATTACK, SUPPORT = "attack", "support"
COUNTER_AIR, INTERCEPTION = "counter-air", "interception"
ALONE = 3
"""From this rating on an army's units do not stack (9.6)."""
ROLLED = "battles"
"""Under this the missions keep that a battle of the impulse has been rolled: none is announced after it (10.0)."""


@frozen
class _OnTheGround(PowerOrder[TheWar]):
    """What attack and Automatic Victory have in common: who attacks whom, in what hex, with what support."""

    activity: ClassVar[str] = "combat"

    where: str = word(NAME)
    units: tuple[str, ...] = keyed(NAMES, ())
    against: tuple[str, ...] = keyed(NAMES, ())
    terrain: tuple[str, ...] = keyed(NAMES, ())
    air: tuple[str, ...] = keyed(NAMES, ())
    ships: tuple[str, ...] = keyed(NAMES, ())
    siege: int = keyed(NUMBER, 0)
    facts: tuple[str, ...] = keyed(NAMES, ())

    def complete(self, campaign: TheWar) -> Self:
        """See Order: units by their groups."""
        mine, theirs = sides.side(campaign, self.power), battles.enemy(campaign, self.power)
        return attrs.evolve(
            self,
            units=battles.meant(campaign, self.units, mine, first=self.power, deed=ATTACK),
            against=battles.meant(campaign, self.against, theirs),
            air=battles.meant(campaign, self.air, mine, first=self.power, deed=SUPPORT),
            ships=battles.meant(campaign, self.ships, mine, first=self.power),
        )

    def engagement(self, campaign: TheWar) -> Engagement:
        """It as it is announced."""
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
        """The attack that it comes to."""
        return battles.assault(campaign, self.where, self.engagement(campaign))

    def _activities(self) -> Iterable[str]:
        """What its powers' efforts have to allow (4.0); units out of supply attack next to them without one."""
        yield self.activity
        if "beach-assault" in self.terrain:
            yield "invasion"
        if "drop" in self.facts:
            yield "airdrop"

    def _unfit(self, campaign: TheWar) -> tuple[Refusal, ...]:
        """What is wrong with the units named: with these nothing can be reckoned."""
        mine, theirs = sides.side(campaign, self.power), battles.enemy(campaign, self.power)
        wrong = (
            *battles.wrong_units(campaign, (*self.units, *self.air, *self.ships), mine, "10.0"),
            *battles.wrong_units(campaign, self.against, theirs, "10.0"),
        )
        if not self.against and not wrong:
            return (Refusal("10.6.8", "nobody is named in the hex", "against=, such as against=inf-4-5."),)
        return wrong

    def _fit(self, campaign: TheWar) -> Iterable[Refusal]:
        """Everything that forbids it but the odds themselves."""
        if (refusal := sides.must_be_phasing(campaign, self.power)) is not None:
            yield refusal
        yield from battles.at_war(campaign, self.units, self.against)
        if "attackers-unsupplied" not in self.facts:
            for activity in self._activities():
                yield from battles.activated(campaign, (*self.units, *self.air), activity)
        yield from battles.idle(campaign, self.units, ATTACK, "has attacked", "10.0")
        yield from battles.idle(campaign, self.air, SUPPORT, "has flown in support", "11.2.3")
        engaged = {key for one in campaign.engagements.values() for key in one.defenders}
        if both := [key for key in self.against if key in engaged]:
            yield Refusal("10.1.2", f"{battles.spoken(campaign, both)} is attacked already", "All attack it together.")
        if any(campaign.units[key].kind != "fleet" or campaign.units[key].depleted for key in self.ships):
            yield Refusal("7.7.3", "whole Fleets bombard the shore", "Leave the others out.")
        yield from ground_battle.refusals(self.assault(campaign))

    def _said(self, campaign: TheWar) -> str:
        place = campaign.places.get(self.where)
        at = place.name if place is not None else self.where
        mine, theirs = battles.spoken(campaign, self.units), battles.spoken(campaign, self.against)
        air = f", with {battles.spoken(campaign, self.air)}" if self.air else ""
        return f"{at}: {mine} against {theirs}{air}"


@frozen
class Attack(_OnTheGround):
    """Announce an attack on a hex; all of an impulse are announced before the first is rolled (10.0). ``where`` is a
    place, a hex number, or any name; ``facts`` are ids of what holds (see ``ground_battle.FACTS``)."""

    verb: ClassVar[str] = "attack"
    title: ClassVar[str] = "announce an attack"
    rule: ClassVar[str] = "10.0"
    steps: ClassVar[tuple[str, ...]] = ANNOUNCED

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        """See Order."""
        if wrong := self._unfit(campaign):
            yield from wrong
            return
        if self.where in campaign.engagements:
            yield Refusal("10.1.2", f"an attack on {self.where} is announced already", "Call it off, or name it anew.")
        if battles.busy(campaign, ROLLED, ATTACK):
            yield Refusal("10.0", "battles of this impulse are being rolled", "All attacks are announced before.")
        yield from self._fit(campaign)

    def effect(self, tx: Transaction[TheWar]) -> None:
        """See Order."""
        tx.create(f"engagements.{self.where}", self.engagement(tx.campaign), "announced", "10.0")
        battles.remember(tx, self.units, ATTACK, "10.0")
        battles.remember(tx, self.air, SUPPORT, "11.2.3")

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        """See Order: the outcomes of the roll, before the other side answers."""
        if self._unfit(campaign):
            return None
        return expected(self.assault(campaign), air_fight.over(campaign, self.where, self.engagement(campaign)))

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        return f"{wars.named(campaign, self.power)} attacks {self._said(campaign)}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """See Order."""
        return _form(cls, campaign, power)


def _form(cls: type[_OnTheGround], campaign: TheWar, power: str) -> Form:
    mine = sides.side(campaign, power)
    engaged = {one for pair in campaign.wars for one in pair.split("+")}
    own = battles.names(campaign, mine, first=power, category="ground")
    air = battles.names(campaign, mine, first=power, category="air")
    enemies = battles.names(campaign, battles.enemy(campaign, power), category="ground")
    fields = (
        Field("where", "where", cls.rule),
        Field("units", "attackers", cls.rule, own, listed=True),
        Field("against", "defenders", cls.rule, tuple(one for one in enemies if _at_war(one, engaged)), listed=True),
        Field("terrain", "the hex", "10.6", defence.TERRAIN, listed=True),
        Field("air", "air support", "11.3", air, listed=True),
        Field("facts", "what else holds", "10.0", ground_battle.FACTS, listed=True),
    )
    pattern = (
        f"{power} {cls.verb} {{where}} units={{units}} against={{against}} terrain={{terrain}} air={{air}} "
        "facts={facts}"
    )
    return Form(cls.verb, cls.title[0].upper() + cls.title[1:], pattern, fields, cls.rule)


def _at_war(name: str, engaged: set[str]) -> bool:
    """Whether a group's name begins with one who is at war."""
    return any(name.startswith(f"{one}-") for one in engaged)


def expected(assault: Assault, over: AirBattle | None = None) -> Distribution[Any] | None:
    """What may come of an assault, with the air battle ``over`` it, each owner taking his default; None where it is
    none."""
    if any(refusal.rule != "10.0" for refusal in ground_battle.refusals(assault)):
        return None
    if over is not None:
        return supported.expected(assault, over)
    found = distribution(ground_battle.AssaultCore(), assault, assumed=(ground_losses.ASSUMED,))
    return found.of(ground_losses.outcome)


def _into(cls: type[Any], campaign: TheWar, power: str, names: tuple[str, ...]) -> Form | None:
    """The form of an order that brings units into a battle that is announced."""
    if not campaign.engagements or not names:
        return None
    fields = (
        Field("where", "which battle", cls.rule, tuple(campaign.engagements)),
        Field("units", "units", cls.rule, names, listed=True),
    )
    pattern = f"{power} {cls.verb} {{where}} {{units}}"
    return Form(cls.verb, cls.title[0].upper() + cls.title[1:], pattern, fields, cls.rule)


@frozen
class Support(PowerOrder[TheWar]):
    """Air units support a battle that is announced: its attackers' (11.3) or its defenders' (11.4). FTR go with them
    and fight in the air alone."""

    verb: ClassVar[str] = "support"
    title: ClassVar[str] = "air support"
    rule: ClassVar[str] = "11.3, 11.4"
    steps: ClassVar[tuple[str, ...]] = ANSWERED
    standing: ClassVar[bool] = True

    where: str = word(NAME)
    air: tuple[str, ...] = word(NAMES)

    def complete(self, campaign: TheWar) -> Self:
        """See Order."""
        side = sides.side(campaign, self.power)
        return attrs.evolve(self, air=battles.meant(campaign, self.air, side, first=self.power, deed=SUPPORT))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        """See Order."""
        found = campaign.engagements.get(self.where)
        if found is None or found.kind != battles.GROUND:
            yield _unannounced(campaign, self.where)
            return
        wrong = list(battles.wrong_units(campaign, self.air, sides.side(campaign, self.power), self.rule))
        yield from wrong
        if wrong:
            return
        if not all(traits.category(campaign.units[key]) == "air" for key in self.air):
            yield Refusal(self.rule, "air units support a battle", "FTR, TAC and MDM.")
        if any(campaign.units[key].kind == "nac" for key in self.air):
            yield Refusal("11.4.1", "NAC support no ground battle", "FTR, TAC and MDM do.")
        yield from battles.idle(campaign, self.air, SUPPORT, "has flown in support", "11.2.3")
        yield from battles.at_war(campaign, self.air, found.defenders if self._ours(campaign) else found.attackers)
        if self._ours(campaign):
            yield from battles.activated(campaign, self.air, "combat")

    def _ours(self, campaign: TheWar) -> bool:
        """Whether it supports the attackers."""
        found = campaign.engagements[self.where]
        return sides.side(campaign, found.by) == sides.side(campaign, self.power)

    def joined(self, campaign: TheWar) -> Engagement:
        """The battle with them in it."""
        found = campaign.engagements[self.where]
        if self._ours(campaign):
            return attrs.evolve(found, air=(*found.air, *self.air))
        return attrs.evolve(found, facing=(*found.facing, *self.air))

    def effect(self, tx: Transaction[TheWar]) -> None:
        """See Order."""
        after = self.joined(tx.campaign)
        tx.set(f"engagements.{self.where}.air", after.air, "air support", self.rule)
        tx.set(f"engagements.{self.where}.facing", after.facing, "air support", self.rule)
        battles.remember(tx, self.air, SUPPORT, "11.2.3")

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        return f"{wars.named(campaign, self.power)} supports {self.where} with {battles.spoken(campaign, self.air)}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """See Order."""
        air = battles.names(campaign, sides.side(campaign, power), first=power, category="air")
        return _into(cls, campaign, power, air)


def _unannounced(campaign: TheWar, where: str) -> Refusal:
    known = ", ".join(campaign.engagements)
    return Refusal("10.0", f"no battle at '{where}' is announced", f"There are: {known}." if known else "None is.")


@frozen
class Reinforce(PowerOrder[TheWar]):
    """Units under Reserve markers move into the hex that is attacked; they count at face value (9.9.3, 9.9.6)."""

    verb: ClassVar[str] = "reinforce"
    title: ClassVar[str] = "Reserves into the hex"
    rule: ClassVar[str] = "9.9.3"
    steps: ClassVar[tuple[str, ...]] = ANSWERED
    standing: ClassVar[bool] = True

    where: str = word(NAME)
    units: tuple[str, ...] = word(NAMES)

    def complete(self, campaign: TheWar) -> Self:
        """See Order."""
        side = sides.side(campaign, self.power)
        return attrs.evolve(self, units=battles.meant(campaign, self.units, side, first=self.power, reserve=True))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        """See Order."""
        found = campaign.engagements.get(self.where)
        if found is None:
            yield _unannounced(campaign, self.where)
            return
        wrong = list(battles.wrong_units(campaign, self.units, sides.side(campaign, self.power), self.rule))
        yield from wrong
        if wrong:
            return
        if sides.side(campaign, found.by) == sides.side(campaign, self.power):
            yield Refusal("9.9.6", "Reserves come to the defenders", "The attackers' stay where they are.")
        for key in self.units:
            unit = campaign.units[key]
            if not unit.reserve:
                yield Refusal(
                    "9.9.3", f"{battles.label(unit)} is under no Reserve marker", "Placed in the Build Segment."
                )
            elif (refusal := traits.may_reserve(campaign, unit)) is not None:
                yield refusal
        if again := [key for key in self.units if any(key in one.reserves for one in campaign.engagements.values())]:
            yield Refusal("9.9.3", f"{battles.spoken(campaign, again)} is committed already")
        if any(campaign.powers[owner].army >= ALONE for owner in self._owners(campaign)):
            yield Refusal("9.9.6, 9.6", "units of a Third-Rate army do not stack", "It may stand next to the hex.")

    def _owners(self, campaign: TheWar) -> tuple[str, ...]:
        owners = dict.fromkeys(campaign.units[key].power for key in self.units)
        return tuple(owner for owner in owners if owner in campaign.powers)

    def joined(self, campaign: TheWar) -> Engagement:
        """The battle with them in it."""
        found = campaign.engagements[self.where]
        return attrs.evolve(found, defenders=(*found.defenders, *self.units), reserves=(*found.reserves, *self.units))

    def effect(self, tx: Transaction[TheWar]) -> None:
        """See Order."""
        after = self.joined(tx.campaign)
        tx.set(f"engagements.{self.where}.defenders", after.defenders, "Reserves", "9.9.3")
        tx.set(f"engagements.{self.where}.reserves", after.reserves, "Reserves", "9.9.6")

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        return f"{wars.named(campaign, self.power)} commits {battles.spoken(campaign, self.units)} at {self.where}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """See Order."""
        units = battles.names(campaign, sides.side(campaign, power), first=power, reserve=True)
        return _into(cls, campaign, power, units) if units else None


@frozen
class CallOff(PowerOrder[TheWar]):
    """An attack that was announced is called off again, as long as no battle of the impulse is rolled (10.0); a
    counter-air mission before it is flown."""

    verb: ClassVar[str] = "call-off"
    title: ClassVar[str] = "call off an attack"
    rule: ClassVar[str] = "10.0"
    steps: ClassVar[tuple[str, ...]] = (*ANNOUNCED, battles.COUNTER_AIR_STEP)

    where: str = word(NAME)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        """See Order."""
        found = campaign.engagements.get(self.where)
        if found is None:
            yield _unannounced(campaign, self.where)
        elif found.kind == battles.GROUND and battles.busy(campaign, ROLLED, ATTACK):
            yield Refusal("10.0", "battles of this impulse are being rolled", "What is announced is fought.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        """See Order."""
        found = tx.campaign.engagements[self.where]
        battles.forget(tx, found.attackers, COUNTER_AIR if found.kind == battles.AIR else ATTACK, "10.0")
        battles.forget(
            tx, (*found.air, *found.facing), INTERCEPTION if found.kind == battles.AIR else SUPPORT, "11.2.3"
        )
        tx.remove(f"engagements.{self.where}", "called off", "10.0")

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        return f"The attack on {self.where} is called off"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[CallOff]:
        """See Order."""
        yield from (cls(power, where) for where, one in campaign.engagements.items() if one.by == power)


@frozen
class Fight(PowerOrder[TheWar]):
    """A battle that is announced is fought; in any order, each to its end before the next (10.2.2)."""

    verb: ClassVar[str] = "fight"
    title: ClassVar[str] = "fight a battle"
    rule: ClassVar[str] = "10.2.2"
    steps: ClassVar[tuple[str, ...]] = (*COMBAT, battles.COUNTER_AIR_STEP)

    where: str = word(NAME)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        """See Order."""
        found = campaign.engagements.get(self.where)
        if found is None:
            yield _unannounced(campaign, self.where)
        elif sides.side(campaign, found.by) != sides.side(campaign, self.power):
            yield Refusal("10.2.2", "the phasing side chooses which battle comes next")
        elif found.kind == battles.AIR and not battles.counter_air(campaign):
            yield Refusal("11.5.1", "counter-air missions come before all others", "It can be called off.")

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        """See Order: with all support and Reserves as they stand."""
        found = campaign.engagements.get(self.where)
        if found is None or found.kind == battles.AIR:
            return None if found is None else air_fight.expected(campaign, self.where)
        return expected(battles.assault(campaign, self.where, found), air_fight.over(campaign, self.where, found))

    def effect(self, tx: Transaction[TheWar]) -> None:
        """See Order."""
        if tx.campaign.engagements[self.where].kind == battles.GROUND:
            battles.remember(tx, (ROLLED,), ATTACK, "10.0")
            begin(tx, GroundFight("roll", self.where), "battle", "10.2.2")
        # What supports a battle on the ground has to come through first (11.3.1).
        if air_fight.meets(tx.campaign, self.where):
            begin(tx, air_fight.begun(tx.campaign, self.where), "air battle", "11.3.1, 11.5.1")

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        found = campaign.engagements.get(self.where)
        if found is None:
            return f"The battle at {self.where} is fought"
        mine, theirs = battles.spoken(campaign, found.attackers), battles.spoken(campaign, found.defenders)
        return f"The battle at {self.where} is fought: {mine} against {theirs}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Fight]:
        """See Order."""
        yield from (cls(power, where) for where, one in campaign.engagements.items() if one.by == power)


@frozen
class Overrun(_OnTheGround):
    """An Automatic Victory in movement: at 6-1 with an ARM of a First-Rate army the defenders are gone without a roll
    (9.8)."""

    verb: ClassVar[str] = "overrun"
    title: ClassVar[str] = "Automatic Victory"
    rule: ClassVar[str] = "9.8"
    steps: ClassVar[tuple[str, ...]] = MOVEMENT
    activity: ClassVar[str] = "automatic_victory"

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        """See Order."""
        if wrong := self._unfit(campaign):
            yield from wrong
            return
        yield from self._fit(campaign)
        yield from ground_battle.automatic(self.assault(campaign))

    def effect(self, tx: Transaction[TheWar]) -> None:
        """See Order."""
        supplied = "defenders-unsupplied" not in self.facts
        for key in self.against:
            forces.eliminate(tx, key, "Automatic Victory", "9.8", oos=not supplied)
        # They may go on, and attack after it; air units support one Automatic Victory in an impulse (9.8).
        battles.remember(tx, self.air, SUPPORT, "9.8")
        if advance_to(tx.campaign, self.where, self.power):
            conquest.Capture(self.where, self.power).effect(tx)

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        taken = ", and takes it" if enemy_holder(campaign, self.where, self.power) else ""
        return f"{wars.named(campaign, self.power)} overruns {self._said(campaign)}{taken}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """See Order."""
        return _form(cls, campaign, power)
