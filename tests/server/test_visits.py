"""What a visit is: a process of its own that sees nothing of the host, and ends with its line, time or fault."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import asyncssh
import pytest

from tests.server.loopback import Running, TooLate, alive, app, soon, until
from tests.sources import ROOT, python_files, tree
from tests.test_hygiene import imports


def test_the_app_is_there_when_a_player_comes_in_and_gives_the_terminal_back(live: Running) -> None:
    async def visit() -> None:
        async with await live.connect("ann") as connection:
            screen = await app(connection)
            await screen.wait("campaign")
            screen.type("\x11")
            await screen.rest()
            assert (await screen.channel.wait()).exit_status == 0
            assert screen.output.rfind(b"\x1b[?1049l") > screen.output.rfind(b"\x1b[?1049h")

    asyncio.run(visit())


def test_a_window_may_change_and_be_too_small_or_absurd(live: Running) -> None:
    async def visit() -> None:
        async with await live.connect("ann") as connection:
            screen = await app(connection, 10, 5)
            # It stands, and hears of windows that change, once it has said what is wrong with this one.
            await screen.wait("window")
            screen.channel.change_terminal_size(100, 30)
            screen.screen.resize(30, 100)
            # The footer's end is the end of the first picture.
            await screen.wait("ctrl+p more")
            screen.channel.change_terminal_size(4_000_000_000, 4_000_000_000)
            await screen.read()
            screen.channel.change_terminal_size(0, 0)
            screen.screen.resize(24, 80)
            # A window is dragged on until it looks right: one change that was overtaken by the next is no matter.
            for columns in (81, 80) * 4:
                with contextlib.suppress(TooLate):
                    await screen.wait("campaign", 3)
                    return
                screen.channel.change_terminal_size(columns, 24)
                screen.screen.resize(24, columns)
            await screen.wait("campaign")

    asyncio.run(visit())


def told(live: Running, **sent: str) -> dict[str, object]:
    """What a session sees whose client sends these variables."""

    async def visit() -> str:
        async with await live.connect("bob", env=sent) as connection:
            done = await connection.run("odd-told")
        return str(done.stdout)

    found = json.loads(asyncio.run(visit()))
    assert isinstance(found, dict)
    return found


def test_a_session_sees_nothing_of_the_host(live: Running) -> None:
    hostile = {
        "TEXTUAL_DRIVER": "os:system",
        "PYTHONPATH": "/etc",
        "LD_PRELOAD": "x.so",
        "HOME": "/",
        "LANG": "de_DE.UTF-8",
        "COLORTERM": "truecolor",
        "TERM": "\x1b]0;x",
    }
    seen = told(live, **hostile)
    environment = seen["environment"]
    assert isinstance(environment, dict)
    assert environment.pop("PATH") == "/usr/bin:/bin"
    assert {name for name in environment if environment[name] == "/nonexistent"} == {
        *("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
    }
    rest = {name: value for name, value in environment.items() if value != "/nonexistent"}
    assert rest == {
        "TERM": "",
        "TEXTUAL_ANIMATIONS": "none",
        "ESCDELAY": "50",
        "LANG": "de_DE.UTF-8",
        "COLORTERM": "truecolor",
    }
    assert "refused what=environment player=bob" in live.log
    assert seen["folder"] == "/" and seen["leader"] and seen["child-signals"] and seen["mask"] == 0o077
    assert seen["threads"] == 1 and seen["asyncssh"] is False and seen["privileges"]


def test_what_of_an_environment_is_taken_is_checked_in_shape(live: Running) -> None:
    environment = told(live, LANG="$(id)", COLORTERM="true color", LC_ALL="C")["environment"]
    assert isinstance(environment, dict)
    assert not {"LANG", "COLORTERM", "LC_ALL"} & environment.keys()


def test_a_session_has_its_own_handles_and_no_others(live: Running) -> None:
    handles = told(live)["handles"]
    assert isinstance(handles, dict)
    assert {"0", "1", "2", "3"} <= handles.keys()
    assert all(handles[number].startswith("pipe:") for number in "012") and handles["3"].startswith("socket:")
    # What remains is the listing's own.
    assert [where for number, where in handles.items() if int(number) > 3 and "/proc/" not in where] == []


def test_a_command_is_bounded(live: Running) -> None:
    limits = told(live)["limits"]
    assert isinstance(limits, dict)
    assert limits["RLIMIT_CORE"] == 0 and limits["RLIMIT_NPROC"] == 0
    assert all(0 < limits[name] < 1 << 40 for name in ("RLIMIT_NOFILE", "RLIMIT_DATA", "RLIMIT_CPU"))


def test_a_command_has_input_output_errors_and_an_exit_code(live: Running) -> None:
    text = "line ä\n" * 20_000
    done = asyncio.run(live.run("ann", "odd-echo", text))
    assert (done.exit_status, done.stdout, done.stderr) == (7, text, "that was all\n")


def test_the_text_of_a_command_comes_as_it_was_sent(live: Running) -> None:
    sent = "$(id); `id` | cat > /etc/x && 'ü' \"\t\x1b[2J\\"
    [player, data, said] = json.loads(str(asyncio.run(live.run("ann", f"odd-said {sent}")).stdout))
    assert (player, data, said) == ("ann", str(live.folder.path), sent)


def test_a_command_with_a_terminal_runs_as_well(live: Running) -> None:
    async def visit() -> None:
        async with await live.connect("ann") as connection:
            done = await connection.run("odd-said x", term_type="xterm", request_pty="force")
            assert done.exit_status == 0 and "ann" in str(done.stdout)

    asyncio.run(visit())


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("odd-raise", "a fault of the program"),
        ("odd-segment", "a fault of the program"),
        ("odd-hang", "ran longer than"),
        ("odd-eat", "not enough memory"),
    ],
)
def test_a_command_that_breaks_says_so_and_breaks_nothing_else(live: Running, command: str, reason: str) -> None:
    done = asyncio.run(live.run("ann", command))
    assert done.exit_status == 2 and reason in str(done.stderr)
    assert asyncio.run(live.run("bob", "odd-said x")).exit_status == 0
    assert "secret words" not in live.log


def test_a_fault_is_told_to_the_host_by_its_place(live: Running) -> None:
    asyncio.run(live.run("ann", "odd-raise"))
    assert "fault player=ann" in live.log and "RuntimeError" in live.log and "odd_guest.py" in live.log


def test_a_command_starts_no_processes(live: Running) -> None:
    done = asyncio.run(live.run("ann", "odd-multiply"))
    assert (done.exit_status, done.stdout) == (0, "no process more\n"), done.stderr


@pytest.mark.parametrize("how", ["segment", "raise"])
def test_an_app_that_breaks_gives_the_terminal_back_and_says_so(live: Running, how: str) -> None:
    async def visit() -> None:
        async with await live.connect("odd") as connection:
            screen = await app(connection)
            await screen.wait("broken")
            screen.type(f"{how}\r")
            output = await screen.rest()
            assert b"a fault of the program ends this visit" in output
            assert (await screen.channel.wait()).exit_status == 2
            if how == "segment":
                assert output.rfind(b"\x1b[?1049l") > output.rfind(b"\x1b[?1049h")

    asyncio.run(visit())


def test_a_visit_ends_with_its_line_also_where_it_does_not_want_to(live: Running) -> None:
    async def visit() -> None:
        before = set(live.sessions)
        connection = await live.connect("odd")
        screen = await app(connection)
        await screen.wait("broken")
        [mine] = set(live.sessions) - before
        screen.type("hang\r")
        await screen.wait(str(mine))
        connection.abort()
        await soon(lambda: not alive(mine), "the session outlives its line")

    asyncio.run(visit())


def test_an_app_ends_with_its_line(live: Running) -> None:
    async def visit() -> None:
        before = set(live.sessions)
        connection = await live.connect("ann")
        screen = await app(connection)
        await screen.wait("campaign")
        [mine] = set(live.sessions) - before
        connection.abort()
        await soon(lambda: not alive(mine), "the app outlives its line")

    asyncio.run(visit())


def test_what_one_session_writes_the_others_hear(live: Running) -> None:
    async def visit() -> None:
        async with await live.connect("ann") as first:
            listener = await first.create_process("odd-listen")
            assert await listener.stdout.readline() == "listening\n"
            for name in ("europe", "enough"):
                assert (await live.run("bob", f"odd-wrote {name}")).exit_status == 0
            assert (await listener.wait()).stdout == "europe\nenough\n"

    asyncio.run(visit())


def test_a_connection_has_one_visit(live: Running) -> None:
    async def visit() -> None:
        async with await live.connect("ann") as connection:
            await (await app(connection)).wait("campaign")
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.run("odd-said x")

    asyncio.run(visit())
    assert "refused what=second-session player=ann" in live.log


def test_a_forker_that_dies_takes_its_sessions_along_and_is_started_again(live: Running) -> None:
    async def visit() -> None:
        async with await live.connect("ann") as connection:
            screen = await app(connection)
            await screen.wait("campaign")
            mine, forker = live.sessions, live.forker
            os.kill(forker, signal.SIGKILL)
            assert b"a fault of the program ends this visit" in await screen.rest()
            assert (await screen.channel.wait()).exit_status == 2
            await soon(lambda: not any(alive(one) for one in mine), "a session outlives its forker")
            await soon(lambda: live.forker not in (0, forker), "no new one is started")

    asyncio.run(visit())

    async def again() -> bool:
        return (await live.run("ann", "odd-said x")).exit_status == 0

    until(lambda: asyncio.run(again()), "no session can be started any more")
    assert "starter-died" in live.log


def test_only_the_part_that_speaks_ssh_imports_its_library() -> None:
    named = [name for name in python_files("tui", "saves", "engine") if "asyncssh" in (ROOT / name).read_text("utf-8")]
    found = {name for name in named for _, root in imports(tree(name)) if root == "asyncssh"}
    assert found == {"tui/server/ssh.py"}


def test_without_its_library_serve_says_what_to_type(tmp_path: Path) -> None:
    hidden = (
        "import sys; sys.modules['asyncssh'] = None\n"
        f"from tui.cli.main import main; sys.exit(main(['serve', '--data', {str(tmp_path)!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "pip install 'warledger[serve]'" in done.stderr and done.stdout == ""
