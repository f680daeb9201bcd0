"""Who is recorded in a box off the map comes out of it by strategic movement alone (8.8, 8.8.1 to 8.8.9): ships and
aircraft sail and fly from the two boxes of the north, and the United States lands straight from its own."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Refusal
from engine.thewar.world import forces, titles, traits
from engine.thewar.world.state import TheWar

NORTHERN = ("narvik-box", "murmansk-box")
"""The boxes that lie on Sea Areas: ships sail there, and aircraft base there (8.8.7, 8.8.8)."""
_INDIA, _EAST_AFRICA, _URALS = "india-box", "italian-east-africa-box", "urals-box"
_RULES = {
    "azores-box": "8.8.1",
    _URALS: "8.8.2",
    "us-box": "8.8.3",
    "south-africa-box": "8.8.4",
    _INDIA: "8.8.5",
    _EAST_AFRICA: "8.8.6",
    "murmansk-box": "8.8.7",
    "narvik-box": "8.8.8",
    "canada-box": "8.8.9",
}
_ENDS = {_INDIA: "suez', or to basra.", "south-africa-box": "suez', basra or abadan."}


def stays(campaign: TheWar, keys: Iterable[str], to: str = "") -> Iterable[Refusal]:
    """Why units are not simply somewhere else, nor act there: they are in a box. ``to``: where they are to be, where
    the campaign knows it; ships and aircraft of the northern boxes sail and fly out of them."""
    boxed: dict[str, list[str]] = {}
    for key in keys:
        unit = campaign.units.get(key)
        place = campaign.places.get(unit.place) if unit is not None else None
        if unit is None or place is None or place.kind != "box" or unit.place == to:
            continue
        if unit.place in NORTHERN and traits.category(unit) != "ground":
            continue
        if unit.place in _RULES:
            boxed.setdefault(unit.place, []).append(key)
    for box, there in boxed.items():
        verb = "comes" if len(there) == 1 else "come"
        reason = (
            f"{titles.units(campaign, there)} {verb} out of the {titles.where(campaign, box)} by strategic movement"
        )
        yield Refusal(_RULES[box], f"{reason} alone", _by(campaign, there[0], box))


def _by(campaign: TheWar, key: str, box: str) -> str:
    """The order that takes a unit out of a box."""
    unit = campaign.units[key]
    if (box, unit.power) == (_EAST_AFRICA, "italy"):
        return "'italy free-garrison' once Alexandria and Suez are the Axis'."
    by_sea = {"ground": "sealift", "air": "sealift-air"}.get(traits.category(unit), "naval")
    kind = {"ground": "ground", "air": "air"}.get(traits.category(unit), by_sea) if box == _URALS else by_sea
    end = _ENDS.get(box, "PLACE'.")
    return f"'{unit.power} stratmove {kind} group={forces.group_of(unit)} origin={box} to={end}"
