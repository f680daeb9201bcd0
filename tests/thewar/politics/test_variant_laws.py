"""Laws of variants over many tries at random: as often as the exact chances say, and nothing in a hand that was not
obtained, nothing played oftener than it was, and no force pool below none (28.0, rulings 384 to 387)."""

from __future__ import annotations

import math
import random
from functools import cache

import attrs
import pytest

from engine.thewar.countries import variant_hand
from engine.thewar.countries.variant_table import of, played, rows
from engine.thewar.countries.variants import Variant
from engine.thewar.rolls.variant_dice import LISTS, MOST_SAVED
from engine.thewar.world import calendar
from engine.thewar.world.state import TheWar
from tests.scale import sampled, scaled
from tests.thewar.minors import moved
from tests.thewar.politics.scenes import STEP, Table, laid
from tests.thewar.politics.test_variant_attempts import chances, solo, with_saved

FACES = (5,) * 12
"""Dice for whatever follows of itself."""
POWERS = ("germany", "italy", "britain", "france", "ussr")


@cache
def before(power: str, saved: int, chit: bool) -> tuple[Table, str, float, float]:
    """A power about to try for a project; the order, and the exact chances of the first die and of both."""
    pops = {f"{power} variant": 1}
    here = with_saved(solo(power, pops=pops), power, saved)
    here = Table(laid(here.campaign, pops, {f"{power} espionage": 1})).first(power)
    line = f"{power} try-variant roll saved={saved} espionage={'yes' if chit else 'no'}"
    told = chances(here, line)
    first = sum(chance for (won, _), chance in told.items() if won)
    return here, line, float(first), float(sum(chance for (_, got), chance in told.items() if got))


@pytest.mark.rule("tw-28.0")
def test_28_0_tries_at_random_succeed_as_often_as_the_exact_chances_say() -> None:
    chance, many = random.Random(28), sampled(5_000)
    expected, spread, seen = [0.0, 0.0], [0.0, 0.0], [0, 0]
    for _ in range(many):
        power = chance.choice(POWERS)
        start, line, *odds = before(power, chance.randint(0, MOST_SAVED), chance.random() < 0.5)
        played_on = Table(start.campaign)
        played_on.give(line, chance.randint(1, 10))
        tried = variant_hand.this_turn(played_on.campaign, power)
        assert tried is not None
        if tried.won:
            played_on.give(project(played_on, power, chance), chance.randint(1, 10))
            tried = variant_hand.this_turn(played_on.campaign, power)
            assert tried is not None
        for nth, came in enumerate((tried.won, tried.got)):
            expected[nth] += odds[nth]
            spread[nth] += odds[nth] * (1 - odds[nth])
            seen[nth] += came
    for nth in (0, 1):
        assert abs(seen[nth] - expected[nth]) <= 4 * math.sqrt(spread[nth]), (many, seen, expected)


def obtained(campaign: TheWar, power: str, name: str) -> int:
    """How often a power has been told that it has a variant."""
    number = rows()[name]["number"]
    return sum(one.got and one.project == number for one in variant_hand.tries(campaign, power))


def lawful(campaign: TheWar) -> None:
    """What holds whatever was tried and played."""
    for power in POWERS:
        assert 0 <= variant_hand.saved(campaign, power) <= MOST_SAVED
        turns = [one.turn for one in variant_hand.tries(campaign, power)]
        assert len(set(turns)) == len(turns), "one try a turn"
        hand = variant_hand.hand(campaign, power)
        for name, row in of(power).items():
            had, used = obtained(campaign, power, name), played(campaign, name)
            assert used <= had, (name, used, had)
            assert not row["times"] or had <= row["times"], name
            assert (name in hand) == (had > used), name
    assert all(pool.count >= 0 and pool.oos >= 0 for pool in campaign.pools.values())


def project(here: Table, power: str, chance: random.Random) -> str:
    """The order that rolls for a project of a power's list that it may still try for."""
    items = list(range(1, LISTS[power] + 1))
    chance.shuffle(items)
    return next(line for item in items if not here.refused(line := f"{power} project item={item}"))


def acts(here: Table, power: str, chance: random.Random) -> int:
    """A power tries for a variant, rolls for a project, plays what it has, as it comes; how many it has played."""
    saved = chance.randint(0, variant_hand.saved(here.campaign, power))
    goal = "save" if chance.random() < 0.25 else "roll"
    line = f"{power} try-variant {goal} saved={saved}"
    if not here.refused(line):
        here.thrown(line, chance.choice((1, 2, 9, 10)), *FACES)
    if variant_hand.open_roll(here.campaign, power):
        here.thrown(project(here, power, chance), chance.choice((1, 9)), *FACES)
    ways = [way.text for way in Variant.offers(here.campaign, power)]
    ways = [way for way in ways if chance.random() < 0.7 and not here.refused(way)][:1]
    for way in ways:
        here.thrown(way, *FACES)
    return len(ways)


@pytest.mark.rule("tw-28.0", "tw-28.0-play")
@pytest.mark.parametrize("seed", range(scaled(2)))
def test_28_0_years_of_tries_and_plays_keep_the_laws(seed: int) -> None:
    chance = random.Random(seed)
    campaign, plays = solo().campaign, 0
    for at in range(calendar.number("1939-3-fall"), calendar.number("1945-2-summer")):
        turn = calendar.label(at)
        if not turn.endswith(("spring", "fall")):
            continue
        campaign = laid(moved(campaign, turn, STEP), {f"{power} variant": 1 for power in POWERS})
        fresh = attrs.evolve(campaign.progress, done=())
        rich = {key: attrs.evolve(power, narfs=200) for key, power in campaign.powers.items()}
        here = Table(attrs.evolve(campaign, powers=rich, used={}, progress=fresh))
        while here.campaign.progress.step == STEP and here.waiting:
            power = here.waiting[0]
            if power in POWERS:
                plays += acts(here, power, chance)
                lawful(here.campaign)
            if here.campaign.progress.step == STEP and power in here.waiting:
                here.thrown(f"{power} done", *FACES)
        campaign = here.campaign
    won = sum(one.got for one in campaign.variant_tries.values())
    assert won >= 4 and plays >= 2, (won, plays)
