"""Random battles on the ground: a forecast never disagrees with play; units are conserved, losses fall as ordered."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from engine.kernel.reading import understand
from engine.thewar.combat.combatants import of_unit
from engine.thewar.ground import assaults, ground_battle
from engine.thewar.ground.ground_choices import Remove
from engine.thewar.ruleset import RULESET
from engine.thewar.world import counters
from engine.thewar.world.state import TheWar
from tests.scale import sampled
from tests.thewar.ground_wars import Game, battle

FATES = tuple[tuple[str, bool], ...]


def wars(first: int, count: int, *, air: bool) -> Iterator[tuple[int, TheWar]]:
    """So many battles that may be fought, with the seed of each."""
    found = 0
    for seed in range(first, first + 20 * count):
        if found < count and (campaign := battle(seed, air=air)) is not None:
            found += 1
            yield seed, campaign


def ended(before: TheWar, after: TheWar) -> FATES:
    """The ground units of a battle that are left, each with whether it is Depleted."""
    (found,) = before.engagements.values()
    return tuple((key, after.units[key].depleted) for key in (*found.attackers, *found.defenders) if key in after.units)


def told(campaign: TheWar) -> dict[FATES, Fraction]:
    """The same from the forecast, with its chance."""
    (where,) = campaign.engagements
    forecast = understand(RULESET, f"germany fight {where}", campaign).forecast(campaign)
    assert forecast is not None
    chances: dict[FATES, Fraction] = {}
    for outcome, chance in forecast.outcomes:
        left = tuple((one.name, one.depleted) for one in (*outcome.attackers, *outcome.defenders) if one.fights)
        chances[left] = chances.get(left, Fraction(0)) + chance
    assert sum(chances.values()) == 1
    return chances


def test_every_leaf_of_a_ground_forecast_is_what_play_makes_of_its_die() -> None:
    """A varied hundred (one in twenty), with Reserves, sieges and second impulses: all ten faces of each, chances and
    all."""
    for seed, campaign in wars(0, sampled(100), air=False):
        played: dict[FATES, Fraction] = {}
        for face in range(1, 11):
            game = Game(campaign)
            game.fight([face])
            left = ended(campaign, game.campaign)
            played[left] = played.get(left, Fraction(0)) + Fraction(1, 10)
        assert played == told(campaign), seed


def test_with_air_support_play_ends_where_the_forecast_says() -> None:
    """A hundred (one in twenty) with air battles over the hex: random dice in the air, all ten faces on the ground."""
    for seed, campaign in wars(50_000, sampled(100), air=True):
        dice, chances = random.Random(seed), told(campaign)
        faces = [dice.randint(1, 10) for _ in range(60)]
        first = Game(campaign)
        first.fight(faces)
        assert ended(campaign, first.campaign) in chances, seed
        rolled = [roll.purpose.partition(":")[0] for entry in first.entries for roll in entry.rolls]
        if "ground" not in rolled:
            continue
        at = rolled.index("ground")
        for face in range(1, 11):
            game = Game(campaign)
            game.fight([*faces[:at], face, *faces[at + 1 :]])
            assert ended(campaign, game.campaign) in chances, (seed, face)


def counted(campaign: TheWar) -> dict[tuple[str, str, str], int]:
    """Units by power, kind and strength, on the board and in pools."""
    found: dict[tuple[str, str, str], int] = {}
    for unit in campaign.units.values():
        key = (unit.power, unit.kind, unit.strength)
        found[key] = found.get(key, 0) + 1
    for pool in campaign.pools.values():
        key = (pool.power, pool.kind, pool.strength)
        found[key] = found.get(key, 0) + pool.count + pool.oos
    return {key: count for key, count in found.items() if count}


def best_first(campaign: TheWar, names: tuple[str, ...]) -> None:
    """Of a side that pays, no better-rated unit stays while a worse-rated one goes (10.3.4)."""
    (found,) = campaign.engagements.values()
    side = found.attackers if names[0] in found.attackers else found.defenders
    ratings = {key: of_unit(campaign, key).now() for key in side if key in campaign.units}
    if side is found.defenders:
        # What counts nothing in defence pays nothing.
        worth = ground_battle.worth
        assault = assaults.assault(campaign, next(iter(campaign.engagements)), found)
        ratings = {one.name: ratings[one.name] for one in assault.defenders if worth(assault, one)}
    else:
        ratings = {key: one for key, one in ratings.items() if counters.factors(campaign.units[key]).combat}
    worst = max((ratings[key] for key in names if key in ratings), default=0)
    assert all(key in names for key, rating in ratings.items() if rating < worst)


def test_a_thousand_random_battles_conserve_every_unit_and_lose_the_best_first() -> None:
    """One in ten of them."""
    for seed, campaign in wars(100_000, sampled(1000), air=seeded(100_000)):
        dice = random.Random(seed)
        game = Game(campaign)
        states: list[tuple[TheWar, Any]] = []
        faces = [dice.randint(1, 10) for _ in range(60)]
        where = next(iter(campaign.engagements))
        used = game.give(f"germany fight {where}{' choose=yes' if dice.random() < 0.3 else ''}", faces)
        while answers := game.decided():
            order = understand(RULESET, dice.choice(answers), game.campaign)
            states.append((game.campaign, order))
            used += game.give(order.text, faces[used:])
        after = game.campaign
        assert not after.pending and not after.engagements, seed
        assert counted(after) == counted(campaign), seed
        (found,) = campaign.engagements.values()
        bystanders = set(campaign.units) - {*found.attackers, *found.defenders, *found.air, *found.facing}
        assert all(after.units[key] == campaign.units[key] for key in bystanders), seed
        for before, order in states:
            if isinstance(order, Remove) and order.units:
                best_first(before, order.units)


def seeded(seed: int) -> bool:
    """Whether the battles from a seed on have air support."""
    return bool(seed)


@pytest.mark.parametrize("seed", [3, 5])
def test_a_battle_is_the_same_each_time_it_is_drawn(seed: int) -> None:
    assert battle(seed) == battle(seed)
