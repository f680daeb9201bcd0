"""The course that a mission names: its Sea Areas in order, from the one outside the port to its goal (7.2, 7.3, 7.8,
ruling 596).

Nobody has to name it. Who does is held to it: it is counted, it passes straits, and the other side may meet it in any
of its Sea Areas and not in its goal alone. Who does not is supposed to come by the shortest way, and met there.
Whether two Sea Areas adjoin a player knows better than a reconstructed board; where the board is checked, what it does
not have is refused with the line to look at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from engine.kernel.nearest import nearest
from engine.kernel.refusals import Refusal
from engine.thewar.countries import straits
from engine.thewar.moving import met_on_the_way
from engine.thewar.sea import sea_distances, ship_ways
from engine.thewar.world import patrols, sea_areas, seas, titles
from engine.thewar.world.state import TheWar

RULE, JOIN_RULE = "7.2", "7.2, ruling 606"


def unknown(path: Sequence[str]) -> Iterable[Refusal]:
    """Names in a course that are no Sea Areas."""
    known = tuple(sea_areas.areas())
    for area in path:
        if area not in known:
            near = nearest(area, known)
            hint = f"Nearest: {', '.join(near)}." if near else "From the one outside the port on, in order."
            yield Refusal(RULE, f"'{area}' is no Sea Area", hint)


def wrong(campaign: TheWar, keys: Sequence[str], where: str, path: Sequence[str]) -> Iterable[Refusal]:
    """Why ships do not sail such a course."""
    if not path or any(area not in sea_areas.areas() for area in path):
        return
    goals = seas.goals(campaign, where)
    if goals and path[-1] not in goals:
        reason = f"the course ends in {sea_areas.name(path[-1])}, not at {titles.where(campaign, where)}"
        yield Refusal(RULE, reason, f"Its last Sea Area is {' or '.join(map(sea_areas.name, goals))}.")
    afloat = ship_ways.ships(campaign, keys)
    joining = ship_ways.joining(campaign, afloat, path)
    limits = [sea_distances.left(campaign, key) for key in afloat if ship_ways.lying(campaign, key) not in joining]
    most = min(limits, key=lambda limit: limit.total, default=None)
    if most is not None and len(path) > most.total:
        rule = "7.2, 7.9.5" if most.total < sea_distances.SAILING else RULE
        yield Refusal(rule, f"the course has {len(path)} Sea Areas", f"{most.total} at the most, the first counted.")
    if campaign.options.get("board") == "checked":
        yield from (
            Refusal(JOIN_RULE, reason, "Another course, or a mission of their own.")
            for reason in _joins_late(campaign, afloat, joining, sure=True)
        )
    for owner in ship_ways.owners(campaign, afloat):
        yield from _straits(campaign, owner, [key for key in afloat if owner in _owners(campaign, key)], path)
    if campaign.options.get("board") == "checked":
        yield from (
            Refusal(RULE, reason, "Another course; a ruling corrects a line of the board: 'ruling sea_links...'.")
            for reason in _gaps(campaign, afloat, path)
        )


def _joins_late(
    campaign: TheWar, afloat: Sequence[str], joining: Mapping[str, ship_ways.Joined], *, sure: bool
) -> Iterator[str]:
    """The ports whose ships come to the goal by way of the course only farther than they sail, in words. ``sure``:
    those alone of whose way every line is printed or looked at."""
    for port, joined in joining.items():
        most = min(sea_distances.left(campaign, key).total for key in afloat if ship_ways.lying(campaign, key) == port)
        if joined.total > most and not (sure and seas.unsure(campaign, joined.way, port)):
            joint = sea_areas.name(joined.way.areas[-1])
            at = titles.where(campaign, port)
            yield f"ships of {at} join the course in {joint} and sail {joined.total} Sea Areas, {most} at the most"


def _owners(campaign: TheWar, key: str) -> tuple[str, ...]:
    return tuple(ship_ways.owners(campaign, (key,)))


def _straits(campaign: TheWar, owner: str, keys: Sequence[str], path: Sequence[str]) -> Iterator[Refusal]:
    """Why a strait on the course is closed to an owner's ships (7.3)."""
    joining, said = ship_ways.joining(campaign, keys, path), list[Refusal]()
    for port in dict.fromkeys(ship_ways.lying(campaign, key) for key in keys):
        # Those of another port pass what lies behind the Sea Area in which they join.
        start = path.index(joining[port].way.areas[-1]) if port in joining else 0
        said += straits.closed(campaign, owner, dict.fromkeys(_passed(campaign, path[start:])), port)
    yield from dict.fromkeys(said)


def _passed(campaign: TheWar, path: Sequence[str]) -> Iterator[str]:
    """The straits that a course passes."""
    graph = seas.graph(campaign)
    for before, here, after in zip(("", *path), path, path[1:], strict=False):
        if after in graph.neighbours[here]:
            yield from graph.passed(before, here, after)


def _gaps(campaign: TheWar, keys: Sequence[str], path: Sequence[str]) -> Iterator[str]:
    """What of a course the board does not have, in words."""
    graph, joining = seas.graph(campaign), ship_ways.joining(campaign, keys, path)
    for port in dict.fromkeys(ship_ways.lying(campaign, key) for key in keys):
        berths = seas.of_port(campaign, port)
        if berths and path[0] not in berths and port not in joining:
            yield f"{titles.where(campaign, port)} does not lie on {sea_areas.name(path[0])}"
    for one, other in pairwise(path):
        if other not in graph.neighbours[one]:
            yield f"{sea_areas.name(one)} does not adjoin {sea_areas.name(other)}"


def told(campaign: TheWar, power: str, keys: Sequence[str], path: Sequence[str]) -> str:
    """A course as words behind its order: its Sea Areas, their number, what the board does not have or nobody has
    looked at, and who may meet it; '' where none is named."""
    if not path or any(area not in sea_areas.areas() for area in path):
        return ""
    afloat = ship_ways.ships(campaign, keys)
    named = ", ".join(map(sea_areas.name, path))
    gaps = tuple(_gaps(campaign, afloat, path))
    joining = ship_ways.joining(campaign, afloat, path)
    gaps = (*gaps, *_joins_late(campaign, afloat, joining, sure=False))
    doubts = f"; by our map {'; '.join(gaps)}" if gaps and campaign.options.get("board") != "checked" else ""
    joins = "".join(
        f"; ships of {titles.where(campaign, port)} join in {sea_areas.name(one.way.areas[-1])}: {one.total}"
        for port, one in joining.items()
    )
    met = met_on_the_way.meetings(campaign, power, tuple(dict.fromkeys(path)))
    may = f"; may be met by {met_on_the_way.spoken(campaign, met)} (7.8)" if met else ""
    return f"; by {named}: {len(path)} of {sea_distances.SAILING} Sea Areas (7.2){joins}{doubts}{may}"


def supposed_told(campaign: TheWar, keys: Sequence[str], where: str) -> str:
    """The Sea Areas in which a mission that names no course may be met besides its goal, as words behind its order; ''
    for none (ruling 605)."""
    areas = ship_ways.supposed(campaign, keys, where)
    if len(areas) < 2:
        return ""
    return f"; supposed by {', '.join(map(sea_areas.name, areas))}, as no course is named (7.2)"


def unlooked(campaign: TheWar, keys: Sequence[str], path: Sequence[str]) -> str:
    """The lines of a course that nobody has looked at, as words behind an order, where the board is checked; '' where
    there are none."""
    if campaign.options.get("board") != "checked" or any(area not in sea_areas.areas() for area in path):
        return ""
    graph, lines = seas.graph(campaign), []
    for port in dict.fromkeys(ship_ways.lying(campaign, key) for key in ship_ways.ships(campaign, keys)):
        berths = (berth for berth in graph.berths.get(port, ()) if berth.area == path[0] and not berth.sure)
        lines += [f"{titles.where(campaign, port)} on {sea_areas.name(berth.area)}" for berth in berths]
    for one, other in pairwise(path):
        link = graph.neighbours[one].get(other)
        if link is not None and not link.sure:
            lines.append(f"{sea_areas.name(one)} to {sea_areas.name(other)}")
    return seas.unchecked(dict.fromkeys(lines))


def patrol_on(campaign: TheWar, where: str, side: str) -> tuple[str, ...]:
    """The units of a side on patrol where a mission may be met: at its goal, in the Sea Areas of the course that it has
    named (7.4, 7.8)."""
    standing = patrols.standing(campaign, side)
    areas = dict.fromkeys((sea_areas.area(where), *ship_ways.met_in(campaign, where))) if standing else ()
    return tuple(key for area in areas for key in standing.get(area, ()))
