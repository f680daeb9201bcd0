"""Boxes of forms are read and written in names: what is chosen stands there by its name, and an id may be typed."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from tests.panels.test_picking import boxes, lines, press, text
from tests.thewar.builds import UNITS, at
from tests.thewar.ground.test_ground_fight import front
from tests.tui.standin import StandinDesk
from tui.panels.filling import Filling


def building() -> Any:
    """Germany builds, with Romania as its Satellite."""
    campaign = at(
        UNITS, pools={"germany inf 6-5": 3, "germany arm 8-8": 0, "romania inf 3-4": 2}, oos={"germany mot 6-7": 1}
    )
    romania = attrs.evolve(campaign.countries["romania"], status="satellite", patron="germany")
    return StandinDesk(attrs.evolve(campaign, countries={**campaign.countries, "romania": romania}))


def hungry(markers: int) -> Filling:
    """The form that says a fortress with so many Siege markers is out of supply."""
    filling, _ = boxes(StandinDesk(attrs.evolve(front(), sieges={"sevastopol": markers})), "besiege")
    press(filling, *"seva", "tab")
    return filling


def test_what_is_built_is_chosen_from_what_waits_and_stands_there_by_its_name() -> None:
    filling, given = boxes(building(), "construct")
    assert lines(filling) == [
        "INF 6-5  3 in the pool",
        "ARM 8-8  none waits",
        "INF 3-4  2 in the pool of Romania",
        "MOT 6-7  1 lost out of supply",
    ]
    press(filling, "down", "down", "enter")
    assert text(filling, "group") == "" and filling.news == "no ARM 8-8 may be named: none waits"
    press(filling, "up", "enter", "enter")
    assert text(filling, "group") == "INF 6-5" and given == ["germany construct inf-6-5 count=1"]


@pytest.mark.parametrize("typed", ["inf-6-5", "INF 6-5", "inf 6"])
def test_what_is_built_may_be_typed_as_an_id_or_a_name(typed: str) -> None:
    filling, _ = boxes(building(), "construct")
    press(filling, *typed, "tab")
    assert filling.model.line == "germany construct inf-6-5 count=1" and filling.model.boxes[0].shown == "INF 6-5"


def test_units_of_a_satellite_are_built_with_its_name_and_the_refusal_says_how() -> None:
    filling, _ = boxes(building(), "construct")
    press(filling, *"INF 3", "tab")
    (refusal,) = filling.model.verdict.refusals
    assert refusal.reason == "Germany has no INF 3-4 in its pool" and refusal.hint.endswith("has it: country=romania.")


def test_who_is_lost_at_the_fourth_check_is_ticked_by_name() -> None:
    filling = hungry(3)
    assert lines(filling)[:2] == ["– of 1  ARM 6-8", "– of 2  INF 4-5"]
    press(filling, "down", "down", "2")
    assert text(filling, "units") == "2 INF 4-5" and filling.model.line == "besiege sevastopol units=2-inf-4-5"
    typed = hungry(3)
    press(typed, *"arm-6-8", "tab")
    assert typed.model.verdict.legal and typed.model.line == "besiege sevastopol units=arm-6-8"


def test_nobody_is_offered_before_the_fourth_check() -> None:
    assert not lines(hungry(2))


def test_a_box_without_a_list_is_turned_through_by_names() -> None:
    filling, given = boxes(StandinDesk(front()), "besiege")
    press(filling, "right")
    first = text(filling, "where")
    assert first[:1].isupper() and filling.model.boxes[0].value != first
    press(filling, "right", "left", "enter")
    assert text(filling, "where") == first and given == [f"besiege {filling.model.boxes[0].value}"]
