"""Boxes of strategic warfare and the bases from which naval units enter them (25.31, 25.5)."""

from __future__ import annotations

from functools import cache

from engine.kernel.tables import table
from engine.kernel.values import frozen
from engine.worldatwar.world import sides
from engine.worldatwar.world.state import Place, WorldAtWar

ATLANTIC, INDIAN, PACIFIC = BOXES = ("atlantic", "indian", "pacific")
"""The three boxes of strategic warfare at sea."""
WESTERN_PORT, MEDITERRANEAN_PORT = "western-port", "mediterranean-port"
"""Bases that stand for any port of their owner on a front."""


@frozen
class Base:
    """A base from which naval units enter boxes. ``who``: the owners that may use it. ``boxes``: where their units may
    go from it, ``axis_boxes``: where German and Italian ones may go besides. ``place`` must be theirs and operational,
    or any port on ``front``; a base with neither is a mapboard box and always open."""

    id: str
    name: str
    who: tuple[str, ...]
    boxes: tuple[str, ...]
    axis_boxes: tuple[str, ...] = ()
    place: str = ""
    front: str = ""

    def leads_to(self, owner: str) -> tuple[str, ...]:
        """The boxes that an owner's units may enter from here."""
        return (*self.boxes, *self.axis_boxes) if owner in ("germany", "italy") else self.boxes


@cache
def bases() -> dict[str, Base]:
    """Every base by its id."""
    rows = table("worldatwar", "bases")["base"]
    return {
        key: Base(
            key,
            row["name"],
            tuple(row["who"]),
            tuple(row["boxes"]),
            tuple(row.get("axis_boxes", ())),
            row.get("place", ""),
            row.get("front", ""),
        )
        for key, row in rows.items()
    }


def name(place: str) -> str:
    """What people call a box or base."""
    boxes = table("worldatwar", "bases")["box"]
    if place in boxes:
        return f"the {boxes[place]['name']}"
    base = bases().get(place)
    return base.name if base is not None else place.replace("-", " ")


def short(place: str) -> str:
    """The name of a box or base for narrow columns."""
    rows = table("worldatwar", "bases")
    row = rows["box"].get(place) or rows["base"].get(place)
    if row is None:
        return place.replace("-", " ").capitalize()
    return str(row.get("short") or row["name"].removeprefix("the ").removesuffix(" box"))


def held(campaign: WorldAtWar, who: str, place_id: str) -> bool:
    """Whether a power, an owner or a whole side ('axis', 'allied') controls a place."""
    place = campaign.places.get(place_id)
    return place is not None and _holds(campaign, who, place)


def _holds(campaign: WorldAtWar, who: str, place: Place) -> bool:
    """Whether a power, an owner or a whole side controls a place."""
    if not place.holder:
        return False
    if who in sides.HALVES:
        return place.holder in campaign.powers and campaign.powers[place.holder].side == who
    if place.holder == who:
        return True
    # The Western Allies use each other's ports, the European Axis likewise.
    return sides.faction(campaign, place.holder) == sides.faction(campaign, who)


def operational_port(campaign: WorldAtWar, who: str, *, front: str = "", place: str = "") -> bool:
    """Whether an owner or side controls an operational port: the one named, or any on a front."""
    if place:
        port = campaign.places.get(place)
        return port is not None and port.operational and _holds(campaign, who, port)
    return any(
        place_there.operational
        and place_there.ports
        and front in ("", place_there.front)
        and _holds(campaign, who, place_there)
        for place_there in campaign.places.values()
    )


def open_base(campaign: WorldAtWar, owner: str, base_id: str) -> bool:
    """Whether an owner's naval units may use a base now."""
    base = bases()[base_id]
    if owner not in base.who:
        return False
    if base.place or base.front:
        return operational_port(campaign, owner, front=base.front, place=base.place)
    return True


def supplied(campaign: WorldAtWar, who: str, *places: str) -> str:
    """The first of these places that an owner or side controls and fully supplies, '' where there is none (25.723)."""
    return next(
        (
            key
            for key in places
            if key in campaign.places and campaign.places[key].supplied and _holds(campaign, who, campaign.places[key])
        ),
        "",
    )
