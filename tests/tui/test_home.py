"""Home: campaigns told apart, renamed, archived, deleted with a question, brought back."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from saves import keeping, library
from tests.tui.screens import campaign, drive, screen_text
from tui.app import WarledgerApp
from tui.bars import Notice
from tui.frame import CampaignScreen
from tui.screens.campaign_list import ago

SIZES = [(60, 20), (80, 24), (120, 40)]


def said(app: WarledgerApp) -> str:
    return " ".join(app.screen.query_one(Notice).said.split())


def names() -> list[str]:
    return sorted(card.name for card in library.campaigns())


@pytest.mark.parametrize("size", SIZES)
def test_campaigns_of_one_scenario_are_told_apart_at_a_glance(home: Path, size: tuple[int, int]) -> None:
    campaign(home, ["italy effort sle"])
    campaign(home, name="south", seats=2)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        lines = [line for line in screen_text(app).splitlines() if line.strip()]
        assert lines[1].startswith("  ▸ south   The War, 1939") and lines[3].startswith("    north   The War, 1939")
        assert "Fall 1939  turn 1 of 24" in lines[2] and "seat ‹ axis ›" in lines[2]
        assert "US to act" in lines[4] and "1 seat" in lines[4] and "just now" in lines[3]

    drive(None, act, size)


@pytest.mark.parametrize("size", SIZES)
def test_a_title_is_typed_and_the_cursor_stays_with_its_campaign(home: Path, size: tuple[int, int]) -> None:
    campaign(home)
    campaign(home, name="south")

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("end", "e", "ctrl+u", *"Zwei", "enter")
        await pilot.pause()
        assert names() == ["Zwei", "south"] and "'Zwei' it is" in said(app)
        assert "▸ Zwei" in screen_text(app)
        await pilot.press("e", "ctrl+u", "enter")
        assert "a title has at least one sign" in said(app)
        await pilot.press("e", *"more", "escape")
        assert "nothing was changed" in said(app) and names() == ["Zwei", "south"]
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, CampaignScreen) and app.screen.desk.title == "Zwei"

    drive(None, act, size)


@pytest.mark.parametrize("size", SIZES)
def test_delete_asks_for_the_word_and_the_key_pressed_by_habit_deletes_nothing(
    home: Path, size: tuple[int, int]
) -> None:
    campaign(home, ["italy effort sle"])

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("delete", "enter")
        await pilot.pause()
        assert "Delete The War, 1939 campaign (north)?" in said(app)
        assert "Fall 1939, turn 1 of 24, 1 seat, last played just now" in said(app)
        assert "can be brought back until it is removed there" in said(app) and "type yes" in said(app)
        for habit in ("y", "n", "enter"):
            await pilot.press(habit)
            assert names() == ["north"]
        await pilot.press("escape")
        assert names() == ["north"] and "nothing was changed" in said(app)
        await pilot.press("D", *"yes", "enter")
        await pilot.pause()
        assert names() == [] and "north is deleted: v shows it" in said(app)
        await pilot.press("v")
        await pilot.pause()
        assert "archived and deleted" in screen_text(app) and "deleted" in screen_text(app).splitlines()[2]
        await pilot.press("enter")
        assert "a brings it back into the list" in said(app)
        await pilot.press("a", "v")
        await pilot.pause()
        assert names() == ["north"] and "▸" in screen_text(app)

    drive(None, act, size)


def test_a_deleted_campaign_is_removed_for_good_by_a_second_question(home: Path) -> None:
    campaign(home)
    keeping.delete("north")

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("v", "delete", *"yes", "enter")
        await pilot.pause()
        assert "north is gone for good" in said(app) and "Nothing is archived or deleted" in screen_text(app)
        assert keeping.cards(keeping.DELETED) == []

    drive(None, act)


def test_the_footer_of_the_archive_says_what_its_keys_do(home: Path) -> None:
    campaign(home)
    keeping.archive("north")

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        footer = screen_text(app).splitlines()[-1]
        assert "archive" not in footer.replace("v archived", "") and "del delete" not in footer
        await pilot.press("v")
        await pilot.pause()
        footer = screen_text(app).splitlines()[-1]
        assert "enter open" not in footer and "a bring back" in footer and "v campaigns" in footer
        await pilot.press("a")
        assert "north is in the list again" in said(app)

    drive(None, act, (120, 40))


def test_a_campaign_open_in_another_window_is_refused_with_what_to_do(home: Path) -> None:
    desk = campaign(home)
    from saves import locks

    chair = locks.sit(desk.folder)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("a")
        await pilot.pause()
        assert "'north' is open elsewhere: leave it there first" in said(app) and names() == ["north"]
        locks.leave(chair)
        await pilot.press("a")
        await pilot.pause()
        assert names() == []

    drive(None, act)


def test_whoever_has_left_a_campaign_may_archive_it(home: Path) -> None:
    desk = campaign(home)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        from saves.errors import Busy

        with pytest.raises(Busy):
            keeping.archive("north")
        await pilot.press("h")
        await pilot.pause()
        await pilot.press("a")
        await pilot.pause()
        assert names() == []

    drive(desk, act)


def test_what_cannot_be_read_is_archived_and_says_why_it_has_no_title(home: Path) -> None:
    broken = library.campaigns_folder() / "broken"
    broken.mkdir(parents=True)
    (broken / "campaign.toml").write_text("title = [1,")

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("e", *"new", "enter")
        await pilot.pause()
        assert "campaign.toml" in said(app)
        await pilot.press("a")
        await pilot.pause()
        assert names() == [] and "broken is in the archive" in said(app)

    drive(None, act, (80, 24))


def test_a_campaign_of_tomorrow_was_played_just_now() -> None:
    """The clock was set back since."""
    assert (ago(-86_400.0), ago(0.0), ago(7_200.0)) == ("just now", "just now", "2 hours ago")
