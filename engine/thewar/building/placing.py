"""What bars new units from a place that is theirs: supply, enemy zones of control, the stack that stands there (15.2.2,
15.2.3). Zones and supply lines are the board's: the builder says what it shows. Stacks are counted where recorded."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Refusal
from engine.thewar.world import counters, forces, installed, regions, stacks, supply, wars
from engine.thewar.world.state import Pool, TheWar, Unit

BOX = "box"
FINNS = {"ussr": ("finland",)}
"""Beside whose units a power's new ones may be built all the same (15.2.2)."""


def refused(campaign: TheWar, pool: Pool, where: str, *, supplied: bool, zoc: str) -> Iterable[Refusal]:
    """Why new units of a pool do not appear in a place or on the board: it is out of supply; or, for ground units, it
    lies in the zone of control of ``zoc``, an enemy, and is no fortress."""
    ground = counters.category(pool.kind) == "ground"
    rule = "15.2.2" if ground else "15.2.3"
    if not supplied:
        yield Refusal(rule, f"{forces.spoken(forces.group_of(pool))} is not built out of supply", "A supplied hex.")
    elif where in campaign.places:
        yield from supply.supplied_at(campaign, where, supply.BUILD)
    if not zoc:
        return
    if zoc not in campaign.powers and zoc not in campaign.countries:
        yield Refusal("1.2", f"there is no power or country '{zoc}'", "zoc= names whose zone of control it is.")
        return
    whose = wars.named(campaign, zoc)
    if not wars.hostile(campaign, zoc, _builder(campaign, pool)):
        yield Refusal("1.2", f"{whose} is no enemy, its units bar nobody", "Leave zoc= out.")
    elif ground and zoc not in FINNS.get(pool.power, ()) and not installed.is_fortress(campaign, where):
        hint = "Another home hex, or place= a fortress: no zone reaches into one."
        yield Refusal(rule, f"the hex lies in a zone of control of {whose}", hint)


def _builder(campaign: TheWar, pool: Pool) -> str:
    land = campaign.countries.get(pool.power)
    return land.patron if land is not None and land.patron in campaign.powers else pool.power


def crowded(campaign: TheWar, pool: Pool, count: int, where: str) -> Iterable[Refusal]:
    """Why so many new ground units do not stand in a place together with those recorded there (9.6, 15.2.2)."""
    place = campaign.places.get(where)
    if place is None or place.kind == BOX:
        return
    new = Unit(power=pool.power, kind=pool.kind, strength=pool.strength, tag=pool.tag)
    if not stacks.counts(new):
        return
    if place.tags.get(regions.ONE_HEX_ISLAND):
        return
    there = [unit for unit in campaign.units.values() if unit.place == where and stacks.counts(unit)]
    stack = [*there, *[new] * count]
    most = stacks.room(campaign, where, [stacks.counted(campaign, unit) for unit in stack])
    # One unit stands anywhere.
    if len(stack) > max(1, most.value):
        already = f", {len(there)} there already" if there else ""
        hint = f"{most.label}: {most.value} at most. They leave with 'station board'."
        yield Refusal(f"15.2.2, {most.rule}", f"{len(stack)} units at {place.name}{already}", hint)
