"""The kernel's modules stand one above the other: the contract names every one, and none is imported in passing."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
KERNEL = ROOT / "engine" / "kernel"
MODULES = [path for path in sorted(KERNEL.rglob("*.py")) if path.name != "__init__.py"]


def test_the_contract_of_the_kernel_names_every_module_once() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    (contract,) = [one for one in settings["contracts"] if "kernel's modules" in one["name"]]
    named = [module for layer in contract["layers"] for module in layer.split(" : ")]
    there = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in MODULES]
    assert len(named) == len(set(named))
    assert set(there) - set(named) == set(), "they stand in no layer: the lowest above what they import is theirs"
    assert set(named) - set(there) == set(), "there are no such modules any more"


def test_no_module_of_the_kernel_is_imported_within_a_function() -> None:
    """That is how a circle hides. What a game brings is loaded by its name (kernel.late)."""
    found = []
    for path in MODULES:
        for function in ast.walk(ast.parse(path.read_text())):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                inner = (node for node in ast.walk(function) if isinstance(node, ast.ImportFrom))
                named = (str(node.module) for node in inner)
                found += [f"{path.name}: {module}" for module in named if module.startswith("engine.kernel")]
    assert found == []
