"""The weather of a front by its dice, against the tables keyed by hand (26.1 to 26.3)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.thewar import keyed_weather as keyed
from tests.thewar.single_rolls import calc, chances, refused

NAMES = {
    ("east", "clear"): "clear-and-mild",
    ("east", "harsh-winter"): "harsh-russian-winter",
    ("east", "severe-winter"): "severe-russian-winter",
    ("east", "extreme-winter"): "extreme-russian-winter",
    ("east", "arctic"): "arctic-conditions",
    ("west", "clear"): "clear-and-mild",
    ("west", "cold-rain"): "cold-rain-sleet-and-mud",
    ("mediterranean", "cold-rain"): "clouds-and-cold-rain",
}
FRONTS = {"eastern": "east", "western": "west", "mediterranean": "mediterranean"}
TURNS = {"spring": "1943-1-spring", "fall": "1943-3-fall", "winter": "1942-4-winter"}
"""Turns in which nothing is added to the dice."""
WAR = "1941-2-summer"


def sky(ours: int, theirs: int, front: str = "east", turn: str = "1942-4-winter", **fields: Any) -> dict[str, Any]:
    return calc("weather", (ours, theirs), front=front, turn=turn, german_soviet_war=WAR, **fields)


@pytest.mark.parametrize("line", [line.split() for line in keyed.WEATHER.strip().splitlines()[1:]])
def test_26_every_row_of_the_tables(line: list[str]) -> None:
    front, season, level, least, most, mobile, others, columns = line[:8]
    where = FRONTS[front]
    for difference in range(int(least), int(most) + 1):
        ours, theirs = (1 + difference, 1) if difference >= 0 else (1, 1 - difference)
        told = sky(ours, theirs, where, TURNS[season])
        assert (told["difference"], told["weather"]) == (difference, NAMES.get((where, level), level))
        assert (told["armor_loss"], told["other_loss"]) == (int(mobile), int(others))
        assert told["support_columns"] == (2 if columns == "-" else int(columns))
        if (where, season) == ("east", "winter"):
            frost = next(row.split() for row in keyed.FROST.split("\n") if row.startswith(level + " "))
            assert list(told["deplete"].values()) == [int(cell) for cell in frost[1:]]
            soviet = next(row.split() for row in keyed.RUSSIAN.split("\n") if row.startswith(level + " "))
            assert [told["soviet_armor_loss"], told["soviet_foot_loss"]] == [int(cell) for cell in soviet[1:3]]


@pytest.mark.parametrize(
    ("turn", "facts", "added"),
    [
        ("1941-3-fall", [], -2),
        ("1942-3-fall", [], 0),
        ("1941-4-winter", [], -2),
        ("1941-4-winter", ["fall-lle"], 2),
        ("1941-4-winter", ["fall-lle", "winterized-wehrmacht"], 6),
        ("1942-4-winter", ["germans-inside", "fall-lle"], 0),
        ("1943-4-winter", ["germans-inside"], 1),
        ("1943-4-winter", ["germans-inside", "winterized-wehrmacht"], 5),
        ("1943-4-winter", [], 0),
        ("1942-1-spring", ["germans-inside", "winterized-wehrmacht"], 0),
    ],
)
def test_26_1_2_what_is_added_in_the_east(turn: str, facts: list[str], added: int) -> None:
    assert sky(4, 5, turn=turn, modifiers=facts)["difference"] == added - 1


def test_26_1_the_first_season_is_the_one_after_the_declaration() -> None:
    """Ruling 430: a war that begins in Fall finds its first Fall a year later."""

    def added(turn: str) -> int:
        return int(calc("weather", (5, 5), front="east", turn=turn, german_soviet_war="1941-3-fall")["difference"])

    assert (added("1941-4-winter"), added("1942-3-fall"), added("1943-3-fall")) == (-2, -2, 0)


def test_26_1_before_the_war_and_in_summer_there_are_no_dice() -> None:
    peace = {"spring": "heavy-mud", "summer": "clear-and-mild", "fall": "light-mud", "winter": "harsh-russian-winter"}
    for number, (season, level) in enumerate(peace.items(), 1):
        told = calc("weather", (), front="east", turn=f"1940-{number}-{season}")
        assert told["weather"] == level and "difference" not in told
        assert calc("weather", (), front="east", turn=f"1941-{number}-{season}", german_soviet_war="1945-1-spring")
    assert calc("weather", (), front="east", turn="1942-2-summer", german_soviet_war=WAR)["armor_loss"] == 0
    assert calc("weather", (), front="west", turn="1942-1-spring")["weather"] == "clear-and-mild"
    assert calc("weather", (), front="mediterranean", turn="1942-2-summer")["weather"] == "clear"


def test_26_1_3_1_26_2_a_level_worse() -> None:
    for winter in ("arctic-conditions", "extreme-russian-winter"):
        assert sky(10, 1, turn="1942-1-spring", previous_winter=winter)["weather"] == "light-mud"
        assert sky(1, 10, turn="1942-1-spring", previous_winter=winter)["weather"] == "morass"
    assert sky(10, 1, turn="1942-1-spring", previous_winter="severe-russian-winter")["weather"] == "clear-and-mild"
    for turn in ("1939-4-winter", "1940-4-winter"):
        assert calc("weather", (10, 1), front="west", turn=turn)["weather"] == "cold-rain-sleet-and-mud"
    assert calc("weather", (10, 1), front="west", turn="1941-4-winter")["weather"] == "clear-and-mild"


def test_26_the_variants_of_the_weather_have_their_first_winter() -> None:
    assert refused("weather", front="east", turn="1940-4-winter", modifiers=["winterized-wehrmacht"]) == ["28.1.2"]
    assert refused("weather", front="west", turn="1942-4-winter", modifiers=["keep-the-gis-warm"]) == ["28.2.4"]
    warm = calc("weather", (3, 1), front="west", turn="1943-4-winter", modifiers=["keep-the-gis-warm"])
    assert warm["difference"] == 4
    # The difference is clamped at the end.
    assert (
        calc("weather", (10, 1), front="west", turn="1943-4-winter", modifiers=["keep-the-gis-warm"])["difference"] == 9
    )


def test_26_the_chances_of_all_levels_come_to_one() -> None:
    found = chances(calc("weather", None, front="east", turn="1942-4-winter", german_soviet_war=WAR))
    assert sum(chance for chance, _ in found) == 1
    assert {told["weather"] for _, told in found} >= {"hard-freeze", "arctic-conditions"}
