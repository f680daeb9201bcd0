"""The exact forecast of a whole segment, held against every die played out in a campaign, and against samples."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

import attrs
import pytest

from engine.thewar.strategic import segment_forecast
from engine.thewar.strategic.segment_forecast import Toll
from engine.thewar.world.state import Box, TheWar
from tests.scale import sampled
from tests.thewar.atlantic import AIR, SEA, Segment, count, french, scene
from tests.thewar.convolving import convolved
from tests.thewar.sampling import rolled

FORCES: dict[str, Any] = {
    "germany": {"uboat": 14, "int": 9, "mdm": 3, "sac": 2},
    "britain": {"asw": 7, "sac": 9, "int": 5},
    "us": {"asw": 4, "sac": 8},
    "entered": "1942-1-spring",
}
FLAK = {"german-heavy-flak": 2, "british-heavy-flak": 2}


def _played(campaign: TheWar, faces: tuple[int, ...], *lines: str) -> tuple[int, ...]:
    """What the segment costs in a campaign: NARFs of Britain and Germany, the German base, units."""
    game = Segment(campaign)
    game.give(*lines, faces=faces)
    before, now = game.begun, game.campaign
    units = tuple(
        count(before, power, kind) - count(now, power, kind)
        for power, kind in (("germany", "uboat"), ("britain", "asw"), ("britain", "sac"), ("germany", "int"))
    )
    narfs = tuple(before.powers[power].narfs - now.powers[power].narfs for power in ("britain", "germany"))
    return (*narfs, before.powers["germany"].base - now.powers["germany"].base, *units)


@pytest.mark.parametrize(("uboats", "asw", "sac", "guard"), [(6, 3, 4, 2), (3, 5, 6, 0)])
def test_the_forecast_is_what_playing_every_die_out_comes_to(uboats: int, asw: int, sac: int, guard: int) -> None:
    campaign = scene("1941-3-fall", SEA, germany={"uboat": uboats, "int": 3}, britain={"asw": asw, "sac": sac})
    placed = {"germany": Box(uboats=uboats, night=guard), "britain": Box(asw=asw, sac=sac)}
    lines = (
        f"germany sea-box uboats={uboats}",
        f"britain sea-box asw={asw}",
        f"germany air-box night={guard}",
        f"britain air-box sac={sac}",
    )
    told: dict[tuple[int, ...], Fraction] = {}
    for faces in product(range(1, 11), repeat=2):
        found = _played(campaign, faces, *lines)
        told[found] = told.get(found, Fraction(0)) + Fraction(1, 100)

    def figures(toll: Toll) -> tuple[int, ...]:
        return (toll.britain, toll.germany, toll.base, toll.uboats, toll.asw, toll.sac, toll.interceptors)

    assert dict(segment_forecast.forecast(campaign, placed).of(figures).outcomes) == told


def test_with_two_raids_the_cap_holds_for_both_as_it_does_in_play() -> None:
    campaign = scene(
        "1943-3-fall", AIR, germany={"int": 2}, britain={"sac": 12}, us={"sac": 12}, entered="1942-1-spring"
    )
    placed = {"germany": Box(), "britain": Box(sac=12), "us": Box(sac=12)}
    lines = ("germany air-box", "britain air-box sac=12", "us air-box sac=12")
    told: dict[tuple[int, int], Fraction] = {}
    for faces in product(range(1, 11, 3), range(1, 11)):
        _, germany, base, *_ = _played(campaign, faces, *lines)
        told[germany, base] = told.get((germany, base), Fraction(0)) + Fraction(1, 40)
    exact = dict(segment_forecast.forecast(campaign, placed).of(lambda toll: (toll.germany, toll.base)).outcomes)
    assert set(told) <= set(exact)
    cap = campaign.powers["germany"].base // 4
    assert max(germany for germany, _ in exact) == cap


@pytest.mark.parametrize("lent", [0, 2])
def test_the_forecast_agrees_with_samples_within_their_error(lent: int) -> None:
    campaign = french(scene("1943-3-fall", SEA, facts=FLAK, **FORCES))
    placed = segment_forecast.everything(campaign)
    placed["germany"] = attrs.evolve(placed["germany"], mdm=lent)
    exact = segment_forecast.forecast(campaign, placed)
    assert exact.exact and exact.assumed
    assert sum(chance for _, chance in exact.outcomes) == 1
    dice = random.Random(11)
    runs = sampled(10_000)
    found = [rolled(campaign, placed, lambda: dice.randint(1, 10)) for _ in range(runs)]
    assert set(found) <= {toll for toll, _ in exact.outcomes}
    for figure in Toll._fields:
        values = [getattr(toll, figure) for toll in found]
        mean = float(exact.mean(lambda toll, figure=figure: getattr(toll, figure)))  # type: ignore[misc]
        square = float(exact.mean(lambda toll, figure=figure: getattr(toll, figure) ** 2))  # type: ignore[misc]
        error = 4.5 * (max(square - mean * mean, 1e-9) / runs) ** 0.5
        assert abs(sum(values) / runs - mean) <= error, figure
        one = exact.of(lambda toll, figure=figure: getattr(toll, figure))  # type: ignore[misc]
        assert exact.figure(figure).outcomes == one.outcomes


@pytest.mark.parametrize(
    ("turn", "entered", "sent"),
    [
        ("1943-3-fall", "1942-1-spring", {}),
        ("1943-3-fall", "1942-1-spring", {"sac": 2, "mdm": 2}),
        ("1942-3-fall", "1941-4-winter", {"mdm": 1}),
        ("1941-3-fall", "", {"sac": 1}),
    ],
)
def test_kept_apart_the_battles_come_to_what_every_one_after_every_other_comes_to(
    turn: str, entered: str, sent: dict[str, Any]
) -> None:
    forces = FORCES | {"entered": entered, "us": {"asw": 2, "sac": 3}, "britain": {"asw": 7, "sac": 4, "int": 3}}
    campaign = french(scene(turn, SEA, facts=FLAK, **forces))
    # A small base, so that the cap of a raid hangs on the one before.
    powers = {**campaign.powers, "germany": attrs.evolve(campaign.powers["germany"], base=60)}
    campaign = attrs.evolve(campaign, powers=powers)
    placed = segment_forecast.everything(campaign)
    placed["germany"] = attrs.evolve(placed["germany"], uboats=9, **sent)
    slow = convolved(campaign, placed)
    exact = segment_forecast.forecast(campaign, placed)
    assert dict(exact.outcomes) == slow
    assert exact.mean(lambda toll: toll.germany) == sum(toll.germany * chance for toll, chance in slow.items())
    both: dict[tuple[int, int], Fraction] = {}
    for toll, chance in slow.items():
        both[toll.germany, toll.convoy] = both.get((toll.germany, toll.convoy), Fraction(0)) + chance
    assert dict(exact.joint("germany", "convoy").outcomes) == both
    assert exact.chance(lambda toll: toll.germany == 15) == sum(c for t, c in slow.items() if t.germany == 15)


def test_in_the_happy_time_what_came_to_the_convoys_bears_on_the_american_raid() -> None:
    campaign = scene("1942-3-fall", SEA, **(FORCES | {"entered": "1941-4-winter"}))
    placed = {"germany": Box(uboats=14, day=4), "britain": Box(asw=7), "us": Box(sac=8)}
    exact = segment_forecast.forecast(campaign, placed)
    assert {toll.britain for toll, _ in exact.outcomes} == {0}, "the United States bear it all"

    def bombed(convoy: int) -> Fraction:
        chance = exact.chance(lambda toll: toll.convoy == convoy)
        return exact.mean(lambda toll: toll.germany if toll.convoy == convoy else 0) / chance

    marks = sorted({toll.convoy for toll, _ in exact.outcomes})
    assert len(marks) > 1
    means = [bombed(mark) for mark in marks]
    assert means == sorted(means, reverse=True) and means[0] > means[-1]


def test_it_reads_no_box_but_those_that_it_is_given() -> None:
    campaign = scene("1943-3-fall", AIR, **FORCES)
    told = attrs.evolve(campaign, boxes={"germany": Box(night=9), "britain": Box(sac=1, bombed=5), "us": Box(sac=8)})
    placed = segment_forecast.everything(campaign)
    assert segment_forecast.everything(told) == placed
    assert segment_forecast.forecast(told, placed) == segment_forecast.forecast(campaign, placed)
    quiet = segment_forecast.forecast(campaign, {"germany": Box(), "britain": Box()})
    assert quiet.outcomes == ((Toll(), Fraction(1)),)
