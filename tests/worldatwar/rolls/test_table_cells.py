"""The tables of A World at War against a second keying: every cell of 24.62 in both editions, 19.2, 22.21, 57.11."""

from __future__ import annotations

import json

import pytest

from engine.kernel.tables import printed, table, table_ids
from engine.worldatwar.rolls import air, combat_table, resistance
from tests.cli.running import Runner
from tests.worldatwar import keyed_tables as keyed
from tests.worldatwar.solving import EDITIONS, calc, cell

TABLES = ("air-combat", "air-ranges", "editions", "interception", "resistance", "submarine-limits", "sw-combat")


def shipped(table_id: str) -> dict[str, list[str]]:
    return {key: [cell["result"] for cell in cells] for key, cells in printed("worldatwar", table_id)["rows"].items()}


@pytest.mark.rule("awaw-24.62")
@pytest.mark.parametrize("text", [keyed.SW_NEWEST, keyed.SW_MIDDLE], ids=["newest", "middle"])
def test_24_62_every_cell_is_that_of_the_second_keying(text: str) -> None:
    wanted = keyed.rows(text)
    assert list(wanted) == [str(row) for row in range(1, 31)] and all(len(cells) == 11 for cells in wanted.values())
    assert shipped("sw-combat") == wanted
    assert printed("worldatwar", "sw-combat")["columns"] == list(keyed.SW_COLUMNS)


@pytest.mark.rule("awaw-24.62")
def test_24_62_both_editions_print_the_same_table() -> None:
    newest, middle = keyed.rows(keyed.SW_NEWEST), keyed.rows(keyed.SW_MIDDLE)
    assert [(row, at) for row in newest for at in range(11) if newest[row][at] != middle[row][at]] == []


@pytest.mark.rule("awaw-24.62")
@pytest.mark.parametrize("edition", EDITIONS)
def test_24_62_the_calculator_gives_every_cell(edition: str) -> None:
    for factors in range(1, 31):
        for roll in range(2, 13):
            answer = calc("sw-table", edition=edition, factors=factors, roll=roll)
            assert (answer["first"], answer["second"]) == cell(factors, roll)


@pytest.mark.rule("awaw-24.62")
def test_24_62_more_factors_or_pips_never_do_less() -> None:
    worth = {
        (row, roll): 3 * effect.first + effect.second
        for row in range(1, 91)
        for roll in range(2, 13)
        if (effect := combat_table.result(row, roll))
    }
    assert all(worth[row, roll] <= worth[row, roll + 1] for row in range(1, 91) for roll in range(2, 12))
    assert all(worth[row, roll] <= worth[row + 1, roll] for row in range(1, 30) for roll in range(2, 13))


@pytest.mark.rule("awaw-24.68")
@pytest.mark.parametrize(("roll", "as_if"), [(-5, 2), (1, 2), (2, 2), (12, 12), (13, 12), (20, 12)])
def test_24_68_totals_beyond_the_table_are_its_outermost(roll: int, as_if: int) -> None:
    for factors in (1, 7, 30, 44):
        answer, wanted = calc("sw-table", factors=factors, roll=roll), cell(factors, as_if)
        assert (answer["first"], answer["second"]) == wanted
        air_found = calc("air-table", factors=factors, roll=roll)
        assert air_found == calc("air-table", factors=factors, roll=as_if)


@pytest.mark.rule("awaw-24.621")
@pytest.mark.parametrize(
    ("factors", "roll", "wanted"),
    [(30, 7, "8/13"), (31, 12, "10/15"), (36, 7, "9/16"), (60, 2, "14/24"), (61, 9, "16/29"), (75, 4, "19/31")],
)
def test_24_621_more_than_30_factors_add_the_row_of_the_rest(factors: int, roll: int, wanted: str) -> None:
    """Also ruling 140: the same total on every row, row 30 again beyond 60."""
    assert calc("sw-table", factors=factors, roll=roll)["result"] == wanted


# ---------------------------------------------------------------- the air combat table


def test_19_2_every_certain_cell_stands_on_the_ladder() -> None:
    ladder = keyed.AIR_LADDER.split()
    rows = shipped("air-combat")
    for factors, start in keyed.AIR_STARTS.items():
        assert rows[str(factors)] == ladder[start : start + 11]
        for roll in range(2, 13):
            answer = calc("air-table", factors=factors, roll=roll)
            assert f"{answer['eliminated']}/{answer['aborted']}" == (
                cell_ if "/" in (cell_ := ladder[start + roll - 2]) else "0/0"
            )
            assert answer["certain"] is True


def test_19_2_beyond_row_17_the_ladder_goes_on_and_says_so() -> None:
    data = printed("worldatwar", "air-combat")["rows"]
    for row, cells in data.items():
        assert {tuple(printed_cell["marks"]) for printed_cell in cells} == {("#",) if int(row) > 17 else ()}
        for at, printed_cell in enumerate(cells):
            assert str(air.result(int(row), at + 2)) == printed_cell["result"]
    answer = calc("air-table", factors=18, roll=2)
    assert (answer["eliminated"], answer["aborted"], answer["certain"]) == (5, 5, False)
    # Three factors more are one more eliminated and one more aborted.
    for factors in (18, 30, 31, 100):
        for roll in range(2, 13):
            less, more = air.result(factors, roll), air.result(factors + 3, roll)
            assert (more.first - less.first, more.second - less.second) == (1, 1)
            assert air.result(factors, roll + 1) == air.result(factors + 1, roll) or roll == 12


# ---------------------------------------------------------------- interception and resistance


def test_22_21_every_range() -> None:
    assert shipped("interception") == keyed.rows(keyed.INTERCEPTION)
    data = table("worldatwar", "interception")["modifier"]
    assert {name: tuple(modifier["hexes"]) for name, modifier in data.items()} == keyed.INTERCEPTION_MODIFIERS


def test_57_11_every_fact_is_worth_what_was_keyed() -> None:
    facts = resistance.facts()
    assert set(facts) == set(keyed.RESISTANCE)
    for name, worth in keyed.RESISTANCE.items():
        assert {count: facts[name].worth(count) for count in worth} == worth


# ---------------------------------------------------------------- on the command line


def test_the_tables_are_printed_on_the_command_line(run: Runner) -> None:
    assert table_ids("worldatwar") == TABLES
    listed = run("tables", "worldatwar")
    assert listed.code == 0 and all(name in listed.out for name in TABLES)
    for name in TABLES:
        shown = json.loads(run("tables", "worldatwar", name, "--json").out)
        assert shown["id"] == name and shown["title"] and shown["rule"]
        assert shown["rows"] and all(len(cells) == len(shown["columns"]) for cells in shown["rows"].values())
    for name in ("sw-combat", "air-combat"):
        shown = json.loads(run("tables", "worldatwar", name, "--json").out)
        assert shown["columns"] == list(keyed.SW_COLUMNS) and list(shown["rows"]) == [str(row) for row in range(1, 31)]


def test_editions_are_shown_beside_each_other(run: Runner) -> None:
    shown = json.loads(run("tables", "worldatwar", "editions", "--json").out)
    assert shown["columns"] == ["oldest", "middle", "newest"]
    for name, cells in shown["rows"].items():
        texts = [shown_cell["result"] for shown_cell in cells]
        assert len(set(texts)) > 1, f"{name} differs in no edition"
        # The oldest file has chapter 26 only.
        assert (texts[0] == "-") == (not name.startswith("26."))
