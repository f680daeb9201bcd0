"""``warledger calc``: results, listings, batches, and what it says to bad input."""

from __future__ import annotations

import json
import shlex
from fractions import Fraction
from typing import Any

import pytest
from attrs import frozen

from engine.kernel import calculators
from engine.kernel.calculators import Calculator, Input, Malformed
from engine.kernel.refusals import Refusal, Refused
from tests.cli.running import Runner


def batch(run: Runner, *lines: Any) -> list[Any]:
    """The answers to JSON lines; what is text already goes in as it is."""
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    done = run("calc", "--batch", stdin=text)
    assert done.code == 0
    return [json.loads(line) for line in done.out.splitlines()]


@pytest.mark.rule("tw-4.1", "tw-4.1-east", "tw-4.2", "tw-4.2-east", "tw-4.3", "tw-4.4")
@pytest.mark.parametrize(
    ("fields", "narfs", "rule"),
    [
        ("power=germany effort=sle", 8, "4.1"),
        ("power=germany effort=sle in_ussr=true", 16, "4.1"),
        ("power=italy effort=sle in_ussr=true", 8, "4.1"),
        ("power=ussr effort=rle count=3 in_ussr=true", 12, "4.2"),
        ("power=germany effort=rle count=3 in_ussr=yes", 24, "4.2"),
        ("power=italy effort=lle count=2 in_ussr=true", 8, "4.3"),
        ("power=britain effort=sle", 12, "4.1"),
        ("power=us effort=lle count=4", 12, "4.3"),
        ("power=france effort=sle", 16, "4.1"),
        ("power=france effort=rle", 8, "4.2"),
        ("power=france effort=mle", 2, "4.4"),
        ("power=germany effort=mle in_ussr=true", 2, "4.4"),
    ],
)
def test_logistics(run: Runner, fields: str, narfs: int, rule: str) -> None:
    done = run("calc", "logistics", *fields.split(), "--json")
    assert done.code == 0
    assert done.json["narfs"] == narfs
    assert sum(line["value"] for line in done.json["breakdown"]) == narfs
    assert done.json["breakdown"][0]["rule"] == rule


def test_several_sustained_efforts_are_refused(run: Runner) -> None:
    done = run("calc", "logistics", "power=ussr", "effort=sle", "count=2", "--json")
    assert done.code == 1
    (refusal,) = done.json["refused"]
    assert refusal["rule"] == "4.1" and set(refusal) == {"rule", "reason", "hint"}
    text = run("calc", "logistics", "power=ussr", "effort=mle", "count=2")
    assert (text.code, text.out) == (1, "") and "4.4" in text.err


@pytest.mark.parametrize(("rate", "unspent", "gained"), [(30, 33, 9), (50, 7, 3), (25, 0, 0), (30, -12, 0)])
def test_growth(run: Runner, rate: int, unspent: int, gained: int) -> None:
    assert run("calc", "growth", f"rate={rate}", f"unspent={unspent}", "--json").json["growth"] == gained


@pytest.mark.parametrize(("base", "limit"), [(170, 85), (85, 43), (0, 0), (1, 1)])
def test_limit(run: Runner, base: int, limit: int) -> None:
    assert run("calc", "limit", f"base={base}", "--json").json["limit"] == limit


@pytest.mark.parametrize(
    ("value", "season", "city", "expected"),
    [
        (20, "spring", False, (20, 20, 20)),
        (21, "summer", False, (15, 15, 21)),
        (13, "fall", False, (6, 6, 13)),
        (3, "winter", False, (0, 0, 3)),
        (12, "spring", True, (12, 6, 6)),
        (6, "fall", True, (3, 1, 3)),
        (4, "winter", True, (1, 0, 2)),
    ],
)
def test_conquest(run: Runner, value: int, season: str, city: bool, expected: tuple[int, int, int]) -> None:
    (found,) = batch(run, {"calc": "conquest", "value": value, "season": season, "city": city})
    assert (found["loss"], found["gain_now"], found["gain_spring"]) == expected
    assert found["breakdown"]


def test_a_certain_result_stands_beside_its_distribution(run: Runner) -> None:
    found = run("calc", "limit", "base=56", "--json").json
    assert found["limit"] == 28
    assert [(one["p"], one["limit"]) for one in found["distribution"]] == [("1", 28)]
    assert "distribution" not in run("calc", "limit", "base=56", "--rolls", "", "--json").json


def test_listing_and_fields(run: Runner) -> None:
    names = {one["calc"] for one in run("calc", "--json").json}
    assert {"logistics", "growth", "limit", "conquest"} <= names
    assert "logistics" in run("calc").out
    fields = run("calc", "logistics", "--fields", "--json").json["fields"]
    assert [field["name"] for field in fields] == ["power", "effort", "in_ussr", "count"]
    assert [field["required"] for field in fields] == [True, True, False, False]
    assert fields[2]["default"] is False
    assert "sle, rle, lle, mle" in run("calc", "--fields", "logistics").out


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["growht"], "nearest is 'growth'"),
        (["growth", "rate=30"], "needs unspent"),
        (["growth", "rate=thirty", "unspent=2"], "rate: 'thirty' is not a whole number"),
        (["growth", "rate=1e3", "unspent=2"], "rate: 1000.0 is not a whole number"),
        (["growth", "rate=30", "unspnt=2"], "nearest is 'unspent'"),
        (["growth", "rate=30", "rate=40", "unspent=2"], "given twice"),
        (["growth", "30"], "no key=value"),
        (["growth", "rate=30", "unspent=" + "9" * 5000], "is not a whole number"),
        (["growth", "rate=-1", "unspent=2"], "from 0 to 1000"),
        (["logistics", "power=germny", "effort=sle"], "nearest is 'germany'"),
        (["limit", "base=10", "--rolls", "4"], "1 given, 0 wanted"),
        (["limit", "base=10", "--rolls", "four"], "'four' is no face"),
        (["limit", "base=" + "[" * 100000], "not to be read"),
        (["limit", "base=\x1b[31m"], "\\x1b[31m"),
    ],
)
def test_misuse_says_what_is_wrong(run: Runner, argv: list[str], message: str) -> None:
    done = run("calc", *argv)
    assert (done.code, done.out) == (2, "")
    assert message in done.err and "\x1b" not in done.err


def test_all_faults_at_once(run: Runner) -> None:
    err = run("calc", "logistics", "power=x", "effort=y", "z=1").err
    assert "power" in err and "effort" in err and "'z'" in err


def test_a_batch_answers_each_line_in_order_and_goes_on(run: Runner) -> None:
    answers = batch(
        run,
        {"calc": "growth", "rate": 30, "unspent": 10},
        "not json",
        "",
        "[1]",
        {"rate": 3},
        {"calc": ["growth"]},
        {"calc": "growht"},
        {"calc": "logistics", "power": "ussr", "effort": "sle", "count": 2},
        {"calc": "growth", "rate": True, "unspent": 10},
        {"calc": "growth", "rate": 30, "unspent": 10, "rolls": ["4"]},
        {"calc": "growth", "rate": 30, "unspent": 10, "rolls": [4]},
        '{"calc": "growth", "rate": NaN, "unspent": 1}',
        '{"calc": "growth", "rate": 30, "unspent": 1' + "0" * 6000 + "}",
        "[" * 50000,
        '{"calc": "limit", "base": 12, "rolls": []}',
        '{"calc": "limit", "base": "' + "9" * (1 << 20) + '"}',
        {"calc": "limit", "base": 13},
    )
    kinds = ["growth" if "growth" in one else "limit" if "limit" in one else next(iter(one)) for one in answers]
    assert kinds == ["growth", *["error"] * 5, "refused", *["error"] * 6, "limit", "error", "limit"]
    assert answers[0]["growth"] == 3 and answers[-1]["limit"] == 7


def test_a_batch_survives_bytes_that_are_no_text(run: Runner) -> None:
    done = run("calc", "--batch", stdin=b'\xff\xfe\n{"calc": "limit", "base": 4}')
    assert [next(iter(json.loads(line))) for line in done.out.splitlines()] == ["error", "limit"]


def test_a_long_batch_is_answered_line_by_line_in_its_order(run: Runner) -> None:
    lines = [{"calc": "logistics", "power": "germany", "effort": "rle", "count": n % 9 + 1} for n in range(4000)]
    nine = batch(run, *lines[:9])
    assert len({one["narfs"] for one in nine}) == 9
    assert batch(run, *lines) == (nine * 445)[:4000]


def test_batch_takes_no_name(run: Runner) -> None:
    assert run("calc", "growth", "--batch").code == 2


@frozen
class _Count:
    left: int
    sixes: int = 0


class _Dice:
    """Rolls six-sided dice one by one and counts sixes; stops at the first one."""

    def finished(self, value: _Count) -> bool:
        return value.left == 0

    def dice(self, value: _Count) -> tuple[int, ...]:
        return (6,)

    def stage(self, value: _Count, faces: tuple[int, ...]) -> _Count:
        if faces[0] == 1:
            return _Count(0, value.sixes)
        return _Count(value.left - 1, value.sixes + (faces[0] == 6))


def _begin(values: calculators.Values) -> tuple[_Dice, _Count]:
    if values["dice"] > 3:
        raise Refused([Refusal("1.2", "too many dice", "Three at most.")])
    return _Dice(), _Count(values["dice"])


SIXES = Calculator(
    "sixes",
    "sixes before a one",
    "1.2",
    (Input("dice", "number", least=0), Input("half", "halves", 1), Input("marks", "names", [], choices=("a", "b"))),
    _begin,
    lambda value: {"sixes": value.sixes, "breakdown": [{"label": "sixes", "value": value.sixes, "rule": "1.2"}]},
)


def test_dice_give_a_distribution_that_sums_to_one() -> None:
    found = calculators.solve(SIXES, SIXES.read({"dice": 2}, typed=True))
    chances = {one["sixes"]: Fraction(one["p"]) for one in found["distribution"]}
    assert sum(chances.values()) == 1
    assert chances[2] == Fraction(1, 36)
    assert "sixes" not in found


def test_rolls_are_taken_in_order_and_counted() -> None:
    values = SIXES.read({"dice": 3}, typed=True)
    assert calculators.solve(SIXES, values, [6, 1])["sixes"] == 1
    for rolls, message in ([6, 2], "one more die with 6 sides"), ([6, 1, 3], "3 given, 2 wanted"), ([7], "no face"):
        with pytest.raises(Malformed, match=message):
            calculators.solve(SIXES, values, rolls)


def test_inputs_are_read_as_typed_and_as_json() -> None:
    assert SIXES.read({"dice": "3", "half": "2.5", "marks": "a,b"}, typed=False) == {
        "dice": 3,
        "half": Fraction(5, 2),
        "marks": ("a", "b"),
    }
    assert SIXES.read({"dice": "3", "marks": '["b"]'}, typed=False)["marks"] == ("b",)
    for given in (
        {"dice": 3, "half": 0.3},
        {"dice": 3, "half": float("inf")},
        {"dice": 3, "marks": ["c"]},
        {"dice": None},
    ):
        with pytest.raises(Malformed):
            SIXES.read(given, typed=True)


@pytest.mark.rule("tw-10.2.4", "tw-10.2.4-east", "tw-9.9.4")
@pytest.mark.parametrize(
    ("fields", "points"),
    [
        ("unit='ARM 8-8' rating=1", 7),
        ("unit='MECH 4-8' rating=2", 6),
        ("unit='CAV 2-6' rating=3", 3),
        ("unit='ARM 8-8' rating=1 axis_in_ussr=yes", 6),
        ("unit='MECH 4-8' rating=2 axis_in_ussr=yes", 5),
        ("unit='CAV 2-6' rating=3 axis_in_ussr=yes", 2),
        ("unit='ARM 8-8' rating=3 depleted=yes axis_in_ussr=yes", 1),
        ("unit='MOT 6-7' rating=1 reserve=yes", 6),
        ("unit='ARM 8-8' rating=2 reserve=yes", 6),
        ("unit='ARM 8-8' rating=1 reserve=yes depleted=yes", 1),
    ],
)
def test_10_2_4_movement_in_the_second_impulse_and_from_reserve(run: Runner, fields: str, points: int) -> None:
    done = run("calc", "exploitation", *shlex.split(fields), "--json")
    assert done.code == 0
    assert done.json["mp"] == points == sum(line["value"] for line in done.json["breakdown"])


@pytest.mark.rule("tw-10.2.4")
@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ("unit='INF 6-5' rating=1", "Infantry moves in the First Impulse only"),
        ("unit='MOT 6-7' rating=1", "Motorized infantry moves in the First Impulse only"),
        ("unit='INF 6-5' rating=1 reserve=yes", "INF are no Reserves"),
        ("unit='TAC 1-5-4' rating=1", "TAC is no ground unit"),
    ],
)
def test_10_2_4_others_do_not_move_in_the_second_impulse(run: Runner, fields: str, reason: str) -> None:
    done = run("calc", "exploitation", *shlex.split(fields), "--json")
    assert done.code == 1 and reason in done.json["refused"][0]["reason"]
