"""What a player wants to know of a battle before its dice: odds, every shift and modifier, the chance of each result,
what both sides lose on the average (10.1.1, 10.2.2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from attrs import frozen

from engine.kernel.forecast import Distribution
from engine.kernel.orders import Order
from engine.kernel.reports import Cast
from engine.thewar import air_fight, battles, ground_battle, ground_losses, ground_reports, sides, wars
from engine.thewar.combatants import Combatant
from engine.thewar.ground_answers import Reinforce, Support
from engine.thewar.ground_attacks import Attack, Overrun, expected
from engine.thewar.ground_battle import Assault
from engine.thewar.ground_losses import Outcome
from engine.thewar.ground_orders import CallOff, Fight
from engine.thewar.state import Engagement, TheWar

__all__ = ["Announced", "Expected", "Preview", "Toll", "announced", "preview"]


@frozen
class Toll:
    """What one side loses on the average: units eliminated and Depleted, factors, and NARFs to build them anew."""

    who: str
    units: Fraction
    depleted: Fraction
    factors: Fraction
    narfs: Fraction


@frozen
class Expected:
    """The chances of a battle. ``results``: each result with its chance, the attacker's best first; ``cleared``: that
    the hex is empty then, None where nobody enters it; ``assumed``: what owners are taken to choose."""

    results: tuple[tuple[str, Fraction], ...]
    cleared: Fraction | None
    tolls: tuple[Toll, ...]
    exact: bool
    assumed: tuple[str, ...]


@frozen
class Preview:
    """A battle before its dice: ``title``, ``forces``; ``cast``: the roll with its column and modifiers; ``automatic``:
    why it is no Automatic Victory, ('',) where it is one, () where nobody asks; ``first``: what is fought before."""

    title: str
    forces: tuple[str, str]
    cast: Cast
    odds: Expected | None
    automatic: tuple[str, ...] = ()
    first: tuple[str, ...] = ()


@frozen
class Announced:
    """A battle that is announced: where, its preview, and the orders about it that a power may give (verb, text)."""

    where: str
    impulse: int
    by: str
    preview: Preview
    orders: tuple[tuple[str, str], ...]


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
        results=tuple((name, results[name]) for name in order),
        cleared=found.chance(lambda one: one.cleared),
        tolls=tolls,
        exact=found.exact,
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


def _owners(campaign: TheWar, keys: Sequence[str]) -> str:
    owners = dict.fromkeys(campaign.units[key].power for key in keys if key in campaign.units)
    return ", ".join(wars.named(campaign, owner) for owner in owners) or "nobody"


def _previewed(campaign: TheWar, where: str, found: Engagement, *, movement: bool = False) -> Preview | None:
    if not found.attackers or (not found.defenders and not movement):
        return None
    assault = battles.assault(campaign, where, found)
    over = air_fight.over(campaign, where, found)
    odds = expected(assault, over)
    names = (_owners(campaign, found.attackers), _owners(campaign, found.defenders))
    automatic: tuple[str, ...] = ()
    if movement:
        automatic = tuple(str(refusal) for refusal in ground_battle.automatic(assault)) or ("",)
    first = () if over is None else ("the air battle over it" if found.facing else "Flak at the support",)
    return Preview(
        title=battles.place_name(campaign, where),
        forces=(battles.spoken(campaign, found.attackers), battles.spoken(campaign, found.defenders)),
        cast=ground_reports.cast(assault, 0),
        odds=chances(odds, assault, names) if odds is not None and not movement else None,
        automatic=automatic,
        first=first,
    )


def preview(campaign: TheWar, order: Order[Any]) -> Preview | None:
    """What comes of a battle once an order is given; None where the order is about none, or names nobody."""
    if isinstance(order, Attack | Overrun):
        known = all(key in campaign.units for key in (*order.units, *order.against, *order.air, *order.ships))
        if not known:
            return None
        return _previewed(campaign, order.where, order.engagement(campaign), movement=isinstance(order, Overrun))
    if not isinstance(order, Support | Reinforce | Fight | CallOff) or order.where not in campaign.engagements:
        return None
    if campaign.engagements[order.where].kind != battles.GROUND:
        return None
    found = order.joined(campaign) if isinstance(order, Support | Reinforce) else campaign.engagements[order.where]
    return _previewed(campaign, order.where, found)


def announced(campaign: TheWar, power: str) -> tuple[Announced, ...]:
    """The battles that are announced, in their order, with what a power may do about each."""
    found = []
    for where, one in campaign.engagements.items():
        shown = _previewed(campaign, where, one) if one.kind == battles.GROUND else None
        if shown is None:
            continue
        mine = bool(power) and sides.side(campaign, one.by) == sides.side(campaign, power)
        orders = ((Fight.verb, Fight(power, where).text), (CallOff.verb, CallOff(power, where).text)) if mine else ()
        found.append(Announced(where, one.impulse, wars.named(campaign, one.by), shown, orders))
    return tuple(found)
