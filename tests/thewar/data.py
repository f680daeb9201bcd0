"""The data files of The War as the tests read them."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
TABLES = ROOT / "engine" / "thewar" / "tables"
ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")
POWERS = ("germany", "italy", "ussr", "britain", "us", "france")
SEASONS = ("spring", "summer", "fall", "winter")
TURN = re.compile(r"19\d\d-(1-spring|2-summer|3-fall|4-winter)\Z")


@cache
def read(path: Path) -> dict[str, Any]:
    """A TOML file."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def opening() -> dict[str, Any]:
    """The 1939 campaign."""
    return read(ROOT / "scenarios" / "thewar" / "1939-campaign.toml")


def steps() -> list[dict[str, Any]]:
    """The rows of the sequence of play."""
    found: list[dict[str, Any]] = read(TABLES / "sequence.toml")["step"]
    return found


def source(path: str) -> str:
    """The source of a figure: that of its longest declared prefix."""
    fits = [prefix for prefix in opening()["sources"] if path == prefix or path.startswith(prefix + ".")]
    return str(opening()["sources"][max(fits, key=len)]) if fits else ""


def figures(value: Any, path: str) -> list[str]:
    """The paths of all numbers and hex numbers below a value."""
    if isinstance(value, dict):
        return [found for key, inner in value.items() for found in figures(inner, f"{path}.{key}")]
    number = isinstance(value, int) and not isinstance(value, bool)
    return [path] if number or path.endswith(".hex") else []


def groups(rows: dict[str, Any], power: str) -> Counter[str]:
    """How many units of each group a power has among units, or in pools."""
    found: Counter[str] = Counter()
    for row in rows.values():
        if row["power"] == power:
            parts = (row["kind"], row.get("strength", ""), row.get("tag", ""))
            found["-".join(part for part in parts if part)] += row.get("count", 1)
    return +found
