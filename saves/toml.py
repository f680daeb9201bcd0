"""TOML text as it stands in openings and journals: one line an object, and every string or array also readable as
JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")
_PLAIN = re.compile(r'[^"\\\x00-\x1f\x7f]*\Z')


def string(text: str) -> str:
    """A basic string. Raises UnicodeEncodeError for what is no text (half of a surrogate pair)."""
    if _PLAIN.match(text):
        return f'"{text}"'
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def key(name: str) -> str:
    """A key, in quotes only where it must be."""
    return name if _BARE.match(name) else string(name)


def value(item: Any) -> str:
    """A value on one line: text, whole number, truth value, array, or inline table."""
    kind = type(item)
    if kind is str:
        return string(item)
    if kind is bool:
        return "true" if item else "false"
    if kind is int:
        return str(item)
    if isinstance(item, (list, tuple)):
        return "[" + ", ".join(value(part) for part in item) + "]"
    if isinstance(item, Mapping):
        return table(item)
    raise TypeError(f"{kind.__name__} cannot stand in a campaign's file")


def table(items: Mapping[str, Any]) -> str:
    """An inline table."""
    if not items:
        return "{}"
    return "{" + ", ".join(f"{key(name)} = {value(item)}" for name, item in items.items()) + "}"


def line(name: str, item: Any) -> str:
    """``name = value`` and the end of the line."""
    return f"{key(name)} = {value(item)}\n"
