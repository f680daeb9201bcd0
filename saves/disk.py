"""Bytes to the disk: appended or written aside, flushed before anyone sees the result, and taken back where it fails
half-way.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from saves.errors import SavesError, Unsure, from_os

OPEN = os.O_CLOEXEC


def _write(handle: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]


def append(path: Path, data: bytes, size: int) -> None:
    """Append to a file of so many bytes, with one fsync. Raises SavesError; the file then holds what it held before,
    but for Unsure, where it may hold what was appended, or a part of it."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_APPEND | OPEN)
    except OSError as fault:
        raise from_os(fault, path) from fault
    try:
        if os.fstat(handle).st_size != size:
            raise SavesError(f"{path.name}: has changed on the disk; open the campaign again")
        try:
            _write(handle, data)
            os.fsync(handle)
        except OSError as fault:
            _take_back(handle, size, path, fault)
            raise from_os(fault, path) from fault
    finally:
        os.close(handle)


def _take_back(handle: int, size: int, path: Path, why: OSError) -> None:
    """Cut a file back to what it held before a write that failed. Raises Unsure where that fails as well."""
    try:
        os.ftruncate(handle, size)
    except OSError:
        raise Unsure(
            f"{path}: {why.strerror or why}, and what was written could not be taken back: open the campaign again, "
            "it shows whether the orders are there; everything acknowledged before is safe"
        ) from why
    # The cut holds for every reader from here on; should the disk not take it now, it does with the next write.
    with suppress(OSError):
        os.fsync(handle)


def write_new(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Write a file that was not there, flushed. Raises SavesError; then nothing is left of it."""
    try:
        handle = _new(path, mode)
    except OSError as fault:
        raise from_os(fault, path) from fault
    try:
        try:
            _write(handle, data)
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as fault:
        with suppress(OSError):
            path.unlink()
        raise from_os(fault, path) from fault


def _new(path: Path, mode: int) -> int:
    """A new file, open. What has its name goes: a link in a folder that somebody sent would lead the bytes into a file
    elsewhere, a pipe would hold them for ever. Raises OSError."""
    with suppress(FileNotFoundError):
        path.unlink()
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | OPEN, mode)


def jot(path: Path, text: str) -> None:
    """Write a note that may be lost: aside and renamed, never flushed. It is no fault if that cannot be done, or two
    do it at once."""
    aside = path.with_name(f"{path.name}.new")
    try:
        with open(_new(aside, 0o666), "wb") as file:
            file.write(text.encode())
        aside.replace(path)
    except OSError:
        with suppress(OSError):
            aside.unlink()


def move(source: Path, target: Path) -> None:
    """Give a flushed file its name, and flush the folder. Raises SavesError."""
    try:
        source.replace(target)
        flush_folder(target.parent)
    except OSError as fault:
        raise from_os(fault, target) from fault


def flush_folder(folder: Path) -> None:
    """Flush a folder's own entries. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY | OPEN)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def cut(path: Path, good: int) -> Path:
    """Set aside what stands in a file after so many bytes, under a name of its own. Raises SavesError; then nothing
    was cut.
    """
    try:
        with path.open("rb") as file:
            file.seek(good)
            tail = file.read()
        aside = free_name(path, "torn")
        write_new(aside, tail)
        handle = os.open(path, os.O_WRONLY | OPEN)
        try:
            os.ftruncate(handle, good)
            os.fsync(handle)
        finally:
            os.close(handle)
        flush_folder(path.parent)
    except OSError as fault:
        raise from_os(fault, path) from fault
    return aside


def free_name(path: Path, why: str) -> Path:
    """A name beside a file that nothing has yet: ``name.torn-1`` and so on."""
    number = 1
    while (free := path.with_name(f"{path.name}.{why}-{number}")).exists():
        number += 1
    return free


def expanded(name: Path | str) -> Path:
    """A path as somebody gave it, ``~`` being his own folder and ``~name`` that of another user. Raises SavesError
    where there is no such user."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        told = "there is no such user here; a file whose own name begins so is given as './~...'"
        raise SavesError(f"{str(name)[:80]}: {told}") from None


def read(path: Path, limit: int) -> bytes:
    """A file's bytes. Raises SavesError, also where there are more than ``limit``."""
    try:
        # A pipe or a device would never end.
        if not stat.S_ISREG(path.stat().st_mode):
            raise SavesError(f"{path}: is no file")
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size > limit:
                raise SavesError(f"{path}: {size} bytes are too many; {limit} is the most")
            # Room is made for as many as are asked for, and the most may be a thousand times what is there.
            return file.read(size)
    except OSError as fault:
        raise SavesError(f"{path}: {fault.strerror or fault}") from fault


def read_from(path: Path, offset: int, limit: int = -1) -> bytes:
    """What stands in a file after so many bytes. Raises SavesError, also where there are more than ``limit``."""
    try:
        with path.open("rb") as file:
            file.seek(offset)
            data = file.read(-1 if limit < 0 else limit + 1)
    except OSError as fault:
        raise SavesError(f"{path}: {fault.strerror or fault}") from fault
    if 0 <= limit < len(data):
        raise SavesError(f"{path}: too long; {limit} bytes are the most")
    return data
