"""The player's settings: theme, mouse, plain signs, remapped keys. A faulty file is reported and changes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import attrs
from attrs import field

from engine.kernel.values import frozen
from saves import disk, shapes, toml
from saves.errors import SavesError
from saves.reading import Finding, findings_of, parse, sane
from saves.shapes import Fault

_LIMIT = 200_000
GLYPHS = ("full", "plain")


@frozen
class Settings:
    """``theme`` by name ('' for the app's own choice); ``glyphs`` 'full' or 'plain'; ``declarations``: declarations of
    war stop who passes on once a turn; ``unspent``: so does money unspent with nothing built; ``bell``: the terminal's
    bell rings when it is his turn; ``guide``: the guide of a scenario that has one speaks; ``keys`` gives actions other
    keys.
    """

    theme: str = ""
    mouse: bool = True
    glyphs: str = "full"
    declarations: bool = True
    unspent: bool = True
    bell: bool = True
    guide: bool = True
    keys: Mapping[str, str] = field(factory=dict)


def path() -> Path:
    """Where the settings lie (XDG_CONFIG_HOME where it is set)."""
    from platformdirs import user_config_dir

    from saves.library import APP

    return Path(user_config_dir(APP)) / "settings.toml"


def read(data: bytes, where: str) -> tuple[Settings, list[Finding]]:
    """Settings from a file's bytes; with findings they are those of a new player."""
    raw, findings = parse(data, where)
    if raw is None:
        return Settings(), findings
    findings += sane(raw, where)
    faults: list[Fault] = []
    settings = shapes.structure(Settings, raw, faults)
    findings += findings_of(where, faults)
    if settings is not None and settings.glyphs not in GLYPHS:
        findings.append(Finding(where, "", "glyphs", "is 'full' or 'plain'", shapes.near(settings.glyphs, GLYPHS)))
    return (Settings() if findings or settings is None else settings), findings


def load(where: Path | None = None) -> tuple[Settings, list[Finding]]:
    """The player's settings, in the file ``where`` they are kept for him, and what is wrong with it; none where there
    is no file."""
    where = where or path()
    if not where.exists():
        return Settings(), []
    try:
        return read(disk.read(where, _LIMIT), str(where))
    except SavesError as fault:
        return Settings(), [Finding(str(where), "", "", str(fault).removeprefix(f"{where}: "))]


def save(settings: Settings, where: Path | None = None) -> None:
    """Write the settings, whole or not at all. Raises SavesError."""
    where = where or path()
    plain = {name: item for name, item in attrs.asdict(settings, recurse=False).items() if name != "keys"}
    lines = [toml.line(name, item) for name, item in plain.items()]
    if settings.keys:
        lines += ["\n[keys]\n", *(toml.line(name, item) for name, item in settings.keys.items())]
    try:
        where.parent.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise SavesError(f"{where.parent}: {fault.strerror}") from fault
    aside = where.with_name(where.name + ".new")
    disk.write_new(aside, "".join(lines).encode())
    disk.move(aside, where)
