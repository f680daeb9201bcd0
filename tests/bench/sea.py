"""Battles at sea: the exact forecast of three rounds with aircraft beside a sample of the same."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

from engine.thewar.sea import sea_outcomes
from engine.thewar.sea.sea_battle import SeaBattle
from engine.thewar.sea.sea_core import SeaCore
from engine.thewar.sea.sea_forces import mustered
from tests.bench.measuring import Figure, Settings, median, spread, timed
from tests.thewar.named_forces import parsed

SAMPLES = 2_000
RUNS = 9
MOST = {
    "four Fleets, a CV and two TAC": 2500,
    "carrier air strike on four Fleets": 100,
    "three Fleets against four": 100,
}
"""Milliseconds that a forecast may take."""


def _battles() -> Iterator[tuple[str, SeaBattle]]:
    british = mustered(parsed("4 fleet, cv, nac", 1, power="britain", sign="b"))
    italian = mustered(parsed("4 fleet, 2 tac", 3, power="italy", sign="i"))
    ships = mustered(parsed("4 fleet", 3, power="italy", sign="i"))
    yield "four Fleets, a CV and two TAC", SeaBattle(british, italian, supply=(0,))
    strike = mustered(parsed("2 cv, 2 nac", 1, power="britain", sign="b"))
    yield (
        "carrier air strike on four Fleets",
        SeaBattle(strike, ships, harbour="strike", port_flak=1, first_strike=True),
    )
    yield "three Fleets against four", SeaBattle(mustered(parsed("3 fleet", 1, power="britain")), ships)


def battle(settings: Settings) -> Iterator[Figure]:
    """Three rounds exactly, every figure of the outcome; 2,000 runs of the same battle beside."""
    for name, fought in _battles():
        times = [timed(partial(sea_outcomes.forecast, fought)) for _ in range(settings.runs(RUNS))]
        found = sea_outcomes.forecast(fought)
        more = {"runs": spread(times, 1000), "outcomes": len(found.outcomes), "exact": found.exact}
        yield Figure(
            f"sea battle: {name}", median(times) * 1000, "ms", most=MOST[name], peer=_sampled(fought), more=more
        )


def _sampled(fought: SeaBattle) -> dict[str, Any]:
    """The mean of enemy ships sunk from so many runs, beside the exact one."""
    core, dice = SeaCore(fought), random.Random(790)

    def run() -> int:
        value = core.start()
        while not core.finished(value):
            value = core.stage(value, (dice.randint(1, 10),))
        return sea_outcomes.outcome(fought, value).defender.sunk

    began = time.perf_counter()
    sunk = [run() for _ in range(SAMPLES)]
    took = time.perf_counter() - began
    mean = sum(sunk) / SAMPLES
    deviation = (sum((value - mean) ** 2 for value in sunk) / SAMPLES) ** 0.5
    exact = float(sea_outcomes.forecast(fought).mean(lambda told: told.defender.sunk))
    return {
        f"{SAMPLES} samples, ms": round(took * 1000, 1),
        "mean of ships sunk, sampled": round(mean, 3),
        "its error (95 %)": round(1.96 * deviation / SAMPLES**0.5, 3),
        "exact": round(exact, 3),
    }
