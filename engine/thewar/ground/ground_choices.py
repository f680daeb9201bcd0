"""What owners answer in a ground battle: who pays, who is Depleted, which result is taken, who holds, retreats and
advances (10.2.2 to 10.6.6)."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.kernel.answers import Answer
from engine.kernel.grammar import FLAG, number, word
from engine.kernel.procedures import Procedure, under_way
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import battles, defenders, driven_out
from engine.thewar.combat.combatants import fighting
from engine.thewar.ground.ground_fight import GroundFight, captured
from engine.thewar.world import titles, traits, wars
from engine.thewar.world.naming import UNIT, UNITS
from engine.thewar.world.state import TheWar


class GroundAnswer(Answer[TheWar, GroundFight]):
    """An answer to what a ground battle awaits."""

    to: ClassVar[tuple[type[Procedure[Any]], ...]] = (GroundFight,)
    unasked: ClassVar[str] = "no ground battle awaits this"
    when: ClassVar[str] = "It is asked while a battle is fought: 'fight' begins one that is announced."


def _defenders(campaign: TheWar, power: str) -> tuple[str, str]:
    """The owner of the defenders for whom a power answers, and the words for that (see battles.spoken_for)."""
    current = under_way(campaign, GroundFight)
    there = fighting(current[1].assault(campaign).defenders) if current is not None else ()
    return battles.spoken_for(campaign, power, (unit.name for unit in there))


@frozen
class Remove(GroundAnswer):
    """The units that pay for a result (10.2.2, 10.3.2)."""

    verb: ClassVar[str] = "remove"
    title: ClassVar[str] = "units lost in a battle"
    rule: ClassVar[str] = "10.3.2"
    stages: ClassVar[tuple[str, ...]] = ("attackers", "defenders")

    units: tuple[str, ...] = word(UNITS)

    def answer(self, tx: Transaction[TheWar], at: str, fight: GroundFight) -> None:
        fight.pay(tx, at, self.units)

    def sentence(self, campaign: TheWar) -> str:
        who, decides = battles.spoken_for(campaign, self.power, self.units)
        return f"{who} loses {titles.units(campaign, self.units)}{decides}"


@frozen
class Deplete(GroundAnswer):
    """The unit on which a Depletion falls (10.2.2, 10.3.4, 10.3.6)."""

    verb: ClassVar[str] = "deplete"
    title: ClassVar[str] = "unit Depleted in a battle"
    rule: ClassVar[str] = "10.2.2"
    stages: ClassVar[tuple[str, ...]] = ("depletions", "attrition")

    unit: str = word(UNIT)

    def answer(self, tx: Transaction[TheWar], at: str, fight: GroundFight) -> None:
        fight.pay(tx, at, (self.unit,))

    def sentence(self, campaign: TheWar) -> str:
        unit = campaign.units.get(self.unit)
        gone = unit is not None and traits.after_depletion(unit) != "depleted"
        units = titles.units(campaign, (self.unit,))
        who, decides = battles.spoken_for(campaign, self.power, (self.unit,))
        return f"{who}: {units} is {'eliminated' if gone else 'Depleted'}{decides}"


@frozen
class Retreated(GroundAnswer):
    """The defenders have retreated on the board; what was lost on the way is entered as losses (10.4)."""

    verb: ClassVar[str] = "retreated"
    title: ClassVar[str] = "retreat"
    rule: ClassVar[str] = "10.4"
    stages: ClassVar[tuple[str, ...]] = ("retreat",)

    def answer(self, tx: Transaction[TheWar], at: str, fight: GroundFight) -> None:
        attacker = fight.engagement(tx.campaign).by
        driven_out.leave(tx, defenders.recorded(tx.campaign, fight.where, attacker), "retreat", "10.4")
        tx.set(f"{at}.stage", fight.after_retreat(tx.campaign), "retreat", "10.4")

    def sentence(self, campaign: TheWar) -> str:
        who, decides = _defenders(campaign, self.power)
        return f"{who}'s defenders retreat{decides}"


@frozen
class Occupy(GroundAnswer):
    """Whether attackers advance into the hex; a place there is captured (10.5)."""

    verb: ClassVar[str] = "occupy"
    title: ClassVar[str] = "advance after combat"
    rule: ClassVar[str] = "10.5"
    stages: ClassVar[tuple[str, ...]] = ("advance",)

    goes: bool = word(FLAG)

    def answer(self, tx: Transaction[TheWar], at: str, fight: GroundFight) -> None:
        if self.goes:
            captured(tx, fight.where, self.power)
        else:
            tx.set(f"{at}.river", False, "they stay behind the river", "9.6.2")
        tx.set(f"{at}.stage", "end", "advance", "10.5")

    def sentence(self, campaign: TheWar) -> str:
        current = under_way(campaign, GroundFight)
        place = campaign.places.get(current[1].where) if current is not None else None
        who, name = wars.named(campaign, self.power), place.name if place is not None else "the hex"
        return f"{who} advances and takes {name}" if self.goes else f"{who} does not advance into {name}"


@frozen
class Accept(GroundAnswer):
    """The result that the attacker takes: the one rolled, or one so many rows lower on the table (10.2.2)."""

    verb: ClassVar[str] = "accept"
    title: ClassVar[str] = "result taken"
    rule: ClassVar[str] = "10.2.2"
    stages: ClassVar[tuple[str, ...]] = ("accept",)

    worse: int = word(number(0, 20))

    def answer(self, tx: Transaction[TheWar], at: str, fight: GroundFight) -> None:
        fight.take(tx, at, self.worse)

    def sentence(self, campaign: TheWar) -> str:
        current = under_way(campaign, GroundFight)
        results = dict(current[1].results(campaign)) if current is not None and current[1].face else {}
        result = results.get(self.worse, "the result")
        return f"{wars.named(campaign, self.power)} takes {result}{'' if self.worse else ', as rolled'}"


@frozen
class Hold(GroundAnswer):
    """Whether defenders stay in their fortress, at the price of one Depletion more, or retreat (10.6.6)."""

    verb: ClassVar[str] = "hold"
    title: ClassVar[str] = "stay in the fortress"
    rule: ClassVar[str] = "10.6.6"
    stages: ClassVar[tuple[str, ...]] = ("hold",)

    stays: bool = word(FLAG)

    def answer(self, tx: Transaction[TheWar], at: str, fight: GroundFight) -> None:
        if not self.stays:
            tx.set(f"{at}.depletions", fight.depletions - 1, "the fortress is left", "10.6.6")
            tx.set(f"{at}.retreat", True, "the fortress is left", "10.6.6")
        tx.set(f"{at}.stage", "defenders", "ground combat", "10.6.6")

    def sentence(self, campaign: TheWar) -> str:
        who, decides = _defenders(campaign, self.power)
        return f"{who}'s defenders {'stay in their fortress' if self.stays else 'leave their fortress'}{decides}"
