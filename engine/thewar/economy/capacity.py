"""Strategic Movement Points as a purse: a power's capacity, the two American halves, a Satellite's own, what is used
(8.4 to 8.7).

A depleted unit counts half (8.0), so what is used is counted in halves of an SMP.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.remembering import unchanged
from engine.kernel.tables import table
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.economy import oil
from engine.thewar.world import tallies, variants_played, wars
from engine.thewar.world.state import TheWar

HALVES = 2
BOTTLENECKS_ADD = 2
"""Halves in one SMP."""
EUROPE, BOARD = "europe", "board"
"""The two parts of the American SMPs (8.5.5)."""
MOSCOW, MOSCOW_LOST = "moscow", 2
"""The city, and the SMPs that the Soviets have less without it (8.5.3, ruling 100)."""
PARTNERS = ("britain", "us")


def row(key: str) -> Mapping[str, Any]:
    """A power's row of the printed table, or that of every ``minor`` country. Raises KeyError."""
    printed: Mapping[str, Any] = table("thewar", "strategic-movement")["row"][key]
    return printed


def parts(power: str) -> int:
    """The number of purses into which a power's SMPs are divided: two for the United States (8.5.5)."""
    return 2 if power == "us" else 1


def floored(points: Breakdown, power: str, minimum: int) -> Breakdown:
    """SMPs that never fall below the minimum, which the U.S. has in each of its halves (8.4, ruling 13)."""
    least = minimum * parts(power)
    if points.total >= least:
        return points
    return points.plus("never below the minimum", least - points.total, "8.4")


def to_europe(campaign: TheWar, power: str) -> int:
    """SMPs that a variant adds to those out of the U.S. Box (28.2.4 #5)."""
    return BOTTLENECKS_ADD if power == "us" and variants_played.has_played(campaign, "shipping-bottlenecks") else 0


@unchanged("powers", "countries", "places", "wars", "facts", "oil_plants", "units")
def smp(campaign: TheWar, power: str) -> Breakdown:
    """A power's Strategic Movement Points this turn (8.4, 8.5.3, 24.0), not below its minimum."""
    mover = campaign.powers[power]
    points = Breakdown((Line("capacity", mover.smp, "8.4"), *oil.smp_lines(campaign, power)))
    if power == "ussr" and MOSCOW in campaign.places and oil.holder(campaign, MOSCOW) in oil.AXIS:
        points = points.plus("Moscow lost", -MOSCOW_LOST, "8.5.3, ruling 100")
    if more := to_europe(campaign, power):
        points = points.plus("Shipping Bottlenecks Alleviated", more, "28.2.4")
    if mover.smp_lost:
        points = points.plus("lost this turn", -mover.smp_lost, "8.4")
    return floored(points, power, mover.smp_minimum)


@frozen
class Purse:
    """SMPs that may be spent on the same moves: a power's, an American half (``part`` europe or board), or those of a
    Satellite, whose id is the ``part`` then (8.5.5, 8.6)."""

    power: str
    part: str = ""

    @property
    def key(self) -> str:
        """What tells the purse from the others, on the sheet of moves."""
        return f"{self.power}-half-smps-{self.part}" if self.part else f"{self.power}-half-smps"


@lru_cache(maxsize=64)
def purse(power: str, *, crossing: bool = False) -> Purse:
    """The purse from which a power pays a move; ``crossing``: out of the U.S. Box or into it (8.5.5)."""
    if power != "us":
        return Purse(power)
    return Purse(power, EUROPE if crossing else BOARD)


@lru_cache(maxsize=64)
def purses(power: str) -> tuple[Purse, ...]:
    """All purses of a power, those of its Satellites apart."""
    return (Purse(power, EUROPE), Purse(power, BOARD)) if power == "us" else (Purse(power),)


def room(campaign: TheWar, which: Purse) -> int:
    """The SMPs that a purse holds this turn, whatever of it is used."""
    if which.part in campaign.countries:
        return int(row("minor")["smp"])
    if which.power not in campaign.powers:
        # The patron of a country that has none.
        return 0
    total = smp(campaign, which.power).total
    if not which.part:
        return total
    more = to_europe(campaign, which.power)
    half = (total - more) // 2
    return half + more if which.part == EUROPE else total - more - half


def used(campaign: TheWar, which: Purse) -> int:
    """What is used of a purse this turn, in halves of an SMP."""
    return tallies.used(campaign, which.power, tallies.SMPS, which.part)


def something_left(campaign: TheWar, which: Purse) -> bool:
    """Whether anything is left of a purse this turn, without working out how much where its minimum says so."""
    least = 0 if which.part in campaign.countries else campaign.powers[which.power].smp_minimum
    gone = used(campaign, which)
    return gone < HALVES * least or left(campaign, which) > 0


def left(campaign: TheWar, which: Purse) -> int:
    """What is left of a purse this turn, in halves of an SMP."""
    return max(0, HALVES * room(campaign, which) - used(campaign, which))


def remaining(campaign: TheWar, power: str) -> Breakdown:
    """The SMPs that a power has left this turn, with their causes; half an SMP that is used counts as a whole one."""
    points = smp(campaign, power)
    gone = points.total - sum(left(campaign, which) // HALVES for which in purses(power))
    return points.plus("used this turn", -gone, "8.0") if gone else points


def said(halves: int) -> str:
    """A number of SMPs for people: ``1 SMP``, ``2 1/2 SMPs``."""
    whole, half = divmod(halves, HALVES)
    if not half:
        return f"{whole} SMP" if whole == 1 else f"{whole} SMPs"
    return f"{whole} 1/2 SMPs" if whole else "1/2 SMP"


def named(campaign: TheWar, which: Purse) -> str:
    """The name of the owner of a purse's SMPs."""
    if which.part in campaign.countries:
        return wars.named(campaign, which.part)
    name = wars.named(campaign, which.power)
    return {EUROPE: f"{name} across the Atlantic", BOARD: f"{name} on the board"}.get(which.part, name)


Charges = Mapping[Purse, int]
"""What a move takes from each purse, in halves of an SMP."""


def lacking(campaign: TheWar, charges: Charges, *, spared: int = 0) -> Iterable[Refusal]:
    """Why the purses do not pay for a move (8.0, 8.5.5, 8.6). ``spared``: halves that losses do not touch here."""
    for which, halves in charges.items():
        have = left(campaign, which) + spared
        if halves > have:
            rule = "8.6" if which.part in campaign.countries else "8.5.5" if which.part else "8.4"
            reason = f"{named(campaign, which)}: it takes {said(halves)}, {said(have)} are left"
            yield Refusal(rule, reason, f"This turn there are {room(campaign, which)}.")


def not_shared(campaign: TheWar, power: str, payer: str) -> Iterable[Refusal]:
    """Why one power may not use another's SMPs: only Britain and the U.S. do, both at war with Germany (8.7)."""
    if power == payer:
        return
    if power not in PARTNERS or payer not in PARTNERS:
        name, payer_name = wars.named(campaign, power), wars.named(campaign, payer)
        yield Refusal("8.7", f"{name} does not use SMPs of {payer_name}", "Only Britain and the U.S. share theirs.")
    elif not all(wars.at_war(campaign, partner, "germany") for partner in PARTNERS):
        yield Refusal("8.7", "Britain and the U.S. are not both at war with Germany", "Each uses its own SMPs.")


def spend(tx: Transaction[TheWar], charges: Charges, why: str, rule: str) -> None:
    """Take SMPs from the purses."""
    for which, halves in charges.items():
        tallies.use(tx, which.power, tallies.SMPS, halves, why, rule, of=which.part)


def end_turn(tx: Transaction[TheWar], power: str) -> None:
    """The turn ends for a power: none of its SMPs is lost or used any more."""
    if tx.campaign.powers[power].smp_lost:
        tx.set(f"powers.{power}.smp_lost", 0, "end of the turn", "8.4")
    tallies.unused(tx, power)
