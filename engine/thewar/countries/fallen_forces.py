"""What becomes of the forces of a Major Power that surrenders (17.3, 18.5.3, 18.5.5, 19.2, 20.4, 21.1)."""

from __future__ import annotations

from collections.abc import Collection

from engine.kernel.transaction import Transaction
from engine.thewar.economy import fallen
from engine.thewar.world import forces, patrols, wars
from engine.thewar.world.state import TheWar


def removed(tx: Transaction[TheWar], keys: Collection[str], why: str, rule: str) -> None:
    """Units leave the game for good: no force pool has them any more."""
    patrols.leave(tx, tuple(keys), why, rule)
    for key in keys:
        forces.keep_serial(tx, key)
        tx.remove(f"units.{key}", why, rule)


def unbuilt(tx: Transaction[TheWar], power: str, why: str, rule: str) -> None:
    """What a power has not built is lost: its force pools, what was to join them, ships under construction, ratings
    that were being raised."""
    campaign = tx.campaign
    for key, pool in campaign.pools.items():
        if pool.power == power:
            for part in ("count", "lost", "oos"):
                if getattr(pool, part):
                    tx.set(f"pools.{key}.{part}", 0, why, rule)
    for name in ("additions", "slips", "programmes"):
        for key in [key for key, one in getattr(campaign, name).items() if one.power == power]:
            tx.remove(f"{name}.{key}", why, rule)


def gone(tx: Transaction[TheWar], power: str, rule: str) -> None:
    """All units of a power are out of the game, in play and in the pools (19.2, 20.4, 21.1)."""
    why = f"{wars.named(tx.campaign, power)} surrenders"
    removed(tx, tuple(forces.units_of(tx.campaign, power)), why, rule)
    unbuilt(tx, power, why, rule)


def british(tx: Transaction[TheWar]) -> None:
    """British units in the British Isles are out of the game; those elsewhere are the Empire's, where there is one
    (17.3, ruling 352). What nobody has said the place of stands in the Isles."""
    campaign, why = tx.campaign, "Britain surrenders"
    ours = forces.units_of(campaign, "britain")
    abroad = [key for key, unit in ours.items() if _abroad(campaign, unit.place)]
    if fallen.EMPIRE not in campaign.countries:
        abroad = []
    removed(tx, [key for key in ours if key not in abroad], why, "17.3")
    for key in abroad:
        tx.set(f"units.{key}.power", fallen.EMPIRE, why, "17.3, ruling 352")
    unbuilt(tx, "britain", why, "17.3")


def _abroad(campaign: TheWar, key: str) -> bool:
    place = campaign.places.get(key)
    return place is not None and place.country not in ("", "britain", "ireland")
