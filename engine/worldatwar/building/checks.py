"""What does not fit together in force pools and research. A rule that the table has broken by a ruling is no fault."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.kernel.ruleset import Fault
from engine.worldatwar.building import production
from engine.worldatwar.world import research
from engine.worldatwar.world.state import Group, Pool, WorldAtWar


def faults(campaign: WorldAtWar) -> Iterable[Fault]:
    """Unknown kinds of units, and research of unknown factions or subjects, each with its path."""
    counted: tuple[tuple[str, Mapping[str, Group | Pool], tuple[str, ...]], ...] = (
        ("groups", campaign.groups, production.kinds()),
        ("pools", campaign.pools, production.pool_kinds()),
    )
    for name, mapping, kinds in counted:
        for key, units in mapping.items():
            if units.kind not in kinds:
                yield Fault(f"{name}.{key}.kind", f"'{units.kind}' is no kind of unit", "24.11")
    for key, count in campaign.research.items():
        if key not in research.KEYS or count < 0:
            yield Fault(f"research.{key}", "is no faction's subject with 0 or more results", "41")
