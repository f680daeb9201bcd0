"""The Invasion Zone: what one Fleet carries lands on several beaches where three contiguous Sea Areas have them all
(7.7.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from engine.kernel.refusals import Refusal
from engine.thewar.map.graph import SeaGraph, Way
from engine.thewar.sea import holds
from engine.thewar.world import seas, titles
from engine.thewar.world.state import Engagement, TheWar

RULE = "7.7.2"
AREAS = 3
"""Contiguous Sea Areas of one Invasion Zone."""


def shares(graph: SeaGraph, beaches: Sequence[frozenset[str]]) -> bool:
    """Whether some Sea Areas that hang together, three at the most, touch every beach; of each beach its own are
    given."""
    near = {area for beach in beaches for area in beach}
    every = near | {other for area in near for other in graph.neighbours[area]}
    zones = (frozenset(zone) for many in range(1, AREAS + 1) for zone in combinations(sorted(every), many))
    return any(all(zone & beach for beach in beaches) and _contiguous(graph, zone) for zone in zones)


def _contiguous(graph: SeaGraph, zone: frozenset[str]) -> bool:
    seen = {min(zone)}
    while more := {other for area in seen for other in graph.neighbours[area]} & zone - seen:
        seen |= more
    return seen == zone


def _apart(campaign: TheWar, where: str, landing: Iterable[str], attacks: Mapping[str, Engagement]) -> list[str]:
    """The beaches of which a Fleet's units land on several that share no Invasion Zone; those of which only the board
    knows on what Sea Area they lie are left out."""
    fleets = holds.fleets(campaign)
    mine = {fleets[key] for key in landing if key in fleets}
    for fleet in sorted(mine):
        others = [at for at, one in attacks.items() if any(fleets.get(key) == fleet for key in one.attackers)]
        beaches = [at for at in dict.fromkeys((*others, where)) if seas.of_port(campaign, at)]
        if len(beaches) > 1 and not shares(seas.graph(campaign), _waters(campaign, beaches)):
            return beaches
    return []


def _waters(campaign: TheWar, beaches: Iterable[str]) -> list[frozenset[str]]:
    return [frozenset(seas.of_port(campaign, at)) for at in beaches]


def _doubts(campaign: TheWar, beaches: Sequence[str]) -> tuple[str, ...]:
    """The lines that nobody has looked at on the ways between beaches, in words."""
    graph = seas.graph(campaign)
    doubts: dict[str, None] = {}
    for one, other in combinations(beaches, 2):
        way = graph.way(seas.of_port(campaign, one), seas.of_port(campaign, other))
        if way is not None:
            back = Way(way.areas[::-1])
            doubts |= dict.fromkeys((*seas.unsure(campaign, way, one), *seas.unsure(campaign, back, other)))
    return tuple(doubts)


def wrong(campaign: TheWar, where: str, landing: Iterable[str], attacks: Mapping[str, Engagement]) -> Iterable[Refusal]:
    """Why what one Fleet carries does not land there too: no Invasion Zone has all its beaches. Where the board is
    checked, along lines that the rules print or somebody has looked at (ruling 544)."""
    if campaign.options.get("board") != "checked":
        return
    beaches = _apart(campaign, where, landing, attacks)
    if beaches and not _doubts(campaign, beaches):
        named = " and ".join(titles.where(campaign, at) for at in beaches)
        reason = f"no three contiguous Sea Areas have {named}, where units of one Fleet land"
        yield Refusal(f"{RULE}, ruling 544", reason, "Another Fleet carries those that land elsewhere.")


def told(campaign: TheWar, where: str, landing: Iterable[str], attacks: Mapping[str, Engagement]) -> str:
    """The same as advice, where it is no refusal; '' where there is nothing to say."""
    beaches = _apart(campaign, where, landing, attacks)
    if not beaches:
        return ""
    named = " and ".join(titles.where(campaign, at) for at in beaches)
    return f"; by the program's map no Invasion Zone has {named} ({RULE})"
