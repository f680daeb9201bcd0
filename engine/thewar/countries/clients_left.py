"""What becomes of the minor countries that leaned to a Major Power as it surrenders: whom their own rule names takes
them, and France loses all it had (18.5.8, 23.40, ruling 320)."""

from __future__ import annotations

from engine.kernel.transaction import Transaction
from engine.thewar.countries.statuses import become
from engine.thewar.world import minors, wars
from engine.thewar.world.state import TheWar

FRANCE, BRITAIN = "france", "britain"
RULE = "18.5.8, ruling 320"


def left(tx: Transaction[TheWar], who: str) -> None:
    """A Major Power surrenders. France's clients by diplomacy are neutral at once; one that was invaded fights on
    beside Britain, or for nobody where Britain has fallen too."""
    why = f"{wars.named(tx.campaign, who)} surrenders"
    for key, land in list(tx.campaign.countries.items()):
        if land.patron != who or land.status == "conquered":
            continue
        heir = str(minors.row(key).get("heir", ""))
        if heir and land.status == "satellite":
            if wars.standing(tx.campaign, heir):
                become(tx, key, "satellite", heir, why, minors.rule(key))
        elif who == FRANCE:
            invaded = land.status == "satellite" and minors.was_attacked(tx.campaign, key)
            if invaded and wars.standing(tx.campaign, BRITAIN):
                become(tx, key, "satellite", BRITAIN, why, RULE)
            else:
                become(tx, key, "neutral", "", why, RULE)
