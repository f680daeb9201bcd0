"""Which rules are done: ``python -m tests.coverage`` writes into ``docs/coverage.toml`` what the tests' marks vouch
for.

A row's ``status`` is 'done' where a test carries its id in ``@pytest.mark.rule(...)``, else what was written by
hand, which is
kept in ``written`` meanwhile.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

from tests.sources import functions

ROOT = Path(__file__).parent.parent
FILE = ROOT / "docs" / "coverage.toml"
_MARK = re.compile(r"\bmark[\s\\]*\.[\s\\]*rule\b")
_ID = re.compile(r'^id = "([^"]+)"$')
_STATUS = re.compile(r'^status = "([^"]+)"$')
_WRITTEN = re.compile(r'^written = "([^"]+)"$')


def marked(folder: Path = ROOT / "tests") -> dict[str, list[str]]:
    """The ids that tests carry in their marks, each with the tests' names."""
    found: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("test_*.py")):
        text = file.read_text(encoding="utf-8")
        # Two thirds of the files say nothing of the kind, and need not be parsed.
        for test in functions(ast.parse(text)) if _MARK.search(text) else ():
            for name in _ids(test):
                found.setdefault(name, []).append(f"{file.relative_to(ROOT)}::{test.name}")
    return found


def _ids(test: ast.FunctionDef) -> list[str]:
    return [
        str(argument.value)
        for mark in test.decorator_list
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule"
        for argument in mark.args
        if isinstance(argument, ast.Constant)
    ]


def generated(text: str, done: set[str]) -> str:
    """The coverage file with every status as the marks have it."""
    lines: list[str] = []
    here = ""
    pending = ""
    for line in text.split("\n"):
        if match := _ID.match(line):
            here = match.group(1)
        if match := _STATUS.match(line):
            pending = match.group(1)
            lines.append(f'status = "{"done" if here in done else pending}"')
            if here in done and pending != "done":
                lines.append(f'written = "{pending}"')
            continue
        if match := _WRITTEN.match(line):
            if here in done:
                lines.append(line)
            else:
                lines[-1] = f'status = "{match.group(1)}"'
            continue
        lines.append(line)
    return "\n".join(lines)


def main() -> int:
    """Write the file anew; says how many are done."""
    text = FILE.read_text(encoding="utf-8")
    done = set(marked())
    FILE.write_text(generated(text, done), encoding="utf-8")
    print(f"{len(done)} rules are done by the tests' marks")
    return 0


if __name__ == "__main__":
    sys.exit(main())
