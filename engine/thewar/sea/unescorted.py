"""A supply run that nobody escorts: announced with its way, met as one naval unit, cut by whole units that have found
it and are not driven off (12.1.2, 12.7.2, ruling 503).

There are no transports among the counters: a run is said, and only its way can be met. It is a mission without ships;
its side's ships and aircraft may join it by meeting those who have found it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from engine.kernel.refusals import Refusal
from engine.thewar.countries import straits
from engine.thewar.economy import logistics
from engine.thewar.moving import met_on_the_way
from engine.thewar.supply import interdiction, sea_lines
from engine.thewar.world import deeds, minors, regions, sea_areas, seas, sides, titles, wars
from engine.thewar.world.state import Deed, Engagement, TheWar

RULE, ONCE_RULE = "12.7.2", "12.7.2, ruling 503"
FACT = "unescorted"
"""What is kept of a mission that nobody escorts."""


class Run(Protocol):
    """What is asked of a mission: who runs supply where, by which Sea Areas, and what else it says."""

    @property
    def power(self) -> str: ...
    @property
    def where(self) -> str: ...
    @property
    def path(self) -> tuple[str, ...]: ...
    @property
    def cargo(self) -> tuple[str, ...]: ...
    @property
    def against(self) -> tuple[str, ...]: ...
    @property
    def cuts(self) -> str: ...
    @property
    def evasion(self) -> bool: ...


def way(campaign: TheWar, power: str, where: str) -> tuple[str, ...]:
    """The Sea Areas of a run where nobody says them, from a port at home to where it goes: the shortest that no enemy
    closes, else the shortest through no strait that is closed; () where the board alone knows."""
    goals = seas.goals(campaign, where)
    open_line = sea_lines.shortest(campaign, power, where)
    if open_line and not any(True for _ in _shut(campaign, power, open_line[::-1])):
        return open_line[::-1]
    if power not in campaign.powers or not goals:
        return ()
    closed = {name for name in straits.STRAITS if any(True for _ in straits.closed(campaign, power, (name,)))}
    found = seas.graph(campaign).way(sorted(sea_lines.home_waters(campaign, power)), goals, closed.__contains__)
    return found.areas if found is not None else ()


def wrong(campaign: TheWar, run: Run) -> Iterable[Refusal]:
    """Why supply is not run so without an escort: no effort to sail under, no Fleet along the way, the enemy's port, a
    way that does not begin at a port in friendly hands or passes a closed strait; or it was run there so before."""
    name, at = wars.named(campaign, run.power), titles.where(campaign, run.where)
    if run.cargo or run.against or run.cuts or run.evasion:
        hint = "Ships that escort it are named with it: units=2-fleet."
        yield Refusal("7.0, 12.7.2", "a supply run without ships does nothing else", hint)
    if (refusal := logistics.may(campaign, run.power, "movement")) is not None:
        yield refusal
    yield from sea_lines.no_fleet(campaign, run.power)
    # A Sea Area would be another goal for the same port.
    yield from sea_lines.no_port(campaign, run.power, run.where)
    if run.where in campaign.places:
        holder = regions.controller(campaign, run.where)
        yield from minors.of_another_alliance(campaign, run.power, (holder,) if holder else ())
    if deeds.is_kept(campaign, made(run.power, run.where)):
        hint = "Ships of an escort may run it there again: units=2-fleet."
        yield Refusal(ONCE_RULE, f"{name} has run supply to {at} without an escort in this turn", hint)
    yield from _shut(campaign, run.power, run.path)
    if run.path and not _begins(campaign, run) and campaign.options.get("board") == "checked":
        reason = f"no port of {name} or its allies lies on {sea_areas.name(run.path[0])}"
        yield Refusal(RULE, reason, "The way begins next to a port in friendly hands.")


def _shut(campaign: TheWar, power: str, path: tuple[str, ...]) -> Iterable[Refusal]:
    """Why a strait on the way is closed (7.3)."""
    if any(area not in sea_areas.areas() for area in path):
        return
    graph = seas.graph(campaign)
    passed: list[str] = []
    for before, here, after in zip(("", *path), path, path[1:], strict=False):
        if after in graph.neighbours[here]:
            passed += graph.passed(before, here, after)
    yield from straits.closed(campaign, power, dict.fromkeys(passed))


def _begins(campaign: TheWar, run: Run) -> bool:
    """Whether a run's way begins next to a port of its side, other than where it goes."""
    ours = {run.power, *wars.allies(campaign, run.power)}
    harbours = (
        key
        for key in seas.charted(campaign)
        if key != run.where and (campaign.places[key].holder in ours or interdiction.owner(campaign, key) in ours)
    )
    first = run.path[0]
    return first in sea_lines.home_waters(campaign, run.power) or any(
        first in seas.of_port(campaign, key) for key in harbours
    )


def made(power: str, where: str) -> Deed:
    """The deed of a power that has run supply to a place without an escort in this turn."""
    return Deed(who=power, deed="unescorted-run", where=sea_areas.area(where))


def told(campaign: TheWar, power: str, path: tuple[str, ...]) -> str:
    """The way of a run as words behind its order, with who may meet it there; '' where only the board knows."""
    if not path or any(area not in sea_areas.areas() for area in path):
        return ""
    met = met_on_the_way.meetings(campaign, power, tuple(dict.fromkeys(path)))
    may = f"; may be met by {met_on_the_way.spoken(campaign, met)} (7.8, 12.7.2)" if met else ""
    return f" by way of {', '.join(map(sea_areas.name, path))}{may}"


# --- once it is announced


def of(engagement: Engagement) -> bool:
    """Whether a mission is a supply run that nobody escorts."""
    return FACT in engagement.facts


def alone(engagement: Engagement) -> bool:
    """Whether no unit of its own side is there: nobody has met those who have found it, if any have."""
    return of(engagement) and not engagement.attackers


def line(campaign: TheWar, engagement: Engagement, power: str) -> bool:
    """Whether units of a power look for a supply line alone: the one that their mission is to cut, or an enemy's run
    that nobody escorts (12.1.2, 12.7.2)."""
    run = alone(engagement) and sides.side(campaign, engagement.by) != sides.side(campaign, power)
    return run or interdiction.alone(engagement)


def line_rating(campaign: TheWar, engagement: Engagement, power: str) -> int:
    """The rating of a supply line that nobody has met yet, or of a run without an escort: its owner's navy's (rulings
    503, 560); 0 for anything else."""
    if not line(campaign, engagement, power):
        return 0
    whose = engagement.by if of(engagement) else interdiction.owner(campaign, interdiction.aim(engagement))
    owner = campaign.powers.get(whose)
    return owner.navy if owner is not None else 0


def at_peace(campaign: TheWar, engagement: Engagement, power: str) -> Iterable[Refusal]:
    """Why a power does not meet a run: it is not at war with whose it is (6.3.1)."""
    others = sides.side(campaign, power) != sides.side(campaign, engagement.by)
    if alone(engagement) and others and not wars.at_war(campaign, power, engagement.by):
        ours, theirs = wars.named(campaign, power), wars.named(campaign, engagement.by)
        yield Refusal("6.3.1", f"{ours} is not at war with {theirs}", "Who is at war meets its supply.")


def cut(campaign: TheWar, engagement: Engagement, *, driven_off: bool = False) -> bool:
    """Whether a run is cut as nobody fights any more: whole units that have found it are there, and none of its own
    side, or these have left (``driven_off``) (12.1.2)."""
    mine, theirs = (
        any(key in campaign.units and not campaign.units[key].depleted for key in keys)
        for keys in (engagement.attackers, engagement.defenders)
    )
    return theirs and (driven_off or not mine)
