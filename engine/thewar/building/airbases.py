"""Airbases taken down and built again elsewhere: 5 NARFs in staging, SMPs in the Build Segment (11.1.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import FLAG, NAME, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.building import installations
from engine.thewar.economy import capacity, construction_limit, spending
from engine.thewar.economy.spending import short, under_pass
from engine.thewar.world import calendar, installed, wars
from engine.thewar.world.installed import AIRBASE
from engine.thewar.world.naming import INSTALLATION
from engine.thewar.world.state import TheWar

RULE = "11.1.2"


@frozen
class Rebuild(PowerOrder[TheWar]):
    """Dismantle an airbase and build it elsewhere: 5 NARFs in staging, 1 SMP in the Build Segment, 2 where it goes
    by sea. ``at``: a place or hex number, 'board' where nobody says which."""

    verb: ClassVar[str] = "rebuild"
    title: ClassVar[str] = "airbase elsewhere"
    rule: ClassVar[str] = RULE
    account: ClassVar[str] = "installations"
    steps: ClassVar[tuple[str, ...]] = (construction_limit.STEP, installations.STAGING)

    installation: str = word(INSTALLATION)
    at: str = keyed(NAME, installed.BOARD)
    sea: bool = keyed(FLAG, False)
    deficit: bool = keyed(FLAG, False, "deficit spending")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        own, line = installed.of(campaign, self.power, AIRBASE), installations.row(self.power, AIRBASE)
        if self.installation not in own or line is None:
            known = ", ".join(own) or "none"
            yield Refusal(RULE, f"'{self.installation}' is none of its airbases", f"There are: {known}.")
            return
        origin = campaign.installations[self.installation].place
        if self.at == origin and origin != installed.BOARD:
            yield Refusal(RULE, f"it stands{installations.at_words(campaign, origin)} already", "Another place or hex.")
            return
        yield from installations.wrong_place(campaign, line, self.at)
        if price := self.cost(campaign).total:
            yield from short(campaign, self.power, price, RULE, deficit=self.deficit)
            yield from under_pass(campaign, self.power, price, "installations", deficit=self.deficit)
        yield from capacity.lacking(campaign, self.smps(campaign))

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs, in staging alone."""
        line = installations.row(self.power, AIRBASE)
        if line is None or not installations.staging(campaign):
            return Breakdown()
        return Breakdown((Line("airbase moved in staging", line["staging"], RULE),))

    def smps(self, campaign: TheWar) -> capacity.Charges:
        """The SMPs that rebuilding takes, in the Build Segment alone: one, and one more for the Fleet where it goes by
        sea."""
        if installations.staging(campaign):
            return {}
        return {capacity.purse(self.power): capacity.HALVES * (2 if self.sea else 1)}

    def effect(self, tx: Transaction[TheWar]) -> None:
        if price := self.cost(tx.campaign).total:
            spending.pay(tx, self.power, price, "airbase moved", RULE)
        capacity.spend(tx, self.smps(tx.campaign), "airbase moved", RULE)
        at = f"installations.{self.installation}"
        tx.set(f"{at}.place", self.at, "built again", RULE)
        tx.set(f"{at}.since", calendar.turn(tx.campaign), "built again", RULE)

    def sentence(self, campaign: TheWar) -> str:
        base = campaign.installations.get(self.installation)
        origin = installations.at_words(campaign, base.place) if base else ""
        goal = installations.at_words(campaign, self.at) or " elsewhere"
        smps = sum(self.smps(campaign).values())
        paid = f": {capacity.said(smps)}" if smps else ""
        return f"{wars.named(campaign, self.power)} builds its airbase{origin} again{goal}{paid}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        own = installed.of(campaign, power, AIRBASE)
        if not own:
            return None
        places = (installed.BOARD, *installations.friendly(campaign, power))
        fields = [
            Field("installation", "which airbase", cls.rule, own, own[0]),
            Field("at", "where it goes", cls.rule, places, installed.BOARD),
        ]
        pattern = power + " rebuild {installation} at={at}"
        if not installations.staging(campaign):
            fields.append(Field("sea", "by sea: 2 SMPs", cls.rule, ("no", "yes"), "no"))
            pattern += " sea={sea}"
        return Form(cls.verb, "Airbase elsewhere", pattern, tuple(fields), cls.rule)
