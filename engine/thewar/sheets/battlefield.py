"""What a player wants to know of a battle before its dice: odds, every shift and modifier, the chance of each result,
what both sides lose on the average (10.1.1, 10.2.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import attrs

from engine.kernel.forecast import Distribution
from engine.kernel.orders import Order
from engine.kernel.sheets.previews import Announced, Expected, Preview, Toll
from engine.kernel.sheets.reports import Cast
from engine.thewar.air import air_fight, air_fight_reports, air_round
from engine.thewar.air.air_sides import AirBattle
from engine.thewar.combat import battles
from engine.thewar.combat.combatants import Combatant
from engine.thewar.ground import assaults, ground_battle, ground_losses, ground_reports, overruns
from engine.thewar.ground.ground_answers import Reinforce, Support
from engine.thewar.ground.ground_attacks import Attack, Overrun, expected
from engine.thewar.ground.ground_battle import Assault
from engine.thewar.ground.ground_losses import Outcome
from engine.thewar.ground.ground_orders import CallOff, Fight
from engine.thewar.sheets import previews
from engine.thewar.sheets.previews import owners
from engine.thewar.world import titles
from engine.thewar.world.state import Engagement, TheWar

__all__ = ["announced", "preview"]

CLEARED, EMPTIED = "the hex is ours to enter", "no defender is left in it"
"""What the two chances of an attack are of: that somebody of the attackers is left to enter the hex, and that the
defenders are out of it whoever is left."""
_BEST_FIRST = ("DE", "1/2 DE", "DD3", "DD2", "DD", "DR", "1/2 EX", "EX", "EX/PV", "2xEX", "1/2 AE", "AE")


def chances(odds: Distribution[Outcome], assault: Assault, names: tuple[str, str]) -> Expected:
    """The figures of a distribution of outcomes."""
    results = dict(odds.of(lambda outcome: outcome.result).outcomes)
    order = [name for name in _BEST_FIRST if name in results] + [name for name in results if name not in _BEST_FIRST]
    tolls = (
        _toll(names[0], odds, assault.attackers, lambda outcome: outcome.attackers),
        _toll(names[1], odds, assault.defenders, lambda outcome: outcome.defenders),
    )
    return Expected(
        title="What may come of it",
        bars=tuple((name, results[name]) for name in order),
        chances=(
            (CLEARED, odds.chance(lambda outcome: outcome.cleared)),
            (EMPTIED, odds.chance(lambda outcome: outcome.emptied)),
        ),
        tolls=tolls,
        exact=odds.exact,
        error=odds.error(Fraction(1, 2)),
        assumed=odds.assumed,
    )


def _toll(
    who: str, odds: Distribution[Outcome], before: Sequence[Combatant], force: Callable[[Outcome], Sequence[Combatant]]
) -> Toll:
    worn = {unit.name for unit in before if unit.depleted}

    def gone(outcome: Outcome) -> list[Combatant]:
        return [unit for unit in force(outcome) if not unit.fights]

    return Toll(
        who=who,
        units=odds.mean(lambda outcome: len(gone(outcome))),
        depleted=odds.mean(
            lambda outcome: sum(1 for unit in force(outcome) if unit.fights and unit.depleted and unit.name not in worn)
        ),
        factors=odds.mean(lambda outcome: sum(unit.factors for unit in gone(outcome))),
        narfs=odds.mean(lambda outcome: sum(map(ground_losses.price, gone(outcome)))),
    )


def _previewed(campaign: TheWar, where: str, engagement: Engagement, *, movement: bool = False) -> Preview | None:
    if not engagement.attackers:
        return None
    assault = assaults.assault(campaign, where, engagement)
    if not engagement.defenders and not movement and not ground_battle.empty_city(assault):
        return None
    over = air_fight.over(campaign, where, engagement)
    odds = expected(assault, over)
    theirs = (titles.units if movement else battles.opposed)(campaign, engagement.defenders)
    names = (owners(campaign, engagement.attackers), owners(campaign, engagement.defenders))
    automatic: tuple[str, ...] = ()
    if movement:
        automatic = tuple(str(refusal) for refusal in ground_battle.automatic(assault)) or ("",)
    first = () if over is None else ("the air battle over it" if engagement.facing else "Flak at the support",)
    return Preview(
        title=titles.where(campaign, where),
        forces=(titles.units(campaign, engagement.attackers), theirs),
        cast=(ground_reports.overrun if movement else ground_reports.of_engagement)(campaign, where, engagement),
        odds=chances(odds, assault, names) if odds is not None and not movement else None,
        automatic=automatic,
        first=first,
        leading=tuple(_over(campaign, where, engagement, over)) if over is not None else (),
    )


def _over(campaign: TheWar, where: str, engagement: Engagement, over: AirBattle) -> Iterator[Cast]:
    """The rolls in the air before the one on the ground, as they would be now."""
    if any(map(air_round.flies, over.attackers)) and any(map(air_round.flies, over.defenders)):
        drawn = air_fight_reports.opening(campaign, over, engagement)
        yield attrs.evolve(drawn, title=f"in the air, {drawn.title}")
    if over.fires and any(map(air_round.bomber, over.attackers)):
        yield air_fight_reports.volley(campaign, where, engagement, "", support=True)


def preview(campaign: TheWar, order: Order[Any]) -> Preview | None:
    """The preview of a battle once an order is given; None where the order concerns no battle, or names no units."""
    if isinstance(order, Attack | Overrun):
        engagement = order.engagement(campaign)
        named = (*engagement.attackers, *engagement.wave, *engagement.defenders, *engagement.air, *engagement.ships)
        if not all(key in campaign.units for key in named):
            return None
        return _previewed(campaign, order.where, engagement, movement=isinstance(order, Overrun))
    if not isinstance(order, Support | Reinforce | Fight | CallOff) or order.where not in campaign.engagements:
        return None
    if campaign.engagements[order.where].kind != battles.GROUND:
        return None
    engagement = order.joined(campaign) if isinstance(order, Support | Reinforce) else campaign.engagements[order.where]
    return _previewed(campaign, order.where, engagement, movement=overruns.at(campaign, order.where) is not None)


def announced(campaign: TheWar, power: str) -> tuple[Announced, ...]:
    """The battles that are announced, in their order, with what a power may do about each."""
    return previews.announced(campaign, power, battles.GROUND, _previewed, previews.fought(campaign, power))
