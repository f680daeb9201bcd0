"""The box of a course: the Sea Areas that are named, then those next to the last, the way to the goal first; ticked,
typed and completed as any box of a list (7.2, 7.3, ruling 596)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.forms import whole
from engine.thewar.ruleset import RULESET
from engine.thewar.sea.sea_boxes import AtSea
from engine.thewar.supply.sea_paths import Way
from engine.thewar.world.state import TheWar
from tests.panels.test_picking import press
from tests.thewar.builds import after
from tests.thewar.sea.test_straits import allied, lying
from tests.thewar.supply.test_sea_paths import ASK, tobruk
from tests.tui.standin import StandinDesk
from tui.panels.filling import Filling


def war() -> TheWar:
    return lying(allied(), britain_fleet_1="alexandria")


def opened(campaign: TheWar, **given: str) -> Filling:
    """The form of a mission, unfolded, with the caret in the box of its course."""
    form = whole(RULESET.verbs["mission"], campaign, "britain")
    assert form is not None and form.more[0].name == "path"
    desk: Any = StandinDesk(campaign)
    filling = Filling(desk, form.unfolded, give=lambda line: None, leave=lambda: None, given=given)
    filling._to([field.name for field in filling.form.fields].index("path"))
    return filling


def shown(filling: Filling, width: int = 58, height: int = 14) -> list[str]:
    """The lines of the list, as they stand in a small window."""
    laid = [one.row.text.rstrip() for one in filling.lay(width, height) if one.spot.startswith("tick:")]
    assert all(len(line) <= width for line in laid)
    return [" ".join(line.strip(" ▸>").split()) for line in laid]


def course(filling: Filling) -> str:
    return next(box.value for box in filling.model.boxes if box.name == "path")


def told(filling: Filling) -> str:
    return " ".join(" ".join(one.row.text for one in filling.lay(70, 24)).split())


def offered(campaign: TheWar, **given: str) -> dict[str, tuple[int, str]]:
    return {line.text: (line.many, line.note) for line in AtSea("britain").course(campaign, given)}


def test_7_2_the_course_is_ticked_from_the_port_to_the_goal() -> None:
    filling = opened(war(), where="ionian", units="britain-fleet-1")
    assert [line.split()[3:] for line in shown(filling)] == [["Levant", "2", "more", "to", "the", "goal"]]
    press(filling, "down", " ")
    assert course(filling) == "levant"
    assert filling.list.at == 0 and "1 on the course" in shown(filling)[0]
    press(filling, "down", "+")
    assert course(filling) == "levant,tobruk-waters" and "2 on the course" in shown(filling)[1]
    press(filling, "down", " ")
    assert course(filling) == "levant,tobruk-waters,ionian"
    assert filling.model.verdict.legal and "by Levant, Tobruk Waters, Ionian: 3 of 12" in told(filling)
    # The key that ticked it takes it back, and the list goes back with it.
    press(filling, " ")
    assert course(filling) == "levant,tobruk-waters" and "the goal" in shown(filling)[2]


def test_7_2_a_course_is_typed_and_tab_completes_it_among_the_next_sea_areas() -> None:
    filling = opened(war(), where="ionian", units="britain-fleet-1")
    press(filling, *"levant, tob")
    assert shown(filling) == ["– of 1 Tobruk Waters 1 more to the goal"]
    press(filling, "tab")
    assert course(filling) == "levant,tobruk-waters"


@pytest.mark.parametrize(
    ("given", "first"),
    [
        ({}, {"levant", "danish-north-sea", "murmansk"}),
        ({"units": "brit"}, {"levant"}),
        ({"units": "britain-fleet-1"}, {"levant"}),
        ({"units": "britain-fleet-1", "path": "levant"}, {"levant", "tobruk-waters", "aegean"}),
        ({"path": "levant,ion"}, {"levant", "tobruk-waters", "aegean"}),
    ],
)
def test_7_2_what_is_next_to_the_last_is_offered_and_from_an_unknown_port_every_sea_area(
    given: dict[str, str], first: set[str]
) -> None:
    lines = offered(war(), **given)
    assert first <= lines.keys() and (len(lines) < 7) == bool(
        given.get("path") or given.get("units") == "britain-fleet-1"
    )


def test_7_3_a_closed_strait_is_told_and_cannot_be_ticked() -> None:
    lines = offered(war(), units="britain-fleet-1", where="black-sea", path="levant,aegean")
    assert lines["black-sea"] == (0, "Turkey is neither conquered nor an Associate or Satellite")
    assert list(lines)[-1] == "black-sea", "what is open comes first"
    ally = attrs.evolve(war().countries["turkey"], status="associate", patron="britain")
    open_ = attrs.evolve(war(), countries={**war().countries, "turkey": ally})
    assert offered(open_, units="britain-fleet-1", where="black-sea", path="levant,aegean")["black-sea"] == (
        1,
        "the goal",
    )


def test_12_7_1_the_way_of_supply_is_ticked_in_the_same_way() -> None:
    campaign = after(tobruk(), ASK)

    def ways(through: str = "", **more: Any) -> dict[str, tuple[int, str]]:
        lines = Way("britain")(attrs.evolve(campaign, **more), {"port": "tobruk", "through": through})
        return {line.text: (line.many, line.note) for line in lines}

    assert list(ways()) == ["tobruk-waters"]
    assert ways("tobruk-waters")["levant"] == (1, "the goal")
