"""What only one may read: the campaign's secret for its dice, and each seat's sealed orders in a file of its own."""

from __future__ import annotations

from pathlib import Path

import tomli

from engine.kernel.campaign import Campaign, Secret
from engine.kernel.grammar import ID
from engine.kernel.standing import Seal, digest
from engine.kernel.values import frozen
from saves import disk, seals, toml
from saves.errors import SavesError, UnreadableFile
from saves.format import FORMAT, describe

SECRET = "secret"
SEATS = "seats"
_LIMIT = 4_000_000
_MODE = 0o600
_SHORTEST = 16


def write_secret(folder: Path, secret: bytes) -> None:
    """Put the campaign's secret into its file (mode 600). Raises SavesError."""
    disk.write_new(folder / SECRET, secret.hex().encode() + b"\n", _MODE)


def read_secret(path: Path) -> bytes:
    """A secret from a file of hexadecimal digits, or of any bytes. Raises SavesError, also for one too short to be
    one.
    """
    data = disk.read(path, 10_000)
    try:
        secret = bytes.fromhex(data.decode().strip())
    except ValueError:
        secret = data
    if len(secret) < _SHORTEST:
        raise SavesError(f"{path}: a secret has at least {_SHORTEST} bytes")
    return secret


def seat_file(folder: Path, seat: str) -> Path:
    """Where a seat's sealed orders lie. Raises UnreadableFile for a name that is none."""
    if not ID.match(seat):
        raise UnreadableFile(f"{folder.name}: {seat!r} is no name of a seat")
    return folder / SEATS / f"{seat}.toml"


@frozen
class _SeatFile:
    texts: tuple[tuple[str, Secret], ...]
    good: int
    size: int
    seal: str


def _load(path: Path) -> _SeatFile:
    data = disk.read(path, _LIMIT)
    scan = seals.scan(data)
    orders = []
    seal = ""
    for block in scan.blocks:
        seal = block.carries
        if block.body == _OPENED:
            continue
        try:
            raw = tomli.loads(block.body.decode())
            orders.append((str(raw["sealed"]), Secret(str(raw["power"]), str(raw["text"]), str(raw["salt"]))))
        except (ValueError, KeyError, RecursionError) as fault:
            raise UnreadableFile(f"{path.name}: a sealed order cannot be read: {describe(fault)}") from None
    if not scan.blocks:
        raise UnreadableFile(f"{path.name}: was not written to its end")
    return _SeatFile(tuple(orders), scan.good, len(data), seal)


_OPENED = b'order = "opened"\n'


def texts(folder: Path, seats: tuple[str, ...], campaign: Campaign) -> dict[str, Secret]:
    """The sealed orders of these seats that stand sealed in the campaign. What is missing or no longer fits its
    digest waits.
    """
    readable: dict[str, Secret] = {}
    if not campaign.sealed:
        return readable
    for seat in seats:
        try:
            loaded = _load(seat_file(folder, seat))
        except SavesError:
            continue
        for key, secret in loaded.texts:
            sealed = campaign.sealed.get(key)
            if sealed is not None and not sealed.text and digest(secret.text, secret.salt) == sealed.digest:
                readable[key] = secret
    # The order in which they were sealed is the order of the reveal.
    return {key: readable[key] for key in campaign.sealed if key in readable}


def kept_text(folder: Path, seat: str, seal: Seal) -> str:
    """What a seat sealed with this order, long taken back or not; '' where its file has nothing that fits. Raises
    SavesError."""
    for key, secret in _load(seat_file(folder, seat)).texts:
        if key == seal.place and digest(secret.text, secret.salt) == seal.digest:
            return secret.text
    return ""


def keep(folder: Path, seat: str, secrets: tuple[tuple[str, Secret], ...]) -> None:
    """Add sealed orders to a seat's file, flushed, before the journal shows that they exist. Raises SavesError."""
    path = seat_file(folder, seat)
    try:
        path.parent.mkdir(mode=0o700, exist_ok=True)
    except OSError as fault:
        raise SavesError(f"{path.parent}: {fault.strerror}") from fault
    data = b""
    if path.exists():
        try:
            loaded = _load(path)
        except UnreadableFile:
            disk.move(path, disk.free_name(path, "torn"))
            return keep(folder, seat, secrets)
        if loaded.good < loaded.size:
            disk.cut(path, loaded.good)
        good, seal = loaded.good, loaded.seal
    else:
        above = (toml.line("format", FORMAT) + toml.line("kind", "seat") + toml.line("seat", seat)).encode()
        block, seal = seals.sealed("", _OPENED, above)
        data, good = above + block, 0
    for key, secret in secrets:
        lines = toml.line("sealed", key) + toml.line("power", secret.power) + toml.line("text", secret.text)
        block, seal = seals.sealed(seal, (lines + toml.line("salt", secret.salt)).encode())
        data += block
    if good:
        disk.append(path, data, good)
    else:
        disk.write_new(path, data, _MODE)
    return None
