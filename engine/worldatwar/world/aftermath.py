"""What an entry did, in words for the journal. The words are read from the entry's changes alone, so a rule that
changes later does not alter them (24.63, 24.64)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.changes import Change, Entry
from engine.worldatwar.world.state import Group, WorldAtWar

SUNK, DAMAGED = "transports sunk", "transports damaged"
"""The causes (``why`` of a change) under which transports leave their box."""
NAMES = {
    "submarine": ("submarine", "submarines"),
    "advanced-submarine": ("advanced submarine", "advanced submarines"),
    "asw": ("ASW", "ASW"),
    "american-asw": ("American-built ASW", "American-built ASW"),
    "joint-asw": ("ASW of any yard", "ASW of any yard"),
    "transport": ("transport", "transports"),
    "cve": ("CVE", "CVEs"),
    "warship": ("warship", "warships"),
    "destroyer": ("destroyer", "destroyers"),
    "bomber": ("bomber", "bombers"),
    "bomber-pacific": ("Pacific bomber", "Pacific bombers"),
    "interceptor": ("interceptor", "interceptors"),
    "aaf": ("AAF", "AAF"),
    "jet": ("jet", "jets"),
}
"""Each kind of unit in the singular and in the plural."""


def counted(count: int, kind: str) -> str:
    """A number of factors with the name of their kind: ``1 submarine``, ``3 transports``."""
    singular, plural = NAMES.get(kind, (kind, kind))
    return f"{count} {singular if count == 1 else plural}"


def rolled(entry: Entry, net: int) -> str:
    """The dice of an entry with their net modifier: ``5 + 3 = 8 (+1)``; '' where nothing was rolled."""
    faces = [roll.face for roll in entry.rolls]
    if not faces:
        return ""
    total = f"{' + '.join(map(str, faces))} = {sum(faces)}"
    return f"{total} ({net:+d})" if net else total


def lost(before: WorldAtWar, entry: Entry, *causes: str) -> dict[tuple[str, str], int]:
    """The factors that left their groups for one of these causes, by owner and kind."""
    factors: dict[tuple[str, str], int] = {}
    for change in entry.changes:
        if change.why not in causes or not change.at.startswith("groups."):
            continue
        group = _group(before, change)
        if group is not None and (gone := _gone(change)) > 0:
            key = (group.owner, group.kind)
            factors[key] = factors.get(key, 0) + gone
    return factors


def _group(before: WorldAtWar, change: Change) -> Group | None:
    """The group that a change concerns, as it stood before; None where there was none."""
    if isinstance(change.was, Group):
        return change.was
    return before.groups.get(change.at.split(".")[1])


def _gone(change: Change) -> int:
    """How many factors a change takes from a group, 0 or below 0 for a change that adds some."""
    if isinstance(change.was, Group):
        return change.was.count if change.now is None else 0
    if isinstance(change.was, int) and isinstance(change.now, int):
        return change.was - change.now
    return 0


def toll(before: WorldAtWar, entry: Entry, causes: Iterable[tuple[str, str]], nothing: str = "nothing is lost") -> str:
    """Losses in words, such as ``2 transports sunk, 1 submarine lost``. ``causes`` pairs the cause of a change with the
    verb that tells of it; ``nothing`` is said where nobody lost anything."""
    parts = []
    for cause, verb in causes:
        by_kind: dict[str, int] = {}
        for (_, kind), count in lost(before, entry, cause).items():
            by_kind[kind] = by_kind.get(kind, 0) + count
        parts += [f"{counted(count, kind)} {verb}" for kind, count in by_kind.items()]
    return ", ".join(parts) or nothing
