"""Battles at sea before their dice: ships that may be hit, whether the sides meet, the mission goes on (7.8, 7.9)."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

from engine.kernel.forecast import Distribution
from engine.kernel.orders import Order
from engine.kernel.procedures import under_way
from engine.kernel.sheets.previews import Announced, Expected, Preview, Toll
from engine.kernel.sheets.reports import Cast
from engine.kernel.values import evolve
from engine.thewar.combat import battles
from engine.thewar.sea import sea_drafts, sea_fight_reports, sea_outcomes, ship_ways, unescorted
from engine.thewar.sea.sea_answers import BreakOff, NavalCard
from engine.thewar.sea.sea_battle import SeaBattle
from engine.thewar.sea.sea_endings import FightAtSea, Undisturbed
from engine.thewar.sea.sea_fight import SeaFight
from engine.thewar.sea.sea_interception import Intercept
from engine.thewar.sea.sea_orders import Mission
from engine.thewar.sea.sea_outcomes import Outcome
from engine.thewar.sea.sea_search import SeaSearch
from engine.thewar.sea.supply_runs import RunSupply
from engine.thewar.sheets import previews
from engine.thewar.sheets.previews import owners
from engine.thewar.world import patrols, sides, titles
from engine.thewar.world.state import Engagement, TheWar

ANNOUNCED = "operations.naval"
"""Where missions at sea are announced, and not yet fought."""


def preview(campaign: TheWar, order: Order[Any]) -> Preview | None:
    """The preview of a mission once an order is given; None where the order concerns no mission, or names no units."""
    if isinstance(order, RunSupply):
        order = order.mission()
    if isinstance(order, Mission):
        known = all(key in campaign.units for key in (*order.units, *order.against))
        if not known:
            return None
        battle = order.battle(campaign) if order.against else None
        return _previewed(campaign, order.where, order.engagement(campaign), battle)
    if isinstance(order, NavalCard | BreakOff):
        return _answered(campaign, order)
    if not isinstance(order, Intercept | FightAtSea):
        return None
    engagement = campaign.engagements.get(order.where)
    if engagement is None and isinstance(order, Intercept):
        engagement = patrols.met(campaign, order.where)
    if engagement is None or engagement.kind != battles.SEA:
        return None
    return (
        _looked_for(campaign, order, engagement)
        if isinstance(order, Intercept)
        else _previewed(campaign, order.where, engagement)
    )


def _answered(campaign: TheWar, order: NavalCard | BreakOff) -> Preview | None:
    """What is still to come of the battle under way once an answer is given; None where it is none, or ends it."""
    current, odds = under_way(campaign, SeaFight), order.forecast(campaign)
    if current is None or odds is None:
        return None
    there = current[1].engagement(campaign)
    names = (owners(campaign, there.attackers), owners(campaign, there.defenders))
    forces = (titles.units(campaign, there.attackers), titles.units(campaign, there.defenders))
    title = titles.where(campaign, current[1].where)
    return Preview(title, forces, cast=None, odds=chances(odds, names, laden=bool(there.ships)))


def announced(campaign: TheWar, power: str) -> tuple[Announced, ...]:
    """The missions that are announced, in their order, each with its battle, or that it goes on."""

    def orders(where: str, engagement: Engagement) -> tuple[tuple[str, str], ...]:
        # What is announced may be met first: battles come in the step of interceptions.
        if campaign.progress.step.endswith(ANNOUNCED):
            return ()
        fights = engagement.defenders and not battles.gone(campaign, where) and not unescorted.alone(engagement)
        # Whose supply run was found says whether anybody meets those who have found it.
        who = engagement.by if unescorted.alone(engagement) and engagement.defenders else power
        return (("fight", (FightAtSea(power, where) if fights else Undisturbed(who, where)).text),)

    return previews.announced(campaign, power, battles.SEA, _previewed, orders)


def _looked_for(campaign: TheWar, order: Intercept, engagement: Engagement) -> Preview | None:
    if any(True for _ in order.judge(campaign)):
        return None
    net = order.net(campaign) if ship_ways.ships(campaign, order.units) else None
    if unescorted.line(campaign, engagement, order.power):
        shown = _previewed(campaign, order.where, engagement, more=order.units)
        if shown is None or net is None:
            return shown
        searching = SeaSearch.begun(campaign, order.where, order.power, order.units, net)
        return evolve(shown, cast=sea_fight_reports.search(campaign, searching))
    battle = sea_drafts.supposed(campaign, engagement, order.power, order.units, net.total if net is not None else None)
    counter = sides.side(campaign, engagement.by) == sides.side(campaign, order.power)
    shown = _previewed(campaign, order.where, engagement, battle, () if counter else order.units)
    if shown is None or net is None or order.where not in campaign.engagements:
        return shown
    # The search comes first, and is what the order decides.
    searching = SeaSearch.begun(campaign, order.where, order.power, order.units, net)
    found = () if shown.cast is None else (shown.cast,)
    return evolve(shown, cast=sea_fight_reports.search(campaign, searching), leading=(*shown.leading, *found))


def _previewed(
    campaign: TheWar, where: str, engagement: Engagement, battle: SeaBattle | None = None, more: tuple[str, ...] = ()
) -> Preview | None:
    """A mission at sea as it stands; ``battle`` in which others look for it first, with ``more`` of its enemies; None
    where nobody sails. Its chances are counted later where that takes time and nobody has counted them yet."""
    if unescorted.alone(engagement):
        theirs = titles.units(campaign, (*engagement.defenders, *more)) or "nobody yet"
        return Preview(titles.where(campaign, where), ("a supply run without an escort", theirs), cast=None, odds=None)
    if not engagement.attackers:
        return None
    there = (*engagement.defenders, *more)
    odds, later, casts = None, None, tuple[Cast, ...]()
    if there:
        sides_there = battle or sea_drafts.drafted(campaign, engagement)
        odds = sea_outcomes.at_once(sides_there)
        later = partial(sea_outcomes.counted, sides_there) if odds is None else None
        casts = sea_fight_reports.opening(campaign, sides_there)
    names = (owners(campaign, engagement.attackers), owners(campaign, there))
    return Preview(
        title=titles.where(campaign, where),
        forces=(titles.units(campaign, engagement.attackers), titles.units(campaign, there) or "nobody yet"),
        # Where ships meet ships the last roll of the round decides, else the only ones that there are.
        cast=casts[-1] if casts else None,
        leading=casts[:-1],
        later=later,
        odds=chances(odds, names, laden=bool(engagement.ships)) if odds is not None else None,
    )


def chances(odds: Distribution[Outcome], names: tuple[str, str], *, laden: bool = False) -> Expected:
    """The figures of a distribution of outcomes; ``laden``: Fleets of the mission carry units."""
    aboard = ("a laden Fleet is sunk", odds.chance(lambda outcome: outcome.laden_sunk > 0))
    hit = odds.of(lambda outcome: outcome.defender.sunk + outcome.defender.depleted)
    return Expected(
        title="Ships of the defender hit",
        bars=tuple((str(many), chance) for many, chance in hit.outcomes),
        chances=(
            ("the mission goes on", odds.chance(lambda outcome: outcome.goes_on)),
            ("they meet", odds.chance(lambda outcome: outcome.met)),
            ("an attacking ship is sunk", odds.chance(lambda outcome: outcome.attacker.sunk > 0)),
            *((aboard,) if laden else ()),
        ),
        tolls=(_toll(names[0], odds, 0), _toll(names[1], odds, 1)),
        exact=odds.exact,
        error=odds.error(Fraction(1, 2)),
        assumed=odds.assumed,
    )


def _toll(who: str, odds: Distribution[Outcome], side: int) -> Toll:
    def mean(*parts: str) -> Fraction:
        return odds.mean(lambda outcome: sum(int(getattr(outcome[side], part)) for part in parts))

    return Toll(who, mean("sunk", "air_lost"), mean("depleted", "air_depleted"), mean("narfs"))
