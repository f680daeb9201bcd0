"""``doctor``: seals, tails, sums, dice; and hand edits made into corrections."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import attrs

from engine.kernel import closed
from engine.kernel.changes import Entry, Mismatch, replay
from engine.kernel.dice import commitment, die_key, keyed_face
from engine.kernel.paths import UnknownPath
from engine.kernel.undoing import CONSENTED, taking_back
from saves import dice_log, disk, last_seal, library, notes, rights, secret, store
from saves.errors import Edited, Misuse, NotFound, SavesError
from saves.format import COUNTS_CONSENTS
from saves.last_seal import Known
from saves.reading import Finding
from saves.seals import scan
from saves.store import CampaignFolder
from saves.trust import last_seals
from saves.turnfile import Loaded


def examine(where: str | Path) -> tuple[Finding, ...]:
    """Everything about a campaign's files that is not as it should be; nothing is written. Raises NotFound."""
    path = library.find(where)
    try:
        folder = CampaignFolder(path)
        files = folder.files()
    except NotFound:
        raise
    except SavesError as fault:
        return (Finding(store.CARD, "", "", str(fault)),)
    findings = list(_dice(folder))
    loaded: list[Loaded] = []
    for file in files:
        try:
            turn_file = folder.read(file)
        except SavesError as fault:
            findings.append(Finding(file.name, "", "", str(fault).removeprefix(f"{file.name}: ")))
            continue
        loaded.append(turn_file)
        findings += _file(folder, turn_file)
    findings += _links(folder, loaded)
    findings += [
        Finding(aside.name, "", "", "a writer was stopped before it gave this file its name; the next order sees to it")
        for aside in sorted(folder.turns.glob(f"*{store.ASIDE}"))
    ]
    findings += _seats(folder)
    findings += [
        Finding(rights.FILE, "", "", told) for told in rights.faults(path, tuple(folder.identity.seats.values()))
    ]
    if loaded and (missed := _missed(folder, loaded[-1])) is not None:
        told = f"entry {missed.n} stood here and is gone: cut off, or sealed anew; put it back from a copy, or "
        findings.append(Finding(missed.file, "entry", str(missed.n), told + "'--accept REASON' takes it as it is"))
    last = loaded[-1].last if loaded else 0
    findings += notes.faults(path, last, (turn_file.head.turn for turn_file in loaded))
    if loaded:
        state = loaded[-1].campaign
        findings += [
            Finding(loaded[-1].path.name, "", odd.at, odd.problem + (f" ({odd.rule})" if odd.rule else ""))
            for odd in folder.ruleset.check(state)
        ]
    return tuple(findings)


def _missed(folder: CampaignFolder, head: Loaded) -> Known | None:
    """The entry that somebody knew and that stands in the journal no more, None where none is missed."""
    known = last_seal.noted(folder.folder)
    return known if known is not None and folder.missing(known, head) else None


def _dice(folder: CampaignFolder) -> Iterable[Finding]:
    path = folder.folder / secret.SECRET
    try:
        secret_bytes = secret.read_secret(path)
        mode = path.stat().st_mode & 0o077
    except (SavesError, OSError) as fault:
        yield Finding(secret.SECRET, "", "", f"cannot be read, so no die can be rolled: {fault}")
        return
    if commitment(secret_bytes) != folder.identity.commitment:
        yield Finding(secret.SECRET, "", "", "is not the secret whose commitment stands in campaign.toml")
    if mode:
        yield Finding(secret.SECRET, "", "", "may be read by others than its owner (its mode should be 600)")


def _file(folder: CampaignFolder, loaded: Loaded) -> Iterable[Finding]:
    name = loaded.path.name
    for edit in loaded.edited:
        told = "edited by hand: its seal does not fit; '--accept REASON' takes it as it is"
        yield Finding(name, "entry" if edit.n else "", str(edit.n) if edit.n else "opening", told)
    if loaded.torn:
        told = f"{loaded.size - loaded.good} bytes at the end were never acknowledged ({loaded.torn})"
        yield Finding(name, "", "", told)
    if folder.identity.dice != "keyed":
        return
    try:
        key = folder.secret_bytes()
    except SavesError:
        return
    if commitment(key) != folder.identity.commitment:
        return
    mix = dice_log.mix_of(loaded.opening)
    for entry in loaded.entries:
        for roll in entry.rolls:
            face = keyed_face(die_key(key, mix.lines), roll.key, roll.sides)
            if face != roll.face:
                told = f"the die {roll.key} is recorded as {roll.face}; the campaign's secret gives {face}"
                yield Finding(name, "entry", str(entry.n), told)
        mix = mix.after(entry)


def _links(folder: CampaignFolder, files: list[Loaded]) -> Iterable[Finding]:
    """Whether each file goes on where the one before it stopped."""
    known: list[Entry] = []
    for at, loaded in enumerate(files):
        name = loaded.path.name
        if at:
            before = files[at - 1]
            if loaded.head.previous != before.head.name:
                yield Finding(
                    name, "", "previous", f"names '{loaded.head.previous}'; the file before it is '{before.path.name}'"
                )
            elif loaded.head.previous_seal not in last_seals(scan(disk.read(before.path, store.LIMIT)).blocks):
                yield Finding(
                    name,
                    "",
                    "previous_seal",
                    f"is not the last seal of '{before.path.name}': entries were added or lost",
                )
            if loaded.head.after != before.last:
                told = f"is {loaded.head.after}; entries up to {before.last} were given before it"
                yield Finding(name, "", "after", told)
            problem = _opening(loaded, before, known)
            if problem:
                yield Finding(name, "", "opening", problem)
        known.extend(loaded.entries)


def _opening(loaded: Loaded, before: Loaded, known: list[Entry]) -> str:
    """Why the opening does not follow from what went before, '' where it does."""
    state: Any = before.campaign
    first = loaded.entries[0] if loaded.entries else None
    if first is not None and first.undoes and not first.changes:
        taken = frozenset(first.undoes)
        entries = [entry for entry in known if entry.n in taken]
        try:
            changes = taking_back(state, entries, first.seat)
            if loaded.head.format < COUNTS_CONSENTS:
                changes = tuple(change for change in changes if change.why != CONSENTED)
            state = replay(state, changes)
        except (Mismatch, UnknownPath) as fault:
            return f"cannot be reached by the undo: {fault}"
    if state == loaded.opening:
        return ""
    fields = [field.name for field in attrs.fields(type(state))]
    names = [name for name in fields if getattr(state, name) != getattr(loaded.opening, name)]
    return f"differs from where the file before it ends, in {', '.join(names)}"


def _seats(folder: CampaignFolder) -> Iterable[Finding]:
    for path in sorted((folder.folder / secret.SEATS).glob("*.toml")):
        try:
            scanned = scan(disk.read(path, store.LIMIT))
        except SavesError as fault:
            yield Finding(f"{secret.SEATS}/{path.name}", "", "", str(fault))
            continue
        if scanned.torn:
            yield Finding(
                f"{secret.SEATS}/{path.name}", "", "", f"bytes at the end were never acknowledged: {scanned.torn}"
            )
        for block in scanned.blocks:
            if not block.whole:
                yield Finding(
                    f"{secret.SEATS}/{path.name}", "", "", "a sealed order was edited by hand: its digest will not fit"
                )


def published(where: str | Path) -> str:
    """The secret that the dice of a closed campaign were made from, in hexadecimal, so that anyone can check every roll
    against the commitment in campaign.toml; '' before all seats have closed it or where players rolled their own."""
    folder = CampaignFolder(library.find(where))
    return dice_log.published(folder, folder.head()[0].campaign)


def accept(where: str | Path, reason: str) -> tuple[str, ...]:
    """Make every hand edit that fits together a correction, with its reason; says which. Raises Edited where one
    does not fit,
    Misuse where there is nothing to accept, SavesError."""
    if not reason.strip():
        raise Misuse("a correction needs its reason")
    folder = CampaignFolder(library.find(where))
    told: list[str] = []
    with folder.lock("the doctor"):
        if closed.by_all(folder.head()[0].campaign):
            raise Misuse(f"{closed.refusal().reason}: its files are put back from a copy, or played from in a branch")
        for path in folder.files():
            loaded = folder.read(path)
            if not loaded.edited:
                continue
            if loaded.torn:
                aside = disk.cut(path, loaded.good)
                told.append(f"{path.name}: {loaded.torn}; set aside as {aside.name}")
                loaded = folder.read(path)
            if any(edit.n < 0 for edit in loaded.edited):
                raise Edited(f"{path.name}: an edited entry has lost its number; put it back first")
            folder.correct(loaded, reason.strip())
            told += [f"{loaded.head.turn}: {edit} is taken as it stands" for edit in loaded.edited]
        head = folder.head()[0]
        if (missed := _missed(folder, head)) is not None:
            if head.torn:
                aside = disk.cut(head.path, head.good)
                told.append(f"{head.path.name}: {head.torn}; set aside as {aside.name}")
                head = folder.read(head.path)
            folder.correct(head, reason.strip(), (missed,))
            told.append(f"{head.head.turn}: the journal is taken as it stands, without entry {missed.n}")
        last_seal.forget(folder.folder)
    if not told:
        raise Misuse("nothing was edited by hand and nothing is missed; there is nothing to accept")
    return tuple(told)
