"""Diplomacy as a screen shows it: where each target stands, who has POPs there as far as the view knows, what a roll
may bring, what a purchase costs (16.0, 29.15)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kernel.orders import Order
from engine.kernel.sheets.diplomacy import (
    Board,
    Bought,
    Buying,
    Chances,
    Diplomacy,
    Extra,
    Paid,
    Rung,
    Share,
    Side,
    Supposed,
    Target,
)
from engine.thewar.countries import simplified_influence, variant_points
from engine.thewar.countries.variant_points import Given
from engine.thewar.economy import logistics
from engine.thewar.politics import gathering, naming, points, purses
from engine.thewar.rolls import diplomacy, political_points
from engine.thewar.rolls.simplified_diplomacy import ALLIES_TO, AXIS_FROM, PRICE
from engine.thewar.sheets import supposed_rolls
from engine.thewar.world import calendar, influence, minors, wars
from engine.thewar.world.state import Country, TheWar

_ALLIANCES = {"axis": ("Axis", "A"), "western": ("West", "W"), "soviet": ("Soviets", "S")}
"""What people call the alliances of diplomacy, and their letters."""
_SHORT = {"belgium": "Belgium"}
"""Names for a narrow list."""
_RUNGS = ("Sat", "Aso", "Sym")


def sides() -> tuple[Side, ...]:
    """The alliances of diplomacy, those of the ladder's left end first."""
    return tuple(Side(key, *_ALLIANCES[key], powers) for key, powers in diplomacy.ALLIANCES.items())


def rungs() -> tuple[Rung, ...]:
    """The ladder from the Axis' Satellite to a Satellite of the West or of the Soviets."""
    most = diplomacy.MOST_LEVELS
    names = {level: diplomacy.STATUSES[level] for level in range(most + 1)}
    left = [Rung(at - most, names[most - at], short) for at, short in enumerate(_RUNGS)]
    right = [Rung(most - at, names[most - at], short) for at, short in reversed(list(enumerate(_RUNGS)))]
    return (*left, Rung(0, names[0], ""), *right)


# --- the targets


def _target(campaign: TheWar, key: str, able: tuple[str, ...]) -> Target:
    land, there = campaign.countries[key], minors.made(campaign, key)
    shares = []
    for power in (power for powers in diplomacy.ALLIANCES.values() for power in powers if power in able):
        if power in campaign.powers:
            count, most = influence.seen(campaign, power, key), purses.might_hold(campaign, power, key)
            count = count if count is not None or most else 0
            shares.append(Share(power, count, influence.used(campaign, power, key), most))
    named = ((side, influence.named(campaign, side, key)) for side in diplomacy.ALLIANCES)
    return Target(
        id=key,
        path=f"countries.{key}",
        name=land.name,
        short=_SHORT.get(key, land.name),
        level=supposed_rolls.rung(land.status, land.patron) if there else None,
        off="conquered" if there else "not yet",
        status=supposed_rolls.said(campaign, land.status, land.patron) if there else "not there yet",
        patron=land.patron,
        strength=diplomacy.strength(key),
        shares=tuple(shares),
        named=tuple((side, calendar.spoken(turn)) for side, turn in named if turn),
        closed=tuple(gathering.closed(campaign, key)),
        notes=tuple(_notes(campaign, key, land)),
    )


def _notes(campaign: TheWar, key: str, land: Country) -> Iterator[tuple[str, str]]:
    """What a player should know of a target besides where it stands."""
    if land.since:
        yield f"{land.status} since {calendar.spoken(land.since)}", "16.3"
    for power in diplomacy.targets()[key]:
        if power in campaign.powers and (highest := diplomacy.highest(key, power)) < diplomacy.MOST_LEVELS:
            who = wars.named(campaign, power)
            most = f"at most {diplomacy.STATUSES[highest].title()} of {who}" if highest else f"never a client of {who}"
            yield most, minors.rule(key)


_SIMPLE = (
    f"Each power may try for one target, with a die at {PRICE} NARFs and after a success a second one at {PRICE}.",
    f"The Axis needs {AXIS_FROM} or more on both, the Allies {ALLIES_TO} or less; the country then moves one level.",
)
"""How simplified diplomacy is played (29.15)."""


class DiplomacySheet(Diplomacy[TheWar]):
    """The thirteen targets of 16.1, and the roll of 16.1.3 or of 29.15."""

    def board(self, campaign: TheWar) -> Board:
        simple = simplified_influence.played(campaign)
        purchases = campaign.purchases.values()
        return Board(
            sides=sides(),
            rungs=rungs(),
            targets=tuple(
                _target(campaign, key, able) for key, able in diplomacy.targets().items() if key in campaign.countries
            ),
            paid=tuple(Paid(paid.power, calendar.spoken(paid.turn), paid.narfs, paid.opened) for paid in purchases),
            names=(simplified_influence.Sway.verb if simple else naming.NameTarget.verb, "target"),
            supposes=not simple,
            rule="29.15" if simple else "16.1, 16.3",
            about=_SIMPLE if simple else (),
        )

    def chances(self, campaign: TheWar, supposed: Supposed, powers: tuple[str, ...]) -> Chances:
        return supposed_rolls.chances(campaign, supposed, powers)

    def buying(self, campaign: TheWar, power: str, bought: Bought) -> Buying | None:
        if not wars.standing(campaign, power):
            return None
        placed = tuple(key for key, count in bought.points.items() for _ in range(count))
        order = points.Points(
            power,
            placed,
            espionage=bool(bought.extras.get(diplomacy.ESPIONAGE)),
            counter_espionage=bool(bought.extras.get(diplomacy.COUNTER_ESPIONAGE)),
            variant=bool(bought.extras.get(influence.VARIANT)),
        )
        terms = purses.purse(campaign, power)
        most, _ = purses.limit(campaign, power)
        gives = Given() if purses.variant_alone(campaign, power) else variant_points.given(campaign, power)
        return Buying(
            order,
            order.cost(campaign),
            sum(order.pops.values()),
            most + gives.pops,
            min(most, political_points.per_target(terms)) + gives.pops,
            political_points.price(terms, "pops"),
            logistics.free(campaign.powers[power]),
            (*_chits(order, terms), _variant(order, terms)),
            gives.of(bought.points),
        )

    def supposed(self, order: Order[Any]) -> Supposed | None:
        if isinstance(order, simplified_influence.Sway):
            marks = {diplomacy.ESPIONAGE} if order.chit else set()
            return Supposed(order.target, order.power, marks=frozenset(marks))
        if not isinstance(order, naming.NameTarget):
            return None
        marks = {diplomacy.ESPIONAGE} if order.espionage else set()
        marks |= {diplomacy.COUNTER_ESPIONAGE} if order.counter else set()
        return Supposed(order.target, order.power, order.against, marks=frozenset(marks))

    def answered(self, campaign: TheWar, order: Order[Any]) -> Chances | None:
        return supposed_rolls.answered(campaign, order)

    def naming(self, campaign: TheWar, supposed: Supposed) -> Order[Any]:
        target, by, spies = supposed.target, supposed.by, diplomacy.ESPIONAGE in supposed.marks
        if simplified_influence.played(campaign):
            return simplified_influence.Sway(by, target, chit=spies)
        against = "" if naming.picks_later(campaign) else supposed.against
        pops = influence.held(campaign, by, target)
        return naming.NameTarget(by, target, against=against, pops=pops, espionage=spies)


def _chits(order: points.Points, terms: political_points.Purse) -> Iterator[Extra]:
    """A chit of each sort (16.1.7.1)."""
    for sort, kind in zip(influence.SORTS, political_points.CHITS, strict=True):
        yield Extra(sort, sort.title(), political_points.price(terms, kind), order.chits[sort])


def _variant(order: points.Points, terms: political_points.Purse) -> Extra:
    """The POP of a variant roll, which is one of the limit (16.6)."""
    return Extra(influence.VARIANT, "Variant roll", political_points.price(terms, "pops"), int(order.variant))
