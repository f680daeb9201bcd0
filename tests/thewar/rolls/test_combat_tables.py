"""The combat tables against a second keying of the rulebook: every cell, every mark, every modifier."""

from __future__ import annotations

import json

import pytest

from engine.kernel.tables import printed
from engine.thewar.rolls import air_combat, ground_combat, interception, naval_combat
from engine.thewar.world import ratings
from tests.cli.running import Runner
from tests.thewar import keyed_combat_tables as keyed

Cells = list[tuple[str, list[str]]]


def shipped(table_id: str) -> tuple[tuple[str, ...], dict[int, Cells]]:
    """A table's columns and its rows as anyone may print them."""
    data = printed("thewar", table_id)
    rows = {int(key): [(cell["result"], cell["marks"]) for cell in row] for key, row in data["rows"].items()}
    assert list(rows) == sorted(rows), "rows stand from the lowest die to the highest"
    return tuple(data["columns"]), rows


def spelled(table_id: str, cell: str) -> tuple[str, list[str]]:
    """A keyed cell as the table prints it."""
    if table_id == "ground-crt":
        mark = cell.endswith("o")
        text = cell.rstrip("o")
        return ("1/2 " + text[1:] if text[0] == "h" else text), (["Ω"] if mark else [])
    if table_id == "naval-crt":
        return (f"{cell[0]} Sunk{cell[2:]}" if cell[1] == "S" else cell), []
    if table_id == "interception":
        return ("Intercept" if cell == "I" else "Miss"), []
    if table_id == "diplomacy":
        return ("No effect" if cell == "." else f"{cell} Level{'' if cell[1] == '1' else 's'}"), []
    text = cell.rstrip("*#@")
    return text, ([cell[len(text) :]] if text != cell else [])


TABLES = [
    ("air-crt", keyed.AIR_COLUMNS, keyed.AIR),
    ("naval-crt", keyed.NAVAL_COLUMNS, keyed.NAVAL),
    ("interception", ("1", "2", "3", ">3"), keyed.INTERCEPTION),
    ("naval-depletion", ("fleet", "cv"), keyed.DEPLETION),
    ("diplomacy", keyed.DIPLOMACY_COLUMNS, keyed.DIPLOMACY),
    ("partisan-creation", keyed.PARTISAN_CREATION_COLUMNS, keyed.PARTISAN_CREATION),
    ("partisans", keyed.PARTISANS_COLUMNS, keyed.PARTISANS),
    ("ground-nationality", ("1", "2", "3", "4"), keyed.GROUND_NATIONALITY),
    ("air-nationality", ("1", "2", "3", "4"), keyed.AIR_NATIONALITY),
    ("naval-nationality", ("1", "2", "3", "4"), keyed.NAVAL_NATIONALITY),
]


@pytest.mark.rule("tw-11.9", "tw-7.9.9", "tw-7.8-table", "tw-7.10-roll", "tw-16.1.3-table")
@pytest.mark.parametrize(("table_id", "columns", "text"), TABLES)
def test_every_cell_and_mark_is_the_second_keyings(table_id: str, columns: tuple[str, ...], text: str) -> None:
    names, rows = shipped(table_id)
    assert names == columns
    wanted = {row: [spelled(table_id, cell) for cell in cells] for row, cells in keyed.rows(text).items()}
    if table_id == "naval-depletion":
        # The column of the CV follows the text, not the merged cells (ruling 54).
        wanted = {row: [wanted[row][0], ("2" if row <= 5 else "3", [])] for row in wanted}
    assert all(len(row) == len(columns) for row in wanted.values())
    assert rows == wanted


@pytest.mark.rule("tw-10.0-table")
def test_10_0_every_cell_of_the_ground_table_and_automatic_victory_beside_it() -> None:
    names, rows = shipped("ground-crt")
    assert names == (*keyed.GROUND_COLUMNS, "6-1")
    for row, cells in keyed.rows(keyed.GROUND).items():
        assert rows.pop(row) == [*(spelled("ground-crt", cell) for cell in cells), ("AUTO VICTORY", [])]
    assert not rows


def test_ruling_54_the_text_on_carriers_agrees_with_what_the_table_prints() -> None:
    for row, (fleet, carrier) in keyed.rows(keyed.DEPLETION).items():
        found = [cell for cell, _ in shipped("naval-depletion")[1][row]]
        assert found[0] == fleet
        # Printed on the rows 4-5 and 9-10, in the middle of what the text gives it for.
        assert row not in (4, 5, 9, 10) or found[1] == carrier


def test_ruling_52_a_milder_cell_is_kept_as_printed() -> None:
    names, rows = shipped("naval-crt")
    assert [rows[1][names.index(label)][0] for label in ("1-2", "2-3", "1-1")] == ["DD2", "DD", "DD2"]


def test_ruling_51_the_lost_cells_of_the_diplomatic_table() -> None:
    rows = shipped("diplomacy")[1]
    assert [rows[row][8][0] for row in (1, 5, 6, 11)] == ["+2 Levels", "+2 Levels", "+1 Level", "No effect"]


def test_25_1_1_example_four_atrocities_in_poland() -> None:
    names, rows = shipped("partisan-creation")
    assert rows[5][names.index("3-7")] == ("2", [])


@pytest.mark.parametrize(
    ("shipped_ids", "wanted"),
    [(ground_combat.BY_ID, keyed.GROUND_MODIFIERS), (naval_combat.BY_ID, keyed.NAVAL_MODIFIERS)],
)
def test_each_modifier_has_the_keyed_value(shipped_ids: dict[str, object], wanted: dict[str, int]) -> None:
    assert {name: getattr(one, "value", None) for name, one in shipped_ids.items()} == wanted
    assert all(getattr(one, "label", "") and getattr(one, "rule", "") for one in shipped_ids.values())


def test_7_8_1_distances_as_keyed() -> None:
    assert dict(enumerate(interception.DISTANCES)) == keyed.DISTANCE


@pytest.mark.rule("tw-7.11.1", "tw-7.11.4", "tw-11.11.1")
def test_ratings_for_better_and_worse_mirror_each_other_but_for_one_printed_pair() -> None:
    """Sections 7.11.1 to 7.11.4, 10.8.1 to 10.8.4 and 11.11.1 to 11.11.4 as they spell the matrices out."""
    first = {2: -1, 3: -3, 4: -4}
    for force in ("ground", "air", "naval"):
        for rating in (1, 2, 3, 4):
            assert ratings.modifier(force, rating, rating).value == 0
        for other, value in first.items():
            assert ratings.modifier(force, 1, other).value == value
            assert ratings.modifier(force, other, 1).value == -value
    # 10.8.2 to 10.8.4.
    ground = {(2, 3): -2, (2, 4): -3, (3, 4): -1, (3, 2): 2, (4, 2): 3, (4, 3): 1}
    # 7.11.2 to 7.11.4, 11.11.2 to 11.11.4; ruling 43.
    other_forces = {(2, 3): -1, (2, 4): -2, (3, 4): -1, (3, 2): 1, (4, 2): 2, (4, 3): 1}
    for (attacker, defender), value in ground.items():
        assert ratings.modifier("ground", attacker, defender).value == value
    for (attacker, defender), value in other_forces.items():
        assert ratings.modifier("air", attacker, defender).value == value
        assert ratings.modifier("naval", attacker, defender).value == value
    assert ratings.modifier("ground", 1, 3).label == "First-Rate against Third-Rate"


def test_efforts_and_air_figures_as_printed() -> None:
    assert air_combat.EFFORTS == {"none": 1, "regional": 2, "sustained": 3}
    assert (air_combat.BOMBERS, air_combat.FIGHTER, air_combat.JET, air_combat.BRITAIN) == (2, 1, 2, 2)


@pytest.mark.parametrize("table_id", ["ground-crt", "air-crt", "naval-crt", "interception", "partisans", "diplomacy"])
def test_the_tables_are_printed_on_the_command_line(run: Runner, table_id: str) -> None:
    done = run("tables", "thewar", table_id, "--json")
    assert done.code == 0
    shown = json.loads(done.out)
    columns, rows = shipped(table_id)
    assert tuple(shown["columns"]) == columns and [int(row) for row in shown["rows"]] == list(rows)
