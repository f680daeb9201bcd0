"""A campaign's folder: which turn file is the head, and how batches get into it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import attrs
import tomli

from engine.kernel.campaign import Campaign
from engine.kernel.changes import Entry
from engine.kernel.grammar import Unreadable
from engine.kernel.play import Batch
from engine.kernel.reading import parse
from engine.kernel.ruleset import Ruleset, UnknownRuleset, find
from engine.kernel.standing import Seal
from engine.kernel.values import frozen
from saves import disk, format, journal, last_seal, locks, seals, secret, toml, trust, turnfile
from saves.errors import Edited, NotFound, SavesError, Torn, UnreadableFile, Unsure, from_os
from saves.format import FORMAT, TURN_FILE, Head
from saves.last_seal import KeptSeals, Known
from saves.turnfile import Loaded

CARD = "campaign.toml"
TURNS = "turns"
LOCK = ".lock"
ASIDE = ".new"
LIMIT = 64_000_000
_CARD_LIMIT = 100_000


@frozen
class Identity:
    """What ``campaign.toml`` says: never changed after the campaign was made but for name and title. ``dice`` is
    'keyed' or 'keyboard'; ``commitment`` SHA-256 of the secret; ``branched`` the turn file and campaign it was branched
    from."""

    id: str
    name: str
    ruleset: str
    scenario: str
    title: str
    seats: dict[str, str]
    dice: str
    commitment: str
    branched: str = ""
    format: int = FORMAT

    @property
    def text(self) -> str:
        """The file's text."""
        names = ("id", "name", "ruleset", "scenario", "title", "branched")
        lines = [toml.line("format", self.format), toml.line("kind", "campaign")]
        lines += [toml.line(name, getattr(self, name)) for name in names if getattr(self, name)]
        lines += ["\n[seats]\n", *(toml.line(power, seat) for power, seat in self.seats.items())]
        return "".join([*lines, "\n[dice]\n", toml.line("kind", self.dice), toml.line("commitment", self.commitment)])


def read_identity(folder: Path) -> Identity:
    """What a folder's ``campaign.toml`` says. Raises NotFound, UnreadableFile."""
    path = folder / CARD
    if not path.is_file():
        raise NotFound(f"{folder}: there is no campaign here")
    raw = format.parse(disk.read(path, _CARD_LIMIT), str(path))
    try:
        dice, seats = raw["dice"], raw["seats"]
        identity = Identity(
            id=raw["id"],
            name=raw.get("name", folder.name),
            ruleset=raw["ruleset"],
            scenario=raw["scenario"],
            title=raw.get("title", ""),
            seats=dict(seats),
            dice=dice["kind"],
            commitment=dice["commitment"],
            branched=raw.get("branched", ""),
            format=raw["format"],
        )
    except (KeyError, TypeError, ValueError) as fault:
        raise UnreadableFile(f"{path}: {fault} is missing or of another type") from None
    texts = (
        identity.id,
        identity.name,
        identity.ruleset,
        identity.scenario,
        identity.title,
        identity.commitment,
        *seats,
        *seats.values(),
    )
    if not all(isinstance(text, str) for text in texts) or identity.dice not in ("keyed", "keyboard"):
        raise UnreadableFile(f"{path}: a key has another type ('warledger check' names each)")
    if not all(text.isprintable() for text in texts):
        raise UnreadableFile(f"{path}: a character that cannot be shown stands in it")
    if type(identity.format) is not int or identity.format > FORMAT:
        raise UnreadableFile(f"{path}: written in a newer format; this program reads up to {FORMAT}")
    return identity


Stamp = tuple[int, ...]


class CampaignFolder:
    """One campaign on the disk. Reading never writes; writing wants the lock. Every method raises SavesError."""

    def __init__(self, folder: Path, kept: KeptSeals | None = None) -> None:
        """``kept``: where a server keeps the last seal of each campaign, apart from them."""
        self.folder = folder
        self.kept = kept
        self.turns = folder / TURNS
        self.identity = read_identity(folder)
        try:
            self.ruleset: Ruleset[Any] = find(self.identity.ruleset)
        except UnknownRuleset:
            raise UnreadableFile(f"{folder / CARD}: no game '{self.identity.ruleset}' is installed") from None

    @contextmanager
    def lock(self, who: str) -> Iterator[None]:
        """One writer at a time."""
        with locks.locked(self.folder / LOCK, who):
            yield

    def files(self) -> list[Path]:
        """The turn files in their order."""
        names = [path.name for path in self._there() if TURN_FILE.match(path.name)]
        return [self.turns / name for name in sorted(names, key=_place)]

    def read(self, path: Path, *, passing: bool = False) -> Loaded:
        """One turn file (see ``turnfile.load``)."""
        return turnfile.load(path, disk.read(path, LIMIT), self.ruleset, passing=passing)

    def doubts(self, oldest: Path) -> dict[Path, str]:
        """Why turn files from this one up to the newest are not to be believed, by file (see trust)."""
        files = self.files()
        return trust.doubts(files[files.index(oldest) :] if oldest in files else files, LIMIT)

    def judged(self) -> Iterator[trust.Judged]:
        """The turn files from the newest back, each with why it is not to be believed (see trust); a file is looked at
        when it is asked for."""
        return trust.judged(self.files(), LIMIT)

    def read_judged(self, seen: trust.Judged) -> Loaded:
        """A turn file that was looked at, as one of many."""
        if seen.scan is None:
            return self.read(seen.path, passing=True)
        return turnfile.load(seen.path, seen.data, self.ruleset, passing=True, scan=seen.scan)

    def contradictions(self, campaign: Campaign) -> tuple[str, ...]:
        """What ``campaign.toml`` says otherwise than the sealed turn files: these count."""
        told = []
        for power, seat in campaign.seats.items():
            said = self.identity.seats.get(power, "nobody's")
            if said != seat:
                told.append(f"{CARD}: {power} is {said} there; the journal, which counts, says {seat}")
        for power in self.identity.seats:
            if power not in campaign.seats:
                told.append(f"{CARD}: {power} has a seat there and none in the journal, which counts")
        if self.identity.scenario != campaign.scenario:
            said, plays = self.identity.scenario, campaign.scenario
            told.append(f"{CARD}: the scenario is '{said}' there; the journal, which counts, says '{plays}'")
        return tuple(told)

    def moment(self) -> int:
        """When a file last came into the folder; to be asked before reading, so that nothing slips in between."""
        try:
            return self.turns.stat().st_mtime_ns
        except OSError:
            return -1

    def stamp(self, loaded: Loaded, moment: int) -> Stamp:
        """What a file was like when it was read: as many bytes as were read, whatever has been added since."""
        try:
            return (moment, loaded.size, loaded.path.stat().st_mtime_ns)
        except OSError:
            return ()

    def unchanged(self, loaded: Loaded, stamp: Stamp) -> bool:
        """Whether nobody has written since; costs two calls of the system."""
        try:
            state = loaded.path.stat()
        except OSError:
            return False
        return stamp == (self.moment(), state.st_size, state.st_mtime_ns)

    def head(self) -> tuple[Loaded, tuple[str, ...]]:
        """The newest file that can be read, or the one that a writer had finished aside, and what a reader should be
        told.
        """
        files = self.files()
        warnings: list[str] = []
        while files:
            try:
                loaded = self.read(files[-1])
            except Torn as fault:
                if len(files) == 1:
                    raise UnreadableFile(f"{fault}; it is the first, so there is nothing to rebuild it from") from None
                warnings.append(f"{fault}; the turn before it is shown, the next order rebuilds it")
                files.pop()
                continue
            if told := loaded.warning():
                warnings.append(told)
            while (following := self._aside_of(loaded)) is not None:
                loaded = following
            return loaded, tuple(warnings)
        raise UnreadableFile(f"{self.turns}: there is no turn file here")

    def grown(self, loaded: Loaded, *, every_seal: bool = False) -> Loaded | None:
        """The newest file as it was read with what another writer has appended since, only that read; None where
        anything else has happened. ``every_seal``: what was read before is looked at again as well, byte for byte."""
        there = {path.name for path in self._there()}
        newest = max((name for name in there if TURN_FILE.match(name)), key=_place, default="")
        if newest != loaded.path.name or any(name.endswith(ASIDE) for name in there):
            return None
        since = 0 if every_seal else loaded.good
        return turnfile.follow(loaded, disk.read_from(loaded.path, since, LIMIT), self.ruleset, since=since)

    def asides(self) -> list[Path]:
        """Files that a writer had begun aside and has not named."""
        return [path for path in self._there() if path.name.endswith(ASIDE)]

    def _there(self) -> list[Path]:
        """What lies in the folder of turns, of which the whole campaign may have been moved away meanwhile."""
        try:
            return list(self.turns.iterdir())
        except OSError as fault:
            raise UnreadableFile(f"{self.turns}: {fault.strerror}") from fault

    def _aside_of(self, loaded: Loaded) -> Loaded | None:
        """The file that a writer finished aside after this one, and had no more time to name."""
        if loaded.torn or loaded.edited:
            return None
        for path in self.asides():
            with suppress(SavesError):
                next_file = self.read(path)
                linked = (next_file.head.number, next_file.head.previous_seal) == (loaded.head.number + 1, loaded.seal)
                if linked and not next_file.torn and not next_file.edited:
                    return next_file
        return None

    def missing(self, known: Known, head: Loaded) -> str:
        """What is to be told of an entry that was known, now that the newest file is ``head``; '' where it stands in
        the journal, or the doctor has given it up."""
        if known.seal == head.seal:
            return ""
        files = self.files()
        if head.path.name.endswith(ASIDE):
            files += sorted(path for path in self.asides() if path <= head.path)
        if last_seal.stands(files, known, LIMIT) or last_seal.given_up(files, known, LIMIT) is not None:
            return ""
        return last_seal.told(known)

    def mend(self) -> tuple[str, ...]:
        """Before writing, inside the lock: set torn parts aside, finish what a writer left. Says what was done."""
        told: list[str] = []
        loaded = self._without_torn_openings(told)
        if loaded.torn and not loaded.edited:
            aside = disk.cut(loaded.path, loaded.good)
            told.append(f"{loaded.path.name}: {loaded.torn}; set aside as {aside.name}")
            loaded = self.read(loaded.path)
        while (following := self._aside_of(loaded)) is not None:
            disk.move(following.path, self.turns / following.head.name)
            loaded = self.read(self.turns / following.head.name)
            told.append(f"{loaded.path.name}: finished what the last writer had begun")
        for path in self.asides():
            with suppress(OSError):
                path.unlink()
        return tuple(told)

    def _without_torn_openings(self, told: list[str]) -> Loaded:
        files = self.files()
        while True:
            try:
                return self.read(files[-1])
            except Torn as fault:
                if len(files) == 1:
                    raise
                aside = disk.free_name(files[-1], "torn")
                disk.move(files.pop(), aside)
                told.append(f"{fault}; it is set aside as {aside.name}")

    def write(self, loaded: Loaded, batches: Sequence[Batch[Any]]) -> Loaded:
        """Write batches after the head: all of them or none, in one append and one new file for each turn begun.
        ``loaded`` must
        be what is on the disk, mended."""
        if loaded.edited:
            raise Edited(f"{loaded.warning()}; until then nothing can be added")
        self._keep_secrets(batches)
        files = [loaded]
        parts = [b"" if loaded.closed else b"\n"]
        fresh = loaded
        if loaded.campaign.progress.turn != loaded.turn or loaded.head.format != FORMAT:
            fresh = self._open_next(fresh, fresh.campaign, files, parts)
        for batch in batches:
            if fresh.campaign.progress.turn != fresh.turn:
                fresh = self._open_next(fresh, fresh.campaign, files, parts)
            data, seal = turnfile.entry_bytes(batch.entries, fresh.seal)
            parts[-1] += data
            fresh = _grown(fresh, batch.entries, _shared(batch.campaign), seal, len(data))
            files[-1] = fresh
        if fresh.campaign.progress.turn != fresh.turn:
            fresh = self._open_next(fresh, fresh.campaign, files, parts)
        return self._put(loaded, files, parts)

    def _open_next(self, fresh: Loaded, campaign: Campaign, files: list[Loaded], parts: list[bytes]) -> Loaded:
        head = Head(
            format=FORMAT,
            number=fresh.head.number + 1,
            turn=self.ruleset.calendar.now(campaign),
            version=self.ruleset.version,
            after=fresh.last,
            previous=fresh.head.name,
            previous_seal=fresh.seal,
        )
        data, seal = turnfile.opening_bytes(head, campaign)
        path = self.turns / head.name
        following = Loaded(path, head, campaign, campaign, (), seal, len(data), len(data))
        files.append(following)
        parts.append(data)
        return following

    def _put(self, loaded: Loaded, files: list[Loaded], parts: list[bytes]) -> Loaded:
        """First the new files aside, then the append, which decides; then the new files get their names. Returns the
        newest.
        """
        asides = [file.path.with_name(file.path.name + ASIDE) for file in files[1:]]
        try:
            for aside, data in zip(asides, parts[1:], strict=True):
                disk.write_new(aside, data)
            if asides:
                disk.flush_folder(self.turns)
            if parts[0].strip():
                disk.append(loaded.path, parts[0], loaded.good)
        except Unsure:
            # Should the append have reached the disk after all, the files aside fit its last seal and are taken up;
            # if not, the next writer throws them away.
            raise
        except (SavesError, OSError) as fault:
            for aside in asides:
                with suppress(OSError):
                    aside.unlink()
            raise from_os(fault, self.turns) if isinstance(fault, OSError) else fault from fault
        for aside, file in zip(asides, files[1:], strict=True):
            with suppress(SavesError):
                disk.move(aside, file.path)
            if aside.exists():
                # Everything is on the disk; the next reader finds the files aside, the next writer names them.
                return attrs.evolve(files[-1], path=asides[-1])
        return files[-1]

    def _keep_secrets(self, batches: Sequence[Batch[Any]]) -> None:
        by_seat: dict[str, list[Any]] = {}
        for batch in batches:
            for key, item in batch.secrets:
                by_seat.setdefault(batch.campaign.seats[item.power], []).append((key, item))
        for seat, items in by_seat.items():
            secret.keep(self.folder, seat, tuple(items))

    def restart(self, loaded: Loaded, campaign: Campaign, entry: Entry, said: Entry | None = None) -> Loaded:
        """A new file that opens with a restored state, whose first entry is the undo that restored it. ``said``: the
        remark by which all had consented to it, which ends the file before."""
        if loaded.edited:
            raise Edited(f"{loaded.warning()}; until then nothing can be added")
        shared = _shared(campaign)
        files, parts = [loaded], [b""]
        if said is not None:
            data, seal = turnfile.entry_bytes((said,), loaded.seal)
            parts[0] = (b"" if loaded.closed else b"\n") + data
            files[0] = _grown(loaded, (said,), _shared(loaded.campaign), seal, len(data))
        fresh = self._open_next(files[0], shared, files, parts)
        told = attrs.evolve(entry, changes=())
        data, seal = turnfile.entry_bytes((told,), fresh.seal)
        parts[-1] += data
        files[-1] = _grown(fresh, (told,), shared, seal, len(data))
        return self._put(loaded, files, parts)

    def correct(self, loaded: Loaded, because: str, lost: Sequence[Known] = ()) -> None:
        """Append a correction: what was edited is taken as it was found, and the journal without what was ``lost``."""
        edited = tuple((edit.n, edit.found) for edit in loaded.edited)
        correction = journal.Correction(because, edited, tuple((known.n, known.seal) for known in lost))
        data, _ = seals.sealed(loaded.seal, correction.body)
        disk.append(loaded.path, (b"" if loaded.closed else b"\n") + data, loaded.good)

    def with_secrets(self, campaign: Any, seats: tuple[str, ...]) -> Any:
        """The campaign with what these seats have sealed in it."""
        if not campaign.sealed and not campaign.secrets:
            return campaign
        return attrs.evolve(campaign, secrets=secret.texts(self.folder, seats, campaign))

    def unsealed(self, seat: str, line: str) -> str:
        """What a seat ordered in an entry: of what it sealed the text that its file keeps, where there is one; else the
        order as the journal has it."""
        if f" {Seal.verb} " in line:
            with suppress(SavesError, Unreadable):
                order = parse(self.ruleset, line)
                if isinstance(order, Seal):
                    return secret.kept_text(self.folder, seat, order) or line
        return line

    def secret_bytes(self) -> bytes:
        """The campaign's secret."""
        return secret.read_secret(self.folder / secret.SECRET)


def _place(name: str) -> tuple[int, str]:
    """Where a turn file stands among the others."""
    return int(name.split("-")[0]), name


def _shared(campaign: Any) -> Any:
    """The campaign as the shared files hold it."""
    return attrs.evolve(campaign, secrets={}) if campaign.secrets else campaign


def _grown(loaded: Loaded, entries: Sequence[Entry], campaign: Campaign, seal: str, size: int) -> Loaded:
    good = loaded.good + size + (0 if loaded.closed else 1)
    return attrs.evolve(
        loaded,
        entries=(*loaded.entries, *entries),
        campaign=campaign,
        seal=seal,
        good=good,
        size=good,
        closed=True,
    )


def read_card(path: Path) -> dict[str, Any]:
    """A small file of ours that may be missing or stale: its data, or nothing."""
    try:
        return tomli.loads(disk.read(path, _CARD_LIMIT).decode())
    except (SavesError, ValueError, RecursionError):
        return {}
