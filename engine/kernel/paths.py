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
        return tuple(map(self.__getattribute__, self.known_by))

    @property
    def address(self) -> str:
        """Its key in the mapping. An empty name is left out, but for an address that people write."""
        names = sorted(self.names) if self.equals else self.names
        return self.joint.join(map(str, names if self.said else filter(None, names)))

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


def field_types(cls: type) -> dict[str, Any]:
    """The fields of an attrs class with their types resolved."""
    found = _types.get(cls)
    if found is None:
        hints = get_type_hints(cls)
        found = _types[cls] = {field.name: hints[field.name] for field in attrs.fields(cls)}
    return found


class _Shape:
    """What it takes to look into an object, to copy it and to put a field into the copy, found once for its class.
    ``in_dict``: its fields stand in a dict, and none in a slot. ``copy``: None for a class that is none of attrs."""

    __slots__ = ("copy", "in_dict", "names", "put")

    def __init__(self, cls: type) -> None:
        # The names as keys, in their order: whether there is one is asked with every write.
        self.names = {field.name: None for field in attrs.fields(cls)} if attrs.has(cls) else {}
        self.copy: Any = _copier(cls, tuple(self.names)) if attrs.has(cls) else None
        self.in_dict = not _slots(cls, tuple(self.names)) and bool(self.names)
        # To go past what makes a class frozen takes four times as long as to set a field of one that is not.
        self.put: Callable[[Any, str, Any], None] = setattr if _lets_be_set(cls) else _put


def _lets_be_set(cls: type) -> bool:
    """Whether nothing keeps a program that no checker has read from setting a field (see values.made_often)."""
    set_by: Any = cls.__setattr__
    return bool(set_by == object.__setattr__)


def _slots(cls: type, names: Iterable[str]) -> list[str]:
    """Those fields of a class that stand in slots."""
    return [name for name in names if isinstance(getattr(cls, name, None), MemberDescriptorType)]


def _copier(cls: type, names: tuple[str, ...]) -> Callable[[Any], Any]:
    """The same fields in a new object, without running the class's own code."""
    slots = _slots(cls, names)
    if len(slots) < len(names):
        return _copier_with_dict(cls, getattr(cls, "begun_anew", ()), slots)
    if _lets_be_set(cls):
        return _copier_by_init(cls, slots)
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


def _copier_by_init(cls: type, slots: list[str]) -> Callable[[Any], Any]:
    """The same for a class whose fields may be set (see values.made_often), in a third of the time: by an ``__init__``
    as attrs writes one for a class that has these fields and does nothing else."""
    written: Any = attrs.make_class(cls.__name__, slots, eq=False, repr=False)
    put_all: Callable[..., None] = written.__init__
    read = attrgetter(*slots) if len(slots) > 1 else lambda value: (getattr(value, slots[0]),)

    def copy(value: Any) -> Any:
        made: Any = _new(cls)
        put_all(made, *read(value))
        return made

    return copy


def _copier_with_dict(cls: type, anew: tuple[str, ...], slots: list[str]) -> Callable[[Any], Any]:
    """The same for a class that has a dict, whatever it has in slots besides: every order copies the campaign and its
    progress, whose many fields are copied at once. What begins ``anew`` is not taken over."""

    # The whole dict is put by the slot that holds it, which asks nobody whether the class is frozen.
    put_fields = next(base.__dict__["__dict__"] for base in cls.__mro__ if "__dict__" in base.__dict__).__set__
    usual = {name: getattr(cls, name) for name in anew}

    def copy(value: Any) -> Any:
        made: Any = _new(cls)
        fields = value.__dict__.copy()
        fields.update(usual)
        put_fields(made, fields)
        for name in slots:
            _put(made, name, getattr(value, name))
        return made

    return copy


class _Shapes(dict[type, _Shape]):
    """The shape of each class that has been met. What is none of attrs, such as a figure, has no fields."""

    def __missing__(self, cls: type) -> _Shape:
        shape = self[cls] = _Shape(cls)
        return shape


_shapes = _Shapes()


@lru_cache(maxsize=65536)
def parts(path: str) -> tuple[str, ...]:
    """The parts of a path."""
    return tuple(path.split("."))


def _step(value: Any, name: str, path: str) -> Any:
    kind = type(value)
    if kind is dict:
        if name in value:
            return value[name]
        raise UnknownPath(path, name, value)
    names = _shapes[kind].names
    if name in names:
        return getattr(value, name)
    raise UnknownPath(path, name, names)


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
    """A campaign, or any other attrs object, under change. ``campaign`` is always the present state; the state it began
    from is never touched. ``fields``: in which fields of it anything has been written, or was to be."""

    __slots__ = ("_mine", "campaign", "fields")

    def __init__(self, campaign: Any) -> None:
        self.campaign = campaign
        self.fields: set[str] = set()
        # What has been copied already and may be written to, by its path ('' is the campaign itself).
        self._mine: dict[str, Any] = {}

    def own(self) -> Any:
        """The campaign, as an object that may be written to."""
        own = self._mine.get("")
        if own is None:
            own = self.campaign = self._mine[""] = _shapes[type(self.campaign)].copy(self.campaign)
        return own

    def field(self, name: str, path: str = "") -> Any:
        """What stands in a field of the campaign, on the way to ``path``, as an object that may be written to. Raises
        UnknownPath."""
        mine = self._mine
        own = mine.get(name)
        if own is None:
            whole = mine.get("") or self.own()
            self.fields.add(name)
            shape = _shapes[type(whole)]
            if name not in shape.names:
                raise UnknownPath(path or name, name, shape.names)
            child = getattr(whole, name)
            own = mine[name] = child.copy() if type(child) is dict else _copied(child, name, path)
            if shape.in_dict:
                whole.__dict__[name] = own
            else:
                shape.put(whole, name, own)
        return own

    def mapping(self, name: str, inner: str, at: str) -> Any:
        """The mapping in a field of what stands in a field of the campaign, ``at`` that path, as one that may be
        written to."""
        own = self._mine.get(at)
        if own is None:
            here = self.field(name)
            own = self._mine[at] = getattr(here, inner).copy()
            _shapes[type(here)].put(here, inner, own)
        return own

    def _open(self, head: str, path: str) -> Any:
        """The value at ``head``, on the way to ``path``, as one that may be written to. Raises UnknownPath."""
        if not head:
            return self.own()
        mine = self._mine
        at, dot, below = head.partition(".")
        own = mine.get(at)
        if own is None:
            own = self.field(at, path)
        if not dot:
            return own
        for name in below.split("."):
            at = f"{at}.{name}"
            here, own = own, mine.get(at)
            if own is None:
                in_mapping = type(here) is dict
                child = here[name] if in_mapping and name in here else _step(here, name, path)
                own = mine[at] = child.copy() if type(child) is dict else _copied(child, at, path)
                if in_mapping:
                    here[name] = own
                else:
                    _shapes[type(here)].put(here, name, own)
        return own

    def _give_up(self, path: str) -> None:
        """What stands or stood at the path is more than a figure, and known outside now, in a change or as the rules'
        own value: it must not be written to when it is met again. Own nothing any more but what lies above the path,
        which is no part of it: nothing holds what it stands in."""
        mine, above = self._mine, path.rpartition(".")[0]
        self._mine = {"": mine[""], above: mine[above]}
        while "." in above:
            above = above.rpartition(".")[0]
            self._mine[above] = mine[above]

    def get(self, path: str) -> Any:
        """The present value at a path. Raises UnknownPath."""
        return get(self.campaign, path)

    def change(self, path: str, value: Any) -> Any:
        """Set what exists; returns what was there, this very value where that was equal. Raises UnknownPath."""
        head, _, name = path.rpartition(".")
        here = self._mine.get(head)
        if here is None:
            here = self._open(head, path)
        if not head:
            self.fields.add(name)
        in_mapping = type(here) is dict
        was = here[name] if in_mapping and name in here else _step(here, name, path)
        if was == value:
            return value
        if in_mapping:
            here[name] = value
        else:
            _shapes[type(here)].put(here, name, value)
        if type(value) not in _FIGURES or type(was) not in _FIGURES:
            self._give_up(path)
        return was

    def increase(self, path: str, delta: int) -> int:
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
            _shapes[type(here)].put(here, name, was + delta)
        return was

    def lay(self, path: str, value: Any) -> Any:
        """Set or create; returns what was there, this very value where that was equal, None where nothing was. Raises
        UnknownPath."""
        head, _, name = path.rpartition(".")
        here = self._mine.get(head)
        if here is None:
            here = self._open(head, path)
        if type(here) is not dict:
            return self.change(path, value)
        was = here.get(name)
        if was == value:
            return value
        here[name] = value
        if type(value) not in _FIGURES or type(was) not in _FIGURES:
            self._give_up(path)
        return was

    def lay_new(self, path: str, value: Any) -> None:
        """Put a new key into a mapping. Raises UnknownPath, or KeyError where something stands there."""
        head, _, name = path.rpartition(".")
        here = self._open(head, path)
        if type(here) is not dict or name in here:
            _step(here, name, path)
            raise KeyError(f"{path} exists")
        here[name] = value
        if type(value) not in _FIGURES:
            self._give_up(path)

    def drop(self, path: str) -> Any:
        """Remove a key from a mapping; returns what was there. Raises UnknownPath."""
        head, _, name = path.rpartition(".")
        here = self._open(head, path)
        was = _step(here, name, path)
        if type(here) is not dict:
            raise UnknownPath(path, name)
        del here[name]
        if type(was) not in _FIGURES:
            self._give_up(path)
        return was


def _copied(value: Any, at: str, path: str) -> Any:
    """A copy of an attrs object that stands ``at`` a place on the way to ``path``. Raises UnknownPath where it is a
    figure, and leads no further."""
    copy = _shapes[type(value)].copy
    if copy is None:
        raise UnknownPath(path, path[len(at) + 1 :].partition(".")[0])
    return copy(value)
