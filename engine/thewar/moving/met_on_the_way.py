"""Who may intercept a strategic move by sea, each where it is nearest to the way (7.8, 8.2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel.refusals import Refusal
from engine.kernel.values import frozen
from engine.thewar.countries import straits
from engine.thewar.map.graph import Way
from engine.thewar.world import patrols, sea_areas, seas, task_forces, titles, wars
from engine.thewar.world.state import TheWar

RULE = "8.2.1"
FARTHEST = 5
"""The Sea Areas that lie between a port and where its ships intercept, at the most (7.8)."""
_SHIPS, _AIR = ("fleet", "cv"), ("tac", "mdm", "nac")


@frozen
class Meeting:
    """A force that may intercept: whose it is, its units, from where, in which Sea Area of the way, how many away; 0
    beside it and on patrol."""

    power: str
    units: tuple[str, ...]
    place: str
    area: str
    away: int = 0


def way(campaign: TheWar, power: str, starts: Iterable[str], to: str) -> tuple[str, Way] | None:
    """The way of a move with its port, where one port is named and both are known."""
    ports = tuple(dict.fromkeys(starts))
    found = straits.open_way(campaign, power, ports[0], to) if len(ports) == 1 and ports[0] else None
    return (ports[0], found) if found is not None else None


def meetings(campaign: TheWar, power: str, areas: Sequence[str]) -> tuple[Meeting, ...]:
    """The enemy forces that may intercept on a way, each once: at the first of its Sea Areas that is nearest. No marker
    of a hidden Task Force is among them. Its ships are where they are recorded, as this view has it: who does not know
    what lies under the marker finds them in their port, and so learns nothing; who knows leaves them out."""
    under, docked = task_forces.inside(campaign), {slip.unit for slip in campaign.slips.values()}
    forces: dict[tuple[str, str, str], list[str]] = {}
    for key, unit in campaign.units.items():
        if unit.depleted or key in under or key in docked or not wars.at_war(campaign, power, unit.power):
            continue
        patrol = campaign.patrols.get(key)
        if unit.kind in (*_SHIPS, *_AIR):
            kind = "patrol" if patrol is not None else "ships" if unit.kind in _SHIPS else "air"
            place = patrol.area if patrol is not None else unit.place
            forces.setdefault((kind, unit.power, place), []).append(key)
    found = (_meeting(campaign, kind, owner, at, keys, areas) for (kind, owner, at), keys in forces.items())
    return tuple(one for one in found if one is not None)


def _meeting(
    campaign: TheWar, kind: str, owner: str, place: str, keys: Sequence[str], areas: Sequence[str]
) -> Meeting | None:
    if kind == "patrol":
        return Meeting(owner, tuple(keys), place, place) if place in areas else None
    beside = [area for area in areas if area in seas.of_port(campaign, place)]
    if kind == "air":
        return Meeting(owner, tuple(keys), place, beside[0]) if beside else None
    land = campaign.countries.get(owner)
    master = owner if land is None else land.patron
    if master not in campaign.powers or not seas.of_port(campaign, place) or place in sea_areas.OVERSEAS:
        return None
    ways = [(found.count - 1, area) for area in areas if (found := straits.open_way(campaign, master, place, area))]
    away, area = min(ways, key=lambda one: one[0], default=(FARTHEST + 1, ""))
    return Meeting(owner, tuple(keys), place, area, away) if away <= FARTHEST else None


def spoken(campaign: TheWar, met: Iterable[Meeting]) -> str:
    """``Italy in Ionian with Fleet 1-12-5 of Taranto, 1 away``, one after the other."""
    return "; ".join(_said(campaign, one) for one in met)


def _said(campaign: TheWar, one: Meeting) -> str:
    on_patrol = any(patrols.of(campaign, key) is not None for key in one.units)
    place = "on patrol" if on_patrol else f"of {titles.where(campaign, one.place)}"
    away = f", {one.away} away" if one.away else ""
    who = wars.named(campaign, one.power)
    return f"{who} in {sea_areas.name(one.area)} with {titles.units(campaign, one.units)} {place}{away}"


def unasked(campaign: TheWar, power: str, starts: Iterable[str], to: str) -> Iterable[Refusal]:
    """Why a move does not sail past enemies who have not been asked whether they intercept: where the board is
    checked, along lines that the rules print or somebody has looked at (8.2.1, ruling 544)."""
    if campaign.options.get("board") != "checked":
        return
    found = way(campaign, power, starts, to)
    if found is None or seas.unsure(campaign, found[1], found[0]):
        return
    if met := meetings(campaign, power, found[1].areas):
        reason = f"it passes those who may intercept: {spoken(campaign, met)}"
        hint = "'mission AREA units=...' lets them look for it; asked=yes says that none does, or that none has won."
        yield Refusal(f"{RULE}, 7.8", reason, hint)


def told(campaign: TheWar, power: str, starts: Iterable[str], to: str) -> str:
    """Who may intercept, as words behind an order; '' where nobody is known to."""
    found = way(campaign, power, starts, to)
    met = meetings(campaign, power, found[1].areas) if found is not None else ()
    return f"; may be intercepted by {spoken(campaign, met)} ({RULE})" if met else ""
