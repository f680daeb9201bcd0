"""The unit of systemd that the docs tell a host to write, looked over by systemd itself."""

from __future__ import annotations

import shutil
import subprocess
import textwrap
from pathlib import Path

import pytest

from tests.test_hygiene import ROOT

_ANALYZE = shutil.which("systemd-analyze")
_PROGRAM = "ExecStart=%h/warledger/bin/warledger "


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
    assert _ANALYZE is not None
    done = subprocess.run(
        [_ANALYZE, "--user", "verify", str(path)],
        env={"PATH": "/usr/bin:/bin", "HOME": str(home), "XDG_RUNTIME_DIR": str(top)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return done.stdout + done.stderr + ("" if done.returncode == 0 else f"exit {done.returncode}")


@pytest.mark.skipif(_ANALYZE is None, reason="NO SYSTEMD HERE: the unit of the docs is not looked over")
def test_systemd_has_nothing_against_the_unit_of_the_docs(tmp_path: Path) -> None:
    unit = the_unit()
    assert _PROGRAM in unit and verified(tmp_path, unit) == ""
    # It would say so.
    assert "Unknown key" in verified(tmp_path, unit.replace("RestartSec", "RestartSecs"))
    assert "is not executable" in verified(tmp_path, unit.replace(_PROGRAM, f"{_PROGRAM.strip()}s "))
