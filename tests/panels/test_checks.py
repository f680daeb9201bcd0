"""The checks of supply from anywhere: asked for before they come up, and somebody named in them; nothing to give once
they are over (12.0, ruling 512)."""

from __future__ import annotations

from pathlib import Path

from tests.thewar.supply.pockets import at_step, pocket
from tests.tui.screens import campaign, shown
from tests.tui.standin import StandinDesk

SMALL = (60, 20)


def test_12_0_the_checks_are_asked_for_by_a_key_from_any_step(home: Path) -> None:
    desk = campaign(home)
    seen = shown(desk, ["C"], SMALL)
    assert "Ask for the supply checks" in seen and "enter give" in seen
    given = shown(desk, ["C", "enter"], SMALL)
    assert "✓ Italy asks for the supply checks of Fall 1939" in given
    # Once asked for, the form takes it back.
    assert "take it back instead  yes" in shown(desk, ["C"], SMALL)


def test_12_0_in_a_check_the_key_opens_the_form_that_names_who_is_cut_off() -> None:
    seen = shown(StandinDesk(pocket()), ["C"], SMALL)  # type: ignore[arg-type]
    assert "Who is out of supply" in seen


def test_12_0_once_the_checks_are_over_it_says_so_and_offers_nothing() -> None:
    over = at_step(pocket(), "axis.end.victory")
    seen = shown(StandinDesk(over), ["C"], SMALL)  # type: ignore[arg-type]
    assert "No check of supply is to come in this player turn" in seen
    assert "enter give" not in seen.rstrip().splitlines()[-1]
