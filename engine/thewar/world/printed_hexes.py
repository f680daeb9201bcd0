"""Places that go by the number of their hex as well: those whose number is printed, such as the Maginot Line (13.2.1).

Of all others the sketch of the map knows a hex that may be one off, and its number means what it says."""

from __future__ import annotations

from collections.abc import Mapping

from engine.thewar.world.state import TheWar

_NO_LAND = ("box", "strait")


def places(campaign: TheWar) -> Mapping[str, str]:
    """The ids of the places whose hex is printed, by its number. A battle, a siege, an installation or a marker that a
    campaign keeps under the number itself stays known by it."""
    built = (one.place for one in campaign.installations.values())
    lying = (marker.place for marker in campaign.markers.values())
    kept = {*campaign.engagements, *campaign.sieges, *built, *lying}
    named = {place.hex: key for key, place in campaign.places.items() if place.hex and place.kind not in _NO_LAND}
    return {number: key for number, key in named.items() if number not in kept}
