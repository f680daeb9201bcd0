"""``frozen``: the attrs class of a value that never changes, made quickly.

A command that looks at a campaign makes some hundred and thirty classes before it can say anything, and writing,
compiling and loading a comparison, a hash and a repr for each took attrs more than half of that time. Here all classes
share one of each, which reads the fields when it is first asked. Everything else is attrs' own. It is for what such a
command loads; values that forecasts merge and compare by the thousand are made by ``attrs.frozen``, whose comparison
and hash are quicker once they are made.

``made_often``, ``made_and_compared_often``: the same for what is made by the dozen with every order. To put a field
into an object that refuses to have any set takes five times as long as into one that does not, so here it is the
checker of types alone that refuses: to it they are frozen.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    # A checker sees attrs' own, whose plugin knows what it makes of a class.
    from attrs import frozen
    from attrs import frozen as made_and_compared_often
    from attrs import frozen as made_often
else:

    def frozen(cls=None, /, **options):
        """As ``attrs.frozen``: slots, no field ever set again, equal where all fields are."""

        def make(value_class):
            _share(value_class)
            return attrs.frozen(value_class, eq=False, repr=False, **options)

        return make if cls is None else make(cls)

    def made_often(cls=None, /, **options):
        """As ``frozen``, but that nothing keeps a program that no checker has read from setting a field."""

        def make(value_class):
            _share(value_class)
            return attrs.define(value_class, eq=False, repr=False, **options)

        return make if cls is None else make(cls)

    def made_and_compared_often(cls):
        """The same with attrs' own comparison and hash."""
        return attrs.define(cls, unsafe_hash=True)


__all__ = ["frozen", "made_and_compared_often", "made_often"]


def _share(cls: type) -> None:
    """Give a class the one comparison, hash and repr. What it says itself holds, as with attrs."""
    own = dict(cls.__dict__)
    for name, shared in _SHARED.items():
        if name not in own and (name != "__hash__" or "__eq__" not in own):
            setattr(cls, name, shared)


_readers: dict[type, Any] = {}


def _reader(cls: type) -> Any:
    """The function that reads the fields that count when two values of a class are compared; of a single field it gives
    the value, of none the class."""
    reader = _readers.get(cls)
    if reader is None:
        names = [field.name for field in attrs.fields(cls) if field.eq]
        reader = _readers[cls] = attrgetter(*(names or ["__class__"]))
    return reader


def _equal(self: Any, other: Any) -> Any:
    cls = self.__class__
    if other.__class__ is not cls:
        return NotImplemented
    read = _reader(cls)
    return read(self) == read(other)


def _unequal(self: Any, other: Any) -> Any:
    same = _equal(self, other)
    return same if same is NotImplemented else not same


def _hash(self: Any) -> int:
    cls = self.__class__
    return hash((cls, _reader(cls)(self)))


def _repr(self: Any) -> str:
    cls = self.__class__
    shown = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in attrs.fields(cls) if field.repr)
    return f"{cls.__qualname__.rsplit('>.', 1)[-1]}({shown})"


_SHARED = {"__eq__": _equal, "__ne__": _unequal, "__hash__": _hash, "__repr__": _repr}
