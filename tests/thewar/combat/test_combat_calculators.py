"""``warledger calc`` for combat: the contract's fields and results, defaults, refusals, certain results, batches."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.kernel.calculators import Malformed, find, solve
from tests.cli.running import Runner
from tests.thewar.single_rolls import batch, calc, refused

RATES = {"attacker_rate": 1, "defender_rate": 2}
LEAST: dict[str, dict[str, Any]] = {
    "odds": {"table": "ground-crt", "attacker": 13, "defender": 4},
    "ground": {"attack": 12, "defence": 4, **RATES},
    "defence": {"units": "INF 4-5, STA 2-3", "terrain": ["clear"]},
    "air": {"attacker": 3, "defender": 2, **RATES},
    "naval": {"attacker": 3, "defender": 2, **RATES},
    "interception": {"size": 2, "modifier": 0},
    "flak": {"factors": 1.5},
    "depletion": {"kind": "fleet"},
}
KEYS = {
    "odds": {"column", "allowed"},
    "ground": {"allowed", "basic", "column", "modifier", "row", "result", "marks"},
    "defence": {"factors"},
    "air": {"column", "modifier", "row", "result", "side", "effect", "count"},
    "naval": {"column", "modifier", "row", "result", "side", "effect", "count"},
    "interception": {"intercept"},
    "flak": {"column", "result", "depleted", "eliminated"},
    "depletion": {"damage", "space"},
}
WITHOUT_DICE = ("odds", "defence")


@pytest.mark.parametrize("name", list(LEAST))
def test_the_least_fields_give_every_key(run: Runner, name: str) -> None:
    rolls = [] if name in WITHOUT_DICE else [4]
    (found,) = batch(run, {"calc": name, "rolls": rolls, **LEAST[name]})
    assert KEYS[name] | {"breakdown"} <= set(found)
    assert all(set(line) == {"label", "value", "rule"} for line in found["breakdown"])


@pytest.mark.parametrize("name", list(LEAST))
def test_a_distribution_is_exact_and_counts_what_each_face_brings(name: str) -> None:
    fields = LEAST[name]
    spread = calc(name, None, **fields)["distribution"]
    assert sum(Fraction(one["p"]) for one in spread) == 1
    if name in WITHOUT_DICE:
        assert len(spread) == 1
        return
    wanted: dict[str, Fraction] = {}
    for face in range(1, 11):
        key = repr({key: value for key, value in calc(name, (face,), **fields).items() if key != "breakdown"})
        wanted[key] = wanted.get(key, Fraction(0)) + Fraction(1, 10)
    found = {
        repr({key: value for key, value in one.items() if key not in ("p", "breakdown")}): Fraction(one["p"])
        for one in spread
    }
    assert found == wanted


@pytest.mark.parametrize("name", list(LEAST))
def test_each_field_without_a_default_is_wanted(name: str) -> None:
    required = set(LEAST[name]) - {"terrain"}
    for field in required:
        with pytest.raises(Malformed, match=f"needs {field}"):
            find(name).read({key: value for key, value in LEAST[name].items() if key != field}, typed=True)
    with pytest.raises(Malformed, match="no field"):
        find(name).read({**LEAST[name], "colour": 1}, typed=True)


def test_defaults_are_those_of_the_contract() -> None:
    assert calc("air", (4,), **LEAST["air"]) == calc(
        "air", (4,), attacker_ftr=0, defender_ftr=0, attacker_jets=0, defender_jets=0, attacker_bombers=False,
        defender_bombers=False, axis_over_britain=False, on_ground=False, effort="none", round=1, **LEAST["air"],
    )  # fmt: skip
    assert calc("ground", (4,), **LEAST["ground"]) == calc(
        "ground", (4,), oas=0, das=0, sbs=0, other_shift=0, modifiers=[], **LEAST["ground"]
    )
    assert calc("defence", (), **LEAST["defence"]) == calc(
        "defence", (), depleted=[], reserve=[], siege=0, second_impulse=False, **LEAST["defence"]
    )


@pytest.mark.parametrize(
    ("table", "attacker", "defender", "column", "allowed"),
    [
        ("ground-crt", 13, 4, "3-1", True),
        ("ground-crt", 12, 2, "6-1", True),
        ("ground-crt", 90, 2, "6-1", True),
        ("ground-crt", 11, 2, "5-1", True),
        ("ground-crt", 1, 4, "1-4", True),
        ("ground-crt", 1, 5, "1-4", False),
        ("naval-crt", 1, 5, "1-4", False),
        ("naval-crt", 2, 3, "2-3", True),
        ("naval-crt", 3, 0, "4-1", True),
        ("air-crt", 1, 9, "1-4", True),
        ("air-crt", 3, 2, "3-2", True),
        ("uboat-crt", 2, 3, "1-2", True),
        ("uboat-crt", 5, 0, "4-1", True),
        ("bombing-crt", 1, 9, "1-3", True),
        ("bombing-crt", 2, 0, "2-1", True),
    ],
)
def test_calc_odds(table: str, attacker: int, defender: int, column: str, allowed: bool) -> None:
    found = calc("odds", (), table=table, attacker=attacker, defender=defender)
    assert (found["column"], found["allowed"]) == (column, allowed)


def test_odds_against_nobody_are_no_battle() -> None:
    assert refused("odds", table="ground-crt", attacker=3, defender=0) == ["10.0, ruling 32"]
    assert refused("odds", table="air-crt", attacker=3, defender=0) == ["11.9"]


@pytest.mark.parametrize(
    ("name", "fields", "message"),
    [
        ("odds", {"table": "ground"}, "nearest is 'ground-crt'"),
        ("ground", {"attacker_rate": 5}, "from 1 to 4"),
        ("ground", {"attack": 0}, "from 1"),
        ("ground", {"oas": -1}, "from 0"),
        ("ground", {"modifiers": ["barbarosa"]}, "nearest is 'barbarossa'"),
        ("ground", {"defence": 1.3}, "half factors"),
        ("air", {"round": 4}, "from 1 to 3"),
        ("air", {"defender": 0}, "from 1"),
        ("air", {"effort": "big"}, "is none of"),
        ("naval", {"modifiers": "x"}, "list of names"),
        ("depletion", {"kind": "submarine"}, "is none of"),
        ("interception", {"size": -1}, "from 0"),
        ("flak", {"factors": "much"}, "half factors"),
        ("defence", {"terrain": ["forrest"]}, "nearest is 'forest'"),
        ("defence", {"siege": 4}, "from 0 to 3"),
        ("defence", {"units": "INF"}, "item 1, 'INF'"),
        ("defence", {"units": "INF 4-5, TAC 1-5"}, "item 2, 'TAC'"),
        ("defence", {"units": "INF 4-5,"}, "item 2, ''"),
        ("defence", {"units": "0 INF 4-5"}, "1 to 100 units"),
        ("defence", {"units": "101 INF 4-5"}, "1 to 100 units"),
        ("defence", {"depleted": [2]}, "no unit 2"),
        ("defence", {"reserve": [-1]}, "from 0"),
    ],
)
def test_bad_fields_are_named(name: str, fields: dict[str, Any], message: str) -> None:
    calculator = find(name)
    with pytest.raises(Malformed, match=message):
        solve(calculator, calculator.read({**LEAST[name], **fields}, typed=True))


@pytest.mark.parametrize(
    ("name", "fields", "rolls"),
    [
        ("ground", {}, ()),
        ("ground", {}, (4, 4)),
        ("ground", {}, (0,)),
        ("ground", {"attack": 1, "defence": 9}, (4,)),
        ("naval", {"attacker": 1, "defender": 9}, (4,)),
        ("flak", {"factors": 0}, (4,)),
        ("odds", {}, (4,)),
        ("depletion", {}, (11,)),
    ],
)
def test_rolls_too_many_too_few_or_impossible(name: str, fields: dict[str, Any], rolls: tuple[int, ...]) -> None:
    with pytest.raises(Malformed, match="rolls"):
        calc(name, rolls, **{**LEAST[name], **fields})


def test_a_certain_result_stands_beside_its_distribution() -> None:
    for name, fields in (("ground", {"attack": 1, "defence": 9}), ("naval", {"attacker": 1, "defender": 9})):
        found = calc(name, None, **{**LEAST[name], **fields})
        assert len(found["distribution"]) == 1 and found["distribution"][0]["p"] == "1"
    assert calc("ground", None, **{**LEAST["ground"], "attack": 1, "defence": 9})["allowed"] is False


def test_as_people_type_it(run: Runner) -> None:
    done = run("calc", "defence", "units=INF 6-5, ARM 8-8", "terrain=city,fortified", "depleted=1", "--json")
    assert done.json["factors"] == 6 * 3 + 1 + 8
    typed = ["attack=12", "defence=4", "oas=2", "attacker_rate=3", "defender_rate=2"]
    done = run("calc", "ground", *typed, "--rolls", "1", "--json")
    assert (done.json["column"], done.json["result"], done.json["marks"]) == ("5-1", "DE", [])
    assert run("calc", "ground", "attack=1", "defence=9", "attacker_rate=3", "defender_rate=2").code == 0
    refusal = run("calc", "defence", "units=INF 4-5", "terrain=city", "siege=1")
    assert refusal.code != 0 and "13.2.3" in refusal.out + refusal.err


def test_a_batch_goes_on_after_a_refusal(run: Runner) -> None:
    found = batch(
        run,
        {"calc": "interception", "size": 0, "modifier": 0},
        {"calc": "naval", "attacker": 3},
        {"calc": "flak", "factors": 2, "rolls": [10]},
    )
    assert "refused" in found[0] and "error" in found[1] and found[2]["result"] == "AD2"
