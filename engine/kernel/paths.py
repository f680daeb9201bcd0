"""Paths: the address of any value in a campaign, such as ``powers.germany.narfs``.

A part of a path is an attrs field of a class or a key of a mapping. A ``Draft`` changes values along paths on a private
copy: what was shared stays as it was, and each object on the way is copied once however many values change below it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from itertools import repeat
from operator import attrgetter, call
from types import MemberDescriptorType
from typing import Any, ClassVar, Self, get_args, get_type_hints

import attrs

from engine.kernel.nearest import nearest
from engine.kernel.ranges import Bounds, bounds

_new = object.__new__
_put = object.__setattr__
_FIGURES = frozenset({str, int, bool, float, tuple, type(None)})


class UnknownPath(ValueError):
    """A path that leads nowhere: ``path`` as given, ``part`` where it failed, ``near`` the closest name there or ''."""

    def __init__(self, path: str, part: str, names: Iterable[str] = ()) -> None:
        self.path, self.part = path, part
        # Looking for the nearest takes long, and who only asks whether a path leads anywhere never reads it.
        self._names = tuple(names)
        super().__init__(path, part)

    @property
    def near(self) -> str:
        """The closest name where the path failed, or ''."""
        found = nearest(self.part, self._names)
        return found[0] if found else ""

    def __str__(self) -> str:
        near = self.near
        hint = f"; nearest is '{near}'" if near else ""
        return f"no '{self.part}' in '{self.path}'{hint}"


class Addressed:
    """A value that stands in its mapping under an address made of itself, such as a war under ``germany+ussr``. Who or
    what it is stands in the value, in the fields ``known_by``: nobody reads the address back.

    ``joint`` stands between what the address is made of. ``said``: the field that people set who write the address
    and one figure, '' where they may not; such an address has a joint that stands in no id. ``equals``: those it is
    known by are equals, so in the order of the alphabet.
    """

    __slots__ = ()
    known_by: ClassVar[tuple[str, ...]] = ()
    joint: ClassVar[str] = "-"
    said: ClassVar[str] = ""
    equals: ClassVar[bool] = False

    @classmethod
    def made_of(cls, *names: str, **figures: Any) -> Self:
        """The one that is known by these names."""
        return cls(**dict(zip(cls.known_by, sorted(names) if cls.equals else names, strict=True)), **figures)

    @property
    def names(self) -> tuple[str, ...]:
        """What it is known by."""
        return tuple([getattr(self, name) for name in self.known_by])

    @property
    def address(self) -> str:
        """Its key in the mapping. An empty name is left out, but for an address that people write."""
        names = sorted(self.names) if self.equals else self.names
        return self.joint.join([str(name) for name in names if name or self.said])

    @property
    def doubled(self) -> str:
        """Which name stands twice among equals, such as that of a power at war with itself; '' for none."""
        return next((str(name) for name in self.names if self.equals and self.names.count(name) > 1), "")

    @classmethod
    def meant(cls, words: str) -> tuple[str, ...]:
        """The names that people write for one, the joint between them. Raises ValueError where these are none."""
        names = tuple(words.split(cls.joint))
        if not cls.said:
            raise ValueError("that is not a single figure")
        if len(names) != len(cls.known_by) or not all(names) or len(set(names)) < len(names) * cls.equals:
            raise ValueError(f"'{words}' is not of the form {cls.joint.join(cls.known_by)}")
        return names


class Paired(Addressed):
    """A value of two equals, ``one`` and ``other``, under ``one+other`` in the order of the alphabet, such as a war."""

    __slots__ = ()
    known_by: ClassVar[tuple[str, ...]] = ("one", "other")
    joint: ClassVar[str] = "+"
    equals: ClassVar[bool] = True


_types: dict[type, dict[str, Any]] = {}
_shapes: dict[type, _Shape | None] = {}


def field_types(cls: type) -> dict[str, Any]:
    """The fields of an attrs class with their types resolved."""
    found = _types.get(cls)
    if found is None:
        hints = get_type_hints(cls)
        found = _types[cls] = {field.name: hints[field.name] for field in attrs.fields(cls)}
    return found


class _Shape:
    """What it takes to look into an attrs object and to copy it, found once for its class."""

    __slots__ = ("copy", "names")

    def __init__(self, cls: type) -> None:
        # The names as keys, in their order: whether there is one is asked with every write.
        self.names = {field.name: None for field in attrs.fields(cls)}
        self.copy = _copier(cls, tuple(self.names))


def _copier(cls: type, names: tuple[str, ...]) -> Callable[[Any], Any]:
    """The same fields in a new object, without running the class's own code."""
    slots = [name for name in names if isinstance(getattr(cls, name, None), MemberDescriptorType)]
    if len(slots) < len(names):
        return _copier_with_dict(cls, getattr(cls, "begun_anew", ()), slots)
    # Reading and putting all slots by calls that stay inside the interpreter halves what a loop takes. The slots'
    # setters go past what makes the class frozen.
    setters: list[Callable[[Any, Any], None]] = [getattr(cls, name).__set__ for name in slots]
    read = attrgetter(*slots, "__class__", "__class__")  # two more, as it gives no tuple for a single name
    empty: Callable[[], Any] = partial(_new, cls)

    def copy(value: Any) -> Any:
        made: Any = empty()
        # No setter returns anything, so all of them are called.
        any(map(call, setters, repeat(made), read(value)))
        return made

    return copy


def _copier_with_dict(cls: type, anew: tuple[str, ...], slots: list[str]) -> Callable[[Any], Any]:
    """The same for a class that has a dict, whatever it has in slots besides: every order copies the campaign and its
    progress, whose many fields are copied at once. What begins ``anew`` is not taken over."""

    def copy(value: Any) -> Any:
        made: Any = _new(cls)
        fields = value.__dict__.copy()
        for name in anew:
            fields.pop(name, None)
        _put(made, "__dict__", fields)
        for name in slots:
            _put(made, name, getattr(value, name))
        return made

    return copy


def _shape(cls: type) -> _Shape | None:
    """The shape of an attrs class, None for any other."""
    try:
        return _shapes[cls]
    except KeyError:
        found = _shapes[cls] = _Shape(cls) if attrs.has(cls) else None
        return found


@lru_cache(maxsize=65536)
def parts(path: str) -> tuple[str, ...]:
    """The parts of a path."""
    return tuple(path.split("."))


def _step(value: Any, name: str, path: str) -> Any:
    if type(value) is dict:
        try:
            return value[name]
        except KeyError:
            raise UnknownPath(path, name, value) from None
    kind = type(value)
    shape = _shapes.get(kind) or _shape(kind)
    if shape is not None:
        if name in shape.names:
            return getattr(value, name)
        raise UnknownPath(path, name, shape.names)
    raise UnknownPath(path, name)


def get(root: Any, path: str) -> Any:
    """The value at a path. Raises UnknownPath."""
    value = root
    for name in parts(path):
        value = _step(value, name, path)
    return value


def leads(root: Any, path: str) -> bool:
    """Whether something stands at a path."""
    try:
        get(root, path)
    except UnknownPath:
        return False
    return True


def leaf_type(root: Any, path: str) -> Any:
    """The declared type of what stands, or may be created, at a path. Raises UnknownPath.

    The last part may be a key that is not there yet. Where the declared type is a base class, the object found decides.
    """
    kind: Any = type(root)
    value = root
    *above, last = parts(path)
    for name in above:
        kind = _below(kind, value, name, path)
        value = _step(value, name, path)
    return _below(kind, value, last, path)


def leaf_bounds(root: Any, path: str) -> Bounds | None:
    """The bounds declared for what stands, or may be created, at a path: its own field's, or those of the mapping that
    holds it; None where it has none. Raises UnknownPath."""
    head, _, name = path.rpartition(".")
    holder = get(root, head) if head else root
    if type(holder) is dict:
        return leaf_bounds(root, head)
    return bounds(type(holder)).get(name) if attrs.has(type(holder)) else None


def _below(kind: Any, value: Any, name: str, path: str) -> Any:
    """The type declared for a key or field of a value, itself declared as ``kind``."""
    if type(value) is dict:
        args = get_args(kind)
        return args[1] if len(args) == 2 else Any
    fields = field_types(type(value)) if attrs.has(type(value)) else {}
    if name not in fields:
        raise UnknownPath(path, name, fields)
    return fields[name]


class Draft:
    """A campaign under change. ``root`` is always the present state; the state it began from is never touched.
    ``fields``: in which fields of the campaign anything has been written, or was to be."""

    __slots__ = ("_mine", "fields", "root")

    def __init__(self, root: Any) -> None:
        self.root = root
        self.fields: set[str] = set()
        # What has been copied already and may be written to, by its path ('' is the root).
        self._mine: dict[str, Any] = {}

    def field(self, name: str) -> Any:
        """What stands in a field of the root, as an object that may be written to."""
        found = self._mine.get(name)
        if found is not None:
            return found
        root = self._mine.get("")
        if root is None:
            root = self._mine[""] = self.root = _copy(self.root)
        self.fields.add(name)
        own = self._mine[name] = _copy(getattr(root, name))
        _put(root, name, own)
        return own

    def _open(self, head: str, path: str) -> Any:
        """The value at ``head``, on the way to ``path``, as one that may be written to."""
        mine = self._mine
        found = mine.get(head)
        if found is not None:
            return found
        if not head:
            own = self.root = mine[head] = _copy(self.root)
            return own
        above, _, name = head.rpartition(".")
        if not above:
            self.fields.add(name)
        here = mine.get(above)
        if here is None:
            here = self._open(above, path)
        in_mapping = type(here) is dict
        child = here[name] if in_mapping and name in here else _step(here, name, path)
        kind = type(child)
        if kind is dict:
            own = child.copy()
        elif (shape := _shapes.get(kind) or _shape(kind)) is not None:
            own = shape.copy(child)
        else:
            raise UnknownPath(path, path[len(head) + 1 :].partition(".")[0])
        if in_mapping:
            here[name] = own
        else:
            _put(here, name, own)
        mine[head] = own
        return own

    def _told(self, path: str, *values: Any) -> None:
        """These values stand or stood at the path: each that is more than a figure is known outside now, in a change or
        as the rules' own value, and must not be written to when it is met again."""
        if any(type(value) not in _FIGURES for value in values):
            self._give_up(path)

    def _give_up(self, path: str) -> None:
        """Own nothing any more but what lies above the path. What lies above is no part of a value that stands there:
        nothing holds what it stands in."""
        kept: dict[str, Any] = {}
        while path:
            path = path.rpartition(".")[0]
            kept[path] = self._mine[path]
        self._mine = kept

    def get(self, path: str) -> Any:
        """The present value at a path. Raises UnknownPath."""
        return get(self.root, path)

    def change(self, path: str, value: Any) -> Any:
        """Set what exists; returns what was there. Raises UnknownPath."""
        head, _, name = path.rpartition(".")
        here = self._mine.get(head)
        if here is None:
            here = self._open(head, path)
        if not head:
            self.fields.add(name)
        in_mapping = type(here) is dict
        was = here[name] if in_mapping and name in here else _step(here, name, path)
        if was != value:
            # As _told; most of what is written comes through here.
            if in_mapping:
                here[name] = value
            else:
                _put(here, name, value)
            if type(value) not in _FIGURES or type(was) not in _FIGURES:
                self._give_up(path)
        return was

    def add(self, path: str, delta: int) -> int:
        """Add to a figure that exists; returns what was there. Raises UnknownPath."""
        head, _, name = path.rpartition(".")
        here = self._mine.get(head)
        if here is None:
            here = self._open(head, path)
        if not head:
            self.fields.add(name)
        was: int
        if type(here) is dict:
            was = here[name] if name in here else _step(here, name, path)
            here[name] = was + delta
        else:
            was = _step(here, name, path)
            _put(here, name, was + delta)
        return was

    def put(self, path: str, value: Any) -> Any:
        """Set or create; returns what was there, None where nothing was. Raises UnknownPath."""
        head, _, name = path.rpartition(".")
        here = self._mine.get(head)
        if here is None:
            here = self._open(head, path)
        if type(here) is not dict:
            return self.change(path, value)
        was = here.get(name)
        if was != value:
            here[name] = value
            if type(value) not in _FIGURES or type(was) not in _FIGURES:
                self._give_up(path)
        return was

    def create(self, path: str, value: Any) -> None:
        """Put a new key into a mapping. Raises UnknownPath, or KeyError where something stands there."""
        head, _, name = path.rpartition(".")
        here = self._open(head, path)
        if type(here) is not dict or name in here:
            _step(here, name, path)
            raise KeyError(f"{path} exists")
        here[name] = value
        self._told(path, value)

    def drop(self, path: str) -> Any:
        """Remove a key from a mapping; returns what was there. Raises UnknownPath."""
        head, _, name = path.rpartition(".")
        here = self._open(head, path)
        was = _step(here, name, path)
        if type(here) is not dict:
            raise UnknownPath(path, name)
        del here[name]
        self._told(path, was)
        return was


def _copy(value: Any) -> Any:
    kind = type(value)
    if kind is dict:
        return value.copy()
    shape = _shapes.get(kind) or _shape(kind)
    assert shape is not None
    return shape.copy(value)
