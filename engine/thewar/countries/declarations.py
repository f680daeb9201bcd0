"""Declarations of war (6.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import frozen

from engine.kernel.changes import Change
from engine.kernel.grammar import FLAG, NAME, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.transaction import Transaction
from engine.thewar.countries import soviet_attempt
from engine.thewar.countries.war_begins import LEND_LEASE_STOPPED, SOVIETS_RELEASED, go_to_war, partner, targets_with
from engine.thewar.economy.spending import short, take
from engine.thewar.rolls.declarations import PRICES, payer
from engine.thewar.rolls.soviet_attempt import PRICE as ATTEMPT
from engine.thewar.world import calendar, entering, minors, wars
from engine.thewar.world.state import TheWar

__all__ = ("LEND_LEASE_STOPPED", "SOVIETS_RELEASED", "SOVIET_ATTACK", "go_to_war", "targets_with")

SOVIET_ATTACK = wars.SOVIET_ATTACK


def vichys(campaign: TheWar, holding: str) -> bool:
    """Whether this is a colony of Vichy France, which is attacked for the price of a minor country (18.7.2)."""
    colony = campaign.holdings.get(holding)
    return holding not in campaign.countries and colony is not None and colony.holder == entering.VICHY


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
        colony = vichys(campaign, self.on)
        if not (self.on in campaign.powers or self.on in campaign.countries or colony):
            yield Refusal(
                "6.4.1", f"there is no country '{self.on}' to declare war on", "A Major Power or a minor country."
            )
            return
        if colony:
            yield from self._on_a_colony(campaign)
        else:
            yield from self._at_war_already(campaign)
            yield from self._friends(campaign)
            yield from self._cautious(campaign)
            yield from self._protected(campaign)
            if self.on in campaign.countries:
                yield from minors.not_made(campaign, self.on)
        if not wars.standing(campaign, self.power):
            yield Refusal("6.4", f"{wars.named(campaign, self.power)} has surrendered")
        if self.on in campaign.countries and campaign.countries[self.on].status == "conquered":
            yield Refusal("6.4", f"{wars.named(campaign, self.on)} is conquered")
        if self.power == "us" and not campaign.powers["us"].entered:
            yield Refusal("22.3", "the United States declares war only by its entry", "Its roll, then the entry order.")
        price = self.cost(campaign).total
        if self._is_attempt(campaign):
            yield from soviet_attempt.refused(campaign)
            price += ATTEMPT
        if payer(self.power) in campaign.powers:
            yield from short(campaign, payer(self.power), price, "6.4.2", deficit=self.deficit)

    def _is_attempt(self, campaign: TheWar) -> bool:
        """Whether it is one of the Soviet attempts against Germany or an ally of Germany, which take a die (16.5)."""
        on = campaign.powers.get(self.on)
        return self.power == "ussr" and on is not None and on.side == "axis" and soviet_attempt.needed(campaign)

    def _at_war_already(self, campaign: TheWar) -> Iterable[Refusal]:
        """Whose declaration has begun this war: Britain's is France's, and the other way round (6.2.1)."""
        if wars.at_war(campaign, self.power, self.on):
            mine, target = wars.named(campaign, self.power), wars.named(campaign, self.on)
            twin = partner(campaign, self.power)
            hint = "One declaration of war does for Britain and France (6.4.2)." if twin else ""
            yield Refusal("6.4.1", f"{mine} is at war with {target} already", hint)

    def _friends(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why nobody declares war on its own alliance: its powers, or a Satellite of theirs (6.2.1, 16.3.4, ruling
        455)."""
        target, allied = wars.named(campaign, self.on), wars.allies(campaign, self.power)
        if self.on in allied:
            mine = wars.named(campaign, self.power)
            one_nation = self.on == partner(campaign, self.power)
            why = "are one nation in declarations of war" if one_nation else "fight on one side"
            yield Refusal(
                "6.2.1" if one_nation else "6.2", f"{mine} and {target} {why}", "Declare on an enemy of both."
            )
        land = campaign.countries.get(self.on)
        if land is not None and land.status == "satellite" and land.patron in (self.power, *allied):
            reason = f"{target} is a Satellite of {wars.named(campaign, land.patron)}"
            yield Refusal("16.3.4", f"{reason}, on the same side", "It fights beside its master.")

    def _cautious(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why the Soviet Union does not declare war on some countries yet (21.6)."""
        first = str(minors.row(self.on).get("soviets_from", ""))
        released = campaign.facts.get(SOVIETS_RELEASED) or wars.at_war(campaign, "germany", "turkey")
        if self.power == "ussr" and first and not released and calendar.now(campaign) < calendar.number(first):
            when = calendar.spoken(first)
            reason = f"no Soviet war on {wars.named(campaign, self.on)} before {when}"
            yield Refusal("21.6", reason, "Earlier only once Germany has declared war on Turkey.")

    def _on_a_colony(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why a colony of Vichy is not attacked for the price of a minor country (18.7.2)."""
        name = campaign.holdings[self.on].name
        if campaign.countries[entering.VICHY].patron in (self.power, *wars.allies(campaign, self.power)):
            yield Refusal("18.7.2", f"{name} is a friend's", "Vichy leans to this side.")
        if wars.at_war(campaign, self.power, entering.VICHY):
            yield Refusal("18.7.2", f"{wars.named(campaign, self.power)} is at war with Vichy France already")
        elif entering.attacked_colony(campaign, self.power, self.on):
            yield Refusal("18.7.2", f"{wars.named(campaign, self.power)} has attacked {name} already")

    def _protected(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why nobody attacks another Major Power's Associate or Satellite alone (16.3.3, 16.3.4, 16.5)."""
        land = campaign.countries.get(self.on)
        if land is None or land.status not in ("associate", "satellite") or land.patron not in campaign.powers:
            return
        master = wars.named(campaign, land.patron)
        if land.patron == self.power or wars.at_war(campaign, self.power, land.patron):
            return
        if wars.standing(campaign, land.patron):
            rule, status = ("16.3.3", "an Associate") if land.status == "associate" else ("16.3.4", "a Satellite")
            border = "; the lands of the Pact are taken without any (16.5)" if self.power == "ussr" else ""
            hint = f"It takes a declaration of war on {master}{border}."
            yield Refusal(rule, f"{land.name} is {status} of {master}", hint)

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs, borne by ``payer``."""
        major, minor = PRICES[self.power]
        prices = minors.row(self.on).get("prices", {})
        rule = f"6.4.2, {minors.rule(self.on)}" if self.power in prices else "6.4.2"
        price = major if self.on in campaign.powers else int(prices.get(self.power, minor))
        twin = partner(campaign, self.power)
        if twin and wars.at_war(campaign, twin, self.on):
            # Only where an older campaign has the one at war without the other.
            return Breakdown((Line(f"{wars.named(campaign, twin)}'s declaration does for both", 0, "6.2.1, 6.4.2"),))
        name = campaign.holdings[self.on].name if vichys(campaign, self.on) else wars.named(campaign, self.on)
        return Breakdown((Line(f"declaration of war on {name}", price, rule),))

    def effect(self, tx: Transaction[TheWar]) -> None:
        if self._is_attempt(tx.campaign):
            soviet_attempt.begun(tx, self.on, self.cost(tx.campaign).total)
            return
        take(tx, payer(self.power), self.cost(tx.campaign).total, "declaration of war", "6.4.2")
        if vichys(tx.campaign, self.on):
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
        if vichys(campaign, self.on):
            return f"{mine} attacks {campaign.holdings[self.on].name}, a colony of Vichy"
        if self._is_attempt(campaign):
            return f"{mine} tries to declare war on {wars.named(campaign, self.on)}"
        return f"{mine} declares war on {wars.named(campaign, self.on)}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        colonies = [key for key in campaign.holdings if vichys(campaign, key)]
        fields = (
            Field("power", "power", default=power, choices=tuple(campaign.powers)),
            Field("on", "on", "6.4.2", choices=(*campaign.powers, *campaign.countries, *colonies)),
        )
        return Form(cls.verb, "Declare war", "{power} declare {on}", fields, cls.rule)
