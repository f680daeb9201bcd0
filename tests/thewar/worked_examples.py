"""The worked examples of the rulebook with a price, a growth, a conquest or a capacity: which tests play them.

A test says so with ``@pytest.mark.example(section, figures)``, once for each example that it plays;
``python -m tests.thewar.worked_examples`` lists them all.
"""

from __future__ import annotations

import ast
from pathlib import Path

from attrs import frozen

from tests.sources import functions

HERE = Path(__file__).parent


@frozen
class Example:
    """One example: its section, its figures in a few words of ours, and the test that plays it."""

    section: str
    figures: str
    test: str

    @property
    def place(self) -> tuple[int, ...]:
        """Where it stands in the rulebook."""
        return tuple(int(part) for part in self.section.split("."))


def collected(folder: Path = HERE) -> tuple[Example, ...]:
    """Every example that the tests carry in their marks, in the order of the rulebook."""
    found = [
        Example(*_words(mark), f"{file.name}::{node.name}")
        for file in sorted(folder.rglob("test_*.py"))
        if "example" in (text := file.read_text(encoding="utf-8"))
        for node in functions(ast.parse(text))
        for mark in node.decorator_list
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.example"
    ]
    return tuple(sorted(found, key=lambda one: (one.place, one.figures)))


def _words(mark: ast.Call) -> tuple[str, str]:
    """Section and figures of a mark. Raises ValueError for one that has not just these two."""
    section, figures = (str(ast.literal_eval(argument)) for argument in mark.args)
    return section, figures


if __name__ == "__main__":
    examples = collected()
    for one in examples:
        print(f"{one.section:9} {one.figures:75} {one.test}")
    print(f"{len(examples)} examples of {len({one.section for one in examples})} sections")
