"""What stands in a campaign of any game, for whoever names it or tells what changed: tables by their name, names, parts
of a path, fields that differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from engine.kernel.campaign import Campaign
from engine.kernel.paths import Addressed

NAME = "name"
"""The field under which a thing bears the name that people call it by."""


def table(campaign: Campaign, name: str) -> Mapping[str, object]:
    """The things of a campaign by id that stand under a name, such as ``places``; nothing where its game has none."""
    mapping = getattr(campaign, name, None)
    return mapping if isinstance(mapping, Mapping) else {}


def name_of(thing: object) -> str:
    """The name that a thing bears, '' for none."""
    return str(getattr(thing, NAME, "") or "")


def part_of(thing: object, part: str) -> object:
    """The value under one part of a path: of a mapping by id, of anything else by field; None where there is none."""
    return thing.get(part) if isinstance(thing, Mapping) else getattr(thing, part, None)


def named_parts(thing: object) -> tuple[str, ...]:
    """The fields of a named tuple, () of anything else."""
    return tuple(getattr(thing, "_fields", ()))


def parts(thing: object) -> tuple[str, ...]:
    """The fields of an attrs value or a named tuple, () of anything else."""
    kind = type(thing)
    return tuple(field.name for field in attrs.fields(kind)) if attrs.has(kind) else named_parts(thing)


def differences(was: object, now: object) -> tuple[tuple[str, object, object], ...]:
    """The fields in which two values of one attrs class differ, each as it was and is now."""
    kind = type(now)
    if not attrs.has(kind) or type(was) is not kind:
        return ()
    pairs = ((field.name, getattr(was, field.name), getattr(now, field.name)) for field in attrs.fields(kind))
    return tuple((name, before, after) for name, before, after in pairs if before != after)


def filled(thing: object) -> tuple[tuple[str, object], ...]:
    """The fields of an attrs value whose values are not those that they have where nobody says anything."""
    kind: type[Any] = type(thing)
    if not attrs.has(kind):
        return ()
    held = ((field, getattr(thing, field.name)) for field in attrs.fields(kind))
    return tuple((field.name, value) for field, value in held if value != field.default)


def besides(thing: Addressed) -> tuple[tuple[str, object], ...]:
    """What a value holds besides what it is known by: fields with what stands there, those left out that nobody has
    said."""
    kind: type[Any] = type(thing)
    fields = [field for field in attrs.fields(kind) if field.name not in thing.known_by]
    return tuple((field.name, held) for field in fields if (held := getattr(thing, field.name)) != field.default)
