"""Format 1 of The War kept what was done and what was built under composed keys. Read today each is a value, and no
rule takes a key of these apart."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import attrs
import pytest

import engine.thewar
from engine.thewar import former
from engine.thewar.combat import battles, unit_marks
from engine.thewar.turns.end_turn import EndTurn
from engine.thewar.world import deeds
from engine.thewar.world.state import Built, Deed, TheWar
from saves.desk import Desk
from tests.saves.test_frozen_campaigns import thawed
from tests.thewar.world import effect
from tests.whole import whole

VALUES = ("missions", "built")
"""The mappings whose keys are addresses and nothing else."""
TAKING_APART = frozenset(
    ("split", "rsplit", "partition", "rpartition", "startswith", "endswith", "removeprefix", "removesuffix", "find")
)


@pytest.mark.parametrize(
    ("old", "figure", "path", "value"),
    [
        (
            "germany-tac-2-axis-1-support",
            1,
            "germany-tac-2-axis-1-support",
            Deed(who="germany-tac-2", half="axis", impulse=1, deed="support"),
        ),
        (
            "tf-1-allied-2-mission",
            1,
            "tf-1-allied-2-mission",
            Deed(who="tf-1", half="allied", impulse=2, deed="mission"),
        ),
        (
            "us-cv-3-common-1-seen",
            1,
            "us-cv-3-common-1-seen",
            Deed(who="us-cv-3", half="common", impulse=1, deed="seen"),
        ),
        (
            "battles-axis-1-attack",
            1,
            "battles-axis-1-attack",
            Deed(who="battles", half="axis", impulse=1, deed="attack"),
        ),
        ("germany-mdm-4-lent", 1, "germany-mdm-4-lent", Deed(who="germany-mdm-4", deed="lent")),
        ("italy-fleet-1-hit", 1, "italy-fleet-1-hit", Deed(who="italy-fleet-1", deed="hit")),
        ("siege-sevastopol", 1, "siege-sevastopol", Deed(deed="siege", where="sevastopol")),
        ("germany-effort-x-2", 3, "germany-effort-x-2", Deed(who="germany", deed="effort", where="x-2", within=3)),
        ("once-carpet-bombing-2520", 1, "carpet-bombing-2520", Deed(deed="carpet-bombing", where="2520")),
        ("once-airborne-surprise-x", 1, "airborne-surprise-x", Deed(deed="airborne-surprise", where="x")),
        ("us-lle-column-metz", 1, "us-lle-column-metz", Deed(who="us", deed="lle-column", where="metz")),
        ("nobody-knows", 1, "nobody-knows", Deed(deed="nobody-knows")),
    ],
)
def test_a_mission_of_format_1_is_a_deed_in_openings_and_entries(old: str, figure: int, path: str, value: Deed) -> None:
    entry = {"n": 1, "changes": [{"at": f"missions.{old}", "was": figure, "now": figure, "why": "x"}]}
    found = former.from_1({"missions": {old: figure}, "entry": [{"n": 0}, entry]})
    assert deeds.key(value) == path
    assert {key: Deed(**raw) for key, raw in found["missions"].items()} == {path: value}
    (change,) = found["entry"][1]["changes"]
    assert change["at"] == f"missions.{path}" and change["why"] == "x"
    assert Deed(**change["was"]) == Deed(**change["now"]) == value


@pytest.mark.parametrize(
    ("old", "power", "what"),
    [
        ("germany-inf-6-5", "germany", "inf-6-5"),
        ("ussr-free-units", "ussr", "free-units"),
        ("us-units", "us", "units"),
        ("britain-reserves-chit", "britain", "reserves-chit"),
        ("germany-upgrade-flak-1-3", "germany", "upgrade-flak-1-3"),
    ],
)
def test_what_format_1_had_built_is_a_value(old: str, power: str, what: str) -> None:
    created, gone = {"at": f"built.{old}", "now": 2}, {"at": f"built.{old}", "was": 2}
    other = {"at": "powers.germany.narfs", "was": 2, "now": 1}
    found = former.from_1({"built": {old: 2}, "entry": [{"changes": [created, other, gone]}]})
    value = {"power": power, "what": what, "count": 2}
    assert found["built"] == {old: value} and Built(**found["built"][old]).count == 2
    assert found["entry"][0]["changes"] == [
        {"at": f"built.{old}", "now": value},
        other,
        {"at": f"built.{old}", "was": value},
    ]


def test_a_file_of_format_1_without_any_is_as_it_was() -> None:
    data = {"ruleset": "thewar", "powers": {"us": {"narfs": 1}}, "entry": [{"order": "opened"}]}
    assert former.from_1(data) == data


def _renamed(campaign: TheWar) -> TheWar:
    """The same campaign with other keys for what was done and built."""
    changed: dict[str, Any] = {
        name: {f"{nth}-x": one for nth, one in enumerate(getattr(campaign, name).values())} for name in VALUES
    }
    return attrs.evolve(campaign, **changed)


def test_whoever_looks_through_them_reads_values_and_no_keys(tmp_path: Path) -> None:
    folder, _ = thawed("thewar-battle", tmp_path)
    campaign: TheWar = whole(Desk.open(folder))
    done = deeds.in_half("germany-mdm-901", "axis", 1, "support")
    built = Built(power="germany", what="inf-6-5", count=2)
    campaign = attrs.evolve(
        campaign,
        missions={**campaign.missions, deeds.key(done): done},
        built={**campaign.built, "germany-inf-6-5": built},
    )
    other = _renamed(campaign)
    assert len(other.missions) > 3 and other.missions.keys() != campaign.missions.keys()
    assert unit_marks.marks(other) == unit_marks.marks(campaign)
    assert battles.lendable(other) == battles.lendable(campaign)
    ended = [effect(one, EndTurn("germany")) for one in (campaign, other)]
    assert [(one.missions, [left for left in one.built.values() if left.power == "germany"]) for one in ended] == [
        ({}, [])
    ] * 2


def test_no_rule_takes_a_key_of_these_apart() -> None:
    found = []
    for path in sorted(Path(engine.thewar.__file__).parent.rglob("*.py")):
        if path.name == "former.py":
            continue
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                found += [f"{path.name}: {line}" for line in _takes_apart(function)]
    assert found == []


def _takes_apart(function: ast.FunctionDef) -> list[int]:
    """The lines of a function in which a key of these mappings is taken apart, where it goes through them."""
    keys = set()
    for loop in ast.walk(function):
        if isinstance(loop, ast.For | ast.comprehension) and any(
            isinstance(part, ast.Attribute) and part.attr in VALUES for part in ast.walk(loop.iter)
        ):
            first = loop.target.elts[0] if isinstance(loop.target, ast.Tuple) else loop.target
            keys |= {part.id for part in ast.walk(first) if isinstance(part, ast.Name)}
    return [
        call.lineno
        for call in ast.walk(function)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in TAKING_APART
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id in keys
    ]


def test_the_law_sees_a_key_that_is_taken_apart() -> None:
    for body in ("[k for k in c.missions if k.startswith(p)]", "[k.split('-') for k, v in c.built.items()]"):
        (function,) = ast.parse(f"def f(c, p): return {body}").body
        assert isinstance(function, ast.FunctionDef) and _takes_apart(function) == [1]
    (function,) = ast.parse("def f(c): return [v.what.split() for v in c.built.values()]").body
    assert isinstance(function, ast.FunctionDef) and _takes_apart(function) == []
