"""Format 4: a turn's file is a head, an opening in the scenario schema, and sealed entries."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import attrs
import tomli

from engine.kernel.campaign import SEEN, Campaign
from engine.kernel.paths import field_types
from engine.kernel.ruleset import Ruleset
from engine.kernel.values import frozen
from saves import toml
from saves.errors import UnreadableFile
from saves.shapes import SCALARS, Fault, near, plain, structure_fields

FORMAT = 4
COUNTS_CONSENTS = 4
"""The first format in which an undo that all consented to is counted (``progress.again``)."""
TURN_FILE = re.compile(r"(\d{4,9})-([a-z0-9]+(?:-[a-z0-9]+)*)\.toml\Z")
HEAD = ("format", "kind", "number", "turn", "version", "after", "previous", "previous_seal")
NO_TEXT = "is not UTF-8 text"
"""How what is said of a file ends that is none of ours, whatever stands in it."""
_WIDE = 200


@frozen
class Head:
    """The head of a turn's file. ``number`` counts the files; ``after`` is the last entry number given before this
    file;
    ``previous`` names the file before it and ``previous_seal`` that file's last seal; ``version`` is the ruleset's."""

    format: int
    number: int
    turn: str
    version: str
    after: int = 0
    previous: str = ""
    previous_seal: str = ""

    @property
    def name(self) -> str:
        """The file's own name."""
        return f"{self.number:04d}-{self.turn}.toml"


def shared_fields(cls: Any) -> tuple[str, ...]:
    """The fields that may stand in a shared file: those that every seat sees."""
    return _shared_fields(cls)


@cache
def _shared_fields(cls: Any) -> tuple[str, ...]:
    return tuple(field.name for field in attrs.fields(cls) if field.metadata.get(SEEN, "") is None)


def _is_scalar(kind: Any) -> bool:
    return kind in SCALARS


def opening_text(head: Head, campaign: Campaign) -> str:
    """Head and opening as they stand in the file, without any hidden value."""
    types = field_types(type(campaign))
    fields = {field.name: field for field in attrs.fields(type(campaign))}
    lines = [toml.line("format", head.format), toml.line("kind", "turn")]
    lines += [toml.line(name, getattr(head, name)) for name in HEAD[2:] if getattr(head, name) != "" or name == "turn"]
    tables: list[str] = []
    for name in shared_fields(type(campaign)):
        item = getattr(campaign, name)
        if _is_scalar(types[name]):
            if item != fields[name].default:
                lines.append(toml.line(name, item))
        elif isinstance(item, Mapping) or attrs.has(type(item)):
            tables.append(_table_text(name, plain(item)))
        elif item:
            lines.append(toml.line(name, plain(item)))
    return "".join(lines) + "".join(tables)


def _table_text(name: str, items: Mapping[str, Any]) -> str:
    if not items:
        return ""
    # Empty tables stay inline; otherwise a mapping keeps one form throughout, so that its order survives.
    lines = [toml.line(key, item) for key, item in items.items()]
    objects = all(isinstance(item, dict) and item for item in items.values())
    if objects and max(map(len, lines)) > _WIDE:
        return "".join(
            f"\n[{name}.{toml.key(key)}]\n" + "".join(toml.line(*pair) for pair in item.items())
            for key, item in items.items()
        )
    return f"\n[{name}]\n" + "".join(lines)


def parse(data: bytes, where: str) -> dict[str, Any]:
    """The plain data of a file's bytes. Raises UnreadableFile."""
    try:
        return tomli.loads(data.decode())
    except (ValueError, RecursionError) as fault:
        raise UnreadableFile(f"{where}: {describe(fault)}") from None


def describe(fault: Exception) -> str:
    """What a parser's exception says, in words for people."""
    if isinstance(fault, RecursionError):
        return "nested too deeply"
    if isinstance(fault, UnicodeDecodeError):
        return f"byte {fault.start} {NO_TEXT}"
    text = str(fault)
    return "a number with too many digits" if "integer string conversion" in text else text[:1].lower() + text[1:]


def read_head(data: Mapping[str, Any], where: str) -> Head:
    """The head from a file's plain data. Raises UnreadableFile."""
    values = {name: data[name] for name in HEAD if name in data and name != "kind"}
    types = field_types(Head)
    for name, item in values.items():
        if type(item) is not types[name]:
            raise UnreadableFile(f"{where}: the key '{name}' of the head has another type")
    missing = [name for name in ("format", "number", "turn", "version") if name not in values]
    if missing or data.get("kind") != "turn":
        raise UnreadableFile(f"{where}: this is no turn's file ({', '.join(missing) or 'kind'} is missing)")
    return Head(**values)


def read_opening(
    ruleset: Ruleset[Any], data: Mapping[str, Any], faults: list[Fault], *, head: tuple[str, ...] = HEAD
) -> Any:
    """The campaign that an opening's plain data describes, None where there are faults."""
    names = shared_fields(ruleset.campaign_class)
    known = (*names, *head, "entry")
    faults.extend(
        Fault(
            "",
            name,
            "there is no such key" if not isinstance(item, dict) else "there is no such table",
            near(name, known),
        )
        for name, item in data.items()
        if name not in known
    )
    return structure_fields(ruleset.campaign_class, data, faults, names, kinds=ruleset.kinds)
