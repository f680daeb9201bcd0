"""A battle ordered, forecast, fought and read from the command line (10.0, 10.2)."""

from __future__ import annotations

from pathlib import Path

import attrs

from engine.thewar.ruleset import RULESET
from saves import library
from tests.cli.running import Runner
from tests.thewar.ground.test_ground_fight import COMBAT, front

ATTACK = "germany attack smolensk units=3-arm-8-8,2-inf-6-5 against=2-ussr-inf-4-5 terrain=city air=mdm"


def written(at: Path) -> str:
    at.mkdir(exist_ok=True)
    hidden = at / "hidden"
    hidden.write_bytes(bytes(32))
    start = front()
    start = attrs.evolve(start, seats=dict.fromkeys(start.powers, "solo"))
    return str(library.create(RULESET, start, name="smolensk", at=at, secret_file=hidden))


def test_an_attack_from_the_forecast_to_the_report(run: Runner, tmp_path: Path) -> None:
    where = written(tmp_path)
    assert "No battle was fought." in run("battles", where).out
    foretold = run("forecast", where, ATTACK).out
    assert "36 to 18" in foretold and "rolled on 4-1 (-3)" in foretold and "the hex is ours to enter" in foretold
    assert "value" not in foretold and "Germany loses on the average" in foretold
    assert (
        "is worse than 1-4"
        in run("do", where, "germany attack x units=inf-6-5 against=2-inf-4-5,arm-6-8 terrain=mountain").err
    )
    done = run("do", where, ATTACK, "germany done through axis.operations.attacks", "ussr done")
    assert done.code == 0, done.err
    assert run("show", where, "--json").json["step"] == COMBAT
    assert run("do", where, "germany fight smolensk").code == 0
    text = run("battles", where).out
    assert text.startswith("Battle at Smolensk · Summer 1941")
    assert "36 to 18: 2-1: die " in text and "columns +2: rolled on 4-1" in text and "11.3.1" in text
    (battle,) = run("battles", where, "--json").json["battles"]
    (roll,) = battle["rolls"]
    assert [side["total"] for side in roll["strengths"]] == [36, 18] and roll["odds"] == "2-1"
    before = run("forecast", written(tmp_path / "again"), ATTACK, "--json").json["rolls"][0]
    after = ("faces", "row", "result", "words")
    assert {key: one for key, one in before.items() if key not in after} == {
        key: one for key, one in roll.items() if key not in after
    }
    assert (roll["table"], roll["column"], roll["net"]) == ("ground-crt", "4-1", -3)
    assert {one["holds"] for one in roll["modifiers"]} == {True, False}
    assert run("battles", where, "--turn", "1941-2-summer").out == text
    assert run("battles", where, "--turn", "1941-3-fall").code == 2
