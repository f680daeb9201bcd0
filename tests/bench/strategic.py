"""Strategic warfare: exact forecasts beside samples of the same, and Battles of the Atlantic at random."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

import attrs

from engine.kernel.forecast import Core, Distribution, distribution
from engine.kernel.orders import Automatic
from engine.kernel.sums import Sums
from engine.thewar.rolls import bombing, submarines
from engine.thewar.strategic import air_war, bomber_waves, hunted_war, segment_forecast, sub_hunters, uboat_war
from engine.thewar.strategic.segment import GermansBomb, UBoatsSail
from engine.thewar.strategic.segment_forecast import Toll
from engine.thewar.world.state import Box, TheWar
from tests.bench.measuring import Figure, Settings, median, note, spread, timed
from tests.thewar.atlantic import french, scene
from tests.thewar.sampling import Thrown, played_out, rolled
from tests.thewar.tonnage import Tonnage

SAMPLES = 10_000
BATTLES = 10_000


def _war() -> TheWar:
    """Fall 1943 at its height: everybody has something, both sides Heavy Flak."""
    forces: dict[str, Any] = {
        "germany": {"uboat": 14, "int": 9, "mdm": 3, "sac": 2},
        "britain": {"asw": 7, "sac": 9, "int": 5},
        "us": {"asw": 4, "sac": 8},
        "facts": {"german-heavy-flak": 3, "british-heavy-flak": 2},
    }
    return french(scene("1943-3-fall", entered="1942-1-spring", **forces))


def _figure(name: str, most: float | None, work: Callable[[], object], settings: Settings, **more: Any) -> Figure:
    times = [timed(work) for _ in range(settings.runs(25))]
    peer = more.pop("peer", {})
    return Figure(name, median(times) * 1000, "ms", most=most, peer=peer, more={"runs": spread(times, 1000), **more})


def _sampled(name: str, exact: Distribution[int], one: Callable[[], int], samples: int) -> dict[str, Any]:
    """The same figure from so many runs: how long they take, what they say, and by how much that may be wrong."""
    began = time.perf_counter()
    found = [one() for _ in range(samples)]
    took = time.perf_counter() - began
    mean = sum(found) / samples
    spread_of = (sum((value - mean) ** 2 for value in found) / samples) ** 0.5
    return {
        f"{samples} samples, ms": round(took * 1000, 1),
        f"mean {name} sampled": round(mean, 3),
        f"error of {name} (95 %)": round(1.96 * spread_of / samples**0.5, 3),
        f"mean {name} exact": round(float(exact.mean(lambda value: value)), 3),
    }


def forecasts(settings: Settings) -> Iterator[Figure]:
    """One battle exactly in 10 ms, a segment of the U-boat war and two or three raids in 150 ms."""
    campaign = _war()
    samples = SAMPLES // 5 if settings.quick else SAMPLES
    dice = random.Random(1943)

    def face() -> int:
        return dice.randint(1, 10)

    def run(core: Core[Any], value: Any) -> Any:
        while not core.finished(value):
            value = core.stage(value, tuple(face() for _ in core.dice(value)))
        return value

    war = uboat_war.prepared(campaign, uboats=14, asw=11)

    def at_sea() -> Distribution[int]:
        return distribution(submarines.UBoatCore(), war).of(lambda value: submarines.resolve(value).narfs)

    peer = _sampled("NARFs", at_sea(), lambda: submarines.resolve(run(submarines.UBoatCore(), war)).narfs, samples)
    yield _figure("forecast of the U-boat war", 10, at_sea, settings, peer=peer)

    raid = air_war.over_germany(campaign, "us", 8, 5)

    def in_the_air() -> Distribution[int]:
        return distribution(bombing.BombingCore(), raid).of(lambda value: bombing.resolve(value).narfs)

    peer = _sampled("NARFs", in_the_air(), lambda: bombing.resolve(run(bombing.BombingCore(), raid)).narfs, samples)
    yield _figure("forecast of a raid with Heavy Flak", 10, in_the_air, settings, peer=peer)

    placed = segment_forecast.everything(campaign)
    yield _segment("forecast of a segment", campaign, placed, face, settings)
    placed["germany"] = attrs.evolve(placed["germany"], sac=2, mdm=2)
    yield _segment("forecast of a segment with a German raid too", campaign, placed, face, settings)
    yield from _optional(campaign, settings)


def _segment(
    name: str, campaign: TheWar, placed: dict[str, Box], face: Callable[[], int], settings: Settings
) -> Figure:
    """The distribution of every figure of a segment's toll; and how long the list of all sums of them takes besides."""

    def told() -> Sums[Toll]:
        found = segment_forecast.forecast(campaign, placed)
        for figure in Toll._fields:
            found.figure(figure)
        return found

    exact = told()
    listed = timed(lambda: exact.outcomes)
    samples = SAMPLES // 5 if settings.quick else SAMPLES
    peer: dict[str, Any] = {}
    for figure in ("germany", "britain"):
        one = partial(lambda figure: getattr(rolled(campaign, placed, face), figure), figure)
        peer |= _sampled(f"NARFs of {figure}", exact.figure(figure), one, samples)
    more = {"outcomes": len(exact.outcomes), "listing them, ms": round(listed * 1000, 1)}
    return _figure(name, 150, told, settings, peer=peer, **more)


def _optional(campaign: TheWar, settings: Settings) -> Iterator[Figure]:
    """The same with sub hunters and bomber waves; samples play the battle out in the campaign."""
    options = {**campaign.options, sub_hunters.OPTION: True, bomber_waves.OPTION: True}
    boxes = {
        "germany": Box(uboats=14, sac=2, mdm=3, stacks=4, waves=(5, 5, 4, 0)),
        "britain": Box(asw=4, hunters=3, interceptors=5, waves=(2, 1, 1, 1)),
        "us": Box(asw=2, hunters=2),
    }
    campaign = attrs.evolve(campaign, options=options, boxes=boxes)
    war = uboat_war.prepared(campaign, uboats=14, asw=6, hunters=5)
    flown = bomber_waves.division(campaign, boxes["germany"], boxes["britain"])
    samples = SAMPLES // 50 if settings.quick else SAMPLES
    dice = random.Random(2916)

    def lost(order: Automatic[TheWar]) -> int:
        """NARFs that Britain loses, from the box: in the hand there may be fewer."""
        ended = played_out(campaign, order, Thrown(dice.randint))
        return ended.boxes["britain"].lost

    def hunted() -> Distribution[int]:
        return hunted_war.forecast(campaign, war, {"britain": 3, "us": 2}).of(lambda result: result.narfs)

    peer = _sampled("NARFs", hunted(), lambda: lost(UBoatsSail()), samples)
    yield _figure("forecast of the U-boat war after two hunts", 10, hunted, settings, peer=peer)

    def in_waves() -> Distribution[int]:
        assert flown is not None
        return bomber_waves.sums(campaign, flown).of(lambda result: result.narfs)

    peer = _sampled("NARFs", in_waves(), lambda: lost(GermansBomb()), samples)
    yield _figure("forecast of three waves with Heavy Flak", 50, in_waves, settings, peer=peer)


def _battle(seed: int) -> tuple[int, int]:
    game = Tonnage(seed)
    game.play()
    return len(game.entries), game.segments


def battles(settings: Settings) -> Iterator[Figure]:
    """Battles of the Atlantic at random from Fall 1939 to Spring 1945, each held against the laws."""
    wanted = settings.count(BATTLES)
    note(f"battles of the Atlantic: {wanted} ...")
    began = time.perf_counter()
    entries = fought = 0
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        # An assertion that fails comes out here.
        for found, segments in pool.map(_battle, range(100_000, 100_000 + wanted), chunksize=20):
            entries += found
            fought += segments == 12
    took = time.perf_counter() - began
    more = {"seconds": round(took, 1), "entries": entries}
    yield Figure("Battles of the Atlantic at random", float(fought), "battles", least=float(wanted), more=more)
