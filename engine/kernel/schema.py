"""What is said of each field of a game's state, once, with the field: title, unit, range, rule, who sees it, whether
the table may rule on it, whether it only remembers what was done. Journal, rulings, cards and checks read it here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args

import attrs

from engine.kernel.campaign import INNER, KEYS, RULED, SEEN, Campaign
from engine.kernel.paths import field_types
from engine.kernel.ranges import RANGE, TOLD, Bounds, Told
from engine.kernel.values import frozen

_UNTOLD = Told()
_titles: dict[type[Campaign], dict[str, str]] = {}


@frozen
class Described:
    """A field of the state at its ``path``, a star for a key of a mapping. ``secret``: not every seat sees it;
    ``ruled``: open to rulings. The rest: see ranges.Told."""

    path: str
    kind: Any
    bounds: Bounds | None
    told: Told
    secret: bool
    ruled: bool


def told(cls: type, name: str) -> Told:
    """What people are told of a field of a class; nothing of what is no field of it."""
    if not attrs.has(cls):
        return _UNTOLD
    field = next((field for field in attrs.fields(cls) if field.name == name), None)
    return _UNTOLD if field is None else field.metadata.get(TOLD, _UNTOLD)


def titles(cls: type[Campaign]) -> Mapping[str, str]:
    """The titles of the fields of a campaign and of what stands in it, by the fields' names; the first counts."""
    by_name = _titles.get(cls)
    if by_name is None:
        by_name = {}
        for field in described(cls):
            if field.told.title:
                by_name.setdefault(field.path.rpartition(".")[2], field.told.title)
        # Stored when it is whole: a screen's worker may ask at the same time.
        _titles[cls] = by_name
    return by_name


def ruled(cls: type[Campaign]) -> tuple[str, ...]:
    """The fields of a campaign that are open to rulings."""
    return tuple(field.name for field in attrs.fields(cls) if field.metadata.get(RULED))


def keys(cls: type[Campaign], name: str) -> tuple[str, ...]:
    """The keys that may stand in a field of a campaign, () where these are any ids."""
    field = next((field for field in attrs.fields(cls) if field.name == name), None)
    return () if field is None else field.metadata.get(KEYS, ())


def inner(cls: type[Campaign]) -> frozenset[str]:
    """The fields of a campaign that only remember what was done."""
    return frozenset(field.name for field in attrs.fields(cls) if field.metadata.get(INNER))


def described(cls: type[Campaign]) -> Iterator[Described]:
    """Every field of a campaign, and those of the values in its mappings."""
    for field in attrs.fields(cls):
        secret, open_to = field.metadata.get(SEEN) is not None, bool(field.metadata.get(RULED))
        yield from _below(field.name, field_types(cls)[field.name], field.metadata, secret, open_to)


def _below(path: str, kind: Any, metadata: Any, secret: bool, open_to: bool) -> Iterator[Described]:
    yield Described(path, kind, metadata.get(RANGE), metadata.get(TOLD, _UNTOLD), secret, open_to)
    inner = get_args(kind)
    value, at = (inner[1], f"{path}.*") if len(inner) == 2 and inner[0] is str else (kind, path)
    if isinstance(value, type) and attrs.has(value):
        for field in attrs.fields(value):
            yield from _below(f"{at}.{field.name}", field_types(value)[field.name], field.metadata, secret, open_to)
