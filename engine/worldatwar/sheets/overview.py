"""Wars and what became of units, for the page of the turn and the report of one (24.11, 24.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.kernel.changes import Change, Entry
from engine.kernel.sheets.overview import Overview, UnitNews, War
from engine.worldatwar.bombing.over_target import SHOT_DOWN as OVER_TARGET
from engine.worldatwar.bombing.raid_words import SHOT_DOWN
from engine.worldatwar.oceans.destroyers import ABSORBED
from engine.worldatwar.oceans.submarine_war import LOSSES
from engine.worldatwar.world import aftermath, sides
from engine.worldatwar.world.state import Group, WorldAtWar

BUILT = "built"
"""The cause of a change that puts new factors on the board."""
_SHOT = {SHOT_DOWN: "shot down", OVER_TARGET: "shot down"}
_LOST: Mapping[str, str] = {**dict(LOSSES), ABSORBED: "lost for others", **_SHOT}
"""What is said of factors that leave their group, by the cause of the change."""


class OverviewSheet(Overview[WorldAtWar]):
    """The turn beside money and duties."""

    def wars(self, campaign: WorldAtWar) -> tuple[War, ...]:
        return tuple(War(war.one, war.other, war.since) for war in campaign.wars.values())

    def units(self, before: WorldAtWar, entries: Sequence[Entry]) -> tuple[UnitNews, ...]:
        by_deed: dict[tuple[str, str], dict[str, int]] = {}
        rules: dict[tuple[str, str], dict[str, None]] = {}
        for group, change, count in _moved(before, entries):
            deed = BUILT if change.why == BUILT else _LOST[change.why]
            kinds = by_deed.setdefault((group.owner, deed), {})
            kinds[group.kind] = kinds.get(group.kind, 0) + count
            rules.setdefault((group.owner, deed), {})[change.rule] = None
        return tuple(
            UnitNews(
                owner,
                sides.named(before, owner),
                f"{deed}: {', '.join(aftermath.counted(count, kind) for kind, count in kinds.items())}",
                ", ".join(rule for rule in rules[owner, deed] if rule),
            )
            for (owner, deed), kinds in by_deed.items()
        )


def _moved(before: WorldAtWar, entries: Sequence[Entry]) -> Iterator[tuple[Group, Change, int]]:
    """The changes that build factors or lose some, each with its group and how many."""
    known = dict(before.groups)
    for change in (change for entry in entries for change in entry.changes if change.at.startswith("groups.")):
        key = change.at.split(".")[1]
        if isinstance(change.now, Group):
            known[key] = change.now
        group = known.get(key)
        if group is None or (change.why != BUILT and change.why not in _LOST):
            continue
        count = _count(change.now) - _count(change.was)
        count = count if change.why == BUILT else -count
        if count > 0:
            yield group, change, count


def _count(held: object) -> int:
    """The factors on one side of a change: a whole group, none, or a figure."""
    if isinstance(held, Group):
        return held.count
    return held if isinstance(held, int) else 0
