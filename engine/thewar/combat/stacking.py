"""How many ground units stack in a hex (7.7.4, 9.6, 9.6.1, 9.6.2, 10.8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel.refusals import Line, Refusal
from engine.thewar.combat.combatants import Combatant, of_unit
from engine.thewar.world import markers, ratings, regions, traits
from engine.thewar.world.state import TheWar

BY_RATING = {1: 3, 2: 2, 3: 1, 4: 1}
"""Units to a hex by the rating that governs the stack (9.6, 10.8)."""
FINLAND, PARIS = "finland", "paris"
IN_PARIS = 3
"""French units in Paris, whatever the French rating (9.6.1)."""
BOARD = "board"


def counted(force: Iterable[Combatant]) -> tuple[Combatant, ...]:
    """Those that count towards the limit: no PARA, ART, CDO, Flak and the like (9.6)."""
    return tuple(one for one in force if one.category == "ground" and traits.stacks(one.unit))


def limit(force: Sequence[Combatant]) -> Line:
    """How many units may stand together in a hex without a marker. The rating of those governs that have half of the
    factors or more (9.6, ruling 74); Finns stand alone (10.8.1)."""
    stack = counted(force)
    if any(one.power == FINLAND for one in stack):
        return Line("Finnish units do not stack", 1, "10.8.1")
    parts = [(one.now(), one.factors) for one in stack if one.factors]
    rating = ratings.governing(parts) if parts else ratings.WORST
    return Line(f"a {ratings.ORDINALS[rating]}-Rate stack", BY_RATING[rating], "9.6, 10.8")


def room(campaign: TheWar, where: str, force: Sequence[Combatant]) -> Line:
    """How many of such units a place or hex takes, with what the campaign knows of it: markers, Paris."""
    if found := markers.at(campaign, where):
        kind = found[0].kind
        return Line(f"a {kind}", markers.ROOM, markers.RULES[kind])
    usual = limit(force)
    stack = counted(force)
    if where == PARIS and stack and all(one.power == "france" for one in stack):
        return Line("French units in Paris", max(IN_PARIS, usual.value), "9.6.1")
    return usual


def excess(campaign: TheWar, where: str, force: Sequence[Combatant]) -> Iterable[Refusal]:
    """Why so many units do not stand together in a place or hex."""
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
    found = campaign.units.items()
    keys = (key for key, unit in found if unit.place == where and traits.category(unit) == "ground")
    return tuple(of_unit(campaign, key) for key in keys)


def overstacked(campaign: TheWar) -> Iterable[Refusal]:
    """Every place with more ground units than stack there, as far as they are recorded. One-hex islands have a limit of
    their own (1.2)."""
    for where in dict.fromkeys(unit.place for unit in campaign.units.values()):
        place = campaign.places.get(where)
        if place is not None and not place.tags.get(regions.ONE_HEX_ISLAND):
            yield from excess(campaign, where, recorded(campaign, where))
