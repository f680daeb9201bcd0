"""Optional rules in play for tests: what begins is resolved to its end with given dice and given answers."""

from __future__ import annotations

from typing import Any

import attrs

from engine.kernel.dice import FixedDice
from engine.kernel.orders import Order
from engine.kernel.reading import understand
from engine.kernel.transaction import Transaction
from engine.thewar.ruleset import RULESET
from engine.thewar.world import calendar
from engine.thewar.world.state import Pool, TheWar, Unit
from tests.thewar.values import wars_of


def played(campaign: TheWar, order: Order[Any], faces: tuple[int, ...] = (), answers: tuple[str, ...] = ()) -> TheWar:
    """The campaign after an automatic order and all that it begins. Every die and every answer is used up, each answer
    is one that is offered, and legal."""
    dice, left = FixedDice(faces), list(answers)
    tx: Transaction[TheWar] = Transaction(campaign, dice, calendar.turn(campaign))
    order.effect(tx)
    while tx.campaign.pending:
        key = max(tx.campaign.pending, key=int)
        asked = tx.campaign.pending[key].decision(tx.campaign)
        if asked is None:
            tx.campaign.pending[key].resolve(tx, f"pending.{key}")
            continue
        assert left, f"nobody answers: {asked.title}"
        assert left[0] in asked.answers, (left[0], asked.answers)
        assert asked.default in asked.answers
        answer = understand(RULESET, left.pop(0), tx.campaign)
        assert not list(answer.judge(tx.campaign))
        answer.effect(tx)
    assert not left and [roll.face for roll in tx.rolls] == list(faces)
    return tx.campaign


def with_units(campaign: TheWar, **units: int) -> TheWar:
    """The campaign with so many whole units more: ``germany_uboat=4``."""
    added = {}
    for name, count in units.items():
        power, kind = name.split("_")
        for number in range(1, count + 1):
            added[f"{power}-{kind}-{number}"] = Unit(power=power, kind=kind, place="board")
    return attrs.evolve(campaign, units={**campaign.units, **added})


def with_pools(campaign: TheWar, **pools: int) -> TheWar:
    """The campaign with so many unbuilt units: ``us_sac=3``."""
    added = {}
    for name, count in pools.items():
        power, kind = name.split("_")
        added[f"{power}-{kind}"] = Pool(power=power, kind=kind, count=count)
    return attrs.evolve(campaign, pools={**campaign.pools, **added})


def at_war(campaign: TheWar, *pairs: str) -> TheWar:
    """The campaign with these wars besides: ``britain+italy``."""
    return attrs.evolve(campaign, wars=wars_of({**campaign.wars, **dict.fromkeys(pairs, "1940-2-summer")}))


def playing(campaign: TheWar, *options: str) -> TheWar:
    """The campaign with these options on."""
    return attrs.evolve(campaign, options={**campaign.options, **dict.fromkeys(options, True)})


def count(campaign: TheWar, power: str, kind: str) -> int:
    """Whole units of a kind in play."""
    return sum(unit.power == power and unit.kind == kind and not unit.depleted for unit in campaign.units.values())
