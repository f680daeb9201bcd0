"""The unit of systemd that the docs tell a host to write: judged here, and looked over by systemd itself besides."""

from __future__ import annotations

import argparse
import subprocess
import textwrap
from pathlib import Path

import pytest

from tests.foreign import found, missing, wanted
from tests.server.unit_file import PROGRAM, command, faults
from tests.sources import ROOT
from tui.cli import serving

_PROGRAM = f"ExecStart={PROGRAM} "


def the_unit() -> str:
    """The unit as it stands in the docs."""
    text = (ROOT / "docs" / "host-a-server.md").read_text(encoding="utf-8")
    return textwrap.dedent("    [Unit]" + text.partition("    [Unit]")[2].partition("\nThen:")[0])


def verified(top: Path, unit: str) -> str:
    """What systemd says against a unit of a user's own; '' for nothing."""
    home = top / "home"
    program = home / "warledger" / "bin" / "warledger"
    program.parent.mkdir(parents=True, exist_ok=True)
    program.touch(0o700)
    path = top / "warledger.service"
    path.write_text(unit, encoding="utf-8")
    analyze = found("systemd-analyze")
    assert analyze is not None
    done = subprocess.run(
        [analyze, "--user", "verify", str(path)],
        env={"PATH": "/usr/bin:/bin", "HOME": str(home), "XDG_RUNTIME_DIR": str(top)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return done.stdout + done.stderr + ("" if done.returncode == 0 else f"exit {done.returncode}")


def test_the_unit_of_the_docs_is_in_order_and_starts_what_the_program_understands() -> None:
    unit = the_unit()
    assert faults(unit) == []
    name, *words = command(unit)
    parser = argparse.ArgumentParser(exit_on_error=False)
    serving.serve_arguments(parser)
    assert name == "serve"
    host, port = serving.address(parser.parse_args(words).listen)
    assert (host, port) == ("0.0.0.0", 2222), "others reach it, and no right of the system's is needed for the port"


@pytest.mark.parametrize(
    ("was", "spoilt", "said"),
    [
        ("RestartSec", "RestartSecs", "unknown key in [Service]: RestartSecs=5"),
        ("Restart=on-failure", "Restart=sometimes", "not a value of Restart: sometimes"),
        ("MemoryMax=4G", "MemoryMax=4 GB", "not a value of MemoryMax: 4 GB"),
        ("UMask=0077", "UMask=0078", "not a value of UMask: 0078"),
        ("[Install]", "[Instal]", "unknown section: [Instal]"),
        ("TasksMax", "RestartSec=5\nTasksMax", "twice: RestartSec"),
        ("WantedBy=default.target", "", "missing: Install.WantedBy"),
        ("bin/warledger", "bin/warledgers", f"not a value of ExecStart: {PROGRAM}s serve --listen 0.0.0.0:2222"),
    ],
)
def test_a_unit_that_is_spoilt_is_found_out(was: str, spoilt: str, said: str) -> None:
    unit = the_unit()
    assert was in unit and said in faults(unit.replace(was, spoilt))


def test_systemd_has_nothing_against_the_unit_of_the_docs(tmp_path: Path) -> None:
    wanted(missing("systemd-analyze"))
    unit = the_unit()
    assert _PROGRAM in unit and verified(tmp_path, unit) == ""
    # It would say so.
    assert "Unknown key" in verified(tmp_path, unit.replace("RestartSec", "RestartSecs"))
    assert "is not executable" in verified(tmp_path, unit.replace(_PROGRAM, f"{_PROGRAM.strip()}s "))
