"""Setup beside another scenario: what differs in both words, a power's card taken over as one change, with sources."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from saves.errors import Misuse, NotFound
from tests.tui.screens import drive, screen_text
from tests.tui.test_setup import desk
from tui.app import WarledgerApp
from tui.models.setup_compare import Comparison
from tui.screens.setup_page import SetupPageScreen


def test_what_differs_stands_with_both_figures_and_alike_things_once(home: Path) -> None:
    found = Comparison(desk(), "1940-spring")
    words = {(line.page, line.words, line.here, line.there) for line in found.lines}
    assert ("Major Powers", "Germany NARFs", "85", "37") in words
    four = next(line for line in found.lines if line.words == "4 times: Germany INF 6-5")
    assert four.here == "-" and "strength 6-5" in four.there and len(four.found) == 4


def test_one_power_s_card_is_shown_alone_and_taken_over_as_one_change(home: Path) -> None:
    model = desk()
    found = Comparison(model, "1940-spring", "germany")
    assert {line.found[0].path.split(".")[1].split("-")[0] for line in found.lines} <= {"germany", "danzig"}
    before = model.draft.campaign
    found.take(*found.lines)
    after, there = model.draft.campaign, found.other.campaign
    assert not found.lines and "taken over from The War, Spring 1940" in model.said
    assert after.powers["germany"] == there.powers["germany"] and after.powers["ussr"] == before.powers["ussr"]
    mine = {key: unit for key, unit in after.units.items() if unit.power == "germany"}
    assert mine == {key: unit for key, unit in there.units.items() if unit.power == "germany"}
    assert not [fault for fault in model.faults() if not fault.warning and fault.path.startswith("sources")]
    model.undo()
    assert model.draft.campaign == before


def test_a_line_taken_over_brings_its_source_along(home: Path) -> None:
    model = desk("powers")
    model.type("9")
    model.step(1)
    assert model.draft.campaign.sources["powers.germany.narfs"] == "own"
    found = Comparison(model, "1939-campaign")
    line = next(line for line in found.lines if line.words == "Germany NARFs")
    found.take(line)
    assert model.draft.campaign.powers["germany"].narfs == 85
    assert model.draft.campaign.sources["powers.germany.narfs"] == "house"


def test_an_entry_that_stands_here_alone_goes_with_its_sources(home: Path) -> None:
    model = desk()
    assert model.add("inf 7-5 in Berlin")
    found = Comparison(model, "1939-campaign", "germany")
    found.take(*found.lines)
    assert "germany-inf-15" not in model.draft.campaign.units
    assert "units.germany-inf-15" not in model.draft.campaign.sources


def test_another_game_or_none_at_all_is_refused(home: Path) -> None:
    with pytest.raises(Misuse, match="one is of thewar, the other of worldatwar"):
        Comparison(desk(), "global-war")
    with pytest.raises(NotFound, match="nearest is"):
        Comparison(desk(), "1940-sprng")


def test_a_card_of_another_scenario_is_picked_looked_at_and_taken_by_keys(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("m", "enter", *["down"] * 3, "enter", "c")
        await pilot.pause()
        assert "The War, Spring 1940" in screen_text(app) and "A World at War" not in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert "Germany NARFs" in screen_text(app) and "Soviet Union NARFs" not in screen_text(app)
        await pilot.press("a", "enter")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, SetupPageScreen) and screen.model.draft.campaign.powers["germany"].narfs == 37
        assert "taken over from The War, Spring 1940" in screen_text(app)

    drive(None, act)
