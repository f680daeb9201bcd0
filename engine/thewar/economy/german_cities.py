"""The cities of Germany and Bohemia as bombers and oil plants look for them (24.1, 29.10). A city that the campaign
does not list is the board's to show."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Refusal
from engine.thewar.world.state import Place, TheWar


def shown(campaign: TheWar, city: str) -> str:
    """A city's name; one that the campaign does not list has the name that was typed."""
    place = campaign.places.get(city)
    return place.name if place is not None else city.replace("-", " ").title()


def no_city(place: Place | None) -> Iterable[Refusal]:
    """Why a place is no city of Germany or Bohemia; nothing against one that is not listed."""
    if place is None:
        return
    if place.country != "germany" or place.kind not in ("city", "port"):
        yield Refusal("29.10", f"{place.name} is no city of Germany or Bohemia")
    elif place.holder != "germany":
        yield Refusal("29.10", f"{place.name} is not German any more")


def with_industry(campaign: TheWar, city: str) -> bool:
    """Whether a listed place is one of the cities with an Industry marker (29.10)."""
    place = campaign.places[city]
    return not any(True for _ in no_city(place)) and "east-prussia" not in place.tags
