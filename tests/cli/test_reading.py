"""``show``, ``choices``, ``forecast``, ``log``, ``sheet``: what a seat reads, as text and as JSON."""

from __future__ import annotations

import json

import pytest

from tests.cli.running import Runner

LEDGER = {"power", "name", "hand", "reserved", "level", "base", "room", "smp", "effort"}


def test_show_says_when_what_and_who(run: Runner, solo: str) -> None:
    out = run("show", solo).out
    assert "Fall 1939, turn 1 of 24" in out
    assert "planning.effort" in out and "To act: Italy" in out
    row = next(line.split() for line in out.splitlines() if line.startswith("Germany"))
    assert row[1] == "85" and row[3] == "170" and row[4] == "85"


def test_show_as_json(run: Runner, solo: str) -> None:
    found = run("show", solo, "--json").json
    assert (found["turn"], found["step"], found["awaits"], found["seat"]) == (
        "1939-3-fall",
        "planning.effort",
        ["italy"],
        "solo",
    )
    assert len(found["ledger"]) == 6 and all(set(row) >= LEDGER for row in found["ledger"])
    assert found["state"]["powers"]["germany"]["base"] == 170


def test_the_steps_of_the_turn_are_listed_by_the_names_that_done_through_takes(run: Runner, solo: str) -> None:
    rows = {line.split()[0]: line for line in run("show", solo, "--steps").out.splitlines() if line.strip()}
    assert "now" in rows["planning.effort"].split() and "Spring only" in rows["income.growth"]
    found = {one["step"]: one["state"] for one in run("show", solo, "--steps", "--json").json}
    assert found["planning.effort"] == "now" and found["axis.operations.naval"] in ("next", "skipped")
    for power in ("italy", "us", "france", "ussr", "germany", "britain"):
        assert run("do", solo, f"{power} effort none").code == 0
    assert "show --steps lists the names" in run("choices", solo).out
    wrong = run("do", solo, "germany done through end.point")
    assert wrong.code == 1 and "Nearest: end.points" in wrong.err + wrong.out


def test_one_figure_with_its_breakdown(run: Runner, solo: str) -> None:
    found = run("show", solo, "powers.italy.level", "--json").json
    assert found["value"] == found["total"] == sum(line["value"] for line in found["breakdown"])
    assert found["breakdown"][0] == {"label": "base", "value": 56, "rule": "14.1"}
    text = run("show", solo, "powers.italy.level").out
    assert "base" in text and "total" in text and "14.7" in text


def test_one_figure_with_its_source(run: Runner, solo: str) -> None:
    found = run("show", solo, "powers.germany.base", "--json").json
    assert (found["path"], found["value"]) == ("powers.germany.base", 170)
    assert found["source"].startswith("rules 15.1.6.1")
    assert "[rules 15.1.6.1]" in run("show", solo, "powers.germany.base").out


def test_all_below_a_path(run: Runner, solo: str) -> None:
    out = run("show", solo, "powers.germany").out
    assert "powers.germany.narfs" in out and "powers.germany.surrendered" in out
    assert run("show", solo, "powers.germany", "--json").json["value"]["base"] == 170
    assert run("show", solo, "units").code == 0


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("powers.germny.narfs", "nearest is 'germany'"),
        ("powers.germany.narf", "nearest is 'narfs'"),
        ("powers..narfs", "no ''"),
        ("powers.germany.narfs.x", "no 'x'"),
        ("../../secret", "no"),
        ("", "planning.effort"),
    ],
)
def test_paths_that_lead_nowhere(run: Runner, solo: str, path: str, message: str) -> None:
    done = run("show", solo, path)
    assert done.code == (2 if path else 0)
    assert message in (done.err if path else done.out)


def test_choices_as_json(run: Runner, solo: str) -> None:
    found = run("choices", solo, "--json").json
    assert set(found) >= {"seat", "step", "choices", "forms", "awaits"}
    assert (found["seat"], found["step"], found["awaits"]) == ("solo", "planning.effort", ["italy"])
    by_text = {choice["text"]: choice for choice in found["choices"]}
    assert by_text["italy effort sle"]["cost"] == 8 and by_text["italy effort sle"]["refused"] == []
    (refusal,) = by_text["italy effort pass"]["refused"]
    assert set(refusal) == {"rule", "reason", "hint"} and refusal["rule"] == "4.5"


def test_choices_as_text(run: Runner, solo: str) -> None:
    out = run("choices", solo).out
    offered, _, refused = out.partition("\nrefused\n")
    assert "italy effort rle" in offered and "4.2" in offered
    assert "italy effort pass" in refused and "(4.5)" in refused


def test_what_belongs_to_no_step_is_listed_by_power(run: Runner, two: str) -> None:
    assert "'choices --any POWER'" in run("choices", two, "--seat", "axis").out
    out = run("choices", two, "--seat", "axis", "--any", "germany").out
    assert "losses {line}" in out and "germany station {where}" in out
    found = run("choices", two, "--seat", "axis", "--any", "germany", "--json").json
    assert found["power"] == "germany" and "losses" in {form["verb"] for form in found["forms"]}
    wrong = run("choices", two, "--seat", "axis", "--any", "britain")
    assert wrong.code == 2 and "'britain' is no power of this seat; it has: germany, italy" in wrong.err


def test_forms_are_listed_with_their_fields(run: Runner, solo: str) -> None:
    run("do", solo, "italy effort none", "us effort none", "france effort none", "ussr effort none")
    run("do", solo, "germany effort none", "britain effort none")
    forms = run("choices", solo, "--json").json["forms"]
    points = next(form for form in forms if form["verb"] == "points")
    assert "{placed}" in points["pattern"] and {"name", "label"} <= set(points["fields"][0])
    text = run("choices", solo).out
    assert points["pattern"] in text and "also variant=, deficit=" in text
    # Nothing of the program itself is in it: what a form asks of the campaign is told as what it gives.
    assert " at 0x" not in json.dumps(forms) and all("ticked" in box for box in points["fields"])


def test_forecast(run: Runner, solo: str) -> None:
    found = run("forecast", solo, "italy effort sle", "--json").json
    assert (found["order"], found["cost"], found["distribution"]) == ("italy effort sle", 8, [])
    assert "left to chance" in run("forecast", solo, "ita eff sle").out
    refused = run("forecast", solo, "italy effort pass", "--json")
    assert refused.code == 1 and refused.json["refused"][0]["rule"] == "4.5"
    assert run("forecast", solo, "italy efort").code == 2


def test_log_tells_what_changed_and_why(run: Runner, solo: str) -> None:
    run("do", solo, "italy effort sle")
    out = run("log", solo).out
    assert out.startswith("Fall 1939")
    assert "Italy buys Sustained Effort" in out
    assert "Italy" in out and "powers.italy" not in out and "0 -> 8" in out and "ruling 144" in out


def test_log_as_json(run: Runner, solo: str) -> None:
    run("do", solo, "italy effort sle", "us effort none")
    run("undo", solo, "--to", "2")
    found = run("log", solo, "--json").json["entries"]
    assert [entry["n"] for entry in found] == list(range(1, len(found) + 1))
    given = found[1]
    assert (given["order"], given["seat"], given["turn"]) == ("italy effort sle", "solo", "1939-3-fall")
    reserved = next(change for change in given["changes"] if change["at"] == "powers.italy.reserved")
    assert (reserved["was"], reserved["now"], reserved["rule"]) == (0, 8, "ruling 144")
    assert given["undone_by"] is None and found[2]["undone_by"] == found[-1]["n"]
    assert found[-1]["undoes"] == [3]


def test_undone_entries_are_marked(run: Runner, solo: str) -> None:
    run("do", solo, "italy effort sle")
    run("undo", solo)
    lines = run("log", solo).out.splitlines()
    (line,) = [line for line in lines if "Sustained" in line]
    assert line.split()[1] == "x" and "taken back by 3" in line
    assert not any("powers.italy.reserved  0 -> 8" in line for line in lines)


def test_log_of_a_turn(run: Runner, solo: str) -> None:
    assert run("log", solo, "--turn", "1939-3-fall").code == 0
    missing = run("log", solo, "--turn", "1940-1-spring")
    assert missing.code == 2 and "1939-3-fall" in missing.err


def test_accounts(run: Runner, solo: str) -> None:
    text = run("accounts", solo, "--power", "uk").out
    assert text.startswith("1939\n\nBritain\n  Hand before Fall 1939") and "Germany" not in text
    (year,) = run("accounts", solo, "--json").json["years"]
    germany = next(one for one in year["statements"] if one["power"] == "germany")
    assert (year["year"], germany["since"], germany["open"]) == (1939, "1939-3-fall", True)
    assert germany["figures"][0] == {"figure": "narfs", "opening": 85, "accounts": [], "closing": 85}
    assert run("accounts", solo, "--year", "1950").code == 2
    assert run("accounts", solo, "--power", "sweden").code == 2


def test_sources_of_supply_are_told_by_power_in_words(run: Runner, solo: str) -> None:
    text = run("sources", solo, "--power", "uk").out
    assert text.startswith("Britain: 2 full, ") and "Germany:" not in text
    assert "  none     Glasgow: London stands: a backup only while that is the enemy's (12.2.2)\n" in text
    every = run("sources", solo, "--json").json["powers"]
    assert [one["power"] for one in every] == ["germany", "italy", "ussr", "britain", "us", "france", "minors"]
    assert every[1]["sources"][0]["path"] == "places.rome" and every[1]["sources"][0]["level"] == "full"
    assert run("sources", solo, "--power", "sweden").code == 2


def test_sheet(run: Runner, solo: str) -> None:
    out = run("sheet", solo).out
    assert "Fall 1939" in out and "Germany" in out and max(map(len, out.splitlines())) <= 78
    assert run("sheet", solo, "--json").json["parts"]


def test_the_public_view_offers_nothing_but_shows_everything_public(run: Runner, two: str) -> None:
    found = run("choices", two, "--json").json
    assert (found["seat"], found["choices"], found["awaits"]) == ("", [], ["italy"])
    assert run("show", two, "--json").json["seat"] == ""
    assert run("choices", two, "--seat", "axis", "--json").json["choices"]
    assert run("choices", two, "--seat", "allied", "--json").json["choices"] == []


def test_unknown_seats_and_campaigns(run: Runner, two: str) -> None:
    seat = run("show", two, "--seat", "axes")
    assert seat.code == 2 and "axis" in seat.err
    for name in ("nowhere", "/nowhere", "\x00", "a" * 5000, ""):
        done = run("show", name)
        assert done.code == 2 and done.out == "" and done.err


def test_reading_writes_nothing(run: Runner, solo: str) -> None:
    from pathlib import Path

    def state() -> dict[str, tuple[int, int]]:
        return {str(path): (path.stat().st_mtime_ns, path.stat().st_size) for path in Path(solo).rglob("*")}

    before = state()
    for command in (
        "show",
        "choices",
        "log",
        "battles",
        "sheet",
        "accounts",
        "sources",
        "hand",
        "audit",
        "doctor",
        "check",
    ):
        assert run(command, solo).code == 0
    assert state() == before
