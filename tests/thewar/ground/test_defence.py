"""Sections 10.6 and 13.2.3: what terrain, fortresses and sieges make of defenders, and rulings 67 to 71."""

from __future__ import annotations

from typing import Any

import pytest

from tests.thewar.single_rolls import calc, refused


def worth(units: str, *terrain: str, **more: Any) -> int:
    """The factors of units in defence; the breakdown adds up to them."""
    found = calc("defence", None, units=units, terrain=list(terrain), **more)
    assert sum(line["value"] for line in found["breakdown"]) == found["factors"]
    assert all(line["rule"] for line in found["breakdown"])
    return int(found["factors"])


KINDS = ("ARM 8-8", "MECH 4-8", "MOT 6-7", "INF 6-5", "STA 3-3", "PARA 3-5", "CAV 2-6", "ART 4-4", "NKVD 4-5")


@pytest.mark.rule("tw-10.6")
@pytest.mark.parametrize("unit", KINDS)
def test_10_6_whole_units_are_doubled_and_others_never(unit: str) -> None:
    printed = int(unit.split()[1].split("-")[0])
    assert worth(unit) == worth(unit, "clear") == 2 * printed
    hexes: tuple[tuple[str, ...], ...] = (("clear",), ("mountain", "river"), ("fortress", "city"), ("swamp", "forest"))
    for terrain in hexes:
        assert worth(unit, *terrain, depleted=[0]) == printed
        assert worth(unit, *terrain, reserve=[0]) == printed


def test_ruling_169_commandos_and_partisans_have_no_terrain_and_flak_no_part() -> None:
    assert worth("CDO 2-5", "city", "fortified") == 2
    assert worth("PART 1-5", "mountain") == 1
    assert worth("FLAK 1-3, MOTFLAK 1-7", "clear") == 0
    assert worth("INF 6-5, FLAK 1-3", "clear") == 12


@pytest.mark.rule("tw-10.6.1")
def test_10_6_1_infantry_in_deserts_and_before_exploiting_armor() -> None:
    for unit, printed in (("INF 4-5", 4), ("STA 2-3", 2)):
        assert worth(unit, "desert") == printed
        assert worth(unit, "clear", second_impulse=True) == worth(unit, "desert", second_impulse=True) == printed
        assert worth(unit, second_impulse=True) == printed
        assert worth(unit, "forest", second_impulse=True) == 2 * printed + 1
        assert worth(unit, "clear", "fortified", second_impulse=True) == 3 * printed
    assert worth("ARM 2-8", "desert") == 4 and worth("MOT 3-7", "clear", second_impulse=True) == 6
    # 10.2.5: in a mixed stack each has its own.
    assert worth("ARM 8-8, INF 6-5", "clear", second_impulse=True) == 16 + 6


@pytest.mark.rule("tw-10.6.14")
@pytest.mark.parametrize(
    ("units", "terrain", "factors"),
    [
        # Printed examples: forest, forest with a fortification, Leningrad's fortress in swamp, a fortified Moscow.
        ("INF 4-5", ["forest"], 9),
        ("INF 6-5", ["forest", "fortified"], 19),
        ("STA 3-3", ["fortress", "city", "swamp"], 19),
        ("INF 6-5", ["city", "fortified"], 19),
        ("INF 2-5", ["mountain"], 6),
        # Ruling 71: one multiplier, the highest; a few pairs are worth four.
        ("INF 2-5", ["mountain", "river"], 8),
        ("INF 2-5", ["fortified", "river"], 8),
        ("INF 2-5", ["fortified", "beach-assault"], 8),
        ("INF 2-5", ["river", "beach-assault"], 6),
        ("INF 2-5", ["swamp", "river"], 6),
        ("INF 2-5", ["forest", "city", "river"], 8),
        ("INF 2-5", ["fortress", "forest", "river", "beach-assault"], 10),
        ("INF 2-5", ["fortress", "two-cities", "forest"], 12),
        ("ARM 2-8", ["swamp", "river"], 6),
        ("ARM 2-8", ["swamp", "forest"], 2),
    ],
)
def test_ruling_71_terrain_together(units: str, terrain: list[str], factors: int) -> None:
    assert worth(units, *terrain) == factors
    assert worth(units, *reversed(terrain)) == factors


@pytest.mark.rule("tw-10.6.4", "tw-10.6.10")
@pytest.mark.parametrize("feature", ["mountain", "river", "fortified", "beach-assault"])
@pytest.mark.parametrize("unit", KINDS)
def test_10_6_2_to_10_6_10_these_triple_everybody(unit: str, feature: str) -> None:
    assert worth(unit, feature) == 3 * int(unit.split()[1].split("-")[0])


def test_10_6_7_swamps_triple_some_and_leave_others_at_their_face() -> None:
    assert [worth(unit, "swamp") for unit in ("INF 2-5", "STA 2-3", "CAV 2-6", "PARA 2-5")] == [6] * 4
    # Ruling 70: also ART.
    assert [worth(unit, "swamp") for unit in ("ARM 2-8", "MECH 2-8", "MOT 2-7", "ART 2-4")] == [2] * 4


@pytest.mark.rule("tw-10.6.3", "tw-10.6.8")
@pytest.mark.parametrize(
    ("terrain", "more"),
    [(["city"], 1), (["two-cities"], 2), (["city", "two-cities"], 2), (["german-city-vs-soviets"], 3),
     (["german-city-vs-soviets", "two-cities"], 6), (["forest"], 1), (["forest", "city"], 2)],
)  # fmt: skip
def test_10_6_8_what_cities_and_forests_add(terrain: list[str], more: int) -> None:
    for unit in ("INF 4-5", "MOT 4-7", "STA 4-3", "PARA 4-5"):
        assert worth(unit, *terrain) == 8 + more
    # Ruling 67: nothing for ARM.
    for unit in ("ARM 4-8", "MECH 4-8", "CAV 4-6", "ART 4-4"):
        assert worth(unit, *terrain) == 8
    assert worth("INF 4-5, INF 4-5, ARM 4-8", *terrain) == 24 + 2 * more


def test_ruling_170_cities_of_the_desert_add_nothing() -> None:
    assert worth("MOT 3-7", "desert", "city") == 6 and worth("STA 2-3", "desert", "city") == 2


@pytest.mark.parametrize("siege", [0, 1, 2, 3])
def test_13_2_3_sieges_take_one_multiple_each(siege: int) -> None:
    """Rulings 68 and 69."""
    for unit in ("ARM 1-8", "MECH 1-8", "CAV 1-6"):
        assert worth(unit, "fortress", siege=siege) == 4 - siege
    for unit in ("INF 1-5", "MOT 1-7", "PARA 1-5", "NKVD 1-5"):
        assert worth(unit, "fortress", siege=siege) == 5 - siege
    assert worth("STA 1-3", "fortress", siege=siege) == 6 - siege
    # Ruling 172: of ART nothing is printed.
    assert worth("ART 4-4", "fortress", siege=siege) == 4
    # A city's addition stays.
    assert worth("STA 1-3", "fortress", "city", siege=siege) == 7 - siege


def test_what_cannot_be_is_refused() -> None:
    assert refused("defence", units="INF 4-5", terrain=["city"], siege=1) == ["13.2.3"]
    assert refused("defence", units="INF 4-5", terrain=["city", "german-city-vs-soviets"]) == ["10.6.8"]
    assert refused("defence", units="PART 1-5", terrain=["fortress"]) == ["13.0"]


def test_units_are_read_as_people_type_them() -> None:
    assert worth(" 3 arm 8-8,INF  6-5 ") == 3 * 16 + 12
    assert worth("2 INF 4-5, STA 2-3", "clear", depleted=[1], reserve=[2]) == 8 + 4 + 2
