"""How many cards, transports and factors one order of A World at War may name (24.21, 24.611, 25.671, ruling 453): what
no hand, raid or year has is refused, and nothing overrules that."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel import play, ruleset
from engine.kernel.changes import Entry
from engine.kernel.ranges import bounds
from engine.kernel.reading import parse
from engine.kernel.telling import sentence
from tests.worldatwar.oceans.test_codebreaking import AXIS, war

RULES: Any = ruleset.find("worldatwar")
LINES = [
    ("axis.combat.codebreaking", "germany play-cards submarine {}", 0, 9, "25.671"),
    ("axis.combat.raiders", "germany raiders atlantic {}", 1, 9, "24.611"),
    ("start.production", "germany produce submarine count={}", 1, 9, "24.21"),
]


def refused(step: str, line: str) -> str:
    return " ".join(str(refusal) for refusal in play.judge(RULES, war(step), parse(RULES, line), "solo"))


@pytest.mark.rule("awaw-24.21", "awaw-24.611", "awaw-25.671")
@pytest.mark.parametrize(("step", "line", "low", "high", "rule"), LINES)
@pytest.mark.parametrize("before", ["", 'overrule "x" '])
def test_an_order_names_no_more_than_there_can_be(
    step: str, line: str, low: int, high: int, rule: str, before: str
) -> None:
    for count in (high + 1, 20, 35, 99):
        reasons = refused(step, before + line.format(count))
        assert f"{count} is out of range ({rule}). From {low} to {high}." in reasons
    if not before:
        assert refused(step, line.format(high)) == ""
        assert refused(step, line.format(max(low, 1))) == ""


@pytest.mark.rule("awaw-25.671")
def test_25_671_cards_recorded_under_the_wider_range_are_still_told_and_opened() -> None:
    entry = Entry(7, "solo", AXIS, "germany play-cards submarine 20")
    assert sentence(war(), entry) == "Germany plays 20 Ultra submarine cards"
    held = attrs.evolve(war(), cards={"germany-submarine": 20})
    assert bounds(type(held))["cards"].wrong(held.cards) == ""
