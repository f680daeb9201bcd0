"""Dice, decisions and sealed orders on the command line, with the small game that has all three; it keeps no ledger."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Runner
from tests.saves.desks import begin

SECRET_BID = 7


@pytest.fixture
def duel(tmp_path: Path) -> str:
    """A campaign with the player's own dice, at the step where a duel may begin."""
    return str(begin(tmp_path, dice="keyboard"))


def test_a_die_that_is_wanted_is_named(run: Runner, duel: str) -> None:
    assert run("do", duel, "red bid 1", "blue bid 1").code == 0
    before = run("log", duel, "--json").out
    done = run("do", duel, "red fight")
    assert done.code == 2 and "duel" in done.err and "--rolls" in done.err and "10 sides" in done.err
    assert run("do", duel, "--rolls", "11", "red fight").code == 2
    assert run("do", duel, "--rolls", "7,3", "red fight").code == 2
    assert run("log", duel, "--json").out == before


def test_rolls_decisions_and_their_answers(run: Runner, duel: str) -> None:
    run("do", duel, "red bid 1", "blue bid 1")
    out = run("do", duel, "--rolls", "0", "red fight").out
    assert "rolled 10 of 10 for duel (D2)" in out and "Red decides: on or off" in out
    found = run("choices", duel, "--json").json
    assert [choice["text"] for choice in found["choices"]] == ["red on", "red off"]
    assert found["decision"]["answers"] == ["red on", "red off"] and found["awaits"] == ["red"]
    refused = run("do", duel, "blue spend 1", "--json")
    assert refused.code == 1 and refused.json["refused"][0]["rule"] == "D1"
    (roll,) = run("do", duel, "--rolls", "3", "red on", "--json").json["entries"][-1]["rolls"]
    assert (roll["face"], roll["sides"], roll["rule"], roll["purpose"]) == (3, 10, "D2", "duel")
    assert run("do", duel, "red off").code == 0
    assert "fame" in run("log", duel).out


def test_a_game_without_a_ledger(run: Runner, duel: str) -> None:
    assert run("show", duel).code == 0 and run("show", duel, "--json").json["ledger"] == []
    assert run("sheet", duel).code == 0
    assert run("show", duel, "powers.red.gold").out.split() == ["powers.red.gold", "15", "[house]"]


def test_a_sealed_order_is_seen_by_its_seat_alone(run: Runner, tmp_path: Path) -> None:
    campaigns = []
    for bid in (SECRET_BID, 2):
        top = tmp_path / str(bid)
        top.mkdir()
        campaign = str(begin(top, seats=2))
        given = run("do", campaign, "--seat", "red", f"red bid {bid}")
        assert given.code == 0 and f"bid {bid}" not in run("log", campaign, "--seat", "blue").out
        campaigns.append(campaign)
    # What differs only in what blue must not know looks the same to blue, but for the digest that binds it.
    for command in ("show", "choices", "log", "sheet"):
        for seat in ([], ["--seat", "blue"]):
            one, other = (run(command, campaign, *seat).out for campaign in campaigns)
            assert _without_digests(one) == _without_digests(other)
    own = run("do", campaigns[0], "--seat", "blue", "blue bid 3")
    assert own.code == 0 and "Revealed: red bid 7" in run("log", campaigns[0]).out
    refused = run("undo", campaigns[0], "--seat", "blue")
    assert refused.code == 1 and "revealed" in refused.err


def _without_digests(text: str) -> list[str]:
    return [" ".join(word for word in line.split() if len(word.strip('".,')) < 60) for line in text.splitlines()]
