"""TOML text as it stands in openings and journals: keys and scalars from tomli-w, one line an object from us, and
every string or array also readable as JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

# The same powers, paths and reasons stand in every entry; tomli-w goes through a text sign by sign.
_REMEMBERED = 4096


def _written(name: str, item: str | int) -> str:
    # Whoever only reads does not pay for the writer.
    import tomli_w

    # A bare tab is the one thing in a string of tomli-w's that JSON does not take: outside strings it writes none.
    return tomli_w.dumps({name: item})[:-1].replace("\t", "\\t")


@lru_cache(_REMEMBERED, typed=True)
def scalar(item: str | int) -> str:
    """A basic string, whole number or truth value. Raises UnicodeEncodeError for what is no text (half of a surrogate
    pair)."""
    if isinstance(item, str):
        item.encode()
    return _written("v", item).removeprefix("v = ")


@lru_cache(_REMEMBERED)
def key(name: str) -> str:
    """A key, in quotes only where it must be. Raises UnicodeEncodeError for what is no text."""
    name.encode()
    return _written(name, 0).removesuffix(" = 0")


def value(item: Any) -> str:
    """A value on one line: text, whole number, truth value, array, or inline table."""
    kind = type(item)
    if kind is str or kind is bool or kind is int:
        return scalar(item)
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
