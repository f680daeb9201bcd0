"""Naval interception (22.2) and Japanese resistance (57.11) of the 2011 changes."""

from __future__ import annotations

import pytest

from engine.kernel.calculators import Malformed
from tests.worldatwar import keyed_tables as keyed
from tests.worldatwar.solving import calc, refused


@pytest.mark.parametrize("activity", list(keyed.rows(keyed.INTERCEPTION)))
def test_22_21_ranges_by_force_theater_and_air(activity: str) -> None:
    cells = iter(keyed.rows(keyed.INTERCEPTION)[activity])
    for force in ("surface", "submarines"):
        for theater in ("europe", "pacific"):
            printed = next(cells)
            fields = {"activity": activity, "force": force, "theater": theater}
            if printed == "-":
                assert refused("interception", **fields, air=True) == ["22.22F"]
                continue
            answer = calc("interception", **fields, air=True)
            assert (answer["range"], answer["needs_air"]) == (int(printed.strip("()")), printed.startswith("("))
            assert refused("interception", **fields) == (["22.21"] if answer["needs_air"] else [])


@pytest.mark.parametrize(
    ("modifiers", "europe", "pacific"),
    [
        ([], 20, 10),
        (["slow-ships"], 10, 5),
        (["small-light-interceptors"], 30, 15),
        (["slow-ships", "small-light-interceptors"], 20, 10),
        (["slow-ships", "non-operational-port"], 0, 0),
        (["slow-ships", "non-operational-port", "small-light-target"], 0, 0),
    ],
)
def test_22_23_modifiers_add_up_and_may_prevent_interception(modifiers: list[str], europe: int, pacific: int) -> None:
    for theater, wanted in (("europe", europe), ("pacific", pacific)):
        fields = {"activity": "sea-supply", "theater": theater, "modifiers": modifiers}
        answer = calc("interception", **fields)
        assert answer["range"] == wanted and answer["intercept"] == (None if wanted else False)
        for distance in (0, wanted, wanted + 1):
            assert calc("interception", **fields, distance=distance)["intercept"] == (0 < wanted >= distance)


def test_22_23_submarines_are_not_modified_and_nothing_counts_twice() -> None:
    assert refused("interception", activity="sea-supply", force="submarines", modifiers=["slow-ships"]) == ["22.23"]
    assert refused("interception", activity="sea-supply", modifiers=["slow-ships", "slow-ships"]) == ["22.23"]
    for fields in ({"activity": "raid"}, {"activity": "returning", "modifiers": ["fast"]}, {}):
        with pytest.raises(Malformed):
            calc("interception", **fields)


def test_57_11_facts_add_up_to_a_level() -> None:
    assert (calc("resistance")["level"], calc("resistance")["surrender"]) == (0, True)
    answer = calc("resistance", pacific_objectives=9, singapore=True, manila=True, unbuilt_factors=25, firestorms=1)
    assert (answer["level"], answer["cumulative"], answer["surrender"]) == (9 + 2 - 2 - 1, 0, False)
    assert sum(line["value"] for line in answer["breakdown"]) == answer["level"]
    worse = calc("resistance", pacific_objectives=9, tokyo=True, japanese_hexes=3, atomic_attacks=1)
    assert (worse["level"], worse["surrender"]) == (9 - 3 - 6 - 3, True)


def test_57_11_cumulative_modifiers_are_carried_from_turn_to_turn() -> None:
    first = calc("resistance", pacific_objectives=5, japanese_island_groups=8, allied_losses=60)
    assert (first["level"], first["cumulative"]) == (5 + 2 + 2, 4)
    second = calc("resistance", pacific_objectives=5, allied_island_groups=9, earlier=first["cumulative"])
    assert (second["level"], second["cumulative"]) == (5 - 2 + 4, 2)


def test_57_11_no_more_is_counted_than_there_is() -> None:
    for fields in ({"mainland_cities": 9}, {"indian_objectives": 5}, {"tokyo": 1}, {"firestorms": -1}):
        with pytest.raises(Malformed):
            calc("resistance", **fields)
