"""Declarations of war (6.4): the order. What follows from one is told by ``consequences``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Self

import attrs

from engine.kernel.changes import Change
from engine.kernel.grammar import FLAG, NAME, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.countries import soviet_attempt
from engine.thewar.countries.war_begins import go_to_war, partner
from engine.thewar.countries.war_terms import is_vichys, terms
from engine.thewar.economy.spending import short, take
from engine.thewar.rolls import declarations
from engine.thewar.rolls.declarations import payer
from engine.thewar.rolls.soviet_attempt import PRICE as ATTEMPT
from engine.thewar.world import calendar, entering, minors, wars
from engine.thewar.world.state import TheWar

_BELGIUM, _LUXEMBOURG = "belgium", "luxembourg"


@frozen
class Declare(PowerOrder[TheWar]):
    """Declare war on a Major Power or a minor country (6.4)."""

    verb: ClassVar[str] = "declare"
    title: ClassVar[str] = "declare war"
    rule: ClassVar[str] = "6.4"
    account: ClassVar[str] = "wars"
    standing: ClassVar[bool] = True

    on: str = word(NAME)
    deficit: bool = keyed(FLAG, False, "deficit spending")

    def complete(self, campaign: TheWar) -> Self:
        """The order with Belgium for Luxembourg: they are one country for declarations of war (6.4.5)."""
        one = self.on == _LUXEMBOURG and _LUXEMBOURG not in campaign.countries and _BELGIUM in campaign.countries
        return attrs.evolve(self, on=_BELGIUM) if one else self

    def shape(self, campaign: TheWar) -> Iterable[Refusal]:
        yield from super().shape(campaign)
        if self.on == self.power:
            reason = f"{wars.named(campaign, self.power)} declares no war on itself"
            yield Refusal("6.4.1", reason, "A Major Power or a minor country.")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power not in campaign.powers:
            return
        if not campaign.progress.step.startswith("declarations."):
            yield Refusal("6.4.1", "wars are declared in the Declaration of War Segment", "Segment 4 of each turn.")
        colony = is_vichys(campaign, self.on)
        if not (self.on in campaign.powers or self.on in campaign.countries or colony):
            reason = f"there is no country '{self.on}' to declare war on"
            yield Refusal("6.4.1", reason, "A Major Power or a minor country.")
            return
        yield from self._never(campaign)
        war = terms(campaign, self.power, self.on)
        named = self._named(campaign)
        yield from declarations.refused(war, named)
        yield from self._on_a_colony(campaign) if colony else declarations.alone(war, named)
        price = self.cost(campaign).total
        if declarations.by_attempt(war):
            yield from soviet_attempt.refused(campaign)
            price += ATTEMPT
        if payer(self.power) in campaign.powers:
            yield from short(campaign, payer(self.power), price, "6.4.2", deficit=self.deficit)

    def _never(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why nobody is declared on, or declares, any more: he has surrendered, is conquered, or is not made yet."""
        if not wars.standing(campaign, self.power) and self.power != "france":
            reason = f"{wars.named(campaign, self.power)} has surrendered"
            yield Refusal("6.4", reason, "It declares no war any more.")
        if self.on != "france" and self.on in campaign.powers and not wars.standing(campaign, self.on):
            reason = f"{wars.named(campaign, self.on)} has surrendered"
            yield Refusal("6.4", reason, "Nobody declares war on it any more.")
        land = campaign.countries.get(self.on)
        if land is None:
            return
        yield from minors.not_made(campaign, self.on)
        if land.status == "conquered":
            master = wars.named(campaign, land.patron) if land.patron else "its conqueror"
            yield Refusal("6.4", f"{land.name} is conquered", f"War is declared on {master}, whose it is.")

    def _named(self, campaign: TheWar) -> declarations.Named:
        """What people call those whom it is about; a colony goes by its own name."""
        colony = campaign.holdings[self.on].name if is_vichys(campaign, self.on) else ""
        return lambda who: colony if who == declarations.COLONY else wars.named(campaign, who)

    def _on_a_colony(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why a colony of Vichy is not attacked for the price of a minor country (18.7.2)."""
        name, mine = campaign.holdings[self.on].name, wars.named(campaign, self.power)
        if campaign.countries[entering.VICHY].patron in (self.power, *wars.allies(campaign, self.power)):
            yield Refusal("18.7.2", f"{name} is a friend's", "Vichy leans to this side.")
        if wars.at_war(campaign, self.power, entering.VICHY):
            reason = f"{mine} is at war with Vichy France already"
            yield Refusal("18.7.2", reason, "Its colonies are entered without any declaration of their own.")
        elif entering.attacked_colony(campaign, self.power, self.on):
            reason = f"{mine} has attacked {name} already"
            yield Refusal("18.7.2", reason, "It is entered; every other colony takes its own declaration.")

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs, borne by ``payer``."""
        twin = partner(campaign, self.power)
        if twin and wars.at_war(campaign, twin, self.on):
            # Only where an older campaign has the one at war without the other.
            return Breakdown((Line(f"{wars.named(campaign, twin)}'s declaration does for both", 0, "6.2.1, 6.4.2"),))
        return declarations.own_price(terms(campaign, self.power, self.on), self._named(campaign))

    def effect(self, tx: Transaction[TheWar]) -> None:
        if declarations.by_attempt(terms(tx.campaign, self.power, self.on)):
            soviet_attempt.begun(tx, self.on, self.cost(tx.campaign).total)
            return
        take(tx, payer(self.power), self.cost(tx.campaign).total, "declaration of war", "6.4.2")
        if is_vichys(tx.campaign, self.on):
            for attacker in (self.power, partner(tx.campaign, self.power)):
                if attacker:
                    fact = entering.colony_fact(attacker, self.on)
                    tx.put(f"facts.{fact}", calendar.turn(tx.campaign), "attack on a colony of Vichy", "18.7.2")
            return
        go_to_war(tx, self.power, self.on)

    def files(self, change: Change) -> str:
        """The account of what is taken from those who fall with the declaration, apart from its price (23.17)."""
        if change.rule in ("14.5", "14.6.1"):
            return "captured" if int(change.now) > int(change.was) else "taken"
        return self.account

    def sentence(self, campaign: TheWar) -> str:
        mine = wars.named(campaign, self.power)
        if is_vichys(campaign, self.on):
            return f"{mine} attacks {campaign.holdings[self.on].name}, a colony of Vichy"
        if declarations.by_attempt(terms(campaign, self.power, self.on)):
            return f"{mine} tries to declare war on {wars.named(campaign, self.on)}"
        return f"{mine} declares war on {wars.named(campaign, self.on)}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        colonies = [key for key in campaign.holdings if is_vichys(campaign, key)]
        fields = (
            Field("power", "power", default=power, choices=tuple(campaign.powers)),
            Field("on", "on", "6.4.2", choices=(*campaign.powers, *campaign.countries, *colonies)),
        )
        return Form(cls.verb, "Declare war", "{power} declare {on}", fields, cls.rule)
