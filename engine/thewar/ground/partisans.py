"""Partisans in combat: under which effort they are attacked and attack, and how they slip away before the roll (4.1,
4.4, 4.5, 25.3, 25.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Self

import attrs

from engine.kernel.counters import Counter
from engine.kernel.grammar import NAME, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import battles, circumstances, offered_counters
from engine.thewar.economy import logistics
from engine.thewar.world import sides, titles, traits, wars
from engine.thewar.world.naming import UNITS
from engine.thewar.world.partisan_homes import HOMES
from engine.thewar.world.state import Engagement, TheWar

KIND, RULE = "partisan", "25.3"
COMBAT, OPERATION = "combat", "partisan_attack"
"""The activities that an effort has to allow for an attack, and for one in which partisans are attacked (4.1, 4.4,
4.5)."""
MOST_HEXES = 2
_STEPS = ("operations.attacks", "operations.reserves", "operations.combat", "operations.second-combat")


def of(campaign: TheWar, keys: Iterable[str]) -> tuple[str, ...]:
    """The given units that are partisans."""
    return tuple(key for key in keys if key in campaign.units and campaign.units[key].kind == KIND)


def activated(campaign: TheWar, keys: Iterable[str], activity: str, against: Iterable[str]) -> Iterable[Refusal]:
    """Why the efforts of the owners do not let their units attack these, or do something else (4.0). The Axis attacks
    no partisans under an SLE; under an MLE or a Pass nobody else is attacked, and only partisans attack others."""
    named, theirs = tuple(keys), tuple(against)
    if activity != COMBAT:
        yield from battles.activated(campaign, named, activity)
        return
    hunted, closed = of(campaign, theirs), tuple(battles.activated(campaign, named, OPERATION))
    if hunted:
        yield from closed
    if len(hunted) < len(theirs):
        own = [key for key in named if key in campaign.units and traits.category(campaign.units[key]) == "ground"]
        risen = bool(own) and len(of(campaign, own)) == len(own)
        if not risen or closed:
            yield from battles.activated(campaign, named, COMBAT)


def on_the_board(campaign: TheWar) -> bool:
    """Whether any partisans are on the board."""
    return any(unit.kind == KIND for unit in campaign.units.values())


def told(campaign: TheWar) -> Iterable[str]:
    """What the efforts of the side that moves mean for attacks on partisans, and by them."""
    if not on_the_board(campaign):
        return
    for power in [power for power in campaign.powers if sides.side(campaign, power) == sides.phasing(campaign)]:
        kind = campaign.powers[power].effort
        if not kind or not wars.standing(campaign, power):
            continue
        if (closed := logistics.may(campaign, power, OPERATION)) is not None:
            yield f"{wars.named(campaign, power)} attacks no partisans: {logistics.name(kind)} ({closed.rule})."
        elif logistics.may(campaign, power, COMBAT) is not None:
            yield f"{wars.named(campaign, power)}, {logistics.name(kind)}: partisan operations alone (4.4, 4.5)."


def slips(campaign: TheWar, where: str, engagement: Engagement) -> Refusal | None:
    """Why the partisans of a battle may not retreat before it: only an SLE of the occupying power lets them (25.3)."""
    hunters = dict.fromkeys(circumstances.payer(campaign, campaign.units[key].power) for key in engagement.attackers)
    if any(campaign.powers[power].effort == "sle" for power in hunters if power):
        return None
    return Refusal(RULE, "the occupying power has chosen no SLE", "Only before its attacks partisans retreat.")


@frozen
class PartisansRetreat(PowerOrder[TheWar]):
    """Partisans that are attacked under an SLE retreat one or two hexes before the roll, through ZOCs if they like, in
    their own country (25.3). ``to``: the place they come to, where the campaign knows it; the hexes are the board's."""

    verb: ClassVar[str] = "partisans-retreat"
    title: ClassVar[str] = "partisans slip away"
    rule: ClassVar[str] = RULE
    steps: ClassVar[tuple[str, ...]] = _STEPS
    standing: ClassVar[bool] = True

    where: str = word(NAME)
    units: tuple[str, ...] = keyed(UNITS, ())
    hexes: int = keyed(number(1, 9), 1)
    to: str = keyed(NAME, "")

    def complete(self, campaign: TheWar) -> Self:
        """The order with units by their ids; all partisans of the battle where none is named."""
        engagement = campaign.engagements.get(self.where)
        side = sides.side(campaign, self.power)
        if not self.units and engagement is not None:
            ours = of(campaign, engagement.defenders)
            return attrs.evolve(
                self, units=tuple(key for key in ours if sides.side(campaign, campaign.units[key].power) == side)
            )
        others = [key for key in campaign.units if engagement is None or key not in engagement.defenders]
        return attrs.evolve(self, units=battles.meant(campaign, self.units, side, first=self.power, last=others))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        engagement = campaign.engagements.get(self.where)
        if engagement is None or engagement.kind != battles.GROUND:
            yield Refusal(RULE, f"no attack on '{self.where}' is announced", "They retreat before an attack.")
            return
        if any(getattr(battle, "where", "") == self.where for battle in campaign.pending.values()):
            yield Refusal(RULE, "the battle is being fought", "They retreat before its first die.")
            return
        wrong = list(battles.wrong_units(campaign, self.units, sides.side(campaign, self.power), RULE))
        yield from wrong
        if wrong:
            return
        if not self.units or set(self.units) - set(of(campaign, engagement.defenders)):
            yield Refusal(RULE, "only partisans that are attacked there retreat", "Others await the roll.")
            return
        if (refusal := slips(campaign, self.where, engagement)) is not None:
            yield refusal
        if not 1 <= self.hexes <= MOST_HEXES:
            yield Refusal(RULE, f"{self.hexes} hexes", f"One or {MOST_HEXES}.")
        yield from self._abroad(campaign)

    def _abroad(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why partisans do not retreat to the place named: it is not in their country."""
        place = campaign.places.get(self.to)
        if self.to and place is None and not self.to.isdigit():
            yield Refusal(RULE, f"there is no place '{self.to}'", "A place, or a hex number.")
        for key in self.units if place is not None else ():
            home = campaign.units[key].tag
            lands = HOMES[home].lands if home in HOMES else (home,)
            if home and place is not None and place.country not in lands:
                yield Refusal(RULE, f"{place.name} is not in their country", "They stay in it, or are eliminated.")
                return

    def effect(self, tx: Transaction[TheWar]) -> None:
        """The partisans leave the battle; where no defender is left the attack is over."""
        engagement = tx.campaign.engagements[self.where]
        left = tuple(key for key in engagement.defenders if key not in self.units)
        if left:
            tx.set(f"engagements.{self.where}.defenders", left, "partisans slip away", RULE)
        else:
            tx.remove(f"engagements.{self.where}", "partisans slip away", RULE)
        for key in self.units:
            # Where they go the board shows, unless it was said.
            goal = self.to if self.to in tx.campaign.places else "board"
            if tx.campaign.units[key].place != goal:
                tx.set(f"units.{key}.place", goal, "partisans slip away", RULE)

    def sentence(self, campaign: TheWar) -> str:
        at, goal = titles.where(campaign, self.where), titles.where(campaign, self.to) if self.to else ""
        hexes = "a hex" if self.hexes == 1 else f"{self.hexes} hexes"
        way = f"{hexes} to {goal}" if goal else hexes
        return f"{titles.units(campaign, self.units)} at {at} slip away {way}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """The form for all powers of the side that is attacked."""
        side = sides.side(campaign, power)
        where = tuple(
            at
            for at, engagement in campaign.engagements.items()
            if any(
                sides.side(campaign, campaign.units[key].power) == side for key in of(campaign, engagement.defenders)
            )
        )
        if not where:
            return None
        fields = (
            Field("where", "from which battle", RULE, where, where[0]),
            Field("hexes", "hexes, in their own country", RULE, ("1", "2"), "1"),
        )
        more = (
            Field("units", "which of them", RULE, listed=True, counters=_Attacked(power).units),
            Field("to", "to which place", RULE),
        )
        pattern = power + " partisans-retreat {where} hexes={hexes}"
        return Form(cls.verb, "Partisans slip away", pattern, fields, RULE, more, closed=True)


@frozen
class _Attacked:
    """The partisans of a power's side that are attacked in the battle of the form's first box."""

    power: str

    def units(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        engagement = campaign.engagements.get(given.get("where", ""))
        attacked = of(campaign, engagement.defenders) if engagement is not None else ()
        call = offered_counters.Call(fit=lambda key, unit: "" if key in attacked else offered_counters.NEVER)
        return offered_counters.own(campaign, self.power, call)
