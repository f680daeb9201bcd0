"""Units that are in supply for a time whatever the board shows: those that exploited in the Second Impulse, dropped or
landed; and the dates by which they, and beachheads, must be linked up (7.7.4, 10.2.7, 11.14.5, 12.3, 12.5, rulings 75,
410)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.kernel.refusals import Refusal
from engine.kernel.sheets.ledger import Duty
from engine.kernel.transaction import Transaction
from engine.thewar.world import calendar, markers, sides, supply, titles, traits, wars
from engine.thewar.world.state import Grace, Marker, TheWar

EXPLOITS, DROPS, LANDS = "exploits", "drops", "lands"
RULES = {EXPLOITS: "10.2.7, 12.3", DROPS: "11.14.5, 12.3", LANDS: "12.5"}
RULING = "ruling 410"
SECOND_IMPULSE = ("operations.second-impulse", "operations.second-combat")
"""The steps in which units exploit."""
_DID = {EXPLOITS: "exploited in the Second Impulse", DROPS: "dropped", LANDS: "landed"}
_BY = {EXPLOITS: "Supply Segment", DROPS: "Operations Segment", LANDS: "Supply Segment"}
"""The segment of the owner's next turn at whose end the link has to stand."""


def given(tx: Transaction[TheWar], units: Iterable[str], kind: str) -> None:
    """Units are in supply from now on, until their side's next player turn begins. What they did last counts. Who is
    out of supply as he exploits began so, and stays it (10.2.7)."""
    since = calendar.turn(tx.campaign)
    for key in units:
        if key in tx.campaign.units and not (kind == EXPLOITS and out(tx.campaign, key)):
            tx.put(f"graces.{key}", Grace(kind=kind, since=since), f"{_DID[kind]}: in supply", RULES[kind])


def out(campaign: TheWar, key: str) -> bool:
    """Whether a unit in play is out of supply."""
    return supply.level(campaign, key).level == supply.OUT


def exploiting(campaign: TheWar, power: str, units: Iterable[str]) -> tuple[str, ...]:
    """Those units of a power that exploit where they move now: ARM, MECH and CAV in their Second Impulse (10.2.4)."""
    now = campaign.progress.step.partition(".")[2] in SECOND_IMPULSE
    if not now or sides.must_be_phasing(campaign, power) is not None:
        return ()
    return tuple(key for key in units if campaign.units[key].kind in traits.SECOND_IMPULSE)


def of(campaign: TheWar, key: str) -> Grace | None:
    """The grace that a unit is in now, None where it is in none."""
    return supply.grace(campaign, key)


def refused(campaign: TheWar, units: Iterable[str]) -> Iterable[Refusal]:
    """Why units are not named as out of supply or on a limited source: they are in grace (12.3)."""
    by_kind: dict[tuple[str, str], list[str]] = {}
    for key in units:
        if (grace := of(campaign, key)) is not None:
            by_kind.setdefault((grace.kind, grace.since), []).append(key)
    for (kind, since), keys in by_kind.items():
        named, be = titles.units(campaign, keys), "are" if len(keys) > 1 else "is"
        when = calendar.spoken(since)
        reason = f"{named} {_DID[kind]} in {when} and {be} in supply until {_whose(campaign, keys[0])} next turn begins"
        hint = f"They may be named from the first check of that on; linked up by {_deadline(campaign, keys[0], kind)}."
        yield Refusal(f"{RULES[kind]}, {RULING}", reason, hint)


def _whose(campaign: TheWar, key: str) -> str:
    side = sides.side(campaign, campaign.units[key].power)
    return "the Axis'" if side == sides.AXIS else "the Allied"


def _deadline(campaign: TheWar, key: str, kind: str) -> str:
    """``the end of the Axis Supply Segment of Fall 1941``."""
    side = sides.side(campaign, campaign.units[key].power)
    last = calendar.label(calendar.number(campaign.graces[key].since) + 1)
    return f"the end of the {side.capitalize()} {_BY[kind]} of {calendar.spoken(last)}"


def duties(campaign: TheWar) -> Iterable[Duty]:
    """Who must be linked up by when, and to when beachheads are ports."""
    yield from _links_due(campaign)
    for marker in campaign.markers.values():
        if marker.kind == markers.BEACHHEAD and not markers.at(campaign, marker.place, (markers.PORT,)):
            yield _port_due(campaign, marker)


def _links_due(campaign: TheWar) -> Iterator[Duty]:
    together: dict[tuple[str, str, str], list[str]] = {}
    for key, grace in campaign.graces.items():
        if key in campaign.units:
            together.setdefault((campaign.units[key].power, grace.kind, grace.since), []).append(key)
    for (power, kind, _), keys in together.items():
        named, whose = titles.units(campaign, keys), wars.named(campaign, power)
        by = _deadline(campaign, keys[0], kind)
        yield Duty(f"{whose}: {named} {_DID[kind]}, in supply by themselves: linked up by {by}", RULES[kind])


def _port_due(campaign: TheWar, marker: Marker) -> Duty:
    whose, where = wars.named(campaign, marker.power), titles.where(campaign, marker.place)
    until = calendar.spoken(markers.last(marker))
    said = f"{whose}: a port for those at {where}, whose beachhead is one to the end of {until}"
    return Duty(said, "7.7.4, 12.5")


def end_turn(tx: Transaction[TheWar], power: str) -> None:
    """A turn ends: graces of units that are gone, and those of the turn before, are over."""
    now = calendar.now(tx.campaign)
    for key, grace in list(tx.campaign.graces.items()):
        if key not in tx.campaign.units or calendar.number(grace.since) < now:
            tx.remove(f"graces.{key}", "its grace is over", f"{RULES[grace.kind]}, {RULING}")
