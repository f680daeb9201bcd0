"""A scenario under change: the file it began with and a list of changes, which survives a kill.

Every change is held to the shape and the range of its field and flushed into ``.NAME.draft`` beside the scenario
before it is shown (see ``saves.draft_log``); no file is read for it. The scenario is written when its author saves: by
tomlkit, so that comments, order and keys that begin with ``_`` stay, read back and compared with what was meant, and
renamed into place. Until then what stands across tables (a pool smaller than the board, a capital that is gone) may be
wrong: ``faults`` says what, and ``save`` refuses as long as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

from engine.kernel.campaign import source
from engine.kernel.ruleset import Ruleset
from engine.kernel.sheets.cards import OWN
from saves import disk, draft_changes, draft_values, scenarios
from saves.draft_changes import Change
from saves.draft_files import (
    DraftFault,
    copied,
    faults_of,
    make_folder,
    packaged,
    read,
    rewritten,
    state_of,
    write_aside,
)
from saves.draft_log import Deed, DraftLog
from saves.draft_values import HEAD, OPTIONS, SEATING, SOURCES, Parts, State, Unfit, path_of
from saves.draft_window import DraftWindow
from saves.errors import Exists, Misuse, Stale, UnreadableFile
from saves.scenario_files import ENDING
from saves.scenario_head import ID_LENGTH


def id_of(title: str) -> str:
    """The id of a scenario with this title, which names its file. Raises Misuse."""
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:ID_LENGTH].strip("-")
    if not slug:
        raise Misuse("a title has letters or digits")
    if len(title) > draft_values.TITLE.most or not title.isprintable():
        raise Misuse(f"a title has up to {draft_values.TITLE.most} printable characters")
    return slug


def new_file(title: str) -> tuple[str, Path]:
    """The id of a new scenario with this title, and the file that it will have. Raises Misuse, or Exists where a
    scenario has that id."""
    own_id = id_of(title)
    path = scenarios.own_folder() / f"{own_id}{ENDING}"
    if own_id in scenarios.sources() or path.exists():
        raise Exists(f"there is a scenario '{own_id}' already; give another title, or open that one")
    return own_id, path


def free_title(wanted: str) -> str:
    """The title, or with a number the first like it that no scenario has."""
    known = scenarios.sources()
    title, number = wanted, 2
    while id_of(title) in known:
        title, number = f"{wanted} {number}", number + 1
    return title


class ScenarioDraft:
    """A scenario by its id or path. ``campaign`` is its opening as it stands, always of the right shape; ``resumed``
    how many changes of an unfinished draft were taken up again, and ``told`` what to say of that ('' for nothing).

    One that came with the program has no ``path`` before ``name`` has said how the copy is called; the copy is made
    with the first change. ``alone``: a window is to be opened on it, and no other may have one until ``close``; raises
    Busy with who has. Raises SavesError where the file cannot be read at all.
    """

    def __init__(self, scenario_id: str, *, alone: bool = False) -> None:
        found = scenarios.source_of(scenario_id)
        self.base = self.id = scenario_id
        self._where = str(found)
        self.path: Path | None = None if packaged(found) else found
        self._window = DraftWindow() if alone else None
        if self.path is not None and self._window is not None:
            self._window.open(self.path)
        self.resumed, self.told = 0, ""
        self._there = b""
        try:
            self._open(scenarios.read_bytes(found))
            if self.path is not None:
                self._resume(self.path)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """The window on it is closed: others may open one."""
        if self._window is not None:
            self._window.close()

    def _open(self, data: bytes) -> None:
        """Begin with a file's bytes, none of which are looked at again before they are saved."""
        self._text = data
        self._there = data if self.path is not None else b""
        self.ruleset: Ruleset[Any]
        self.ruleset, self._state, self._odd = read(data, self._where)
        self._saved = self._state
        self.id = str(self._state.campaign.scenario)
        self._before: list[tuple[str, State]] = []
        self._after: list[tuple[str, State]] = []
        self._inside: list[State] = []
        self._looked: tuple[State, list[DraftFault]] | None = None

    def _resume(self, path: Path) -> None:
        self._log = DraftLog(path)
        deeds, elsewhere = self._log.read(self._there)
        lost = 0
        for deed in deeds:
            try:
                self._again(deed)
            except Unfit:
                lost += 1
        self.resumed = len(deeds) - lost
        if self.resumed:
            self.told = f"{_counted(self.resumed)} not saved last time: they stand here again"
        if elsewhere and deeds:
            self.told = f"the file was changed by another hand since; {self.told or 'nothing'}"
        if lost:
            told = f"{_counted(lost)} could not stand there any more"
            self.told = f"{self.told}; {told}" if self.told else told
        if self._log.aside is not None:
            told = f"what could not be read of the draft lies in {self._log.aside.name}"
            self.told = f"{self.told}; {told}" if self.told else told
        if elsewhere or lost:
            changes = tuple(draft_changes.differences(self._saved, self._state))
            self._log.begin(self._there, (Deed("what was not saved", changes),) if changes else ())

    def _again(self, deed: Deed) -> None:
        stack, other = (self._before, self._after) if deed.mark == "undone" else (self._after, self._before)
        if deed.mark != "done" and stack:
            what, state = stack.pop()
            other.append((what, self._state))
            self._state = state
            return
        after = draft_changes.replayed(self.ruleset, self._state, deed.changes)
        self._before.append((deed.what, self._state))
        self._after.clear()
        self._state = after

    # --- what stands

    @property
    def campaign(self) -> Any:
        """The opening as it stands."""
        return self._state.campaign

    @property
    def state(self) -> State:
        """The opening as it stands, with what the scenario says besides: what it is compared by."""
        return self._state

    @property
    def title(self) -> str:
        """The title of the scenario."""
        return str(self.campaign.title)

    @property
    def named(self) -> bool:
        """Whether what is changed has a file to go to."""
        return self.path is not None

    @property
    def kept(self) -> bool:
        """Whether the file is there."""
        return bool(self._there)

    @property
    def head(self) -> Mapping[str, Any]:
        """What the scenario says of itself: its texts ('' where it says nothing), ``first`` and ``last``, ``seating``
        by number of players (a text: "2"), ``options``."""
        campaign = self.campaign
        told = {"title": campaign.title, "first": campaign.first, "last": campaign.last, "options": campaign.options}
        return MappingProxyType({**self._state.words, **told})

    @property
    def changed(self) -> bool:
        """Whether something has not been saved."""
        return self._state is not self._saved and self._state != self._saved

    @property
    def differences(self) -> tuple[Change, ...]:
        """What has not been saved, by the parts of its paths."""
        return tuple(draft_changes.differences(self._saved, self._state))

    def get(self, path: str) -> Any:
        """What stands at a path, as ``set`` takes it; None where nothing does. Raises Unfit for no path."""
        parts = draft_values.parts_of(self._state, path)
        found: Any = self._state.campaign
        if parts[0] in (HEAD, SEATING):
            found = self._state.words
            parts = parts[1:] if parts[0] == HEAD else parts
        for name in parts:
            found = found.get(name) if isinstance(found, Mapping) else getattr(found, name, None)
        return found

    # --- changing it; each raises Unfit, in words, for what cannot stand there, and SavesError where it cannot be kept

    def name(self, title: str) -> None:
        """Say how the copy is called. Raises Misuse, or Exists where a scenario has that name."""
        title = " ".join(title.split())
        own_id, path = new_file(title)
        if self.changed:
            raise Misuse("save what you have changed first, or leave it")
        data = copied(self._text, self.id, own_id, title)
        self._where = str(path)
        self._open(data)
        self.path, self._there = path, b""
        self._log = DraftLog(path)
        self._log.read(data)
        self._log.remove()

    def set(self, path: str, value: Any, came: str | None = OWN) -> None:
        """Give one field a value: text, a whole number, yes or no, or a list or table of these where the field holds
        such. ``came``: where the figure comes from, '' for what needs no word of it, None for what
        stays as it was said."""
        parts = draft_values.parts_of(self._state, path)
        typed = draft_values.fitted(self.ruleset, self._state, parts, value)
        after = _marked(draft_changes.put(self._state, parts, typed), parts, came)
        self._take(f"{path_of(parts)} {_short(value)}", after)

    def add(self, table: str, key: str, fields: Any, came: str | None = OWN) -> str:
        """Put a new entry into a table; returns its key, which a war and its like make of what they are ('' given).
        ``came``: where its figures come from."""
        if table == SEATING:
            parts: tuple[str, ...] = (SEATING, key)
            if key in self._state.words[SEATING]:
                raise Unfit(path_of(parts), "stands there already")
            typed = draft_values.fitted(self.ruleset, self._state, parts, fields)
        else:
            key, typed = draft_values.entry(self.ruleset, self._state, table, key, fields)
            parts = (table, key)
        self._take(f"{path_of(parts)} added", _marked(draft_changes.put(self._state, parts, typed), parts, came))
        return key

    def drop(self, path: str) -> None:
        """Take an entry out, and with it what is said of where its figures come from; or give a field its default."""
        parts = draft_values.parts_of(self._state, path)
        if len(parts) == 1:
            raise Unfit(path, "stays: only entries are taken out, and fields that may be left out")
        after = draft_changes.put(self._state, parts, None)
        if len(parts) > 2:
            after = _marked(after, parts, OWN)
        elif len(parts) == 2:
            named = [name for name in self.campaign.sources if f"{name}.".startswith(f"{path_of(parts)}.")]
            for name in named if parts[0] != SOURCES else ():
                after = draft_changes.put(after, (SOURCES, name), None)
        self._take(f"{path_of(parts)} taken out", after)

    def become(self, campaign: Any, what: str, *, also_wrong: bool = False) -> None:
        """Take over an opening that was made of this one elsewhere, such as by a page of cards. Raises UnreadableFile
        where something in it does not fit together that did before, unless that may be mended afterwards
        (``also_wrong``); Unfit for more entries than a file may hold."""
        if (large := draft_changes.too_large(campaign)) is not None:
            raise large
        after = State(campaign, self._state.words)
        if not draft_changes.differences(self._state, after):
            return
        if also_wrong:
            self._take(what, after)
            return
        before = set(self._wrong(self._state))
        found = faults_of(self.ruleset, after)
        for fault in found:
            if fault not in before and not fault.warning:
                raise UnreadableFile(str(fault), (fault,))
        self._take(what, after)
        self._looked = after, found

    @contextmanager
    def together(self, what: str) -> Iterator[None]:
        """Several changes as one: undone together, and none of them done where one is refused."""
        before = self._state
        self._inside.append(before)
        try:
            yield
        except BaseException:
            self._state = before
            raise
        finally:
            self._inside.pop()
        after, self._state = self._state, before
        if after is not before:
            self._take(what, after)

    def _take(self, what: str, after: State) -> None:
        if self._inside:
            self._state = after
            return
        changes = tuple(draft_changes.differences(self._state, after))
        if not changes:
            return
        self._write(Deed(what, changes))
        self._before.append((what, self._state))
        self._after.clear()
        self._state = after

    def undo(self) -> str:
        """Take back what was done last; returns what it was, '' where nothing was."""
        return self._step(self._before, self._after, "undone")

    def redo(self) -> str:
        """Do again what was taken back last; returns what it was, '' where nothing was."""
        return self._step(self._after, self._before, "redone")

    def _step(self, stack: list[tuple[str, State]], other: list[tuple[str, State]], mark: str) -> str:
        if not stack:
            return ""
        what, state = stack[-1]
        self._write(Deed(what, tuple(draft_changes.differences(self._state, state)), mark))
        stack.pop()
        other.append((what, self._state))
        self._state = state
        return what

    def _write(self, deed: Deed) -> None:
        path = self.path
        if path is None:
            raise Misuse("this scenario came with the program; give yours a title first")
        if not self._there:
            self._make_copy(path)
        if self._log.full:
            self._log.begin(self._there, (Deed("what was not saved", self.differences),))
        self._log.write(deed)

    def _make_copy(self, path: Path) -> None:
        make_folder(path.parent)
        if self._window is not None:
            self._window.open(path)
        if path.exists():
            raise Stale(f"{path.name} was made by another hand meanwhile; leave this page and open it again")
        write_aside(path, self._text)
        self._there = self._text

    # --- the whole

    def faults(self) -> tuple[DraftFault, ...]:
        """What is wrong with the opening as it stands, and what only looks so; errors first."""
        return tuple(sorted((*self._odd, *self._wrong(self._state)), key=lambda fault: fault.warning))

    def _wrong(self, state: State) -> list[DraftFault]:
        """What is wrong with a state, looked for once: a page asks for the same one before each figure."""
        if self._looked is None or self._looked[0] is not state:
            self._looked = state, faults_of(self.ruleset, state)
        return self._looked[1]

    def save(self) -> None:
        """Write the scenario; a copy also where nothing has changed in it. Raises UnreadableFile with the first fault,
        Stale where another hand has changed the file meanwhile, SavesError where it cannot be written; then file and
        draft are as before."""
        path = self.path
        if path is None:
            raise Misuse("this scenario came with the program; give yours a title first")
        changes = self.differences
        if not changes:
            if self._there:
                self._log.done()
            else:
                self._make_copy(path)
            return
        errors = tuple(fault for fault in self.faults() if not fault.warning)
        if errors:
            more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
            raise UnreadableFile(f"{errors[0]}{more}", errors)
        data = rewritten(self._text, self._where, changes)
        if state_of(data, self._where) != self._state:
            told = "a line of it is written so that it cannot be changed from here; edit the file by hand"
            raise UnreadableFile(f"{path}: {told}")
        if (disk.read(path, scenarios.LIMIT) if path.exists() else b"") != self._there:
            raise Stale(f"{path.name} was changed by another hand meanwhile; leave this page and open it again")
        self._log.saved(data)
        write_aside(path, data)
        self._there = self._text = data
        self._saved = self._state
        self._log.begin(data)

    def discard(self) -> None:
        """Leave what has not been saved: the opening is the file's again."""
        if self.path is not None:
            self._log.begin(self._there)
        self._state = self._saved
        self._before.clear()
        self._after.clear()
        self.resumed, self.told = 0, ""


def _counted(number: int) -> str:
    return "1 change" if number == 1 else f"{number} changes"


def _marked(state: State, parts: Parts, came: str | None) -> State:
    """The state in which it is said where the figure at a place comes from. What a scenario says of itself, its seats
    and options are no figures; where nothing is to be said, what is said of this place alone goes."""
    path = path_of(parts)
    if came is None or len(parts) == 1 or parts[0] in (HEAD, SEATING, OPTIONS, SOURCES):
        return state
    if source(state.campaign, path) == came:
        return state
    if not came and path not in state.campaign.sources:
        return state
    return draft_changes.put(state, (SOURCES, path), came or None)


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
