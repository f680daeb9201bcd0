"""Who has to leave a country that does not take him any more since its status fell (16.3.3, ruling 319)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.sheets.ledger import Duty
from engine.thewar.world import guests, titles, wars
from engine.thewar.world.state import TheWar

RULE = "16.3.3, ruling 319"


def duties(campaign: TheWar) -> Iterable[Duty]:
    """Units that are still recorded where they are no guests any more: they leave in their owner's next player turn;
    from its end on they are out of supply."""
    for country, keys in guests.overstaying(campaign).items():
        name = wars.named(campaign, country)
        for owner in dict.fromkeys(campaign.units[key].power for key in keys):
            mine = [key for key in keys if campaign.units[key].power == owner]
            who = f"{titles.units(campaign, mine)} of {wars.named(campaign, owner)}"
            late = guests.cut_off(campaign, mine[0])
            does = "has not left and is out of supply" if late else "has to leave in its player turn"
            yield Duty(f"{who} in {name}: {does}, as {name} takes it no more", RULE)
