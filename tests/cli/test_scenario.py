"""``warledger scenario``: its verbs, what they print, and what they refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves import scenarios
from saves.drafts import ScenarioDraft
from tests.cli.running import Runner

SMALL = "battle-of-the-atlantic"


def mine(run: Runner, *changes: tuple[str, object]) -> ScenarioDraft:
    assert run("scenario", "new", "--from", SMALL, "--title", "My war").code == 0
    draft = ScenarioDraft("my-war")
    for path, value in changes:
        draft.set(path, value)
    draft.save()
    return draft


def test_a_scenario_is_copied_compared_tried_and_begun(run: Runner) -> None:
    made = run("scenario", "new", "--from", SMALL, "--title", "My war")
    assert made.code == 0 and made.out.startswith("my-war: ") and "warledger new my-war" in made.out
    draft = ScenarioDraft("my-war")
    draft.set("powers.germany.brps", 140)
    draft.set("options.classic", False)
    draft.save()
    shown = run("scenario", "compare", SMALL, "my-war")
    assert shown.code == 0
    assert "[powers]\n  Germany BRPs: 125 -> 140\n" in shown.out and "[options]\n  classic: yes -> no\n" in shown.out
    told = run("scenario", "compare", SMALL, "my-war", "--json").json
    assert {one["path"] for one in told} >= {"powers.germany.brps", "options.classic", "title"}
    assert run("scenario", "compare", "my-war", "my-war").out == "nothing differs\n"
    tried = run("scenario", "try", "my-war", "--turns", "1")
    assert tried.code == 0 and "My war: 1 turn played at random" in tried.out and "it holds" in tried.out
    assert run("scenario", "try", "my-war", "--turns", "1", "--json").json["fault"] == ""
    assert run("new", "my-war").code == 0


def test_a_title_is_found_where_none_is_given(run: Runner) -> None:
    first = run("scenario", "new", "--from", SMALL, "--json").json
    second = run("scenario", "new", "--from", SMALL, "--json").json
    assert second["id"] == f"{first['id']}-2" and Path(second["file"]).is_file()


def test_a_scenario_is_shared_on_standard_output_or_in_a_new_file(run: Runner, tmp_path: Path) -> None:
    draft = mine(run, ("powers.germany.brps", 140), ("sources.powers.germany.brps", "own"))
    assert draft.path is not None
    assert run("scenario", "share", "my-war").out == draft.path.read_text()
    out = tmp_path / "for-others.toml"
    without = run("scenario", "share", "my-war", "--figures", "none", "--out", str(out))
    assert without.code == 0 and "of your figures 1 are those of battle-of-the-atlantic again" in without.err
    assert "brps = 140" not in out.read_text() and run("check", str(out)).code == 0
    again = run("scenario", "share", "my-war", "--out", str(out))
    assert again.code == 2 and "is there already" in again.err
    assert run("scenario", "share", "my-war", "--out", str(tmp_path / "no" / "x.toml")).code == 2


def test_a_turn_becomes_a_scenario_and_a_correction_is_offered(run: Runner, tmp_path: Path) -> None:
    draft = mine(run)
    assert run("new", "my-war", "--name", "first", "--at", str(tmp_path)).code == 0
    where = str(tmp_path / "first")
    made = run("scenario", "from", where, "--turn", "1939-3-fall")
    assert made.code == 0 and made.out.startswith("my-war-fall-1939: ")
    assert scenarios.preview("my-war-fall-1939").first == "1939-3-fall"
    unknown = run("scenario", "from", where, "--turn", "1944-1-spring")
    assert unknown.code == 2 and "there are 1939-3-fall" in unknown.err
    assert "# nothing differs" in run("scenario", "rulings", where).out
    draft.set("powers.germany.base", 126)
    draft.set("head.version", "2")
    draft.save()
    offered = run("scenario", "rulings", where)
    assert offered.out.splitlines() == [
        "# my-war: the campaign began with no version, 2 now",
        'ruling powers.germany.base 126 because "my-war 2 corrects it"',
    ]
    assert run("do", where, "-", stdin=offered.out).code == 0
    assert run("scenario", "rulings", where, "--json").json["rulings"] == []


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (("new", "--from", "nowhere"), "no scenario 'nowhere'"),
        (("new", "--from", SMALL, "--title", "Global war"), "there is a scenario 'global-war' already"),
        (("new", "--from", SMALL, "--title", "?"), "a title has letters or digits"),
        (("new",), "--from"),
        (("from", "nothing", "--turn", "1939-3-fall"), "no campaign 'nothing'"),
        (("share", "nowhere"), "no scenario 'nowhere'"),
        (("share", SMALL, "--figures", "some"), "invalid choice"),
        (("compare", SMALL, "1939-campaign"), "one is of worldatwar, the other of thewar"),
        (("try", SMALL, "--turns", "0"), "invalid choice"),
        (("rulings", "nothing"), "no campaign 'nothing'"),
        (("burn", SMALL), "invalid choice"),
        ((), "VERB"),
    ],
)
def test_what_cannot_be_is_told_on_one_line(run: Runner, argv: tuple[str, ...], told: str) -> None:
    done = run("scenario", *argv)
    assert done.code == 2 and done.out == "" and told in done.err and done.err.count("\n") == 1
    assert not scenarios.own_folder().exists()
