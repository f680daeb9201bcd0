"""What a power has built, upgraded or placed this turn, where a limit or a screen counts it (15.1.6.2), and what else
of a turn's limits is used: SMPs, railmoves, Fleets, grants, chits."""

from __future__ import annotations

from functools import lru_cache

from engine.kernel.transaction import Transaction
from engine.thewar.world.state import Built, TheWar, Used

RESERVES, RESERVES_CHIT = "reserves", "reserves-chit"
"""Markers placed in Reserve, and the chit that adds one (9.9.1): no units that have to be placed on the board."""

UPGRADE = "upgrade-"
"""Before a group: how many of it were upgraded."""
AT_SUEZ, FOR_NOTHING = "at-suez", "free-units"
"""Units built in Suez (15.2.2), and Soviet ones mobilized for nothing (21.7.1)."""

SMPS, RAILMOVES, UNITS = "half-smps", "railmoves", "units"
"""Limits that a turn's moves use: SMPs in halves, of a purse's part (8.0); railmoves, also of a Satellite (9.1.2);
units of a Satellite that move strategically (8.6)."""
CARRYING, MOVED = "fleets", "ships-moved"
"""Fleets that have carried something, and ships that have moved, that nobody has named (7.0, 8.3.2)."""
GRANTS, ARRIVED, TAKEN_DOWN = "grants", "grants-arrived", "taken-down"
"""NARFs granted to another (14.8.1), those that have reached him (ruling 351), and
installations of a kind that a power has taken down itself (11.1.2)."""
NAMES, SPIES, VARIANT = "targets-named", "spied", "variant-roll"
"""Targets of diplomacy that a power has named, or what it did in place of that (3.3)."""
ESPIONAGE, COUNTER_ESPIONAGE = "espionage-played", "counter-espionage-played"
"""Chits that an alliance has played on a target (16.1.7.3)."""


@lru_cache(maxsize=4096)
def _key(power: str, name: str) -> str:
    return Built(power=power, what=name, count=0).address


def built(campaign: TheWar, power: str, name: str) -> int:
    """How many of a group, or of what is counted under a name of its own, a power has built this turn."""
    record = campaign.built.get(_key(power, name))
    return record.count if record is not None else 0


def count(tx: Transaction[TheWar], power: str, name: str, more: int, why: str, rule: str) -> None:
    """Count so many more as built, upgraded or placed this turn."""
    now = Built(power=power, what=name, count=built(tx.campaign, power, name) + more)
    tx.put(f"built.{_key(power, name)}", now, why, rule)


@lru_cache(maxsize=4096)
def _of_limit(power: str, what: str, of: str) -> str:
    return Used(power=power, what=what, of=of, count=0).address


def used(campaign: TheWar, power: str, what: str, of: str = "") -> int:
    """How much of a limit is used this turn (see Used)."""
    tally = campaign.used.get(_of_limit(power, what, of))
    return tally.count if tally is not None else 0


def use(tx: Transaction[TheWar], power: str, what: str, more: int, why: str, rule: str, *, of: str = "") -> None:
    """Record that so much more of a limit is used."""
    if more:
        now = Used(power=power, what=what, of=of, count=used(tx.campaign, power, what, of) + more)
        tx.put(f"used.{_of_limit(power, what, of)}", now, why, rule)


def unused(tx: Transaction[TheWar], power: str) -> None:
    """The turn ends for a power: it has used nothing of its limits, and neither have its Satellites."""
    used = tx.campaign.used
    # What is used is nearly always a Major Power's, and few have used many limits.
    owners = {tally.power for tally in used.values()}
    ending = {owner for owner in owners if _ends_with(tx.campaign, owner) in ("", power)}
    for key in [key for key, tally in used.items() if tally.power in ending] if ending else ():
        tx.remove(f"used.{key}", "end of the turn", "8.0")


def _ends_with(campaign: TheWar, owner: str) -> str:
    """The power with whose turn that of an owner of units ends: a Major Power's own, a minor country's with its
    patron's; '' for one that has none any more, whose turn ends with the first."""
    if owner in campaign.powers:
        return owner
    land = campaign.countries.get(owner)
    return land.patron if land is not None and land.patron in campaign.powers else ""


def clear(tx: Transaction[TheWar], power: str) -> None:
    """At the end of the turn, remove what a power's tallies have counted."""
    for key in [key for key, record in tx.campaign.built.items() if record.power == power]:
        tx.remove(f"built.{key}", "end of the turn", "15.1.6.2")
