"""Air battles: the exact forecast of three rounds beside a sample of the same."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

from engine.kernel.forecast import Distribution
from engine.thewar.air.air_battle import AirBattleCore, Standing, Toll, forecast, worked_out
from engine.thewar.air.air_round import Skies
from engine.thewar.air.air_sides import COUNTER_AIR, AirBattle, Plan
from engine.thewar.ground import supported
from engine.thewar.ground.ground_battle import Assault
from tests.bench.measuring import Figure, Settings, median, spread, timed
from tests.thewar.named_forces import parsed

SAMPLES = 2_000
RUNS = 25


def _battles() -> Iterator[tuple[str, AirBattle]]:
    """Six against six with Flak, of several ratings and kinds so that little merges."""
    own = parsed("3 FTR, 2 TAC, MDM", 1, power="germany", sign="a")
    other = parsed("2 FTR 2-3-2, 2 TAC", 3, power="ussr", sign="s") + parsed("2 FTR", 1, power="britain", sign="b")
    based = tuple(unit.name for unit in other)
    yield "air battle over a hex, regional effort", AirBattle(own, other, flak=2, skies=Skies(effort="regional"))
    for rounds, how in ((0, "they stay down"), (1, "they come up once")):
        plan = Plan(defender=rounds)
        yield f"counter-air mission, {how}", AirBattle(own, other, COUNTER_AIR, flak=3, based=based, plan=plan)


def battle(settings: Settings) -> Iterator[Figure]:
    """Three rounds of six against six with Flak, every end and its toll in 20 ms; 2,000 runs of the same beside."""
    for name, fought in _battles():
        times = [timed(partial(_fresh, fought)) for _ in range(settings.runs(RUNS))]
        found = AirBattleCore(fought).forecast()
        more = {"runs": spread(times, 1000), "ends": len(found.outcomes), "exact": found.exact}
        yield Figure(name, median(times) * 1000, "ms", most=20, peer=_sampled(fought), more=more)

    yield _supported(settings)


def _fresh(fought: AirBattle) -> Distribution[Toll]:
    """The forecast with nothing known of it before."""
    worked_out.cache_clear()
    return forecast(fought)


def _supported(settings: Settings) -> Figure:
    """An attack on the ground with its air battle of three rounds and Flak, exactly in 50 ms."""
    air = next(fought for _, fought in _battles())
    assault = Assault(
        parsed("3 ARM 8-8, 4 INF 6-5", 1, power="germany", sign="g"),
        parsed("3 INF 4-5, ARM 6-8", 3, power="ussr", sign="r"),
        ("city",),
    )

    def fresh() -> object:
        worked_out.cache_clear()
        return supported.expected(assault, air)

    times = [timed(fresh) for _ in range(settings.runs(RUNS))]
    found = supported.expected(assault, air)
    more = {"runs": spread(times, 1000), "outcomes": len(found.outcomes), "exact": found.exact}
    return Figure("ground attack with its air battle", median(times) * 1000, "ms", most=50, more=more)


def _sampled(fought: AirBattle) -> dict[str, Any]:
    """The mean of enemy units lost from so many runs, beside the exact one."""
    core, dice = AirBattleCore(fought), random.Random(1100)

    def run() -> int:
        value: Standing = core.start
        while not core.finished(value):
            value = core.stage(value, (dice.randint(1, 10),))
        return core.toll(value).defenders_lost

    began = time.perf_counter()
    lost = [run() for _ in range(SAMPLES)]
    took = time.perf_counter() - began
    mean = sum(lost) / SAMPLES
    deviation = (sum((value - mean) ** 2 for value in lost) / SAMPLES) ** 0.5
    exact = float(forecast(fought).mean(lambda toll: toll.defenders_lost))
    return {
        f"{SAMPLES} samples, ms": round(took * 1000, 1),
        "mean of defenders lost, sampled": round(mean, 3),
        "its error (95 %)": round(1.96 * deviation / SAMPLES**0.5, 3),
        "exact": round(exact, 3),
    }
