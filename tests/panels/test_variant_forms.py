"""The forms of variants: each of the 103 asks for what it needs in words, with a list or a range, in a low window too;
a project is chosen of a list that says number, name and window (28)."""

from __future__ import annotations

from functools import cache
from typing import Any

import attrs
import pytest

from engine.kernel.forms import whole
from engine.kernel.reading import understand
from engine.thewar.countries.variant_table import of, rows
from engine.thewar.countries.variant_windows import brief
from engine.thewar.countries.variants import Variant
from engine.thewar.ground.partisans import PartisansRetreat
from engine.thewar.politics.variant_attempts import Project, TryVariant
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets.hand_sheet import HandSheet
from engine.thewar.strategic.atomic import AtomicBomb
from engine.thewar.strategic.partisan_war import PartisanWar
from engine.thewar.world.state import TheWar, VariantTry
from tests.thewar.countries.test_orders_refused import bombing, hunted
from tests.thewar.countries.test_variant_list import turn_of
from tests.thewar.drawn import drawn
from tests.thewar.minors import at, at_war
from tests.thewar.politics.scenes import table
from tests.thewar.strategic.test_partisan_war import risen, scene
from tests.tui.screens import shown
from tests.tui.standin import StandinDesk
from tui.panels.filling import Filling
from tui.panels.hand import HandPanel

WIDTH, ROOM = 59, 12
"""What a window of 60 columns and 20 lines has for a form."""
ASKS = {
    "italian-east-africa": ("at", "hex 4414"),
    "midget-subs": ("unit", "CV on the board"),
    "mare-nostrum": ("yard", "Genoa"),
    "arab-outreach": ("at", "Iraq"),
    "anti-british-unrest": ("at", "Iraq"),
    "sneak-attack": ("unit", "Fleet 1-12-5 on the board"),
    "z-plan": ("yard", "Wilhelmshaven"),
    "truck-production": ("unit", "INF 6-5 in the pool"),
    "armee-de-l-air": ("at", "FTR 2-3-2"),
    "nkvd": ("at", "1-1 to 9-9"),
    "trust-no-one": ("at", "United States"),
    "artificial-ports": ("at", "None lies now"),
}
"""What the printed lists leave to choose, and what stands in the list or its range."""


@cache
def holding(name: str) -> TheWar:
    """A turn of the first scenario in which a variant is in hand and may be played by its dates."""
    campaign = at(turn_of(name), "planning.effort")
    return drawn(campaign, f"{rows()[name]['power']} variant {name}")


def _desk(campaign: TheWar) -> Any:
    return StandinDesk(campaign)


def lines_of(campaign: TheWar, form: Any, box: str, keys: tuple[str, ...] = ()) -> tuple[Any, list[str]]:
    """A form with the caret in one of its boxes, and its lines."""
    filling = Filling(_desk(campaign), form, give=lambda _: None, leave=lambda: None)
    filling.at = [field.name for field in form.fields].index(box)
    filling.read()
    for key in keys:
        filling.typed(key, key if len(key) == 1 else None)
    return filling, [line.row.text.rstrip() for line in filling.lay(WIDTH, ROOM)]


@pytest.mark.rule("tw-28.0-play")
@pytest.mark.parametrize("name", rows())
def test_28_a_card_asks_for_what_it_is_played_on_and_for_nothing_else(name: str) -> None:
    campaign, power = holding(name), rows()[name]["power"]
    [hand] = [one for one in HandSheet().held(campaign) if one.power == power]
    [card] = [one for one in hand.cards if one.id == name]
    if name not in ASKS:
        assert card.form is None
        return
    # What may not be played at all asks for nothing: Enter on its card says why not.
    barred = any(True for _ in Variant(power, name).barred(campaign, rows()[name]))
    assert (card.form is None) == barred
    form = Variant.form_of(campaign, power, (name,))
    box, said = ASKS[name]
    names = [field.name for field in form.fields]
    assert names[0] == "name" and box in names
    for field in form.fields:
        filling, lines = lines_of(campaign, form, field.name)
        assert max(map(len, lines)) <= WIDTH
        assert field.label and not any(word in field.label for word in ("_", "="))
        assert filling.model.boxes[0].shown == rows()[name]["name"]
        ids = {key for key in (*campaign.units, *campaign.places, *rows()) if "-" in key}
        above = lines[: lines.index("", 1)]
        assert not any(key in line.split() for line in above for key in ids), above
        if field.name == box:
            assert said in " ".join(" ".join(lines).split())
        able = [one for one in field.counters(campaign, {"name": name}) if one.many] if field.counters else []
        assert not (len(able) == 1 and not field.default), "the only one there is stands in the box"


@pytest.mark.parametrize(
    ("name", "keys", "order"),
    [
        ("z-plan", ("enter",), "germany variant z-plan yard=kiel"),
        ("z-plan", ("down", "down", "enter", "enter"), "germany variant z-plan yard=wilhelmshaven"),
        ("arab-outreach", ("enter", "down", "enter", "enter"), "italy variant arab-outreach at=palestine"),
        ("anti-british-unrest", ("down", "2", "enter"), "germany variant anti-british-unrest at=2-egypt"),
        ("truck-production", ("down", "down", "enter", "enter"), "germany variant truck-production unit=germany-inf-1"),
        ("truck-production", ("down", "enter", "enter"), "germany variant truck-production unit=pool"),
        ("armee-de-l-air", ("enter", "down", "enter", "enter"), "france variant armee-de-l-air at=ftr-2-3-2"),
    ],
)
def test_28_what_it_is_played_on_is_taken_from_the_list(name: str, keys: tuple[str, ...], order: str) -> None:
    campaign = holding(name)
    form = Variant.form_of(campaign, rows()[name]["power"], (name,))
    given: list[str] = []
    filling = Filling(_desk(campaign), form, give=given.append, leave=lambda: None)
    filling.at = len(form.fields) - 1
    for key in keys:
        filling.typed(key, key if len(key) == 1 else None)
    assert given == [order]
    assert filling.model.verdict.legal


def test_28_1_2_two_partisans_of_one_land_are_said_with_their_number_and_one_of_the_pool_by_that_name() -> None:
    campaign = holding("anti-british-unrest")
    two = Variant("germany", "anti-british-unrest", at=("2-iraq",)).complete(campaign)
    assert two.at == ("iraq", "iraq") and not any(True for _ in two.judge(campaign))
    pool = Variant("germany", "truck-production", unit="pool").complete(holding("truck-production"))
    assert pool.unit == ""


@pytest.mark.rule("tw-28.2.4-07")
def test_28_2_4_a_form_without_any_beachhead_says_what_it_waits_for() -> None:
    campaign = holding("artificial-ports")
    [no] = Variant("us", "artificial-ports").complete(campaign).judge(campaign)
    assert str(no).startswith(
        "one beachhead becomes a port, and none is named (28.2.4, rulings 400, 580). None lies now"
    )


# --- the project


def won(power: str, turn: str, *before: VariantTry) -> TheWar:
    """A turn in which a power has won a roll for a project."""
    campaign = at(turn, "planning.diplomacy")
    campaign = attrs.evolve(campaign, seats=dict.fromkeys(campaign.powers, "solo"))
    one = VariantTry(power=power, turn=turn, goal="roll", first=9 if power in ("germany", "italy") else 2, won=True)
    return attrs.evolve(campaign, variant_tries={old.address: old for old in (*before, one)})


@pytest.mark.rule("tw-28.0")
@pytest.mark.parametrize("power", ["italy", "germany", "france", "britain", "ussr", "us"])
def test_28_every_line_of_the_list_of_projects_has_number_name_and_window_in_a_low_window(power: str) -> None:
    campaign = won(power, "1939-3-fall")
    form = Project.form(campaign, power)
    assert form is not None
    filling, _ = lines_of(campaign, form, "item")
    lines = [line.row.text.rstrip() for line in filling.lay(WIDTH, 60)]
    assert max(map(len, lines)) <= WIDTH
    text = " ".join(" ".join(lines).split())
    for row in of(power).values():
        number = str(row["number"])
        if row.get("needs") == [["option:air-crew-training"]]:
            # Its optional rule is not played (ruling 403).
            assert any(number in line.split()[:1] and "without 29.3 on no list" in line for line in lines)
            continue
        [line] = [line for line in lines if number in line.split()[:1] and brief(row) in line]
        first = str(row["name"]).split()[0]
        assert line.split()[1] == first and str(row["name"]).split()[-1] in text


def test_28_what_is_over_or_had_already_stands_below_and_may_not_be_taken() -> None:
    had = VariantTry(power="germany", turn="1940-3-fall", goal="roll", first=9, won=True, second=9, got=True, project=5)
    campaign = won("germany", "1943-1-spring", had)
    form = Project.form(campaign, "germany")
    assert form is not None
    filling, lines = lines_of(campaign, form, "item", ("down", "end", "enter"))
    assert filling.model.boxes[0].value == "" and "no 23 Pilot Training Schools may be named" in " ".join(lines)
    notes = {line.label: line.note for line in filling.lines()}
    assert notes["5 Z-Plan"] == "obtained already" and notes["11 Heavy Artillery"] == "until Summer 1942: over"
    assert notes["7 Heavy Tanks"] == "Spring 1943 to Winter 1943"


@pytest.mark.parametrize(
    ("keys", "item"), [(("1", "2"), 12), (tuple("luf"), 16), (("down", "down", "enter"), 2), (("enter", "enter"), 1)]
)
def test_28_a_project_is_named_by_its_number_by_its_name_or_from_the_list(keys: tuple[str, ...], item: int) -> None:
    campaign = won("germany", "1939-3-fall")
    form = Project.form(campaign, "germany")
    assert form is not None
    filling, _ = lines_of(campaign, form, "item", keys)
    assert filling.model.line == f"germany project item={item}" and filling.enter_says() == "give"


def test_28_the_list_of_projects_stands_in_the_lowest_window() -> None:
    text = shown(_desk(won("germany", "1939-3-fall")), ["enter"], (60, 20))
    assert "1 Anti-British unrest     at any time" in text and "enter pick" in text.rstrip().splitlines()[-1]


# --- the try


@pytest.mark.rule("tw-28.0-chits")
def test_28_0_a_try_asks_for_a_chit_and_who_cancels_it_where_there_is_one() -> None:
    """Where one seat plays all: nobody cancels it unless that is said (ruling 385)."""
    bare = table({"germany variant": 1}, turn="1940-3-fall", hands={"germany": 20})
    form = TryVariant.form(bare, "germany")
    assert form is not None and [field.name for field in form.fields] == ["goal"] and form.closed
    chits = {"germany espionage": 1, "britain counter-espionage": 1}
    both = table({"germany variant": 1}, chits, turn="1940-3-fall", hands={"germany": 20})
    form = TryVariant.form(both, "germany")
    assert form is not None
    filling, _ = lines_of(both, form, "counter")
    assert [box.shown for box in filling.model.boxes] == ["to roll for a project now", "no", "nobody"]
    assert filling.model.line == "germany try-variant roll espionage=no" and filling.model.ready
    filling, _ = lines_of(both, form, "espionage", ("right", "tab", "right"))
    assert filling.model.line == "germany try-variant roll espionage=yes counter=britain" and filling.model.ready
    filling, lines = lines_of(both, form, "goal", ("right",))
    assert filling.model.line == "germany try-variant save espionage=no"
    assert any(line.strip() == "to save the modifier" for line in lines)


def test_28_the_hand_opens_on_a_card_that_may_be_played() -> None:
    both = drawn(drawn(at("1941-1-spring", "planning.effort"), "germany variant jet-program"), "germany variant z-plan")
    panel = HandPanel(_desk(both))
    panel.show()
    assert panel.spot == "germany z-plan"


# --- the bomb, and the forms of partisans


@pytest.mark.rule("tw-28.2.4-06")
def test_28_2_4_the_bomb_asks_for_a_hex_and_for_units_of_the_board_with_lists_of_both() -> None:
    here = bombing()
    form = whole(AtomicBomb, here, "us")
    assert form is not None
    filling, lines = lines_of(here, form, "where", ("down",))
    assert any(line.split() == ["▸", "Berlin", "INF", "6-5"] for line in lines), lines
    filling, lines = lines_of(here, form, "where", ("down", "enter", "down", "plus", "enter"))
    assert filling.model.line == "us atomic berlin units=arm-8-8" and filling.model.ready
    named = {line.label: line.note for line in filling.lines()}
    assert "ARM 8-8" in named and named["INF 4-5"] == "Italy" and not any("-701" in label for label in named)


@pytest.mark.rule("tw-25.4")
def test_25_4_the_forms_of_partisans_ask_for_nothing_that_is_not_theirs_to_say() -> None:
    here = scene(risen("britain", "poland", 3), risen("us", "greece", 1))
    form = whole(PartisanWar, here, "britain")
    assert form is not None and [field.name for field in (*form.fields, *form.more)] == ["occupier", "lose"]
    # Each box has a list of what may stand in it, by name and not by id.
    filling, _ = lines_of(here, form.unfolded, "occupier")
    assert [(line.label, line.note) for line in filling.lines()] == [("Germany", "4 partisans")]
    filling, _ = lines_of(here, form.unfolded, "lose")
    assert [(line.label, line.note) for line in filling.lines()] == [
        ("Poland", "3 partisans"),
        ("Greece", "1 partisan"),
    ]
    filling, _ = lines_of(here, form.unfolded, "lose", ("down", "enter"))
    assert filling.model.line == "britain partisan-war germany lose=poland" and filling.model.ready
    unknown = attrs.evolve(here, units={}, facts={**here.facts, "allied-partisans": 2})
    form = whole(PartisanWar, unknown, "britain")
    assert form is not None and form.more[-1].choices == ("0", "1", "2")
    attacked = hunted()
    form = whole(PartisansRetreat, attacked, "britain")
    assert form is not None
    filling, _ = lines_of(attacked, form.unfolded, "units")
    assert [(line.label, line.of) for line in filling.lines()] == [("Partisan 1-3 of Poland", 2)]
    filling, _ = lines_of(attacked, form.unfolded, "units", ("plus", "enter"))
    assert filling.model.ready and "1632 slip away" in filling.model.verdict.says


def test_28_a_card_that_only_lacks_what_it_is_played_on_says_that_enter_asks_and_help_breaks_no_line_twice() -> None:
    here = drawn(at("1941-1-spring", "planning.effort"), "germany variant sneak-attack")
    panel = HandPanel(_desk(attrs.evolve(here, seats=dict.fromkeys(here.powers, "solo"))))
    panel.show()
    assert panel.spot == "germany sneak-attack" and panel.enter_says() == "play on"
    text = panel.help_text()
    assert "\nIt may be played: Enter asks on what.\nno ship is named. " in text
    assert (
        "Sneak Attack: a British Fleet 1-12-5 in a port at home is Depleted with the most damage. (28.1.2 #4)" in text
    )
    shared = drawn(here, "britain variant naval-radar")
    panel = HandPanel(_desk(attrs.evolve(shared, seats=dict.fromkeys(shared.powers, "solo"))))
    panel.show()
    panel.spot = "britain naval-radar"
    assert "shared with the U.S. (28.2.2 #15)" in panel.help_text()


@pytest.mark.rule("tw-28.1.1-05")
def test_28_1_1_a_british_ship_lies_in_no_port_of_the_axis() -> None:
    here = drawn(at_war(at("1941-1-spring", "planning.effort"), "britain+italy"), "italy variant midget-subs")
    [ship, *_] = [key for key, unit in here.units.items() if (unit.power, unit.kind) == ("britain", "fleet")]
    order = understand(RULESET, f"italy variant midget-subs unit={ship} at=naples", here)
    [no] = order.judge(here)
    assert no.reason == "Naples is in the hands of Italy: Fleet 1-12-5 of Britain lies in a port of its own side"
    assert not list(understand(RULESET, f"italy variant midget-subs unit={ship} at=alexandria", here).judge(here))
    form = Variant.form_of(here, "italy", ("midget-subs",))
    assert {"alexandria", "malta", "gibraltar"} <= set(form.fields[-1].choices)
    assert not {"naples", "taranto", "tripoli"} & set(form.fields[-1].choices)
    filling, _ = lines_of(here, form, "unit")
    assert filling.enter_says() == "pick"
