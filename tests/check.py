"""Lint, types, import contracts and tests in one command: ``python -m tests.check [pytest's arguments]``.

All of them run whatever the earlier ones found; the exit code is 0 only if every one passed. Pytest's closing line
comes last.
``--fix`` as the first argument formats and mends what ruff can before checking.
"""

from __future__ import annotations

import os
import subprocess
import sys
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


def _run(arguments: list[str], environment: dict[str, str] | None = None) -> int:
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, check=False).returncode


def main(arguments: list[str]) -> int:
    """Runs every check and then the tests with ``arguments``; returns 0 if all passed, else 1."""
    if arguments[:1] == ["--fix"]:
        arguments = arguments[1:]
        for fix in FIXES:
            _run(fix)
    report, failed = [], False
    for name, command in CHECKS.items():
        print(f"== {name}", flush=True)
        began = time.monotonic()
        code = _run(command)
        failed = failed or code != 0
        report.append(f"{name:8} {'ok' if code == 0 else 'FAILED'}  {time.monotonic() - began:.1f} s")
    print("== tests", flush=True)
    environment = os.environ | {"WARLEDGER_CHECKS": "\n".join(report)}
    # Half of the time of a test of screens is spent waiting until a screen is idle, so two workers share a core; a
    # later -n among the arguments overrides it. Each begins with its part of the tests, so that what those of a module
    # share is made once; who is done first takes from the others.
    count = min(max(2 * (os.cpu_count() or 1), 2), 8)
    workers = ["-n", str(count), "--dist", "worksteal"]
    tests = _run(["-m", "pytest", "-q", *workers, *arguments], environment)
    return int(failed or tests != 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
