"""Lint, types, import contracts and tests in one command: ``python -m tests.check [pytest's arguments]``.

All of them run whatever the earlier ones found; the exit code is 0 only if every one passed. Pytest's closing line
comes last.
``--fix`` as the first argument formats and mends what ruff can before checking.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

_CONTRACTS = "import sys; from importlinter.cli import lint_imports_command as run; sys.exit(run())"

CHECKS: dict[str, list[str]] = {
    "lint": ["-m", "ruff", "check", "--quiet", "."],
    "format": ["-m", "ruff", "format", "--check", "--quiet", "."],
    "types": ["-m", "mypy"],
    "imports": ["-c", _CONTRACTS],
}
FIXES: list[list[str]] = [["-m", "ruff", "check", "--quiet", "--fix", "."], ["-m", "ruff", "format", "--quiet", "."]]


PREPARED: list[list[str]] = [
    ["-m", "compileall", "-q", "engine", "saves", "tui"],
    # Read once and kept, the tests need not be rewritten by each worker anew: 3 s of processor time instead of 19.
    ["-m", "pytest", "--collect-only", "-qq"],
]
"""What is done beside the checks, so that what the tests start finds its bytecode."""


def _environment() -> dict[str, str]:
    """The environment of all that is run: bytecode is kept, also where a machine is set up to keep none. Thousands of
    modules would else be compiled by every worker and by every program that a test starts."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _run(arguments: list[str], environment: dict[str, str] | None = None) -> int:
    environment = environment or _environment()
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, check=False).returncode


def _prepare() -> None:
    """Compile the program and collect the tests once; what is wrong with either the tests say."""
    for command in PREPARED:
        quiet = subprocess.DEVNULL
        given = [sys.executable, *command]
        subprocess.run(given, cwd=ROOT, env=_environment(), check=False, stdout=quiet, stderr=quiet)


def main(arguments: list[str]) -> int:
    """Runs every check and then the tests with ``arguments``; returns 0 if all passed, else 1."""
    if arguments[:1] == ["--fix"]:
        arguments = arguments[1:]
        for fix in FIXES:
            _run(fix)
    preparing = threading.Thread(target=_prepare)
    preparing.start()
    report, failed = [], False
    for name, command in CHECKS.items():
        print(f"== {name}", flush=True)
        began = time.monotonic()
        code = _run(command)
        failed = failed or code != 0
        report.append(f"{name:8} {'ok' if code == 0 else 'FAILED'}  {time.monotonic() - began:.1f} s")
    preparing.join()
    print("== tests", flush=True)
    environment = _environment() | {"WARLEDGER_CHECKS": "\n".join(report)}
    # A fifth of the time of a test of screens is spent waiting until a screen is painted, of one in a terminal more, so
    # three workers share two cores; a fourth would only collect once more. A later -n among the arguments overrides it.
    # Each begins with its part of the tests, so that what those of a module share is made once; who is done first
    # takes from the others.
    count = min(max(3 * (os.cpu_count() or 1) // 2, 2), 8)
    workers = ["-n", str(count), "--dist", "worksteal"]
    tests = _run(["-m", "pytest", "-q", *workers, *arguments], environment)
    return int(failed or tests != 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
