"""What falls with a country or follows its fall (18.5, 18.7.5, 19.3, 23), one roll at a time."""

from __future__ import annotations

import pytest

from tests.thewar.single_rolls import calc, refused


@pytest.mark.parametrize(
    ("turn", "free_to", "modifier"),
    [
        ("1940-1-spring", 0, 5),
        ("1940-2-summer", 2, 3),
        ("1940-3-fall", 4, 1),
        ("1940-4-winter", 5, 0),
        ("1941-2-summer", 5, 0),
    ],
)
def test_18_5_4_the_dice_of_the_french_colonies(turn: str, free_to: int, modifier: int) -> None:
    for colony in ("syria", "tunisia", "algeria", "morocco"):
        for face in range(1, 11):
            told = calc("french-colonies", (face,), turn=turn, colony=colony)
            assert (told["modifier"], told["total"]) == (modifier, face + modifier)
            assert told["goes"] == ("free-french" if face <= free_to else "vichy")


def test_18_7_5_each_of_the_free_french_comes_once() -> None:
    def units(face: int, *had: str) -> list[str]:
        return list(calc("free-french", (face,), turn="1941-1-spring", had=list(had))["units"])

    assert units(1) == ["ARM 6-8", "MOT 4-7"]
    assert units(1, "MOT 4-7") == ["ARM 6-8"]
    assert units(1, "ARM 6-8", "MOT 4-7") == []
    for face in (2, 3, 4):
        assert units(face) == ["MOT 4-7"]
        assert units(face, "ARM 6-8") == ["MOT 4-7"]
        assert units(face, "MOT 4-7") == []
    for face in range(5, 11):
        assert units(face) == []
    assert refused("free-french", turn="1941-2-summer") == ["18.7.5"]


def test_18_5_3_three_quarters_of_the_infantry_and_a_third_of_the_fleets() -> None:
    """Ruling 354: of 54 factors 40 go and 14 stay. Ruling 357: a third, rounded up."""
    told = calc("vichy-forces", (), inf_factors=54, fleets=7)
    assert (told["remove_at_most"], told["fleets_africa"], told["fleets_marseilles"]) == (40, 3, 4)
    told = calc("vichy-forces", (), inf_factors=3, fleets=6, african_colony=False)
    assert (told["remove_at_most"], told["fleets_africa"], told["fleets_marseilles"]) == (2, 0, 6)
    assert calc("vichy-forces", (), inf_factors=0, fleets=1)["fleets_africa"] == 1


@pytest.mark.parametrize(("season", "narfs"), [("spring", 40), ("summer", 30), ("fall", 20), ("winter", 10)])
def test_19_3_the_revival_of_fascism(season: str, narfs: int) -> None:
    for commando in (False, True):
        for face in range(1, 11):
            told = calc("fascist-revival", (face,), season=season, commando=commando)
            revived = face - 2 * commando <= 7
            assert (told["total"], told["revives"]) == (face - 2 * commando, revived)
            assert (told["narfs"], told["infantry"]) == ((narfs, 2 + commando) if revived else (0, 0))
    assert refused("fascist-revival", season=season, north_held=False) == ["19.3"]


@pytest.mark.parametrize(
    ("area", "places"),
    [
        ("switzerland", ["bern", "zurich"]),
        ("greece", ["athens", "suda-bay"]),
        ("egypt", ["alexandria", "cairo", "suez"]),
        ("sicily", ["messina", "palermo"]),
        ("sardinia", ["cagliari"]),
        ("corsica", ["ajaccio"]),
        ("belgium", ["brussels"]),
        ("poland", ["warsaw"]),
        ("north-italy", ["florence", "genoa", "milan", "trieste", "venice"]),
    ],
)
def test_19_3_23_an_area_falls_with_all_its_places(area: str, places: list[str]) -> None:
    assert calc("minor-conquest", (), area=area, held=places)["conquered"]
    for missing in places:
        told = calc("minor-conquest", (), area=area, held=[place for place in places if place != missing])
        assert (told["conquered"], told["missing"]) == (False, [missing])
    assert calc("minor-conquest", (), area=area)["missing"] == places
