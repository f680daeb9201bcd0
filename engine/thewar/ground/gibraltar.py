"""Attacks on Gibraltar: from Cordoba alone, with two units at the most, an INF or MOT among them (23.22)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel.refusals import Refusal
from engine.thewar.world import regions, titles, traits
from engine.thewar.world.state import TheWar

RULE = "23.22"
_FREE = ("para", "art")
"""What stacks in Cordoba besides the two."""
_FOOT = ("inf", "mot")


def attacked(campaign: TheWar, where: str, attackers: Sequence[str], *, by_sea: bool) -> Iterable[Refusal]:
    """Why units do not attack Gibraltar: from the sea nobody does; out of Cordoba come two, besides PARA and ART."""
    if where != regions.GIBRALTAR:
        return
    if by_sea:
        yield Refusal(RULE, "nobody lands at Gibraltar", "It is attacked from Cordoba, hex 2542, alone: 'attack'.")
        return
    units = {key: campaign.units[key] for key in attackers if key in campaign.units}
    ground = {key: unit for key, unit in units.items() if traits.category(unit) == "ground"}
    counted = [key for key, unit in ground.items() if unit.kind not in _FREE]
    if len(counted) > regions.IN_CORDOBA:
        reason = f"{len(counted)} units attack Gibraltar ({titles.units(campaign, counted)})"
        yield Refusal(RULE, reason, f"{regions.IN_CORDOBA} stack in Cordoba, PARA and ART besides.")
    far = [key for key in counted if not _beside(campaign, ground[key].place)]
    if far:
        at = titles.where(campaign, ground[far[0]].place)
        stands = "stand" if len(far) > 1 else "stands"
        reason = f"{titles.units(campaign, far)} {stands} at {at}, and Gibraltar is attacked from Cordoba alone"
        yield Refusal(RULE, reason, "'station cordoba' where they have come there, or 'station board'.")
    if ground and not any(unit.kind in _FOOT for unit in ground.values()):
        yield Refusal(RULE, "no INF or MOT is among those that attack Gibraltar", "One of the two is.")


def _beside(campaign: TheWar, where: str) -> bool:
    """Whether a unit may be in Cordoba: it is recorded there, or only somewhere on the board."""
    place = campaign.places.get(where)
    return place is None or place.hex == regions.CORDOBA
