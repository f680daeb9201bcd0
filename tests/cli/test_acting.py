"""``new``, ``do``, ``undo``, ``branch``: what writes, and that a refused or unreadable order changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Runner

EFFORTS = ("italy effort none", "us effort none", "france effort none", "ussr effort none", "germany effort sle")


def test_new_lies_in_the_library_or_where_it_is_told(run: Runner, tmp_path: Path) -> None:
    made = run("new", "1939-campaign", "--name", "mine", "--json").json
    assert made["name"] == "mine" and Path(made["folder"]).is_dir()
    assert run("show", "mine").code == 0
    assert run("new", "1939-campaign", "--name", "mine").code == 2
    assert run("new", "1939-campaign", "--name", "there", "--at", str(tmp_path)).code == 0
    assert run("show", str(tmp_path / "there")).code == 0
    assert run("show", str(tmp_path)).out.startswith("there:")


def test_new_takes_seats_and_options(run: Runner, tmp_path: Path) -> None:
    made = run(
        "new",
        "1939-campaign",
        "--seats",
        "2",
        "--option",
        "house_rulings=no",
        "--name",
        "x",
        "--at",
        str(tmp_path),
        "--json",
    )
    assert set(made.json["seats"].values()) == {"axis", "allied"}
    assert run("show", str(tmp_path / "x"), "options.house_rulings", "--json").json["value"] is False


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["1939-campain"], "nearest is '1939-campaign'"),
        (["1939-campaign", "--seats", "6"], "--seats"),
        (["1939-campaign", "--seats", "0"], "--seats"),
        (["1939-campaign", "--dice", "loaded"], "--dice"),
        (["1939-campaign", "--option", "x"], "no K=V"),
        (["1939-campaign", "--option", "huse_rulings=no"], "nearest is 'house_rulings'"),
        (["1939-campaign", "--option", "house_rulings=maybe"], "yes or no"),
        (["1939-campaign", "--name", "../up"], "no name"),
        (["1939-campaign", "--name", "[b]x[/b]\x1b"], "no name"),
        (["1939-campaign", "--secret-file", "/nowhere/f"], "/nowhere/f"),
        ([], "required"),
    ],
)
def test_what_cannot_be_started(run: Runner, tmp_path: Path, argv: list[str], message: str) -> None:
    done = run("new", *argv, "--at", str(tmp_path))
    assert done.code == 2 and message in done.err
    assert list(tmp_path.iterdir()) == []


def test_scenarios(run: Runner) -> None:
    found = {card["id"]: card for card in run("scenarios", "--json").json}
    assert found["1939-campaign"]["first"] == "1939-3-fall" and found["1939-campaign"]["problem"] == ""
    assert "Fall 1939 to Summer 1945" in run("scenarios").out


def test_do_tells_what_it_did(run: Runner, solo: str) -> None:
    out = run("do", solo, "italy effort sle").out
    assert "Italy buys Sustained Effort" in out and "To act: United States" in out
    found = run("do", solo, "us effort none", "--json").json
    assert [entry["order"] for entry in found["entries"]] == ["us effort none"]
    assert found["awaits"] == ["france"] and found["step"] == "planning.effort"


def test_orders_from_stdin(run: Runner, solo: str) -> None:
    text = "# the first\nita eff none\n\nUS effort none\n"
    assert run("do", solo, "-", stdin=text).code == 0
    assert run("show", solo, "--json").json["awaits"] == ["france"]
    assert run("do", solo, "-", stdin="\n# nothing\n").code == 2
    assert run("do", solo, "-", stdin=b"\xff\n").code == 2


def test_all_or_none(run: Runner, solo: str) -> None:
    before = run("log", solo, "--json").out
    done = run("do", solo, *EFFORTS[:2], "germany effort sle")
    assert done.code == 1 and "germany effort sle" in done.err
    assert run("log", solo, "--json").out == before


def test_every_reason_at_once(run: Runner, solo: str) -> None:
    done = run("do", solo, "italy effort pass count=3", "--json")
    assert done.code == 1
    assert len(done.json["refused"]) >= 2
    assert all(set(refusal) == {"rule", "reason", "hint"} for refusal in done.json["refused"])
    text = run("do", solo, "italy effort pass count=3").err
    assert all(refusal["reason"] in text and refusal["rule"] in text for refusal in done.json["refused"])


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ("italy efort sle", "'efort' is no order"),
        ("itly effort sle", "neither a power nor"),
        ("italy effort", "ends too early"),
        ("italy effort sle cuont=2", "expected count="),
        ("italy effort sle count=" + "9" * 400, "cannot be read"),
        ('italy "effort', "quote is not closed"),
        ("italy \x1b[31meffort", "control character"),
        ("\x00", "control character"),
        ("", "nothing is ordered"),
        ("italy effort " + "x" * 5000, "at most 4000"),
        ("late " * 700 + "italy effort sle", ""),
        ("italy effort \udcff", "no text"),
        ("[bold]italy[/bold] effort sle", "neither a power nor"),
        ("advance planning.points", ""),
    ],
)
def test_bad_orders_change_nothing(run: Runner, solo: str, order: str, message: str) -> None:
    before = run("log", solo, "--json").out
    done = run("do", solo, order)
    assert done.code in (1, 2) and done.out == "" and message in done.err
    assert "fault of the program" not in done.err and "\x1b" not in done.err
    assert run("log", solo, "--json").out == before


def test_the_bad_line_among_many_is_named(run: Runner, solo: str) -> None:
    err = run("do", solo, *EFFORTS[:2], "france efort none").err
    assert "order 3: france efort none" in err


def test_the_seat_must_be_said_where_there_are_several(run: Runner, two: str) -> None:
    done = run("do", two, "italy effort none")
    assert done.code == 2 and "--seat axis" in done.err and "--seat allied" in done.err
    assert run("do", two, "--seat", "axis", "italy effort none").code == 0
    other = run("do", two, "--seat", "axis", "us effort none")
    assert other.code == 1 and "1.1" in other.err


def test_rolls_are_for_own_dice(run: Runner, solo: str, own: str) -> None:
    done = run("do", solo, "--rolls", "7,3", "italy effort none")
    assert done.code == 2 and "dice" in done.err
    assert run("do", own, "--rolls", "x", "italy effort none").code == 2
    too_many = run("do", own, "--rolls", "7,3", "italy effort none")
    assert too_many.code == 2 and run("show", own, "--json").json["awaits"] == ["italy"]
    assert run("do", own, "italy effort none").code == 0


def test_undo(run: Runner, solo: str) -> None:
    assert run("undo", solo).code == 2
    before = run("show", solo, "powers", "--json").out
    run("do", solo, *EFFORTS)
    done = run("undo", solo, "--to", "3")
    assert done.code == 0 and "Undone" in done.out and "To act: France" in done.out
    assert run("undo", solo, "--json").json["entries"][0]["undoes"] == [2, 3]
    assert run("show", solo, "powers", "--json").out == before
    for to in ("99", "-1", "two"):
        assert run("undo", solo, "--to", to).code == 2


def test_undo_past_the_turns_start(run: Runner, solo: str) -> None:
    run("do", solo, *EFFORTS, "britain effort none")
    before = run("show", solo, "powers", "--json").out
    run("do", solo, "germany done through end.advance")
    for _ in range(60):
        shown = run("show", solo, "--json").json
        if shown["turn"] != "1939-3-fall":
            break
        order = f"{shown['awaits'][0]} done through {_last_step()}"
        choices = run("choices", solo, "--json").json["choices"]
        if not any(choice["text"].endswith(" done") for choice in choices):
            order = next(choice["text"] for choice in reversed(choices) if not choice["refused"])
        assert run("do", solo, order).code == 0
    assert run("show", solo, "--json").json["turn"] == "1939-4-winter"
    assert run("log", solo, "--turn", "1939-4-winter").code == 0
    first = next(e["n"] for e in run("log", solo, "--json").json["entries"] if e["order"] == "britain effort none")
    assert run("undo", solo, "--to", str(first + 1)).code == 0
    assert run("show", solo, "powers", "--json").out == before
    branch = run("branch", solo, "1939-4-winter", "again", "--json")
    assert branch.code == 0 and run("show", "again", "--json").json["turn"] == "1939-4-winter"
    assert run("branch", solo, "1941-1-spring", "never").code == 2
    assert run("audit", solo).code == 0 and run("doctor", solo).code == 0


def _last_step() -> str:
    from engine.thewar.ruleset import RULESET

    return next(step.id for step in reversed(RULESET.sequence.steps) if step.mode == "by-hand")


def test_a_read_only_folder_keeps_what_it_has(run: Runner, solo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import errno
    import os

    before = run("log", solo, "--json").out
    with monkeypatch.context() as patch:

        def full(*_: object) -> int:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        patch.setattr(os, "write", full)
        done = run("do", solo, "italy effort none")
    assert done.code == 2 and "no room left" in done.err
    assert run("log", solo, "--json").out == before


def test_cards_prints_figures_with_their_sources(run: Runner) -> None:
    (card,) = run("cards", "1939-campaign", "--power", "uk", "--json").json
    figures = card["tables"][0]["lines"][0]["figures"]
    assert card["name"] == "Britain" and (figures[1]["value"], figures[1]["source"]) == (186, "rules 15.1.6.1")
    assert run("cards", "1939-campaign", "--power", "mars", "--json").code == 2
    assert "no scenario '1941'" in run("cards", "1941", "--json").err
    assert run("cards", "--json").code == 2


def test_redo_gives_again_what_undo_took_back(run: Runner, solo: str) -> None:
    assert run("redo", solo).code == 2 and "nothing to give again" in run("redo", solo).err
    run("do", solo, *EFFORTS)
    before = run("show", solo, "powers", "--json").out
    run("undo", solo, "--to", "3")
    done = run("redo", solo)
    assert done.code == 0 and "gives 4 again" in done.out
    assert run("show", solo, "powers", "--json").out == before
    run("undo", solo)
    given = run("redo", solo, "--most", "1", "--json").json["entries"]
    assert [entry["order"] for entry in given if entry["again"]] == ["france effort none"]
    for most in ("0", "-1", "x"):
        assert run("redo", solo, "--most", most).code == 2
    assert run("doctor", solo).code == 0 and run("audit", solo).code == 0


def test_redo_after_another_order_says_what_was_given_since(run: Runner, solo: str) -> None:
    run("do", solo, "italy effort sle")
    run("undo", solo)
    run("do", solo, "italy effort none")
    done = run("redo", solo)
    assert done.code == 2 and "another order was given (entry 4: italy effort none)" in done.err


def test_notes_are_written_printed_and_emptied(run: Runner, solo: str) -> None:
    run("do", solo, "italy effort sle")
    assert run("note", solo).out == "no notes\n"
    assert run("note", solo, "--entry", "2", "too dear").out == "entry 2:\n    too dear\n"
    assert run("note", solo, "--turn", "1939-3-fall", "-", stdin="one\n\ntwo\n").code == 0
    shown = run("note", solo, "--json").json
    assert shown["entries"] == {"2": "too dear"} and shown["turns"] == {"1939-3-fall": "one\n\ntwo"}
    assert "# too dear" in run("log", solo).out and "# one" in run("log", solo).out
    found = run("log", solo, "--json").json
    assert [entry["note"] for entry in found["entries"]] == ["", "too dear"]
    assert found["turn_notes"] == {"1939-3-fall": "one\n\ntwo"}
    assert run("note", solo, "--entry", "2", "--empty").out == "no note\n"
    assert run("doctor", solo).code == 0


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["a note"], "--entry N or --turn"),
        (["--empty"], "--entry N or --turn"),
        (["--entry", "99", "x"], "no entry 99"),
        (["--entry", "x", "x"], "invalid int"),
        (["--turn", "1999-1-spring", "x"], "has been played"),
        (["--entry", "1", "--turn", "1939-3-fall", "x"], "not allowed"),
        (["--entry", "1", "--empty", "x"], "without a text"),
        (["--entry", "1", "x" * 1_001], "at most 1,000 signs"),
    ],
)
def test_a_note_that_cannot_be_written(run: Runner, solo: str, argv: list[str], message: str) -> None:
    done = run("note", solo, *argv)
    assert done.code == 2 and message in done.err and done.out == ""


def test_a_broken_file_of_notes_is_told_and_the_journal_is_printed(run: Runner, solo: str) -> None:
    run("note", solo, "--entry", "1", "x")
    (Path(solo) / "notes/solo.toml").write_text("x")
    assert run("note", solo).code == 2 and "cannot be read" in run("note", solo).err
    log = run("log", solo)
    assert log.code == 0 and "cannot be read" in log.err
    assert run("doctor", solo).code == 1


def test_branch_from_an_entry(run: Runner, solo: str) -> None:
    run("do", solo, *EFFORTS)
    assert run("branch", solo, "@3", "third").code == 0
    assert run("show", "third", "--json").json["awaits"] == ["france"]
    assert run("branch", solo, "@99", "never").code == 2 and "the last one is" in run("branch", solo, "@99", "no").err
    assert run("branch", solo, "@3", "third").code == 2 and run("branch", solo, "@3", "a/b").code == 2


def test_an_order_after_an_entry_is_refused_where_another_stands_after_it(run: Runner, solo: str) -> None:
    last = run("show", solo, "--json").json["last"]
    assert last == run("choices", solo, "--json").json["last"]
    done = run("do", solo, "--after", str(last), "italy effort none", "--json").json
    assert done["last"] == done["entries"][-1]["n"] > last
    again = run("do", solo, "--after", str(last), "us effort none")
    assert again.code == 1
    assert f"entry {done['last']} stands after entry {last}: italy effort none, by the seat 'solo'" in again.err
    refused = run("do", solo, "--after", str(last), "us effort none", "--json")
    assert refused.code == 1 and refused.json["refused"][0]["rule"] == "after"
    assert run("do", solo, "--after", "9999", "us effort none").code == 2
    assert run("do", solo, "--after", "x", "us effort none").code == 2
    assert run("do", solo, "--after", str(done["last"]), "us effort none").code == 0


def test_the_options_of_a_scenario_are_explained_with_what_they_exclude(run: Runner) -> None:
    told = run("scenarios", "--options", "1939-campaign").out
    assert "  simplified-u-boats=no   Simplified U-boats   29.5" in told
    assert "Not with convoys, attrition-table" in " ".join(told.split())
    found = {one["id"]: one for one in run("scenarios", "--options", "global-war", "--json").json}
    assert found["edition"]["choices"] == ["newest", "middle", "oldest"] and found["edition"]["value"] == "newest"
    assert found["german-submarine-steps"]["counts_with"] == {"edition": "newest", "classic": False}
    assert all(one["about"] and one["group"] for one in found.values())
    refused = run("scenarios", "--options", "no-such")
    assert refused.code and "no scenario 'no-such'" in refused.err
