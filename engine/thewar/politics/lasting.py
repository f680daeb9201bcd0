"""Events that every later diplomatic roll remembers: the United States in the war, Italy's surrender, attacks on
neutral countries and on friends, the Vatican, variants (16.2, 23.56, ruling 316)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.values import frozen
from engine.thewar.countries import variant_table
from engine.thewar.rolls import diplomacy
from engine.thewar.world import calendar, grudges, wars
from engine.thewar.world.grudges import FRIEND, NEUTRAL
from engine.thewar.world.state import Grudge, TheWar

VATICAN = "vatican"
_VARIANTS = ("katyn", "balkan-diplomacy", "yugoslavia-coup")
"""Variants that modify rolls; that one was played is the fact 'variant-' with its name."""
BALKAN, BALKAN_LANDS = "balkan-diplomacy", ("greece", "yugoslavia")
USED = {BALKAN: "variant-balkan-diplomacy-used"}
"""Of variants that modify one roll alone, the fact that it was made (28.1.1 #6)."""
_STOPPED = "lend-lease-stopped"
"""The fact of a Western attack on a neutral country in campaigns that kept no date of it."""


@frozen
class Remembered:
    """What holds for a power's rolls: ``modifiers`` as a roll takes them, ``betrayals``, and when each came about, in
    words (see rolls.diplomacy.Influence)."""

    modifiers: tuple[str, ...]
    betrayals: int
    since: dict[str, str]


def remembered(campaign: TheWar, power: str) -> Remembered:
    """All that has happened and still weighs on the rolls of a power."""
    since = dict(_events(campaign))
    mine = [grudge for grudge in grudges.against(campaign, power) if grudge.kind == FRIEND]
    names = tuple(since)
    if mine:
        told = (f"{wars.named(campaign, one.country)}, {calendar.spoken(one.turn)}" for one in mine)
        since[diplomacy.BETRAYALS] = "; ".join(told)
    return Remembered(names, len(mine), {name: when for name, when in since.items() if when})


def _oldest_first(grudges: list[Grudge]) -> list[Grudge]:
    return sorted(grudges, key=lambda grudge: calendar.number(grudge.turn))


def _events(campaign: TheWar) -> Iterator[tuple[str, str]]:
    """The modifiers that hold for whom they concern, each with its turn in words, '' where nobody wrote it down."""
    us, italy = campaign.powers.get("us"), campaign.powers.get("italy")
    if us is not None and us.entered:
        yield "us-at-war", calendar.spoken(us.entered)
    if italy is not None and italy.surrendered:
        yield "italy-surrendered", calendar.spoken(italy.surrendered)
    if neutrals := _oldest_first([one for one in campaign.grudges.values() if one.kind == NEUTRAL]):
        first = neutrals[0]
        name = wars.named(campaign, first.country)
        yield "western-attacked-neutral", f"{name}, {calendar.spoken(first.turn)}"
    elif campaign.facts.get(_STOPPED):
        yield "western-attacked-neutral", ""
    yield from _vatican(campaign)
    for name in _VARIANTS:
        if variant_table.played(campaign, name) and not campaign.facts.get(USED.get(name, "")):
            yield name, ""


def _vatican(campaign: TheWar) -> Iterator[tuple[str, str]]:
    """Whose Satellite the Vatican is, or who has occupied it (23.56)."""
    land = campaign.countries.get(VATICAN)
    patron = campaign.powers.get(land.patron) if land is not None else None
    if land is None or patron is None:
        return
    when = calendar.spoken(land.since) if land.since else ""
    if land.status == "satellite" and patron.alliance in ("axis", "western"):
        yield f"vatican-{patron.alliance}-satellite", when
    elif land.status == "conquered":
        yield f"vatican-occupied-by-{'axis' if patron.alliance == 'axis' else 'allies'}", when
