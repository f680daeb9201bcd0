"""``log --dice`` and ``verify`` on the command line: exit codes, and files of whatever kind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import Runner
from tests.saves.desks import SECRET, begin
from tests.saves.test_shared_dice import agreed
from tests.saves.test_verify import played


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a campaign that is over, which its tests only read."""
    folder = begin(tmp_path_factory.mktemp("ended"), seats=2, dice="shared", turns=2)
    agreed(folder)
    played(folder)
    return folder


def test_a_campaign_that_is_over_is_verified_from_its_folder_and_from_what_log_printed(
    run: Runner, ended: Path, tmp_path: Path
) -> None:
    found = run("verify", str(ended))
    assert found.code == 0 and "every face follows from the secret" in found.out
    assert "Nobody can have steered a face" in found.out and "lines of red, blue are in every key" in found.out
    printed = run("log", str(ended), "--dice", "--json")
    file = tmp_path / "dice.json"
    file.write_text(printed.out)
    assert run("verify", str(file)).code == 0
    assert run("verify", str(file), "--json").json["problems"] == []
    document = printed.json
    roll = next(event for event in document["events"] if "rolls" in event)["rolls"][0]
    roll["face"] = roll["face"] % 10 + 1
    file.write_text(json.dumps(document))
    altered = run("verify", str(file))
    assert altered.code == 1 and f"the die {roll['key']} is recorded as {roll['face']}" in altered.out


def test_the_rolls_are_listed_for_people_too(run: Runner, ended: Path) -> None:
    out = run("log", str(ended), "--dice").out
    assert "/duel/" in out and SECRET.hex() in out and "commitment" in out
    assert run("log", str(ended), "--dice", "--turn", "1500-1-spring").code == 2


def test_a_campaign_that_goes_on_has_published_nothing(run: Runner, tmp_path: Path) -> None:
    folder = begin(tmp_path, seats=2)
    found = run("verify", str(folder))
    assert found.code == 2 and "not published" in found.err
    assert SECRET.hex() not in run("log", str(folder), "--dice", "--json").out
    hidden = tmp_path / "told"
    hidden.write_bytes(SECRET)
    assert run("verify", str(folder), "--secret-file", str(hidden)).code == 0


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff\x00", b'{"kind": "warledger-dice", "format": 1}', b"[" * 9000])
def test_nonsense_is_refused_without_a_traceback(run: Runner, tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "dice.json"
    file.write_bytes(data)
    found = run("verify", str(file))
    assert (found.code == 2 and "Traceback" not in found.err and str(file.name) in found.err) or "document" in found.err
    assert run("verify", str(tmp_path / "nowhere")).code == 2
