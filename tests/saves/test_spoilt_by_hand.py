"""Scenarios and drafts as clumsy hands and strangers leave them: refused in words, nothing lost, nothing written
elsewhere; and what the commands say to names that lead nowhere."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from saves import checking, disk, scenarios
from saves.drafts import ScenarioDraft
from saves.errors import Misuse, NotFound, SavesError, UnreadableFile
from tests.saves.drafting import SMALL, saved
from tui.cli.main import main
from tui.models.edit import is_digit


def draft_of(path: Path) -> Path:
    return path.with_name(f".{path.stem}.draft")


def begun_draft() -> tuple[Path, Path]:
    """A scenario with one change that is not saved, and its draft."""
    draft = saved()
    draft.set("head.notes", "First.")
    assert draft.path is not None
    return draft.path, draft_of(draft.path)


def deed(parts: list[str], value: Any) -> str:
    return json.dumps({"what": "by hand", "mark": "done", "changes": [[parts, value]]}) + "\n"


@pytest.mark.parametrize("count", ["²", "٣", "0", "9" * 30, "-1"])
def test_a_number_of_players_that_is_none_is_a_fault(count: str) -> None:
    path = saved().path
    assert path is not None
    path.write_text(f'{path.read_text()}\n[seating."{count}"]\ngermany = "axis"\n')
    told = [finding.problem for finding in checking.check(path) if finding.key == count]
    assert "1 to 5 players are known" in told


@pytest.mark.parametrize("given", ["²", "--5", "-", "٣", "1.5"])
def test_an_option_is_a_whole_number_in_plain_digits(given: str) -> None:
    with pytest.raises(Misuse, match="is a whole number, not"):
        scenarios.preview("global-war", options={"german-submarine-steps": given})
    assert (
        scenarios.preview("global-war", options={"german-submarine-steps": "1"}).options["german-submarine-steps"] == 1
    )


def test_keys_that_python_calls_digits_are_none_to_a_page() -> None:
    assert [sign for sign in ("0", "9", "²", "٣", "12", "", None) if is_digit(sign)] == ["0", "9"]


@pytest.mark.parametrize(
    ("parts", "value"),
    [
        (["head"], None),
        (["head"], 1),
        (["head", "title"], None),
        (["head", "nope"], None),
        (["head", "nope"], 1),
        (["head", "extends"], None),
        (["head", "seating"], 1),
        (["head", "notes", "x"], 1),
        (["seating"], None),
        (["seating", "1", "germany", "x"], None),
    ],
)
def test_a_line_of_a_draft_that_leads_nowhere_is_told_and_the_others_stand(parts: list[str], value: Any) -> None:
    path, draft = begun_draft()
    draft.write_text(draft.read_text() + deed(parts, value) + deed(["head", "author"], "Me"))
    again = ScenarioDraft(path.stem)
    assert (again.resumed, again.head["notes"], again.head["author"]) == (2, "First.", "Me")
    assert "1 change could not stand there any more" in again.told


def test_what_stands_behind_a_spoilt_line_of_a_draft_is_set_aside_and_a_torn_one_is_dropped() -> None:
    path, draft = begun_draft()
    good = draft.read_text()
    draft.write_text(good + deed(["head", "author"], "Me")[:-9])
    assert ScenarioDraft(path.stem).resumed == 1
    assert draft.read_text() == good and not list(path.parent.glob("*torn*"))
    behind = "oops\n" + deed(["head", "author"], "Me")
    draft.write_text(good + behind)
    again = ScenarioDraft(path.stem)
    aside = path.with_name(f"{draft.name}.torn-1")
    assert aside.read_text() == behind and draft.read_text() == good
    assert again.resumed == 1 and again.told.endswith(f"lies in {aside.name}")
    again.set("head.author", "Me")
    assert ScenarioDraft(path.stem).resumed == 2


def test_a_draft_that_is_a_link_is_refused_and_what_it_leads_to_stays(tmp_path: Path) -> None:
    path, draft = begun_draft()
    elsewhere = tmp_path / "precious"
    elsewhere.write_bytes(draft.read_bytes() + b"mine\n")
    before = elsewhere.read_bytes()
    draft.unlink()
    draft.symlink_to(elsewhere)
    with pytest.raises(UnreadableFile, match=r"this is a link.*put it aside"):
        ScenarioDraft(path.stem)
    assert elsewhere.read_bytes() == before


def test_a_name_of_a_user_that_is_not_here_is_refused_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    nobody = "~nobody-of-that-name/x.toml"
    with pytest.raises(SavesError, match="no such user here"):
        disk.expanded(nobody)
    assert "no such user here" in checking.check(nobody)[0].problem
    out = ("scenario", "share", SMALL, "--out", nobody)
    for given in (("check", nobody), ("new", nobody), ("new", SMALL, "--at", nobody), ("show", nobody), out):
        assert main(list(given)) == 2
        assert "no such user here" in capsys.readouterr().err


def test_a_scenario_of_another_game_is_refused_by_the_name_that_was_asked_for() -> None:
    with pytest.raises(NotFound, match="no scenario 'worldatwar/1939-campaign'; nearest is '1939-campaign'"):
        scenarios.source_of("worldatwar/1939-campaign")


def test_what_is_printed_to_be_shared_can_be_read_again(capsys: pytest.CaptureFixture[str]) -> None:
    path = saved().path
    assert path is not None
    text = f"{path.read_text()}# soft\u00adhyphen, zero\u200bwidth\n"
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    capsys.readouterr()
    assert main(["scenario", "share", path.stem]) == 0
    printed = capsys.readouterr().out
    assert "\u00ad" not in printed and "soft\\u00adhyphen, zero\\u200bwidth" in printed and "\\x0d" not in printed
    assert tomllib.loads(printed) == tomllib.loads(text)


def test_a_file_that_is_no_text_is_listed_with_its_name_and_why() -> None:
    folder = scenarios.own_folder()
    folder.mkdir(parents=True)
    (folder / "bin.toml").write_bytes(b'format = 4\nid = "\xff\xfe"\n')
    (folder / "cut.toml").write_text('format = 4\ntitle = "no end\n')
    told = {card.id: card.problem for card in scenarios.scenarios() if card.problem}
    assert told["bin"].endswith("bin.toml:2: id: byte 17 is not UTF-8 text"), told
    assert "cut.toml:2: title: " in told["cut"]


def test_a_line_that_cannot_be_read_is_not_blamed_on_what_the_file_extends(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'format = 4\nkind = "scenario"\nid = "mine"\nextends = "thewar/1939-campaign"\ntitle = "R\x1b[2J"\n'
    )
    (found,) = [one for one in checking.check(path) if "illegal character" in one.problem]
    assert (found.file, found.line) == (str(path), 5)
