"""What a player wants to know of a counter-air mission before its dice: the first round with every modifier, what both
sides lose on the average (11.5, 11.9)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from engine.kernel.forecast import Distribution
from engine.kernel.orders import Order
from engine.kernel.sheets.previews import Announced, Expected, Preview, Toll
from engine.thewar.air import air_engagements, air_fight_reports, air_round, air_sides
from engine.thewar.air.air_battle import AirBattleCore, Standing, assumed, worked_out
from engine.thewar.air.air_orders import CounterAir, Intercept
from engine.thewar.air.air_sides import AirBattle
from engine.thewar.combat import battles
from engine.thewar.combat.combatants import Combatant
from engine.thewar.ground.ground_orders import CallOff, Fight
from engine.thewar.sheets import previews
from engine.thewar.sheets.previews import owners
from engine.thewar.world import titles
from engine.thewar.world.state import Engagement, TheWar


def preview(campaign: TheWar, order: Order[Any]) -> Preview | None:
    """The preview of a mission once an order is given; None where the order concerns no mission, or names no units."""
    if isinstance(order, CounterAir):
        if not order.units or not all(key in campaign.units for key in (*order.units, *order.against)):
            return None
        return _previewed(campaign, order.where, order.engagement())
    if not isinstance(order, Intercept | Fight | CallOff):
        return None
    engagement = campaign.engagements.get(order.where)
    if engagement is None or engagement.kind != battles.AIR:
        return None
    return _previewed(campaign, order.where, order.joined(campaign) if isinstance(order, Intercept) else engagement)


def announced(campaign: TheWar, power: str) -> tuple[Announced, ...]:
    """The missions that are announced, in their order, with what a power may do about each."""
    return previews.announced(campaign, power, battles.AIR, _previewed, previews.fought(campaign, power))


def _previewed(campaign: TheWar, where: str, engagement: Engagement) -> Preview | None:
    battle = air_engagements.battle(campaign, where, engagement)
    if any(True for _ in air_sides.refusals(battle)):
        return None
    shot = f"Flak {battle.fires} before each round on the ground" if battle.fires else ""
    return Preview(
        title=titles.where(campaign, where),
        forces=(
            titles.units(campaign, engagement.attackers),
            titles.units(campaign, (*engagement.defenders, *engagement.facing)),
        ),
        cast=air_fight_reports.opening(campaign, battle, engagement),
        odds=expected(
            battle,
            (owners(campaign, engagement.attackers), owners(campaign, (*engagement.defenders, *engagement.facing))),
        ),
        first=(shot,) if shot else (),
        leading=(
            (air_fight_reports.volley(campaign, where, engagement, "Flak at those who attack the ground"),)
            if battle.fires
            else ()
        ),
    )


def expected(battle: AirBattle, names: tuple[str, str]) -> Expected:
    """The figures of a whole battle: how many enemy units are lost with its chance, and what both sides lose."""
    core, ends = worked_out(battle)
    lost = ends.of(lambda end: core.toll(end).defenders_lost)
    whole = ends.chance(lambda end: not any(core.toll(end)[:2]))
    return Expected(
        title="Aircraft of the defender lost",
        bars=tuple((str(many), chance) for many, chance in lost.outcomes),
        chances=(
            ("the defender is hit", ends.chance(lambda end: any(core.toll(end)[3:5]))),
            ("the attacker loses nothing", whole),
        ),
        tolls=(
            _toll(names[0], ends, core, core.attackers, first=True),
            _toll(names[1], ends, core, core.defenders, first=False),
        ),
        exact=ends.exact,
        error=ends.error(Fraction(1, 2)),
        assumed=assumed(battle),
    )


def _toll(
    who: str,
    ends: Distribution[Standing],
    core: AirBattleCore,
    force: Callable[[Standing], tuple[Combatant, ...]],
    *,
    first: bool,
) -> Toll:
    def figures(end: Standing) -> tuple[int, int, int, int]:
        toll = core.toll(end)
        gone = sum(air_round.strength(unit) for unit in force(end) if not unit.fights)
        return (*(toll[:3] if first else toll[3:6]), gone)

    each = [(figures(end), chance) for end, chance in ends.outcomes]
    units, worn, narfs, factors = (
        sum((chance * totals[place] for totals, chance in each), Fraction(0)) for place in range(4)
    )
    return Toll(who, units, worn, narfs, factors)
