"""What a fallen Major Power is worth, and to whom (14.6, 17.3, 18.5.1, 18.8)."""

from __future__ import annotations

from engine.thewar.world import wars
from engine.thewar.world.state import TheWar

FRANCE_HOME, VICHY, ALSACE = 85, 12, 4
"""NARFs of France without its colonies, of Vichy's part of it, of Alsace-Lorraine (14.6, 23.5, ruling 87)."""
BRITISH_ISLES = 120
"""What conquered Britain is worth (17.3)."""
FRANCE, VICHY_FRANCE = "occupied-france", "vichy-france"
INDUSTRY, INDUSTRY_WORTH = ("paris", "calais", "sedan"), 20
"""The industrial centers of Occupied France, which yield Germany nothing once it has attacked the Soviets (14.6)."""
VICHY_MAINLAND, VICHY_OVERSEAS, CORSICA = ("vichy", "lyons", "marseilles"), ("ajaccio", "dakar"), "corsica"
"""What of mainland France, and what beyond it without a die of its own, is Vichy's (18.5.1, 18.5.4)."""
ALSACE_LORRAINE, RULING = "alsace-lorraine", "ruling 490"
"""The province that is counted apart from Occupied France, and by what the lands of a fallen power are divided where
the rulebook is silent."""
FREE_FRENCH, RISE = "britain-inf-2-5-free-french", "Free French"
"""The pool of the INF that Britain has when France falls (18.5.4)."""
ITALY, EMPIRE = "italy", "british-empire"
"""The Satellite of the U.S. that is left where Britain falls before France (17.3)."""
NORTH, NORTH_WORTH = "northern-italy", 40
"""The five cities of the north as one (19.3)."""
RESIDUE = ("naples", "zara")
"""Parts of Italy that are paid within the north and the rest once it has fallen (ruling 88)."""


def occupied(power: str) -> str:
    """The id of the holding that stands for a fallen Major Power."""
    return f"occupied-{power}"


def keeper(campaign: TheWar, power: str) -> str:
    """In whose level a Major Power's home stands: its own, that of who holds it since its fall, '' for nobody's."""
    if power not in campaign.powers or not campaign.powers[power].surrendered:
        return power
    held = campaign.holdings.get(occupied(power))
    return held.holder if held is not None and held.holder in campaign.powers else ""


def taken_from(campaign: TheWar, place: str, who: str) -> bool:
    """Whether the other side's power holds a place of what somebody keeps."""
    holder = campaign.powers.get(campaign.places[place].holder)
    if holder is None or campaign.places[place].holder == campaign.places[place].country:
        return False
    return holder.side != campaign.powers[who].side


def industry_idle(campaign: TheWar) -> bool:
    """Whether Occupied France's centers yield nothing: Germany holds it and has attacked the Soviet Union (14.6)."""
    held = campaign.holdings.get(FRANCE)
    return held is not None and held.holder == "germany" and wars.germany_attacked_east(campaign)


def idle(campaign: TheWar, place: str) -> bool:
    """Whether a place is an idle industrial center of Occupied France, so that its loss costs Germany nothing more."""
    return place in INDUSTRY and industry_idle(campaign)


def yields_nothing(campaign: TheWar, place: str, holder: str) -> bool:
    """Whether a place is an industrial center that Germany still holds after a liberation of France: it yields Germany
    nothing then either, and its loss costs nothing (14.6, ruling 247)."""
    return place in INDUSTRY and holder == "germany" and wars.germany_attacked_east(campaign)


def worth(campaign: TheWar, power: str, *, vichy: bool, alsace: bool) -> int:
    """What a Major Power that falls now brings its conqueror each Spring, in NARFs: Britain the Isles, France less
    Vichy and less Alsace-Lorraine where that is annexed or taken, others their base (14.6, 17.3)."""
    if power == "britain":
        return BRITISH_ISLES
    if power == "france":
        province = campaign.holdings.get(ALSACE_LORRAINE)
        taken = province is not None and province.holder != "france"
        return FRANCE_HOME - VICHY * vichy - ALSACE * (alsace or taken)
    return campaign.powers[power].base
