"""The server as players meet it: with the ``ssh`` of their own system, in a terminal."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.foreign import missing, wanted
from tests.server.loopback import Running, alive, until
from tests.terminal.driver import Terminal


@pytest.fixture(scope="module", autouse=True)
def _client() -> None:
    """The programs of OpenSSH's client, before a server is started for them."""
    wanted(missing("ssh", "scp", "sftp"))


def typed(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=60)


def test_a_player_comes_in_resizes_and_leaves(live: Running, tmp_path: Path) -> None:
    with Terminal(home=tmp_path, program=live.ssh("ann"), columns=100, lines=30) as terminal:
        terminal.wait("campaign")
        terminal.resize(60, 20)
        terminal.wait(lambda seen: "campaign" in seen.text and "help" in seen.text.splitlines()[-1])
        terminal.press("ctrl+q")
        assert terminal.ended() == 0 and terminal.restored


def test_a_client_that_is_killed_leaves_no_session(live: Running, tmp_path: Path) -> None:
    with Terminal(home=tmp_path, program=live.ssh("ann")) as terminal:
        terminal.wait("campaign")
        [mine] = live.sessions
        terminal.signal(signal.SIGKILL)
        until(lambda: not alive(mine), "the session outlives its client")


def test_a_line_that_is_hung_up_leaves_no_session(live: Running, tmp_path: Path) -> None:
    with Terminal(home=tmp_path, program=live.ssh("ann")) as terminal:
        terminal.wait("campaign")
        [mine] = live.sessions
        terminal.hang_up()
        until(lambda: not alive(mine), "the session outlives its terminal")


def test_a_command_passes_streams_and_exit_code(live: Running) -> None:
    done = subprocess.run(
        [*live.ssh("bob"), "odd-echo"], input="to and fro\n", capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (7, "to and fro\n", "that was all\n")


def test_without_a_terminal_the_app_is_refused(live: Running) -> None:
    done = typed(*live.ssh("ann", "-T"))
    assert done.returncode == 2 and "needs a terminal" in done.stderr and done.stdout == ""


ASKED = (
    ("-A",),
    ("-X",),
    ("-Y",),
    ("-o", "SetEnv=TEXTUAL_DRIVER=os:system LD_PRELOAD=x"),
)


@pytest.mark.parametrize("asked", ASKED, ids=" ".join)
def test_what_nobody_gets_leaves_a_command_as_it_is(live: Running, asked: tuple[str, ...]) -> None:
    done = typed(*live.ssh("ann", *asked), "odd-told")
    assert done.returncode == 0
    assert not [name for name in ("TEXTUAL_DRIVER", "LD_PRELOAD", "SSH_", "DISPLAY") if name in done.stdout]


def test_no_port_is_opened_for_anybody(live: Running) -> None:
    done = typed(*live.ssh("ann", "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:22"), "odd-said x")
    assert done.returncode == 255 and "forward" in done.stderr.lower()


def test_the_client_reaches_nothing_through_the_server(live: Running, tmp_path: Path) -> None:
    done = typed(*live.ssh("ann", "-W", f"127.0.0.1:{live.port}"))
    assert done.returncode != 0 and "SSH-2.0" not in done.stdout


@pytest.mark.parametrize("program", ["scp", "sftp"])
def test_no_file_goes_in_or_out(live: Running, tmp_path: Path, program: str) -> None:
    options = [word for word in live.ssh("ann")[1:-1] if word != "-p"]
    options[options.index(str(live.port))] = f"-oPort={live.port}"
    mine = tmp_path / "mine"
    mine.write_text("x", encoding="utf-8")
    there = f"ann@127.0.0.1:{live.folder.path}/taken"
    inward = typed(program, *options, str(mine), there) if program == "scp" else typed(program, *options, there)
    assert inward.returncode != 0
    outward = typed(program, *options, f"ann@127.0.0.1:{live.folder.players}", str(tmp_path / "taken"))
    assert outward.returncode != 0 and not (tmp_path / "taken").exists()
    assert not (live.folder.path / "taken").exists()


def test_nobody_is_left_when_all_have_gone(live: Running) -> None:
    until(lambda: not live.sessions, "a session is left")
    assert os.getpid() not in live.sessions
