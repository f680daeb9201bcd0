"""The map on the screen: drawn at all sizes and in all looks, a cursor that tells, turns, seas, and a terminal that is
too small."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import attrs
import pytest
from textual.pilot import Pilot

from engine.kernel.sheets.atlas import CAPITAL, CITY, PORT, Atlas
from engine.thewar.world.state import TheWar
from saves.desk import Desk
from saves.scenarios import preview
from tests.saves.test_frozen_campaigns import thawed
from tests.tui.hand import drawn, press
from tests.tui.screens import campaign, drive, screen_text, shown
from tui import glyphs
from tui.app import WarledgerApp
from tui.bars import Notice
from tui.frame import CampaignScreen
from tui.models.map_cells import Cell, Chart
from tui.models.map_picture import Picture, picture
from tui.models.map_projection import Projection, room
from tui.models.map_turns import drawn_at, labels, sketched_at
from tui.screens.map import MapScreen
from tui.screens.map_canvas import MapCanvas
from tui.screens.small import SmallScreen

SIZES = ((60, 20), (80, 24), (120, 40), (200, 60))


@cache
def opening() -> Picture:
    from engine.thewar.ruleset import RULESET

    found = picture(RULESET, preview("1939-campaign"))
    assert found is not None
    return found


def chart(size: tuple[int, int], *, letters: bool = False, colours: bool = True, seas: bool = False) -> Chart:
    sheet = opening().sheet
    width = size[0] - room(sheet, size[0], size[1] - 3, 20, 60)
    window = Projection(sheet, width, size[1] - 3, halves=not letters)
    return Chart(opening(), window, letters, letters, colours, seas)


def _map(app: WarledgerApp) -> MapScreen:
    assert isinstance(app.screen, MapScreen), app.screen
    return app.screen


def _said(app: WarledgerApp) -> str:
    return " ".join(app.screen.query_one(Notice).said.split())


def _keys(app: WarledgerApp) -> str:
    """The footer."""
    return screen_text(app).splitlines()[-1]


# --- what is drawn


@pytest.mark.parametrize("size", SIZES)
def test_all_of_europe_is_in_sight_and_each_place_stands_on_its_own_hex(size: tuple[int, int]) -> None:
    window = chart(size).window
    assert len(window.lines) == size[1] - 3 and {len(line) for line in window.lines} == {window.width}
    for number in ("0002", "4414", "2846", "2402", "1012", "1426"):
        at = window.cell(number)
        assert at is not None, number
        near = opening().sheet.around(number, 2)
        assert set(window.lines[at[1]][at[0]]) & near, number


@pytest.mark.parametrize("size", SIZES[1:])
@pytest.mark.parametrize("look", ["colours", "letters", "monochrome"])
def test_all_looks_say_the_same_of_land_and_front(size: tuple[int, int], look: str) -> None:
    made = chart(size, letters=look != "colours", colours=look != "monochrome")
    front = {cell.sign for line in made.lines for cell in line if cell.sign in ("g", "f")}
    assert front == {"g", "f"}, "a letter where Germany meets Poland"
    if look == "monochrome":
        assert not any(cell.ink or cell.ground for line in made.lines for cell in line)
        assert all(cell.sign.isascii() for line in made.lines for cell in line)
    bold = [cell for line in made.lines for cell in line if cell.bold and cell.sign in "gf"]
    assert bold or look == "colours"


def test_what_is_inferred_looks_inferred() -> None:
    drawn_map = opening()
    for number, ground in drawn_map.ground.items():
        assert drawn_map.letter(number).isupper() == (ground.known and bool(ground.power)), number


@pytest.mark.parametrize("colours", [True, False])
def test_sea_areas_beside_each_other_have_other_shades_and_in_letters_other_signs(colours: bool) -> None:
    shades, waters = opening().shades, opening().waters
    beside = {(sea.id, other) for sea in opening().seas for other in (*sea.beside, *sea.touches)}
    assert beside and not [pair for pair in beside if shades[pair[0]] == shades[pair[1]]]
    assert ("bay-of-biscay", "celtic-sea") in beside, "no link, but their waters meet on the map"
    made = chart((120, 40), letters=not colours, colours=colours, seas=True)
    looks: dict[str, set[Cell]] = {}
    for cells, halves in zip(made._under, made.window.lines, strict=True):
        for cell, (upper, lower) in zip(cells, halves, strict=True):
            if upper in waters and waters.get(lower) == waters[upper]:
                looks.setdefault(waters[upper], set()).add(cell)
    assert len(looks) > 20 and all(len(found) == 1 for found in looks.values()), "one look for each"
    assert not [pair for pair in beside if looks.get(pair[0], {1}) == looks.get(pair[1], {2})]


# --- by keys


@pytest.mark.parametrize("size", SIZES)
def test_the_map_opens_by_one_key_and_the_cursor_tells_what_lies_there(home: Path, size: tuple[int, int]) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await press(app, "M")
        await drawn(app)
        canvas = _map(app).query_one(MapCanvas)
        assert canvas.at == "1426"
        text = screen_text(app)
        assert "FALL 1939" in text and "Germany holds" in text
        await press(app, "right", "down")
        await drawn(app)
        assert canvas.at != "1426" and canvas.at in screen_text(app)
        await press(app, "M")
        await drawn(app)
        assert not isinstance(app.screen, MapScreen)

    drive(campaign(home), act, size)


def test_a_hex_is_found_a_range_is_drawn_and_the_seas_tell_who_may_come(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await press(app, "M")
        await drawn(app)
        canvas = _map(app).query_one(MapCanvas)
        size, strips = canvas.size, dict(canvas._strips)
        await press(app, "slash")
        await drawn(app)
        assert "the name of a place" in screen_text(app)
        assert canvas.size == size and canvas._strips == strips, "the map is not drawn anew for a line to type in"
        await press(app, *"malta", "enter")
        await drawn(app)
        assert canvas.at == "3228"
        await press(app, "r")
        await drawn(app)
        assert canvas.reach == 2 and "within 2" in screen_text(app)
        await press(app, "slash", *"atlantis", "enter")
        await drawn(app)
        assert "there is no 'atlantis' on the map" in _said(app) and canvas.at == "3228"
        await press(app, "tab", "slash", *"danish", "enter")
        await drawn(app)
        text = screen_text(app)
        assert canvas.seas and "the seas" in text and "may come here" in text and "North Atlantic" in text
        await press(app, "plus", "plus", "l")
        await drawn(app)
        assert "the signs" in screen_text(app) and "¶ note" in screen_text(app)
        await press(app, "escape")

    drive(campaign(home), act, (120, 40))


@pytest.mark.parametrize("size", SIZES[:1])
def test_a_note_is_begun_on_the_map_written_in_the_order_line_and_told_there(home: Path, size: tuple[int, int]) -> None:
    desk = campaign(home)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await press(app, "M", "slash", *"warsaw", "enter", "N")
        await drawn(app)
        assert isinstance(app.screen, CampaignScreen) and 'germany note 1521 "' in screen_text(app)
        await press(app, *"mud", "enter")
        await drawn(app)
        war = desk.campaign
        assert isinstance(war, TheWar) and war.map_notes["germany-1"].said == "mud"
        # The map is back by itself, also where the note is left unwritten.
        assert _map(app).query_one(MapCanvas).at == "1521", "where it was left"
        assert "note 1, Fall" in screen_text(app) and "1939: mud" in screen_text(app)
        await press(app, "l")
        await drawn(app)
        assert "the signs" in screen_text(app) and "1 of 2  l more" in screen_text(app)
        await press(app, "l")
        await drawn(app)
        assert "¶ note" in screen_text(app) and "2 of 2  l back" in screen_text(app), "on a second page"
        await press(app, "l")
        await drawn(app)
        assert "1939: mud" in screen_text(app)

    drive(desk, act, size)


def test_a_terminal_that_shrinks_says_so_and_has_the_map_again(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await press(app, "M", "left")
        await pilot.resize_terminal(57, 19)
        await drawn(app)
        assert "This window has 57 columns and 19 lines" in screen_text(app)
        await pilot.resize_terminal(60, 20)
        await drawn(app)
        assert _map(app).query_one(MapCanvas).at == "1427" and "1427" in screen_text(app)
        await press(app, "escape")
        await drawn(app)
        assert not isinstance(app.screen, MapScreen)

    drive(campaign(home), act, (80, 24))


@pytest.mark.parametrize("key", ["M", "escape"])
def test_a_window_too_small_for_the_map_says_so_and_the_map_is_left_by_its_key(home: Path, key: str) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await press(app, "M")
        await pilot.resize_terminal(57, 19)
        await drawn(app)
        text = " ".join(screen_text(app).split())
        assert "This window has 57 columns and 19 lines" in text and "The map waits behind this; esc leaves it." in text
        await press(app, key)
        await drawn(app)
        text = screen_text(app)
        assert isinstance(app.screen, SmallScreen) and "57 columns" in text and "The map" not in text
        assert MapScreen not in map(type, app.screen_stack)
        # Before the campaign itself neither key does anything, and there is room again as ever.
        await press(app, "M", "escape")
        assert len(app.screen_stack) == 2
        await pilot.resize_terminal(60, 20)
        await drawn(app)
        assert isinstance(app.screen, CampaignScreen)
        await press(app, "M")
        await drawn(app)
        assert isinstance(app.screen, MapScreen)

    drive(campaign(home), act, (80, 24))


def test_the_war_is_looked_through_turn_by_turn(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = campaign(home)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await press(app, "M", "left_square_bracket")
        assert "this is the first turn" in _said(app)
        assert "[ ]" not in _keys(app) and "tab seas" in _keys(app) and "play" not in _keys(app)
        screen, first, war = _map(app), opening(), desk.campaign
        assert isinstance(war, TheWar)
        places = {
            key: attrs.evolve(place, holder="germany" if key == "warsaw" else place.holder)
            for key, place in war.places.items()
        }
        after = picture(desk.ruleset, attrs.evolve(war, places=places))
        assert after is not None
        screen._turns = ("1939-3-fall", "1939-4-winter")
        screen._pictures = {"1939-3-fall": first, "1939-4-winter": after}
        await press(app, "right_square_bracket")
        await drawn(app)
        assert "changed hands" in screen_text(app) and "Germany takes Warsaw" in " ".join(screen_text(app).split())
        await press(app, "right_square_bracket")
        assert "this is the last turn" in _said(app)
        # Who comes from a later turn is told as well, once he stays.
        await press(app, "left_square_bracket", "right_square_bracket")
        screen._filled()
        await drawn(app)
        assert "Germany takes Warsaw" in " ".join(screen_text(app).split())
        assert "[ ] turn" in _keys(app) and "p play" in _keys(app)
        await press(app, "p", "tab")
        await drawn(app)
        assert screen._at == 0 and "p stop" in _keys(app) and "tab land" in _keys(app)
        screen._play_on()
        screen._play_on()
        await drawn(app)
        assert screen._at == 1 and screen._playing is None and "p play" in _keys(app)

    drive(desk, act, (120, 40))


@pytest.mark.parametrize("name", ["thewar-2", "thewar-3"])
def test_a_turns_end_is_what_the_next_file_opens_with(tmp_path: Path, name: str) -> None:
    folder, _ = thawed(name, tmp_path)
    desk = Desk.open(folder, "axis")
    turns = labels(desk)
    assert len(turns) > 1
    for label in turns:
        quick, whole = sketched_at(desk, label), drawn_at(desk, label)
        assert quick.ground == whole.ground and quick.waters == whole.waters
        assert quick.turn == whole.turn == label, "it is called by its own turn, though the next has begun"
        assert [mark for mark in whole.marks if mark.kind in (CITY, CAPITAL, PORT)] == [
            mark for mark in quick.marks if mark.kind in (CITY, CAPITAL, PORT)
        ]


def test_a_game_without_a_map_says_so(home: Path) -> None:
    from saves.scenarios import new

    desk = Desk.open(new("battle-of-the-atlantic", name="sea"))
    assert "has no map here" in shown(desk, ["M"]) and desk.ruleset.sheet(Atlas) is None


def test_ascii_signs_are_drawn_where_only_they_are(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glyphs, "plain", lambda: True)
    monkeypatch.setattr("tui.screens.map_canvas.glyphs.plain", lambda: True)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await press(app, "M")
        await drawn(app)
        canvas = _map(app).query_one(MapCanvas)
        assert canvas.chart.letters and all(cell.sign.isascii() for line in canvas.chart.lines for cell in line)

    drive(campaign(home), act, (80, 24))
