"""A whole card pasted into the page of cards: looked at first, taken as one thing; what is checked and what is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.events import Paste
from textual.pilot import Pilot

from engine.kernel.sheets.cards import TotalFigure
from saves.drafts import ScenarioDraft
from tests.tui.screens import SIZES, drive, screen_text
from tests.tui.test_cards import MY_OWN, SHOTS, TO_THE_PAGE, page, press
from tui.app import WarledgerApp
from tui.bars import Notice
from tui.models.cards import Spot
from tui.screens.cards import CardsScreen

CARD = "Units\tplay\tpool\t1940\t1941\nINF 6-5\t13\t5\t3\t-\nARM 8-8\t4\tmany\nARM 9-9 q\t\t1\nPANZER IV\t3\t1\n"


async def paste(app: WarledgerApp, pilot: Pilot[None], text: str) -> None:
    assert app.focused is not None
    app.focused.post_message(Paste(text))
    await pilot.pause()


def test_what_is_pasted_is_looked_at_before_it_is_taken(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press(*TO_THE_PAGE)
        await paste(app, pilot, CARD)
        shown = screen_text(app)
        assert "pasted: 4 figures in 2 lines; 2 lines cannot be taken" in shown
        assert "INF 6-5: play 14 → 13, pool 4 → 5, 1940 4 → 3" in shown and "a new line" in shown
        assert "line 3, ARM 8-8: 'many' under 'pool' is no whole number" in shown
        assert "line 5, PANZER IV: 'panzer' is no kind of unit" in shown
        # Nothing of it stands yet, and leaving it takes nothing.
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, CardsScreen) and app.screen.model.own.campaign.pools["germany-inf-6-5"].count == 4
        assert not app.screen.model.own.kept
        await paste(app, pilot, CARD)
        await pilot.press("enter")
        await pilot.pause()
        assert "4 figures pasted into Germany; 2 lines left out" in app.screen.query_one(Notice).said
        draft = ScenarioDraft(MY_OWN)
        assert draft.campaign.pools["germany-inf-6-5"].count == 5 and draft.resumed == 1
        assert draft.campaign.pools["germany-arm-9-9-q"].count == 1
        await pilot.press("u")
        await pilot.pause()
        assert app.screen.model.own.campaign.pools["germany-inf-6-5"].count == 4
        assert "germany-arm-9-9-q" not in app.screen.model.own.campaign.pools

    drive(None, act)


def test_what_is_no_card_is_told_and_a_title_takes_what_is_pasted_into_it(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("c", "enter")
        await paste(app, pilot, " of Germany")
        assert "own cards of Germany" in screen_text(app)
        await pilot.press("enter")
        await paste(app, pilot, "\n\n")
        assert "pasted: there is nothing in it to be read" in app.screen.query_one(Notice).said
        await paste(app, pilot, "PANZER,1\n" * 30)
        await pilot.press("down", "down", "pagedown", "1", "q", "enter")
        await pilot.pause()
        assert isinstance(app.screen, CardsScreen) and "nothing of it is taken" in app.screen.query_one(Notice).said
        assert app.screen.model.digits is None and not app.screen.model.own.kept

    drive(None, act)


def test_space_goes_on_to_the_next_figure_that_is_not_yours_and_the_head_counts_them(home: Path) -> None:
    model = page()
    own, every = model.checked
    assert own == 0 and every > 60
    model.to_unchecked()
    assert model.spot == Spot("figures", "own", 1)
    press(model, "170")
    model.to_unchecked()
    assert model.checked == (1, every) and model.spot == Spot("figures", "own", 2)
    for spot in model.spots():
        figure = model.figure_at(spot)
        if figure is not None and not isinstance(figure, TotalFigure) and figure.source:
            model.spot = spot
            press(model, str(figure.value))
            assert model.commit(), model.said
    assert model.checked == (every, every) and model.unchecked() is None
    model.to_unchecked()
    assert model.card.name == "Italy" and model.figure is not None and model.figure.source != "own"


def test_the_cards_own_total_stands_beside_the_sum_and_tells_where_they_differ(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press(*TO_THE_PAGE)
        assert isinstance(app.screen, CardsScreen)
        model = app.screen.model
        line = next(spot.line for spot in model.spots() if spot.line == "inf-6-5")
        model.spot = next(spot for spot in reversed(model.spots()) if spot.line == line)
        await pilot.press("3", "6", "enter")
        await pilot.pause()
        assert "35/36" in screen_text(app)
        # A total is no figure of the opening: it keeps nobody from saving, and check says that it does not add up.
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert "is written" in app.screen.query_one(Notice).said
        (fault,) = ScenarioDraft(MY_OWN).faults()
        assert fault.warning and fault.path == "totals.germany-inf-6-5.count" and "and these are 35" in fault.problem

    drive(None, act)


@pytest.mark.parametrize("size", (*SIZES, (60, 20)), ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_pasted_card_as_it_looks(snapshot: Any, home: Path, size: tuple[int, int]) -> None:
    taken: dict[str, str] = {}

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press(*TO_THE_PAGE)
        await paste(app, pilot, CARD)
        taken["cards-pasted"] = screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        taken["cards-taken"] = screen_text(app)

    drive(None, act, size)
    snapshot.snapshot_dir = SHOTS
    for name, text in taken.items():
        snapshot.assert_match(text, f"{name}-{size[0]}x{size[1]}.txt")
