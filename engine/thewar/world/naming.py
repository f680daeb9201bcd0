"""The kinds of names that orders of The War take: ids of what the campaign has. What is none of them is refused
whatever is overruled; a hex, a Sea Area or a battle is called as the players like, and stays a plain name."""

from __future__ import annotations

from engine.kernel.grammar import key, keys, keys_or_none

POWER, COUNTRY, OWNER = key("powers"), key("countries"), key("powers", "countries")
PLACE, PLACE_OR_NONE = key("places"), key("places", also=("none",))
UNIT, UNITS, UNITS_OR_NONE = key("units"), keys("units"), keys_or_none("units")
SHIPMENT, SLIP, INSTALLATION = key("shipments"), key("slips"), key("installations")


def counted(number: int, singular: str, plural: str = "") -> str:
    """``1 raider``, ``2 raiders``; a name that is no word, such as ASW, stays as it is."""
    return f"{number} {singular if number == 1 else plural or singular}"
