"""Lines of the board on the setup pages: who corrects one there has another list of who may come to a Sea Area in the
campaigns that he begins with it (7.2)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from engine.kernel.sheets.atlas import Reach
from engine.thewar.sheets import atlas_sheet
from saves import scenarios
from tests.tui.hand import drawn, press
from tests.tui.screens import drive, screen_text
from tests.tui.test_setup import MINE, TO_SETUP, desk
from tui.app import WarledgerApp

FLEET = "britain fleet 1-12-5 gibraltar"
LINK = ("british home waters north atlantic", "space")
PORT = ("gibraltar western med",)


def reached(scenario: str, area: str) -> dict[str, Reach]:
    """Who may come to a Sea Area as a scenario opens, by whose ships lie where."""
    opened: Any = scenarios.preview(scenario)
    return {f"{one.power} {one.start}": one for one in atlas_sheet.reach(opened, area)}


async def written(app: WarledgerApp, page: str, line: str, *then: str) -> str:
    """Open a page of the setup, add a line, press more keys and go back. What the page says then."""
    at = desk(page, named=False).at
    await press(app, "home", *["down"] * at, "enter", "plus", *line)
    await press(app, "enter")
    await drawn(app)
    if "title of your own scenario:" in screen_text(app):
        await press(app, "enter")
    await press(app, *then)
    await drawn(app)
    said = " ".join(screen_text(app).split())
    await press(app, "escape")
    return said


def test_7_2_a_line_corrected_on_its_setup_page_changes_who_may_come(home: Path) -> None:
    us, fleet = "us U.S. Box", "britain Gibraltar"
    assert reached("1939-campaign", "british-home-waters")[us].way == ("North Atlantic", "British Home Waters")

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await press(app, *TO_SETUP)
        assert "Gibraltar" in await written(app, "units", FLEET)
        await press(app, "s")
        await drawn(app)
        before = reached(MINE, "western-med")[fleet]
        assert before.way == ("Straits of Gibraltar", "Western Med")
        # Two Sea Areas that do not adjoin on the player's own map, and a port with a Sea Area more.
        assert "adjoins: no" in await written(app, "sea-links", *LINK)
        assert "Western Med" in await written(app, "sea-ports", *PORT)
        await press(app, "s")
        await drawn(app)

    drive(None, act)
    round_about = reached(MINE, "british-home-waters")[us]
    assert len(round_about.way) > 2 and round_about.way[-1] == "British Home Waters"
    near = reached(MINE, "western-med")[fleet]
    assert near.way == ("Western Med",) and not near.unsure, "a line that was looked at"
    assert near.modifier is not None and near.says[0].text.startswith("may intercept")
