"""``frozen``: the attrs class of a value that never changes, made quickly.

A command that looks at a campaign makes some hundred and thirty classes before it can say anything, and writing,
compiling and loading a comparison, a hash and a repr for each took attrs more than half of that time. Here all classes
share one of each, which reads the fields when it is first asked. Everything else is attrs' own. It is for what such a
command loads; values that forecasts merge and compare by the thousand are made by ``attrs.frozen``, whose comparison
and hash are quicker once they are made.

``evolve``: a value with some fields changed, in a quarter of the time of ``attrs.evolve``.

``compared_often``: that, where nothing else is wanted.

``made_often``, ``made_and_compared_often``: the same for what is made by the dozen with every order. To put a field
into an object that refuses to have any set takes five times as long as into one that does not, so here it is the
checker of types alone that refuses: to it they are frozen.

All of them are ``slim``: of the 12 kB that attrs leaves with each class, 5 are only read by whoever looks into it by
hand, and an app with its rules loaded holds 700 such classes.
"""

from __future__ import annotations

from operator import attrgetter
from types import FunctionType
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    # A checker sees attrs' own, whose plugin knows what it makes of a class.
    from attrs import evolve, frozen
    from attrs import frozen as compared_often
    from attrs import frozen as made_and_compared_often
    from attrs import frozen as made_often
else:

    def frozen(cls=None, /, **options):
        """As ``attrs.frozen``: slots, no field ever set again, equal where all fields are; with ``eq=False`` equal to
        itself alone."""

        def make(value_class):
            _share(value_class, options)
            return slim(attrs.frozen(value_class, **{"eq": False, "repr": False, **options}))

        return make if cls is None else make(cls)

    def compared_often(cls=None, /, **options):
        """As ``frozen``, with attrs' own comparison and hash, each of which reads its own fields by name."""

        def make(value_class):
            return slim(attrs.frozen(value_class, **options))

        return make if cls is None else make(cls)

    def made_often(cls=None, /, **options):
        """As ``frozen``, but that nothing keeps a program that no checker has read from setting a field."""

        def make(value_class):
            _share(value_class, options)
            return slim(attrs.define(value_class, eq=False, repr=False, **options))

        return make if cls is None else make(cls)

    def made_and_compared_often(cls):
        """The same with attrs' own comparison and hash."""
        return slim(attrs.define(cls, unsafe_hash=True))

    def evolve(value, /, **changes):
        """As ``attrs.evolve``, which asks every field each time how it is put."""
        cls = value.__class__
        names, read = _givers.get(cls) or _giver(cls)
        return cls(**dict(zip(names, read(value), strict=False)) | changes)


__all__ = ["compared_often", "evolve", "frozen", "made_and_compared_often", "made_often", "slim"]

_GENERATED = "<attrs generated"
"""How the name of the file begins in which attrs says that the methods stand which it has written for a class."""


def slim(cls: type) -> type:
    """Take from a class that attrs has made what it does not need any more, and return it.

    What attrs writes for it sees a copy of everything in the module that holds the class, for whoever asks what the
    texts of its parameters' types mean: here it keeps what it reads itself. And its list of fields is a tuple of a
    class of its own, by which a single field could be had by its name: here it is a tuple (``attrs.fields_dict`` has
    them by name).
    """
    written = [
        method
        for method in vars(cls).values()
        if type(method) is FunctionType and method.__code__.co_filename.startswith(_GENERATED)
    ]
    reads = {"__builtins__"}.union(*(method.__code__.co_names for method in written))
    for seen in {id(method.__globals__): method.__globals__ for method in written}.values():
        kept = {name: value for name, value in seen.items() if name in reads}
        # Emptied first, because a mapping never grows smaller by losing keys.
        seen.clear()
        seen.update(kept)
    cls.__attrs_attrs__ = tuple(cls.__attrs_attrs__)  # type: ignore[attr-defined]
    return cls


def _share(cls: type, options: dict[str, Any]) -> None:
    """Give a class the one comparison, hash and repr, and the one way of being pickled where it is to have slots. What
    it says itself holds, as with attrs."""
    own = dict(cls.__dict__)
    shared = dict(_SHARED)
    if options.get("eq", True):
        shared |= _SHARED_BY_EQUALS
    if options.get("slots", True):
        shared |= _SHARED_BY_SLOTS
    for name, method in shared.items():
        if name not in own and (name != "__hash__" or "__eq__" not in own):
            setattr(cls, name, method)


_givers: dict[type, tuple[tuple[str, ...], Any]] = {}


def _giver(cls: type) -> tuple[tuple[str, ...], Any]:
    """By what names a value of a class is given its fields, and the function that reads these. It reads the class
    besides, as it gives no tuple for a single name."""
    given = [field for field in attrs.fields(cls) if field.init]
    names = tuple(field.alias for field in given)
    giver = _givers[cls] = names, attrgetter(*(field.name for field in given), "__class__", "__class__")
    return giver


_readers: dict[type, Any] = {}


def _reader(cls: type) -> Any:
    """Finds the function that reads the fields that count when two values of a class are compared; of a single field it
    gives the value, of none the class."""
    names = [field.name for field in attrs.fields(cls) if field.eq]
    reader = _readers[cls] = attrgetter(*(names or ["__class__"]))
    return reader


def _equal(self: Any, other: Any) -> Any:
    cls = self.__class__
    if other.__class__ is not cls:
        return NotImplemented
    read = _readers.get(cls) or _reader(cls)
    return read(self) == read(other)


def _unequal(self: Any, other: Any) -> Any:
    cls = self.__class__
    if other.__class__ is not cls:
        return NotImplemented
    read = _readers.get(cls) or _reader(cls)
    return read(self) != read(other)


def _hash(self: Any) -> int:
    cls = self.__class__
    read = _readers.get(cls) or _reader(cls)
    return hash((cls, read(self)))


def _repr(self: Any) -> str:
    cls = self.__class__
    shown = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in attrs.fields(cls) if field.repr)
    return f"{cls.__qualname__.rsplit('>.', 1)[-1]}({shown})"


def _get_state(self: Any) -> dict[str, Any]:
    return {field.name: getattr(self, field.name) for field in attrs.fields(self.__class__)}


def _set_state(self: Any, state: dict[str, Any]) -> None:
    for field in attrs.fields(self.__class__):
        if field.name in state:
            _put(self, field.name, state[field.name])


_put = object.__setattr__
_SHARED: dict[str, Any] = {"__repr__": _repr}
_SHARED_BY_EQUALS: dict[str, Any] = {"__eq__": _equal, "__ne__": _unequal, "__hash__": _hash}
_SHARED_BY_SLOTS: dict[str, Any] = {"__getstate__": _get_state, "__setstate__": _set_state}
