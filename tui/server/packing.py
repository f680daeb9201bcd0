"""What the forker does so that its sessions share more memory: it fills the holes between its objects.

A page that a session writes to becomes its own. Python puts small objects wherever one was freed before, that is in
between those that all sessions have; so the first thousand objects of a session would make most of those pages its
own. With every hole filled, what a session makes lies on new pages (The War's home screen: 15 MiB instead of 24).
"""

from __future__ import annotations

import gc
import itertools
from collections.abc import Callable, Iterator
from functools import partial

_ARENA = 20
"""Bits of an address within one of the stretches that Python has from the system (1 MiB since 3.10)."""
_SMALL = 512
"""Bytes up to which an object is put in a hole."""
_STEP = 16
_ENOUGH = 2_000
"""So many objects of a size outside all known stretches, one after the other, and no hole is left."""
_BYTES_HEAD = 33


def _makers() -> Iterator[Callable[[], object]]:
    """What makes an object of each size that Python keeps apart."""
    yield object
    # A float takes 24 bytes, which are put among those of 32.
    yield lambda: float("1.5")
    for size in range(3 * _STEP, _SMALL + 1, _STEP):
        yield partial(_of_zeros, size - _BYTES_HEAD)


def _of_zeros(length: int) -> bytes:
    return bytes(bytearray(length))


def fill_holes() -> list[object]:
    """Objects that lie in the holes; whoever has them keeps them for as long as it forks."""
    there = gc.get_objects()
    known = {id(one) >> _ARENA for one in itertools.chain(there, gc.get_referents(*there))}
    filling: list[object] = []
    for make in _makers():
        made: list[object] = []
        outside = 0
        while outside < _ENOUGH:
            one = make()
            made.append(one)
            outside = 0 if id(one) >> _ARENA in known else outside + 1
        filling += [one for one in made if id(one) >> _ARENA in known]
    return filling
