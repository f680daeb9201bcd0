"""What the calculators of A World at War are handed and hand out: fields, bad input, odds, batches, time."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.calculators import Malformed, every, find
from engine.worldatwar import CALCULATOR_PREFIX
from engine.worldatwar.calculators import CALCULATORS
from engine.worldatwar.world.editions import NAMES, edition
from tests.cli.running import Runner
from tests.worldatwar.solving import calc, spread

ROOT = Path(__file__).resolve().parents[3]
RAID = {"bombers": 4, "target_strength": 3, "modifier": 0}
SAMPLES: dict[str, tuple[tuple[int, ...], dict[str, Any]]] = {
    "sw-table": ((), {"factors": 6, "roll": 7}),
    "submarines": ((7, 7), {"submarines": 6, "asw": 7, "modifier": 0, "transports": 20}),
    "air-table": ((), {"factors": 6, "roll": 7}),
    "air-losses": ((), {"groups": {"bombers": 3, "jets": 2}, "eliminated": 1, "aborted": 1}),
    "air-combat": ((7, 7), {"attackers": {"bombers": 3}, "defenders": {"interceptors": 2}}),
    "bombing": ((7, 7), RAID),
    "bombing-modifier": ((), {"results": 2}),
    "target": ((), {"cities": 1}),
    "shipyard": ((7, 7), {**RAID, "owner": "axis", "size": 3, "column": "fall", "season": "spring"}),
    "flying-bombs": ((), {"salvos": 2}),
    "markers": ((), {"facility": "synthetic", "brps": 12}),
    "interception": ((), {"activity": "sea-supply"}),
    "resistance": ((), {"pacific_objectives": 3}),
}
KEYS = {
    "sw-table": {"first", "second"},
    "air-table": {"eliminated", "aborted", "certain"},
    "air-losses": {"lost", "aborted", "left"},
    "flying-bombs": {"brps"},
    "markers": {"markers", "partial_counters_lost", "destroyed"},
}


def test_every_calculator_is_sampled_and_bears_the_prefix() -> None:
    names = [calculator.name for calculator in CALCULATORS]
    assert names and all(name.startswith(CALCULATOR_PREFIX) for name in names)
    assert {name.removeprefix(CALCULATOR_PREFIX) for name in names} == set(SAMPLES)
    assert set(names) <= set(every()) and len(set(names)) == len(names)


@pytest.mark.parametrize("name", list(SAMPLES))
def test_results_are_plain_and_have_their_breakdown(name: str) -> None:
    rolls, fields = SAMPLES[name]
    answer = calc(name, *rolls, **fields)
    assert json.loads(json.dumps(answer)) == answer
    assert KEYS.get(name, set()) <= set(answer)
    for line in answer["breakdown"]:
        assert set(line) == {"label", "value", "rule"} and line["label"] and line["rule"]
        assert isinstance(line["value"], int)


@pytest.mark.parametrize("name", list(SAMPLES))
def test_chances_add_up_to_one(name: str) -> None:
    rolls, fields = SAMPLES[name]
    chances = spread(name, **fields)
    assert sum(chance for chance, _ in chances) == 1
    assert len(chances) > 1 if rolls else chances == [(Fraction(1), {"p": "1", **calc(name, **fields)})]


@pytest.mark.parametrize("name", list(SAMPLES))
def test_bad_fields_and_rolls_are_said(name: str) -> None:
    rolls, fields = SAMPLES[name]
    for bad in ((*rolls, 7), rolls[:-1], (*rolls[:-1], 13), (*rolls[:-1], 1)):
        if bad != rolls:
            with pytest.raises(Malformed):
                calc(name, *bad, **fields)
    with pytest.raises(Malformed, match="no field"):
        calc(name, *rolls, **fields, nonsense=1)
    for field, value in fields.items():
        for wrong in (-2_000_000, None, "x" * 100, [1], {"a": 1}, 2.5):
            with pytest.raises(Malformed):
                calc(name, *rolls, **{**fields, field: wrong})
        assert value is not None


def test_an_edition_is_named_or_the_newest() -> None:
    with pytest.raises(Malformed, match="nearest is 'middle'"):
        calc("submarines", 7, 7, **SAMPLES["submarines"][1], edition="midle")
    assert calc("markers", facility="synthetic", brps=12) == calc(
        "markers", facility="synthetic", brps=12, edition="newest"
    )
    assert [edition(name).id for name in NAMES] == list(NAMES)
    assert edition("oldest").markers == edition("middle").markers != edition("newest").markers


def test_on_the_command_line(run: Runner) -> None:
    done = run("calc", "awaw-submarines", "submarines=6", "asw=7", "modifier=-1", "transports=35", "--rolls", "8,4")
    assert done.code == 0 and "transports_sunk" in done.out
    groups = '{"escort-aaf": 20, "bombing-aaf": 10}'
    shared = run("calc", "awaw-air-losses", f"groups={groups}", "eliminated=6", "aborted=6", "--json")
    assert shared.json["left"] == {"escort-aaf": 14, "bombing-aaf": 4}
    uncapped = run("calc", "awaw-bombing", "bombers=4", "target_strength=3", "value=none", "--rolls", "7,7", "--json")
    assert uncapped.json["brps"] == uncapped.json["brps_lost"]
    assert run("calc", "awaw-submarine", "asw=3").code != 0
    for calculator in CALCULATORS:
        assert run("calc", calculator.name, "--fields").code == 0


def test_a_batch_goes_on_after_what_is_refused(run: Runner) -> None:
    asked: list[dict[str, Any]] = [
        {"calc": "awaw-submarines", "rolls": [8, 4], "submarines": 6, "asw": 7, "modifier": -1, "transports": 35},
        {"calc": "awaw-submarines", "rolls": [1, 4], "submarines": 6, "asw": 7, "modifier": -1, "transports": 35},
        {"calc": "awaw-interception", "activity": "raiders-to-port", "force": "submarines"},
        {"calc": "awaw-bombing", "rolls": [7, 7], **RAID, "value": None},
    ]
    done = run("calc", "--batch", stdin="\n".join(json.dumps(question) for question in asked))
    sunk, error, no, raid = [json.loads(line) for line in done.out.splitlines()]
    assert (sunk["transports_sunk"], raid["brps_lost"]) == (2, raid["brps"])
    assert "total of 2 dice" in str(error["error"]) and no["refused"][0]["rule"] == "22.22F"


@pytest.mark.parametrize(("name", "unwanted"), [("uboats", "worldatwar"), ("awaw-submarines", "thewar")])
def test_neither_game_is_loaded_for_the_others_calculators(name: str, unwanted: str) -> None:
    program = (
        "import sys\n"
        "from engine.kernel.calculators import find\n"
        f"assert find({name!r}).name == {name!r}\n"
        f"print([one for one in sys.modules if one.startswith('engine.{unwanted}.')])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert find(name).name == name
