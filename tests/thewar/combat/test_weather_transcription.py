"""The weather tables of chapter 26 against a second keying: every row, and what it does to both sides."""

from __future__ import annotations

import pytest

from engine.kernel.tables import table
from engine.thewar.weather import weather
from tests.thewar import keyed_weather as keyed

ROWS = keyed.weather()
RANGES = {"-": "printed", "half-": "halved-down", "half+": "halved-up", "1": "1", "none": "0"}
# What forbids: the letter of the second keying and the name of the rules'.
FORBIDS = {
    "A": "no_automatic",
    "D": "no_drop",
    "L": "no_landing",
    "M": "no_second_impulse",
    "C": "no_second_combat",
    "B": "no_building",
}


def limit(cell: str) -> int:
    """A limit, -1 where there is none."""
    return -1 if cell == "-" else int(cell)


def test_26_no_row_is_missing_and_every_difference_of_the_dice_has_one() -> None:
    shipped = [(row["front"], row["season"], row["level"]) for row in table("thewar", "weather")["row"].values()]
    assert sorted(shipped) == sorted((row["front"], row["season"], row["level"]) for row in ROWS)
    for front, season in weather.LEVELS:
        spans = [(int(r["from"]), int(r["to"])) for r in ROWS if (r["front"], r["season"]) == (front, season)]
        assert sorted(value for least, most in spans for value in range(least, most + 1)) == list(range(-9, 10))


@pytest.mark.parametrize("keyed_row", ROWS, ids=lambda row: f"{row['front']}-{row['season']}-{row['level']}")
def test_26_every_row_does_what_the_second_keying_says(keyed_row: dict[str, str]) -> None:
    front, season, level = keyed_row["front"], keyed_row["season"], keyed_row["level"]
    assert weather.row(front, season, level)["least"] == int(keyed_row["from"])
    found = weather.known(front, season, level)
    assert (found.mobile, found.others) == (int(keyed_row["mob"]), int(keyed_row["oth"]))
    # MOT are slowed as ARM in the West and round the Mediterranean, as all others in the East.
    assert found.slows("mot") == (found.others if front == "eastern" else found.mobile)
    assert found.columns == limit(keyed_row["air"])
    assert found.range == RANGES[keyed_row["range"]]
    assert found.grounded == (keyed_row["range"] == "none")
    assert found.rail == limit(keyed_row["rail"])
    for letter, name in FORBIDS.items():
        assert getattr(found, name) == (letter in keyed_row["no"]), name
    # Rivers and swamps freeze, and so do the Baltic ports, in any Winter of the East (26.1.1).
    assert found.frozen_over == found.iced == ((front, season) == ("eastern", "winter"))


@pytest.mark.parametrize("line", keyed.lines(keyed.RUSSIAN), ids=lambda line: line[0])
def test_26_1_1_winter_hits_soviets_finns_and_swedes_as_the_second_keying_says(line: list[str]) -> None:
    level, armor, foot, shorter, columns = line
    found = weather.known("eastern", "winter", level, russian=True)
    assert [found.slows(kind) for kind in ("arm", "mech")] == [int(armor)] * 2
    assert [found.slows(kind) for kind in ("inf", "cav", "mot")] == [int(foot)] * 2 + [0]
    assert (found.shorter, found.columns) == (int(shorter), limit(columns))
    assert not any(getattr(found, name) for name in (*FORBIDS.values(), "grounded", "iced"))


@pytest.mark.parametrize("line", keyed.lines(keyed.FROST), ids=lambda line: line[0])
def test_26_1_1_the_units_that_freeze_are_the_second_keyings(line: list[str]) -> None:
    assert weather.row("eastern", "winter", line[0])["deplete"] == [int(cell) for cell in line[1:]]
