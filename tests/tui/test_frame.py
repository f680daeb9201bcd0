"""The frame as a player uses it: orders given, refused, undone, typed; folding; what is never done."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve
from textual.pilot import Pilot
from textual.widgets import Input

from tests.tui.screens import campaign, drive, screen_text, shown
from tui.app import WarledgerApp
from tui.bars import Notice
from tui.frame import CampaignScreen
from tui.screens.home import HomeScreen


def _frame(app: WarledgerApp) -> CampaignScreen:
    assert isinstance(app.screen, CampaignScreen)
    return app.screen


def _said(app: WarledgerApp) -> str:
    return app.screen.query_one(Notice).said


def test_an_order_typed_is_judged_before_enter_and_given_by_it(home: Path) -> None:
    desk = campaign(home)
    first = desk.outlook().awaits[0]

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("colon")
        await pilot.pause()
        line = app.screen.query_one(Input)
        line.value = f"{first} effort nonsense"
        await pilot.pause()
        assert "no effort" in _said(app)
        assert desk.last_number == before
        line.value = f"{first} effort sle"
        await pilot.pause()
        assert "✓" in _said(app)
        assert desk.last_number == before
        await pilot.press("enter")
        await pilot.pause()
        assert desk.last_number == before + 1
        assert "reserved 0 →" in _said(app)
        assert not app.screen.query(Input)

    before = desk.last_number
    drive(desk, act)


def test_what_is_refused_changes_nothing_and_says_why(home: Path) -> None:
    desk = campaign(home)
    waiting = desk.outlook().awaits[0]
    other = next(power for power in desk.campaign.seats if power != waiting)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        before = desk.last_number
        assert not _frame(app).give([f"{other} effort sle"])
        assert "✗" in _said(app) and "comes before" in _said(app)
        assert not _frame(app).give(["gibberish at all"])
        assert "neither a power nor an order" in _said(app)
        assert desk.last_number == before

    drive(desk, act)


def test_undo_shows_the_figures_going_back(home: Path) -> None:
    desk = campaign(home)
    first = desk.outlook().awaits[0]
    desk.do([f"{first} effort sle"])
    before = desk.last_number

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("u")
        assert _said(app) == "" and desk.last_number == before, "a letter takes nothing back"
        await pilot.pause()
        assert "Italy" in screen_text(app) and "Enter takes it back" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert "Undone" in _said(app) and "→ 0" in _said(app)
        await pilot.press("u", "enter")
        await pilot.pause()
        assert "nothing to take back" in _said(app)

    drive(desk, act)


def test_tab_completes_powers_verbs_and_choices(home: Path) -> None:
    from tui.order_line import offers

    desk = campaign(home)
    first = desk.outlook().awaits[0]
    assert offers(desk, "")[0] == first
    assert "effort" in offers(desk, f"{first} ef")
    assert "sle" in offers(desk, f"{first} effort s")
    assert offers(desk, 'open "quote') == ()


def test_the_window_folds_and_says_when_it_is_too_small(home: Path) -> None:
    desk = campaign(home)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        assert "Ledger" in screen_text(app) and "Sequence" in screen_text(app)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        folded = screen_text(app)
        assert "─ Sequence" not in folded and "then " in folded and "SMP" in folded
        await pilot.resize_terminal(50, 18)
        await pilot.pause()
        assert "at least" in screen_text(app)
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert "─ Sequence" in screen_text(app)

    drive(desk, act)


def test_overlays_open_by_their_key_and_escape_brings_the_step_back(home: Path) -> None:
    desk = campaign(home)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        frame = _frame(app)
        step = frame.current
        for key, title in (("s", "step by step"), ("g", "Ledger and duties")):
            await pilot.press(key)
            await pilot.pause()
            assert frame.current is not step
            assert title in screen_text(app)
            await pilot.press("escape")
            await pilot.pause()
            assert frame.current is step

    drive(desk, act)


def test_every_action_of_the_registry_exists_where_it_acts(home: Path) -> None:
    from tui import keys
    from tui.screens.help import HelpScreen
    from tui.screens.journal import JournalScreen
    from tui.screens.map import MapScreen
    from tui.screens.new import NewScreen
    from tui.screens.settings import SettingsScreen

    owners = {
        keys.ANYWHERE: WarledgerApp,
        keys.CAMPAIGN: CampaignScreen,
        "home": HomeScreen,
        "new": NewScreen,
        "journal": JournalScreen,
        "map": MapScreen,
        "help": HelpScreen,
        "settings": SettingsScreen,
    }
    for action in keys.every():
        if action.where in owners and action.id != "quit":
            assert hasattr(owners[action.where], f"action_{action.id}"), action


def test_no_key_is_given_twice_in_one_place() -> None:
    from tui import keys

    for where in {action.where for action in keys.every()}:
        taken = [key for action in keys.of(where) for key in action.keys.split(",")]
        assert len(taken) == len(set(taken)), where
    everywhere = {
        key for where in (keys.ANYWHERE, keys.CAMPAIGN) for action in keys.of(where) for key in action.keys.split(",")
    }
    frame = [
        key for where in (keys.ANYWHERE, keys.CAMPAIGN) for action in keys.of(where) for key in action.keys.split(",")
    ]
    assert len(frame) == len(everywhere)


def test_the_page_of_keys_in_the_docs_is_up_to_date() -> None:
    from tui import keys

    page = Path(__file__).parents[2] / "docs" / "keys.md"
    assert page.read_text(encoding="utf-8") == keys.page(), "python -m tui.keys > docs/keys.md"


@pytest.mark.parametrize("text", ["[bold]x[/bold]", "a[/]b", "[link=file:///x]y"])
def test_markup_in_a_players_text_is_shown_as_it_stands(home: Path, text: str) -> None:
    desk = campaign(home)
    desk.do([f'ruling powers.germany.narfs 80 because "{text}"'])
    assert text in shown(desk, ["j"])


def test_nothing_moves_by_itself(home: Path) -> None:
    desk = campaign(home)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("colon")
        await pilot.pause()
        assert not any(line.cursor_blink for line in app.screen.query(Input))
        assert app.animation_level == "none"

    drive(desk, act)


def test_own_dice_are_asked_for_and_given(home: Path) -> None:
    desk = campaign(home, dice="keyboard")
    assert "own dice" in shown(desk)


def test_the_palette_finds_and_does(home: Path) -> None:
    desk = campaign(home)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+p")
        await pilot.pause()
        app.screen.query_one(Input).value = "steps"
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert "step by step" in screen_text(app)

    drive(desk, act)


def test_themes_need_no_colour_for_meaning(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    desk = campaign(home)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        assert app.theme == "monochrome"
        for strip in app.screen._compositor.render_strips():
            for segment in strip:
                style = segment.style
                assert style is None or style.color is None or style.color.is_default, segment
                assert style is None or style.bgcolor is None or style.bgcolor.is_default, segment

    drive(desk, act)


def test_no_line_waits_for_the_framework_to_make_its_colours_true_ones(home: Path) -> None:
    """The app tells the framework so, which then keeps no second copy of each line."""
    desk = campaign(home)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        for theme in ("dark", "light"):
            app.use(evolve(app.look, theme=theme))
            await pilot.press("ctrl+p")
            await pilot.pause()
            styles = [segment.style for strip in app.screen._compositor.render_strips() for segment in strip]
            await pilot.press("escape")
            await pilot.pause()
            assert not app.get_line_filters()
            for style in filter(None, styles):
                assert not style.dim
                assert all(colour is None or colour.triplet for colour in (style.color, style.bgcolor)), style

    drive(desk, act)
