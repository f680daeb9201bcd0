"""POPs (political points) that variants give: in one purchase or in every one, outside its limit and for nothing; or on
a power's next roll on a country (28.1.1 #1, #9, 28.1.2 #8, 28.2.1 #10, 28.2.3 #5, rulings 300, 575 to 577).

That a variant was played is known to all, so what it gives is too; where points of a purchase lie stays under its seal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from engine.kernel import ruleset
from engine.kernel.refusals import Line, Refusal
from engine.kernel.sheets.ledger import Duty
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.countries import simplified_influence
from engine.thewar.countries.variant_table import LAST_PLAYED, of, played, rows
from engine.thewar.economy import paid_by_hand
from engine.thewar.rolls import political_points
from engine.thewar.world import calendar, wars
from engine.thewar.world.naming import counted
from engine.thewar.world.state import Purchase, TheWar

TURN, ALWAYS, ROLL = "turn", "always", "roll"
"""Where a row's points count: in the purchase of the turn of its play, in every purchase from then on, or on the next
roll of its power on one of its countries."""
PURCHASES = "planning.points"
USED = "variant-{}-used"
"""With a variant's id, the fact of how many of its plays have counted on a roll."""
WAITS = "points-wait-{}"
"""With a variant's id, the fact of a turn in which its points do not count yet: who may place none had bought."""


@frozen
class Given:
    """POPs that a power is given in one purchase. ``lands``: where they may lie, () for anywhere; ``name``: of what
    gives them, '' for nothing."""

    pops: int = 0
    lands: tuple[str, ...] = ()
    name: str = ""
    rule: str = ""

    def takes(self, country: str) -> bool:
        """Whether they may lie in a country."""
        return not self.lands or country in self.lands

    def of(self, placed: Mapping[str, int]) -> int:
        """How many of the POPs that a power places are given: as many as may be, for they cost nothing."""
        return min(self.pops, sum(count for land, count in placed.items() if self.takes(land)))

    def beyond(self, placed: Mapping[str, int], each: int) -> tuple[str, ...]:
        """The countries in which more lie than ``each``, the share of one target, and all that is given there."""
        over = {land: count - each for land, count in placed.items() if count > each}
        wanted = sum(count for land, count in over.items() if self.takes(land))
        return tuple(land for land in over if not self.takes(land) or wanted > self.pops)


@cache
def _rows(power: str, *where: str) -> tuple[tuple[str, dict[str, Any]], ...]:
    return tuple((name, row) for name, row in of(power).items() if row.get("points", {}).get("on", "") in where)


@cache
def _barring(power: str, country: str) -> tuple[tuple[str, dict[str, Any]], ...]:
    """The rows that may keep a power from placing POPs in a country."""
    points = ((name, row, row.get("points", {})) for name, row in rows().items())
    return tuple((name, row) for name, row, on in points if power in on.get("bars", ()) and country in on["lands"])


# --- in a purchase


def given(campaign: TheWar, power: str) -> Given:
    """What a power is given in the purchase of this turn; its list has one row of the kind."""
    for name, row in _rows(power, TURN, ALWAYS):
        times = played(campaign, name)
        if row["points"]["on"] == TURN:
            times = int(campaign.facts.get(LAST_PLAYED + name, "") == calendar.turn(campaign))
        if times:
            return _given(row, times * row["points"]["pops"])
    return Given()


def in_purchase(power: str, pops: int) -> Given:
    """What a power was given in an earlier purchase, of which so many are recorded."""
    return next((_given(row, pops) for _, row in _rows(power, TURN, ALWAYS) if pops), Given())


def _given(row: dict[str, Any], pops: int) -> Given:
    return Given(pops, tuple(row["points"].get("lands", ())), str(row["name"]), numbered(row))


def numbered(row: dict[str, Any]) -> str:
    """The rule of a row with its number, as it is cited."""
    return f"{row['rule']} #{row['number']}"


# --- on a roll


def waiting(campaign: TheWar, power: str) -> Iterator[tuple[str, dict[str, Any], int]]:
    """The variants whose points wait for a roll of the power, with their rows and how many POPs that is."""
    for name, row in _rows(power, ROLL):
        if left := played(campaign, name) - int(campaign.facts.get(USED.format(name), 0)):
            yield name, row, left * row["points"]["pops"]


def _on(campaign: TheWar, power: str, country: str) -> Iterator[tuple[str, dict[str, Any], int]]:
    turn = calendar.turn(campaign)
    for name, row, pops in waiting(campaign, power):
        if country in row["points"]["lands"] and campaign.facts.get(WAITS.format(name), "") != turn:
            yield name, row, pops


def on_roll(campaign: TheWar, power: str, country: str) -> tuple[Line, ...]:
    """What variants give a power on its roll on a country, each with its cause."""
    return tuple(Line(str(row["name"]), pops, numbered(row)) for _, row, pops in _on(campaign, power, country))


def rolled(tx: Transaction[TheWar], power: str, country: str) -> None:
    """The power has made its roll: what waited for it has counted, whatever came of it."""
    for name, row, _ in list(_on(tx.campaign, power, country)):
        tx.put(f"facts.{USED.format(name)}", played(tx.campaign, name), str(row["name"]), row["rule"])


def barred(campaign: TheWar, power: str, country: str) -> Iterable[Refusal]:
    """Why a power places no POPs in a country: its ally's next roll there counts those of a variant (28.1.1 #1)."""
    for name, row in _barring(power, country):
        if any(name == mine for mine, _, _ in waiting(campaign, row["power"])):
            who, where = wars.named(campaign, row["power"]), wars.named(campaign, country)
            reason = f"{row['name']} waits for {who}'s next roll on {where}"
            hint = f"{wars.named(campaign, power)} places POPs there once that roll is made."
            yield Refusal(f"{numbered(row)}, ruling 576", reason, hint)


def duties(campaign: TheWar) -> Iterable[Duty]:
    """What variants give to the purchase at hand, and what waits for a roll."""
    for power in wars.POWERS:
        name = wars.named(campaign, power)
        gives = given(campaign, power) if calendar.season(campaign) in political_points.SEASONS else Given()
        if gives.pops and Purchase.made_of(power, calendar.turn(campaign), narfs=0).address not in campaign.purchases:
            where = _lands(campaign, gives.lands)
            more = counted(gives.pops, "POP", "POPs")
            yield Duty(f"{name} lays {more} of {gives.name} beside its purchase{where}", f"{gives.rule}, ruling 575")
        for _, row, pops in waiting(campaign, power):
            where, points = _lands(campaign, row["points"]["lands"]), counted(pops, "POP", "POPs")
            yield Duty(f"{row['name']}: {points} more on {name}'s next roll{where}", f"{numbered(row)}, ruling 576")


def _lands(campaign: TheWar, lands: Iterable[str]) -> str:
    named = [wars.named(campaign, land) for land in lands]
    return f" in {' or '.join(named)}" if named else ""


# --- as it is played


def not_now(campaign: TheWar, row: dict[str, Any]) -> Iterable[Refusal]:
    """Why points of this turn's purchase are not had any more: it is made, or its step is over; or it buys none."""
    if row.get("points", {}).get("on", "") != TURN:
        return
    power, rule, hint = str(row["power"]), f"{row['rule']}, ruling 575", "Before the purchase of a Spring or Fall."
    who, here = wars.named(campaign, power), campaign.progress.step
    bought = Purchase.made_of(power, calendar.turn(campaign), narfs=0).address in campaign.purchases
    steps = ruleset.of(campaign).sequence
    if simplified_influence.played(campaign):
        yield Refusal("29.15", "diplomacy is simplified: nobody places POPs", "It is kept.")
    elif bought or paid_by_hand.pops_and_chits(campaign, power):
        yield Refusal(rule, f"{who} has bought its POPs of this turn", hint)
    elif here in steps and steps.position(here) > steps.position(PURCHASES):
        yield Refusal(rule, "the POPs of this turn are bought", hint)
    elif campaign.powers[power].effort == "pass":
        yield Refusal(f"4.5, {rule}", f"{who} passes: it places no POPs in this turn", "In a later Spring or Fall.")


def take_effect(tx: Transaction[TheWar], name: str, row: dict[str, Any]) -> None:
    """Who may place no POPs for the roll may have placed some in this turn: then they count from the next one on."""
    campaign, turn = tx.campaign, calendar.turn(tx.campaign)
    for power in row.get("points", {}).get("bars", ()):
        here = campaign.progress.step
        sealed = (one for one in campaign.sealed.values() if one.power == power and one.step == here)
        bought = Purchase.made_of(power, turn, narfs=0).address in campaign.purchases
        if bought or (here.endswith(PURCHASES) and any(not one.text and not one.shown for one in sealed)):
            tx.put(f"facts.{WAITS.format(name)}", turn, str(row["name"]), f"{row['rule']}, ruling 576")
