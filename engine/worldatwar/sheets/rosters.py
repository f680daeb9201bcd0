"""All forces as a screen lists them: factors of each kind in the boxes, in ports and on fronts, and in force pools
(24.2, 24.3)."""

from __future__ import annotations

from engine.kernel.campaign import source
from engine.kernel.sheets.roster import Roster, RosterRow, Rosters
from engine.worldatwar.world import aftermath, bases, fronts, sides, turns
from engine.worldatwar.world.bases import BOXES
from engine.worldatwar.world.state import WorldAtWar

COLUMNS = ("Atl.", "Ind.", "Pac.", "other", "pool", "new")
"""The columns: each box, then other places, allowable builds, and what production adds to these in
this turn (24.22)."""


def roster(campaign: WorldAtWar) -> Roster:
    """A row for every kind of unit of every owner that has any, in play or to be built."""
    owners = (*sides.POWERS, sides.WESTERN)
    kinds = list(aftermath.NAMES)
    by_kind: dict[tuple[str, str], list[int]] = {}
    places: dict[tuple[str, str], dict[str, int]] = {}
    for group in campaign.groups.values():
        key = (group.owner, group.kind)
        counts = by_kind.setdefault(key, [0] * len(COLUMNS))
        boxed = group.kind not in fronts.AIR and group.place in BOXES
        counts[BOXES.index(group.place) if boxed else len(BOXES)] += group.count
        if not boxed:
            here = places.setdefault(key, {})
            there = fronts.short(group.place) if group.kind in fronts.AIR else bases.short(group.place)
            here[there] = here.get(there, 0) + group.count
    for pool in campaign.pools.values():
        counts = by_kind.setdefault((pool.owner, pool.kind), [0] * len(COLUMNS))
        counts[-2] += pool.count
        counts[-1] += pool.coming
    now = turns.player_turn(campaign)
    rows = []
    for owner, kind in sorted(by_kind, key=lambda key: (owners.index(key[0]), kinds.index(key[1]))):
        inverted = sum(
            group.count
            for group in campaign.groups.values()
            if (group.owner, group.kind) == (owner, kind) and group.ready > now
        )
        figures = tuple(by_kind[owner, kind])
        if any(figures):
            name = aftermath.NAMES[kind][1]
            who = sides.named(campaign, owner)
            where = tuple(places.get((owner, kind), {}).items())
            rows.append(RosterRow(who, name, figures, where, inverted, source(campaign, f"pools.{owner}-{kind}")))
    return Roster(COLUMNS, tuple(rows))


class RosterSheet(Rosters[WorldAtWar]):
    """Forces by kind and place."""

    def roster(self, campaign: WorldAtWar) -> Roster:
        return roster(campaign)
