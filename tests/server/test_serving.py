"""What a host types and reads: where to listen, what is said when it is ready, and the log."""

from __future__ import annotations

import select
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import Runner
from tests.sources import ROOT
from tui.cli.serving import address
from tui.server import host_log
from tui.server.host_log import HostLog

GOOD = {
    "127.0.0.1:2222": ("127.0.0.1", 2222),
    "[::1]:0": ("::1", 0),
    "host.example:65535": ("host.example", 65535),
}
BAD = ("", "2222", ":2222", "host", "host:", "host:99999", "a b:1", "::1:22", "host:22x", "\n:1")


@pytest.mark.parametrize(("text", "found"), GOOD.items())
def test_an_address_has_a_host_and_a_port(text: str, found: tuple[str, int]) -> None:
    assert address(text) == found


@pytest.mark.parametrize("text", BAD)
def test_what_is_no_address_is_told(run: Runner, tmp_path: Path, text: str) -> None:
    done = run("serve", "--data", str(tmp_path), f"--listen={text}")
    assert done.code == 2 and "is no HOST:PORT, such as 127.0.0.1:2222" in done.err


def test_a_port_that_is_taken_is_told_and_nothing_is_left(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "tui", "serve", "--data", str(tmp_path / "x"), "--listen", f"127.0.0.1:{port}"],
            capture_output=True,
            text=True,
            cwd=ROOT,
            check=False,
            timeout=60,
        )
    assert done.returncode == 2 and "cannot be listened on" in done.stderr and done.stdout == ""


def test_what_is_said_when_it_is_ready_is_what_the_others_type(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tui", "serve", "--data", str(tmp_path / "x"), "--listen", "127.0.0.1:0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as running:
        try:
            assert running.stdout is not None and select.select([running.stdout], [], [], 60)[0]
            port = running.stdout.readline().removeprefix("listening on 127.0.0.1:").strip()
            assert port.isdigit()
        finally:
            running.terminate()
        said = running.stdout.read()
    assert running.returncode == 0
    assert "key of this server: SHA256:" in said and f"ssh -p {port} PLAYER@127.0.0.1" in said
    assert "nobody is let in yet: warledger server add" in said and "--listen 0.0.0.0" in said
    key = tmp_path / "x" / "host-key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600 and "PRIVATE KEY" in key.read_text(encoding="ascii")


def test_the_log_has_a_bound_and_the_oldest_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_log, "LARGEST", 1_000)
    log = HostLog(tmp_path / "server.log")
    for number in range(200):
        log("let-in", player=f"p{number}", address="192.0.2.1")
    log.close()
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == ["server.log", *(f"server.log.{number}" for number in range(1, host_log.KEPT + 1))]
    assert all(path.stat().st_size <= 1_000 for path in tmp_path.iterdir())
    assert "player=p199" in (tmp_path / "server.log").read_text(encoding="utf-8")
    assert stat.S_IMODE((tmp_path / "server.log").stat().st_mode) == 0o600


def test_a_fact_in_the_log_is_one_line_that_steers_nothing(tmp_path: Path) -> None:
    log = HostLog(tmp_path / "server.log")
    log("not-let-in", name='\x1b[2J\n2026-01-01 let-in player="x"', key="", many="y" * 1_000)
    log.lines("first\x07\nsecond\u202e")
    log.close()
    first, *rest = (tmp_path / "server.log").read_text(encoding="utf-8").splitlines()
    assert first.isprintable() and ' name="?[2J?2026-01-01 let-in player=?x?"' in first and "key=" not in first
    assert len(first) < 2 * host_log.LONGEST + 100
    assert rest == ["    first?", "    second?"]


def test_a_log_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    (tmp_path / "server.log").symlink_to(elsewhere)
    log = HostLog(tmp_path / "server.log")
    log("let-in", player="ann")
    log.close()
    assert not elsewhere.exists()
