"""Firestorms: where they may be made, their political effects, and when their markers leave (26.8)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel import seasons
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.transaction import Transaction
from engine.worldatwar.world import sides
from engine.worldatwar.world.state import Firestorm, WorldAtWar

FIRESTORM = "firestorm"
AT_ONCE = 25
"""BRPs of damage to a hex in one turn that make a firestorm (26.81)."""
COUNTRIES = ("germany", "japan", "britain")
RUSSIAN = ("vladivostok", "irkutsk")
"""Russian cities that count like those with ICs (26.82A)."""
YEARS_KEPT = 2
"""In the Spring of which year after that of the firestorm its marker may first be removed (26.85A)."""


def eligible(campaign: WorldAtWar, hex_id: str) -> Iterable[Refusal]:
    """Why no firestorm can be made in a hex (26.82); nothing where one can."""
    place = campaign.places[hex_id]
    russian = place.country == "russia" and (place.kind == "ic" or hex_id in RUSSIAN)
    if not place.city or not (place.country in COUNTRIES or russian):
        yield Refusal(
            "26.82A", f"{place.name} is no city for a firestorm", "German, Japanese, British; Russian with ICs."
        )
    if place.firestorm or place.atomic:
        what = "a firestorm marker" if place.firestorm else "an atomic attack marker"
        yield Refusal("26.82B", f"{place.name} has {what} already")


def burn(tx: Transaction[WorldAtWar], hex_id: str, faction: str) -> None:
    """Make a firestorm: lay its marker, lower the owner's surrender or resistance level, and note the DP of the faction
    that made it (26.83)."""
    turn = seasons.turn(tx.campaign)
    owner = tx.campaign.places[hex_id].country
    tx.set(f"places.{hex_id}.firestorm", turn, FIRESTORM, "26.81")
    if owner in tx.campaign.powers:
        tx.add(f"powers.{owner}.resolve", -1, FIRESTORM, "26.83A")
    fire = Firestorm(place=hex_id, faction=faction, turn=turn)
    tx.create(f"firestorms.{hex_id}-{turn}", fire, FIRESTORM, "26.83B")


def remove(tx: Transaction[WorldAtWar], hex_id: str, why: str, rule: str) -> None:
    """Take a firestorm marker away; the level that it lowered rises again (26.83A, ruling 215)."""
    place = tx.campaign.places[hex_id]
    if not place.firestorm:
        return
    tx.set(f"places.{hex_id}.firestorm", "", why, rule)
    if place.country in tx.campaign.powers:
        tx.add(f"powers.{place.country}.resolve", 1, why, rule)


def dps(campaign: WorldAtWar, faction: str) -> Breakdown:
    """The DPs that a faction gets from its firestorms of this year and the last (26.83B)."""
    year = seasons.year(campaign)
    return Breakdown(
        tuple(
            Line(f"firestorm on {campaign.places[storm.place].name}, {seasons.spoken(storm.turn)}", 1, "26.83B")
            for storm in campaign.firestorms.values()
            if storm.faction == faction and seasons.number(storm.turn) // 4 in (year - 1, year)
        )
    )


def removable_from(turn: str) -> int:
    """The year from whose Spring on the marker of a firestorm may be removed (26.85A)."""
    return seasons.number(turn) // 4 + YEARS_KEPT


def removable(campaign: WorldAtWar, power: str) -> tuple[str, ...]:
    """The hexes whose firestorm markers a power may remove now, the oldest marker first."""
    faction = sides.faction(campaign, power)
    dated = [
        (seasons.number(place.firestorm), key)
        for key, place in campaign.places.items()
        if place.firestorm
        and place.holder
        and sides.faction(campaign, place.holder) == faction
        and seasons.year(campaign) >= removable_from(place.firestorm)
    ]
    return tuple(key for _, key in sorted(dated))
