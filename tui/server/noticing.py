"""The front's part of telling players who are away (``notice``): a moment after something was written it begins a
process that finds out whom to tell, one at a time for each campaign."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

import tui
from tui.server import notice

MOMENT = 1.0
"""Seconds from what was written to the look at it: what is written meanwhile is looked at with it."""
PATIENCE = 5 * notice.MOST_SECONDS
"""Seconds that one look may take, with the host's command for each player."""


class Noticing:
    """What is looked at now, and what has still to be."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    def written(self, campaign: str) -> None:
        """Something was written in a campaign."""
        if not notice.configured(self._data):
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
        # The code of this server, whatever else is installed; nothing of its own environment.
        environment = {"PATH": os.defpath, "LANG": "C.UTF-8", "PYTHONPATH": str(Path(tui.__file__).parents[1])}
        nothing = asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "tui.server.notice", str(self._data), campaign),
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
