"""Values of the state for tests, as short as people write them."""

from __future__ import annotations

from collections.abc import Mapping

from engine.thewar.world.state import Used, War


def wars_of(since: Mapping[str, str | War]) -> dict[str, War]:
    """Wars as a campaign holds them, by who fights with the turn since: ``{"germany+ussr": "1941-2-summer"}``. Those
    that are wars already stay."""
    found = (war if isinstance(war, War) else War.made_of(*War.meant(words), since=war) for words, war in since.items())
    return {war.address: war for war in found}


def limit_used(power: str, what: str, count: int, of: str = "") -> dict[str, Used]:
    """So much of one limit of a turn is used."""
    one = Used.made_of(power, what, of, count=count)
    return {one.address: one}
