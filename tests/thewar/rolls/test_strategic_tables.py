"""The strategic warfare tables against a second keying of the rulebook: every cell, every mark, every modifier."""

from __future__ import annotations

import json

import pytest

from engine.kernel.tables import printed
from engine.thewar.rolls import bombing, submarines
from engine.thewar.rolls.crt import Modifier, combat_table
from tests.cli.running import Runner
from tests.thewar import keyed_tables as keyed
from tests.thewar.single_rolls import refused

Rows = dict[str, list[tuple[str, list[str]]]]


def shipped(table_id: str) -> tuple[list[str], Rows]:
    """A table's columns and its rows as anyone may print them."""
    data = printed("thewar", table_id)
    rows = {key: [(cell["result"], cell["marks"]) for cell in row] for key, row in data["rows"].items()}
    return data["columns"], rows


def expected(text: str, miss: str = "") -> Rows:
    return {
        str(row): [(label or miss, list(marks)) for label, marks in row_] for row, row_ in keyed.cells(text).items()
    }


@pytest.mark.parametrize(
    ("table_id", "columns", "text", "miss"),
    [
        pytest.param(
            "uboat-crt", keyed.UBOAT_COLUMNS, keyed.UBOAT, "", marks=pytest.mark.rule("tw-5.1.1"), id="uboat-crt"
        ),
        pytest.param(
            "bombing-crt",
            keyed.BOMBING_COLUMNS,
            keyed.BOMBING,
            "",
            marks=pytest.mark.rule("tw-5.2-table"),
            id="bombing-crt",
        ),
        pytest.param(
            "flak-light",
            keyed.FLAK_LIGHT_COLUMNS,
            keyed.FLAK_LIGHT,
            "Miss",
            marks=pytest.mark.rule("tw-11.12"),
            id="flak-light",
        ),
        pytest.param(
            "flak-heavy",
            keyed.FLAK_HEAVY_COLUMNS,
            keyed.FLAK_HEAVY,
            "Miss",
            marks=pytest.mark.rule("tw-11.12"),
            id="flak-heavy",
        ),
    ],
)
def test_every_cell_and_mark_is_the_second_keyings(
    table_id: str, columns: tuple[str, ...], text: str, miss: str
) -> None:
    names, rows = shipped(table_id)
    assert names == list(columns)
    wanted = expected(text, miss)
    assert all(len(row) == len(columns) for row in wanted.values())
    assert rows == wanted
    assert list(rows) == sorted(rows, key=int), "rows stand from the lowest die to the highest"


@pytest.mark.rule("tw-29.17")
def test_29_17_every_cell_of_the_attrition_table() -> None:
    names, rows = shipped("uboat-attrition")
    assert rows == expected(keyed.ATTRITION)
    assert [name.rstrip("+").split("-")[-1] for name in names[:-1]] == [
        str(most) for most in keyed.ATTRITION_UP_TO[:-1]
    ]
    assert names[-1] == "19+"


@pytest.mark.rule("tw-5.1.1", "tw-5.2-table")
def test_ruling_28_the_damaged_cells() -> None:
    uboat, bomb = combat_table("uboat-crt"), combat_table("bombing-crt")
    assert uboat.cell("3-1", -2).text == "DL2/DA5" and uboat.cell("4-1", 8).text == "DL1/DA2"
    assert bomb.cell("2-1", 0).text == "DL2/DA3" and bomb.cell("1-2", 7).text == "AL2/AA1"
    assert bomb.cell("1-3", 5).marks == ()
    # Printed oddities are kept.
    assert uboat.cell("1-2", -1).text == "DL2/DA1" and uboat.cell("1-4", 11).text == "AL6/AA1"


@pytest.mark.rule("tw-5.1.1")
def test_5_1_1_the_marks_of_the_uboat_table() -> None:
    """An ambush and a massacre never expose raiders; the mark of 29.19 stands on row 1 from even odds only."""
    for row, cells in combat_table("uboat-crt").rows.items():
        for label, cell in zip(keyed.UBOAT_COLUMNS, cells, strict=True):
            assert not ({"*", "**"} & set(cell.marks) and "§" in cell.marks)
            assert ("!" in cell.marks) == (row == 1 and label in keyed.UBOAT_COLUMNS[3:])


@pytest.mark.parametrize("table_id", ["uboat-crt", "bombing-crt", "flak-light", "flak-heavy", "uboat-attrition"])
def test_the_tables_are_printed_on_the_command_line(run: Runner, table_id: str) -> None:
    done = run("tables", "thewar", table_id, "--json")
    assert done.code == 0
    shown = json.loads(done.out)
    columns, rows = shipped(table_id)
    assert shown["columns"] == columns and list(shown["rows"]) == list(rows)


def bounds(modifier: Modifier) -> keyed.Keyed:
    return keyed.Keyed(modifier.value, modifier.first, modifier.last)


@pytest.mark.parametrize("name", list(keyed.UBOAT_MODIFIERS))
def test_5_1_1_each_modifier_has_the_keyed_value_and_dates(name: str) -> None:
    """Also ruling 29, for the values that the scan lost."""
    assert bounds(submarines.BY_ID[name]) == keyed.UBOAT_MODIFIERS[name]


@pytest.mark.parametrize("name", list(keyed.BOMBING_MODIFIERS))
def test_5_2_each_named_modifier_has_the_keyed_value_and_dates(name: str) -> None:
    assert bounds(bombing.BY_ID[name]) == keyed.BOMBING_MODIFIERS[name][1]


def test_no_modifier_is_missing_or_more() -> None:
    assert set(submarines.BY_ID) == set(keyed.UBOAT_MODIFIERS) and len(submarines.MODIFIERS) == len(submarines.BY_ID)
    assert set(bombing.BY_ID) == set(keyed.BOMBING_MODIFIERS) and len(bombing.MODIFIERS) == len(bombing.BY_ID)


SW_TURNS = [f"{year}-{season}" for year in range(1939, 1946) for season in ("1-spring", "3-fall")][1:-1]


@pytest.mark.rule("tw-5.1.1-m9")
@pytest.mark.parametrize("name", list(keyed.UBOAT_MODIFIERS))
def test_5_1_1_a_modifier_outside_its_dates_is_refused(name: str) -> None:
    one = keyed.UBOAT_MODIFIERS[name]
    for turn in SW_TURNS:
        holds = (one.first or turn) <= turn <= (one.last or turn)
        found = refused("uboats", turn=turn, uboats=5, asw=5, modifiers=[name], victim="us")
        assert found == ([] if holds else [submarines.BY_ID[name].rule]), turn


@pytest.mark.parametrize("name", list(keyed.BOMBING_MODIFIERS))
def test_5_2_a_modifier_outside_its_dates_or_for_another_power_is_refused(name: str) -> None:
    owner, one = keyed.BOMBING_MODIFIERS[name]
    for turn in SW_TURNS:
        holds = (one.first or turn) <= turn <= (one.last or turn)
        found = refused("bombing", turn=turn, by=owner, sac=5, int_=5, base=170, modifiers=[name])
        assert found == ([] if holds else [bombing.BY_ID[name].rule]), turn
    for power in {"us", "britain", "germany"} - {owner}:
        assert refused("bombing", turn="1944-1-spring", by=power, sac=5, int_=5, base=170, modifiers=[name])
