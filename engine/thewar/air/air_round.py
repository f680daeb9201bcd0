"""One round between air units and one volley of Flak, with their results on whole units (11.5, 11.9, 11.11.5, 11.12,
7.9.7 D).

Pure, for air battles, sea battles and their procedures alike. Forces keep their order; who is gone stays in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel.refusals import Breakdown, Line
from engine.kernel.values import frozen
from engine.thewar.combat.combatants import Combatant
from engine.thewar.rolls.air_combat import Dogfight, Side
from engine.thewar.world import ratings

# Which surprise doubles the factors of German units, on which side they are, and which kinds (18.2, 21.4).
_DOUBLED = {
    "western-surprise": ("attacker", (), "18.2"),
    "western-surprise-counter": ("defender", (), "18.2"),
    "barbarossa": ("attacker", ("tac", "ftr", "mdm"), "21.4"),
}

_USUAL = {"ftr": 3, "tac": 1, "mdm": 1, "nac": 1}


@frozen
class Skies:
    """What holds for a whole air battle: ``over_britain`` (Axis attackers over Britain or a Sea Area next to it), the
    phasing side's air ``effort`` (none, regional, sustained), and surprises by id (air_combat.MODIFIERS)."""

    over_britain: bool = False
    effort: str = "none"
    modifiers: tuple[str, ...] = ()


CLEAR = Skies()


def fighter(unit: Combatant) -> bool:
    """Whether a unit counts as a FTR: a jet FTR does (ruling 121)."""
    return unit.kind == "ftr" or (unit.kind, unit.tag) == ("jet", "ftr")


def bomber(unit: Combatant) -> bool:
    """Whether a unit can support ground units: TAC and MDM, jet TAC too (11.3, 11.13)."""
    return unit.kind in ("tac", "mdm") or (unit.kind, unit.tag) == ("jet", "tac")


def strength(unit: Combatant) -> int:
    """A unit's factors in the air. Jets and long-range FTR print none: they fight as the usual FTR or TAC (ruling
    240). Jet interceptors fight in the Air Box alone."""
    return unit.factors or _USUAL.get(unit.tag if unit.kind == "jet" else unit.kind, 0)


def flies(unit: Combatant) -> bool:
    """Whether an air unit can take part in a round: a Depleted NAC flies no missions (11.11.4, ruling 55)."""
    return unit.fights and unit.category == "air" and not (unit.kind == "nac" and unit.depleted)


def factors(force: Iterable[Combatant], skies: Skies = CLEAR, *, attacks: bool = True) -> Breakdown:
    """The air factors of a force, all of whose units take part; some surprises double those of German units (18.2,
    21.4). Units of the table's, of no power, count as the power that a surprise speaks of."""
    units = tuple(force)
    lines = [Line("printed", sum(map(strength, units)), "11.9")]
    for name in skies.modifiers:
        side, kinds, rule = _DOUBLED.get(name, ("", (), ""))
        if side != ("attacker" if attacks else "defender"):
            continue
        more = sum(
            strength(unit) for unit in units if unit.power in ("", "germany") and (not kinds or unit.kind in kinds)
        )
        if more:
            lines.append(Line("German units doubled by surprise", more, rule))
    return Breakdown(tuple(lines))


def side(force: Iterable[Combatant], skies: Skies = CLEAR, *, attacks: bool = True) -> Side:
    """A force as the table takes it; units that do not fly are to be left out. Raises ValueError for nobody."""
    units = tuple(force)
    return Side(
        factors=factors(units, skies, attacks=attacks).total,
        rating=ratings.governing((unit.now(air_combat=True), 1) for unit in units),
        fighters=sum(map(fighter, units)),
        jets=sum(unit.kind == "jet" for unit in units),
        bombers=any(bomber(unit) or unit.kind == "nac" for unit in units),
    )


def dogfight(
    attackers: Sequence[Combatant],
    defenders: Sequence[Combatant],
    skies: Skies = CLEAR,
    *,
    number: int = 1,
    on_ground: bool = False,
    face: int = 0,
) -> Dogfight:
    """The round between those of both forces that fly, or that are on the ground; ``number``: 1 to 3. Raises
    ValueError where a side has nobody."""
    return Dogfight(
        attacker=side(filter(flies, attackers), skies),
        defender=side(_targets(defenders, on_ground=on_ground), skies, attacks=False),
        over_britain=skies.over_britain,
        on_ground=on_ground,
        effort=skies.effort,
        round=number,
        modifiers=skies.modifiers,
        face=face,
    )


def hits(
    able: Iterable[Combatant], effect: str, count: int, *, first: Sequence[str] = (), air_combat: bool = True
) -> tuple[ratings.Hit, ...]:
    """Where so many results fall among those that can take them: on the best-rated first, Depletions on whole units
    first (11.11.5, rulings 38 and 45).

    ``first``: names that the owner chooses among equals; ``air_combat``: in which every NAC is Fourth-Rate, not so
    before Flak (11.11.4).
    """
    targets = [ratings.Target(unit.name, unit.now(air_combat=air_combat), unit.depleted) for unit in able]
    if first:
        # Equals are taken in this order, so those that are chosen come first.
        wanted = {name: place for place, name in enumerate(first)}
        targets.sort(key=lambda target: wanted.get(target.name, len(wanted)))
    return ratings.fall(targets, effect, count)


def struck(
    force: Sequence[Combatant],
    effect: str,
    count: int,
    *,
    able: Sequence[Combatant] | None = None,
    first: Sequence[str] = (),
    air_combat: bool = True,
) -> tuple[Combatant, ...]:
    """A force after so many results; ``able``: those that they may fall on, all that fly where none are given; the rest
    as in ``hits``."""
    open_to = filter(flies, force) if able is None else (unit for unit in able if unit.fights)
    after = {unit.name: unit for unit in force}
    for hit in hits(open_to, effect, count, first=first, air_combat=air_combat):
        after[hit.name] = after[hit.name].hit(hit.effect)
    return tuple(after.values())


def _targets(defenders: Iterable[Combatant], *, on_ground: bool) -> list[Combatant]:
    """The defenders that a round may hit: a Depleted NAC that cannot fly is hit on the ground all the same."""
    if on_ground:
        return [unit for unit in defenders if unit.fights and unit.category == "air"]
    return list(filter(flies, defenders))
