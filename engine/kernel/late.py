"""What is loaded when it is first asked: a command that only looks at a campaign does not wait for all the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from importlib import import_module
from operator import attrgetter
from typing import Any, TypeVar

from engine.kernel.values import frozen

V = TypeVar("V")


@frozen
class Asked:
    """A function of a package's module, ``room.module:name`` or ``module:Class.name``, loaded when first called."""

    package: str
    path: str

    @property
    def target(self) -> Callable[..., Any]:
        """The function itself. Raises ImportError, AttributeError where there is none."""
        return _found(self.package, self.path)

    def __call__(self, *given: Any) -> Any:
        """What it answers."""
        return self.target(*given)


@cache
def _found(package: str, path: str) -> Callable[..., Any]:
    """What stands under a name; kept, because steps ask for theirs many times a turn."""
    module, _, name = path.partition(":")
    found: Callable[..., Any] = attrgetter(name)(import_module(f"{package}.{module}"))
    return found


class _Attribute:
    """What ``attribute`` gives a class."""

    def __init__(self, package: str, path: str) -> None:
        self._package = package
        self._module, _, self._name = path.partition(":")

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        return attrgetter(self._name)(import_module(f"{self._package}.{self._module}"))


def attribute(package: str, path: str) -> Any:
    """A class attribute that is a name of a package's module, ``module:NAME``, loaded when it is first read."""
    return _Attribute(package, path)


class LateMapping(Mapping[str, V]):
    """A mapping that is made when it is first looked into."""

    def __init__(self, make: Callable[[], Mapping[str, V]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> Mapping[str, V]:
        return self._make()

    def __getitem__(self, key: str) -> V:
        return self._made[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)
