"""Standing in the journal: undo to an entry, branch from it, give it again, write notes; redo; a turn undone in three
keys."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from textual.events import Key, Paste
from textual.pilot import Pilot

from saves import library
from saves.desk import Desk
from tests.tui.hand import drawn, press
from tests.tui.screens import campaign, drive, screen_text
from tui import keys
from tui.app import WarledgerApp
from tui.bars import Notice
from tui.frame import CampaignScreen
from tui.models.journal import chosen, no_way_back, not_again, noted
from tui.order_line import OrderLine
from tui.screens.branch_line import BranchLine
from tui.screens.journal import JournalScreen
from tui.screens.journal_lines import JournalLines
from tui.telling import Told

EFFORTS = ("italy effort sle", "us effort none", "france effort none", "ussr effort none")
ALL = (*EFFORTS, "germany effort sle", "britain effort none")


def _said(app: WarledgerApp) -> str:
    return " ".join(app.screen.query_one(Notice).said.split())


def _journal(app: WarledgerApp) -> JournalScreen:
    assert isinstance(app.screen, JournalScreen), app.screen
    return app.screen


async def _press(app: WarledgerApp, *given: str) -> None:
    await press(app, *given)
    await drawn(app)


async def _until(app: WarledgerApp, so: Callable[[], bool]) -> None:
    """Until something is so: a page that ends gives its answer a message after it is gone. It is asserted by the
    caller."""
    for _ in range(100):
        if so():
            return
        await drawn(app)
        await asyncio.sleep(0.01)


async def _on(app: WarledgerApp, n: int) -> None:
    """Open the journal where it is not, and put the cursor on an entry."""
    if not isinstance(app.screen, JournalScreen):
        await _press(app, "j")
    _journal(app).query_one(JournalLines).stand_on(lambda item: isinstance(item, Told) and item.n == n)
    await drawn(app)


def _awaits(desk: Desk) -> Sequence[str]:
    return desk.outlook().awaits


def test_a_turn_is_undone_in_three_keys_and_given_again_in_two(home: Path) -> None:
    desk = campaign(home, ALL)
    before, step = desk.campaign, desk.campaign.progress.step

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await _press(app, "u", "left_square_bracket")
        shown = screen_text(app)
        assert "Everything since Fall 1939 began" in shown and "6 orders" in shown and "▸Fall 1939" in shown
        assert desk.campaign == before, "so far nothing is taken back"
        await _press(app, "enter")
        assert _awaits(desk) == ("italy",) and "Undone: entries 2 to" in _said(app) and "U gives it again" in _said(app)
        await _press(app, "U")
        assert "6 orders are given again" in screen_text(app) and "Italy buys Sustained Effort" in screen_text(app)
        await _press(app, "enter")
        assert "given again: 6 orders" in _said(app)
        assert desk.campaign.progress.step == step and desk.campaign == before
        await _press(app, "u")
        assert "What was given last, all of it: 6 orders" in screen_text(app)
        await _press(app, "right")
        assert "The last order alone" in screen_text(app)

    drive(desk, act, (80, 24))


def test_a_page_that_was_closed_is_let_go_with_all_that_it_read(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await _press(app, "j")
        page = weakref.ref(_journal(app))
        lines = weakref.ref(_journal(app).query_one(JournalLines))
        drawn_lines = _journal(app).query_one(JournalLines)._styles_cache
        assert drawn_lines._cache
        await _press(app, "escape")
        gc.collect()
        assert isinstance(app.screen, CampaignScreen) and page() is None and lines() is None
        # The framework may keep the store, as a part of a cache's key, but no line is left in it.
        assert not drawn_lines._cache

    drive(campaign(home, ALL), act, (80, 24))


def test_the_journal_keeps_the_turns_told_that_were_looked_at_last(home: Path) -> None:
    page = JournalScreen(campaign(home, ALL))
    told = []
    for at, turn in enumerate(("1939-3-fall", "1939-4-winter", "1940-1-spring", "1940-2-summer")):
        page._turns, page._at = [*page._turns, turn][-at - 1 :], at
        page._records = lambda key: ()  # type: ignore[method-assign]
        page._every()
        told.append(tuple(page._told))
    assert told[-1] == ("1939-4-winter", "1940-1-spring", "1940-2-summer") == tuple(page._corrected)


def test_keys_typed_at_once_behind_the_one_that_opens_a_page_act_on_what_it_shows(home: Path) -> None:
    desk = campaign(home, ALL)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        screen: Any = app.screen
        screen.action_undo()
        page = screen.current
        assert not page.stops, "so far it has read nothing"
        page.on_key(Key("f12", None))
        page.action_turn_back()
        await drawn(app)
        assert "Everything since Fall 1939 began" in screen_text(app), "what was chosen stays"
        await _press(app, "enter")
        assert _awaits(desk) == ("italy",)

    drive(desk, act, (80, 24))


def test_where_nothing_was_given_the_footer_of_undo_promises_nothing(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await _press(app, "u")
        shown = screen_text(app)
        assert "Nothing was given that could be taken back." in shown
        assert not any(label in shown for label in ("enter take back", "how far", "[ ] turn"))
        await _press(app, "enter")
        assert _said(app), "and Enter says why it does nothing"

    drive(campaign(home), act, (80, 24))


def test_undo_reaches_further_key_by_key_and_back(home: Path) -> None:
    desk = campaign(home, ALL)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await _press(app, "u")
        assert "The last order" in screen_text(app)
        await _press(app, "left")
        assert "Everything since" in screen_text(app)
        for _ in range(5):
            await _press(app, "left")
        assert "nothing was given before that" in _said(app) and "▸Fall 1939" in screen_text(app)
        await _press(app, "right_square_bracket")
        assert "The last order" in screen_text(app)
        await _press(app, "right")
        assert "less is not taken back" in _said(app)
        await _press(app, "escape")
        assert desk.last_entries[-1].n == desk.last_number and not any(entry.undoes for entry in desk.entries())

    drive(desk, act, (60, 20))


def test_redo_says_why_there_is_nothing_to_give_again(home: Path) -> None:
    desk = campaign(home, EFFORTS)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await _press(app, "U")
        assert "nothing to give again" in screen_text(app)
        await _press(app, "enter")
        assert "nothing of it can be given again" in _said(app)
        await _press(app, "escape", "u", "enter")
        desk.do(["ussr effort none"])
        await _press(app, "ctrl+r")
        assert "another order was given" in " ".join(screen_text(app).split())

    drive(desk, act, (80, 24))


def test_an_order_that_is_refused_now_is_marked_and_those_before_it_may_be_given(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.thewar.economy.logistics import Effort

    desk = campaign(home, EFFORTS)
    desk.undo(to=1)
    monkeypatch.setattr(
        Effort, "replaced_by", property(lambda order: "POWER strive" if order.power == "france" else ""), raising=False
    )

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        before = desk.last_number
        await _press(app, "U", "enter")
        shown = " ".join(screen_text(app).split())
        assert "Entry 4 is refused now, so nothing was given" in shown and "this order is no longer given" in shown
        assert "enter give the 2 before it" in shown and desk.last_number == before
        await _press(app, "enter")
        assert "given again: 2 orders" in _said(app) and _awaits(desk) == ("france",)
        await _press(app, "U", "enter")
        await _until(app, lambda: "nothing can be given before it" in " ".join(screen_text(app).split()))
        assert "nothing can be given before it" in " ".join(screen_text(app).split())

    drive(desk, act, (80, 24))


def test_undo_to_an_entry_is_shown_first_and_enter_does_it(home: Path) -> None:
    desk = campaign(home, EFFORTS)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await _on(app, 3)
        await _press(app, "u")
        shown = screen_text(app)
        assert "Entry 3 stays" in shown and "2 orders" in shown and "esc back" in shown
        await _press(app, "escape")
        lines = _journal(app).query_one(JournalLines)
        assert isinstance(lines.item, Told) and lines.item.n == 3
        assert desk.last_number == 5
        await _press(app, "u", "enter")
        assert "Undone: entries 4 to 5" in _said(app)
        assert _awaits(desk) == ("france",)
        await _on(app, 4)
        await _press(app, "u")
        assert "entry 4 was taken back" in _said(app) and "a gives its order again" in _said(app)
        await _on(app, 6)
        await _press(app, "u")
        assert "nothing was given after entry 6" in _said(app)
        await _press(app, "U", "enter")
        await _until(app, lambda: isinstance(app.screen, CampaignScreen))
        assert isinstance(app.screen, CampaignScreen) and "given again: 2 orders" in _said(app)

    drive(desk, act, (80, 24))


def test_an_order_of_the_journal_goes_into_the_order_line(home: Path) -> None:
    desk = campaign(home, EFFORTS)
    desk.undo()

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await _on(app, 5)
        assert "a again" in screen_text(app)
        await _press(app, "a")
        assert app.screen.query_one(OrderLine).text.strip() == "ussr effort none"
        await _press(app, "enter")
        assert _awaits(desk) == ("germany",)
        await _on(app, 6)
        assert "a again" not in screen_text(app)
        await _press(app, "a")
        assert "is an undo" in _said(app)

    drive(desk, act, (120, 40))


def test_the_journal_opens_at_its_last_entry_with_the_cursor_in_sight(home: Path) -> None:
    desk = campaign(home, EFFORTS)
    for _ in range(12):
        desk.do(["germany spend 1 on=other"])

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await _press(app, "j")
        await pilot.pause()
        lines = _journal(app).query_one(JournalLines)
        assert lines.entry is not None and lines.entry.n == desk.last_number
        shown = [lines.render_line(y).text for y in range(lines.size.height)]
        assert any(f"▸{desk.last_number:>5}" in line for line in shown), shown

    drive(desk, act, (80, 20))


def test_a_branch_is_named_made_and_opened_or_stayed_with(home: Path) -> None:
    desk = campaign(home, EFFORTS)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await _on(app, 3)
        await _press(app, "b")
        assert "north Fall 1939 entry 3" in screen_text(app) and "as things stood after entry 3" in _said(app)
        await _press(app, "slash", "enter")
        assert "is no name" in _said(app)
        # What is typed first replaced the proposal.
        assert "entry 3" not in app.screen.query_one(BranchLine).value
        await _press(app, "ctrl+u", *"north", "enter")
        assert "already" in _said(app)
        await _press(app, *" two", "tab", "enter")
        assert "'north two' begins after entry 3" in _said(app) and isinstance(app.screen, JournalScreen)
        assert Desk.open("north two").campaign.progress.done == ("italy", "us")
        await _press(app, "b", "escape")
        assert "nothing was made" in _said(app)
        await _press(app, "b", "enter")
        assert isinstance(app.screen, CampaignScreen) and app.screen.desk.name == "north Fall 1939 entry 3"
        assert len(app.screen_stack) == 1
        await _press(app, "j")
        assert "nothing here" in screen_text(app)

    drive(desk, act, (80, 24))
    assert sorted(card.name for card in library.campaigns()) == ["north", "north Fall 1939 entry 3", "north two"]


def test_a_note_is_written_shown_found_changed_and_emptied(home: Path) -> None:
    desk = campaign(home, EFFORTS)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await _on(app, 3)
        await _press(app, "n", *"Why?", "ctrl+j", *"ask q")
        assert "10 of 1,000 signs, 2 of 12 lines" in _said(app), "no key of the screen acts while a note is written"
        await _press(app, "enter")
        assert desk.notes.on(3) == "Why?\nask q" and "¶ Why?" in screen_text(app) and "3¶" in screen_text(app)
        await _press(app, "N", *"dull turn", "enter")
        assert desk.notes.on("1939-3-fall") == "dull turn" and "¶ Fall 1939: dull turn" in screen_text(app)
        await _press(app, "slash", *"ask", "enter")
        assert [one.n for one in _journal(app).told()] == [3]
        await _press(app, "escape", "slash", *"dull", "enter")
        assert _journal(app).told() == [] and "Fall 1939: dull turn" in screen_text(app)
        await _press(app, "n", "ctrl+u", "enter")
        assert desk.notes.on("1939-3-fall") == "" and "there is no note now" in _said(app)

    drive(desk, act, (80, 24))


def test_a_note_that_is_carried_by_an_order_given_again_is_emptied_where_it_stands(home: Path) -> None:
    desk = campaign(home, EFFORTS)
    desk.note(5, "too dear")
    desk.undo(to=4)
    desk.redo()
    again = next(entry for entry in desk.last_entries if entry.again == 5)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await _on(app, again.n)
        assert f"{again.n}¶" in screen_text(app)
        await _press(app, "n", "escape")
        assert "kept" not in _said(app), "nothing was typed"
        await _press(app, "n", "ctrl+u", "enter")
        assert "there is no note now" in _said(app) and "¶" not in screen_text(app)
        assert _journal(app).query_one(JournalLines).entry.n == again.n  # type: ignore[union-attr]

    drive(desk, act, (80, 24))


def test_a_page_pasted_into_a_note_is_kept_under_edit_with_the_limits(home: Path) -> None:
    desk = campaign(home, EFFORTS)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await _on(app, 3)
        await _press(app, "n")
        app.screen.focused.post_message(Paste("\x1b[31mred\x07\n" * 30))  # type: ignore[union-attr]
        await drawn(app)
        assert "too much: shorten it" in _said(app)
        await _press(app, "enter")
        assert "at most 1,000 signs and 12 lines" in _said(app) and desk.notes.on(3) == ""
        await _press(app, "escape")
        assert "what you typed is kept" in _said(app)
        await _press(app, "n", "ctrl+a")
        assert "too much" in _said(app)

    drive(desk, act, (60, 20))


def test_a_broken_file_of_notes_is_told_and_hides_nothing(home: Path) -> None:
    desk = campaign(home, EFFORTS)
    desk.note(3, "x")
    (desk.folder / "notes/solo.toml").write_bytes(b"\xff\x00")

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await _on(app, 3)
        assert "notes/solo.toml cannot be read" in _said(app) and "United States" in screen_text(app)
        await _press(app, "n", *"new", "enter")
        assert "set aside as notes/solo.toml.broken-1" in _said(app)

    drive(desk, act, (80, 24))


def test_a_window_made_smaller_in_the_middle_of_a_note_loses_nothing(home: Path) -> None:
    desk = campaign(home, EFFORTS)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await _on(app, 3)
        await _press(app, "n", *"half")
        for size in ((50, 12), (60, 20), (120, 40)):
            await pilot.resize_terminal(*size)
            await drawn(app)
        await _press(app, *" a note", "enter")
        assert desk.notes.on(3) == "half a note"

    drive(desk, act, (120, 40))


def _told(n: int, **given: object) -> Told:
    return Told(n, "solo", "s", f"entry {n}", (), (), (), (), False, False, **given)  # type: ignore[arg-type]


def test_an_entry_given_again_carries_the_note_of_the_one_it_repeats() -> None:
    from saves.notes import Notes

    told = [_told(1), _told(5, again=1), _told(9, again=5), _told(12, again=1)]
    on = noted(told, Notes(entries={1: "why", 12: "own"}))
    assert on == {1: "why", 5: "why", 9: "why", 12: "own"}
    assert [one.n for one in chosen(told, "WHY", False, on)] == [1, 5, 9]


def test_what_may_be_done_with_an_entry() -> None:
    assert no_way_back(_told(3), 5) == "" and "nothing was given after" in no_way_back(_told(5), 5)
    assert not_again(_told(3, order="italy done"), "solo") == ""
    assert "given by the seat 'solo'" in not_again(_told(3, order="italy done"), "axis")


def test_every_key_of_the_journal_stands_in_the_registry() -> None:
    shown = {action.id: action.shown for action in keys.of("journal")}
    assert {
        "undo_to": "u",
        "branch": "b",
        "again": "a",
        "note": "n",
        "turn_note": "N",
        "redo": "U",
    }.items() <= shown.items()


def test_what_another_seat_gave_is_not_offered_to_be_taken_back(home: Path) -> None:
    axis = campaign(home, ["italy effort none"], seats=2)
    desk = Desk.open(axis.folder, "allied")

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await _press(app, "u")
        shown = screen_text(app)
        assert "was given by the seat 'axis'" in " ".join(shown.split()) and "x, the table, u" in shown
        assert "take back" not in shown.splitlines()[-1] and "propose it" in shown.splitlines()[-1]
        before = desk.last_number
        await _press(app, "enter")
        assert "was given by the seat 'axis'" in " ".join(screen_text(app).split()) and desk.last_number == before

    drive(desk, act, (80, 24))


def test_what_the_doctor_took_as_it_was_found_stands_over_its_turn_and_is_no_entry(home: Path) -> None:
    from saves import doctor

    desk = campaign(home, EFFORTS)
    [path] = (desk.folder / "turns").glob("*.toml")
    path.write_text(path.read_text().replace("italy effort sle", "italy effort rle"))
    doctor.accept(desk.folder, "typed the wrong effort")
    desk = Desk.open(desk.folder)
    entries = desk.last_number
    for size in ((60, 20), (120, 40)):

        async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
            await _press(app, "j")
            journal = _journal(app)
            lines = journal.query_one(JournalLines)
            assert lines.entry is not None and lines.entry.n <= entries
            await _press(app, "home")
            told = " ".join(screen_text(app).split())
            assert "taken by the doctor: entry 2 as found, edited by hand: typed the wrong effort" in told
            assert lines.entry is None and "note" not in {one.id for one in journal.actions()}
            await _press(app, "n")
            assert "no entry here" in _said(app)
            await _press(app, "slash", *"wrong effort")
            assert "typed the wrong effort" in " ".join(screen_text(app).split())
            await _press(app, "escape", "d")
            assert "taken by the doctor" not in screen_text(app)

        drive(desk, act, size)
