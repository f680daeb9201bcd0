"""What holds for the whole tree, whoever writes in it: purity, names, sizes, packaging, the README's two commands."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sources import ROOT, below, module_of, python_files, text, tracked, tree

PACKAGES = ("tui", "engine", "saves", "scenarios")
IMPURE_MODULES = frozenset(
    [
        "asyncio",
        "datetime",
        "io",
        "os",
        "pathlib",
        "platformdirs",
        "random",
        "rich",
        "secrets",
        "shutil",
        "socket",
        "subprocess",
        "tempfile",
        "textual",
        "threading",
        "time",
    ]
)
IMPURE_CALLS = frozenset({"open", "print", "input", "eval", "exec", "__import__"})
# What a text must hold before its tree is looked at: as much and more than the tree is asked for.
_IMPURE_IMPORT = rf"(?:^|[:;])[ \t]*(?:import|from)\s.*\b(?:{'|'.join(sorted(IMPURE_MODULES))})\b"
_IMPURE_CALL = rf"\b(?:{'|'.join(sorted(IMPURE_CALLS))})\b\s*[()\\]"
_ATTRS_FROZEN = r"attrs[\s\\]*\.[\s\\]*frozen|from\s+attrs\s+import\b[\s\S]{0,400}?\bfrozen\b"
_DOCSTRING = re.compile(r'(?:#.*\n|\s)*"""(?:[^"\\]|"(?!""))*"""[ \t]*(?:\n|\Z)')
"""A file that plainly begins with its docstring; any other is parsed."""
EMPTY_NAMES = frozenset({"utils", "util", "helpers", "helper", "common", "misc"})
LONGEST = 500

# Put together from pieces, so that this file does not contain what it looks for.
MACHINE_PATH = re.compile(
    r"(?<![\w.~$}/-])/(?:"
    + "|".join(["wo" + "rk", "fa" + "rm", "ro" + "ot", "ho" + "me", "tm" + "p", "Us" + "ers"])
    + r")/\w"
)


def imports(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and first part of the name of each module imported anywhere below the node, inside functions too."""
    for part in below(node):
        if isinstance(part, ast.Import):
            yield from ((part.lineno, alias.name.partition(".")[0]) for alias in part.names)
        elif isinstance(part, ast.ImportFrom) and part.module and not part.level:
            yield part.lineno, part.module.partition(".")[0]


def test_the_engine_imports_nothing_impure() -> None:
    found = [
        f"{name}:{line} imports {module}"
        for name in python_files("engine", holding=_IMPURE_IMPORT)
        for line, module in imports(tree(name))
        if module in IMPURE_MODULES
    ]
    assert not found, "\n".join(found)


def test_the_engine_calls_nothing_impure() -> None:
    found = [
        f"{name}:{node.lineno} calls {node.func.id}()"
        for name in python_files("engine", holding=_IMPURE_CALL)
        for node in below(tree(name))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS
    ]
    assert not found, "\n".join(found)


def test_engine_saves_and_the_command_line_load_no_textual() -> None:
    """What a sub-command imports, it pays for at every start: Textual costs ten times the rest."""
    quiet = [
        *python_files("engine", "saves", "tui/cli"),
        *(n for n in python_files("tui") if re.fullmatch(r"tui/(cli\w*|__main__)\.py", n)),
    ]
    names = [module_of(name) for name in quiet]
    program = (
        "import importlib, sys\n"
        "for name in sys.argv[1:]:\n"
        "    importlib.import_module(name)\n"
        "    if 'textual' in sys.modules: sys.exit(name + ' loads textual')\n"
    )
    run = subprocess.run([sys.executable, "-c", program, *names], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_no_module_has_an_empty_name() -> None:
    found = [name for name in python_files() if EMPTY_NAMES & {*name.removesuffix(".py").split("/")}]
    assert not found


def test_nothing_is_left_to_be_written() -> None:
    """What a class leaves to those below it is a Protocol or an abstract method, which is seen before it is called."""
    found = [
        f"{name}:{node.lineno}"
        for name in python_files(*PACKAGES, holding="NotImplementedError")
        for node in below(tree(name))
        if isinstance(node, ast.Raise) and node.exc is not None and "NotImplementedError" in ast.unparse(node.exc)
    ]
    assert not found, "\n".join(found)


def test_values_are_made_by_the_kernels_own_decorators() -> None:
    """attrs leaves twice as much memory with each class (decision 91)."""
    found = [
        f"{name}:{node.lineno}"
        for name in python_files(*PACKAGES, holding=_ATTRS_FROZEN)
        if name != "engine/kernel/values.py"
        for node in below(tree(name))
        if (
            isinstance(node, ast.ImportFrom) and node.module == "attrs" and "frozen" in {one.name for one in node.names}
        )
        or (isinstance(node, ast.Attribute) and ast.unparse(node) == "attrs.frozen")
    ]
    assert not found, "take frozen or compared_often of engine.kernel.values: " + ", ".join(found)


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        (_IMPURE_IMPORT, "import os"),
        (_IMPURE_IMPORT, "    from pathlib import Path"),
        (_IMPURE_IMPORT, "import re, os.path as p"),
        (_IMPURE_IMPORT, "if so: import time"),
        (_IMPURE_CALL, "print(1)"),
        (_IMPURE_CALL, "open \\\n (name)"),
        (_IMPURE_CALL, "(eval)(text)"),
        (_ATTRS_FROZEN, "attrs.frozen"),
        (_ATTRS_FROZEN, "attrs \\\n .frozen"),
        (_ATTRS_FROZEN, "from attrs import define, frozen as f"),
        (_ATTRS_FROZEN, "from attrs import (\n    define,  # (it changes)\n    frozen,\n)"),
    ],
)
def test_no_file_is_passed_over_in_which_a_law_may_be_broken(pattern: str, line: str) -> None:
    assert re.search(pattern, f"x = 1\n{line}\n", re.MULTILINE)


@pytest.mark.parametrize(
    "beginning", ["", "x = 1", "'one'.strip()", '"""one""" + "two"', '"""one""".strip()', '# """one"""']
)
def test_a_file_without_a_docstring_is_not_taken_for_one_that_has_it(beginning: str) -> None:
    assert ast.get_docstring(ast.parse(beginning)) is None and not _DOCSTRING.match(beginning)


def test_no_python_file_is_too_long() -> None:
    lengths = {name: len(text(name).splitlines()) for name in python_files()}
    assert not {name: length for name, length in lengths.items() if length > LONGEST}


def test_every_module_says_what_it_is() -> None:
    others = [name for name in python_files() if not _DOCSTRING.match(text(name))]
    assert not [name for name in others if ast.get_docstring(tree(name)) is None]


def test_every_folder_of_python_files_is_a_package() -> None:
    """Pytest and mypy find two files of one name in two folders only if both folders are packages."""
    files = set(tracked())
    folders = {name.rpartition("/")[0] for name in python_files(*PACKAGES, "tests")}
    assert not sorted(folder for folder in folders if f"{folder}/__init__.py" not in files)


def test_no_path_of_a_machine_is_in_the_project() -> None:
    found = []
    for name in tracked():
        try:
            lines = text(name).splitlines()
        except UnicodeDecodeError:
            continue
        found += [f"{name}:{at}: {line.strip()[:100]}" for at, line in enumerate(lines, 1) if MACHINE_PATH.search(line)]
    assert not found, "\n".join(found)


def test_a_fresh_clone_holds_no_link_and_nothing_that_is_to_be_left_out() -> None:
    """A link leads to what only its maker's machine has: one named .venv once kept a clone from being set up."""

    def listed(*wanted: str) -> list[str]:
        asked = subprocess.run(["git", "ls-files", *wanted], cwd=ROOT, capture_output=True, text=True, check=False)
        return asked.stdout.splitlines()

    assert not [line for line in listed("--stage") if line.startswith("120000")]
    assert not listed("--cached", "--ignored", "--exclude-standard")
    assert {".venv", ".venv/"} & set((ROOT / ".gitignore").read_text(encoding="utf-8").split()) == {".venv"}


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ("at /ho" + "me/ann/x", True),
        ('"/tm' + 'p/x"', True),
        ("docs/work/x", False),
        ("~/home/x", False),
        ("/usr/bin/env", False),
    ],
)
def test_what_counts_as_a_path_of_a_machine(line: str, is_one: bool) -> None:
    assert bool(MACHINE_PATH.search(line)) is is_one


LARGEST = 400_000
"""Bytes; twice the longest table and the largest frozen campaign."""


def test_the_project_holds_no_file_that_is_not_its_own() -> None:
    packed = {".whl", ".gz", ".bz2", ".xz", ".tar", ".egg", ".so"}
    assert [name for name in tracked() if Path(name).suffix in packed] == [], "fetched, not written here"
    assert [name for name in tracked() if name.endswith(".zip") and not name.startswith("tests/saves/frozen/")] == []
    assert [name for name in tracked() if (ROOT / name).stat().st_size > LARGEST] == []


def test_every_data_file_parses() -> None:
    for name in tracked():
        if name.endswith(".toml") and name.startswith(tuple(f"{package}/" for package in PACKAGES)):
            tomllib.loads(text(name))


def test_the_extra_and_the_group_of_developers_are_one_list() -> None:
    data = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert data["project"]["optional-dependencies"]["dev"] == data["dependency-groups"]["dev"]


def test_every_direct_dependency_is_constrained() -> None:
    data = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*data["dependencies"], *data["optional-dependencies"]["dev"], *data["optional-dependencies"]["bench"]]
    pinned = {
        line.partition("==")[0].lower().replace("_", "-")
        for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
        if "==" in line
    }
    assert not [need for need in wanted if re.split(r"[<>=!~\[; ]", need)[0].lower() not in pinned]


def test_the_wheel_holds_every_module_and_data_file(tmp_path: Path) -> None:
    """An editable install reads the checkout, so only the wheel itself shows what pipx would install."""
    run = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    with zipfile.ZipFile(next(tmp_path.glob("warledger-*.whl"))) as wheel:
        packed = set(wheel.namelist())
    assert not {name for name in tracked() if name.startswith(tuple(f"{package}/" for package in PACKAGES))} - packed
    assert not {name for name in packed if name.startswith(("tests/", "docs/"))}


def commands() -> list[str]:
    """The fenced blocks under the README's heading 'Two commands'."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    section = text.partition("\n## Two commands\n")[2].partition("\n## ")[0]
    return re.findall(r"^```\n(.*?)\n```$", section, flags=re.MULTILINE | re.DOTALL)


def test_the_readme_has_two_commands_of_one_line() -> None:
    found = commands()
    assert len(found) == 2
    assert all("\n" not in command and command.startswith("python3 -m venv .venv && ") for command in found)
    assert found[0].endswith(".venv/bin/warledger")
    assert found[1].endswith(".venv/bin/python -m tests.check")


def test_ci_runs_the_second_command_of_the_readme() -> None:
    shown = subprocess.run(["bash", ".ci/run", "--show"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert shown.splitlines() == [commands()[1]]


def test_every_test_has_its_own_home(home: Path) -> None:
    assert Path.home() == home
    assert not list(home.iterdir())
