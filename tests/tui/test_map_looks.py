"""How the map is drawn in a war in the East: colours that a terminal of 256 tells apart, a letter on every hex of the
front, names that are whole, a legend of the look that is shown, and what is told beside it page by page."""

from __future__ import annotations

import itertools
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import attrs
import pytest
from rich.color import Color, ColorSystem
from textual.pilot import Pilot

from engine.kernel.sheets.atlas import PORT
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import Engagement, Patrol
from tests.thewar.map.test_control import opening, status, taken
from tests.thewar.sea.test_straits import lying
from tests.thewar.values import wars_of
from tests.tui.hand import drawn, press
from tests.tui.screens import campaign, drive, screen_text
from tui.app import WarledgerApp
from tui.models import map_colours
from tui.models.map_cells import Cell, Chart
from tui.models.map_legend import Look, legend
from tui.models.map_picture import NOBODY, SIDES, SIGNS, WATERS, Picture, picture
from tui.models.map_projection import Projection, room
from tui.models.map_svg import drawing
from tui.models.map_told import borders, patrolled, reaches, within

SIZES = ((60, 20), (80, 24), (120, 40), (200, 60))


@cache
def east() -> Picture:
    """1942: Germany on the Donets, ships on patrol, a battle at sea."""
    gone = ("warsaw", "vilna", "smolensk", "kiev", "kharkov", "odessa", "rostov", "dnepropetrovsk")
    war = taken(opening(), **dict.fromkeys(gone, "germany"))
    war = status(war, "poland", status="conquered", patron="germany")
    war = lying(war, italy_fleet_1="taranto", britain_fleet_1="gibraltar")
    patrols = {"britain-fleet-2": "levant", "italy-fleet-2": "ionian", "italy-fleet-3": "levant"}
    war = attrs.evolve(
        war,
        wars=wars_of(
            {"germany+ussr": "1941-2-summer", "britain+germany": "1939-3-fall", "britain+italy": "1940-2-summer"}
        ),
        patrols={key: Patrol(area=area, since="1942-2-summer") for key, area in patrols.items()},
        engagements={"levant": Engagement(kind="sea", by="italy")},
    )
    found = picture(RULESET, war)
    assert found is not None
    return found


def chart(size: tuple[int, int], zoom: int = 0, *, letters: bool = False, seas: bool = False) -> Chart:
    width = size[0] - room(east().sheet, size[0], size[1] - 3, 20, 60)
    window = Projection(east().sheet, width, size[1] - 3, zoom, "1616" if zoom else "", not letters)
    return Chart(east(), window, letters, letters, not letters, seas)


def signs(lines: list[list[Cell]]) -> str:
    return "\n".join("".join(cell.sign for cell in line) for line in lines)


def test_256_colours_tell_the_powers_apart_and_land_from_water() -> None:
    def few(colour: str) -> int:
        number = Color.parse(colour).downgrade(ColorSystem.EIGHT_BIT).number
        assert number is not None
        return number

    powers = range(len(east().names))
    europe = [getattr(map_colours.shades(power), kind) for power in powers for kind in ("home", "held", "front")]
    faint = [map_colours.shades(power).faint for power in (-1, *powers)]
    water = [*map_colours.WATERS, *map_colours.HELD.values(), map_colours.OUTSIDE]
    for layer in ([*europe, map_colours.NOBODYS.home, *water], [*faint, *water], [*europe, map_colours.CURSOR]):
        assert len({few(colour) for colour in layer}) == len(layer)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("zoom", [0, 1, 2])
@pytest.mark.parametrize("letters", [False, True])
def test_every_hex_of_the_front_keeps_a_letter_whatever_name_stands_near(
    size: tuple[int, int], zoom: int, letters: bool
) -> None:
    made = chart(size, zoom, letters=letters)
    front = {number for number, ground in east().ground.items() if ground.front}
    under: dict[str, list[tuple[str, str]]] = {}
    for cells, halves in zip(made.lines, made.window.lines, strict=True):
        for cell, (upper, lower) in zip(cells, halves, strict=True):
            if number := upper if upper in front else lower if lower in front else "":
                under.setdefault(number, []).append((cell.sign, cell.ink))
    assert under
    marks = {sign for full in SIGNS.values() for sign in full}
    for number, there in under.items():
        wanted = (east().letter(number), "" if letters else map_colours.DARK_INK)
        assert wanted in there or any(sign in marks for sign, _ in there), number


@pytest.mark.parametrize("size", SIZES[2:])
def test_names_on_the_map_are_whole_and_stand_apart_from_letters(size: tuple[int, int]) -> None:
    made = chart(size)
    lines, whole = signs(made.lines).splitlines(), 0
    for number, name in east().place_names.items():
        at = made.window.cell(number)
        assert at is not None
        line, x = f"{lines[at[1]]} ", at[0]
        right, left = line[x + 1 : x + 1 + len(name)], line[max(0, x - len(name)) : x]
        if name in (right, left):
            whole += 1
            apart = line[x + 1 + len(name)] if right == name else line[x - len(name) - 1]
            assert not apart.isalpha(), line
        else:
            assert right[:4] != name[:4] or len(name) < 5, line
    assert whole > len(east().place_names) // 2 and any("★Moscow" in line for line in lines)


@pytest.mark.parametrize(("size", "zoom"), [(SIZES[3], 0), (SIZES[2], 1), (SIZES[1], 2)])
def test_among_letters_names_stand_between_blanks_and_hide_nobodys_land(size: tuple[int, int], zoom: int) -> None:
    made = chart(size, zoom, letters=True)
    lines, ground, whole = signs(made.lines).splitlines(), east().ground, 0
    for number, name in east().place_names.items():
        if (at := made.window.cell(number)) is None:
            continue
        line, x = f" {lines[at[1]]} ", at[0] + 1
        right, left = line[x + 1 : x + 2 + len(name)], line[max(0, x - len(name) - 1) : x]
        if f"{name} " == right:
            start = at[0] + 1
        elif f" {name}" == left:
            start = at[0] - len(name)
        else:
            assert name not in (right, left), line
            continue
        whole += 1
        hidden = [ground.get(made.window.lines[at[1]][column][0]) for column in range(start, start + len(name))]
        assert {land.power for land in hidden if land is not None} <= {ground[number].power}, line
    assert whole > 8
    assert not any(name in signs(chart(SIZES[2], letters=True).lines) for name in ("Moscow", "Berlin")), "no room there"


@pytest.mark.parametrize("seas", [False, True])
def test_among_letters_what_lies_in_range_is_underlined_and_the_front_alone_is_bold(seas: bool) -> None:
    ring = east().sheet.around("1012", 6)
    found = attrs.evolve(chart(SIZES[2], letters=True, seas=seas), ring=ring)
    for cells, halves in zip(found._under, found.window.lines, strict=True):
        for cell, (number, _) in zip(cells, halves, strict=True):
            assert cell.lined == (number in ring)
            assert cell.bold == (not seas and number in east().ground and east().ground[number].front)
            assert not cell.sign.isalpha() or number in east().ground
    assert any(cell.lined for line in found.lines for cell in line)


def test_no_two_things_have_one_sign_in_letters() -> None:
    kinds = [ascii_sign for _, ascii_sign in SIGNS.values()]
    towns = kinds.count(SIGNS[PORT][1])
    others = [*SIDES.values(), *WATERS, NOBODY, "+", *east().letters.values()]
    assert towns == 2, "a city and a port"
    assert len({*kinds, *others}) == len(kinds) - 1 + len(others)


@pytest.mark.parametrize("size", SIZES[2:])
def test_every_sea_area_on_the_map_has_its_name_and_battles_at_sea_are_seen(size: tuple[int, int]) -> None:
    text = signs(chart(size, seas=True).lines)
    missing = [sea.name for sea in east().seas if sea.hex and sea.name not in text]
    # Where ports and other names leave no room at 120 columns the list beside the map has it.
    assert len(missing) <= (6 if size == SIZES[2] else 2), missing
    assert "✗" in text
    letters = signs(chart(size, letters=True, seas=True).lines)
    assert "Levant" in letters and "Black Sea" in letters
    for name in ("Levant", "Black Sea"):
        at = letters.index(name)
        assert not (letters[at - 1] + letters[at + len(name)]).isalpha()


def test_the_legend_has_the_colours_and_the_layer_that_are_shown() -> None:
    colours = legend(east(), 24, Look(plain=False, colours=True), seas=False)
    german = next(line for line in colours if "Germany" in line.text)
    shades = map_colours.shades(0)
    inks = [ink for _, ink in german.pieces if ink]
    assert [ink.rpartition(" ")[2] for ink in inks] == [shades.home, shades.held, shades.front]
    text = "\n".join(line.text for line in colours)
    assert "city or port" in text and "siege" in text and "small letter: inferred" in text
    seas = legend(east(), 24, Look(plain=False, colours=True), seas=True)
    text = "\n".join(line.text for line in seas)
    assert "siege" not in text and "battle" in text and "port" in text and "other Sea Areas" in text
    for side, name in (("axis", "the Axis"), ("allied", "the Allies"), ("both", "both")):
        line = next(line for line in seas if f"on patrol: {name}" in line.text)
        assert map_colours.HELD[side] in line.pieces[0][1]
    for plain in (True, False):
        bare = legend(east(), 20, Look(plain, colours=False), seas=False)
        assert not any("#" in ink for line in bare for _, ink in line.pieces)
        assert all(len(line.text) <= 20 for line in bare)
        text = "\n".join(line.text for line in bare)
        assert ("o city" in text) == plain and "- on patrol: the" in text and "bold letter: front" in text
        assert "underline: in range" in text and ". water" in text
        text = "\n".join(line.text for line in legend(east(), 24, Look(plain, colours=False), seas=True))
        assert "front" not in text and "inferred" not in text and f"{WATERS} other Sea Areas" in text


@pytest.mark.parametrize("seas", [False, True])
def test_on_a_drawing_no_name_covers_another_and_its_signs_are_explained(seas: bool) -> None:
    drawn_map = ElementTree.fromstring(drawing(east(), "war", seas=seas))
    svg = "{http://www.w3.org/2000/svg}"
    texts = [one for one in drawn_map.iter(f"{svg}text") if one.text]
    names = {*east().place_names.values(), *(sea.name for sea in east().seas)}
    boxes = [
        (float(one.get("x", "0")), float(one.get("y", "0")), len(one.text or "") * float(one.get("font-size", "0")) / 2)
        for one in texts
        if one.text in names
    ]
    assert len(boxes) > 25
    for (x, y, wide), (other, below, across) in itertools.combinations(boxes, 2):
        assert abs(y - below) > 7 or x + wide < other or other + across < x
    said = " ".join(one.text or "" for one in texts)
    assert ("Levant" in said) == seas and ("Kursk" in said) != seas and ("siege" in said) != seas
    assert "neutral, or nobody's" in said and "on patrol: the Axis" in said and "United States" in said
    assert any(one.get("fill") == "url(#neutral)" for one in drawn_map.iter(f"{svg}polygon"))
    # Whatever draws it, the rim lies beneath what is written.
    last = [one.tag.removeprefix(svg) for one in drawn_map if one.tag != f"{svg}text" and one.tag != f"{svg}rect"][-2:]
    assert last == ["use", "g"] and "paint-order" not in ElementTree.tostring(drawn_map, encoding="unicode")
    titles = [one.text for one in drawn_map.iter(f"{svg}title")]
    assert "sea battle announced at Levant" in titles


def test_7_8_a_sea_area_is_told_with_its_ports_and_neighbours_and_who_comes_compactly() -> None:
    levant = next(sea for sea in east().seas if sea.id == "levant")
    ports, beside = borders(east(), levant.hex)
    assert ports == "ports: Alexandria, Suez" and "Tobruk Waters" in beside and borders(east(), "1426") == []
    assert patrolled(east()) == [
        "Ionian: Fleet 1-12-5 (Italy)",
        "Levant: Fleet 1-12-5 (Britain), Fleet 1-12-5 (Italy)",
    ]
    told = reaches(east(), levant.hex)
    assert "Britain, Levant: Fleet 1-12-5" in told and "  on patrol there (7.4)" in told
    at = told.index("Italy, Taranto: Fleet 1-12-5")
    assert told[at + 2].startswith("  may intercept, ") and told[at + 2].endswith("of 12 Sea Areas (7.2)")


def test_2_1_what_lies_within_a_range_is_told_with_its_distance() -> None:
    (told,) = within(east(), "1012", 6)
    assert told.startswith("within 6: ") and "Orel 4" in told
    assert within(east(), "2402", 0) == ["within 0: nothing"]


def test_what_is_told_beside_the_map_is_turned_page_by_page(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await press(app, "M", "tab")
        await drawn(app)
        assert "on patrol" in screen_text(app) and "nobody" in screen_text(app)
        await press(app, "slash", *"danish", "enter")
        await drawn(app)
        first = screen_text(app)
        assert "Danish North Sea" in first and "1 of " in first and "pgdn more" in first
        await press(app, "pageup")
        await drawn(app)
        assert screen_text(app) == first, "there is nothing before it"
        await press(app, "pagedown")
        await drawn(app)
        assert "2 of " in screen_text(app) and "Danish North Sea (1.2)" not in screen_text(app)
        await press(app, "pageup")
        await drawn(app)
        assert screen_text(app) == first
        await press(app, "pagedown", "left")
        await drawn(app)
        assert "1 of " in screen_text(app), "what lies elsewhere is told from its beginning"

    drive(campaign(home), act, SIZES[0])
