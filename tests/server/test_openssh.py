"""The same over a host's own sshd: the lines that he adds, and the command that they force, whatever a client says."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from saves import players, public_keys
from saves.players import ServerFolder
from tests.cli.running import Runner
from tests.foreign import wanted
from tests.server.loopback import Running, alive, until
from tests.server.own_sshd import sshd, why_none
from tests.sources import ROOT
from tests.terminal.driver import Terminal
from tui.server.limits import LONGEST_COMMAND


@pytest.fixture
def host(tmp_path: Path) -> Running:
    """A server's folder with the player ann, and nothing that serves it."""
    folder = Running(ServerFolder(tmp_path / "the server's"))
    folder.player("ann")
    return folder


def fingerprint(host: Running, player: str = "ann") -> str:
    return players.read(host.folder).by_name[player].keys[0].fingerprint


def forced(host: Running, player: str = "ann", key: str = "") -> list[str]:
    """The command that sshd runs for ann."""
    words = ["server", "--data", str(host.folder.path), "session", player, "--key", key or fingerprint(host)]
    return [sys.executable, "-X", "utf8", "-m", "tui", *words]


def ran(host: Running, original: str | None, *command: str, **said: str) -> subprocess.CompletedProcess[str]:
    """The forced command without a terminal; ``original`` is what the client asked for."""
    environment = {"PATH": os.environ["PATH"], "SSH_CLIENT": "192.0.2.7 5 22", **said}
    if original is not None:
        environment["SSH_ORIGINAL_COMMAND"] = original
    return subprocess.run(
        command or forced(host),
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=60,
    )


# --- the lines


def test_each_key_has_a_line_that_restricts_it(host: Running, run: Runner) -> None:
    host.player("bob")
    host.player("carl")
    players.set_disabled(host.folder, "carl", True)
    lines = run("server", "--data", str(host.folder.path), "openssh", "--keys").out.splitlines()
    assert [line.rpartition(" ")[2] for line in lines] == ["ann", "bob"], "who is disabled has none"
    for line in lines:
        found = re.fullmatch(r'restrict,pty,command="((?:[^"\\]|\\.)*)" (ssh-ed25519) ([A-Za-z0-9+/=]+) (\w+)', line)
        assert found is not None
        words = shlex.split(found.group(1).replace('\\"', '"').replace("\\\\", "\\"))
        assert words[1:6] == ["-I", "-X", "utf8", "-m", "tui"] and str(host.folder.path) in words
        key = public_keys.read_key(f"{found.group(2)} {found.group(3)}".encode())
        assert words[-4:] == ["session", found.group(4), "--key", key.fingerprint]


def test_the_lines_of_sshd_close_all_but_the_visit(host: Running, run: Runner) -> None:
    out = run("server", "--data", str(host.folder.path), "openssh", "--user", "games").out
    assert "Match User games" in out and "restrict,pty,command=" in out
    for closed in ("AllowTcpForwarding", "AllowAgentForwarding", "X11Forwarding", "PermitTunnel"):
        assert f"    {closed} no\n" in out
    refused = run("server", "--data", str(host.folder.path), "openssh", "--user", "x\nMatch all")
    assert refused.code == 2 and "no system user's name" in refused.err


# --- the forced command


def test_the_app_wants_a_terminal(host: Running) -> None:
    done = ran(host, None, TERM="xterm-256color")
    assert done.returncode == 2 and "needs a terminal" in done.stderr and done.stdout == ""


def test_the_app_opens_for_its_player_whatever_the_environment_says(host: Running, tmp_path: Path) -> None:
    hostile = {"TEXTUAL_DRIVER": "os:system", "TEXTUAL_LOG": str(tmp_path / "log"), "SSH_CLIENT": "192.0.2.7 5 22"}
    with Terminal(home=tmp_path, program=forced(host), environment=hostile) as terminal:
        terminal.wait("campaign")
        seen = Path(f"/proc/{terminal.process.pid}/cwd").resolve()
        assert seen == Path("/") and not (tmp_path / "log").exists()
        terminal.press("ctrl+q")
        assert terminal.ended() == 0 and terminal.restored
    assert "app player=ann address=192.0.2.7 by=sshd" in host.log


def test_an_app_ends_with_its_line(host: Running, tmp_path: Path) -> None:
    with Terminal(home=tmp_path, program=forced(host)) as terminal:
        terminal.wait("campaign")
        terminal.hang_up()
        until(lambda: not alive(terminal.process.pid), "the app outlives its line")


def test_a_player_whose_key_is_taken_away_is_out(host: Running, tmp_path: Path) -> None:
    with Terminal(home=tmp_path, program=forced(host)) as terminal:
        terminal.wait("campaign")
        players.set_disabled(host.folder, "ann", True)
        terminal.ended()
    assert "taken away the key" in ran(host, "list").stderr
    players.set_disabled(host.folder, "ann", False)
    assert ran(host, "list").returncode == 0
    stranger = ran(host, "list", *forced(host, key="SHA256:" + "A" * 43))
    assert stranger.returncode == 2 and "taken away the key" in stranger.stderr
    assert ran(host, "list", *forced(host, "zed", fingerprint(host))).returncode == 2


def test_a_command_goes_through_our_own_parser_and_no_shell(host: Running, tmp_path: Path) -> None:
    assert ran(host, "list").returncode == 0
    assert ran(host, "list --json").stdout.strip().startswith("[")
    mark = tmp_path / "mark"
    for command in (f"$(touch {mark})", f"list; touch {mark}", f"list > {mark}", "sh", "doctor x", "\x1b[2J"):
        done = ran(host, command)
        assert done.returncode == 2 and done.stderr and "\x1b" not in done.stderr
        assert not mark.exists()


def test_a_command_has_a_longest_length(host: Running) -> None:
    done = ran(host, "list " + "x" * LONGEST_COMMAND)
    assert done.returncode == 2 and "bytes at most" in done.stderr


def test_what_is_logged_of_a_client_cannot_steer_the_hosts_terminal(host: Running) -> None:
    ran(host, "list", SSH_CLIENT="\x1b[2J\n 1 2")
    assert all(line.isprintable() for line in host.log.splitlines())


# --- a real sshd


def test_over_a_real_sshd_the_same_players_come_in_and_get_nothing_else(host: Running, tmp_path: Path) -> None:
    wanted(why_none())
    with sshd(host, "ann", tmp_path / "sshd") as ssh:

        def typed(*more: str) -> subprocess.CompletedProcess[str]:
            return subprocess.run([*ssh, *more], capture_output=True, text=True, check=False, timeout=60)

        assert typed("list", "--json").returncode == 0
        assert typed("id").returncode == 2
        options = ssh[1:-1]
        told = subprocess.run(
            [ssh[0], "-T", *options, ssh[-1]], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
        )
        assert told.returncode == 2 and "needs a terminal" in told.stderr
        forwarded = subprocess.run(
            [ssh[0], "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:22", *options, ssh[-1], "list"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert forwarded.returncode == 255
        sftp = subprocess.run([ssh[0], *options, "-s", ssh[-1], "sftp"], capture_output=True, check=False, timeout=60)
        assert sftp.returncode != 0
        if os.getuid() == 0:
            with Terminal(home=tmp_path, program=ssh) as terminal:
                terminal.wait("campaign")
                terminal.press("ctrl+q")
                assert terminal.ended() == 0
