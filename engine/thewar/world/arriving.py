"""What a place takes of those who come to stand in it, with those that are recorded there: how many ground units stack,
how many aircraft base, which kinds Gibraltar takes, who stands next to whom (6.2.1, 6.2.2, 9.6, 11.1, 23.22, 23.35)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel.refusals import Refusal
from engine.thewar.world import basing, minors, regions, separate_allies, stacks, traits
from engine.thewar.world.state import TheWar, Unit


def refused(campaign: TheWar, where: str, keys: Iterable[str], *, beyond: bool = False) -> Iterable[Refusal]:
    """Every reason why a place does not take units that come to it; a box takes any number, and of other hexes the
    board knows. ``beyond``: it is the port to which they are carried, from which ground units go on to any hex, but
    out of an island and Gibraltar (8.3.2)."""
    place = campaign.places.get(where)
    if place is None or place.kind == "box":
        return
    units = {key: campaign.units[key] for key in keys if key in campaign.units and campaign.units[key].place != where}
    yield from separate_allies.in_one_place(campaign, where, list(units))
    yield from regions.fortress_kinds(campaign, where, units.values())
    if not beyond or place.tags.get(regions.ONE_HEX_ISLAND) or where == regions.GIBRALTAR:
        yield from _stacked(campaign, where, [unit for unit in units.values() if stacks.counts(unit)])
    if flown := [unit for unit in units.values() if traits.category(unit) == "air"]:
        yield from basing.excess(campaign, where, (*basing.based(campaign, where), *flown))


def _stacked(campaign: TheWar, where: str, coming: Sequence[Unit]) -> Iterable[Refusal]:
    """Why so many ground units do not stand together; one alone stands anywhere."""
    if not coming:
        return
    there = [unit for unit in campaign.units.values() if unit.place == where and stacks.counts(unit)]
    yield from minors.quarrels(campaign, (unit.power for unit in (*there, *coming)))
    stack = [stacks.counted(campaign, unit) for unit in (*there, *coming)]
    if len(stack) > 1 and len(stack) > (most := stacks.room(campaign, where, stack)).value:
        hint = f"{most.label}: {most.value} at most. They leave with 'station board'."
        yield Refusal(most.rule, f"{len(stack)} units stack at {campaign.places[where].name}", hint)
