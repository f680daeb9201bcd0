"""The seam between screens and games: what a screen asks of a game is written down in engine/kernel/sheets, so nothing
of a game is looked up by a name in a string, and nothing of it is of any type."""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from engine.kernel import ruleset
from engine.kernel.ruleset import Ruleset
from engine.kernel.sheets import Sheets
from tests.sources import below, module_of, python_files, tree

GENERIC = {
    *("Ruleset", "Order", "Step", "Mark", "Plan", "Planned", "Distribution", "Cards", "Overview", "Setup"),
    *("Screen", "App"),
}
"""Types of the kernel and of Textual whose parameter a screen has no use for: ``Order[Any]`` is one of any game."""
DOCUMENTS = ("dict[str, Any]", "Mapping[str, Any]", "list[dict[str, Any]]")
"""What is written as JSON or read from TOML, in the files that do so."""
DOCUMENT_FILES = ("tui/cli/", "tui/models/calculators.py", "tui/themes.py")
OWN = "a screen looks into its own screens, panels and modules, never into a game"
LOOKUPS = {
    "tui/cli/faults.py": (1, "what an exception of the files has found"),
    "tui/cli/main.py": (2, "a command's own functions, by its name"),
    "tui/cli/output.py": (5, "any value as JSON, and the streams of the process"),
    "tui/giving.py": (2, OWN),
    "tui/lines.py": (1, "who watches a theme, which Textual keeps under a name of its own"),
    "tui/palette.py": (4, OWN),
    "tui/panels/__init__.py": (1, OWN),
    "tui/panels/cursor.py": (1, OWN),
    "tui/screens/calculators.py": (1, OWN),
    "tui/screens/cards.py": (1, OWN),
    "tui/screens/help.py": (2, OWN),
    "tui/screens/setup_table.py": (1, OWN),
}
"""How often a file may say getattr, and why."""
OF_ANY_TYPE = {
    "tui/cli/output.py": (2, "any value as JSON"),
    "tui/frame.py": (4, OWN),
    "tui/giving.py": (1, OWN),
    "tui/models/calculators.py": (2, "a figure of a calculator's result, which is a document"),
    "tui/palette.py": (1, OWN),
    "tui/panels/sifted.py": (2, "the filter of a list, a class of the panel's own"),
    "tui/screens/cards.py": (2, OWN),
    "tui/models/beginning.py": (3, "the value of a line of the form, which may be of any kind"),
    "tui/screens/new.py": (1, OWN),
    "tui/screens/settings.py": (2, OWN),
}
"""How many annotations of a file may say Any of a value, and why."""
MEMBERS = 23
"""What a ruleset has at most; what a panel shows goes into a sheet. The last of them, ``other_words``, is asked where
an order is read, before any screen sees it."""
GAMES = ("thewar", "worldatwar")


def lookups(file: str) -> Iterator[ast.Call]:
    """Every getattr of a file."""
    for node in below(tree(file)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr":
            yield node


def bare(annotation: ast.expr) -> bool:
    """Whether an annotation says Any of a value, not as the parameter of a type that any game fills."""
    if isinstance(annotation, ast.Name):
        return annotation.id == "Any"
    if isinstance(annotation, ast.Subscript) and isinstance(annotation.value, ast.Name):
        return annotation.value.id not in GENERIC and bare(annotation.slice)
    return any(bare(one) for one in ast.iter_child_nodes(annotation) if isinstance(one, ast.expr))


def annotated(module: ast.Module) -> Iterator[ast.expr]:
    """Every annotation of a file, save of what a widget is given for Textual and hands on (``*given``, ``**named``)."""
    for node in ast.walk(module):
        if isinstance(node, ast.AnnAssign):
            yield node.annotation
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            given = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
            yield from (one.annotation for one in given if one.annotation is not None)
            if node.returns is not None:
                yield node.returns


def of_any_type(file: str) -> Iterator[str]:
    for one in annotated(tree(file)):
        said = ast.unparse(one)
        if bare(one) and not (said in DOCUMENTS and file.startswith(DOCUMENT_FILES)):
            yield said


def test_no_screen_looks_a_thing_of_a_game_up_by_its_name() -> None:
    found = Counter(file for file in python_files("tui", holding="getattr") for _ in lookups(file))
    assert found == {file: many for file, (many, _) in LOOKUPS.items()}
    into = {ast.unparse(call.args[0]) for file in LOOKUPS for call in lookups(file)}
    words = {word for one in into for word in one.replace(".", " ").split()}
    assert not words & {"campaign", "ruleset", "rules", "order", "desk", "outlook", "choice"}


def test_nothing_that_a_screen_has_of_a_game_is_of_any_type() -> None:
    found = Counter(file for file in python_files("tui", holding=r"\bAny\b") for _ in of_any_type(file))
    assert found == {file: many for file, (many, _) in OF_ANY_TYPE.items()}


def test_what_is_said_of_any_type_is_seen() -> None:
    told = ast.parse(
        "def one(a: Any, b: list[Any], c: Order[Any], *given: Any) -> dict[Any, int]: ...\n"
        "two: Callable[[Any], None]\n"
        "three: Sequence[Order[Any]]\n"
    )
    said = [ast.unparse(one) for one in annotated(told) if bare(one)]
    assert said == ["Any", "list[Any]", "dict[Any, int]", "Callable[[Any], None]"]


def protocols() -> dict[str, type[Any]]:
    """Every class that a game may answer, by its name."""
    found = {}
    for file in python_files("engine"):
        if file.startswith("engine/kernel/sheets/"):
            module = import_module(module_of(file))
            kinds = (one for _, one in inspect.getmembers(module, inspect.isclass) if one.__module__ == module.__name__)
            found.update({kind.__name__: kind for kind in kinds})
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_sheet_of_a_game_answers_the_protocol_that_it_is_named_by(game: str) -> None:
    rules: Ruleset[Any] = ruleset.find(game)
    known = protocols()
    assert rules.sheets.names
    for name in rules.sheets.names:
        sheet = rules.sheet(known[name])
        assert known[name] in type(sheet).__mro__, name
        assert rules.sheet(known[name]) is sheet, "it is made once"


def test_a_panel_that_a_game_has_not_is_answered_with_none() -> None:
    known = protocols()
    assert ruleset.find("worldatwar").sheet(known["Efforts"]) is None
    assert ruleset.find("thewar").sheet(known["OceanSheet"]) is None
    assert Sheets("engine.thewar").find(known["Efforts"]) is None and Sheets("engine.thewar").names == ()


def test_a_ruleset_has_what_playing_needs() -> None:
    members = {name for name in (*vars(Ruleset), *Ruleset.__annotations__) if not name.startswith("_")}
    assert len(members) <= MEMBERS, sorted(members)
