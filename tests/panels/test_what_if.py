"""What may come of an answer that a battle asks for, in words (w)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.panels.test_combat import at_sea, desk, raid
from tests.thewar.ground.test_ground_fight import ATTACK, COMBAT, stepped
from tests.tui.standin import StandinDesk
from tui import telling
from tui.odds_model import odds_rows
from tui.reader import pondered

RAW = re.compile(r"\w\(|\w=")
"""How a class prints itself."""


def in_the_air() -> Any:
    found = raid()
    found.do(["germany counter-air 2520 units=2-tac against=britain-ftr flak=1", "germany fight 2520"])
    return found


def on_the_ground() -> Any:
    found = StandinDesk(stepped(desk(f"{ATTACK} air=mdm").campaign, COMBAT))
    found.do(["germany fight smolensk"])
    return found


def afloat() -> Any:
    found = at_sea()
    found.do(
        [
            "germany mission east-baltic units=2-fleet against=2-ussr-fleet",
            "germany done",
            "ussr sea-battle east-baltic",
        ]
    )
    return found


def told(found: Any) -> Iterator[tuple[str, str]]:
    """Every answer of every decision to the end of the battle, with what it says of it."""
    while (asked := found.outlook().decision) is not None:
        for answer in asked.answers:
            yield answer, "\n".join(line.text for line in pondered(found, [answer])[1:])
        found.do([asked.default or asked.answers[0]])


@pytest.mark.parametrize("battle", [in_the_air, on_the_ground, afloat])
def test_what_may_come_of_an_answer_is_told_in_words(battle: Any) -> None:
    assert not [(answer, text) for answer, text in told(battle()) if RAW.search(text)]


def test_each_figure_of_a_battle_in_the_air_has_its_line() -> None:
    text = "\n".join(text for _, text in told(in_the_air()))
    for figure in ("attackers lost", "attackers' NARFs", "defenders lost", "bombers through"):
        assert figure in text
    assert "outcome" not in text


def test_each_figure_of_both_sides_of_a_battle_at_sea_has_its_line() -> None:
    found = at_sea()
    odds = found.forecast("germany mission east-baltic units=2-fleet against=2-ussr-fleet")
    text = "\n".join(line.text for line in odds_rows(odds, "east-baltic", telling.outcome_titles(found.ruleset)))
    assert "defender sunk" in text and "attacker NARFs" in text and "outcome" not in text
    assert not RAW.search(text)


def test_what_a_form_has_written_is_refused_without_a_column_of_its_line() -> None:
    said = pondered(desk(), ["germany spend several"])[0].text
    assert "'several' cannot be read" in said and "column" not in said
