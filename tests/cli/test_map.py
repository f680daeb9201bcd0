"""``map``: letters, JSON, a drawing, an earlier turn, and what it says where it cannot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from saves.desk import Desk
from tests.cli.running import Runner
from tests.saves.test_frozen_campaigns import thawed
from tui.models.map_turns import labels


def test_the_map_is_told_in_letters(run: Runner, solo: str) -> None:
    done = run("map", solo)
    assert done.code == 0, done.err
    lines = done.out.splitlines()
    assert lines[0].endswith("Fall 1939") and len(lines) == 1 + 45 + 3
    assert "G*" in done.out and "S*" in done.out, "Berlin and Moscow, known"
    assert "a small letter is inferred" in done.out and max(map(len, lines)) <= 130
    seas = run("map", solo, "--layer", "seas")
    assert seas.code == 0 and "Sardinian Sea; ports: Palermo, Cagliari, Tunis" in seas.out


def test_the_map_is_a_document_and_a_drawing(run: Runner, solo: str, tmp_path: Path) -> None:
    told = json.loads(run("map", solo, "--json").out)
    assert told["land"]["1426"] == {"power": "germany", "known": True, "home": True, "front": False}
    assert told["water"]["2930"] == "sardinian-sea" and len(told["seas"]) == 32
    file = tmp_path / "war.svg"
    assert run("map", solo, "--svg", str(file)).out.strip() == f"drawn: {file}"
    drawn = ElementTree.fromstring(file.read_text(encoding="utf-8"))
    assert len(list(drawn.iter("{http://www.w3.org/2000/svg}polygon"))) == len(told["land"]) + len(told["water"])
    again = run("map", solo, "--svg", str(file))
    assert again.code == 2 and "Traceback" not in again.err and str(file) in again.err


def test_the_map_of_an_earlier_turn_on_either_layer(run: Runner, tmp_path: Path) -> None:
    """Every option with an earlier turn: a campaign of several turns, as a file of an older version."""
    folder, _ = thawed("thewar-3", tmp_path)
    turns = labels(Desk.open(folder, "axis"))
    assert len(turns) > 1
    first, now = turns[0], turns[-1]

    def told(*more: str) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(run("map", str(folder), "--seat", "axis", "--json", *more).out)
        return document

    before = told("--turn", first)
    assert (before["turn"], told()["turn"]) == (first, now) and len(before["land"]) > 1000
    assert told("--turn", first, "--layer", "seas") == before, "a document has both layers"
    seas = run("map", str(folder), "--seat", "axis", "--turn", first, "--layer", "seas")
    assert seas.code == 0 and "Sardinian Sea" in seas.out and "small letter" in seas.out
    for layer in ("europe", "seas"):
        file = tmp_path / f"{layer}.svg"
        drawn = run("map", str(folder), "--seat", "axis", "--turn", first, "--layer", layer, "--svg", str(file))
        assert drawn.out.strip() == f"drawn: {file}"
    europe, layers = ((tmp_path / f"{layer}.svg").read_text(encoding="utf-8") for layer in ("europe", "seas"))
    assert "Sardinian Sea" in layers and "Sardinian Sea" not in europe and "Warsaw" in europe


def test_a_hex_is_told_with_who_may_come_there_and_what_lies_near(run: Runner, solo: str) -> None:
    warsaw = run("map", solo, "--at", "Warsaw", "--within", "2")
    assert warsaw.code == 0 and warsaw.out.startswith("1521\nPoland")
    assert "Poland holds Warsaw" in warsaw.out and "within 2: " in warsaw.out and "Konigsberg" not in warsaw.out
    away = json.loads(run("map", solo, "--at", "danish north sea", "--json").out)
    assert away["lies"] == ["Danish North Sea (1.2)"] and any("Sea Areas (7.2)" in line for line in away["reach"])
    assert "there is no 'Atlantis' on the map" in run("map", solo, "--at", "Atlantis").err
    assert run("map", solo, "--within", "2").code == 2


def test_a_line_of_the_board_that_is_corrected_changes_who_may_come(run: Runner, solo: str) -> None:
    def american() -> str:
        told = run("map", solo, "--at", "British Home Waters").out
        return "\n".join(line for line in told.splitlines() if "by" in line)

    assert "by North Atlantic, British Home Waters" in american()
    ruling = 'ruling sea_links.british-home-waters+north-atlantic no because "our map"'
    assert run("do", solo, ruling).code == 0
    assert "by North Atlantic, British Home Waters" not in american() and "by North Atlantic, " in american()
    assert run("check", solo).code == 0
    wrong = run("do", solo, 'ruling sea_links.british-home-waters+north-sea-x yes because "our map"')
    assert wrong.code == 1 and "north-sea-x" in wrong.err
    held = run("do", solo, "germany holds 1521")
    assert held.code == 1 and "in 1521 lies Warsaw" in held.err
    assert run("do", solo, "germany holds 1522").code == 0
    assert "Germany has said that it holds it" in run("map", solo, "--at", "1522").out


def test_what_cannot_be_drawn_is_told(run: Runner, solo: str, tmp_path: Path) -> None:
    wrong = run("map", solo, "--turn", "1944-1-spring")
    assert wrong.code == 2 and "no turn '1944-1-spring' has been played" in wrong.err
    assert run("new", "battle-of-the-atlantic", "--name", "other", "--at", str(tmp_path)).code == 0
    other = run("map", str(tmp_path / "other"))
    assert other.code == 2 and "has no map here" in other.err
