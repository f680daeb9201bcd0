"""A World at War: exact forecasts beside samples of the same, and whole wars at random."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

import attrs

from engine.kernel.forecast import Core, distribution
from engine.worldatwar.bombing import raid_forecast
from engine.worldatwar.rolls import submarines
from engine.worldatwar.world import editions
from engine.worldatwar.world.state import Force
from tests.bench.measuring import Figure, Settings, median, spread, timed
from tests.worldatwar.bombers import BOMBING
from tests.worldatwar.game import Game, Player, factors, play_through, produced, scenario

SAMPLES = 10_000
WARS = 200
MOST_MS = 20


def forecasts(settings: Settings) -> Iterator[Figure]:
    """A turn's submarine campaign exactly in 20 ms, each edition."""
    dice = random.Random(1943)
    for name in editions.NAMES:
        war = submarines.Submarines(editions.edition(name), submarines=17, asw=21, modifier=1, transports=40)
        yield _beside_samples(
            f"forecast of a submarine campaign, {name}",
            submarines.SubmarineCore(),
            war,
            lambda value: submarines.resolve(value).transports_sunk,
            dice,
            settings,
        )


def raids(settings: Settings) -> Iterator[Figure]:
    """One large force, met in the air and over its target, exactly in 20 ms; over two defended fronts it informs."""
    campaign = scenario(BOMBING)
    force = Force(
        power="us", target="essen", bombers=12, aaf=30, interceptors=8, jets=2, front="western", escort="western"
    )
    defence = {"western": {"germany": {"interceptors": 10, "escort-aaf": 15, "jets": 3}}}
    later = {"eastern": {"germany": {"interceptors": 5}}}
    for name, most, fronts in (("one front", MOST_MS, defence), ("two fronts", None, {**defence, **later})):
        core = raid_forecast.Forecaster(campaign, attrs.evolve(force, route=tuple(fronts)), fronts)
        times = [timed(core.distribution) for _ in range(settings.runs(25))]
        more = {"runs": spread(times, 1000), "outcomes": len(core.distribution().outcomes)}
        yield Figure(f"forecast of a raid, {name}", median(times) * 1000, "ms", most=most, more=more)


def _beside_samples(
    name: str, core: Core[Any], start: Any, figure: Any, dice: random.Random, settings: Settings
) -> Figure:
    exact = distribution(core, start).of(figure)
    times = [timed(lambda: distribution(core, start).of(figure)) for _ in range(settings.runs(25))]
    count = SAMPLES // 5 if settings.quick else SAMPLES
    began = time.perf_counter()
    found = [figure(_run(core, start, dice)) for _ in range(count)]
    took = time.perf_counter() - began
    mean = sum(found) / count
    deviation = (sum((value - mean) ** 2 for value in found) / count) ** 0.5
    peer = {
        f"{count} samples, ms": round(took * 1000, 1),
        "mean sampled": round(mean, 3),
        "error (95 %)": round(1.96 * deviation / count**0.5, 3),
        "mean exact": round(float(exact.mean(lambda value: value)), 3),
    }
    return Figure(name, median(times) * 1000, "ms", most=MOST_MS, peer=peer, more={"runs": spread(times, 1000)})


def _run(core: Core[Any], value: Any, dice: random.Random) -> Any:
    while not core.finished(value):
        value = core.stage(value, tuple(_thrown(die, dice) for die in core.dice(value)))
    return value


def _thrown(die: Any, dice: random.Random) -> int:
    if isinstance(die, int):
        return dice.randint(1, die)
    return sum(dice.randint(1, die.sides) for _ in range(die.count))


def wars(settings: Settings) -> Iterator[Figure]:
    """Whole Battles of the Atlantic at random: none crashes, and every factor is somewhere at the end."""
    count = settings.count(WARS)
    began = time.perf_counter()
    orders = 0
    for seed in range(count):
        game = Game(scenario(), f"bench {seed}".encode())
        made = factors(game.campaign)
        orders += play_through(game, Player(seed))
        assert produced(made, game.entries) == factors(game.campaign)
    took = time.perf_counter() - began
    yield Figure("Battles of the Atlantic, A World at War", count, "wars", more={"s": round(took, 1), "orders": orders})
