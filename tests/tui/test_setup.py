"""The setup screens as an author uses them: pages, cells checked at each key, ten counters in a line, what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from saves import scenarios
from saves.drafts import ScenarioDraft
from tests.scale import share_of
from tests.tui.screens import SIZES, campaign, drive, screen_text
from tui.app import WarledgerApp
from tui.models.setup_desk import SetupDesk
from tui.screens.scenario_list import ScenarioListScreen
from tui.screens.setup import SetupScreen
from tui.screens.setup_page import SetupPageScreen

TO_SETUP = ("m", "enter")
MINE = "the-war-1939-campaign-mine"
NARROW = ((60, 20), *SIZES)


def desk(page: str = "units", scenario: str = "1939-campaign", *, named: bool = True) -> SetupDesk:
    """The setup of a copy, on a page."""
    draft = ScenarioDraft(scenario)
    if named:
        draft.name("Mine")
    model = SetupDesk(draft)
    assert model.go_to(next(one.table or "first" for one in model.pages if one.id == page))
    return model


def type_into(model: SetupDesk, text: str) -> None:
    """Open the cell under the cursor and type over it, key by key."""
    assert model.type()
    for sign in text:
        assert model.typing is not None
        model.typing = model.typing.pressed(sign, sign)


def take(model: SetupDesk) -> None:
    """Enter."""
    assert model.typing is not None
    model.typing = model.typing.entered()
    model.commit()


def stand(model: SetupDesk, key: str, field: str) -> None:
    names = [col.name for col in model.every_column()]
    model.stand(key, names.index(field))


def test_an_author_adds_ten_counters_saves_and_finds_them_in_his_own_file(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press(*TO_SETUP, *["down"] * 5, "enter", "plus", *"ten 3-5 infantry in Kiev")
        await pilot.pause()
        assert "Enter adds 10 x Germany, INF, 3-5, Kiev" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert "title of your own scenario:" in screen_text(app) and "1939 campaign, mine" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert "239 in 85 lines" in screen_text(app) and "added: 10 x Germany" in screen_text(app)
        assert not list(scenarios.own_folder().glob("*.new"))
        await pilot.press("s")
        await pilot.pause()
        assert f"{MINE}.toml" in screen_text(app) and isinstance(app.screen, SetupPageScreen)
        opened: Any = scenarios.preview(MINE)
        mine = [unit for unit in opened.units.values() if unit.place == "kiev"]
        assert len(mine) == 10 and {unit.strength for unit in mine} == {"3-5"}
        assert opened.sources["units.germany-inf-15"] == "own"
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert isinstance(app.screen, ScenarioListScreen) and "Your own" in screen_text(app)

    drive(None, act)


def test_a_scenario_opened_and_left_without_a_change_is_not_touched(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        source = scenarios.source_of("1939-campaign")
        before = source.read_bytes()
        await pilot.press(*TO_SETUP, "s", "enter", "tab", "s", "escape", "escape")
        await pilot.pause()
        assert source.read_bytes() == before and not scenarios.own_folder().exists()
        assert isinstance(app.screen, ScenarioListScreen)

    drive(None, act)


def test_a_copy_of_1939_opened_and_saved_without_a_change_has_the_same_bytes(home: Path) -> None:
    made = ScenarioDraft("1939-campaign")
    made.name("Mine")
    made.set("powers.germany.narfs", 85 + 1)
    made.set("powers.germany.narfs", 85)
    made.save()
    assert made.path is not None
    before = made.path.read_bytes() if made.path.exists() else b""
    model = SetupDesk(ScenarioDraft("mine"))
    for at in range(len(model.pages)):
        model.at = at
        model.step(1)
        model.type()
        model.drop()
    assert model.save() == () and model.said == "written: mine.toml"
    assert before and made.path.read_bytes() == before
    model.go_to("powers.germany.narfs")
    model.type("9")
    model.step(1)
    model.undo()
    model.save()
    assert made.path.read_bytes() == before


def test_a_cell_is_checked_at_every_key_and_says_what_may_stand_there(home: Path) -> None:
    model = desk()
    stand(model, "germany-inf-1", "place")
    type_into(model, "ki")
    assert model.typing is not None and model.typing.unfinished
    assert model.typing.read.choices[:3] == ("Kiel", "Kishinev", "Kiev")
    take(model)
    assert model.bad and "there is no 'ki'" in model.said and model.typing is not None
    model.drop()
    type_into(model, "waraw")
    assert model.typing.read.problem == "there is no 'waraw'; nearest is Warsaw" and not model.typing.unfinished
    model.drop()
    type_into(model, "kish")
    take(model)
    assert not model.bad and {model.draft.campaign.units[key].place for key in model.line.keys} == {"kishinev"}
    assert model.said == "place: Kishinev, 14 times"


def test_a_number_out_of_range_stays_to_be_mended_and_a_good_one_becomes_his_own(home: Path) -> None:
    model = desk("powers")
    stand(model, "germany", "army")
    assert model.shelf().source(model.line, model.column) == "rules 10.8"  # type: ignore[arg-type]
    assert model.type("7") and model.typing is not None
    assert model.typing.read.problem == "7 is out of range; 1 to 4 rating"
    model.step(1)
    assert model.bad and model.column.name == "army" and model.typing is not None
    model.drop()
    model.type("2")
    model.step(1)
    assert model.column.name == "navy" and model.draft.campaign.powers["germany"].army == 2
    assert model.draft.campaign.sources["powers.germany.army"] == "own"


def test_what_no_counter_prints_is_told_while_it_is_typed(home: Path) -> None:
    model = desk()
    stand(model, "germany-inf-1", "strength")
    type_into(model, "6-5-4")
    assert model.typing is not None and "no strength of a ground unit" in model.typing.read.problem
    model.drop()
    type_into(model, "7-5")
    take(model)
    assert not model.bad and model.draft.campaign.units["germany-inf-14"].strength == "7-5"


def test_how_many_are_alike_is_a_figure_as_well(home: Path) -> None:
    model = desk()
    stand(model, "germany-inf-1", "count")
    model.type("3")
    take(model)
    left = [key for key, unit in model.draft.campaign.units.items() if key.startswith("germany-inf-")]
    assert left == ["germany-inf-1", "germany-inf-2", "germany-inf-3"] and model.said == "3 now, 14 before"
    model.type("5")
    take(model)
    assert len(model.line.keys) == 5  # type: ignore[union-attr]
    model.undo()
    model.undo()
    assert len(model.line.keys) == 14  # type: ignore[union-attr]
    model.undo(again=True)
    assert len(model.line.keys) == 3  # type: ignore[union-attr]


def test_some_of_a_line_move_to_a_place_and_stand_in_a_line_of_their_own(home: Path) -> None:
    model = desk()
    model.stand("germany-inf-1", 0)
    model.ask_move()
    assert model.asking == "move" and "14" in model.said
    for text, problem in (("20 kiev", "there are 14, not 20"), ("3 keiv", "there is no 'keiv'; nearest is Kiev")):
        model.edit = model.edit.of(text)
        model.answer()
        assert model.bad and model.said == problem and model.asking == "move"
    model.edit = model.edit.of("3 kiev")
    model.answer()
    assert not model.asking and model.said == "3 to Kiev"
    places = [unit.place for unit in model.draft.campaign.units.values() if unit.power == "germany"]
    assert places.count("kiev") == 3 and len(model.line.keys) == 11  # type: ignore[union-attr]


def test_a_line_that_goes_takes_what_is_said_of_its_sources_along(home: Path) -> None:
    model = desk()
    model.ask_line()
    model.edit = model.edit.of("two inf 7-5 in Berlin")
    model.answer()
    assert "units.germany-inf-15" in model.draft.campaign.sources
    model.remove()
    assert "germany-inf-15" not in model.draft.campaign.units and not model.faults()
    assert not [path for path in model.draft.campaign.sources if path.startswith("units.germany-inf-1")]
    model.undo()
    assert "germany-inf-16" in model.draft.campaign.units


def test_pages_whose_lines_are_all_that_there_are_say_so(home: Path) -> None:
    model = desk("options")
    model.ask_line()
    assert model.bad and model.said == "Options: these lines are all that there are"
    model.remove()
    assert "stay; type other figures" in model.said
    model.ask_move()
    assert "could be moved" in model.said


def test_what_does_not_fit_together_is_not_written_and_one_key_leads_to_it(home: Path) -> None:
    model = desk()
    model.draft.set("powers.germany.side", "allied")
    model.draft.set("last", "1938-1-spring")
    faults = model.save()
    assert faults and model.bad and "not written" in model.said and model.draft.changed
    assert model.go_to(faults[0].path) and model.page.id == "calendar" and model.spot.key == "first"
    assert model.not_playable() == "s saves it first: a campaign begins with what is written"
    assert "3 changes are kept in the draft" in model.farewell()


def test_the_faults_are_listed_and_enter_goes_to_the_cell(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press(*TO_SETUP, "enter", *["down"] * 6, "enter", *"fall 1938", "enter", "enter")
        await pilot.pause()
        assert "last turn" in screen_text(app)
        await pilot.press("s")
        await pilot.pause()
        assert "not written" in screen_text(app) and "Wrong" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, SetupPageScreen) and app.screen.model.spot.key in ("first", "last")
        await pilot.press("o")
        await pilot.pause()
        assert "s saves it first" in screen_text(app)
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert "kept in the draft" in screen_text(app)

    drive(None, act)


def test_a_draft_is_there_again_and_says_so(home: Path) -> None:
    model = desk("powers")
    model.type("9")
    model.step(1)
    again = SetupDesk(ScenarioDraft("mine"))
    assert again.draft.changed and "1 change" in again.said


def test_lines_are_sifted_by_words_and_escape_shows_all_again(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press(*TO_SETUP, *["down"] * 5, "enter", "slash", *"british fleet")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, SetupPageScreen)
        few = screen.model.lines()
        assert not few
        await pilot.press(*["backspace"] * 13, *"britain fleet", "enter")
        assert 0 < len(screen.model.lines()) < 5
        await pilot.press("escape")
        assert len(screen.model.lines()) > 50 and app.screen is screen

    drive(None, act)


def test_seats_options_and_facts_are_set_like_any_cell(home: Path) -> None:
    model = desk("seats")
    stand(model, "france", "2")
    type_into(model, "axis")
    take(model)
    assert model.draft.head["seating"]["2"]["france"] == "axis"
    model = SetupDesk(model.draft)
    assert model.go_to("options.convoys")
    model.turn_value()
    assert model.draft.campaign.options["convoys"] is True
    assert model.go_to("facts.usel")
    model.type("1")
    take(model)
    assert model.draft.campaign.facts["usel"] == 1
    assert model.go_to("head.title")
    type_into(model, "A title of my own?")
    take(model)
    assert model.draft.title == "A title of my own?"


def test_every_page_of_both_games_is_drawn_at_every_size(home: Path) -> None:
    for nth, size in enumerate(NARROW):
        for scenario in ("1939-campaign", "global-war"):
            model = SetupDesk(ScenarioDraft(scenario))

            async def act(app: WarledgerApp, pilot: Pilot[None], model: SetupDesk = model, nth: int = nth) -> None:
                app.push_screen(SetupScreen(model))
                await pilot.pause()
                for at in share_of(range(len(model.pages)), nth, len(NARROW)):
                    page, model.at = model.pages[at], at
                    app.push_screen(SetupPageScreen(model))
                    await pilot.pause()
                    assert page.title in screen_text(app)
                    typed = ("enter", "escape") if model.line is not None else ()
                    await pilot.press("end", "right", "home", "pagedown", *typed, "escape")
                    await pilot.pause()
                    assert isinstance(app.screen, SetupScreen), page.id

            drive(None, act, size)


def test_a_turn_of_a_campaign_becomes_a_scenario_whose_setup_opens(home: Path) -> None:
    found = campaign(home, ["italy effort sle"])

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("j", "S")
        await pilot.pause()
        assert isinstance(app.screen, SetupScreen)
        assert app.screen.model.draft.campaign.powers["italy"].effort == ""
        await pilot.press("escape")
        await pilot.pause()
        assert "is a scenario of yours" in screen_text(app)
        assert [card.title for card in scenarios.scenarios() if card.own]

    drive(found, act)


def test_another_number_of_players_is_added_and_taken_away(home: Path) -> None:
    model = desk("seats")
    stand(model, "germany", "4")
    model.remove()
    assert model.said == "no seats for 4" and list(model.draft.head["seating"]) == ["1", "2", "3", "5"]
    model.ask_line()
    for text, problem in (("3", "'3' is no other number of players; free: 4"), ("", "nothing is typed; free: 4")):
        assert not model.add(text) and model.said == problem
    assert model.add("4 players")
    seats = model.draft.head["seating"]["4"]
    assert len(set(seats.values())) == 4 and seats["germany"] == "germany"
    assert not [fault for fault in model.faults() if fault.path.startswith("seating")]
    model.undo()
    model.undo()
    assert list(model.draft.head["seating"]) == ["1", "2", "3", "4", "5"]
