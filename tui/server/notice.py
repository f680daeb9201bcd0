"""Telling a player who is away that something waits for him: by a command of the host's choice, which knows how to
reach people (a mail, a message).

    DIR/notice.toml       command = ["/usr/local/bin/tell", "--quietly"]; seconds = 10
    DIR/notices/PLAYER    empty, ``told`` where he has been told, ``knows`` where something waits that he has seen;
                          locked while he is in

It runs once, when the first thing waits for a player who is not in, and not again before he has been in. Who leaves
with something waiting for him knows it and is not told. That he knows is written as he comes in and with each look
while he is in, so it does not hang on how he leaves: the line may drop, or the server be killed. It is run without a
shell, with campaign, seat, player and step as its last arguments (and as ``WARLEDGER_CAMPAIGN`` and so on), nothing
that is secret, and for a bounded time. What came of it stands in the host's log.

The server's front starts ``python -m tui.server.notice DIR CAMPAIGN`` a moment after something was written: a process
of its own, as reading campaigns is nothing for whoever speaks SSH.
"""

from __future__ import annotations

import fcntl
import os
import pwd
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from engine.kernel.values import frozen
from saves import disk, library, players, rights, shapes
from saves.errors import SavesError, UnreadableFile
from saves.players import PLAYER, ServerFolder
from saves.reading import findings_of, parse, sane
from tui.server.access import Guest
from tui.server.host_log import HostLog
from tui.server.noticing import CONFIGURED, MOST_SECONDS, configured

TOLD = "notices"
SECONDS = 10
_TOLD, _KNOWS = b"told\n", b"knows\n"
PROPOSAL = "A proposal to agree to"
"""Stands for the step where nothing else is awaited of a seat."""
_WORDS, _LONGEST = 50, 1_000
"""Words of the command, and signs of each."""
_LIMIT = 100_000


@frozen
class Notice:
    """The host's ``command`` and for how many ``seconds`` it may run."""

    command: tuple[str, ...]
    seconds: int = SECONDS


def read(data: Path) -> Notice:
    """What the host configured. Raises SavesError with what is wrong in it."""
    raw, findings = parse(disk.read(data / CONFIGURED, _LIMIT), CONFIGURED)
    if raw is not None:
        findings += sane(raw, CONFIGURED)
    if raw is not None and not findings:
        faults: list[shapes.Fault] = []
        notice = shapes.structure(Notice, raw, faults)
        findings += findings_of(CONFIGURED, faults)
        if isinstance(notice, Notice) and not findings:
            if told := _wrong(notice):
                raise UnreadableFile(f"{CONFIGURED}: {told}")
            return notice
    raise UnreadableFile("; ".join(str(finding) for finding in findings[:5]), tuple(findings))


def _wrong(notice: Notice) -> str:
    if not 1 <= notice.seconds <= MOST_SECONDS:
        return f"seconds: {notice.seconds} is none of 1 to {MOST_SECONDS}"
    if not 1 <= len(notice.command) <= _WORDS:
        return f"command: {len(notice.command)} words; it has 1 to {_WORDS}"
    if not Path(notice.command[0]).is_absolute():
        return "command: the program is named by its whole path"
    odd = [word for word in notice.command if len(word) > _LONGEST or not word.isprintable()]
    return "command: a word is too long or cannot be shown" if odd else ""


# --- who is in


def come_in(access: Guest) -> int:
    """The player is in: nobody has to tell him anything, and the next time that something waits for him while he is
    away he is told anew; not of what waits for him now. Returns a handle for ``go``, -1 where nothing is kept."""
    try:
        handle = _open(access.data, access.player)
    except OSError:
        return -1
    with suppress(OSError):
        fcntl.flock(handle, fcntl.LOCK_SH)
        with _one_at_a_time(access.data):
            _note(handle, access)
    return handle


def go(handle: int, access: Guest) -> None:
    """The player leaves. What waits for him now he has seen."""
    if handle < 0:
        return
    with suppress(OSError), _one_at_a_time(access.data):
        _note(handle, access)
    os.close(handle)


def _note(handle: int, access: Guest) -> None:
    """Write down whether something waits for a player who is in: then he knows it."""
    waits = configured(access.data) and _anything(access)
    os.ftruncate(handle, 0)
    if waits:
        os.pwrite(handle, _KNOWS, 0)


def _anything(access: Guest) -> bool:
    """Whether anything waits for a player in any of his campaigns."""
    return any(access.stake(card).waits for card in access.campaigns())


def _look_again(access: Guest) -> None:
    """Something was written: a player who is in knows what waits for him now, and one who left something waiting that
    waits no more is told when the next thing does."""
    try:
        handle = _open(access.data, access.player)
    except OSError:
        return
    with suppress(OSError), _one_at_a_time(access.data):
        if not _away(handle):
            _note(handle, access)
        elif os.pread(handle, len(_KNOWS), 0) == _KNOWS and not _anything(access):
            os.ftruncate(handle, 0)
    os.close(handle)


def _away(handle: int) -> bool:
    """Whether nobody else has a player's file locked: he is not in."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@contextmanager
def _one_at_a_time(data: Path) -> Iterator[None]:
    """What is written of players is what held as it was written: nobody else writes between a look and its note."""
    handle = os.open(data / TOLD, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC | os.O_NOFOLLOW)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _open(data: Path, player: str) -> int:
    if not PLAYER.match(player):
        raise OSError("no player's name")
    (data / TOLD).mkdir(mode=0o700, exist_ok=True)
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
    return os.open(data / TOLD / player, flags, 0o600)


def _to_tell(data: Path, player: str) -> bool:
    """Whether a player is away and has not been told; from now on he has."""
    try:
        handle = _open(data, player)
    except OSError:
        return False
    try:
        return _away(handle) and not os.fstat(handle).st_size and os.pwrite(handle, _TOLD, 0) > 0
    except OSError:
        return False
    finally:
        os.close(handle)


# --- telling


@frozen
class Waits:
    """Something waits for a ``player`` in the ``seat`` of a ``campaign``: the ``step`` by its title, or a proposal."""

    campaign: str
    seat: str
    player: str
    step: str

    @property
    def environment(self) -> dict[str, str]:
        """As a program reads it."""
        named = {"CAMPAIGN": self.campaign, "SEAT": self.seat, "PLAYER": self.player, "STEP": self.step}
        return {f"WARLEDGER_{name}": _shown(text) for name, text in named.items()}


def _shown(text: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in text[:200])


def waiting(folder: Path) -> Iterator[Waits]:
    """Those for whom something waits in a campaign, as all may know it. One that cannot be read waits for nobody."""
    card, held = library.card(folder), rights.read(folder)
    if card.problem or card.over:
        return
    awaited = dict.fromkeys(card.powers[power] for power in card.awaits if power in card.powers)
    for seat, what in {**dict.fromkeys(card.asked, PROPOSAL), **dict.fromkeys(awaited, card.step)}.items():
        for player in held.players(seat):
            yield Waits(folder.name, seat, player, what)


def tell(data: Path, campaign: str, log: HostLog) -> None:
    """Tell those for whom something waits in a campaign and who are away."""
    try:
        notice = read(data)
        known = players.read(ServerFolder(data)).by_name
    except SavesError as fault:
        log("notice-unreadable", why=str(fault))
        return
    folder = data / library.CAMPAIGNS / campaign
    if not library.NAME.match(campaign) or folder not in library.folders_in(folder.parent):
        return
    for name, one in known.items():
        if (data / TOLD / name).exists():
            _look_again(Guest(name, one.host, data))
    for waits in waiting(folder):
        player = known.get(waits.player)
        if player is not None and not player.disabled and _to_tell(data, waits.player):
            came = run(notice, waits)
            log("notice", player=waits.player, campaign=waits.campaign, seat=waits.seat, came=came)


def run(notice: Notice, waits: Waits) -> str:
    """Run the host's command for one player, and no longer than it may take. Returns what came of it."""
    words = [*notice.command, *(_shown(word) for word in (waits.campaign, waits.seat, waits.player, waits.step))]
    home = pwd.getpwuid(os.getuid()).pw_dir
    environment = {"PATH": os.defpath, "HOME": home, "LANG": "C.UTF-8", **waits.environment}
    nothing = subprocess.DEVNULL
    try:
        process = subprocess.Popen(
            words, stdin=nothing, stdout=nothing, stderr=nothing, cwd="/", env=environment, start_new_session=True
        )
    except OSError as fault:
        return fault.strerror or "failed"
    try:
        return f"exit-{process.wait(notice.seconds)}"
    except subprocess.TimeoutExpired:
        return "too-long"
    finally:
        # With all that it has begun.
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def main(arguments: Sequence[str]) -> int:
    """``DIR CAMPAIGN``: tell those who are to be told."""
    data, campaign = arguments
    log = HostLog(ServerFolder(Path(data)).log)
    try:
        tell(Path(data), campaign, log)
    finally:
        log.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
