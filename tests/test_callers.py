"""That nothing in the engine is known to its tests alone: a rule that no campaign asks is not played."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator

from tests.sources import below, module_of, python_files, tree

Named = tuple[str, str]
"""A module, and a name in it; of a method, or a name whose module nobody knows, ``ANY`` and the name."""
ANY = "*"
_LATE = re.compile(r"([\w.]+:)?[a-z]\w+")
"""How one is named in a text: ``room.module:name`` in the engine, alone where screens ask a ruleset for an answer."""
_ASKED_FOR = ("__", "_repr_", "visit_")


def _imported(module: ast.Module, modules: frozenset[str]) -> dict[str, Named]:
    """What the names that a file imports mean: a module alone, or a name of one."""
    found: dict[str, Named] = {}
    for node in below(module):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                found[alias.asname or alias.name] = (whole, "") if whole in modules else (node.module, alias.name)
    return found


def _mentions(node: ast.AST, here: str, imported: dict[str, Named]) -> Iterator[Named]:
    """Everything that is named below a node."""
    for part in below(node):
        if isinstance(part, ast.Name):
            yield imported.get(part.id, (here, part.id))
        elif isinstance(part, ast.Attribute):
            module, name = imported.get(part.value.id, ("", "")) if isinstance(part.value, ast.Name) else ("", "")
            # An attribute of a module is a function of it, of anything else perhaps a method.
            yield (module, part.attr) if module and not name else (ANY, part.attr)
        elif isinstance(part, ast.Constant) and isinstance(part.value, str) and _LATE.fullmatch(part.value):
            module, _, name = part.value.rpartition(":")
            # In the engine a word alone is a kind, a fact or a field, and no function.
            yield ANY, name if module or not here.startswith("engine") else ""


def uncalled() -> list[str]:
    """The public functions and methods of the engine that nothing in the program names, or only what is itself not
    called. Two methods of one name count as one."""
    files = python_files("engine", "tui", "saves", "scenarios")
    modules = frozenset(map(module_of, files))
    there: dict[Named, str] = {}
    elsewhere: dict[Named, Named] = {}
    named: dict[Named, set[Named]] = defaultdict(set)
    for file in files:
        whole = tree(file)
        here, imported = module_of(file), _imported(whole, modules)
        elsewhere.update({(here, name): one for name, one in imported.items()})
        for node in whole.body:
            owners: list[tuple[ast.AST, Named]] = [(node, (here, ""))]
            if not file.startswith("engine/"):
                pass
            elif isinstance(node, ast.FunctionDef):
                owners = [(node, (here, node.name))]
            elif isinstance(node, ast.ClassDef):
                methods = [one for one in node.body if isinstance(one, ast.FunctionDef)]
                owners = [(one, (ANY, one.name)) for one in methods if not one.name.startswith(_ASKED_FOR)]
                others = [one for one in node.body if one not in [method for method, _ in owners]]
                owners += [(one, (here, "")) for one in [*others, *node.bases, *node.decorator_list]]
            for part, owner in owners:
                named[owner].update(one for one in _mentions(part, here, imported) if one != owner)
                if owner[1]:
                    there.setdefault(owner, f"{file}:{getattr(part, 'lineno', 0)} {owner[1]}")
    by_name: dict[str, list[Named]] = defaultdict(list)
    for owner in named:
        by_name[owner[1]].append(owner)
    # From what runs when a module is loaded, and all of the other packages, to whatever is named from there on.
    queue = [owner for owner in named if owner not in there]
    live = set(queue)
    while queue:
        for one in named[queue.pop()]:
            # What a module passes on is another one's.
            more = by_name.get(one[1], ()) if one[0] == ANY else (elsewhere.get(one, one),)
            fresh = [owner for owner in more if owner in named and owner not in live]
            live.update(fresh)
            queue += fresh
    return sorted(there[owner] for owner in there if owner not in live)


def test_every_public_function_of_the_engine_has_a_caller_in_the_program() -> None:
    assert not [one for one in uncalled() if not one.rpartition(" ")[2].startswith("_")]
