"""Calculators: one resolution without a campaign, by the same rule functions and cores that campaigns use.

A game lists its calculators as ``CALCULATORS`` in its module ``calculators``; where all their names begin alike, its
package says so as ``CALCULATOR_PREFIX``, and neither game is loaded for the other's sake. Each calculator reads its
inputs, begins a core (``forecast.Core``) and says what an ended value means; those without dice give their figures at
once.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from attrs import field

from engine.kernel import beginnings
from engine.kernel.forecast import Core, Die, Total, bounds, distribution
from engine.kernel.grammar import Unreadable
from engine.kernel.nearest import nearest
from engine.kernel.refusals import Breakdown
from engine.kernel.values import frozen

Values = Mapping[str, Any]
Result = dict[str, Any]
REQUIRED = object()
_HIGHEST = 10**9


class Malformed(ValueError):
    """Fields or rolls that no calculator can read; every fault stands in ``problems``."""

    def __init__(self, *problems: str) -> None:
        self.problems = problems
        super().__init__("; ".join(problems))


@frozen
class Input:
    """One field of a calculator. ``kind``: number, halves (of one), flag, name, names, numbers, text or table.

    ``choices`` are the names allowed; ``least`` and ``most`` bound a number; one with ``default`` REQUIRED must be
    given, and one with ``default`` None may be nothing: JSON's null, typed as none.
    """

    name: str
    kind: str
    default: Any = REQUIRED
    choices: tuple[str, ...] = ()
    least: int = -_HIGHEST
    most: int = _HIGHEST
    about: str = ""

    def read(self, text: str) -> Any:
        """The value of ``name=text`` as a person types it. Raises Malformed."""
        if self.default is None and text.lower() in ("none", "null"):
            return None
        if text[:1] in ("[", "{"):
            try:
                return self.check(json.loads(text))
            except (ValueError, RecursionError) as fault:
                if isinstance(fault, Malformed):
                    raise
                raise Malformed(f"{self.name}: not to be read as JSON") from None
        if self.kind == "flag":
            return self.check(
                {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}.get(text, text)
            )
        if self.kind in ("names", "numbers"):
            items = [item.strip() for item in text.split(",") if item.strip()]
            return self.check([_number(item) for item in items] if self.kind == "numbers" else self._begun(*items))
        return self.check(_number(text) if self.kind in ("number", "halves") else self._begun(text)[0])

    def _begun(self, *words: str) -> list[str]:
        """Names as a person begins them, written out where one alone is meant. Raises Malformed where several are."""
        try:
            return [beginnings.only(word, self.choices) for word in words]
        except Unreadable as fault:
            raise Malformed(f"{self.name}: {fault.problem}") from None

    def check(self, value: Any) -> Any:
        """The value as the calculator takes it. Raises Malformed."""
        if value is None and self.default is None:
            return None
        reader = _READERS[self.kind]
        try:
            return reader(self, value)
        except (TypeError, ValueError, OverflowError) as fault:
            if isinstance(fault, Malformed):
                raise
            raise Malformed(f"{self.name}: {_shown(value)} is not {_ASKED[self.kind]}") from None


def _shown(value: Any) -> str:
    text = json.dumps(value, default=str) if not isinstance(value, str) else f"'{value}'"
    return text if len(text) <= 60 else text[:57] + "..."


def _number(text: str) -> Any:
    if len(text) <= 20:
        try:
            return int(text)
        except ValueError:
            pass
        try:
            return float(text)
        except ValueError:
            pass
    return text


def _is_number(spec: Input, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError
    if not spec.least <= value <= spec.most:
        raise Malformed(f"{spec.name}: {value} is not {_span(spec)}")
    return value


def _span(spec: Input) -> str:
    return f"from {spec.least} to {spec.most}" if spec.most < _HIGHEST else f"{spec.least} or more"


def _is_halves(spec: Input, value: Any) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError
    doubled = value * 2
    if doubled != int(doubled):
        raise ValueError
    if not spec.least <= value <= spec.most:
        raise Malformed(f"{spec.name}: {value} is not {_span(spec)}")
    return Fraction(int(doubled), 2)


def _is_flag(spec: Input, value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _is_name(spec: Input, value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    if spec.choices and value not in spec.choices:
        near = nearest(value, spec.choices)
        hint = f"; nearest is '{near[0]}'" if near else ""
        raise Malformed(f"{spec.name}: {_shown(value)} is none of {', '.join(spec.choices)}{hint}")
    return value


def _is_names(spec: Input, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise TypeError
    return tuple(_is_name(spec, item) for item in value)


def _is_numbers(spec: Input, value: Any) -> tuple[int, ...]:
    if not isinstance(value, list | tuple):
        raise TypeError
    return tuple(_is_number(spec, item) for item in value)


def _is_text(spec: Input, value: Any) -> str:
    if not isinstance(value, str) or len(value) > 4000:
        raise TypeError
    return value


def _is_table(spec: Input, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TypeError
    unknown = [key for key in value if spec.choices and key not in spec.choices]
    if unknown:
        raise Malformed(f"{spec.name}: '{unknown[0]}' is none of {', '.join(spec.choices)}")
    return value


_READERS: dict[str, Callable[[Input, Any], Any]] = {
    "number": _is_number,
    "halves": _is_halves,
    "flag": _is_flag,
    "name": _is_name,
    "names": _is_names,
    "numbers": _is_numbers,
    "text": _is_text,
    "table": _is_table,
}
_ASKED = {
    "number": "a whole number",
    "halves": "a number of whole or half factors",
    "flag": "true or false",
    "name": "a name",
    "names": "a list of names",
    "numbers": "a list of whole numbers",
    "text": "text",
    "table": "a table of values",
}


@frozen
class Calculator:
    """One calculator. ``begin`` gives a core and its first value (raises Refused), ``outcome`` a result of the last."""

    name: str
    title: str
    rule: str
    inputs: tuple[Input, ...]
    begin: Callable[[Values], tuple[Core[Any], Any]]
    outcome: Callable[[Any], Result]
    named: Mapping[str, Input] = field(init=False, eq=False, repr=False)

    @named.default
    def _by_name(self) -> Mapping[str, Input]:
        return {spec.name: spec for spec in self.inputs}

    def read(self, given: Mapping[str, Any], *, typed: bool) -> dict[str, Any]:
        """Every input's value from what was given, as a person types it or, ``typed``, as JSON has it.

        Raises Malformed.
        """
        problems: list[str] = []
        values: dict[str, Any] = {}
        for name, value in given.items():
            begun = () if typed else beginnings.fits(name, self.named)
            spec = self.named.get(begun[0] if len(begun) == 1 else name)
            if len(begun) > 1:
                problems.append(f"field {beginnings.which(name, begun).problem}")
                continue
            if spec is None:
                near = nearest(name, self.named)
                hint = f"; nearest is '{near[0]}'" if near else f"; fields: {', '.join(self.named)}"
                problems.append(f"{self.name} has no field {_shown(name)}{hint}")
                continue
            try:
                values[spec.name] = spec.check(value) if typed else spec.read(value)
            except Malformed as fault:
                problems.extend(fault.problems)
        for spec in self.inputs:
            if spec.name not in values and spec.name not in given:
                if spec.default is REQUIRED:
                    problems.append(f"{self.name} needs {spec.name} ({_ASKED[spec.kind]})")
                else:
                    values[spec.name] = spec.default
        if problems:
            raise Malformed(*problems)
        return values


class _Settled:
    """The core of what needs no die."""

    def finished(self, value: Any) -> bool:
        return True

    def dice(self, value: Any) -> tuple[int, ...]:
        return ()

    def stage(self, value: Any, faces: tuple[int, ...]) -> Any:
        return value


class _Figures:
    """Figures that are already known; a value of its own, so that it can stand in a distribution."""

    __slots__ = ("result",)

    def __init__(self, result: Result) -> None:
        self.result = result


def without_dice(
    name: str, title: str, rule: str, inputs: tuple[Input, ...], figures: Callable[[Values], Result]
) -> Calculator:
    """A calculator whose rules call for no roll: ``figures`` gives the result (raises Refused)."""

    def outcome(value: _Figures) -> Result:
        return value.result

    return Calculator(name, title, rule, inputs, lambda values: (_Settled(), _Figures(figures(values))), outcome)


def lines(breakdown: Breakdown) -> list[dict[str, Any]]:
    """A breakdown as results hold it."""
    return [{"label": line.label, "value": line.value, "rule": line.rule} for line in breakdown.lines]


def solve(calculator: Calculator, values: Values, rolls: Sequence[int] | None = None) -> Result:
    """The result for given natural faces, or without them its exact distribution; a certain result stands beside that.

    Raises Refused where the rules forbid it, Malformed for rolls too many, too few or impossible.
    """
    core, value = calculator.begin(values)
    if rolls is None:
        return _spread(calculator, core, value)
    used = 0
    while not core.finished(value):
        dice = core.dice(value)
        faces = tuple(rolls[used : used + len(dice)])
        if len(faces) < len(dice):
            raise Malformed(f"rolls: {len(rolls)} given, one more {_named(dice[len(faces)])} is wanted")
        for face, die in zip(faces, dice, strict=True):
            least, most = bounds(die)
            if not least <= face <= most:
                raise Malformed(f"rolls: {face} is no {'' if isinstance(die, Total) else 'face of a '}{_named(die)}")
        used += len(dice)
        value = core.stage(value, faces)
    if used < len(rolls):
        raise Malformed(f"rolls: {len(rolls)} given, {used} wanted")
    return calculator.outcome(value)


def _named(die: Die) -> str:
    if isinstance(die, Total):
        return f"total of {die.count} dice with {die.sides} sides"
    return f"die with {die} sides"


def _spread(calculator: Calculator, core: Core[Any], start: Any) -> Result:
    odds = distribution(core, start)
    chances: dict[str, Fraction] = {}
    results: dict[str, Result] = {}
    for value, chance in odds.outcomes:
        result = calculator.outcome(value)
        # How it came about differs from face to face; what comes of it is what is counted.
        key = json.dumps({name: item for name, item in result.items() if name != "breakdown"}, sort_keys=True)
        chances[key] = chances.get(key, Fraction(0)) + chance
        results.setdefault(key, result)
    spread = [{"p": str(chances[key]), **result} for key, result in results.items()]
    answer: Result = dict(next(iter(results.values()))) if len(results) == 1 else {}
    answer["distribution"] = spread
    if not odds.exact:
        answer["samples"] = odds.samples
    if odds.assumed:
        answer["assumed"] = list(odds.assumed)
    return answer


@cache
def _games() -> tuple[str, ...]:
    """The packages beside the kernel, by name."""
    package, kernel = __name__.rsplit(".", 2)[:2]
    folder = importlib.import_module(package).__path__
    return tuple(
        f"{package}.{module.name}" for module in pkgutil.iter_modules(folder) if module.ispkg and module.name != kernel
    )


@cache
def _of(game: str) -> dict[str, Calculator]:
    """The calculators of one game by their names; none where it has no such module."""
    name = f"{game}.calculators"
    try:
        calculators: Iterable[Calculator] = importlib.import_module(name).CALCULATORS
    except ModuleNotFoundError as fault:
        if fault.name != name:
            raise
        return {}
    return {calculator.name: calculator for calculator in calculators}


def by_game() -> dict[str, dict[str, Calculator]]:
    """The calculators by the ids of their games, then by their names."""
    return {game.rpartition(".")[2]: _of(game) for game in _games() if _of(game)}


def every() -> dict[str, Calculator]:
    """The calculators of all games by their names."""
    return {name: calculator for game in _games() for name, calculator in _of(game).items()}


@cache
def _prefix(game: str) -> str:
    return str(getattr(importlib.import_module(game), "CALCULATOR_PREFIX", ""))


def find(name: str) -> Calculator:
    """The calculator of that name, the closest prefix first. Raises Malformed with the nearest."""
    for game in sorted(_games(), key=lambda game: -len(_prefix(game))):
        if name.startswith(_prefix(game)) and name in (known := _of(game)):
            return known[name]
    begun = beginnings.fits(name, every())
    if len(begun) == 1:
        return every()[begun[0]]
    if begun:
        raise Malformed(f"calculator {beginnings.which(name, begun).problem}")
    near = nearest(name, every(), 3)
    hint = f"; nearest {'is' if len(near) == 1 else 'are'} {', '.join(map(_shown, near))}" if near else ""
    hint = hint or f"; there are: {', '.join(every())}"
    raise Malformed(f"no calculator {_shown(name)}{hint}")
