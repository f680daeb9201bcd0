"""Units that leave a place because the enemy takes it: where they go only the board shows (10.4, 11.1.2)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.sheets.ledger import Duty
from engine.kernel.transaction import Transaction
from engine.thewar.combat.stacking import BOARD
from engine.thewar.world import caps, titles, traits, wars
from engine.thewar.world.state import TheWar


def leave(tx: Transaction[TheWar], keys: Iterable[str], why: str, rule: str) -> None:
    """Units are somewhere on the board from now on; who was in North Africa still is."""
    for key in keys:
        unit = tx.campaign.units.get(key)
        if unit is not None and unit.place in tx.campaign.places:
            came = unit.place
            tx.set(f"units.{key}.place", BOARD, why, rule)
            caps.moved(tx, (key,), came, why)


def stranded(campaign: TheWar) -> dict[str, tuple[str, ...]]:
    """The aircraft that are recorded in a place which an enemy holds, by the place."""
    found: dict[str, list[str]] = {}
    for key, unit in campaign.units.items():
        place = campaign.places.get(unit.place)
        if place is not None and traits.category(unit) == "air" and wars.hostile(campaign, place.holder, unit.power):
            found.setdefault(unit.place, []).append(key)
    return {where: tuple(keys) for where, keys in found.items()}


def duties(campaign: TheWar) -> Iterable[Duty]:
    """Aircraft whose base was taken: they fly to another, Depleted where no ground unit stood by (11.1.2)."""
    for where, keys in stranded(campaign).items():
        whose = wars.named(campaign, campaign.units[keys[0]].power)
        base = titles.units(campaign, keys)
        at, holder = titles.where(campaign, where), wars.named(campaign, campaign.places[where].holder)
        yield Duty(f"{base} of {whose} bases at {at}, which {holder} has taken: 'base-lost' takes it away", "11.1.2")
