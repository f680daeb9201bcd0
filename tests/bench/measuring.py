"""Figures with their limits and peers, medians, and the settings of a run."""

from __future__ import annotations

import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from attrs import field, frozen

ROOT = Path(__file__).resolve().parents[2]


@frozen
class Settings:
    """How much is measured. ``scale`` multiplies what is counted in thousands of kills or campaigns."""

    quick: bool = False
    scale: float = 1.0

    def runs(self, count: int) -> int:
        """How often to repeat a measurement."""
        return max(3, count // 5) if self.quick else count

    def count(self, stated: int) -> int:
        """How many of something whose number is stated."""
        return max(1, round(stated * self.scale * (0.01 if self.quick else 1.0)))


@frozen
class Figure:
    """One measured figure. ``most`` or ``least`` is what it must reach, None where it only informs."""

    bench: str
    value: float
    unit: str
    most: float | None = None
    least: float | None = None
    peer: dict[str, Any] = field(factory=dict)
    more: dict[str, Any] = field(factory=dict)

    @property
    def ok(self) -> bool:
        """Whether it reaches its limit."""
        return (self.most is None or self.value <= self.most) and (self.least is None or self.value >= self.least)

    @property
    def line(self) -> str:
        """It as one line of JSON."""
        limits = {"most": self.most, "least": self.least}
        limit = {name: given for name, given in limits.items() if given is not None} or None
        told = {"bench": self.bench, "value": tidy(self.value), "unit": self.unit, "limit": limit, "peer": self.peer}
        return json.dumps(told | {"ok": self.ok} | self.more, ensure_ascii=False)


Bench = Callable[[Settings], Iterable[Figure]]


def tidy(value: float) -> float:
    """Four figures are enough."""
    return float(f"{value:.4g}")


def spread(values: Sequence[float], factor: float = 1.0) -> dict[str, float]:
    """Median, least and most of several runs, each times a factor (1000 for seconds in ms)."""
    return {
        "median": tidy(statistics.median(values) * factor),
        "min": tidy(min(values) * factor),
        "max": tidy(max(values) * factor),
        "runs": len(values),
    }


def median(values: Sequence[float]) -> float:
    """The median."""
    return statistics.median(values)


def timed(work: Callable[[], object]) -> float:
    """How long something takes, in seconds."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def environment(home: Path) -> dict[str, str]:
    """What a measured process starts with: a home of its own, this project before what is installed."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "VIRTUAL_ENV") if name in os.environ}
    return kept | {
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / ".local" / "share"),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "PYTHONPATH": str(ROOT),
        "LC_ALL": "C.UTF-8",
    }


def note(text: str) -> None:
    """What takes long says so, away from the figures."""
    print(text, file=sys.stderr, flush=True)
