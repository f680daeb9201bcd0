"""``check``, ``audit``, ``doctor``: findings on stdout, exit 0, 1 or 2, and no bad file ever a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Runner


def _scenario() -> str:
    from importlib.resources import files

    return (files("scenarios") / "thewar" / "1939-campaign.toml").read_text(encoding="utf-8")


def _turn_file(campaign: str) -> Path:
    return next((Path(campaign) / "turns").glob("*.toml"))


def test_what_is_in_order(run: Runner, solo: str, tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(_scenario())
    for argv in (["check", str(tmp_path / "s.toml"), solo, str(_turn_file(solo))], ["audit", solo], ["doctor", solo]):
        assert run(*argv).code == 0
        assert run(*argv, "--json").code == 0


def test_every_fault_with_file_table_and_key(run: Runner, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    text = (
        _scenario().replace("base = 170", 'baze = 170\nnarfs = "many"', 1).replace('id = "1939-campaign"', "id = 7", 1)
    )
    bad.write_text(text)
    done = run("check", str(bad))
    assert done.code == 1
    assert "baze" in done.out and "nearest is 'base'" in done.out and str(bad) in done.out
    if "\nid: " not in done.out:
        assert "narfs" in done.out
    findings = run("check", str(bad), "--json").json[0]["findings"]
    assert len(findings) >= 2 and all(set(f) >= {"file", "table", "key", "problem", "nearest"} for f in findings)
    new = run("new", str(bad), "--at", str(tmp_path / "made"))
    assert new.code == 2 and "baze" in new.err and not (tmp_path / "made").exists()


def test_warnings_stand_apart_and_leave_a_file_in_order(run: Runner, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    line = 'kind = "fleet", strength = "1-12-5", place = "kiel" }\n'
    fleets = "".join(f'germany-fleet-{nth} = {{ power = "germany", {line}' for nth in range(50, 54))
    mine.write_text(_scenario().replace("[pools]", f"{fleets}[pools]", 1))
    done = run("check", str(mine))
    assert done.code == 0 and done.out.splitlines()[-1].endswith("in order, with 1 warning")
    [finding] = run("check", str(mine), "--json").json[0]["findings"]
    assert list(finding) == ["file", "table", "key", "problem", "nearest", "line", "warning"]
    assert finding["warning"] is True and finding["key"] == "kiel" and finding["file"] == str(mine)
    at = next(nth for nth, text in enumerate(mine.read_text().splitlines(), 1) if text.startswith("kiel ="))
    assert finding["line"] == at and done.out.startswith(f"{mine}:{at}: [places]: kiel: warning: 4 Fleets in Kiel")
    mine.write_text(mine.read_text().replace("usel = 0", "usel = 99", 1))
    done = run("check", str(mine))
    assert done.code == 1 and [": warning: " in text for text in done.out.splitlines()] == [False, True]


def test_a_scenario_is_checked_by_its_name_too(run: Runner) -> None:
    assert run("check", "thewar/1939-campaign", "global-war").out.count("in order") == 2
    done = run("check", "thewar/1939-campain")
    assert done.code == 2 and "no such file, folder, campaign or scenario" in done.err


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"a = [",
        b"a = " + b"[" * 100_000,
        b"a = " + b"9" * 100_000,
        b"x = nan\n",
        b'title = "\\u001b[31m[b]x[/b]"\n',
        b"a" + b".a" * 50_000 + b" = 1\n",
        b"[a]\n[a]\n",
        b"\x00" * 5_000_000,
    ],
    ids=["empty", "no text", "torn", "deep", "huge", "nan", "markup", "dotted", "twice", "large"],
)
def test_files_that_are_no_scenario(run: Runner, tmp_path: Path, data: bytes) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_bytes(data)
    for argv in (["check", str(bad)], ["new", str(bad), "--at", str(tmp_path / "made")]):
        done = run(*argv)
        assert done.code in (1, 2) and "fault of the program" not in done.err
        assert "\x1b" not in done.out + done.err
    assert not (tmp_path / "made").exists()


def test_what_is_not_there(run: Runner, tmp_path: Path) -> None:
    assert run("check", str(tmp_path / "none.toml")).code == 2
    assert run("check", str(tmp_path)).code == 2
    assert run("audit", str(tmp_path)).code == 2
    assert run("doctor", "nowhere").code == 2
    assert run("check").code == 2


def test_a_torn_tail_is_told_and_set_aside_by_the_next_writer(run: Runner, solo: str) -> None:
    run("do", solo, "italy effort none")
    file = _turn_file(solo)
    whole = file.read_bytes()
    file.write_bytes(whole + b'\n[[entry]]\nn = 3\nseat = "so')
    shown = run("show", solo)
    assert shown.code == 0 and shown.err and "To act: United States" in shown.out
    assert run("doctor", solo).code == 1
    assert run("do", solo, "us effort none").code == 0
    assert run("show", solo).err == "" and run("doctor", solo).code == 0
    assert any("torn" in path.name for path in file.parent.iterdir())


def test_a_hand_edit_is_named_and_can_be_accepted(run: Runner, solo: str) -> None:
    run("do", solo, "italy effort sle")
    file = _turn_file(solo)
    text = file.read_text()
    assert "effort sle" in text
    file.write_text(text.replace("effort sle", "effort rle"))
    done = run("doctor", solo)
    assert done.code == 1 and "2" in done.out
    refused = run("do", solo, "us effort none")
    assert refused.code == 2 and "doctor" in refused.err
    accepted = run("doctor", solo, "--accept", "typed the wrong effort", "--json")
    assert accepted.code == 0 and accepted.json["accepted"] and accepted.json["findings"] == []
    assert run("do", solo, "us effort none").code == 0
    assert run("doctor", solo, "--accept", "again").code == 2
    audit = run("audit", solo, "--json")
    assert audit.code == 1 and audit.json["differences"][0]["n"] == 2
    assert "entry 2" in run("audit", solo).out


def test_a_journal_that_was_cut_is_found_taken_with_a_reason_and_told_by_the_log(run: Runner, solo: str) -> None:
    from saves.desk import Desk

    desk = Desk.open(solo)
    desk.do(["italy effort none"])
    [path] = (desk.folder / "turns").glob("*.toml")
    path.write_bytes(path.read_bytes()[: path.read_bytes().rindex(b"\n[[entry]]\n")])
    assert run("doctor", solo).code == 0, "its seals fit, and nobody has said otherwise yet"
    n = desk.last_number
    assert desk.refresh() and desk.lost
    found = run("doctor", solo)
    assert found.code == 1 and f"[entry]: {n}: entry {n} stood here and is gone" in found.out
    assert run("doctor", solo, "--accept", "from the copy\nof Tuesday").code == 0
    told = f"taken by the doctor: the journal without entry {n}, which had stood in it: from the copy of Tuesday"
    assert told in run("log", solo).out
    [correction] = run("log", solo, "--json").json["corrections"]
    assert (correction["lost"], correction["edited"]) == ([n], [])
    assert run("do", solo, "italy effort none").code == 0 and desk.refresh() and not desk.lost
