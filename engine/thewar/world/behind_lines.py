"""The British Commando behind the enemy's lines: which it is, in which country, and what holds while it is there (2.6,
25.4)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.thewar.world import titles, wars
from engine.thewar.world.state import TheWar

RAIDER, RAIDED = "commando-raider", "commando-in"
"""The facts of the Commando behind the lines, by its id, and of the country that it is in (2.6)."""
PARTISANS = 2
"""What it takes off the die of Allied partisans (2.6, 25.4)."""


def raider(campaign: TheWar) -> str:
    """The Commando that was dropped into a country that Germany holds, by id; '' for none (2.6)."""
    key = str(campaign.facts.get(RAIDER, ""))
    return key if key in campaign.units else ""


def raided(campaign: TheWar) -> str:
    """The country in which it is, '' where none is behind the lines (2.6)."""
    return str(campaign.facts.get(RAIDED, "")) if raider(campaign) else ""


def where(campaign: TheWar) -> str:
    """The name of the country that it is in, '' where none is behind the lines (2.6)."""
    land = raided(campaign)
    return "Bohemia" if land == "bohemia" else wars.named(campaign, land) if land else ""


def forget(tx: Transaction[TheWar], why: str) -> None:
    """No Commando is behind the lines any more."""
    for fact in (RAIDER, RAIDED):
        if tx.campaign.facts.get(fact):
            tx.put(f"facts.{fact}", "", why, "2.6")


def stays(campaign: TheWar, keys: Iterable[str]) -> Iterable[Refusal]:
    """Why the Commando goes nowhere else: it is behind the lines, and is flown out with a die (2.6)."""
    if (key := raider(campaign)) in tuple(keys) and key:
        reason = f"{titles.units(campaign, (key,))} is behind the enemy's lines"
        yield Refusal("2.6", reason, "'britain exfiltrate' flies it out, with a die.")


def end_turn(tx: Transaction[TheWar], power: str) -> None:
    """The turn ends: a Commando that is lost, or whose country Germany has lost, is not behind the lines any more."""
    land = tx.campaign.countries.get(str(tx.campaign.facts.get(RAIDED, "")))
    freed = land is not None and (land.status, land.patron) != ("conquered", "germany")
    if tx.campaign.facts.get(RAIDER) and (freed or not raider(tx.campaign)):
        forget(tx, "not behind the lines any more")


def told(campaign: TheWar) -> Iterable[str]:
    """What the Commando does to the rolls of Allied partisans (2.6, 25.4)."""
    if land := where(campaign):
        yield f"{-PARTISANS:+d} on the Western roll against Germany: the British Commando is in {land} (2.6, 25.4)."
