"""The printed tables, the list of mechanics and the rulings."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from engine.kernel.ruleset import Ruleset, find
from tests.thewar.data import ID, POWERS, ROOT, TABLES, opening, read


@pytest.mark.parametrize(
    "table",
    ["growth", "calendar", "strategic-movement", "units", "actions", "mobilization", "usel", "usel-events"],
)
def test_printed_tables_have_every_cell(table: str) -> None:
    data = read(TABLES / f"{table}.toml")
    assert data["id"] == table and data["title"] and data["rule"]
    keys = [row["key"] for row in data["row"]]
    assert len(keys) == len(set(keys))
    for row in data["row"]:
        assert ID.match(row["key"])
        assert set(data["columns"]) <= row.keys(), row["key"]


def test_the_tables_agree_with_the_opening() -> None:
    powers = opening()["powers"]
    growth = {row["key"]: row for row in read(TABLES / "growth.toml")["row"]}
    movement = {row["key"]: row for row in read(TABLES / "strategic-movement.toml")["row"]}
    for power in POWERS:
        here = powers[power]
        row = growth[power]
        assert (row["rate"], row["first_year"], row["base"]) == (here["growth"], here["growth_from"], here["base"])
        row = movement[power]
        assert (row["smp"], row["minimum"]) == (here["smp"], here["smp_minimum"])
        assert row["rail"] == opening()["facts"][f"rail-{power}"]


@pytest.mark.rule("tw-22.8-act")
def test_entry_level_mobilization_and_seasons_are_printed() -> None:
    levels = read(TABLES / "usel.toml")["row"]
    assert [row["key"] for row in levels] == [str(level) for level in range(14)]
    # Level 2 has a line of its own beside 0-1 that allows the same: what sets it apart is the gain (ruling 277).
    assert [row["gain"] for row in levels] == [0] * 2 + [25] * 5 + [50] * 7
    assert [row["grant"] for row in levels] == [0, 0, 0, 3, 4, 5, 8, 10, 12, 15, 15, 20, 20, 20]
    assert [row["yards"] for row in levels] == [1] * 4 + [2] * 2 + [3] + [4] * 7
    springs = read(TABLES / "mobilization.toml")["row"]
    assert [(row["hand"], row["base"]) for row in springs] == [(50, 50), (75, 75), (100, 100), (125, 125)]
    shares = {row["key"]: row["share"] for row in read(TABLES / "calendar.toml")["row"]}
    assert shares == {"spring": 100, "summer": 75, "fall": 50, "winter": 25}
    events = {row["key"]: row["level"] for row in read(TABLES / "usel-events.toml")["row"]}
    assert {key: level for key, level in events.items() if level != 1} == {
        "poland": 0,
        "france-out": 2,
        "ussr-out": 3,
        "allied-attack": -3,
        "allied-italy": -2,
        "japan": 2,
    }


@pytest.mark.parametrize(
    ("unit", "power", "factors", "price"),
    [
        ("arm", "germany", 8, 17),
        ("arm", "britain", 2, 7),
        ("arm", "britain", 6, 19),
        ("inf", "germany", 6, 7),
        ("inf", "italy", 4, 9),
        ("sta", "ussr", 3, 3),
        ("mech", "germany", 4, 6),
        ("mot", "us", 6, 8),
        ("para", "germany", 2, 5),
        ("ftr", "germany", 1, 15),
        ("tac", "italy", 1, 24),
        ("nac", "britain", 1, 6),
        ("nac", "germany", 1, 12),
        ("jet", "germany", 1, 20),
        ("fleet", "britain", 9, 36),
        ("cv", "germany", 4, 32),
        ("uboat", "germany", 1, 2),
        ("asw", "us", 1, 3),
        ("sac", "germany", 1, 6),
        ("sac", "us", 1, 4),
        ("int", "britain", 1, 2),
    ],
)
def test_prices_add_up_to_what_the_rules_name(unit: str, power: str, factors: int, price: int) -> None:
    row = {row["key"]: row for row in read(TABLES / "units.toml")["row"]}[unit]
    each = row.get("by_power", {}).get(power, row["price"])
    cadre = row.get("cadre_by_power", {}).get(power, row["cadre"])
    assert each * factors + cadre == price


def test_every_kind_of_unit_in_the_opening_has_a_price() -> None:
    priced = {row["key"] for row in read(TABLES / "units.toml")["row"]}
    rows = [row for part in ("units", "pools", "additions") for row in opening()[part].values()]
    assert {row["kind"] for row in rows} <= priced


def test_the_coverage_lists_every_mechanic_once() -> None:
    data = read(ROOT / "docs" / "coverage.toml")
    ids = [rule["id"] for rule in data["rule"]]
    assert len(ids) == len(set(ids)) == 1145
    assert Counter(rule_id.split("-")[0] for rule_id in ids) == {"tw": 943, "awaw": 202}
    assert len(data["skipped"]) == 55
    for rule in data["rule"]:
        assert set(rule) - {"written"} == {"id", "section", "title", "segment", "needs", "status"}
        assert rule["status"] in ("open", "by-hand", "done")
        assert rule["needs"] in ("none", "places", "map")


def cited_for_the_board(ruleset: Ruleset[Any]) -> set[str]:
    """The sections that the steps of a game cite where the board does something: steps by hand, and those whose orders
    may as well be carried out there; and what any step's lines name in brackets."""
    cited: set[str] = set()
    for step in ruleset.sequence.steps:
        if step.mode == "by-hand" or step.at_table:
            cited.update(step.rule.split(", "))
            cited.update(field.rule for field in step.fields)
        cited.update(re.findall(r"\((\d+(?:\.\d+)*)\)", " ".join(step.lines)))
    return cited


def test_what_is_done_by_hand_has_a_step_that_cites_it() -> None:
    cited = {"tw": cited_for_the_board(find("thewar")), "awaw": cited_for_the_board(find("worldatwar"))}
    for rule in read(ROOT / "docs" / "coverage.toml")["rule"]:
        if rule["status"] == "by-hand":
            names = cited[rule["id"].partition("-")[0]]
            assert any(rule["section"] == name or rule["section"].startswith(f"{name}.") for name in names), rule["id"]


def test_rulings_are_numbered_once_without_a_gap_before_those_to_come() -> None:
    text = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    numbers = sorted(int(number) for number in re.findall(r"^(\d+)\. \*\*", text, re.MULTILINE))
    assert len(numbers) >= 150
    # 298 to 433 are kept for the chapters to come; the last numbers are handed out before they are written.
    assert numbers[:297] == list(range(1, 298))
    assert len(numbers) == len(set(numbers)) and min(numbers[297:]) >= 298
