"""The program as a whole: help, exit codes, pipes, and what it does not import. A few runs as a process of its own."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tui.cli.main
from tests import forked
from tests.cli.running import Runner

ROOT = Path(__file__).parents[2]


def process(*argv: str, stdin: str = "", code: str = "") -> subprocess.CompletedProcess[str]:
    """The program, or a piece of Python, as a process of its own."""
    command = [sys.executable, "-c", code, *argv] if code else [sys.executable, "-m", "tui", *argv]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, cwd=ROOT, check=False, timeout=60)


def test_help(run: Runner) -> None:
    out = run("--help").out
    for command in tui.cli.main.there():
        assert f"  {command.name} " in out
        done = run(command.name, "--help")
        assert done.code == 0 and done.out.startswith(f"usage: warledger {command.name}")
        assert run("help", command.name).out == done.out
    assert run("--version").out.startswith("warledger ")


@pytest.mark.parametrize("argv", [["shwo"], ["show"], ["show", "--jsno", "x"], ["calc", "--rolls"], ["--nonsense"]])
def test_misuse(run: Runner, argv: list[str]) -> None:
    done = run(*argv)
    assert (done.code, done.out) == (2, "") and done.err.startswith("warledger: ")
    assert len(done.err.splitlines()) == 1


def test_options_may_stand_anywhere(run: Runner, solo: str) -> None:
    assert run("show", "--json", solo, "powers.germany.base").json["value"] == 170
    assert run("calc", "--json", "limit", "base=3").json["limit"] == 2
    assert run("do", "--json", solo, "italy effort none", "us effort none").code == 0


def test_a_fault_of_the_program_is_one_line(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> int:
        raise ZeroDivisionError("first\nsecond")

    monkeypatch.setattr("tui.cli.tables.tables", broken)
    done = run("tables", "thewar")
    assert done.code == 2 and "test_program.py" in done.err and len(done.err.splitlines()) == 1
    monkeypatch.setattr("tui.cli.tables.tables", lambda _: (_ for _ in ()).throw(KeyboardInterrupt))
    assert run("tables", "thewar").code == 130
    monkeypatch.setattr("tui.cli.tables.tables", lambda _: (_ for _ in ()).throw(RecursionError))
    assert "nested" in run("tables", "thewar").err


COMMANDS = """
import sys
from tui.__main__ import main
campaign = sys.argv[1]
for argv in (
    ["--help"], ["scenarios"], ["tables", "thewar"], ["calc", "limit", "base=3"], ["show", campaign],
    ["choices", campaign], ["do", campaign, "italy effort none"], ["forecast", campaign, "us effort none"],
    ["log", campaign], ["sheet", campaign],
    ["undo", campaign], ["audit", campaign], ["doctor", campaign], ["check", campaign],
    ["branch", campaign, "1939-3-fall", "other"], ["new", "1939-campaign", "--name", "third"],
):
    assert main(argv) == 0, argv
print([name for name in sys.modules if name.split(".")[0] == "textual"], file=sys.stderr)
"""


def test_no_command_imports_textual(solo: str) -> None:
    done = process(solo, code=COMMANDS)
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[-1] == "[]"


@pytest.fixture(scope="module")
def looked(begun: Path) -> dict[str, Any]:
    """What a process has loaded and read that has shown a campaign and nothing else."""
    code = (
        "import json, sys; from engine.kernel import tables; read = []; contents = tables._contents\n"
        "tables._contents = lambda game, table: (read.append(table), contents(game, table))[1]\n"
        "from tui.__main__ import main; main(['show', sys.argv[1]]); modules = sorted(sys.modules)\n"
        "print(json.dumps({'modules': modules, 'tables': read}), file=sys.stderr)"
    )
    done = process(str(begun / "solo"), code=code)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stderr)
    return found


def test_an_app_takes_no_openssl_along_and_leaves_it_to_whoever_wants_it() -> None:
    code = (
        "import sys, tui.app, hashlib, hmac; print({'ssl', '_ssl', '_hashlib'} & {*sys.modules})\n"
        "print(hashlib.sha256(b'').hexdigest()[:8], hmac.digest(b'key', b'text', 'sha256').hex()[:8])\n"
        "import ssl, _hashlib; print(ssl.create_default_context().verify_mode.name)"
    )
    done = process(code=code)
    assert done.returncode == 0, done.stderr
    digests = hashlib.sha256(b"").hexdigest()[:8], hmac.digest(b"key", b"text", "sha256").hex()[:8]
    assert done.stdout.splitlines() == ["set()", " ".join(digests), "CERT_REQUIRED"]


def test_looking_at_a_campaign_does_not_load_all_the_rules(looked: dict[str, Any]) -> None:
    loaded = {name for name in looked["modules"] if name.startswith("engine.thewar.")}
    assert len(loaded) < 135 and "engine.thewar.sea.sea_fight" not in loaded


def test_looking_reads_no_map(looked: dict[str, Any]) -> None:
    assert [name for name in looked["modules"] if name.startswith("engine.thewar.map.") and name[18:] != "room"] == []
    assert looked["tables"] and "board-europe" not in looked["tables"]


def test_looking_loads_neither_notes_nor_what_redoes(looked: dict[str, Any]) -> None:
    # Each module is read on every start of the command line: what only a note, a redo or a branch wants waits for them.
    assert not {"saves.notes", "saves.reading", "engine.kernel.redoing"} & {*looked["modules"]}


def test_only_a_command_that_writes_loads_the_writer(solo: str) -> None:
    looks = ("show", "choices", "log", "sheet", "audit", "doctor", "check")
    code = (
        "import sys; from tui.__main__ import main\n"
        f"for command, *rest in (*[(one,) for one in {looks}], ('do', 'italy effort none')):\n"
        "    assert main([command, sys.argv[1], *rest]) == 0, command\n"
        "    print(command, 'tomli_w' in sys.modules, file=sys.stderr)"
    )
    done = process(solo, code=code)
    assert done.returncode == 0, done.stderr
    loaded = dict(line.split() for line in done.stderr.splitlines())
    assert loaded == {**dict.fromkeys(looks, "False"), "do": "True"}


def test_only_a_scenario_that_is_written_loads_what_keeps_its_lines(home: Path) -> None:
    code = (
        "import sys; from tui.__main__ import main\n"
        "small = 'battle-of-the-atlantic'\n"
        "for command in (['scenarios'], ['cards', small, '--json'], ['scenario', 'compare', small, small],\n"
        "                ['scenario', 'share', small], ['new', small], ['scenario', 'new', '--from', small]):\n"
        "    assert main(command) == 0, command\n"
        "    print('tomlkit' in sys.modules, file=sys.stderr)"
    )
    done = process(code=code)
    assert done.returncode == 0, done.stderr
    assert done.stderr.split() == ["False"] * 5 + ["True"]


def test_a_reader_that_leaves_early_is_no_fault(solo: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tui", "show", solo, "units", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as running:
        assert running.stdout is not None and running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(30) == 0


def test_a_terminal_without_unicode(solo: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tui", "sheet", solo],
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert done.returncode == 0 and done.stdout.isascii()


def test_the_tour_runs(tmp_path: Path) -> None:
    done = subprocess.run(
        ["sh", str(ROOT / "docs" / "tour.sh")],
        capture_output=True,
        text=True,
        env={**os.environ, "WARLEDGER": forked.command()},
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    assert done.stdout.endswith("The tour is over.\n")
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize(("game", "other"), [("thewar", "worldatwar"), ("worldatwar", "thewar")])
def test_a_game_costs_nothing_while_another_is_played(game: str, other: str) -> None:
    # The frame with everything that it imports, and one game: nothing of the other is read.
    code = (
        "import sys; from engine.kernel import ruleset; import saves.desk, tui.frame, tui.panels.step; "
        f"ruleset.find('{game}').sequence; "
        f"print([name for name in sys.modules if name.startswith('engine.{other}')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"
