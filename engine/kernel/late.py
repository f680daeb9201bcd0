"""What is loaded when it is first asked: a command that only looks at a campaign does not wait for all the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from operator import attrgetter
from typing import Any


class Asked:
    """A function of a package's module, ``room.module:name`` or ``module:Class.name``, loaded when first called and
    kept, because steps ask for theirs many times a turn. Two of the same path are not equal: each has its own place
    among the answers that a campaign remembers."""

    __slots__ = ("_target", "package", "path")

    def __init__(self, package: str, path: str) -> None:
        self.package, self.path = package, path
        self._target: Callable[..., Any] | None = None

    @property
    def target(self) -> Callable[..., Any]:
        """The function itself. Raises ImportError, AttributeError where there is none."""
        if self._target is None:
            module, _, name = self.path.partition(":")
            self._target = attrgetter(name)(import_module(f"{self.package}.{module}"))
        return self._target

    def __call__(self, *given: Any) -> Any:
        """Call the function, which is loaded at the first call."""
        return (self._target or self.target)(*given)


class _Attribute:
    """The class attribute that ``attribute`` makes: its value is loaded when it is first read."""

    def __init__(self, package: str, path: str) -> None:
        self._package = package
        self._module, _, self._name = path.partition(":")

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        return attrgetter(self._name)(import_module(f"{self._package}.{self._module}"))


def attribute(package: str, path: str) -> Any:
    """A class attribute that is a name of a package's module, ``module:NAME``, loaded when it is first read."""
    return _Attribute(package, path)


class LateValues(Mapping[str, Any]):
    """A mapping each of whose values is loaded when it is first asked for, and none for its keys alone."""

    def __init__(self, places: Mapping[str, Asked]) -> None:
        self._places = places

    def __getitem__(self, key: str) -> Any:
        return self._places[key].target

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, key: object) -> bool:
        return key in self._places
