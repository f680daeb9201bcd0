"""Fields that several calculators of A World at War take, and their results as figures."""

from __future__ import annotations

from typing import Any

import attrs

from engine.kernel.calculators import Input, Result, lines
from engine.worldatwar.world.editions import NAMES

MOST = 1_000
FACTORS = 100_000
EDITION = Input("edition", "name", "newest", NAMES, about="the edition of the rulebook")
MODIFIER = Input("modifier", "number", 0, least=-MOST, most=MOST, about="the net modifier, + for the attacker")
ROLL = Input("roll", "number", least=-MOST, most=MOST, about="the total of two dice, already modified")


def number(name: str, about: str, default: Any = 0, most: int = MOST) -> Input:
    """A number that may be left out."""
    return Input(name, "number", default, least=0, most=most, about=about)


def needed(name: str, about: str, least: int = 0, most: int = MOST) -> Input:
    """A number that must be given."""
    return Input(name, "number", least=least, most=most, about=about)


def figures(value: Any) -> Result:
    """A result's figures with its breakdown as lines."""
    result: Result = attrs.asdict(value, recurse=False)
    result["breakdown"] = lines(result["breakdown"])
    return result
