"""Who fights far from where he is recorded has marched there without an order: his record goes (9.2, 9.6, ruling 608).

Nobody has to say it. Near the place it stands, for he attacks out of his own hex.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.transaction import Transaction
from engine.thewar.world import caps, traits, whereabouts
from engine.thewar.world.state import Engagement, TheWar

RULE = "9.2, ruling 608"
BOARD = "board"
NEXT = 1
"""How far from the hex that it attacks a ground unit stands (10.0)."""
FROM_THE_SEA = "beach-assault"
"""The terrain of an attack from the sea (10.6.2)."""
_DROP = ("para", "cdo")
"""Kinds that may have come through the air, from their base."""


def _far(campaign: TheWar, engagement: Engagement, where: str) -> Iterable[str]:
    """The attackers on the ground that are recorded in places that surely do not lie beside the hex; nobody who comes
    from the sea or may drop."""
    if engagement.ships or engagement.wave or FROM_THE_SEA in engagement.terrain:
        return
    for key in engagement.attackers:
        unit = campaign.units.get(key)
        if unit is None or unit.kind in _DROP or traits.category(unit) != "ground" or unit.place == where:
            continue
        place = campaign.places.get(unit.place)
        if place is None or place.kind == "box":
            continue
        here, there = whereabouts.spot(campaign, unit.place), whereabouts.spot(campaign, where)
        if here is not None and there is not None and whereabouts.apart(here, there) > NEXT:
            yield key


def record(tx: Transaction[TheWar], engagement: Engagement, where: str) -> None:
    """As the battle is fought: who is too far away is somewhere on the board. In North Africa he is still in it."""
    for key in tuple(_far(tx.campaign, engagement, where)):
        came = tx.campaign.units[key].place
        tx.set(f"units.{key}.place", BOARD, "it has marched to its battle", RULE)
        caps.moved(tx, (key,), came, "it has marched to its battle")
