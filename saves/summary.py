"""How a campaign stands, in one small file beside it, so that a list of campaigns opens none of them.

It is only a note: whoever writes an order rewrites it, a reader takes it only while it fits the newest turn file.
"""

from __future__ import annotations

import re
from pathlib import Path

from engine.kernel import consent, play
from engine.kernel.values import frozen
from saves import disk, toml
from saves.errors import SavesError
from saves.format import TURN_FILE
from saves.store import TURNS, CampaignFolder, read_card
from saves.turnfile import Loaded

NOTE = ".summary.toml"
_TAIL = 65_536
_STEP = re.compile(rb'at = "progress\.step", was = "[^"]*", now = "([^"]*)"')
_OPENING_STEP = re.compile(rb'^step = "([^"]*)"$', re.MULTILINE)


@frozen
class Summary:
    """Where a campaign stands: turn, step (its title, or its id where only that is known), the powers awaited, when
    last played; ``count``: the turn's number of all, '' where no note tells it; ``entries``: the number of its last
    entry, 0 where no note tells it; ``asked``: the seats whose consent to a proposal is wanted.
    """

    turn: str
    step: str
    awaits: tuple[str, ...]
    over: str
    last_played: float
    count: str = ""
    entries: int = 0
    asked: tuple[str, ...] = ()


def write(folder: CampaignFolder, loaded: Loaded) -> None:
    """Note how the campaign stands. It is no fault if that cannot be written: the note is not needed."""
    campaign, ruleset = loaded.campaign, folder.ruleset
    step = campaign.progress.step
    asked = play.decisions(campaign)
    awaits = tuple(dict.fromkeys(decision.power for decision in asked)) or play.acting(ruleset, campaign)
    lines = [
        toml.line("file", loaded.path.name),
        toml.line("size", loaded.good),
        toml.line("turn", ruleset.calendar.now(campaign)),
        toml.line("count", f"turn {campaign.progress.turn} of {ruleset.calendar.last(campaign)}"),
        toml.line("step", ruleset.sequence[step].title if step else ""),
        toml.line("awaits", awaits),
        toml.line("over", play.over(ruleset, campaign)),
        toml.line("entries", loaded.last),
        toml.line("asked", _asked(loaded)),
    ]
    disk.jot(folder.folder / NOTE, "".join(lines))


def _asked(loaded: Loaded) -> tuple[str, ...]:
    """The seats whose consent to a proposal is wanted."""
    if not loaded.entries or not loaded.entries[-1].remark:
        return ()
    standing = consent.standing(loaded.campaign, loaded.entries)
    return tuple(dict.fromkeys(seat for found in standing for seat in found.lacks(loaded.campaign)))


def read(folder: Path) -> Summary:
    """How a campaign stands, from its note, or from the ends of its newest file. Raises SavesError."""
    try:
        names = [path.name for path in (folder / TURNS).iterdir() if TURN_FILE.match(path.name)]
    except OSError as fault:
        raise SavesError(f"{folder / TURNS}: {fault.strerror}") from fault
    if not names:
        raise SavesError(f"{folder / TURNS}: there is no turn file here")
    newest = folder / TURNS / max(names, key=lambda name: int(name.split("-")[0]))
    state = newest.stat()
    note = read_card(folder / NOTE)
    if (note.get("file"), note.get("size")) == (newest.name, state.st_size):
        awaits, asked = note.get("awaits", []), note.get("asked", [])
        texts = [note.get(name, "") for name in ("turn", "step", "over", "count")]
        if all(isinstance(text, str) for text in texts) and isinstance(awaits, list) and isinstance(asked, list):
            entries = note.get("entries", 0)
            known = entries if type(entries) is int and entries > 0 else 0
            powers = tuple(map(str, awaits))
            wanted = tuple(map(str, asked))
            return Summary(texts[0], texts[1], powers, texts[2], state.st_mtime, texts[3], known, wanted)
    match = TURN_FILE.match(newest.name)
    assert match is not None
    return Summary(match.group(2), _step(newest, state.st_size), (), "", state.st_mtime)


def _step(path: Path, size: int) -> str:
    """The step's id from the last change of it, or from the opening."""
    tail = disk.read_from(path, max(0, size - _TAIL))
    steps = _STEP.findall(tail)
    if steps:
        return str(steps[-1], "utf-8")
    with path.open("rb") as file:
        match = _OPENING_STEP.search(file.read(_TAIL))
    return str(match.group(1), "utf-8") if match else ""
