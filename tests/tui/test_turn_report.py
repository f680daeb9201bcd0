"""The turn that ended, and what happened since a player last sat down: one page by power, of what his seat may see."""

from __future__ import annotations

import zipfile
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from saves import seen
from saves.desk import Desk
from saves.scenarios import new
from saves.seen import Seen
from tests.tui.every_screen import standing
from tests.tui.screens import campaign, drive, screen_text
from tests.tui.standin import StandinDesk
from tui.app import WarledgerApp
from tui.bars import Notice
from tui.models import sitting
from tui.models.turn_report import Page, as_text, labels, of_turn, page_of_turn, page_since, since
from tui.telling import taken_back

FROZEN = Path(__file__).resolve().parents[1] / "saves" / "frozen"
SIZES = [(60, 20), (80, 24), (120, 40)]


def text(page: Page, width: int = 78) -> str:
    return " ".join(" ".join(as_text(page, width)).split())


def said(app: WarledgerApp) -> str:
    return " ".join(app.screen.query_one(Notice).said.split())


def frozen(home: Path, name: str) -> Desk:
    """A campaign as it was written by an older version: seven turns with battles, rulings, and an undo past a turn."""
    with zipfile.ZipFile(FROZEN / f"{name}.zip") as archive:
        archive.extractall(home / name)
    return Desk.open(home / name, "")


def test_a_power_is_told_what_moved_its_money_what_it_built_lost_and_took_and_its_wars(home: Path) -> None:
    desk = frozen(home, "thewar-2")
    told = text(page_of_turn(desk, "1940-4-winter"))
    assert told.startswith("Winter 1940, as it ended")
    assert "Germany hand 176 → 158, level 219 → 243" in told and "−16 spent on reserves 9.9.1" in told
    assert "gains Bulgaria, Hungary and Romania as Satellite 16.1.5" in told
    assert "at war with Bulgaria, Hungary and Romania" in told and "built: 1 STA 2-3" in told
    # Units are called as on the other pages, never by an id.
    assert "MECH 4-8 (90th Light)" in text(page_since(desk, 300)) and "90th-light" not in text(page_since(desk, 300))
    # Of a turn that is not the last to have ended nobody is told what is due.
    assert "Due now" in told and "Due now" not in text(page_of_turn(desk, "1940-2-summer"))


def test_the_figures_of_every_turn_are_what_its_lines_come_to(home: Path) -> None:
    desk = frozen(home, "thewar-2")
    for label in labels(desk):
        page, span = page_of_turn(desk, label), of_turn(desk, label)
        for part in page.parts:
            if not part.power:
                continue
            was, now = (one.powers[part.power] for one in (span.before, span.after))  # type: ignore[attr-defined]
            figured = [line for line in part.lines if line.value is not None]
            base = sum(line.value or 0 for line in figured if line.text.startswith("base: "))
            money = sum(line.value or 0 for line in figured) - base
            assert (money, base) == (now.narfs - was.narfs, now.base - was.base), (label, part.title)


def test_a_turn_begins_where_the_one_before_it_ended_though_one_was_taken_back(home: Path) -> None:
    desk = frozen(home, "thewar-2")
    every = labels(desk)
    # The journal holds Winter 1940 and Spring 1941 twice; each is a turn once.
    assert len(desk.turns()) > len(every) == len(set(every))
    spans = [of_turn(desk, label) for label in every]
    for before, after in pairwise(spans):
        hands = [{key: power.narfs for key, power in one.powers.items()} for one in (before.after, after.before)]  # type: ignore[attr-defined]
        assert hands[0] == hands[1]
    dead = taken_back(desk.entries("all"))
    assert dead and not dead & {entry.n for span in spans for entry in span.entries}


def test_everything_after_any_entry_is_told_from_whatever_file_it_stands_in(home: Path) -> None:
    desk = frozen(home, "thewar-2")
    every = desk.entries("all")
    dead = taken_back(every)
    for last in (0, *(every[at].n for at in range(0, len(every), len(every) // 9))):
        wanted = [entry.n for entry in every if entry.n > last and entry.n not in dead and not entry.undoes]
        assert [entry.n for entry in since(desk, last).entries] == wanted


def test_a_battle_stands_in_a_line_with_its_result(home: Path) -> None:
    told = text(page_of_turn(frozen(home, "worldatwar-2"), "1943-1-spring"))
    assert "Battles · Submarines in the Atlantic SW box: 1/2; the Western Allies: 5 transports sunk" in told
    assert "−18 ruling" in told and "Britain hand 120 → 117 −3 built: bomber 24.43" in told


def test_a_game_without_accounts_tells_of_its_units_as_well(home: Path) -> None:
    told = text(page_of_turn(frozen(home, "worldatwar-2"), "1943-1-spring"))
    assert "built: 1 bomber 24.4 " in told and "The Western Allies" in told and "sunk: 5 transports 24.631A" in told


def test_what_was_taken_back_since_is_told_and_comes_to_nothing(home: Path) -> None:
    desk = campaign(home, ["italy effort sle"])
    last = desk.last_number
    desk.undo()
    told = text(page_since(desk, last))
    assert "Taken back · 1 entry from before" in told and "Nothing of Germany" in told
    desk.do(["italy effort none"])
    # What changed no figure was ordered all the same.
    told = text(page_since(desk, last + 1))
    assert "Italy · Italy buys no effort ruling 145" in told and "Nothing of Germany, Soviet Union" in told
    assert "hand" not in text(page_since(desk, desk.last_number))


def test_nobody_is_told_what_his_seat_may_not_know(home: Path) -> None:
    """Two campaigns that differ in what the Axis has sealed give the Allies the same report."""
    told = []
    for effort in ("sle", "none"):
        secret = home / "secret"
        secret.write_text("00" * 32)
        where = home / effort
        folder = new("1939-campaign", name="s", at=where, seats=2, options={"sealed_efforts": True}, secret_file=secret)
        axis = Desk.open(folder, "axis")
        axis.do([f"italy effort {effort}"])
        pages = [page_since(Desk.open(folder, seat), 0) for seat in ("allied", "")]
        told.append([text(page) for page in pages])
        own = text(page_since(Desk.open(folder, "axis"), 0))
        assert own == text(page_since(axis, 0))
    assert told[0] == told[1]


# --- since when


@pytest.mark.parametrize("broken", [b"", b"last = 3", b'began = 5\nlast = 3\nday = "2026-01-01"', b"\xff\xfe", b"[[["])
def test_a_broken_note_of_what_was_seen_is_told_as_from_the_beginning_of_the_turn(home: Path, broken: bytes) -> None:
    desk = campaign(home, ["italy effort sle", "us effort sle"])
    seen.note(desk.folder, "solo").write_bytes(broken)
    sat = sitting.sit_down(desk)
    assert sat.since == desk.entries()[0].n - 1 and not sat.offered


def test_a_note_beyond_the_journal_or_of_no_seat_says_nothing(home: Path) -> None:
    desk = campaign(home)
    seen.write(desk.folder, "solo", Seen(1, 999, "2026-01-01"))
    assert seen.read(desk.folder, "solo", desk.last_number) is None
    seen.write(desk.folder, "../out", Seen(0, 1, "2026-01-01"))
    assert seen.read(desk.folder, "../out", 9) is None and not list(desk.folder.parent.glob(".seen*"))


def test_each_seat_has_its_own_and_others_moves_are_offered_and_once_seen_not_again(home: Path) -> None:
    folder = campaign(home, seats=2).folder
    axis, allied = (Desk.open(folder, seat) for seat in ("axis", "allied"))
    for desk in (axis, allied):
        sitting.sit_down(desk)
        sitting.note_seen(desk)
    axis.do(["italy effort sle"])
    sitting.note_seen(axis)
    again = Desk.open(folder, "allied")
    sat = sitting.sit_down(again)
    assert sat.offered and sat.others == 1 and sat.when() == "today"
    sitting.note_seen(again)
    assert not sitting.sit_down(Desk.open(folder, "allied")).offered
    assert not sitting.sit_down(Desk.open(folder, "axis")).offered


def test_another_day_offers_what_was_done_on_the_last(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = campaign(home)
    monkeypatch.setattr(sitting, "today", lambda: "2026-06-21")
    sitting.sit_down(desk)
    before = desk.last_number
    desk.do(["italy effort sle"])
    sitting.note_seen(desk)
    monkeypatch.setattr(sitting, "today", lambda: "2026-06-22")
    sat = sitting.sit_down(Desk.open(desk.folder))
    assert sat.offered and sat.since == before and sat.when() == "yesterday"


@pytest.mark.parametrize("size", SIZES)
def test_play_by_another_seat_is_offered_and_one_key_tells_it(home: Path, size: tuple[int, int]) -> None:
    found = campaign(home, seats=2)
    seen.write(found.folder, "allied", Seen(0, found.last_number, "2026-01-01"))
    found.do(["italy effort sle"])
    found.undo()
    found.do(["italy effort sle"])

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.pause()
        assert "3 entries since you sat here" in said(app) and "R tells it" in said(app)
        await pilot.press("R")
        await pilot.pause()
        shown = screen_text(app)
        assert "Since you last sat down" in shown and "Due now" in shown
        screen: Any = app.screen
        await pilot.press("left")
        assert screen.current.page.title == "Fall 1939 so far"
        await pilot.press("y")
        assert app.clipboard.startswith("Fall 1939 so far (1 of 2)")
        await pilot.press("S")
        await pilot.pause()
        assert app.clipboard.startswith("Fall 1939\n=========\n") and "\n### " in app.clipboard
        assert "Fall 1939" in said(app) and "copied" in said(app)
        await pilot.press("escape")
        assert type(screen.current).__name__ != "TurnReportPanel"

    drive(Desk.open(found.folder, "allied"), act, size)
    assert seen.read(found.folder, "allied", found.last_number) is not None


def test_the_page_of_an_older_turn_is_reached_by_the_arrows(home: Path) -> None:
    desk = frozen(home, "thewar-2")
    first = labels(desk)[0]

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("R")
        await pilot.pause()
        screen: Any = app.screen
        assert screen.current.page.title == "Winter 1940, as it ended"
        await pilot.press(*["left"] * 9)
        assert screen.current.page == page_of_turn(screen.desk, first)

    drive(desk, act, (80, 24))


def test_where_a_turn_begins_the_one_that_ended_is_offered() -> None:
    desk: Any = StandinDesk(standing()["allied.end.victory"])

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        for _ in range(4):
            await pilot.press("d", "enter")
            await pilot.pause()
            if "begins" in said(app):
                break
        assert "begins R tells the turn that ended" in said(app)

    drive(desk, act, (80, 24))


def test_what_was_said_is_told_to_all_and_notes_to_the_seat_whose_they_are(home: Path) -> None:
    folder = campaign(home, name="spoken", seats=2).folder
    axis, allied = Desk.open(folder, "axis"), Desk.open(folder, "allied")
    axis.do(["italy effort none"])
    order = axis.last_number
    label = labels(axis)[-1]
    axis.note(order, "why not\nin Spring?")
    axis.note(label, "a quiet turn")
    allied.do(['message "zebra at noon"'], newest=True)
    allied.note(order, "he saves")
    axis.do(['propose ruling powers.italy.base 40 because "walrus"'], newest=True)
    proposed = axis.last_number
    allied.do([f"decline {proposed}"], newest=True)
    axis.refresh()
    axis.undo(to=order - 1)
    for desk in (axis, allied, Desk.open(folder)):
        desk.refresh()
        told = text(page_of_turn(desk, label))
        assert f"{proposed - 1}: the seat allied says: zebra at noon" in told.replace("The seat", "the seat")
        assert f"{proposed}: the seat axis proposes:" in told.replace("The seat", "the seat")
        assert f"declines the proposal in entry {proposed}" in told
        since_then = text(page_since(desk, proposed - 1))
        assert "zebra" not in since_then and f"declines the proposal in entry {proposed}" in since_then
        own = f"on the turn: a quiet turn · on entry {order}, taken back: why not in Spring?"
        assert (own in told) == (desk.seat == "axis"), told
        assert ("he saves" in told) == (desk.seat == "allied")
    assert "Your notes" not in text(page_of_turn(Desk.open(folder), label))
    # Of many remarks the latest are told, and how many there were before.
    for at in range(30):
        allied.do([f'message "no {at}"'], newest=True)
    many = text(page_of_turn(allied, label))
    assert "13 earlier ones, which the journal tells" in many and "says: no 10 " in many and "says: no 9 " not in many


def test_a_file_of_notes_that_cannot_be_read_is_told_in_the_report_and_hides_nothing(home: Path) -> None:
    desk = campaign(home, ["italy effort none"])
    desk.note(1, "gone")
    next((desk.folder / "notes").iterdir()).write_text("x")
    told = text(page_of_turn(desk, labels(desk)[-1]))
    assert "Your notes" in told and "gone" not in told and "Italy" in told
