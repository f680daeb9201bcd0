"""What a player wants to know of a battle before its dice: odds, every shift and modifier, the chance of each result,
what both sides lose on the average (10.1.1, 10.2.2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from engine.kernel.forecast import Distribution
from engine.kernel.orders import Order
from engine.kernel.sheets.previews import Announced, Expected, Preview, Toll
from engine.thewar.air import air_fight
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

_BEST_FIRST = ("DE", "1/2 DE", "DD3", "DD2", "DD", "DR", "1/2 EX", "EX", "EX/PV", "2xEX", "1/2 AE", "AE")


def chances(found: Distribution[Outcome], assault: Assault, names: tuple[str, str]) -> Expected:
    """The figures of a distribution of outcomes."""
    results = dict(found.of(lambda one: one.result).outcomes)
    order = [name for name in _BEST_FIRST if name in results] + [name for name in results if name not in _BEST_FIRST]
    tolls = (
        _toll(names[0], found, assault.attackers, lambda one: one.attackers),
        _toll(names[1], found, assault.defenders, lambda one: one.defenders),
    )
    return Expected(
        title="What may come of it",
        bars=tuple((name, results[name]) for name in order),
        chances=(("the hex is cleared", found.chance(lambda one: one.cleared)),),
        tolls=tolls,
        exact=found.exact,
        error=found.error(Fraction(1, 2)),
        assumed=found.assumed,
    )


def _toll(
    who: str, found: Distribution[Outcome], before: Sequence[Combatant], force: Callable[[Outcome], Sequence[Combatant]]
) -> Toll:
    worn = {one.name for one in before if one.depleted}

    def gone(outcome: Outcome) -> list[Combatant]:
        return [one for one in force(outcome) if not one.fights]

    return Toll(
        who=who,
        units=found.mean(lambda one: len(gone(one))),
        depleted=found.mean(
            lambda one: sum(1 for unit in force(one) if unit.fights and unit.depleted and unit.name not in worn)
        ),
        factors=found.mean(lambda one: sum(unit.factors for unit in gone(one))),
        narfs=found.mean(lambda one: sum(map(ground_losses.price, gone(one)))),
    )


def _previewed(campaign: TheWar, where: str, found: Engagement, *, movement: bool = False) -> Preview | None:
    if not found.attackers:
        return None
    assault = assaults.assault(campaign, where, found)
    if not found.defenders and not movement and not ground_battle.empty_city(assault):
        return None
    over = air_fight.over(campaign, where, found)
    odds = expected(assault, over)
    theirs = (titles.units if movement else battles.opposed)(campaign, found.defenders)
    names = (owners(campaign, found.attackers), owners(campaign, found.defenders))
    automatic: tuple[str, ...] = ()
    if movement:
        automatic = tuple(str(refusal) for refusal in ground_battle.automatic(assault)) or ("",)
    first = () if over is None else ("the air battle over it" if found.facing else "Flak at the support",)
    return Preview(
        title=titles.where(campaign, where),
        forces=(titles.units(campaign, found.attackers), theirs),
        cast=ground_reports.cast(assault, 0),
        odds=chances(odds, assault, names) if odds is not None and not movement else None,
        automatic=automatic,
        first=first,
    )


def preview(campaign: TheWar, order: Order[Any]) -> Preview | None:
    """What comes of a battle once an order is given; None where the order is about none, or names nobody."""
    if isinstance(order, Attack | Overrun):
        found = order.engagement(campaign)
        named = (*found.attackers, *found.wave, *found.defenders, *found.air, *found.ships)
        if not all(key in campaign.units for key in named):
            return None
        return _previewed(campaign, order.where, found, movement=isinstance(order, Overrun))
    if not isinstance(order, Support | Reinforce | Fight | CallOff) or order.where not in campaign.engagements:
        return None
    if campaign.engagements[order.where].kind != battles.GROUND:
        return None
    found = order.joined(campaign) if isinstance(order, Support | Reinforce) else campaign.engagements[order.where]
    return _previewed(campaign, order.where, found, movement=overruns.at(campaign, order.where) is not None)


def announced(campaign: TheWar, power: str) -> tuple[Announced, ...]:
    """The battles that are announced, in their order, with what a power may do about each."""
    return previews.announced(campaign, power, battles.GROUND, _previewed, previews.fought(campaign, power))
