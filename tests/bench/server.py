"""The server: what a session costs in memory and processor, how soon a player is in; beside a bare app of the framework
and this one, each started anew for a login as the plain way over a host's own sshd does."""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import asyncssh
from attrs import define, field

from saves import rights, scenarios
from tests.bench.measuring import Figure, Settings, median, spread, tidy
from tests.bench.screens import OVERLAYS
from tests.server.loopback import Running, Screen, app, below, serving, until
from tests.server.own_sshd import sshd, version, why_none
from tests.terminal.driver import KEYS, Terminal
from tests.thewar.player import SCENARIO

_A_PLAYER = 5
"""Visits of one player."""
_HOME, _OPEN = "campaigns", "Sequence"
_COLUMNS, _LINES = 120, 40


@define
class Guests:
    """Players who are in: their connections and screens, and how many seconds each login took."""

    connections: list[asyncssh.SSHClientConnection] = field(factory=list)
    screens: list[Screen] = field(factory=list)
    logins: list[float] = field(factory=list)
    sessions: list[int] = field(factory=list)

    async def come_in(self, server: Running, count: int) -> None:
        """So many more of them, one after the other, each to his list of campaigns."""
        for _ in range(count):
            number = len(self.screens)
            began = time.perf_counter()
            connection = await server.connect(f"p{number // _A_PLAYER}")
            screen = await app(connection, _COLUMNS, _LINES)
            await screen.wait("war")
            self.logins.append(time.perf_counter() - began)
            self.connections.append(connection)
            self.screens.append(screen)
        await self.rest(1.0)
        self.sessions = server.sessions

    async def sit_down(self, first: int, last: int) -> None:
        """Some of them open their campaign."""
        for screen in self.screens[first:last]:
            screen.type("\r")
            await screen.wait(_OPEN)
        await self.rest(1.0)

    async def rest(self, seconds: float) -> None:
        """Read what comes for so long, as clients do."""
        await asyncio.gather(*(_read(screen, seconds) for screen in self.screens))

    async def visit_all(self, few: int) -> None:
        """The first few open every screen and move about in it."""
        active = self.screens[:few]
        for key, _, leave, cursor in OVERLAYS:
            moves = ("down", "pagedown", "end", "home") if cursor else ()
            for press in (key, *moves, leave):
                for screen in active:
                    screen.type(KEYS.get(press, press))
                await asyncio.gather(*(_read(screen, 0.4) for screen in active))

    async def leave(self) -> None:
        """All of them go."""
        for connection in self.connections:
            connection.abort()
        for connection in self.connections:
            await connection.wait_closed()


async def _read(screen: Screen, seconds: float) -> None:
    until = time.perf_counter() + seconds
    while (left := until - time.perf_counter()) > 0:
        await screen.read(left)


def proportional(process: int) -> float:
    """A process's memory in MiB, what it shares counted by how many share it."""
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii")
    return int(rollup.partition("\nPss:")[2].split()[0]) / 1024


def worked(processes: Sequence[int]) -> float:
    """The seconds of a processor that processes have had, all their threads."""
    total = 0
    for process in processes:
        for thread in Path(f"/proc/{process}/task").iterdir():
            total += int((thread / "schedstat").read_text(encoding="ascii").split()[0])
    return total / 1e9


def server(settings: Settings) -> Iterator[Figure]:
    """Few sessions of which some are used, many that are not, and the plain way beside them."""
    some, active, many = (8, 2, 16) if settings.quick else (40, 10, 100)
    with ExitStack() as stack:
        top = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        names = [f"p{number}" for number in range(-(-many // _A_PLAYER))]
        running = stack.enter_context(serving(top, *names))
        _campaigns(running, names)
        peer = {**_plain(settings, top), **_over_sshd(settings, running, top)}
        yield from asyncio.run(_measured(running, some, active, many, settings, peer))


def _campaigns(running: Running, names: Sequence[str]) -> None:
    first = scenarios.new(SCENARIO, name="war", at=running.folder.path.parent)
    for name in names:
        folder = running.folder.campaigns / f"war-{name}"
        shutil.copytree(first, folder)
        rights.give(folder, "solo", name)


def _plain(settings: Settings, home: Path) -> dict[str, object]:
    """A bare app and this one, each a process of its own: until it is readable, and its memory."""
    found: dict[str, object] = {}
    bare = (sys.executable, "-m", "tests.bench.bare")
    for what, program, readable in (
        ("bare Textual app", bare, "ready to be read"),
        ("this app started anew", (sys.executable, "-m", "tui"), _HOME),
    ):
        times, sizes = [], []
        for _ in range(settings.runs(8)):
            with Terminal(home=home, program=program) as terminal:
                times.append(terminal.wait(readable))
                terminal.calm()
                sizes.append(proportional(terminal.process.pid))
        found[f"{what}, s"] = spread(times)
        found[f"{what}, MiB"] = tidy(median(sizes))
    return found


_SSHD = "over a private sshd"


def _over_sshd(settings: Settings, running: Running, top: Path) -> dict[str, object]:
    """The plain way as a host with OpenSSH has it: logins through a real sshd with the forced command, handshake and a
    Python started anew in each; the memory of that Python, and of the two processes of sshd that carry it. Where none
    can run that is said instead."""
    if why := why_none():
        return {_SSHD: why.lower()}
    host = Running(running.folder, keys=running.keys)
    times, sizes, carriers = [], [], []
    with sshd(host, "p0", top / "sshd") as program:
        for _ in range(settings.runs(8)):
            with Terminal(home=top, program=program) as terminal:
                times.append(terminal.wait("war"))
                terminal.calm()
                *carrying, app_of_his = below(host.number)
                sizes.append(proportional(app_of_his))
                carriers.append(sum(proportional(process) for process in carrying))
            until(lambda: not below(host.number), "a visit over sshd does not end")
    return {
        _SSHD: version(),
        f"{_SSHD}, s": spread(times),
        f"{_SSHD}, MiB": tidy(median(sizes)),
        f"{_SSHD}, what carries it, MiB": tidy(median(carriers)),
    }


async def _measured(
    running: Running, some: int, active: int, many: int, settings: Settings, peer: dict[str, object]
) -> list[Figure]:
    guests = Guests()
    await guests.come_in(running, some)
    await guests.sit_down(0, active)
    await guests.visit_all(active)
    used = sorted((proportional(process) for process in guests.sessions), reverse=True)
    others = {"front, MiB": tidy(proportional(running.number)), "forker, MiB": tidy(proportional(running.forker))}
    figures = [
        Figure(
            f"memory of a session, {some} of which {active} are in use, mean",
            sum(used) / some,
            "MiB",
            most=25,
            peer=peer,
            more={**others, "with front and forker": tidy((sum(used) + sum(others.values())) / some)},
        ),
        Figure("memory of a session after every screen, the largest", used[0], "MiB", most=60),
    ]
    await guests.come_in(running, many - some)
    resting = sum(proportional(process) for process in guests.sessions) / many
    await guests.sit_down(active, many)
    seated = sum(proportional(process) for process in guests.sessions) / many
    figures.append(
        Figure(
            f"memory of a session, {many} of which all but {active} only came in, mean",
            resting,
            "MiB",
            most=25,
            more={"each with its campaign open, MiB": tidy(seated)},
        )
    )
    seconds = 5.0 if settings.quick else 30.0
    before, front = worked(guests.sessions), worked([running.number])
    began = time.perf_counter()
    await guests.rest(seconds)
    took = time.perf_counter() - began
    each = (worked(guests.sessions) - before) / took / many * 100
    figures.append(
        Figure(
            "processor of a session that rests",
            each,
            "% of a core",
            most=0.15,
            more={"front, % of a core": tidy((worked([running.number]) - front) / took * 100)},
        )
    )
    figures.append(
        Figure(
            "login to readable screen, handshake too",
            median(guests.logins),
            "s",
            most=0.25,
            peer=peer,
            more={"s": spread(guests.logins)},
        )
    )
    await guests.leave()
    return figures
