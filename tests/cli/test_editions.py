"""``warledger tables RULESET --edition``: where the editions differ, and what holds in one of them."""

from __future__ import annotations

import pytest

from tests.cli.running import Runner


def test_bare_it_shows_every_edition_beside_the_others(run: Runner) -> None:
    found = run("tables", "worldatwar", "--edition", "--json").json
    assert found["columns"] == ["newest", "middle", "oldest"], "the default one first"
    raids = found["rows"]["26.52 Japanese AAF that bomb"]
    assert [cell["result"] for cell in raids] == ["no limit", "10", "10"]
    text = run("tables", "worldatwar", "--edition").out
    assert "26.52  Japanese AAF that bomb\n    newest  no limit\n    middle  10\n    oldest  10\n" in text


def test_an_edition_that_is_silent_follows_the_middle_one(run: Runner) -> None:
    rows = {
        name: run("tables", "worldatwar", "--edition", name, "--json").json["rows"] for name in ("middle", "oldest")
    }
    assert rows["oldest"]["24.66 most transports lost"] == [{"result": "all", "marks": []}]
    differing = {key for key in rows["middle"] if rows["middle"][key] != rows["oldest"][key]}
    assert differing == {"26.451 second interception", "26.71B 3 BRPs for 1 of the construction limit"}


def test_what_is_not_as_in_the_default_stands_beside_it(run: Runner) -> None:
    text = run("tables", "worldatwar", "--edition", "middle").out
    assert "24.66  most transports lost\n    middle  all\n    newest  half" in text
    same = text.split("26.71B")[1].split("\n\n")[0]
    assert "newest" not in same, "alike in both"


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["thewar", "--edition"], "has one edition only"),
        (["worldatwar", "--edition", "new"], "there are newest, middle, oldest"),
        (["worldatwar", "sw-combat", "--edition", "newest"], "not of one table"),
        (["worldatwr", "--edition"], "no game 'worldatwr'"),
    ],
)
def test_editions_that_are_not_there_are_misuse(run: Runner, argv: list[str], message: str) -> None:
    done = run("tables", *argv)
    assert (done.code, done.out) == (2, "") and message in done.err
