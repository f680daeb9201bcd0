"""Terrain in defence against a second keying of 10.6 and 13.2.3 as a chart: every kind in every hex that there is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from engine.thewar.ground import defence
from engine.thewar.ground.defence import Defender
from tests.thewar import keyed_terrain as keyed
from tests.thewar.single_rolls import calc

CHART = keyed.chart()
GROUND = ("clear", "desert", "forest", "mountain", "swamp")
CITIES = ("city", "two-cities", "german-city-vs-soviets")
PAIRS = ("mountain+river", "fortified+river", "fortified+beach-assault")
PRINTED = 4


def hexes() -> Iterator[tuple[str, ...]]:
    """Every hex that may be: one kind of ground at most, cities, and what lies about it or is built on it."""
    for ground in ("", *GROUND):
        for cities in (*((name,) for name in CITIES), (), ("german-city-vs-soviets", "two-cities")):
            for many in range(3):
                for others in combinations(("river", "beach-assault", "fortified", "fortress"), many):
                    built = {"fortified", "fortress", "beach-assault"} & set(others)
                    if {"fortified", "fortress"} <= set(others) or (ground == "mountain" and built):
                        continue
                    yield (*([ground] if ground else []), *cities, *others)


def times(kind: str, terrain: tuple[str, ...], *, siege: int, second: bool, dropped: bool) -> int | None:
    """The multiplier by the chart: of all that apply the highest one (ruling 71)."""
    row = CHART[kind]
    if "fortress" in terrain:
        whole = row["fortress"]
        return None if whole is None else whole if whole <= 1 else max(whole - siege, 1)
    ground = next((name for name in terrain if name in GROUND), "city" if set(terrain) & set(CITIES) else "")
    ground = ground or ("clear" if not terrain else "forest")
    if ground == "clear" and second:
        ground = "second"
    elif ground == "clear" and dropped:
        ground = "dropped"
    found = [row[ground] or 0]
    found += [row[name] or 0 for name in ("river", "beach-assault", "fortified") if name in terrain]
    found += [row[pair] or 0 for pair in PAIRS if set(pair.split("+")) <= set(terrain)]
    return max(found)


def added(kind: str, terrain: tuple[str, ...]) -> int:
    """What forest and cities add by the second keying."""
    if kind not in keyed.ADDED_TO:
        return 0
    forest = keyed.FOREST if "forest" in terrain and "fortress" not in terrain else 0
    if "desert" in terrain or not set(terrain) & set(CITIES):
        return forest
    whose = "german" if "german-city-vs-soviets" in terrain else "usual"
    return forest + keyed.CITIES[whose]["two-cities" in terrain]


@pytest.mark.rule("tw-10.6", "tw-10.3.1", "tw-10.6.14", "tw-10.6.7")
@pytest.mark.parametrize("kind", list(CHART))
def test_10_6_every_kind_in_every_hex_is_worth_what_the_second_keying_says(kind: str) -> None:
    compared = 0
    for terrain in hexes():
        for siege in range(keyed.MOST_SIEGE + 1) if "fortress" in terrain else (0,):
            for second, dropped in ((False, False), (True, False), (False, True)):
                many = times(kind, terrain, siege=siege, second=second, dropped=dropped)
                name = "partisan" if kind == "PART" else kind.lower()
                unit = Defender(name, PRINTED, f"{kind} {PRINTED}-5")
                if many is None:
                    assert [one.rule for one in defence.refusals([unit], terrain, siege)] == ["13.0"]
                    continue
                found = defence.factors([unit], terrain, siege=siege, second_impulse=second, dropped_on=dropped).total
                assert found == PRINTED * many + added(kind, terrain), (terrain, siege, second, dropped)
                compared += 1
    assert compared > 500


@pytest.mark.rule("tw-10.6")
@pytest.mark.parametrize("kind", [kind for kind in CHART if "FLAK" not in kind])
def test_10_6_depleted_units_and_reserves_are_worth_their_face_in_every_hex(kind: str) -> None:
    name = "partisan" if kind == "PART" else kind.lower()
    for terrain in hexes():
        for unit in (Defender(name, PRINTED, kind, depleted=True), Defender(name, PRINTED, kind, reserve=True)):
            assert defence.factors([unit], terrain).total == PRINTED


@pytest.mark.parametrize(("units", "terrain", "factors"), keyed.examples())
def test_10_6_the_worked_examples(units: str, terrain: tuple[str, ...], factors: int) -> None:
    assert calc("defence", None, units=units, terrain=list(terrain))["factors"] == factors
