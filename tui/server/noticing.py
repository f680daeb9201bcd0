"""The front's part of telling players who are away (``notice``): a moment after something was written it begins a
process that finds out whom to tell, one at a time for each campaign. The front itself loads no game."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import tui

CONFIGURED = "notice.toml"
"""The file in the server's folder in which the host names his command."""
MOST_SECONDS = 60
"""For which that may run for one player."""
MOMENT = 1.0
"""Seconds from what was written to the look at it: what is written meanwhile is looked at with it."""
PATIENCE = 5 * MOST_SECONDS
"""Seconds that one look may take, with the host's command for each player."""


def configured(data: Path) -> bool:
    """Whether a server's host wants players to be told."""
    return (data / CONFIGURED).exists()


def _program(data: Path, campaign: str) -> tuple[list[str], dict[str, str]]:
    """What looks at a campaign, and its environment: the code of this server, whatever else is installed, and nothing
    of the server's own environment."""
    environment = {"PATH": os.defpath, "LANG": "C.UTF-8", "PYTHONPATH": str(Path(tui.__file__).parents[1])}
    return [sys.executable, "-P", "-m", "tui.server.notice", str(data), campaign], environment


def by_itself(data: Path, campaign: str) -> None:
    """Look at a campaign without a front, as over a host's own sshd: the look outlives the visit that began it."""
    if not configured(data):
        return
    words, environment = _program(data, campaign)
    nothing = subprocess.DEVNULL
    # Where no process may be begun, nobody is told: that must not stop what has been written already.
    with suppress(OSError):
        subprocess.Popen(
            words, stdin=nothing, stdout=nothing, stderr=nothing, cwd="/", env=environment, start_new_session=True
        )


class Noticing:
    """What is looked at now, and what has still to be."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    def written(self, campaign: str) -> None:
        """Something was written in a campaign."""
        if not configured(self._data):
            return
        if campaign in self._tasks:
            self._again.add(campaign)
        else:
            self._tasks[campaign] = asyncio.get_running_loop().create_task(self._look(campaign))

    async def _look(self, campaign: str) -> None:
        try:
            while True:
                self._again.discard(campaign)
                await asyncio.sleep(MOMENT)
                await self._tell(campaign)
                if campaign not in self._again:
                    return
        finally:
            self._tasks.pop(campaign, None)

    async def _tell(self, campaign: str) -> None:
        words, environment = _program(self._data, campaign)
        nothing = asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(
            *words,
            stdin=nothing,
            stdout=nothing,
            stderr=nothing,
            cwd="/",
            env=environment,
            start_new_session=True,
        )
        try:
            await asyncio.wait_for(process.wait(), PATIENCE)
        finally:
            if process.returncode is None:
                with suppress(OSError):
                    os.killpg(process.pid, signal.SIGKILL)
                await process.wait()

    async def close(self) -> None:
        """Tell nobody any more."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
