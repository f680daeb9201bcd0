"""Seats given on the host's command line: ``server new``, ``give``, ``take``, ``watch``."""

from __future__ import annotations

import pytest

from saves import rights
from tests.cli.running import Runner
from tests.server.guests import Server


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    """A runner of the host's own commands."""
    return Runner(capsys, monkeypatch)


def test_a_campaign_is_begun_and_its_seats_are_given(server: Server, run: Runner) -> None:
    data = str(server.data)
    made = run("server", "--data", data, "new", "1939-campaign", "--name", "north", "--seats", "2")
    assert made.code == 0 and "nobody plays it yet" in made.out
    assert run("server", "--data", data, "give", "north", "axis", "anna").out == (
        "anna sits down at the seat axis; anna holds it now\n"
    )
    assert run("server", "--data", data, "watch", "north", "carl").out == "carl watches\n"
    held = rights.read(server.campaigns / "north")
    assert held.players("axis") == ("anna",) and held.watching == ("carl",)
    assert run("server", "take", "north", "axis", "anna", "--data", data).code == 0
    assert run("server", "--data", data, "watch", "north", "carl", "--no-longer").code == 0
    held = rights.read(server.campaigns / "north")
    assert held.players("axis") == () and held.watching == ()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("give", "sealed", "axis", "nobody"), "no player 'nobody'"),
        (("give", "sealed", "axsi", "carl"), "nearest is 'axis'"),
        (("give", "seald", "axis", "carl"), "nearest is 'sealed'"),
        (("give", "../sealed", "axis", "carl"), "no campaign '../sealed' on this server"),
        (("give", "sealed", "axis", "anna"), "anna sits at the seat 'axis' already"),
        (("take", "sealed", "allied", "anna"), "anna does not sit at the seat 'allied'; ben does"),
        (("watch", "sealed", "nobody"), "no player 'nobody'"),
        (("watch", "sealed", "dora"), "dora watches already"),
        (("new", "1939-campaign", "--name", "sealed"), "there is a campaign 'sealed' already"),
        (("new", "1939-campaign", "--at", "elsewhere"), "--at"),
        (("give", "sealed", "axis"), "PLAYER"),
    ],
)
def test_what_cannot_be_given_says_what_would(server: Server, run: Runner, words: tuple[str, ...], told: str) -> None:
    before = rights.read(server.sealed)
    done = run("server", "--data", str(server.data), *words)
    assert done.code == 2 and told in done.err and rights.read(server.sealed) == before
