"""How many ground units stack in a hex (7.7.4, 9.6, 9.6.1, 9.6.2, 10.8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel.refusals import Line, Refusal
from engine.kernel.sheets.ledger import Duty
from engine.thewar.combat.combatants import Combatant, of_unit
from engine.thewar.world import minors, regions, stacks, traits
from engine.thewar.world.state import TheWar

BOARD = "board"


def counted(force: Iterable[Combatant]) -> tuple[Combatant, ...]:
    """The units that count towards the stacking limit: no PARA, ART, CDO, Flak and the like (9.6)."""
    return tuple(unit for unit in force if unit.category == "ground" and traits.stacks(unit.unit))


def limit(force: Sequence[Combatant]) -> Line:
    """How many units may stand together in a hex without a marker (9.6, 10.8)."""
    return stacks.limit(_parts(force))


def _parts(force: Sequence[Combatant]) -> list[stacks.Counted]:
    return [(unit.power, unit.now(), unit.factors) for unit in counted(force)]


def room(campaign: TheWar, where: str, force: Sequence[Combatant]) -> Line:
    """How many of such units a place or hex takes, with what the campaign knows of it: markers, Paris."""
    return stacks.room(campaign, where, _parts(force))


def excess(campaign: TheWar, where: str, force: Sequence[Combatant]) -> Iterable[Refusal]:
    """Why so many units do not stand together in a place or hex."""
    yield from minors.quarrels(campaign, (unit.power for unit in force))
    many = len(counted(force))
    # One unit stands anywhere.
    if many > 1 and many > (most := room(campaign, where, force)).value:
        place = campaign.places.get(where)
        name = place.name if place is not None else where
        left = "They leave with 'station board'."
        yield Refusal(most.rule, f"{many} units stack at {name}", f"{most.label}: {most.value} at most. {left}")


def recorded(campaign: TheWar, where: str) -> tuple[Combatant, ...]:
    """The ground units that are recorded in a place of the map; a box holds any number."""
    place = campaign.places.get(where)
    if where == BOARD or place is None or place.kind == "box":
        return ()
    there = regions.units_at(campaign, where).items()
    return tuple(of_unit(campaign, key) for key, unit in there if traits.category(unit) == "ground")


def overstacked(campaign: TheWar) -> Iterable[Refusal]:
    """Every place with more ground units than stack there, as far as they are recorded. One-hex islands have a limit of
    their own (1.2)."""
    for where in regions.occupied(campaign):
        place = campaign.places.get(where)
        if place is not None and not place.tags.get(regions.ONE_HEX_ISLAND):
            yield from excess(campaign, where, recorded(campaign, where))


def duties(campaign: TheWar) -> Iterable[Duty]:
    """What stands stacked too high, on islands and in fortresses too."""
    for excess in overstacked(campaign):
        yield Duty(f"{excess.reason}: {excess.hint}", excess.rule)
    for excess in regions.fortress_excess(campaign):
        yield Duty(f"{excess.reason}: {excess.hint}", excess.rule)
    for key in regions.islands(campaign):
        for excess in regions.island_excess(campaign, key):
            yield Duty(f"{excess.reason}: {excess.hint}", excess.rule)
