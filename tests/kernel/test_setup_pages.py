"""The pages of setup of both games: every table has one or a reason why not, lines fold, words are read, ids are
free."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.field_words import BadWord, said
from engine.kernel.ruleset import find
from engine.kernel.setup_adding import new, told
from engine.kernel.setup_lines import Line, Shelf, paged
from engine.kernel.sheets.setup import SEATING, Setup
from saves import scenarios
from saves.format import shared_fields

BOTH = ("1939-campaign", "global-war")


def shelf(page: str, scenario: str = "1939-campaign") -> Shelf:
    ruleset, raw = scenarios.read(scenario)
    setup = ruleset.sheet(Setup)
    assert setup is not None
    return Shelf(ruleset, setup, next(one for one in setup.pages if one.id == page), scenarios.preview(scenario), raw)


def line_of(found: Shelf, key: str) -> Line:
    return next(line for line in found.lines() if key in line.keys)


def add(page: str, text: str, like: str = "", scenario: str = "1939-campaign") -> Any:
    found = shelf(page, scenario)
    lines = found.lines()
    return new(found, text, line_of(found, like) if like else lines[0] if lines else None)


@pytest.mark.parametrize("game", ["thewar", "worldatwar"])
def test_every_table_of_a_scenario_has_a_page_or_a_reason_why_it_is_nobodys_to_set(game: str) -> None:
    ruleset = find(game)
    setup = ruleset.sheet(Setup)
    assert setup is not None
    tables = {page.table for page in setup.pages}
    single = {name for page in setup.pages if not page.table for name in page.columns}
    heads = {"ruleset", "scenario"}
    shared = set(shared_fields(ruleset.campaign_class))
    assert shared - tables - single - set(setup.nobodys) - heads == set()
    assert not tables & set(setup.nobodys) and SEATING in tables


@pytest.mark.parametrize("scenario", BOTH)
def test_every_field_of_an_entry_is_a_column_stands_in_the_detail_or_is_named_as_left_out(scenario: str) -> None:
    setup = shelf("powers", scenario).setup
    for page in setup.pages:
        found = shelf(page.id, scenario)
        if found.entry is None:
            continue
        fields = {field.name for field in attrs.fields(found.entry)}
        shown = {col.name for col in (*found.columns(), *found.more())}
        assert shown | set(page.without) == fields and not shown & set(page.without), page.id
        assert {page.group, page.place, *page.ids} <= fields | {"", "#"}, page.id


@pytest.mark.parametrize("scenario", BOTH)
def test_what_stands_in_any_cell_is_read_back_as_it_was(scenario: str) -> None:
    for page in shelf("powers", scenario).setup.pages:
        found = shelf(page.id, scenario)
        for line in found.lines():
            for col in (*found.columns(), *found.more()):
                value = found.value(line, col)
                own = found.column_of(line, col)
                if value == "" and own.needed:
                    continue
                text = said(own, value, found.vocabulary(own))
                assert found.meant(line, col, text or "none" if not own.listed else text) in (value, "none"), (
                    page.id,
                    line.key,
                    col.name,
                )


def test_counters_that_are_alike_stand_in_one_line_under_their_power() -> None:
    found = shelf("units")
    lines = found.lines()
    assert len(lines) < len(found.held) // 2
    assert sum(len(line.keys) for line in lines) == len(found.held)
    groups = list(dict.fromkeys(line.group for line in lines))
    assert groups[:6] == ["germany", "italy", "ussr", "britain", "us", "france"]
    assert len(line_of(found, "germany-inf-1").keys) == 14


def test_ten_infantry_are_said_as_people_say_it_and_get_free_ids() -> None:
    made = add("units", "ten 3-5 infantry in Kiev")
    assert made.keys[0] == "germany-inf-15" and made.keys[-1] == "germany-inf-24" and len(made.keys) == 10
    assert (made.entry.kind, made.entry.strength, made.entry.place) == ("inf", "3-5", "kiev")
    assert told(shelf("units"), made) == "10 x Germany, INF, 3-5, Kiev (germany-inf-15 to germany-inf-24)"
    soviet = add("units", "Soviet 2 ARM 8-8 depleted")
    assert soviet.entry.power == "ussr" and soviet.entry.depleted and len(soviet.keys) == 2
    assert len(add("units", "10", "britain-fleet-1").keys) == 10
    assert add("units", "10", "britain-fleet-1").entry.kind == "fleet"


def test_units_stand_where_the_rules_put_them_unless_it_is_said() -> None:
    assert add("units", "3 u-boats").entry.place == "u-boat-war-box"
    assert add("units", "us inf 6-5").entry.place == "us-box"
    assert add("units", "german inf 6-5").entry.place == "board"


@pytest.mark.parametrize(
    "page, text, problem, near",
    [
        ("units", "panzers 8-8 in waraw", "'waraw' says nothing here", "warsaw"),
        (
            "units",
            "2 arm 8-8-8",
            "'8-8-8' is no strength of a ground unit; write factors and movement, such as 8-8",
            "",
        ),
        ("units", "100 inf 6-5", "100 are too many at once", ""),
        ("pools", "4 inf 6-5", "'germany-inf-6-5' stands there already", ""),
        ("additions", "arm 10-8", "year and season is missing", ""),
        ("wars", "germany germany", "'germany' stands on both sides", ""),
        ("powers", "another", "Major Powers: no line can be added here", ""),
        ("facts", "usell 3", "there is no 'usell 3'", "U.S. Entry Level"),
        ("facts", "hunters-chit-played", "what of hunters-chit-played?", ""),
    ],
)
def test_what_cannot_be_added_is_refused_with_the_reason(page: str, text: str, problem: str, near: str) -> None:
    with pytest.raises(BadWord) as bad:
        add(page, text)
    assert bad.value.problem == problem and bad.value.near == near


def test_lines_of_other_pages_are_said_as_well() -> None:
    coming = add("additions", "2 arm 10-8 spring 1943")
    assert coming.keys == ("germany-1943-spring-arm-10-8",) and coming.entry.count == 2
    assert add("wars", "norway germany spring 1940").entry.since == "1940-1-spring"
    assert add("places", 'name="Mers el Kebir" kind=port country=france').entry.name == "Mers el Kebir"
    assert add("sieges", "Warsaw 2").keys == ("warsaw",) and add("sieges", "Warsaw 2").entry == 2
    assert add("facts", "granted-ussr 12").entry == 12
    groups = add("groups", "ten german interceptors eastern", scenario="global-war")
    assert groups.keys == ("germany-interceptor-eastern",) and groups.entry.count == 10
    with pytest.raises(BadWord, match="stand on a front"):
        add("groups", "4 bombers atlantic", scenario="global-war")


@pytest.mark.parametrize(
    "page, key, field, text, value",
    [
        ("powers", "germany", "army", "2", 2),
        ("units", "germany-inf-1", "place", "kiev", "kiev"),
        ("units", "germany-inf-1", "depleted", "y", True),
        ("countries", "finland", "patron", "none", ""),
        ("countries", "finland", "patron", "soviet union", "ussr"),
        ("countries", "finland", "since", "Fall 1939", "1939-3-fall"),
        ("places", "berlin", "tags", "capital, western", {"capital": True, "western": True}),
        ("wars", "britain+germany", "since", "autumn 40", "1940-3-fall"),
    ],
)
def test_a_cell_is_read_in_peoples_words(page: str, key: str, field: str, text: str, value: object) -> None:
    found = shelf(page)
    col = next(col for col in (*found.columns(), *found.more()) if col.name == field)
    assert found.meant(line_of(found, key), col, text) == value


@pytest.mark.parametrize(
    "page, key, field, text, problem",
    [
        ("powers", "germany", "army", "7", "7 is out of range; 1 to 4 rating"),
        ("powers", "germany", "army", "x", "'x' is no whole number; 1 to 4 rating"),
        ("units", "germany-inf-1", "place", "waraw", "there is no 'waraw'; nearest is Warsaw"),
        ("units", "germany-inf-1", "kind", "infantery", "there is no 'infantery'"),
        ("units", "germany-inf-1", "depleted", "maybe", "'maybe' is neither yes nor no; yes or no"),
        ("countries", "finland", "status", "satelite", "there is no 'satelite'; nearest is satellite"),
        ("countries", "finland", "since", "Mai 1940", "'Mai 1940' is no turn; write Fall 1940, or 1940-3-fall"),
    ],
)
def test_what_cannot_stand_in_a_cell_is_refused_with_what_may(
    page: str, key: str, field: str, text: str, problem: str
) -> None:
    found = shelf(page)
    col = next(col for col in (*found.columns(), *found.more()) if col.name == field)
    with pytest.raises(BadWord) as bad:
        found.meant(line_of(found, key), col, text)
    assert str(bad.value).startswith(problem)


def test_a_strength_that_no_counter_of_the_kind_prints_is_told_at_its_cell() -> None:
    found = shelf("units")
    line = line_of(found, "germany-inf-1")
    col = next(col for col in found.columns() if col.name == "strength")
    assert found.wrong(line, col, "3-5") == ""
    assert found.wrong(line, col, "3-5-5").startswith("'3-5-5' is no strength of a ground unit")


@pytest.mark.parametrize(
    "path, page",
    [
        ("units.germany-inf-1.place", "units"),
        ("first", "calendar"),
        ("head.title", "calendar"),
        ("seating.2.germany", "seats"),
        ("facts.usel", "facts"),
        ("wars", "wars"),
        ("serials.germany-inf", None),
    ],
)
def test_what_stands_at_a_path_is_found_on_its_page(path: str, page: str | None) -> None:
    found = paged(shelf("units").setup.pages, path)
    assert (found.id if found else None) == page
