"""The few lines of a systemd unit that the docs use, judged strictly and without systemd: each key may stand once, in
its own section, with a value of its shape (systemd.unit(5), systemd.service(5), systemd.resource-control(5))."""

from __future__ import annotations

import re

PROGRAM = "%h/warledger/bin/warledger"
"""Where the page for hosts installs it; ``%h`` is the home folder of whose unit it is."""

_SPAN = r"\d+(ms|s|min|h)?"
_YES = r"yes|no|true|false|on|off|1|0"
_SHAPES = {
    "Unit": {"Description": r"\S.*"},
    "Service": {
        "ExecStart": rf"{re.escape(PROGRAM)}( \S+)*",
        "Restart": r"no|on-success|on-failure|on-abnormal|on-watchdog|on-abort|always",
        "RestartSec": _SPAN,
        "NoNewPrivileges": _YES,
        "UMask": r"0[0-7]{3}",
        "MemoryMax": r"\d+[KMGT]?|\d+%|infinity",
        "TasksMax": r"\d+%?|infinity",
    },
    "Install": {"WantedBy": r"[a-z-]+\.target"},
}
_NEEDED = ("Service.ExecStart", "Install.WantedBy")


def faults(unit: str) -> list[str]:
    """What is to be said against a unit, a line each; none for one in order."""
    said, section, seen = [], "", set()
    for line in unit.splitlines():
        if not line.strip():
            continue
        if heading := re.fullmatch(r"\[(\w+)\]", line):
            section = heading.group(1)
            if section not in _SHAPES:
                said.append(f"unknown section: {line}")
            continue
        key, sign, value = line.partition("=")
        shape = _SHAPES.get(section, {}).get(key)
        if not sign or shape is None:
            said.append(f"unknown key in [{section}]: {line}")
        elif not re.fullmatch(shape, value):
            said.append(f"not a value of {key}: {value}")
        elif f"{section}.{key}" in seen:
            said.append(f"twice: {key}")
        seen.add(f"{section}.{key}")
    return said + [f"missing: {one}" for one in _NEEDED if one not in seen]


def command(unit: str) -> list[str]:
    """The words that the unit gives to the program."""
    [line] = [line for line in unit.splitlines() if line.startswith("ExecStart=")]
    return line.removeprefix("ExecStart=").split()[1:]
