"""What a game tells a screen about building: what stands behind an order on offer, and the means that limit it all."""

from __future__ import annotations

from attrs import frozen


@frozen
class Stock:
    """What an order on offer builds: its name, how many the force pool still has, how many were ``built`` this turn."""

    name: str
    pool: int
    built: int = 0


@frozen
class Means:
    """One of the things that building uses up: ``left`` of ``most`` in the turn at hand; ``path`` has its causes."""

    title: str
    left: int
    most: int
    path: str = ""
    rule: str = ""
