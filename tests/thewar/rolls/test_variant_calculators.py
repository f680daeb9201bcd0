"""The calculator of variants against the six lists as they were keyed by hand (28)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.calculators import find, solve
from engine.kernel.refusals import Refused
from engine.thewar.world import calendar
from tests.thewar.keyed_variants import LISTS

ROWS = [(power, *line.split()[:5]) for power, text in LISTS.items() for line in text.strip().splitlines()]
SEASONS = {
    "diplomatic-muscle": ("spring", "fall"),
    "isolationists": ("spring", "fall"),
    "set-europe-ablaze": ("spring",),
    "winterized-wehrmacht": ("winter",),
}
"""The seasons that the lists name, of rows whose dates alone do not say it."""


def asked(power: str, number: int, turn: str, had: int = 0) -> dict[str, Any]:
    fields = {"power": power, "number": number, "turn": turn, "had": had}
    result: dict[str, Any] = solve(find("variant-window"), fields, ())
    return result


@pytest.mark.parametrize(("power", "number", "name", "first", "last", "times"), ROWS)
def test_28_its_first_and_last_turn_and_the_turns_beside_them(
    power: str, number: str, name: str, first: str, last: str, times: str
) -> None:
    def playable(at: int) -> bool:
        return bool(asked(power, int(number), calendar.label(at))["playable"])

    seasons = SEASONS.get(name, calendar.SEASONS)
    low = calendar.number("1939-3-fall") if first == "-" else calendar.number(first)
    high = calendar.number("1945-2-summer") if last == "-" else calendar.number(last)
    inside = [at for at in range(low, high + 1) if calendar.label(at).rpartition("-")[2] in seasons]
    assert playable(inside[0]) and playable(inside[-1])
    if name == "alpenfestung":
        assert [at for at in inside if playable(at)] == [low, high], "two turns alone"
    if first not in ("-", "1939-3-fall"):
        assert not playable(low - 1)
    if last != "-":
        assert not playable(high + 1)
    most = None if times == "*" else int(times)
    for had in (0, 1, 5):
        told = asked(power, int(number), calendar.label(inside[0]), had)
        assert (told["maximum"], told["left"]) == (most, None if most is None else max(0, most - had))


def test_28_a_season_that_the_list_names_and_a_number_that_it_has_not() -> None:
    assert not asked("britain", 6, "1941-3-fall")["playable"] and asked("britain", 6, "1942-1-spring")["playable"]
    with pytest.raises(Refused, match="the list of italy has no number 17"):
        asked("italy", 17, "1941-1-spring")
