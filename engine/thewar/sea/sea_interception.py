"""Who looks for a mission at sea, and who meets those who do, as an order (7.8, 7.8.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Self

import attrs

from engine.kernel.forecast import Distribution
from engine.kernel.grammar import NAME, NAMES, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.procedures import begin
from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import battles, invaded_alone, standing_aside
from engine.thewar.sea import (
    courses,
    cutting,
    sea_distances,
    sea_drafts,
    sea_outcomes,
    ship_ways,
    task_force_orders,
    unescorted,
)
from engine.thewar.sea.sea_boxes import AtSea, sailing
from engine.thewar.sea.sea_drafts import AIRCRAFT, MISSION, SAID
from engine.thewar.sea.sea_orders import STEPS, to_find, unknown
from engine.thewar.sea.sea_search import SeaSearch, waits
from engine.thewar.world import box_ways, patrols, sides, supply, titles, wars
from engine.thewar.world.naming import UNITS
from engine.thewar.world.state import Engagement, TheWar


@frozen
class Intercept(PowerOrder[TheWar]):
    """Ships or aircraft look for a mission, or the mission's side for those who have found it; ``distance``: Sea Areas
    from the ships' port, 0 next to it. Aircraft next to the Sea Area find without a die (7.8, 7.8.3)."""

    verb: ClassVar[str] = "intercept-at-sea"
    title: ClassVar[str] = "interception at sea"
    rule: ClassVar[str] = "7.8"
    steps: ClassVar[tuple[str, ...]] = STEPS
    standing: ClassVar[bool] = True
    # A chit that it plays may lie under seal.
    by_secrets: ClassVar[bool] = True

    where: str = word(NAME)
    units: tuple[str, ...] = keyed(UNITS, ())
    distance: int = keyed(number(0, 9), 0)
    facts: tuple[str, ...] = keyed(NAMES, ())

    def complete(self, campaign: TheWar) -> Self:
        side = sides.side(campaign, self.power)
        own_patrol = courses.patrol_on(campaign, self.where, side)
        named: list[str] = []
        for name in self.units:
            # 'patrol' is all of the side's patrol in the Sea Area; ships by their groups are those in port.
            named += own_patrol if name == patrols.PATROL and own_patrol else [name]
        left = (*sea_drafts.bound(campaign), *ship_ways.stay_behind(campaign, self.where))
        bound = (*left, *(key for key in campaign.units if battles.busy(campaign, key, MISSION)))
        units = battles.meant(campaign, named, side, first=self.power, deed=self._deed, last=bound)
        return attrs.evolve(self, units=units)

    @property
    def _deed(self) -> str:
        """What ships remember of having looked for this mission: once each (7.8)."""
        return f"seeks-{self.where}"

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        engagement = to_find(campaign, self.where)
        if engagement is None:
            yield unknown(campaign, self.where)
            return
        yield from waits(campaign, self.where)
        wrong = list(battles.wrong_units(campaign, self.units, sides.side(campaign, self.power), "7.8"))
        if not self.units:
            wrong.append(Refusal("7.8", "nobody looks for it", "Ships, or aircraft, such as 2 Fleet."))
        yield from wrong
        if wrong:
            return
        if not sea_drafts.size(campaign, engagement, self.power):
            yield Refusal("7.8", "nobody is there to be found", "Counter-interception follows an interception.")
        yield from battles.of_others(campaign, self, self.units, self.rule)
        yield from sea_drafts.wrong_seekers(campaign, self.where, self.power, self.units, self.distance, self.facts)
        yield from sea_distances.no_air(campaign, self.power, self.where, self.facts)
        yield from sea_distances.too_near(campaign, self.units, self.where, self.distance)
        if self._defends(campaign, engagement):
            yield from sea_distances.out_of_the_path(campaign, engagement, self.units, self.where)
        yield from sea_drafts.escorts(campaign, self.units, engagement.facts)
        others = sea_drafts.theirs(campaign, engagement, self.power)
        rule = "7.4" if sea_drafts.on_patrol(campaign, others) else "7.9.2, 11.2.1.1"
        yield from sea_drafts.fighters_alone(campaign, self.units, engagement.facts, others, rule)
        yield from sea_drafts.no_strait(self.where, self.facts, ship_ways.met_in(campaign, self.where))
        yield from battles.activated(campaign, self.units, "interception")
        yield from standing_aside.uninvolved(campaign, self.units)
        yield from battles.at_war(campaign, self.units, sea_drafts.theirs(campaign, engagement, self.power))
        yield from unescorted.at_peace(campaign, engagement, self.power)
        if not sea_drafts.on_patrol(campaign, self.units):
            ways = [tuple(sea_drafts.barred(campaign, self.units, area)) for area in self._met_in(campaign)]
            # In any of the Sea Areas of its course it may be met.
            yield from ways[-1] if all(ways) else ()
        if self._defends(campaign, engagement):
            yield from invaded_alone.refused(campaign, self.where, self.units, (*engagement.defenders, *self.units))
        if there := [key for key in self.units if key in (*engagement.attackers, *engagement.defenders)]:
            yield Refusal(
                "7.8",
                f"{titles.units(campaign, there)} is there already",
                "Others; they are in the battle as they stand.",
            )
        yield from box_ways.stays(campaign, self.units)
        yield from battles.dry(campaign, self.units)
        yield from supply.supplied(campaign, self.units, supply.INTERCEPT)
        afloat = ship_ways.ships(campaign, self.units)
        yield from battles.idle(campaign, afloat, self._deed, "has looked for this mission", "7.8")
        if before := ship_ways.looked_before(campaign, self.units, self.where):
            reason = f"{titles.units(campaign, before)} of the same naval force has looked for this mission"
            hint = "All of one port, or of one patrol, look for it together, once; aircraft and other forces still may."
            yield Refusal(ship_ways.FORCE_RULE, reason, hint)
        if afloat:
            yield from battles.idle(campaign, afloat, MISSION, "has been on a mission", "7.0", span="player turn")
        else:
            yield from battles.idle(campaign, self.units, AIRCRAFT, "has intercepted", "11.2.3")

    def _met_in(self, campaign: TheWar) -> tuple[str, ...]:
        """Where it may be met: in the Sea Areas of its course, at its goal last."""
        announced = campaign.engagements.get(self.where)
        along = ship_ways.course(campaign, self.where, announced) if announced is not None else ()
        return (*along, self.where)

    def _defends(self, campaign: TheWar, engagement: Engagement) -> bool:
        """Whether it intercepts the mission, and does not meet those who do."""
        return sides.side(campaign, engagement.by) != sides.side(campaign, self.power)

    def net(self, campaign: TheWar) -> Breakdown:
        """The modifiers of the roll, none for aircraft alone."""
        engagement = to_find(campaign, self.where)
        if engagement is None or not ship_ways.ships(campaign, self.units):
            return Breakdown()
        return sea_drafts.net(campaign, self.where, engagement, self.power, self.units, self.distance, self.facts)

    def effect(self, tx: Transaction[TheWar]) -> None:
        """Ships roll, aircraft are there. A patrol that is looked for is a mission from then on."""
        afloat = ship_ways.ships(tx.campaign, self.units)
        net = self.net(tx.campaign)
        met = patrols.met(tx.campaign, self.where)
        if self.where not in tx.campaign.engagements and met is not None:
            tx.create(f"engagements.{self.where}", met, "a patrol is met", "7.4")
        if not afloat:
            battles.remember(tx, self.units, AIRCRAFT, "11.2.3")
            sea_drafts.join(tx, self.where, self.power, self.units, "7.8.3")
            task_force_orders.turn(tx, tx.campaign.engagements[self.where].attackers)
            return
        battles.remember(tx, afloat, self._deed, "7.8")
        sea_drafts.play_chits(tx, self.power, self.facts)
        search = SeaSearch.begun(tx.campaign, self.where, self.power, self.units, net, self.distance, self.facts)
        begin(tx, search, "interception", "7.8")

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        """The odds with the units that are there now, and nobody else joining."""
        engagement = to_find(campaign, self.where)
        if engagement is None or any(True for _ in self.judge(campaign)):
            return None
        afloat = ship_ways.ships(campaign, self.units)
        if unescorted.line(campaign, engagement, self.power):
            size = sea_drafts.size(campaign, engagement, self.power)
            return cutting.odds(size, self.net(campaign).total) if afloat else None
        modifier = self.net(campaign).total if afloat else None
        return sea_outcomes.forecast(sea_drafts.supposed(campaign, engagement, self.power, self.units, modifier))

    def sentence(self, campaign: TheWar) -> str:
        engagement = to_find(campaign, self.where)
        counter = engagement is not None and sides.side(campaign, engagement.by) == sides.side(campaign, self.power)
        how = "counter-intercepts" if counter else "intercepts"
        net = self.net(campaign).total
        rolls = f" ({net:+d})" if ship_ways.ships(campaign, self.units) else ""
        who = wars.named(campaign, self.power)
        at = titles.where(campaign, self.where)
        near = sea_distances.near_told(campaign, self.units, self.where, self.distance)
        return f"{who} {how} at {at} with {titles.units(campaign, self.units)}{rolls}{near}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        side = sides.side(campaign, power)
        announced = (key for key, engagement in campaign.engagements.items() if engagement.kind == battles.SEA)
        known = tuple(dict.fromkeys((*announced, *patrols.meetable(campaign))))
        if not known:
            return None
        out = (patrols.PATROL,) if any(courses.patrol_on(campaign, where, side) for where in known) else ()
        offered = AtSea(power)
        able = (*out, *sailing(campaign, side, power))
        fields = (
            Field("where", "the mission", "7.8", known, known[0]),
            Field("units", "ships, or aircraft", "7.8", able, listed=True, counters=offered.seeking),
            Field("distance", "Areas from the port", "7.8", default="0", proposes=sea_distances.Away(power)),
            Field("facts", "what holds", "7.8.1", SAID, listed=True, counters=offered.said),
        )
        pattern = f"{power} intercept-at-sea {{where}} units={{units}} distance={{distance}} facts={{facts}}"
        return Form(cls.verb, "Interception at sea", pattern, fields, cls.rule)
