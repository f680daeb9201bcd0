"""The server's SSH: public keys only, one session a connection, and nothing else that SSH can do. The only module that
imports asyncssh (2.24)."""

from __future__ import annotations

import asyncio
import logging
import resource
import signal
import socket
from collections.abc import Callable
from contextlib import suppress

import asyncssh

from saves import players, public_keys
from saves.errors import SavesError
from saves.players import ServerFolder
from tui.server import visits
from tui.server.front import MOST_OF_ONE_PLAYER, Front
from tui.server.host_log import HostLog
from tui.server.starting import CannotStart
from tui.server.visit import MISUSE, Visit

LOGIN_SECONDS = 15
"""From a connection's beginning until somebody has logged in on it."""
IDLE_SECONDS = 10.0
"""That a connection may be there without a visit."""
MOST_TRIES = 20
"""Keys that a client may offer on a connection."""
ALIVE_SECONDS, ALIVE_TIMES = 15, 3
"""How often a client is asked whether it is there, and how often it need not answer."""
WINDOW = 128 << 10
"""Bytes that a client may send ahead."""
SENT_AHEAD = 128 << 10
"""Bytes that wait in the system for a client that does not read."""
LAST_WORDS = 1.0
"""Seconds for a client to take what it is told before it is cut off."""
HANDLES = 4096
"""Files, sockets and terminals that the front may have open."""
PATIENCE = 4.0
"""Seconds for all sessions to end with the server."""

_NOT_HERE = {"x11_req": "x11", "auth_agent_req_at_openssh_dot_com": "agent"}
"""Requests of a channel that are refused and told to the host, by asyncssh's names."""


class SshVisit(asyncssh.SSHServerSession[bytes]):
    """The one session of a connection: gathers what the client asks for, then begins a visit."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._terminal: tuple[str, int, int] | None = None
        self._command: str | None = None
        self._asked: dict[str, str] = {}
        self._left = False
        self.visit: Visit | None = None

    def bound(self, channel: asyncssh.SSHServerChannel[bytes]) -> None:
        """Let a channel take no more of an environment than is wanted, and no forwarding.

        Private in asyncssh 2.24: it would keep every variable that a client sends, in memory and without end.
        """
        setattr(channel, "_process_env_request", self._environment)  # noqa: B010
        for name, told in _NOT_HERE.items():
            setattr(channel, f"_process_{name}_request", self._refuse(told))

    def _environment(self, packet: asyncssh.packet.SSHPacket) -> bool:
        name, value = packet.get_string(), packet.get_string()
        taken = visits.taken(name, value)
        self._asked.update(taken)
        if not taken:
            self._door.refused("environment")
        return bool(taken)

    def _refuse(self, told: str) -> Callable[[object], bool]:
        def refuse(_: object) -> bool:
            self._door.refused(told)
            return False

        return refuse

    # --- what asyncssh calls

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """The channel is open."""
        self._channel = chan

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object) -> bool:
        """A terminal is wanted."""
        self._terminal = (term_type, term_size[0], term_size[1])
        return True

    def shell_requested(self) -> bool:
        """The app is wanted."""
        return True

    def exec_requested(self, command: str) -> bool:
        """A command is wanted."""
        self._command = command
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """There is none."""
        self._door.refused("subsystem")
        return False

    def session_started(self) -> None:
        """All has been asked for."""
        door = self._door
        why = door.full()
        if not why:
            self.visit = Visit(door.front, self, door.player, self._terminal, self._asked, self._command)
            why = self.visit.begin()
        door.begun(visits.named(self._command), why)
        if why:
            self.visit = None
            end = "\r\n" if self._terminal else "\n"
            self.complaint(f"warledger: {why}{end}".encode())
            self.leave(MISUSE)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """What the player types."""
        if self.visit is not None:
            self.visit.given(data)

    def eof_received(self) -> bool:
        """Nothing more comes; what is under way goes on."""
        if self.visit is not None:
            self.visit.no_more()
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """The player's window has another size."""
        if self.visit is not None:
            self.visit.resize(width, height)

    def pause_writing(self) -> None:
        """The client's window is full."""
        if self.visit is not None:
            self.visit.pause(True)

    def resume_writing(self) -> None:
        """It is not any more."""
        if self.visit is not None and not self._door.stuck:
            self.visit.pause(False)

    def connection_lost(self, exc: Exception | None) -> None:
        """The channel is closed, however that came."""
        self._left = True
        if self.visit is not None:
            self.visit.hang_up()
        self._door.left()

    # --- what a visit calls

    def output(self, data: bytes) -> None:
        """Bytes for the player's screen."""
        if self._channel is not None and not self._left:
            self._channel.write(data)

    def complaint(self, data: bytes) -> None:
        """Bytes for what is no output."""
        if self._channel is not None and not self._left:
            self._channel.write_stderr(data)

    def leave(self, code: int) -> None:
        """Say how it ended, and close the channel."""
        if self._channel is not None and not self._left:
            self._left = True
            self._channel.exit(code)

    def take_input(self, wanted: bool) -> None:
        """Read what the client sends, or leave it with him."""
        if self._channel is not None and not self._left:
            if wanted:
                self._channel.resume_reading()
            else:
                self._channel.pause_reading()


class Door(asyncssh.SSHServer):
    """One connection: who he is, and the one visit that he has."""

    def __init__(self, front: Front) -> None:
        self.front = front
        self.player, self.key, self.address = "", b"", ""
        self.stuck = False
        """Whether the client takes nothing from the network."""
        self._name, self._offered, self._tries = "", b"", 0
        self._session: SshVisit | None = None
        self._told: set[str] = set()
        self._timer: asyncio.TimerHandle | None = None

    # --- the connection

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Somebody is at the door."""
        self._conn = conn
        self.address = str((conn.get_extra_info("peername") or ("?",))[0])
        why = self.front.room_for(self.address)
        if why:
            self.front.log("turned-away", why=why, address=self.address)
            conn.abort()
            return
        self.front.visitors.add(self)
        with suppress(OSError):
            # The system would let what a client does not read grow to megabytes for each.
            conn.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENT_AHEAD)
        # asyncssh 2.24 does nothing about a client that does not read: what waits for it would fill the memory.
        setattr(conn, "pause_writing", lambda: self._stick(True))  # noqa: B010
        setattr(conn, "resume_writing", lambda: self._stick(False))  # noqa: B010

    def _stick(self, stuck: bool) -> None:
        """A client that does not read is neither sent more nor listened to, so that it has nothing answered either."""
        self.stuck = stuck
        # Private in asyncssh 2.24.
        transport = self._conn._transport
        if transport is not None:
            if stuck:
                transport.pause_reading()
            elif not transport.is_closing():
                transport.resume_reading()
        if self._session is not None and self._session.visit is not None:
            self._session.visit.pause(stuck)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        if self not in self.front.visitors:
            return
        self.front.visitors.discard(self)
        self._no_timer()
        if self.player:
            self.front.log("left", player=self.player, address=self.address)
        else:
            offered = public_keys.fingerprint(self._offered) if self._offered else "none"
            self.front.log("not-let-in", name=self._name, key=offered, keys=self._tries, address=self.address)

    def _no_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _close_in(self, seconds: float) -> None:
        self._no_timer()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._conn.abort)

    def send_away(self, why: str) -> None:
        """Tell him why, end his visit, and close the connection."""
        if self._session is not None and self._session.visit is not None:
            self._session.visit.send_away(why)
        with suppress(OSError):
            self._conn.disconnect(asyncssh.DISC_BY_APPLICATION, why)
        self._close_in(LAST_WORDS)

    # --- logging in

    def begin_auth(self, username: str) -> bool:
        """Everybody has to show a key."""
        self._name = username
        return True

    def public_key_auth_supported(self) -> bool:
        """Nothing else is."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Whether this key lets this player in; that he has its other half is proved to asyncssh."""
        self._tries += 1
        if self._tries > MOST_TRIES:
            self._conn.disconnect(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, "too many keys")
            return False
        self._offered = key.public_data
        return self.front.known(username, self._offered) is not None

    def auth_completed(self) -> None:
        """He has proved that the last key is his."""
        self.player, self.key = self._name, self._offered
        if self.front.known(self.player, self.key) is None:
            self.send_away(visits.NO_LONGER)
            return
        self.front.log("let-in", player=self.player, address=self.address, key=public_keys.fingerprint(self.key))
        self._close_in(IDLE_SECONDS)

    # --- what he may ask for

    def session_requested(self) -> tuple[asyncssh.SSHServerChannel[bytes], SshVisit] | bool:
        """One visit a connection."""
        if self._session is not None:
            self.refused("second-session")
            return False
        self._session = SshVisit(self)
        channel: asyncssh.SSHServerChannel[bytes] = self._conn.create_server_channel(None, "strict", WINDOW)
        self._session.bound(channel)
        return channel, self._session

    def full(self) -> str:
        """Why this player may not begin one more visit, '' where he may."""
        if self.front.visits_of(self.player) > MOST_OF_ONE_PLAYER:
            return f"you are in {MOST_OF_ONE_PLAYER} times already; end one of those first"
        return ""

    def begun(self, what: str, why_not: str) -> None:
        """A visit has begun, or could not."""
        self._no_timer()
        self.front.log(what, player=self.player, address=self.address, refused=why_not)

    def left(self) -> None:
        """The visit is over; a client that stays without one is not kept."""
        self._close_in(LAST_WORDS)

    def refused(self, what: str) -> None:
        """Tell the host, once a connection, that something was asked for that nobody gets."""
        if what not in self._told:
            self._told.add(what)
            self.front.log("refused", what=what, player=self.player, address=self.address)

    def connection_requested(self, dest_host: str, dest_port: int, orig_host: str, orig_port: int) -> bool:
        """No forwarding."""
        self.refused("forwarding")
        return False

    def server_requested(self, listen_host: str, listen_port: int) -> bool:
        """No forwarding."""
        self.refused("forwarding")
        return False

    def unix_connection_requested(self, dest_path: str) -> bool:
        """No forwarding."""
        self.refused("forwarding")
        return False

    def unix_server_requested(self, listen_path: str) -> bool:
        """No forwarding."""
        self.refused("forwarding")
        return False

    def tun_requested(self, unit: int | None) -> bool:
        """No forwarding."""
        self.refused("forwarding")
        return False

    def tap_requested(self, unit: int | None) -> bool:
        """No forwarding."""
        self.refused("forwarding")
        return False


def host_key(folder: ServerFolder) -> asyncssh.SSHKey:
    """The server's own key, made where there is none. Raises SavesError."""
    if not folder.host_key.exists():
        made = asyncssh.generate_private_key("ssh-ed25519", comment="warledger")
        players.new_host_key(folder, made.export_private_key())
    try:
        return asyncssh.read_private_key(folder.host_key)
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError, OSError) as fault:
        raise SavesError(f"{folder.host_key}: cannot be used as the server's key ({fault})") from None


async def _listen(front: Front, key: asyncssh.SSHKey, host: str, port: int) -> asyncssh.SSHAcceptor:
    return await asyncssh.listen(
        host,
        port,
        server_factory=lambda: Door(front),
        server_host_keys=[key],
        server_version="Warledger",
        public_key_auth=True,
        password_auth=False,
        kbdint_auth=False,
        host_based_auth=False,
        gss_host=None,
        allow_scp=False,
        sftp_factory=None,
        agent_forwarding=False,
        x11_forwarding=False,
        line_editor=False,
        encoding=None,
        compression_algs=["none", "zlib@openssh.com"],
        login_timeout=LOGIN_SECONDS,
        keepalive_interval=ALIVE_SECONDS,
        keepalive_count_max=ALIVE_TIMES,
    )


async def serve(folder: ServerFolder, host: str, port: int, ready: Callable[[str, int, str, Front], None]) -> str:
    """Serve until SIGTERM or SIGINT. ``ready`` is called with the address, the fingerprint of the server's key and the
    front. Returns why it ended, '' where it was asked to. Raises SavesError, OSError, CannotStart."""
    logging.getLogger("asyncssh").setLevel(logging.CRITICAL)
    log = HostLog(folder.log)
    front = Front(folder, log)
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: _fault(log, context))
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        # Whoever started it with nohup wants it to stay when he leaves.
        if signal.getsignal(number) is not signal.SIG_IGN:
            loop.add_signal_handler(number, front.end)
    _room_for_handles()
    key = host_key(folder)
    await front.starter.start()
    try:
        front.watch()
        acceptor = await _listen(front, key, host, port)
        at = acceptor.sockets[0].getsockname()
        log("serving", at=f"{at[0]}:{at[1]}")
        ready(at[0], at[1], public_keys.fingerprint(key.public_data), front)
        await front.over.wait()
        acceptor.close()
    finally:
        await front.close(PATIENCE)
        log("ended", why=front.why)
        log.close()
    return front.why


def _room_for_handles() -> None:
    """Each visit takes four handles, and many systems let a process have 1024 unless it asks for more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = HANDLES if hard == resource.RLIM_INFINITY else min(HANDLES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _fault(log: HostLog, context: dict[str, object]) -> None:
    """A fault of the front's own: told by kind and place, never with what was sent."""
    import traceback

    error = context.get("exception")
    if isinstance(error, asyncssh.Error | ConnectionError):
        return
    log("fault", kind=type(error).__name__)
    if isinstance(error, BaseException):
        frames = traceback.extract_tb(error.__traceback__)
        log.lines("\n".join(f"{frame.filename}:{frame.lineno} in {frame.name}" for frame in frames))


__all__ = ["CannotStart", "host_key", "serve"]
