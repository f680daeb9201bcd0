"""Battles on the ground: the exact forecast of an attack with three rounds of air combat over it, and what the builder
reckons anew at each key, each beside a sample of the same battle."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import partial
from typing import Any
from unittest.mock import patch

import attrs

from engine.kernel.reading import understand
from engine.thewar.air import air_battle, air_fight
from engine.thewar.air.air_battle import AirBattleCore, Standing
from engine.thewar.ground import assaults, ground_battle, ground_losses, supported
from engine.thewar.ground.ground_attacks import Attack
from engine.thewar.ground.ground_battle import Assault
from engine.thewar.ground.ground_orders import Fight
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets.preview_sheet import PreviewSheet
from engine.thewar.world.state import TheWar, Unit
from tests.bench.measuring import Figure, Settings, median, spread, timed
from tests.thewar.builds import after
from tests.thewar.ground.test_ground_fight import ATTACK, COMBAT, RESERVES, front, stepped
from tests.thewar.ground_wars import Game

SAMPLES = 2_000
RUNS = 25
_KEYS = "germany attack smolensk units=3-arm-8-8,2-inf-6-5 against=2-inf-4-5,arm-6-8 terrain=city air=mdm,2-tac,2-ftr"


_FACES = (3, 7, 5, 2, 8, 6, 4, 9, 1, 5, 5, 3, 7, 2, 6, 8, 4, 1, 9, 5) * 3
"""Dice by which the battle goes through three rounds in the air, all its answers, and an advance."""
_AIRCRAFT = (("germany", "ftr", "3-3-2", 2), ("ussr", "ftr", "2-3-2", 2), ("ussr", "tac", "1-5-4", 1))


def _campaign() -> TheWar:
    """Three ARM, three INF and five aircraft against three units and four aircraft."""
    campaign = front()
    more: dict[str, Unit] = {}
    for power, kind, strength, count in (
        ("germany", "ftr", "3-3-2", 2),
        ("ussr", "ftr", "2-3-2", 2),
        ("ussr", "tac", "1-5-4", 1),
    ):
        more |= {f"{power}-{kind}-{600 + n}": Unit(power=power, kind=kind, strength=strength) for n in range(count)}
    return attrs.evolve(campaign, units={**campaign.units, **more})


def _announced() -> TheWar:
    campaign = stepped(after(_campaign(), _KEYS), RESERVES)
    return after(campaign, "ussr support smolensk 2-tac,2-ftr")


def battle(settings: Settings) -> Iterator[Figure]:
    """The whole forecast of an announced attack, nothing kept from an earlier one; 2,000 runs of the same beside."""
    campaign = _announced()
    order = Fight("germany", "smolensk")

    def forecast() -> Any:
        air_battle.worked_out.cache_clear()
        ground_battle.reckoned.cache_clear()
        return order.forecast(campaign)

    times = [timed(forecast) for _ in range(settings.runs(RUNS))]
    found = forecast()
    more = {"runs": spread(times, 1000), "ends": len(found.outcomes), "exact": found.exact}
    exact = float(found.mean(lambda one: sum(not unit.fights for unit in one.defenders)))
    peer = _sampled(campaign) | {"exact": round(exact, 3)}
    name = "ground attack with three rounds in the air, exact"
    yield Figure(name, median(times) * 1000, "ms", most=50, peer=peer, more=more)
    yield _builder(settings, peer)
    yield _fought(settings)


def _fought(settings: Settings) -> Figure:
    """The same battle given, rolled and answered to its end, all stages; how often it is drawn up for them."""
    campaign = stepped(_announced(), COMBAT)

    def fought() -> Game:
        game = Game(campaign)
        game.fight(_FACES)
        return game

    with patch.object(assaults, "Assault", wraps=Assault) as drawn:
        entries = len(fought().entries)
    times = [timed(fought) for _ in range(settings.runs(RUNS))]
    more = {"runs": spread(times, 1000), "entries": entries, "drawn up": drawn.call_count}
    return Figure("ground battle fought to its end, all stages", median(times) * 1000, "ms", most=30, more=more)


def _builder(settings: Settings, peer: dict[str, Any]) -> Figure:
    """Every word of an attack as it is typed, read and reckoned anew: odds, columns, modifiers, forecast."""
    campaign = _campaign()
    lines = [_KEYS[:at] for at in range(_KEYS.index(" terrain"), len(_KEYS) + 1)]
    lines += [ATTACK, ATTACK + " air=mdm", _KEYS.replace("3-arm", "2-arm"), _KEYS.replace("2-inf-6", "1-inf-6")]
    typed = [line for line in lines if _reads(campaign, line)]
    times = []
    for _ in range(settings.runs(5)):
        air_battle.worked_out.cache_clear()
        ground_battle.reckoned.cache_clear()
        times += [timed(partial(_previewed, campaign, line)) for line in typed]
    more = {"keys": spread(times, 1000), "slowest": round(max(times) * 1000, 2)}
    return Figure("attack typed, reckoned anew after a key", median(times) * 1000, "ms", most=16, peer=peer, more=more)


def _reads(campaign: TheWar, line: str) -> bool:
    try:
        return isinstance(understand(RULESET, line, campaign), Attack)
    except ValueError:
        return False


def _previewed(campaign: TheWar, line: str) -> None:
    PreviewSheet().preview(campaign, understand(RULESET, line, campaign))


def _sampled(campaign: TheWar) -> dict[str, Any]:
    """The mean of defenders lost from so many runs of the same cores."""
    found, dice = campaign.engagements["smolensk"], random.Random(1002)
    over = air_fight.over(campaign, "smolensk", found)
    if over is None:
        raise LookupError("nobody meets over the hex")
    core, assault = AirBattleCore(over), assaults.assault(campaign, "smolensk", found)

    def run() -> int:
        value: Standing = core.start
        while not core.finished(value):
            value = core.stage(value, (dice.randint(1, 10),))
        own, other = supported.through(core, value)
        fallen = attrs.evolve(assault, oas=own, das=other)
        if ground_battle.battle(fallen).allowed:
            fallen = attrs.evolve(fallen, face=dice.randint(1, 10))
        return sum(not unit.fights for unit in ground_losses.outcome(fallen).defenders)

    began = time.perf_counter()
    lost = [run() for _ in range(SAMPLES)]
    took = time.perf_counter() - began
    mean = sum(lost) / SAMPLES
    deviation = (sum((value - mean) ** 2 for value in lost) / SAMPLES) ** 0.5
    return {
        f"{SAMPLES} samples, ms": round(took * 1000, 1),
        "mean of defenders lost, sampled": round(mean, 3),
        "its error (95 %)": round(1.96 * deviation / SAMPLES**0.5, 3),
    }
