"""Paths: the address of any value in a campaign, such as ``powers.germany.narfs``.

A part of a path is an attrs field of a class or a key of a mapping. A ``Draft`` changes values along paths on a private
copy: what was shared stays as it was, and each object on the way is copied once however many values change below it.
"""

from __future__ import annotations

import difflib
from functools import lru_cache
from operator import attrgetter
from typing import Any, get_args, get_origin, get_type_hints

import attrs

_new = object.__new__
_put = object.__setattr__


class UnknownPath(ValueError):
    """A path that leads nowhere: ``path`` as given, ``part`` where it failed, ``near`` the closest name there, or ''."""

    def __init__(self, path: str, part: str, near: str = "") -> None:
        self.path, self.part, self.near = path, part, near
        hint = f"; nearest is '{near}'" if near else ""
        super().__init__(f"no '{part}' in '{path}'{hint}")


_types: dict[type, dict[str, Any]] = {}
_getters: dict[type, tuple[tuple[str, ...], Any]] = {}


def field_types(cls: type) -> dict[str, Any]:
    """The fields of an attrs class with their types resolved."""
    found = _types.get(cls)
    if found is None:
        hints = get_type_hints(cls)
        found = _types[cls] = {field.name: hints[field.name] for field in attrs.fields(cls)}
    return found


def _getter(cls: type) -> tuple[tuple[str, ...], Any]:
    found = _getters.get(cls)
    if found is None:
        names = tuple(field_types(cls))
        found = _getters[cls] = (names, attrgetter(*names) if len(names) > 1 else None)
    return found


@lru_cache(maxsize=65536)
def parts(path: str) -> tuple[str, ...]:
    """The parts of a path."""
    return tuple(path.split("."))


def _copy(value: Any) -> Any:
    if type(value) is dict:
        return value.copy()
    cls = type(value)
    names, getter = _getter(cls)
    new = _new(cls)
    if getter is None:
        _put(new, names[0], getattr(value, names[0]))
    else:
        for name, item in zip(names, getter(value), strict=True):
            _put(new, name, item)
    return new


def _near(name: str, names: Any) -> str:
    found = difflib.get_close_matches(name, list(names), 1)
    return found[0] if found else ""


def _step(value: Any, name: str, path: str) -> Any:
    if type(value) is dict:
        try:
            return value[name]
        except KeyError:
            raise UnknownPath(path, name, _near(name, value)) from None
    if attrs.has(type(value)):
        fields = field_types(type(value))
        if name in fields:
            return getattr(value, name)
        raise UnknownPath(path, name, _near(name, fields))
    raise UnknownPath(path, name)


def get(root: Any, path: str) -> Any:
    """The value at a path. Raises UnknownPath."""
    value = root
    for name in parts(path):
        value = _step(value, name, path)
    return value


def leaf_type(root: Any, path: str) -> Any:
    """The declared type of what stands, or may be created, at a path. Raises UnknownPath.

    The last part may be a key that is not there yet. Where the declared type is a base class, the object found decides.
    """
    kind: Any = type(root)
    value = root
    for name in parts(path):
        if get_origin(kind) is not None and get_origin(kind) is not tuple:
            args = get_args(kind)
            kind = args[1] if len(args) == 2 else Any
            value = value.get(name) if isinstance(value, dict) else None
        else:
            cls = type(value) if attrs.has(type(value)) else kind
            fields = field_types(cls) if isinstance(cls, type) and attrs.has(cls) else {}
            if name not in fields:
                raise UnknownPath(path, name, _near(name, fields))
            kind = fields[name]
            value = getattr(value, name, None)
        if value is None and name != parts(path)[-1]:
            raise UnknownPath(path, name)
    return kind


class Draft:
    """A campaign under change. ``root`` is always the present state; the state it began from is never touched."""

    __slots__ = ("_mine", "root")

    def __init__(self, root: Any) -> None:
        self.root = root
        # Kept by reference, so that an id cannot be given to another object while the draft lives.
        self._mine: dict[int, Any] = {}

    def _own(self, value: Any) -> Any:
        if id(value) in self._mine:
            return value
        copy = _copy(value)
        self._mine[id(copy)] = copy
        return copy

    def _parent(self, path: str) -> tuple[Any, str]:
        names = parts(path)
        self.root = here = self._own(self.root)
        for name in names[:-1]:
            child = _step(here, name, path)
            if type(child) is not dict and not attrs.has(type(child)):
                raise UnknownPath(path, names[-1])
            own = self._own(child)
            if own is not child:
                if type(here) is dict:
                    here[name] = own
                else:
                    _put(here, name, own)
            here = own
        return here, names[-1]

    def get(self, path: str) -> Any:
        """The present value at a path. Raises UnknownPath."""
        return get(self.root, path)

    def put(self, path: str, value: Any) -> Any:
        """Set or create; returns what was there, None where nothing was. Raises UnknownPath."""
        here, name = self._parent(path)
        if type(here) is dict:
            was = here.get(name)
            here[name] = value
            return was
        was = _step(here, name, path)
        _put(here, name, value)
        return was

    def drop(self, path: str) -> Any:
        """Remove a key from a mapping; returns what was there. Raises UnknownPath."""
        here, name = self._parent(path)
        if type(here) is not dict or name not in here:
            raise UnknownPath(path, name)
        return here.pop(name)
