"""The project's own files as text and as trees, for the tests that hold of all of them.

Half a million lines take many seconds to parse and to walk, so a test says first what a file must contain to be of
interest, and walks no further down than it looks.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@cache
def tracked() -> tuple[str, ...]:
    """The files of the project: those git tracks; without a repository (an unpacked sdist), all outside dot folders."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode == 0 and listed.stdout:
        return tuple(name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file())
    return tuple(
        name
        for path in sorted(ROOT.rglob("*"))
        if path.is_file()
        and not (name := path.relative_to(ROOT).as_posix()).startswith(".")
        and "__pycache__" not in name
    )


def python_files(*folders: str, holding: str = "") -> list[str]:
    """The project's Python files, all or those below the folders. ``holding``: a pattern that their text must match
    somewhere; it may match too much, as what it finds is looked at in the tree, and must not match too little."""
    pattern = re.compile(holding, re.MULTILINE)
    return [
        name
        for name in tracked()
        if name.endswith(".py")
        and (not folders or name.startswith(tuple(f"{f}/" for f in folders)))
        and (not holding or pattern.search(text(name)))
    ]


def text(name: str) -> str:
    """What stands in a file."""
    return (ROOT / name).read_text(encoding="utf-8")


def tree(name: str) -> ast.Module:
    """A file parsed. None is kept: all of them take 600 MB, through which the garbage collector goes ever after."""
    return ast.parse(text(name), name)


def module_of(name: str) -> str:
    """A file as it is imported."""
    return name.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


_TEXTS = frozenset(("attr", "arg", "asname", "conversion", "ctx", "id", "is_async", "kind", "level", "module", "name"))
_PARTS = {
    kind: tuple(name for name in kind._fields if name not in _TEXTS)
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST)
}
"""The fields of each kind of node in which further nodes may stand."""


def below(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all below it, like ``ast.walk`` in no order, in half of its time and without the contexts of names."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        for name in _PARTS[node.__class__]:
            part = getattr(node, name, None)
            if part.__class__ is list:
                waiting += [one for one in part if isinstance(one, ast.AST)]
            elif isinstance(part, ast.AST):
                waiting.append(part)


def functions(node: ast.AST) -> Iterator[ast.FunctionDef]:
    """Every function below a node, those in classes and in other functions too; no expression is gone through."""
    for name in ("body", "orelse", "handlers", "finalbody", "cases"):
        for part in getattr(node, name, ()):
            if isinstance(part, ast.FunctionDef):
                yield part
            yield from functions(part)
