"""A scenario of the player's own: a copy in his folder, in which the figures of his boxed game are typed one by one.

The file stays one that people read and edit: only the lines of what is typed are touched. Each figure is written when
it is typed, and what stands in the file then is read back and compared before it takes the old one's place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

from engine.kernel.campaign import Campaign
from engine.kernel.ruleset import Ruleset
from engine.kernel.ruleset import find as find_ruleset
from saves import checking, disk, extending, scenario_files, scenarios
from saves.errors import Exists, Misuse, SavesError, Stale, UnreadableFile
from saves.rewriting import Text
from saves.shapes import plain

ENDING = ".toml"
LONGEST = 60
_HEADING = """\
# Figures typed into a copy of {base}: [sources] marks them "own", where the longest prefix of a figure's path counts.
# Every line may be edited by hand. Campaigns that have begun are not changed by it.

"""


def id_of(title: str) -> str:
    """The id of a scenario with this title, which names its file. Raises Misuse."""
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:LONGEST].strip("-")
    if not slug:
        raise Misuse("a title has letters or digits")
    if len(title) > 100 or not title.isprintable():
        raise Misuse("a title has up to 100 printable characters")
    return slug


def free_title(wanted: str) -> str:
    """The title, or with a number the first like it that no scenario has."""
    known = scenarios.sources()
    title, number = wanted, 2
    while id_of(title) in known:
        title, number = f"{wanted} {number}", number + 1
    return title


class OwnScenario:
    """A scenario under the player's hands. ``campaign`` is its opening as it stands; a packaged one has no ``path``
    before ``name`` has said how the copy is called, and the copy is made with the first figure."""

    def __init__(self, scenario_id: str) -> None:
        """Read a scenario by its id or path. Raises SavesError."""
        source = scenarios.source_of(scenario_id)
        data = scenarios.read_bytes(source)
        self._where = str(source)
        self.base = self.id = scenario_id
        self.path: Path | None = None
        if isinstance(source, Path) and source.parent == scenarios.own_folder():
            self.path = source
        self._there = data if self.path is not None else b""
        self.ruleset: Ruleset[Any]
        self.campaign: Any
        self.ruleset, self.campaign = self._read(data)
        self._text = data.decode("utf-8-sig")
        self._before: list[tuple[str, Any]] = []

    @property
    def title(self) -> str:
        """The title of the scenario."""
        return str(self.campaign.title)

    @property
    def named(self) -> bool:
        """Whether what is typed has a file to go to."""
        return self.path is not None

    @property
    def kept(self) -> bool:
        """Whether the file is there."""
        return bool(self._there)

    def name(self, title: str) -> None:
        """Say how the copy is called. Raises Misuse, or Exists where a scenario has that name."""
        title = " ".join(title.split())
        own_id = id_of(title)
        path = scenarios.own_folder() / f"{own_id}{ENDING}"
        if own_id in scenarios.sources() or path.exists():
            raise Exists(f"there is a scenario '{own_id}' already; give another title, or open that one")
        self.path, self.id = path, own_id
        self.campaign = attrs.evolve(self.campaign, title=title, scenario=own_id)
        self._text = _copied(self._text, self.base, own_id, title)

    def keep(self, after: Campaign) -> None:
        """Write the opening with what has been typed. Raises SavesError; then file and opening are as before."""
        if self.path is None:
            raise Misuse("this scenario came with the program; give yours a title first")
        text = rewritten(self._text, self.campaign, after)
        for odd in self.ruleset.check(after):
            raise UnreadableFile(f"{odd.at}: {odd.problem}" + (f" ({odd.rule})" if odd.rule else ""))
        if _reads(self.ruleset, text, str(self.path)) != after:
            told = "a line of it is written so that it cannot be changed from here; edit the file by hand"
            raise UnreadableFile(f"{self.path}: {told}")
        self._write(text)
        self._before.append((self._text, self.campaign))
        self._text, self.campaign = text, after

    def undo(self) -> bool:
        """Take back what was typed last; False where nothing was. Raises SavesError."""
        if not self._before:
            return False
        text, campaign = self._before[-1]
        self._write(text)
        self._before.pop()
        self._text, self.campaign = text, campaign
        return True

    def _write(self, text: str) -> None:
        path = self.path
        assert path is not None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise SavesError(f"{path.parent}: {fault.strerror}; nothing was written") from fault
        if (disk.read(path, scenario_files.LIMIT) if path.exists() else b"") != self._there:
            raise Stale(f"{path.name} was changed by another hand meanwhile; leave this page and open it again")
        data = text.encode()
        aside = path.with_name(f".{path.name}.new")
        disk.write_new(aside, data)
        disk.move(aside, path)
        self._there = data

    def _read(self, data: bytes) -> tuple[Ruleset[Any], Any]:
        where = str(self.path or self._where)
        raw, findings = checking.scenario(data, where)
        scenarios.refuse(findings)
        ruleset = find_ruleset(raw["ruleset"])
        return ruleset, _opening(ruleset, raw)


def _opening(ruleset: Ruleset[Any], raw: Mapping[str, Any]) -> Campaign | None:
    seats = dict.fromkeys(ruleset.powers, "solo")
    return checking.campaign_of(ruleset, raw, seats, raw.get("options", {}))[0]


def _reads(ruleset: Ruleset[Any], text: str, where: str) -> Campaign | None:
    """The opening that a text gives, None where it gives none."""
    chain = extending.read(text.encode(), where)
    return None if chain.raw is None or chain.findings else _opening(ruleset, chain.raw)


def _copied(text: str, base: str, scenario_id: str, title: str) -> str:
    """The text of a copy: its own id and title, and a heading instead of what introduces the base."""
    lines = text.split("\n")
    while lines and (not lines[0].strip() or lines[0].lstrip().startswith("#")):
        lines.pop(0)
    copy = Text("\n".join(lines))
    copy.put("", "id", scenario_id)
    copy.put("", "title", title)
    return _HEADING.format(base=base) + copy.text


def rewritten(text: str, before: Campaign, after: Campaign) -> str:
    """A scenario's text with what differs between two openings, entry by entry."""
    changed = Text(text)
    for field in attrs.fields(type(before)):
        was, now = getattr(before, field.name), getattr(after, field.name)
        if was is now or not isinstance(now, Mapping):
            continue
        for key in was:
            if key not in now:
                changed.drop(field.name, key)
        for key, item in now.items():
            if key in was and (was[key] is item or was[key] == item):
                continue
            if attrs.has(type(item)):
                changed.set(field.name, key, _differing(was.get(key), item))
            else:
                changed.put(field.name, key, plain(item))
    return changed.text


def _differing(was: Any, now: Any) -> dict[str, Any]:
    """The fields of an entry that differ, as plain data; all that are not as by default for a new one."""
    if was is None:
        whole: dict[str, Any] = plain(now)
        return whole
    names = [field.name for field in attrs.fields(type(now))]
    return {name: plain(getattr(now, name)) for name in names if getattr(was, name) != getattr(now, name)}
