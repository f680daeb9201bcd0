"""What becomes of a campaign's folder: another title and name, the archive, deleted and brought back, removed for good.

Each is one rename of the folder, so nothing is ever half done: a campaign stands in the list, in the archive or among
the deleted, whole. Deleted ones can be brought back until they are removed for good. Of a campaign that is open
elsewhere nothing is moved.
"""

from __future__ import annotations

import os
import re
import shutil
import unicodedata
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import attrs

from engine.kernel.values import frozen
from saves import disk, library, locks, store
from saves.errors import Busy, Exists, Misuse, NotFound, SavesError, from_os
from saves.library import NAME, Card

ARCHIVE, DELETED = "archive", "deleted"
LONGEST = 60
"""Signs of a title."""
_GOING = ".going-"
"""Before the name of a folder that is being removed for good."""


def kept_folder(where: str) -> Path:
    """The folder of what is ``archived`` or ``deleted``, beside the folder of campaigns."""
    return library.data_folder() / where


def cards(where: str) -> list[Card]:
    """The campaigns in the archive or among the deleted, the one played last first."""
    found = [attrs.evolve(library.card(folder), kept=where) for folder in library.folders_in(kept_folder(where))]
    return sorted(found, key=lambda card: -card.last_played)


@frozen
class Renamed:
    """A campaign's new title, where its folder lies now, and why that kept its name ('' where it took the new one)."""

    title: str
    folder: Path
    note: str = ""


def title_of(text: str) -> str:
    """What a person typed as a title, without blanks around it. Raises Misuse where it cannot be one."""
    title = " ".join(text.split())
    if not title:
        raise Misuse("a title has at least one sign")
    if len(title) > LONGEST:
        raise Misuse(f"a title has {LONGEST} signs at most; this one has {len(title)}")
    if not title.isprintable():
        raise Misuse("a sign of the title cannot be shown")
    return title


def folder_name(title: str) -> str:
    """A folder's name made from a title: what a name may not hold becomes a hyphen; '' where nothing is left."""
    bare = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    name = re.sub(r"[^A-Za-z0-9 ._-]+", "-", bare)
    name = re.sub(r"\A[^A-Za-z0-9]+", "", name).rstrip(" .-")[:LONGEST]
    return name if NAME.match(name) else ""


def rename(where: str | Path, text: str) -> Renamed:
    """Give a campaign a title of its own, and its folder that name where it is free. Raises SavesError."""
    title = title_of(text)
    folder = library.find(where)
    identity = store.read_identity(folder)
    name, note = folder_name(title) or folder.name, ""
    with _nobody_in(folder), locks.alone(folder.parent):
        if name != folder.name and os.path.lexists(folder.with_name(name)):
            note = f"there is a campaign '{name}' already, so the folder is still '{folder.name}'"
            name = folder.name
        path = folder / store.CARD
        aside = path.with_name(store.CARD + store.ASIDE)
        disk.write_new(aside, attrs.evolve(identity, name=name, title=title).text.encode())
        disk.move(aside, path)
        if name != folder.name:
            disk.move(folder, folder.with_name(name))
    return Renamed(title, folder.with_name(name), note)


def archive(where: str | Path) -> Path:
    """Put a campaign out of the list into the archive. Raises SavesError; then it lies where it lay."""
    return _move(_of_the_list(where), kept_folder(ARCHIVE))


def bring_back(where: str | Path) -> Path:
    """Bring an archived or deleted campaign back into the list. Raises SavesError; then it lies where it lay."""
    folder = _lying(where, kept_folder(ARCHIVE)) or _lying(where, kept_folder(DELETED))
    if folder is None:
        known = [card.name for kept in (ARCHIVE, DELETED) for card in cards(kept)]
        hint = f"; there are {', '.join(known[:8])}" if known else "; there is none"
        raise NotFound(f"no campaign '{where}' is archived or deleted{hint}")
    return _move(folder, library.campaigns_folder())


def delete(where: str | Path) -> Path:
    """Put a campaign among the deleted, from the list or the archive; ``bring_back`` undoes it. Raises SavesError."""
    folder = _lying(where, library.campaigns_folder()) or _lying(where, kept_folder(ARCHIVE))
    if folder is None and _lying(where, kept_folder(DELETED)):
        raise Exists(f"'{where}' is deleted already: 'warledger delete --for-good' removes it from the disk")
    return _move(folder or _of_the_list(where), kept_folder(DELETED))


def remove(where: str | Path) -> None:
    """Remove a deleted campaign from the disk for good. Raises SavesError; then it is still among the deleted. What is
    left of it where the power fails is in no list, and is swept away by the next one that is removed."""
    folder = _lying(where, kept_folder(DELETED))
    if folder is None:
        raise NotFound(f"no campaign '{where}' is deleted; what is in the list or the archive is deleted first")
    with _nobody_in(folder):
        disk.move(folder, folder.with_name(f"{_GOING}{os.urandom(4).hex()}"))
    for left in folder.parent.glob(f"{_GOING}*"):
        if left.is_symlink():
            left.unlink(missing_ok=True)
        else:
            shutil.rmtree(left, ignore_errors=True)


def _lying(where: str | Path, top: Path) -> Path | None:
    """A campaign's folder by its name in a folder of them, or the folder itself where it lies there; also one that
    cannot be read."""
    if isinstance(where, Path):
        return where if where.parent == top and os.path.lexists(where) else None
    return top / where if NAME.match(where) and os.path.lexists(top / where) else None


def _of_the_list(where: str | Path) -> Path:
    """A campaign's folder in the list. Raises NotFound, Misuse where it lies elsewhere."""
    top = library.campaigns_folder()
    if found := _lying(where, top):
        return found
    folder = library.find(where).absolute()
    if folder.parent.resolve() != top.resolve():
        raise Misuse(f"{folder} does not lie in the list of campaigns: it is yours to move or remove by hand")
    return folder


def _move(folder: Path, top: Path) -> Path:
    """The folder into another, under its own name or, where that is taken, with a number."""
    try:
        top.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise from_os(fault, top) from fault
    with _nobody_in(folder), locks.alone(top):
        target = top / library.free_name(folder.name, top)
        disk.move(folder, target)
        with suppress(OSError):
            disk.flush_folder(folder.parent)
    return target


@contextmanager
def _nobody_in(folder: Path) -> Iterator[None]:
    """Hold a campaign that nobody has open and nobody writes to. Raises Busy where somebody does."""
    with ExitStack() as held:
        try:
            held.enter_context(locks.alone(folder, 0.0))
            held.enter_context(locks.locked(folder / store.LOCK, "who moves the campaign", 1.0))
        except Busy:
            raise Busy(
                f"'{folder.name}' is open elsewhere: leave it there first (q, or h for the list of campaigns)"
            ) from None
        except SavesError:
            # Into a folder that cannot be opened or written to nobody plays.
            pass
        yield
