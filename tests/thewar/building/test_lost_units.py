"""Force pools tell units that were lost from units never built (17.2.2, 21.1, ruling 343)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.dice import FixedDice
from engine.kernel.transaction import Transaction
from engine.thewar.economy import income
from engine.thewar.ruleset import RULESET
from engine.thewar.world import forces
from engine.thewar.world.state import Addition, Pool, TheWar, Unit
from tests.thewar.world import after, world

POOL = "germany-inf-6-5"
pytestmark = pytest.mark.rule("tw-17.2.2-unb")


def with_pool(campaign: TheWar, **figures: Any) -> TheWar:
    pool = Pool(power="germany", kind="inf", strength="6-5", **figures)
    return attrs.evolve(campaign, pools={**campaign.pools, POOL: pool})


def done(campaign: TheWar, work: Any) -> TheWar:
    """The campaign after something was done to it."""
    tx = Transaction(campaign, FixedDice(()), "1939-3-fall")
    work(tx)
    return tx.campaign


def counts(campaign: TheWar, key: str = POOL) -> tuple[int, int, int]:
    pool = campaign.pools[key]
    return pool.count, pool.lost, pool.oos


def test_2_2_what_is_eliminated_is_lost_out_of_supply_apart() -> None:
    start = with_pool(world(), count=3)
    lost = after(start, "losses germany -1 inf-6-5")
    assert counts(lost) == (4, 1, 0)
    assert counts(after(lost, "losses germany -1 inf-6-5 oos")) == (4, 1, 1)
    # The first of its kind opens the pool.
    no_pool = attrs.evolve(start, pools={})
    assert counts(after(no_pool, "losses germany -2 inf-6-5")) == (2, 2, 0)
    assert counts(after(no_pool, "losses germany -1 inf-6-5 oos")) == (0, 0, 1)


def test_17_2_2_what_was_lost_is_rebuilt_first() -> None:
    start = with_pool(world(), count=5, lost=2)

    def built(campaign: TheWar, count: int) -> tuple[int, int, int]:
        return counts(done(campaign, lambda tx: forces.from_pool(tx, POOL, count, oos=False, why="built")))

    assert built(start, 1) == (4, 1, 0)
    assert built(start, 2) == (3, 0, 0)
    assert built(start, 4) == (1, 0, 0)
    starved = with_pool(world(), count=2, lost=2, oos=1)
    assert counts(done(starved, lambda tx: forces.from_pool(tx, POOL, 1, oos=True, why="built"))) == (2, 2, 0)


def test_17_2_2_what_joins_the_pool_was_never_lost() -> None:
    start = with_pool(world(), count=1, lost=1)
    coming = Addition(power="germany", year=1939, season="fall", kind="inf", strength="6-5", count=2)
    grown = attrs.evolve(start, additions={"more": coming})
    assert counts(done(grown, lambda tx: income.join(tx, "more"))) == (3, 1, 0)


def test_343_what_is_traded_or_given_up_takes_lost_ones_last() -> None:
    start = with_pool(world(), count=3, lost=2)

    def traded(more: int) -> tuple[int, int, int]:
        return counts(done(start, lambda tx: forces.trade(tx, POOL, more, "a variant", "28")))

    assert traded(2) == (5, 2, 0)
    assert traded(-1) == (2, 2, 0)
    assert traded(-2) == (1, 1, 0)
    flak = attrs.evolve(start, units={**start.units, "germany-flak-1": Unit(power="germany", kind="flak")})
    given = done(flak, lambda tx: forces.eliminate(tx, "germany-flak-1", "converted", "11.12.3", given_up=True))
    assert counts(given, "germany-flak") == (1, 0, 0)


def test_a_pool_has_lost_no_more_than_it_holds() -> None:
    """A campaign that says otherwise is told what does not fit; the table may correct the count."""
    (fault,) = RULESET.check(with_pool(world(), count=1, lost=2))
    assert (fault.at, fault.rule) == (f"pools.{POOL}.lost", "17.2.2")
    assert "2 are counted as lost, and the pool has 1" in fault.problem
    start = with_pool(world(), count=2, lost=1)
    assert counts(after(start, f'ruling pools.{POOL}.lost 0 because "miscounted"')) == (2, 0, 0)
