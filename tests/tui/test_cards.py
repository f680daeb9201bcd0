"""The page of cards as a player uses it: digits, tab, another line, another power, bad input."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from engine.kernel.sheets.cards import BadCard
from saves import scenarios
from saves.drafts import ScenarioDraft
from saves.errors import SavesError
from tests.tui.screens import SIZES, drive, screen_text
from tui.app import WarledgerApp
from tui.bars import Notice
from tui.models.cards import CardDesk, Spot
from tui.screens.cards import CardsScreen
from tui.screens.home import HomeScreen

SHOTS = Path(__file__).parent / "shots"
TO_THE_PAGE = ("c", "enter", "enter")
MY_OWN = "the-war-1939-campaign-own-cards"


def page(owner: str = "germany") -> CardDesk:
    found = CardDesk(ScenarioDraft("1939-campaign"), owner)
    found.answer()
    return found


def press(model: CardDesk, digits: str) -> None:
    for sign in digits:
        model.digit(sign)


def test_a_card_is_typed_from_the_home_screen_and_begins_a_campaign(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press(*TO_THE_PAGE, "9", "0", "tab", "1", "7", "5", "enter")
        await pilot.pause()
        assert "90✓" in screen_text(app) and "175✓" in screen_text(app) and "not saved" in screen_text(app)
        # Both are safe already; the scenario is written by a key, by leaving, and before a campaign begins.
        assert ScenarioDraft(MY_OWN).campaign.powers["germany"].base == 175
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert f"{MY_OWN}.toml is written" in app.screen.query_one(Notice).said
        own = scenarios.preview(MY_OWN)
        assert own.powers["germany"].narfs == 90 and own.sources["powers.germany.base"] == "own"  # type: ignore[attr-defined]
        await pilot.press("n")
        await pilot.pause()
        assert "The War, 1939 campaign, own cards" in screen_text(app) and "Germany                90" in screen_text(
            app
        )
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert "Your own" in screen_text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)

    drive(None, act)


def test_a_line_is_added_typed_and_taken_off(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press(*TO_THE_PAGE, "down", "down", "down", "a", *"panzer 9-9", "enter")
        await pilot.pause()
        assert "'panzer' is no kind of unit" in app.screen.query_one(Notice).said
        await pilot.press("ctrl+u", *"arm 9-9 q", "enter", "2", "tab", "1", "tab")
        await pilot.pause()
        assert "ARM 9-9 (q)" in screen_text(app)
        assert ScenarioDraft(MY_OWN).campaign.pools["germany-arm-9-9-q"].count == 1
        await pilot.press("x")
        await pilot.pause()
        assert "▸ ARM 9-9 (q)" not in screen_text(app) and "is off the card" in app.screen.query_one(Notice).said
        await pilot.press("u", "u")
        await pilot.pause()
        assert (
            "ARM 9-9 (q)" in screen_text(app) and "taken back: ARM 9-9 (q) in the" in app.screen.query_one(Notice).said
        )
        await pilot.press("U", "U")
        await pilot.pause()
        assert "▸ ARM 9-9 (q)" not in screen_text(app)
        await pilot.press("u", "escape", "escape")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        opened: Any = scenarios.preview(MY_OWN)
        assert opened.pools["germany-arm-9-9-q"].count == 1

    drive(None, act)


def test_what_cannot_stand_stays_to_be_mended_and_says_why(home: Path) -> None:
    model = page()
    model.spot = Spot("figures", "own", 6)
    press(model, "7")
    model.step(1)
    assert model.bad and "the army's rating is from 1 to 4" in model.said
    assert model.digits == "7" and model.spot.column == 6
    model.rub()
    press(model, "2")
    model.step(1)
    assert not model.bad and model.own.campaign.powers["germany"].army == 2


def test_a_figure_below_none_is_typed_with_a_minus_where_there_may_be_one(home: Path) -> None:
    model = page()
    assert not model.minus(), "no hand is below none"
    model.spot = Spot("surrender", "berlin-lost", 0)
    assert model.minus() and not model.minus()
    press(model, "6")
    model.step(1)
    assert model.own.campaign.facts["surrender-germany-berlin-lost"] == -6 and not model.bad
    model.spot = Spot("surrender", "berlin-lost", 0)
    model.minus()
    assert model.commit() and model.own.campaign.facts["surrender-germany-berlin-lost"] == -6


async def _minus(app: WarledgerApp, pilot: Pilot[None]) -> None:
    await pilot.press(*TO_THE_PAGE, "shift+tab")
    await pilot.pause()
    page: Any = app.screen
    page.model.spot = Spot("surrender", "cities", 0)
    await pilot.press("minus", "3", "down")
    await pilot.pause()
    assert page.model.own.campaign.facts["surrender-germany-cities"] == -3
    await pilot.press("u", "escape", "escape")


def test_the_minus_key_begins_one(home: Path) -> None:
    drive(None, _minus)


def test_a_file_that_another_hand_changed_is_told_and_the_figures_wait_for_the_next_opening(home: Path) -> None:
    model = page()
    press(model, "90")
    model.step(1)
    assert model.save()
    own = scenarios.own_folder() / f"{MY_OWN}.toml"
    own.write_text(own.read_text().replace("narfs = 32", "narfs = 33"))
    press(model, "171")
    assert not model.leave() and model.bad and "not saved, but kept as it stands" in model.said
    assert "changed by another hand" in model.said and "narfs = 33" in own.read_text()
    # Told once: whoever leaves again leaves it as a draft.
    assert model.leave()
    again = CardDesk(ScenarioDraft(MY_OWN))
    assert "the file was changed by another hand since; 1 change not saved last time" in again.said
    assert (again.own.campaign.powers["germany"].base, again.own.campaign.powers["italy"].narfs) == (171, 33)
    assert again.leave() and "base = 171" in own.read_text()


def test_a_scenario_that_does_not_fit_together_has_no_cards_before_it_is_mended(home: Path) -> None:
    model = page()
    press(model, "90")
    assert model.leave()
    own = scenarios.own_folder() / f"{MY_OWN}.toml"
    own.write_text(own.read_text().replace("army = 1", "army = 7", 1))
    with pytest.raises(
        BadCard, match=r"powers\.germany\.army: 7 is out of range; from 1 to 4 .*before its cards are typed"
    ):
        CardDesk(ScenarioDraft(MY_OWN))


def test_a_title_that_is_taken_is_asked_for_again(home: Path) -> None:
    first = page()
    press(first, "90")
    first.step(1)
    model = CardDesk(ScenarioDraft("1939-campaign"))
    assert model.line.text == "The War, 1939 campaign, own cards 2"
    model.line = model.line.of("The War, 1939 campaign, own cards")
    model.answer()
    assert model.bad and model.asking == "title" and "there is a scenario" in model.said


def test_nothing_is_written_before_the_first_figure(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press(*TO_THE_PAGE, "tab", "enter", "n")
        await pilot.pause()
        assert isinstance(app.screen, CardsScreen)
        assert "no figure of yours" in app.screen.query_one(Notice).said
        assert not scenarios.own_folder().exists()

    drive(None, act)


def test_the_cursor_goes_along_the_line_down_the_column_and_to_other_cards(home: Path) -> None:
    model = page()
    model.step(-1)
    assert model.spot == model.spots()[-1]
    model.step(1)
    assert model.spot == Spot("figures", "own", 0)
    seen = []
    for _ in model.spots():
        seen.append(model.spot)
        model.below()
    assert model.spot == seen[0] and set(seen) == set(model.spots())
    units = [spot.column for spot in seen if spot.table == "units"]
    assert units == sorted(units)
    model.turn(-1)
    assert model.card.name == "Yugoslavia"
    model.turn(1)
    assert model.card.name == "Germany"


def test_digits_left_by_quitting_are_written(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press(*TO_THE_PAGE, "9", "1", "q")
        await pilot.pause()

    drive(None, act)
    opened: Any = scenarios.preview(MY_OWN)
    assert opened.powers["germany"].narfs == 91


MINUTES = 2
KEYS_A_SECOND = 3


def test_the_owner_of_the_boxed_game_replaces_a_card_in_two_minutes(home: Path) -> None:
    """Every figure of the largest card typed anew, down the columns: its digits and one key to go on."""
    model = page()
    keys = len(TO_THE_PAGE)
    for spot in model.spots():
        if spot.table in ("objectives", "surrender"):
            # They stand on the map, or nowhere any more, and come last: who has typed the card leaves the page first.
            continue
        model.spot = spot
        assert model.figure is not None
        blank = spot.table == "units" and not model.figure.value
        keys += 1 if blank else len(str(model.figure.value)) + 1
    assert keys <= MINUTES * 60 * KEYS_A_SECOND


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_cards_as_they_look(snapshot: Any, home: Path, size: tuple[int, int]) -> None:
    taken: dict[str, str] = {}

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("c")
        await pilot.pause()
        taken["card-list"] = screen_text(app)
        await pilot.press("enter", "enter", "9", "0", "down", "down", "down", "down", "1", "2", "tab", "4")
        await pilot.pause()
        taken["cards"] = screen_text(app)

    drive(None, act, size)
    snapshot.snapshot_dir = SHOTS
    for name, text in taken.items():
        snapshot.assert_match(text, f"{name}-{size[0]}x{size[1]}.txt")


def test_whoever_cannot_write_at_all_may_leave_all_the_same(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is full, or a folder that may not be written: said once, and q leaves the second time."""

    def full(*_: object) -> None:
        raise SavesError("no room left to write")

    model = page()
    monkeypatch.setattr("saves.drafts.write_aside", full)
    press(model, "90")
    assert not model.leave() and model.bad and "no room left to write" in model.said and model.digits == "90"
    assert model.leave()
    # A number typed meanwhile is told of anew.
    press(model, "1")
    assert not model.leave()
