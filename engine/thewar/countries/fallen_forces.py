"""What becomes of the forces of a Major Power that surrenders (17.3, 18.5.3, 18.5.5, 19.2, 20.4, 21.1)."""

from __future__ import annotations

from collections.abc import Collection

from engine.kernel.transaction import Transaction
from engine.thewar.economy import fallen
from engine.thewar.world import forces, markers, patrols, task_forces
from engine.thewar.world.state import TheWar

GONE = "its power surrenders"
"""The reason recorded for what leaves the game with its power."""
TO_EMPIRE = "Britain surrenders"
"""And for British units abroad, which the Empire has then."""


def removed(tx: Transaction[TheWar], keys: Collection[str], rule: str) -> None:
    """Units leave the game for good: no force pool has them any more."""
    patrols.leave(tx, tuple(keys), GONE, rule)
    for key in keys:
        forces.keep_serial(tx, key)
        tx.remove(f"units.{key}", GONE, rule)
        task_forces.leave(tx, key, GONE)


def unbuilt(tx: Transaction[TheWar], power: str, rule: str) -> None:
    """What a power has not built is lost: its force pools, what was to join them, ships under construction, ratings
    that were being raised."""
    campaign = tx.campaign
    for key, pool in campaign.pools.items():
        if pool.power == power:
            for part in ("count", "lost", "oos"):
                if getattr(pool, part):
                    tx.set(f"pools.{key}.{part}", 0, GONE, rule)
    for name in ("additions", "slips", "programmes"):
        for key in [key for key, one in getattr(campaign, name).items() if one.power == power]:
            tx.remove(f"{name}.{key}", GONE, rule)


def laid(tx: Transaction[TheWar], power: str, rule: str, *, heir: str = "") -> None:
    """Fortifications, airbases and markers of a power are gone with its units; those abroad are an ``heir``'s (ruling
    491), but for those of an effort that it has bought itself. Of hexes that it was said to hold the map tells by their
    land again."""
    campaign = tx.campaign
    for key in [key for key, hold in campaign.hex_holds.items() if hold.power == power]:
        tx.remove(f"hex_holds.{key}", GONE, rule)
    for name in ("installations", "markers"):
        for key, built in list(getattr(campaign, name).items()):
            if built.power != power:
                continue
            bought = name == "markers" and built.kind in markers.EFFORTS
            if heir and not bought and _abroad(campaign, built.place):
                tx.set(f"{name}.{key}.power", heir, GONE, rule)
            else:
                tx.remove(f"{name}.{key}", GONE, rule)


def gone(tx: Transaction[TheWar], power: str, rule: str) -> None:
    """All units of a power are out of the game, in play and in the pools (19.2, 20.4, 21.1)."""
    removed(tx, tuple(forces.units_of(tx.campaign, power)), rule)
    laid(tx, power, rule)
    unbuilt(tx, power, rule)


def british(tx: Transaction[TheWar]) -> None:
    """British units in the British Isles are out of the game; those elsewhere are the Empire's, where there is one
    (17.3, ruling 352). What nobody has said the place of stands in the Isles."""
    campaign = tx.campaign
    ours = forces.units_of(campaign, "britain")
    heir = fallen.EMPIRE if fallen.EMPIRE in campaign.countries else ""
    abroad = [key for key, unit in ours.items() if heir and _abroad(campaign, unit.place)]
    removed(tx, [key for key in ours if key not in abroad], "17.3")
    for key in abroad:
        tx.set(f"units.{key}.power", heir, TO_EMPIRE, "17.3, ruling 352")
    laid(tx, "britain", "17.3, ruling 491", heir=heir)
    unbuilt(tx, "britain", "17.3")


def _abroad(campaign: TheWar, key: str) -> bool:
    place = campaign.places.get(key)
    return place is not None and place.country not in ("", "britain", "ireland")
