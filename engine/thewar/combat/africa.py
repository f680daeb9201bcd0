"""Who stands in North Africa without a recorded place: said once by his owner, so that the limits of 12.2.5 count him
(ruling 407)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Self

import attrs

from engine.kernel.grammar import NAME, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import compared_often
from engine.thewar.combat import battles
from engine.thewar.combat import offered_counters as offers
from engine.thewar.world import caps, entering, homebound, minors, sides, titles, traits, wars
from engine.thewar.world.naming import UNITS
from engine.thewar.world.state import TheWar

ELSEWHERE = "elsewhere"
WHERE = (*caps.LANDS, ELSEWHERE)
ARMS = ("ground", "air")


@compared_often
class Africa(PowerOrder[TheWar]):
    """Units stand somewhere in Libya or Egypt, as the board shows; ``elsewhere``: they have left. It moves nobody; who
    is recorded in a place of North Africa counts there without it."""

    verb: ClassVar[str] = "africa"
    title: ClassVar[str] = "units in North Africa"
    rule: ClassVar[str] = caps.RULE
    standing: ClassVar[bool] = True

    where: str = word(NAME)
    units: tuple[str, ...] = keyed(UNITS, ())

    def complete(self, campaign: TheWar) -> Self:
        """The order with units by their ids: of like ones those that are not in North Africa yet, or, where they leave
        it, those that are."""
        side = sides.side(campaign, self.power)
        leaves = self.where == ELSEWHERE
        last = [key for key in campaign.units if (key in campaign.in_africa) != leaves]
        return attrs.evolve(self, units=battles.meant(campaign, self.units, side, first=self.power, last=last))

    def shape(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.where not in WHERE:
            yield Refusal(self.rule, f"'{self.where}' is no land of North Africa", "libya, egypt, or elsewhere.")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        yield from entering.fallen(campaign, self.power)
        if not self.units:
            yield Refusal(self.rule, "nobody is named", "Who, such as 2 INF 6-5.")
            return
        wrong = list(battles.wrong_units(campaign, self.units, sides.side(campaign, self.power), self.rule))
        yield from wrong
        if wrong or self.where not in WHERE:
            return
        if others := [key for key in self.units if traits.category(campaign.units[key]) not in ARMS]:
            who = titles.units(campaign, others)
            yield Refusal(self.rule, f"{who} does not count in North Africa", "Ground and air units do.")
        yield from minors.of_another_alliance(campaign, self.power, (campaign.units[key].power for key in self.units))
        yield from self._recorded(campaign)
        if self.where != ELSEWHERE:
            yield from homebound.refused(campaign, (campaign.units[key] for key in self.units), self.where)
            for owner in dict.fromkeys(campaign.units[key].power for key in self.units):
                own = [key for key in self.units if campaign.units[key].power == owner]
                yield from caps.refused(campaign, owner, self.where, own)

    def _recorded(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why units are not said to be in a land: a place says already where they stand, or they were never there."""
        if placed := [key for key in self.units if campaign.units[key].place in campaign.places]:
            name = titles.where(campaign, campaign.units[placed[0]].place)
            hint = "'station board' first: it counts where it is recorded."
            yield Refusal(self.rule, f"{titles.units(campaign, placed[:1])} is recorded at {name}", hint)
        elif self.where == ELSEWHERE:
            if absent := [key for key in self.units if key not in campaign.in_africa]:
                reason = f"{titles.units(campaign, absent)} is not recorded in North Africa"
                yield Refusal(self.rule, reason, "It is counted nowhere.")
        elif same := [key for key in self.units if _at(campaign, key) == self.where]:
            reason = f"{titles.units(campaign, same)} is recorded in {_name(campaign, self.where)} already"
            yield Refusal(self.rule, reason, "'africa elsewhere' once it leaves.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        caps.moved(tx, self.units, self.where, "left" if self.where == ELSEWHERE else "as the board shows")

    def sentence(self, campaign: TheWar) -> str:
        said = titles.units(campaign, self.units) or "nobody"
        verb = "stand" if len(self.units) > 1 else "stands"
        if self.where == ELSEWHERE:
            return f"{wars.named(campaign, self.power)}: {said} {verb} in North Africa no more"
        return f"{wars.named(campaign, self.power)}: {said} {verb} in {_name(campaign, self.where)}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if not wars.standing(campaign, power):
            return None
        mine = sides.side(campaign, power)
        units = tuple(name for arm in ARMS for name in battles.names(campaign, mine, first=power, category=arm))
        fields = (
            Field("where", "where", cls.rule, WHERE, default=caps.LIBYA),
            Field("units", "who", cls.rule, units, listed=True, counters=offers.Everyone(power, ARMS).units),
        )
        return Form(cls.verb, "Units in North Africa", power + " africa {where} units={units}", fields, cls.rule)


def _at(campaign: TheWar, key: str) -> str:
    return campaign.in_africa[key].land if key in campaign.in_africa else ""


def _name(campaign: TheWar, land: str) -> str:
    holding = campaign.holdings.get(land)
    return holding.name if holding is not None else wars.named(campaign, land)
