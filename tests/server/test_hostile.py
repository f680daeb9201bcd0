"""What nobody gets, however he asks for it: each is refused or survived, the host can read of it, and the next player
comes in as if nothing had been."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import asyncssh
import pytest

from saves import players
from tests.server.loopback import ODD, Running, alive, app, serving, soon, until
from tui.server.front import MOST_CONNECTIONS, MOST_OF_ONE_PLAYER, MOST_UNKNOWN
from tui.server.limits import LONGEST_COMMAND

GROWTH = 40.0
"""MB that the front may have more of after any of this; what is thrown at it is a multiple."""


@pytest.fixture(autouse=True)
def unharmed(live: Running) -> Iterator[None]:
    """After each of these a player is served, and no session of anybody else is left."""
    yield
    until(lambda: not live.sessions, "a session is left")
    assert asyncio.run(live.run("bob", "odd-said x")).exit_status == 0
    assert all(line.isprintable() for line in live.log.splitlines())


# --- coming in


def comes_in(live: Running, name: str, key: asyncssh.SSHKey) -> bool:
    async def visit() -> bool:
        try:
            connection = await live.connect(name, key=key)
        except asyncssh.PermissionDenied:
            return False
        connection.abort()
        return True

    return asyncio.run(visit())


def test_only_public_keys_are_taken(live: Running) -> None:
    for name in ("ann", "nobody"):
        found = asyncio.run(asyncssh.get_server_auth_methods("127.0.0.1", live.port, name, config=[]))
        assert list(found) == ["publickey"]


def test_who_is_not_known_is_not_let_in(live: Running) -> None:
    stranger = asyncssh.generate_private_key("ssh-ed25519")
    assert not comes_in(live, "ann", stranger), "a key of nobody's"
    assert not comes_in(live, "carl", stranger), "a name of nobody's"
    assert not comes_in(live, "bob", live.keys["ann"]), "another's name with his own key"
    assert comes_in(live, "ann", live.keys["ann"])
    assert "not-let-in name=bob key=SHA256:" in live.log and "address=127.0.0.1" in live.log


@pytest.mark.parametrize("name", ["ann\n", "\x1b[2Jann", "../ann", "ann'; drop", "a" * 1000, "\u202eann", "root"])
def test_a_name_that_is_none_is_not_let_in_and_cannot_steer_the_hosts_terminal(
    live: Running, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A client that does not look at what it sends.
    monkeypatch.setattr("asyncssh.connection.saslprep", lambda name: name)

    async def visit() -> None:
        with pytest.raises((asyncssh.Error, OSError)):
            await live.connect(name, key=live.keys["ann"])

    asyncio.run(visit())


def test_a_disabled_player_is_out_at_once_and_not_let_in_again(live: Running) -> None:
    async def visit() -> None:
        async with await live.connect("ann") as connection:
            screen = await app(connection)
            await screen.wait("campaign")
            [mine] = live.sessions
            players.set_disabled(live.folder, "ann", True)
            try:
                assert b"taken away the key" in await screen.rest()
                await soon(lambda: not alive(mine), "his session goes on")
            finally:
                assert not await asyncio.to_thread(comes_in, live, "ann", live.keys["ann"])
                players.set_disabled(live.folder, "ann", False)

    asyncio.run(visit())
    assert comes_in(live, "ann", live.keys["ann"])
    assert "sent-away player=ann" in live.log


def test_a_removed_players_key_is_worth_nothing(live: Running) -> None:
    key = live.player("gone")
    assert comes_in(live, "gone", key)
    players.remove(live.folder, "gone")
    assert not comes_in(live, "gone", key)


def test_while_the_players_cannot_be_read_nobody_new_comes_in(live: Running) -> None:
    whole = live.folder.players.read_bytes()
    live.folder.players.write_bytes(whole + b"\nbroken = ")
    try:
        assert not comes_in(live, "ann", live.keys["ann"])
    finally:
        live.folder.players.write_bytes(whole)
    until(lambda: comes_in(live, "ann", live.keys["ann"]), "nobody comes in any more")
    assert "players-unreadable" in live.log


def test_a_player_is_in_only_so_often(live: Running) -> None:
    async def visit() -> None:
        async with await live.connect("ann") as first:
            held = [await live.connect("ann") for _ in range(MOST_OF_ONE_PLAYER)]
            done = await first.run("odd-said x")
            assert done.exit_status == 2 and "already" in str(done.stderr)
            for one in held:
                one.abort()

    asyncio.run(visit())


# --- asking for what there is not


def test_nothing_is_forwarded(live: Running) -> None:
    async def visit() -> None:
        async with await live.connect("ann") as connection:
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.open_connection("127.0.0.1", live.port)
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.open_unix_connection(str(live.folder.path / "x"))
            with pytest.raises(asyncssh.ChannelListenError):
                await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 1)
            with pytest.raises(asyncssh.ChannelListenError):
                await connection.forward_remote_path(str(live.folder.path / "x"), "x")
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.open_tun()

    asyncio.run(visit())
    assert "refused what=forwarding player=ann address=127.0.0.1" in live.log


def test_there_are_no_files_to_be_had(live: Running) -> None:
    async def sftp() -> None:
        async with await live.connect("ann") as connection:
            with pytest.raises(asyncssh.Error):
                await connection.start_sftp_client()

    async def scp(path: str) -> None:
        async with await live.connect("ann") as connection:
            with suppress(asyncssh.Error, OSError):
                await asyncssh.scp((connection, path), str(live.folder.path.parent / "taken"))

    asyncio.run(sftp())
    asyncio.run(scp("players.toml"))
    assert not (live.folder.path.parent / "taken").exists()
    assert "refused what=subsystem player=ann" in live.log


def test_the_app_wants_a_terminal(live: Running) -> None:
    async def visit() -> None:
        async with await live.connect("ann") as connection:
            done = await connection.run()
            assert done.exit_status == 2 and "needs a terminal" in str(done.stderr) and done.stdout == ""

    asyncio.run(visit())


@pytest.mark.parametrize("term", ["", "dumb", "\x1b[2J", "x" * 10_000, "../../etc/passwd"])
def test_a_terminal_that_cannot_place_text_is_told_so(live: Running, term: str) -> None:
    async def visit() -> None:
        async with await live.connect("ann") as connection:
            screen = await app(connection, term=term)
            output = await screen.rest()
            assert (await screen.channel.wait()).exit_status == 2
            assert b"terminal cannot place text" in output and b"\x1b[2J" not in output

    asyncio.run(visit())


def test_a_command_has_a_longest_length(live: Running) -> None:
    fits, long = "odd-said " + "x" * (LONGEST_COMMAND - 9), "odd-said " + "x" * (LONGEST_COMMAND - 8)
    assert len(str(asyncio.run(live.run("ann", fits)).stdout)) > LONGEST_COMMAND - 9
    done = asyncio.run(live.run("ann", "odd-said " + "ü" * 5_000))
    assert done.exit_status == 0
    done = asyncio.run(live.run("ann", long))
    assert done.exit_status == 2 and "bytes at most" in str(done.stderr)


@pytest.mark.parametrize("what", ["exec", "subsystem"])
def test_a_request_of_a_megabyte_is_refused(live: Running, what: str) -> None:
    async def visit() -> None:
        before = live.resident()
        with pytest.raises((asyncssh.Error, OSError)):
            async with await live.connect("ann") as connection:
                text = "x" * 1_000_000
                if what == "exec":
                    await connection.run(text, check=True)
                else:
                    await connection.create_process(subsystem=text)
        assert live.resident() - before < GROWTH

    asyncio.run(visit())


SHELL = ("$(touch {0})", "`touch {0}`", "x; touch {0}", "x | tee {0}", "x > {0}", "!touch {0}")


@pytest.mark.parametrize("command", SHELL)
def test_no_shell_ever_reads_a_command(live: Running, tmp_path: Path, command: str) -> None:
    mark = tmp_path / "mark"
    assert asyncio.run(live.run("ann", command.format(mark))).exit_status == 2
    assert not mark.exists()


def test_the_host_reads_which_command_came_and_nothing_of_what_it_said(live: Running) -> None:
    asyncio.run(live.run("ann", 'do europe "italy effort none"'))
    asyncio.run(live.run("ann", "hunter2 europe"))
    assert " command-do player=ann address=127.0.0.1" in live.log and " command player=ann" in live.log
    assert "italy" not in live.log and "europe" not in live.log and "hunter2" not in live.log


def test_what_a_client_sets_is_not_kept(live: Running) -> None:
    async def visit() -> None:
        before = live.resident()
        async with await live.connect("ann") as connection:
            sent = {f"V{number}": "x" * 8_000 for number in range(10_000)}
            await connection.run("odd-said x", env=sent)
        assert live.resident() - before < GROWTH

    asyncio.run(visit())


def test_a_connection_without_a_visit_is_not_kept(hasty: Running) -> None:
    async def visit() -> None:
        connection = await hasty.connect("ann")
        await asyncio.wait_for(connection.wait_closed(), 30)

    asyncio.run(visit())


# --- noise


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that gives nobody much time."""
    with serving(tmp_path_factory.mktemp("hasty"), "ann", program=(*ODD, "hasty")) as running:
        yield running


def test_a_half_open_handshake_is_closed(hasty: Running) -> None:
    with ExitStack() as open_:
        silent, greeted = [open_.enter_context(socket.create_connection(("127.0.0.1", hasty.port))) for _ in range(2)]
        greeted.sendall(b"SSH-2.0-slow\r\n")
        for one in (silent, greeted):
            one.settimeout(30)
            while one.recv(65536):
                pass
    assert "not-let-in" in hasty.log


def test_two_hundred_connections_at_once_keep_nobody_out_who_comes_from_elsewhere(live: Running) -> None:
    before = live.resident()
    with ExitStack() as open_:
        at = ("127.0.0.1", live.port)
        crowd = [open_.enter_context(socket.create_connection(at)) for _ in range(MOST_CONNECTIONS)]

        def staying() -> int:
            return sum(1 for one in crowd if not _closed(one))

        until(lambda: staying() <= MOST_UNKNOWN, "all of them stay")
        assert "turned-away why=too-many-unknown address=127.0.0.1" in live.log

        async def visit() -> None:
            async with await live.connect("ann", local_addr=("127.0.0.2", 0)) as connection:
                assert (await connection.run("odd-said x")).exit_status == 0

        asyncio.run(visit())
    until(lambda: comes_in(live, "ann", live.keys["ann"]), "nobody comes in when they are gone")
    assert live.resident() - before < GROWTH


def _closed(one: socket.socket) -> bool:
    one.setblocking(False)
    try:
        while data := one.recv(65536):
            assert data
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


@pytest.mark.parametrize("greeting", [b"", b"SSH-2.0-noise\r\n", b"GET / HTTP/1.1\r\n\r\n"])
def test_garbage_at_full_speed_is_survived(live: Running, greeting: bytes) -> None:
    noise = random.Random(14).randbytes(1 << 20)
    before = live.resident()
    for _ in range(4):
        with socket.create_connection(("127.0.0.1", live.port)) as line, suppress(OSError):
            line.sendall(greeting)
            for _ in range(32):
                line.sendall(noise)
    assert live.resident() - before < GROWTH


def _resting(process: int) -> bool:
    """Whether a process has not worked for a moment: it waits to be read from."""

    def worked() -> int:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])

    then = worked()
    time.sleep(0.3)
    return worked() == then


@pytest.mark.parametrize("window", [1 << 16, (1 << 31) - 1])
def test_a_client_that_stops_reading_fills_no_memory(live: Running, window: int) -> None:
    async def visit() -> None:
        before = live.resident()
        connection = await live.connect("ann")
        await connection.create_process("odd-flood", window=window)
        transport = connection._transport
        assert transport is not None
        transport.pause_reading()
        await soon(lambda: live.sessions, "it does not begin")
        [flood] = live.sessions
        # What it writes goes nowhere, so it rests; the front as well.
        await asyncio.to_thread(until, lambda: _resting(flood) and _resting(live.number), "it goes on writing")
        assert live.resident() - before < GROWTH
        assert (await live.run("bob", "odd-said x")).exit_status == 0
        connection.abort()

    asyncio.run(visit())


def test_a_client_that_asks_without_end_and_reads_no_answer_is_not_listened_to(live: Running) -> None:
    async def visit() -> None:
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.connect(("127.0.0.1", live.port))
        narrow.setblocking(False)
        connection = await live.connect("ann", sock=narrow)
        transport = connection._transport
        assert transport is not None
        transport.pause_reading()
        for _ in range(30):
            for _ in range(1_000):
                connection._send_global_request(b"nothing@nowhere", b"x" * 2_000, want_reply=True)
            await asyncio.sleep(0)
        await asyncio.to_thread(until, lambda: _resting(live.number), "the front goes on answering")
        assert transport.get_write_buffer_size() > 0, "all was read while nothing of the answers was"
        assert (await live.run("bob", "odd-said x")).exit_status == 0
        connection.abort()

    asyncio.run(visit())


def test_an_app_that_is_typed_at_without_end_fills_no_memory(live: Running) -> None:
    async def visit() -> None:
        before = live.resident()
        async with await live.connect("ann") as connection:
            screen = await app(connection)
            await screen.wait("campaign")
            for _ in range(64):
                screen.channel.stdin.write(random.Random(1).randbytes(1 << 16))
            await asyncio.sleep(0.5)
            assert live.resident() - before < GROWTH
            connection.abort()

    asyncio.run(visit())


# --- the end of the server


def test_a_server_that_is_ended_tells_who_is_in_and_leaves_nothing(tmp_path: Path) -> None:
    async def visit(server: Running) -> None:
        async with await server.connect("ann") as connection:
            screen = await app(connection)
            await screen.wait("campaign")
            assert server.process is not None
            server.process.terminate()
            assert b"the server ends" in await screen.rest()

    with serving(tmp_path, "ann") as server:
        asyncio.run(visit(server))
        assert server.end() == 0
    assert server.log.splitlines()[-1].endswith(" ended")


def test_no_session_outlives_a_server_that_is_killed(tmp_path: Path) -> None:
    async def visit(server: Running) -> None:
        async with await server.connect("ann") as first, await server.connect("odd") as second:
            await (await app(first)).wait("campaign")
            odd = await app(second)
            await odd.wait("broken")
            odd.type("hang\r")
            await asyncio.sleep(0.1)
            assert len(server.sessions) == 2
            await asyncio.to_thread(server.end, kill=True)

    with serving(tmp_path, "ann", "odd", program=ODD) as server:
        with suppress(asyncssh.Error, OSError):
            asyncio.run(visit(server))
        assert server.process is not None and server.process.poll() == -signal.SIGKILL
        # What it left of its lock keeps no new one out.
        server.start()
        assert asyncio.run(server.run("ann", "odd-said x")).exit_status == 0


def test_a_forker_that_cannot_live_ends_the_server_with_the_reason(tmp_path: Path) -> None:
    with serving(tmp_path, "ann") as server:
        process, killed = server.process, {0}
        assert process is not None and process.stdout is not None
        while process.poll() is None and len(killed) < 4:
            forker = server.forker
            if forker not in killed:
                killed.add(forker)
                os.kill(forker, signal.SIGKILL)
            time.sleep(0.01)
        until(lambda: process.poll() is not None, "it goes on without one")
        assert process.returncode == 1
        assert "the process that starts sessions" in process.stdout.read()


def test_one_folder_has_one_server(live: Running) -> None:
    other = Running(live.folder)
    with pytest.raises(AssertionError, match="another 'warledger serve' runs here"):
        other.start()
    assert other.process is not None and other.process.wait() == 2
