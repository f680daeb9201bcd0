"""The board as values: the grid, ways by sea held against a slow search, the shape of the table and what is wrong with
spoilt ones."""

from __future__ import annotations

import copy
import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

import attrs
import pytest

from engine.kernel.chooser import Chooser
from engine.kernel.tables import table
from engine.thewar.countries import opening
from engine.thewar.map import board, grid
from engine.thewar.map.graph import Area, Link, SeaGraph, key_of, open_sea
from engine.thewar.world import sea_areas, seas, whereabouts
from engine.thewar.world.state import Place
from engine.thewar.world.whereabouts import Location
from tests.thewar.world import world

PRINTED = table("thewar", "board-europe")


# --- the grid


def test_2_1_a_hex_off_the_map_is_told() -> None:
    assert len(tuple(grid.every())) == 2250
    for wrong, why in (("4500", "off the map"), ("0050", "no hex number"), ("12", "no hex number")):
        assert not grid.is_hex(wrong)
        with pytest.raises(grid.BadHex, match=why):
            grid.place(wrong)


def test_2_1_the_hexes_round_a_base_are_those_within_its_range() -> None:
    for centre, most in (("2643", 3), ("0000", 2), ("4449", 4), ("1426", 5)):
        slow = {number for number in grid.every() if grid.distance(centre, number) <= most}
        assert set(grid.within(centre, most)) == slow
    assert len(grid.neighbours("2020")) == 6 and len(grid.neighbours("4400")) in (2, 3)


# --- the table


def test_the_table_that_comes_with_the_program_has_no_fault() -> None:
    assert not tuple(board.faults(PRINTED, sea_areas.areas()))
    picture = PRINTED["picture"]
    for layer in ("land", "country", "waters"):
        assert len(picture[layer]) == grid.ROWS and {len(row) for row in picture[layer]} == {grid.COLUMNS}
    drawn = board.board()
    assert not drawn.lands.keys() & drawn.waters.keys()
    assert set(drawn.waters.values()) - {"caspian", "persian-gulf"} <= sea_areas.areas().keys()


def test_every_line_of_the_table_says_where_it_comes_from() -> None:
    for section in ("links", "hexes"):
        assert all(row["source"].strip() for row in PRINTED[section].values())
    assert all(source.strip() for on in PRINTED["berths"].values() for source in on.values())
    sources = Counter(not row["source"].startswith("house") for row in PRINTED["links"].values())
    assert sources[True] >= 15


@pytest.mark.parametrize(
    ("section", "key", "line", "told"),
    [
        ("links", "levant+ionia", {"source": "own"}, "there is no Sea Area 'ionia'; nearest is 'ionian'"),
        ("links", "levant+levant", {"source": "own"}, "a Sea Area does not adjoin itself"),
        ("links", "ionian+central-med", {"source": "own"}, "it stands there twice"),
        ("berths", "split", {}, "it lies on no Sea Area"),
        ("berths", "split", {"adriatik": "own"}, "there is no Sea Area 'adriatik'; nearest is 'adriatic'"),
        ("hexes", "moscow", {"hex": "4512", "source": "own"}, "4512 is no hex of the map"),
        ("hexes", "moscow", {"hex": "1426", "source": "own"}, "berlin lies in 1426 too"),
        ("hexes", "malta", {"hex": "2930", "source": "own"}, "2930 lies in the water"),
    ],
)
def test_a_spoilt_line_is_told(section: str, key: str, line: dict[str, Any], told: str) -> None:
    spoilt = copy.deepcopy(PRINTED)
    spoilt[section][key] = line
    found = tuple(board.faults(spoilt, sea_areas.areas()))
    assert len(found) == 1 and told in found[0] and key in found[0]


def test_7_2_every_named_sea_area_is_joined_to_the_others_and_each_port_lies_on_one() -> None:
    graph = seas.graph(world())
    for one in sea_areas.areas():
        found = graph.way(("north-atlantic",), (one,))
        assert found is not None and found.count >= 1, one
    assert all(berths for berths in graph.berths.values())
    # A closed strait makes no difference where the way does not lead through it.
    closed = graph.way(("east-baltic",), ("gibraltar-straits",), {"gibraltar-strait"}.__contains__)
    assert closed == graph.way(("east-baltic",), ("gibraltar-straits",))


# --- ways, against every path there is


def _random(seed: int) -> SeaGraph:
    chance = Chooser(f"seas-{seed}")
    names = "abcdefg"[: 4 + seed % 4]
    areas = {
        name: Area(closes=name if chance.below(4) == 0 else "", gate=f"gate-{name}" if chance.below(4) == 0 else "")
        for name in names
    }
    links = {
        key_of(one, other): Link(one, other, f"{one}{other}" if chance.below(5) == 0 else "")
        for one, other in itertools.combinations(names, 2)
        if chance.below(2) == 0
    }
    return SeaGraph(areas, links, {})


def _walks(graph: SeaGraph, start: str, end: str) -> Iterator[tuple[str, ...]]:
    queue: list[tuple[str, ...]] = [(start,)]
    while queue:
        path = queue.pop()
        if path[-1] == end:
            yield path
        else:
            queue += [(*path, after) for after in graph.neighbours[path[-1]] if after not in path]


@pytest.mark.parametrize("seed", range(12))
def test_7_2_7_3_the_shortest_way_is_the_shortest_of_all(seed: int) -> None:
    graph = _random(seed)
    for shut in (frozenset[str](), frozenset(sorted(graph.straits)[::2]), graph.straits):
        for start, end in itertools.product(graph.areas, repeat=2):
            costs = []
            for path in _walks(graph, start, end):
                steps = zip(("", *path), path, path[1:], strict=False)
                passed = [name for step in steps for name in graph.passed(*step) if name in shut]
                costs.append((len(passed), len(path)))
            found = graph.way((start,), (end,), shut.__contains__)
            assert (found is None) == (not costs)
            if found is not None:
                assert (len(found.closed), found.count) == min(costs)


@pytest.mark.parametrize("seed", range(4))
def test_every_way_that_is_not_much_longer_is_found(seed: int) -> None:
    graph = _random(seed)
    for start, end in itertools.permutations(graph.areas, 2):
        walks = sorted(_walks(graph, start, end), key=len)
        slow = {path for path in walks if len(path) <= len(walks[0]) + 1}
        assert set(graph.paths(start, end, open_sea, longer=1)) == slow


# --- what campaigns keep as text


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("warsaw", Location("place", "warsaw")),
        ("2643", Location("hex", "2643")),
        ("levant-2", Location("area", "levant")),
        ("us-box", Location("box", "us-box")),
        ("board", Location("elsewhere", "board")),
        ("pripet marshes", Location("elsewhere", "pripet marshes")),
    ],
)
def test_2_1_where_something_is_is_read_from_its_text(text: str, at: Location) -> None:
    campaign = world()
    places = {**campaign.places, "us-box": Place(name="U.S. Box", kind="box")}
    assert whereabouts.location(attrs.evolve(campaign, places=places), text) == at


@pytest.mark.parametrize(
    ("hexes", "told"),
    [
        ({"warsaw": "1426"}, ["Berlin lies in 1426 too"]),
        ({"warsaw": "2930"}, ["2930 lies in the water of our map"]),
        ({"warsaw": "4600"}, ["4600 is no hex of the map: row and column, such as 1711"]),
        ({"warsaw": "1711", "kiev": "1711"}, ["Warsaw lies in 1711 too"]),
        ({"warsaw": "1521"}, []),
        ({}, []),
    ],
)
def test_2_1_a_scenario_is_told_of_places_in_hexes_that_cannot_be_theirs(
    hexes: dict[str, str], told: list[str]
) -> None:
    campaign = world()
    places = {key: attrs.evolve(place, hex=hexes.get(key, place.hex)) for key, place in campaign.places.items()}
    found = [fault for fault in opening.faults(attrs.evolve(campaign, places=places)) if fault.at.endswith(".hex")]
    assert [fault.problem for fault in found] == told
    assert all(fault.warning for fault in found), "his map may have it so"
