"""What a stage of a raid came to, in words for the journal, read from its entry alone (26.454, 26.464)."""

from __future__ import annotations

from engine.kernel.changes import Entry
from engine.worldatwar.rolls import air
from engine.worldatwar.world import aftermath
from engine.worldatwar.world.state import Force, WorldAtWar

SHOT_DOWN = "shot down"
"""The cause (``why`` of a change) under which air units leave a guard and their group."""
NAMES = {
    "interceptors": "interceptor",
    "escort-aaf": "aaf",
    "jets": "jet",
    "bombing-aaf": "aaf",
    "bombers": "bomber",
    "aaf": "aaf",
}
"""The kind of unit in each group of a force, and in each field of a guard."""


def losses(before: WorldAtWar, entry: Entry, force: Force) -> str:
    """Who lost what in an entry: ``Britain loses 1 bomber; Germany loses 2 interceptors, 1 AAF``."""
    by: dict[str, dict[str, int]] = {}
    for change in entry.changes:
        if change.at.endswith(".gone"):
            was = change.was or (0,) * len(air.GROUPS)
            for name, count in zip(air.GROUPS, map(int.__sub__, change.now, was), strict=True):
                _add(by, force.power, NAMES[name], count)
        elif change.at.startswith("guards.") and change.why == SHOT_DOWN:
            _, key, part = change.at.split(".")
            _add(by, before.guards[key].power, NAMES[part], change.was - change.now)
    told = []
    for power, kinds in by.items():
        units = ", ".join(aftermath.counted(count, kind) for kind, count in kinds.items())
        told.append(f"{before.powers[power].name} loses {units}")
    return "; ".join(told) or "nobody is shot down"


def _add(by: dict[str, dict[str, int]], power: str, kind: str, count: int) -> None:
    """Count lost factors of a power's kind."""
    if count:
        kinds = by.setdefault(power, {})
        kinds[kind] = kinds.get(kind, 0) + count


def flying_on(entry: Entry) -> str:
    """How many bombers are left after an air combat."""
    for change in entry.changes:
        if change.at.endswith(".left"):
            bombers = sum(change.now[3:])
            return f"{aftermath.counted(bombers, 'bomber')} fly on" if bombers != 1 else "1 bomber flies on"
    return "all fly on"


def damage(entry: Entry, force: Force) -> str:
    """The BRPs of damage that an entry did, in words."""
    if force.ship:
        return "on the shipyard"
    for change in entry.changes:
        if change.at.startswith("bombed.") and change.now is not None:
            brps = change.now - change.was if isinstance(change.now, int) else change.now.brps
            return f"{brps} BRPs of damage"
    return "no damage"
