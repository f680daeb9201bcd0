"""Naval combat cards from the command line: asked, weighed, sealed, opened together (29.13); what may come of a battle
in words."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from engine.thewar.ruleset import RULESET
from saves import library
from tests.cli.running import Runner
from tests.cli.test_battles import ATTACK
from tests.cli.test_battles import written as at_smolensk
from tests.thewar.atlantic import SEATS
from tests.thewar.optional import playing
from tests.thewar.sea.test_sea_fight import med
from tests.thewar.sea_cards import FLEETS, dealt, facing


def written(at: Path) -> str:
    """An Italian Fleet that a British one has found, two seats, cards."""
    hidden = at / "hidden"
    hidden.write_bytes(bytes(32))
    campaign = attrs.evolve(facing(playing(dealt(med()), "naval-cards"), *FLEETS), seats=SEATS)
    return str(library.create(RULESET, campaign, name="aegean", at=at, secret_file=hidden))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    """A runner of commands."""
    return Runner(capsys, monkeypatch)


@pytest.mark.rule("tw-29.13")
def test_29_13_from_the_command_line(run: Runner, tmp_path: Path) -> None:
    where = written(tmp_path)
    assert run("do", where, "--seat", "axis", "italy sea-battle aegean").code == 0
    for seat, power, card in (("axis", "italy", "line-ahead"), ("allied", "britain", "smoke")):
        offered = run("choices", where, "--seat", seat)
        assert "Italy and Britain decide: which naval card in round 1? (29.13)" in offered.out
        assert f"{power} naval-card {card}" in offered.out and "sealed until all have answered" in offered.out
        assert "'line ahead': -2 against smoke" in offered.out or "'smoke': -2 against line ahead" in offered.out
        asked = run("choices", where, "--seat", seat, "--json").json
        assert asked["awaits"] == ["italy", "britain"] and asked["decision"]["power"] == power
    refused = run("do", where, "--seat", "allied", "britain naval-card carriers")
    assert refused.code == 1 and "needs a whole CV with its whole NAC" in refused.err
    told = run("forecast", where, "--seat", "allied", "britain naval-card smoke").out
    assert "assumed: each card of the other side is as likely as another" in told
    assert run("do", where, "--seat", "allied", "britain naval-card smoke").code == 0
    waits = run("choices", where, "--seat", "allied").out
    assert "Italy decides: which naval card" in waits and "naval-card smoke" not in waits
    assert "smoke" not in run("log", where, "--seat", "axis").out
    done = run("do", where, "--seat", "axis", "italy naval-card line-ahead")
    assert done.code == 0, done.err
    log = run("log", where).out
    assert "Italy 'line ahead' against Britain 'smoke', -2" in log
    (battle,) = run("battles", where, "--json").json["battles"]
    cards = [one for one in battle["rolls"][0]["modifiers"] if one["label"] == "naval combat cards"]
    assert [(one["value"], one["rule"]) for one in cards] == [(-2, "29.13")]


def test_what_may_come_of_a_battle_is_said_in_words_and_in_json_by_its_figures(run: Runner, tmp_path: Path) -> None:
    told = run("forecast", written(tmp_path), "--seat", "axis", "italy sea-battle aegean")
    assert told.code == 0 and "Ships of the defender hit" in told.out and "they meet" in told.out
    assert "Italy loses" in told.out and "assumed: no naval combat cards are played" in told.out
    (tmp_path / "ground").mkdir()
    there = at_smolensk(tmp_path / "ground")
    ground = run("forecast", there, ATTACK).out
    assert "rolled on 4-1 (-3)" in ground and "the hex is ours to enter" in ground and "fate" not in ground
    spread = run("forecast", str(tmp_path / "aegean"), "--seat", "axis", "italy sea-battle aegean", "--json").json
    assert {"attacker", "defender", "met", "goes_on"} <= set(spread["distribution"][0])
    assert {"ships", "sunk", "depleted"} <= set(spread["distribution"][0]["attacker"])
