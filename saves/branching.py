"""Where a new campaign may begin that is no turn's beginning: as things stood after an entry of the journal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.kernel.campaign import Campaign
from engine.kernel.changes import replay
from engine.kernel.ruleset import Ruleset
from saves.errors import Edited, NotFound
from saves.store import CampaignFolder


def after(folder: CampaignFolder, entry: str) -> tuple[Path, Ruleset[Any], Campaign]:
    """The file in which an entry stands (``@41``), the game, and the campaign as it stood after the entry, taken back
    since or not. Raises NotFound, Edited where the file is not to be believed, SavesError."""
    number = entry.removeprefix("@")
    n = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 0
    last = 0
    for path in reversed(folder.files()):
        loaded = folder.read(path)
        last = last or loaded.last
        if n > loaded.last or n < 1:
            break
        if n <= loaded.head.after:
            continue
        if doubt := folder.doubts(path).get(path):
            raise Edited(f"{doubt}; nothing begins from it before that is mended")
        changes = [change for one in loaded.entries if one.n <= n for change in one.changes]
        campaign: Campaign = replay(loaded.opening, changes)
        return path, folder.ruleset, campaign
    raise NotFound(f"there is no entry '{number[:20]}' in {folder.identity.name}; the last one is {last}")


def proposed(name: str, turn: str, n: int) -> str:
    """A name for a branch of a campaign after an entry, in words and short enough to be one. ``turn``: what people call
    the turn of the entry, '' for none: ``1939 campaign Fall 1939 entry 111``."""
    tail = f" {turn} entry {n}" if turn else f" entry {n}"
    return name.replace("-", " ")[: 60 - 4 - len(tail)].rstrip(" .") + tail
