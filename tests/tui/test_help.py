"""Help names each key of a screen once, for what it does there."""

from __future__ import annotations

import pytest

from engine.thewar.ruleset import RULESET
from tui import keys
from tui.screens.help import HelpText

PANELS = sorted({action.where for action in keys.every()} - {keys.ANYWHERE, keys.CAMPAIGN, "home", "help"})


@pytest.mark.parametrize("where", PANELS)
def test_a_key_that_the_screen_has_taken_is_not_named_for_something_else(where: str) -> None:
    lines = [line.text for line in HelpText("", "", where, RULESET).rows(100)]
    own = {key: action for action in keys.of(where) for key in action.keys.split(",")}
    for action in (*keys.of(keys.CAMPAIGN), *keys.of(keys.ANYWHERE)):
        if all(key in own for key in action.keys.split(",")):
            same = sum(one.text == action.text for one in keys.of(where))
            assert lines.count(f"  {action.shown:<9}{action.text}") <= same, "that key does something else here"


def test_what_lost_its_key_is_found_by_its_name() -> None:
    lines = [line.text for line in HelpText("", "", "combat", RULESET).rows(100)]
    assert [line for line in lines if line.startswith("  n ")] == [
        "  n        A new attack, or support for one that is announced"
    ]
    assert "  ctrl+p   Money in hand, bases and spending by kind, turn by turn" in lines
