"""A refusal whose condition compares two figures says both: the limit and what was asked for.

Every refusal right behind an ordered comparison (<, <=, >, >=) is read in the source of the games. Each side of the
comparison has to stand in its reason or hint: as the same expression between braces, as a variable that is made of it,
or, where it is a constant, as its number in digits or in words. Zero and one need not: "nobody is named" says them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import define, field

import engine
from tests.sources import below, functions

ROOT = Path(engine.__file__).parent
_ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_IN_WORDS = {1: ("one",), 2: ("two", "second"), 3: ("three", "third"), 4: ("four", "fourth")}
_IN_TIME = ("calendar", "turn", "year", "season", "position(")
"""What is compared there are turns and steps, before and after: no count of anything."""
_SETS = ("set(", "{")
"""Sets hold each other, or fewer than were named, where one is named twice: which it is matters, not how many."""
Made = dict[str, list[ast.expr]]
"""What each variable of a function is made of."""


@cache
def _text(node: ast.AST) -> str:
    return ast.unparse(node)


@define
class Said:
    """What a refusal says. ``shown``: what stands between its braces, and the variables that it consists of."""

    made: Made
    module: Any
    shown: list[str] = field(factory=list)
    words: str = ""

    def read(self, arguments: list[ast.expr]) -> None:
        """Take in the reason and the hint, and what their variables are made of."""
        todo, seen = list(arguments), set[str]()
        while todo:
            part = todo.pop()
            self.words += f" {_text(part)}"
            for node in below(part):
                if isinstance(node, ast.FormattedValue):
                    self.shown.append(_text(node.value))
                elif isinstance(node, ast.Name) and node.id not in seen:
                    seen.add(node.id)
                    self.shown.append(node.id)
                    todo += self.made.get(node.id, [])

    def tells(self, side: ast.expr, behind: frozenset[str] = frozenset()) -> bool:
        """Whether one side of a comparison stands there. ``behind``: the variables that are being looked behind."""
        value = self.constant(side)
        if value is not None and (abs(value) <= 1 or self._numbers(abs(value))):
            return True
        text = _text(side).removeprefix("-")
        if any(text in shown for shown in self.shown):
            return True
        if any(text in _text(value) for name in self.shown for value in self.made.get(name, ())):
            return True
        match side:
            case ast.NamedExpr():
                return self.tells(side.target, behind)
            case ast.BinOp():
                return self.tells(side.left, behind) and self.tells(side.right, behind)
            case ast.Call(func=ast.Name(id="min" | "max" | "abs")):
                return any(self.tells(one, behind) for one in side.args if self.constant(one) is None)
            case ast.Attribute(value=ast.NamedExpr(target=target)):
                return any(shown.startswith(f"{_text(target)}.") for shown in self.shown)
            case ast.IfExp():
                return self.tells(side.body, behind) and self.tells(side.orelse, behind)
            case ast.Name() if side.id not in behind:
                return any(self.tells(value, behind | {side.id}) for value in self.made.get(side.id, ()))
        return False

    def constant(self, side: ast.expr) -> int | None:
        """The value of a number, of what the module knows under a name in capitals, or of how many that holds."""
        match side:
            case ast.Constant(value=int() as value):
                return value
            case ast.UnaryOp(op=ast.USub()):
                below = self.constant(side.operand)
                return None if below is None else -below
            case ast.Call(func=ast.Name(id="len")):
                held = self._named(side.args[0])
                return len(held) if hasattr(held, "__len__") else None
            case ast.Name() | ast.Attribute():
                found = self._named(side)
                return found if isinstance(found, int) else None
        return None

    def _named(self, side: ast.expr) -> Any:
        names = _text(side).split(".")
        if names[-1] != names[-1].upper():
            return None
        found = self.module
        for name in names:
            found = getattr(found, name, None)
        return found

    def _numbers(self, value: int) -> bool:
        """Whether a number is written there; of what is too many the most that is not."""
        spelled = [word for one in (value, value - 1) for word in (str(one), *_IN_WORDS.get(one, ()))]
        return any(word in self.words.lower() for word in spelled)


def _made(function: ast.FunctionDef) -> Made:
    made: Made = {}
    for node in below(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]):
                made.setdefault(name, []).append(node.value)
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                for target, value in zip(names, values, strict=False):
                    made.setdefault(_text(target), []).append(value)
            case ast.NamedExpr():
                made.setdefault(node.target.id, []).append(node.value)
    return made


def _refusals(body: list[ast.stmt]) -> Iterator[ast.Call]:
    """The refusals of a branch, without those behind a further condition."""
    for node in body:
        match node:
            case ast.If():
                continue
            case ast.For() | ast.While() | ast.With():
                yield from _refusals(node.body)
            case _:
                calls = (one for one in below(node) if isinstance(one, ast.Call))
                yield from (call for call in calls if getattr(call.func, "id", "") == "Refusal")


def silent(source: str, module: Any) -> Iterator[tuple[str, int, str]]:
    """The refusals of a module that keep a figure to themselves: in which function, in which line, what is not said."""
    for function in functions(ast.parse(source)):
        branches = [node for node in below(function) if isinstance(node, ast.If)]
        made = _made(function) if branches else {}
        for test, call in ((branch.test, call) for branch in branches for call in _refusals(branch.body)):
            said = Said(made, module)
            said.read(call.args[1:])
            for sides in _compared(test, said):
                if missing := [_text(side) for side in sides if not said.tells(side)]:
                    yield function.name, call.lineno, f"{' and '.join(missing)}, and says{said.words}"


def _compared(test: ast.expr, said: Said) -> Iterator[list[ast.expr]]:
    """The comparisons of two figures in a condition."""
    for node in below(test):
        if isinstance(node, ast.Compare) and any(isinstance(sign, _ORDERED) for sign in node.ops):
            sides = [node.left, *node.comparators]
            other = any(word in _text(side).lower() for side in sides for word in (*_IN_TIME, *_SETS))
            if not other and sum(said.constant(side) not in (-1, 0, 1) for side in sides) > 1:
                yield sides


def _modules() -> list[Path]:
    return sorted(path for path in ROOT.rglob("*.py") if "Refusal(" in path.read_text())


def test_no_refusal_hides_a_figure_that_it_compares() -> None:
    found = []
    for path in _modules():
        module = import_module(".".join(path.relative_to(ROOT.parent).with_suffix("").parts))
        for function, line, missing in silent(path.read_text(), module):
            found.append(f"{path.relative_to(ROOT)}:{line} ({function}) compares {missing}")
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("condition", "reason", "hides"),
    [
        ("many > most", "f'{many} of them'", "most"),
        ("many > most", "f'{many} of them, {most} at most'", ""),
        ("many > MOST", "f'{many} of them'", "MOST"),
        ("many > MOST", "f'{many} of them, and three are the most'", ""),
        ("many > MOST", "'too many, 3 at most'", "many"),
        ("len(names) > most", "f'{len(names)} names, {most} at most'", ""),
        ("len(names) > most", "f'{names} are too many for {most}'", "len(names)"),
        ("many + 2 > most", "f'{many} and 2 are more than {most}'", ""),
        ("many < 1", "'nobody is named'", ""),
        ("many > most and more", "f'{said} {most}'", ""),
        ("(of := count()) > max(1, most)", "f'{of} of {most}'", ""),
    ],
)
def test_what_a_refusal_hides_is_found(condition: str, reason: str, hides: str) -> None:
    body = f"said = f'{{many}} of'\n    if {condition}:\n        yield Refusal('1.2', {reason})"
    source = f"def judge(many, most):\n    {body}\n"
    found = [missing.partition(",")[0] for _, _, missing in silent(source, SimpleNamespace(MOST=3))]
    assert found == ([hides] if hides else [])
