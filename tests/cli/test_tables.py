"""``warledger tables`` and the table reader below it."""

from __future__ import annotations

import pytest

from engine.kernel import tables
from tests.cli.running import Runner


def test_every_table_has_the_shape_of_the_contract(run: Runner) -> None:
    every = run("tables", "thewar", "--json").json
    assert [one["id"] for one in every] == list(tables.table_ids("thewar"))
    for one in every:
        assert one["rule"] and one["columns"] and one["rows"]
        for cells in one["rows"].values():
            assert len(cells) == len(one["columns"])
            assert all(set(cell) == {"result", "marks"} and isinstance(cell["result"], str) for cell in cells)


def test_one_table_alone_is_the_same(run: Runner) -> None:
    every = {one["id"]: one for one in run("tables", "thewar", "--json").json}
    for name, whole in every.items():
        assert run("tables", "thewar", name, "--json").json == whole


def test_logistics_prices_as_printed(run: Runner) -> None:
    table = run("tables", "thewar", "logistics", "--json").json
    at = table["columns"].index("germany")
    assert [table["rows"][kind][at]["result"] for kind in ("sle", "rle", "lle", "mle")] == ["8", "4", "2", "2"]


def test_text_has_a_row_for_each_row(run: Runner) -> None:
    done = run("tables", "thewar", "logistics")
    assert done.code == 0
    assert "Logistical efforts" in done.out and "\n  sle" in "\n" + "\n".join(
        "  " + line for line in done.out.splitlines()
    )
    assert "logistics" in run("tables", "thewar").out


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["thewar", "logistic"], "nearest is 'logistics'"),
        (["thwar"], "no game 'thwar'"),
        (["kernel"], "no game 'kernel'"),
        (["../etc"], "no game"),
        (["thewar", "../../state"], "no table"),
        ([], "required"),
    ],
)
def test_unknown_names_are_misuse(run: Runner, argv: list[str], message: str) -> None:
    done = run("tables", *argv)
    assert (done.code, done.out) == (2, "") and message in done.err


def test_marks_stand_behind_a_result() -> None:
    assert tables._cell("DL1/DA1 §") == {"result": "DL1/DA1", "marks": ["§"]}
    assert tables._cell("DD * !") == {"result": "DD", "marks": ["*", "!"]}
    assert tables._cell("no effect") == {"result": "no effect", "marks": []}
    assert tables._cell({"result": "DE", "marks": ["**"]}) == {"result": "DE", "marks": ["**"]}
    assert tables._cell(True)["result"] == "yes"


CHARTS = {
    "ground-crt": "10.0",
    "air-crt": "11.9",
    "naval-crt": "7.9.9",
    "interception": "7.8",
    "flak-heavy": "11.12",
    "flak-light": "11.12",
    "uboat-crt": "5.1.1",
    "bombing-crt": "5.2",
    "diplomacy": "16.1.3",
    "usel": "22.8",
}
"""The charts of the game, each with the rule that it is read under."""


@pytest.mark.rule("tw-2.3")
def test_2_3_the_index_names_every_chart_with_its_rule_and_what_is_lost(run: Runner) -> None:
    index = {one["id"]: one for one in run("tables", "thewar", "--json").json}
    for chart, rule in CHARTS.items():
        page = run("tables", "thewar", chart, "--json").json
        assert (page["id"], page["rule"], page["title"]) == (chart, rule, index[chart]["title"])
    assert len({one["title"] for one in index.values()}) == len(index), "no two charts are called alike"
    lost = run("tables", "thewar", "lost-charts").out
    assert "Terrain effects" in lost and "Matrix of the naval cards" in lost and "29.13" in lost
    # A chart that there is not is no other one.
    none = run("tables", "thewar", "ground-crt-2")
    assert none.code and "ground-crt" in none.err
