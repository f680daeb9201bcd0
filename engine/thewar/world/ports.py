"""Ports: how many Fleets base in one, as far as the campaign knows who lies where (7.1). Ships of which nobody has said
where they are, are the board's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.sheets.ledger import Duty
from engine.thewar.world import installed, markers, patrols, regions, sides, task_forces, titles, wars
from engine.thewar.world.state import Place, TheWar

RULE = "7.1"
MOST = 3
"""Fleets that a port bases."""
SHIPS = ("fleet", "cv")
_TAGS = ("shipyard", "raider-port", "atlantic-port")
"""What only ports have among cities."""


def of(campaign: TheWar, where: str) -> Place | None:
    """The port that the campaign knows there, None for none: boxes have no limit, and of other cities only the board
    knows whether they are ports."""
    place = campaign.places.get(where)
    if place is None or place.kind == "box":
        return None
    built = bool(markers.at(campaign, where, (markers.PORT,)))
    return place if built or place.kind == "port" or any(place.tags.get(tag) for tag in _TAGS) else None


def aboard(campaign: TheWar, keys: Iterable[str]) -> tuple[str, ...]:
    """The NAC of a force that are aboard its CV, one each."""
    decks = Counter(campaign.units[key].power for key in keys if campaign.units[key].kind == "cv")
    wings = []
    for key in keys:
        unit = campaign.units[key]
        if unit.kind == "nac" and decks[unit.power] > 0:
            decks[unit.power] -= 1
            wings.append(key)
    return tuple(wings)


def counted(campaign: TheWar, keys: Collection[str]) -> Breakdown:
    """What units count in a port: a Fleet 1, a CV with its NAC 1, a CV alone 0 (7.1)."""
    fleets = sum(campaign.units[key].kind == "fleet" for key in keys)
    pairs = len(aboard(campaign, keys))
    carriers = sum(campaign.units[key].kind == "cv" for key in keys)
    lines = [Line("Fleets", fleets, RULE)] if fleets else []
    lines += [Line("CV with NAC", pairs, RULE)] if pairs else []
    lines += [Line("CV alone", 0, RULE)] if carriers > pairs else []
    return Breakdown(tuple(lines))


def based(campaign: TheWar, where: str) -> tuple[str, ...]:
    """The units that are known to lie in a port: recorded there, or under a Task Force marker there that this view
    knows. Ships on the tracks of its yard, and on patrol, take no room."""
    tracks = {slip.unit for slip in campaign.slips.values()}
    lying = {
        key: None
        for key, unit in regions.units_at(campaign, where).items()
        if unit.kind in (*SHIPS, "nac") and key not in tracks
    }
    for marker, task_force in campaign.task_forces.items():
        if task_force.port == where:
            lying |= dict.fromkeys(task_forces.contents(campaign, marker))
    return tuple(key for key in lying if patrols.of(campaign, key) is None)


def taken(campaign: TheWar, where: str, keys: Collection[str] = ()) -> Breakdown:
    """How many Fleets a port would base with these units too; of a Task Force whose units nobody tells, the least that
    it may be."""
    unknown = sum(
        task_force.port == where and not task_forces.contents(campaign, marker)
        for marker, task_force in campaign.task_forces.items()
    )
    total = counted(campaign, tuple(dict.fromkeys((*based(campaign, where), *keys))))
    if unknown:
        total = total.plus("Task Forces, two Fleets each at the least", unknown * task_forces.LEAST, "2.6, 7.1")
    return total


def excess(campaign: TheWar, where: str, keys: Collection[str]) -> Iterable[Refusal]:
    """Why units find no room in a port, or may not base there at all (7.1, 13.2.3)."""
    place = of(campaign, where)
    if keys:
        yield from installed.closed(campaign, where)
    total = taken(campaign, where, keys).total
    alone = regions.FORTRESS_LIMITS.get(where, ("", (), ""))
    if place is not None and alone[0] == "naval" and counted(campaign, keys).total and total > regions.ISLAND_LIMIT:
        yield Refusal(
            alone[2], f"{total} Fleets in {place.name}, which bases one, or one CV with its NAC", "Elsewhere."
        )
    elif place is not None and counted(campaign, keys).total and total > MOST:
        yield Refusal(RULE, f"{total} Fleets in {place.name}, and a port bases three Fleets", "Another port.")


def wrong(campaign: TheWar, power: str, where: str, keys: Sequence[str]) -> Iterable[Refusal]:
    """Why ships are not recorded in a port."""
    place = of(campaign, where)
    if place is None:
        name = titles.where(campaign, where)
        reason = f"{titles.units(campaign, keys)} is not stationed at {name}, which is no port of the campaign"
        yield Refusal(RULE, reason, "Ports that only the board knows: there they stay 'board'.")
        return
    if place.holder and sides.side(campaign, place.holder) != sides.side(campaign, power):
        yield Refusal(RULE, f"{place.name} is {wars.named(campaign, place.holder)}'s", "A port of the own side.")
    yield from patrols.stays(campaign, keys)
    tracks = {slip.unit: slip.yard for slip in campaign.slips.values() if slip.unit}
    if docked := [key for key in keys if tracks.get(key, where) != where]:
        yard = campaign.places[tracks[docked[0]]].name
        yield Refusal("7.10", f"{titles.units(campaign, docked)} is in the yard of {yard}")
    yield from excess(campaign, where, [key for key in keys if key not in tracks])


def duties(campaign: TheWar) -> Iterable[Duty]:
    """The ports with more Fleets than they base."""
    where = {unit.place for unit in campaign.units.values() if unit.kind in SHIPS}
    where |= {task_force.port for task_force in campaign.task_forces.values() if task_force.port}
    for key in sorted(where):
        place = of(campaign, key)
        if place is not None and (total := taken(campaign, key).total) > MOST:
            yield Duty(f"{place.name} bases {total} Fleets, {MOST} at most: others go to another port", RULE)
