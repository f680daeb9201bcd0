"""What does not fit together in what stands in a campaign: turns, ids, powers, units and places. A rule that the table
has broken by a ruling is no fault."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.kernel import seasons
from engine.kernel.grammar import ID
from engine.kernel.ruleset import Fault
from engine.worldatwar.world import editions, fronts, sides
from engine.worldatwar.world.state import Group, Pool, WorldAtWar

PLACE_KINDS = ("port", "city", "area", "box", "oil-center", "synthetic", "ic", "base")


def faults(campaign: WorldAtWar) -> Iterable[Fault]:
    """Everything in a campaign that does not fit together, each with its path."""
    yield from _turns(campaign)
    yield from _ids(campaign)
    yield from _options(campaign)
    yield from _units(campaign)
    yield from _places(campaign)


def _turns(campaign: WorldAtWar) -> Iterable[Fault]:
    """Turn labels that cannot be read, and wars that name no two powers."""
    dated = [("first", campaign.first), ("last", campaign.last)]
    dated += [(f"wars.{key}.since", war.since) for key, war in campaign.wars.items()]
    for at, label in dated:
        try:
            seasons.number(label)
        except seasons.BadTurn as bad:
            yield Fault(at, str(bad))
            return
    if seasons.number(campaign.last) < seasons.number(campaign.first):
        yield Fault("last", "the last turn comes before the first")
    for key, war in campaign.wars.items():
        if not set(war.names) <= campaign.powers.keys():
            yield Fault(f"wars.{key}", "it names no two powers", "25.66")


def _ids(campaign: WorldAtWar) -> Iterable[Fault]:
    """Ids with wrong signs, unknown powers and sides, and powers that nobody commands."""
    for name in ("powers", "groups", "pools", "places", "ships", "bases", "facts", "research"):
        for key in getattr(campaign, name):
            if not ID.match(key):
                yield Fault(f"{name}.{key}", "an id has small letters, digits and single hyphens")
    for key, power in campaign.powers.items():
        if key not in sides.POWERS:
            yield Fault(f"powers.{key}", "is no power of this game")
        if power.side not in sides.HALVES:
            yield Fault(f"powers.{key}.side", f"'{power.side}' is neither axis nor allied")
        if key not in campaign.seats:
            yield Fault(f"seats.{key}", "no seat commands this power")


def _options(campaign: WorldAtWar) -> Iterable[Fault]:
    """An edition that does not exist."""
    chosen = campaign.options.get("edition", editions.NAMES[0])
    if chosen not in editions.NAMES:
        yield Fault("options.edition", f"'{chosen}' is no edition; there are {', '.join(editions.NAMES)}")


def _units(campaign: WorldAtWar) -> Iterable[Fault]:
    """Groups and pools with unknown owners or places, or with less than no factors."""
    owners = (*campaign.powers, sides.WESTERN)
    places = fronts.places()
    counted: tuple[tuple[str, Mapping[str, Group | Pool]], ...] = (
        ("groups", campaign.groups),
        ("pools", campaign.pools),
    )
    for name, mapping in counted:
        for key, units in mapping.items():
            if units.owner not in owners:
                yield Fault(f"{name}.{key}.owner", f"there is no owner '{units.owner}'", "24.3")
            if units.count < 0:
                yield Fault(f"{name}.{key}.count", "fewer than no factors", "24.2")
    for key, group in campaign.groups.items():
        if group.place not in places:
            yield Fault(f"groups.{key}.place", f"there is no box, base or front '{group.place}'", "24.5")


def _places(campaign: WorldAtWar) -> Iterable[Fault]:
    """Places that name what does not exist, or whose defences cannot be."""
    for key, place in campaign.places.items():
        if place.kind not in PLACE_KINDS:
            yield Fault(f"places.{key}.kind", f"'{place.kind}' is no kind of place")
        if place.holder and place.holder not in campaign.powers:
            yield Fault(f"places.{key}.holder", f"there is no power '{place.holder}'")
        if place.front not in ("", *fronts.FRONTS):
            yield Fault(f"places.{key}.front", f"there is no front '{place.front}'", "26.21")
        if place.within and (place.within not in campaign.places or campaign.places[place.within].within):
            yield Fault(f"places.{key}.within", f"'{place.within}' is no place with a hex of its own", "26.72")
        if not 0 <= place.fortification <= 2 or min(place.flak, place.airbases, place.damage) < 0:
            yield Fault(f"places.{key}", "its defences do not fit", "26.461A")
