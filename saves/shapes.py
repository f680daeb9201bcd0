"""From plain data to the attrs values of a campaign and back, with every fault of shape by table and key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from sys import intern
from types import UnionType
from typing import Any, Union, get_args, get_origin

import attrs

from engine.kernel.nearest import nearest
from engine.kernel.paths import field_types
from engine.kernel.values import frozen

SCALARS = (str, int, bool)
_LOOKED_UP = 200
"""Behind so many faults no more names are looked up that may be meant."""
_NAMES = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    float: "a number with a fraction",
    dict: "a table",
    list: "an array",
}


@frozen
class Fault:
    """One fault of shape: ``table`` and ``key`` say where, ``nearest`` is the valid name it may be meant for, or ''."""

    table: str
    key: str
    problem: str
    nearest: str = ""


MISSING = "is missing"
Kinds = Mapping[str, type]
Faults = list[Fault]


@frozen
class _Field:
    """A field as the reader needs it. ``plain`` are the types that are taken as they are."""

    name: str
    kind: Any
    plain: tuple[type, ...]
    required: bool
    default: Callable[[], Any]


@cache
def _plan(cls: type) -> dict[str, _Field]:
    types = field_types(cls)
    fields = {}
    for field in attrs.fields(cls):
        if not field.init:
            continue
        default = field.default
        required = default is attrs.NOTHING
        make = default.factory if isinstance(default, attrs.Factory) else (lambda value=default: value)  # type: ignore[arg-type]
        fields[field.name] = _Field(field.name, types[field.name], _plain(types[field.name]), required, make)
    return fields


def _plain(kind: Any) -> tuple[type, ...]:
    options = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    return tuple(option for option in options if option in SCALARS)


def near(name: str, names: Any) -> str:
    """The nearest of the names, '' where none is near."""
    nearby = nearest(name, [str(other) for other in names])
    return nearby[0] if nearby else ""


def called(kind: Any) -> str:
    """What a type is called for people."""
    options = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    return " or ".join(_NAMES.get(option, "a table") for option in options)


def shown(item: Any) -> str:
    """A value in a message, short, whatever it is."""
    if isinstance(item, (dict, list)):
        return called(type(item))
    if isinstance(item, int) and not isinstance(item, bool) and abs(item) >= 10**18:
        return "a huge number"
    text = repr(item)
    return text if len(text) <= 40 else text[:37] + "..."


def structure(
    kind: Any, raw: Any, faults: Faults, *, table: str = "", key: str = "", kinds: Kinds | None = None
) -> Any:
    """The value of a declared type that plain data stands for; faults are added to the list, something comes back
    anyway.
    """
    if type(raw) in _plain(kind):
        return _once(raw)
    origin = get_origin(kind)
    if kind is Any:
        return (
            _of_kind(raw, faults, table, key, kinds if kinds is not None else {})
            if isinstance(raw, dict)
            else _frozen(raw)
        )
    if origin is tuple:
        return _tuple(get_args(kind), raw, faults, table, key, kinds)
    if origin is not None and issubclass_safe(origin, Mapping):
        return _mapping(get_args(kind)[1], raw, faults, _under(table, key), kinds)
    if isinstance(kind, type) and attrs.has(kind):
        return _object(kind, raw, faults, _under(table, key), kinds)
    faults.append(Fault(table, key, f"{shown(raw)} stands where {called(kind)} is wanted"))
    return raw


def _once(scalar: Any) -> Any:
    """A scalar, a text as the one object of that text that the program has: 230 units say the same few words, and so
    does each campaign that is read after another."""
    return intern(scalar) if type(scalar) is str else scalar


def issubclass_safe(kind: Any, parent: type) -> bool:
    """issubclass for what may be no class at all."""
    return isinstance(kind, type) and issubclass(kind, parent)


def _under(table: str, key: str) -> str:
    return ".".join(part for part in (table, key) if part)


def _frozen(raw: Any) -> Any:
    return tuple(_frozen(part) for part in raw) if isinstance(raw, list) else raw


def _tuple(args: tuple[Any, ...], raw: Any, faults: Faults, table: str, key: str, kinds: Kinds | None) -> Any:
    if not isinstance(raw, (list, tuple)):
        faults.append(Fault(table, key, f"{shown(raw)} stands where an array is wanted"))
        return ()
    if len(args) == 2 and args[1] is Ellipsis:
        return tuple(structure(args[0], part, faults, table=table, key=key, kinds=kinds) for part in raw)
    if len(args) != len(raw):
        faults.append(Fault(table, key, f"an array of {len(raw)} stands where one of {len(args)} is wanted"))
        return tuple(raw)
    pairs = zip(args, raw, strict=True)
    return tuple(structure(arg, part, faults, table=table, key=key, kinds=kinds) for arg, part in pairs)


def _mapping(kind: Any, raw: Any, faults: Faults, at: str, kinds: Kinds | None) -> dict[str, Any]:
    if not isinstance(raw, dict):
        table, _, key = at.rpartition(".")
        faults.append(Fault(table, key, f"{shown(raw)} stands where a table is wanted"))
        return {}
    plain = _plain(kind)
    if isinstance(kind, type) and attrs.has(kind):
        items = {}
        for name, item in raw.items():
            before = len(faults)
            items[intern(name)] = _object(kind, item, faults, f"{at}.{name}", kinds)
            if before < len(faults) < _LOOKED_UP and faults[before].problem == MISSING:
                # A few fields of an entry that is not there: often one of another id is meant.
                meant = near(name, [other for other in raw if other != name])
                faults[before] = attrs.evolve(faults[before], problem=f"{MISSING}: this is a new entry", nearest=meant)
        return items
    return {
        intern(name): _once(item)
        if type(item) in plain
        else structure(kind, item, faults, table=at, key=name, kinds=kinds)
        for name, item in raw.items()
    }


def _of_kind(raw: dict[str, Any], faults: Faults, table: str, key: str, kinds: Kinds) -> Any:
    """A value that names its own class: a procedure by its ``kind``."""
    cls = kinds.get(raw.get("kind", "")) if isinstance(raw.get("kind", ""), str) else None
    if cls is None:
        faults.append(Fault(_under(table, key), "kind", f"{shown(raw.get('kind', ''))} is no procedure of this game"))
        return None
    return _object(cls, {name: item for name, item in raw.items() if name != "kind"}, faults, _under(table, key), kinds)


def _object(cls: type, raw: Any, faults: Faults, at: str, kinds: Kinds | None) -> Any:
    if not isinstance(raw, dict):
        table, _, key = at.rpartition(".")
        faults.append(Fault(table, key, f"{shown(raw)} stands where a table is wanted"))
        return None
    plan = _plan(cls)
    before = len(faults)
    values = {}
    for name, item in raw.items():
        field = plan.get(name)
        if field is None:
            meant = near(name, plan) if len(faults) < _LOOKED_UP else ""
            faults.append(Fault(at, name, "there is no such key", meant))
        elif type(item) in field.plain:
            values[name] = _once(item)
        else:
            values[name] = structure(field.kind, item, faults, table=at, key=name, kinds=kinds)
    if len(values) < len(plan):
        missing = [name for name, field in plan.items() if field.required and name not in raw]
        faults.extend(Fault(at, name, MISSING) for name in missing)
    if len(faults) > before:
        return None
    try:
        return cls(**values)
    except (TypeError, ValueError) as fault:
        faults.append(Fault(at, "", str(fault)))
        return None


def structure_fields(
    cls: type, raw: Mapping[str, Any], faults: Faults, names: tuple[str, ...], *, kinds: Kinds | None = None
) -> Any:
    """An object of a class from the top level of a file, of whose fields only ``names`` may stand there."""
    types = field_types(cls)
    values = {}
    for name in names:
        if name in raw:
            values[name] = structure(types[name], raw[name], faults, key=name, kinds=kinds)
    plan = _plan(cls)
    faults.extend(Fault("", name, MISSING) for name in names if plan[name].required and name not in raw)
    return None if faults else cls(**values)


def plain(item: Any) -> Any:
    """The plain data of a value: defaults left out, a procedure with its ``kind`` first."""
    kind = type(item)
    if kind in SCALARS:
        return item
    if kind is tuple:
        return [plain(part) for part in item]
    if isinstance(item, Mapping):
        return {name: plain(part) for name, part in item.items()}
    if not attrs.has(kind):
        raise TypeError(f"{kind.__name__} cannot stand in a campaign's file")
    data: dict[str, Any] = {}
    named = getattr(item, "kind", None)
    plan = _plan(kind)
    if isinstance(named, str) and "kind" not in plan:
        data["kind"] = named
    for name, field in plan.items():
        part = getattr(item, name)
        if field.required or part != field.default():
            data[name] = part if type(part) in SCALARS else plain(part)
    return data
