"""What may come of an attack on the ground with the air battle over it: the support that comes through, and the roll
with each of its columns (10.2.2, 11.3.1, 11.4.1). Pure: no campaign is needed."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import attrs

from engine.kernel.forecast import Distribution
from engine.thewar.air import air_round
from engine.thewar.air.air_battle import AirBattleCore, Standing, worked_out
from engine.thewar.air.air_sides import AirBattle
from engine.thewar.combat.combatants import Combatant
from engine.thewar.ground import ground_battle, ground_losses
from engine.thewar.ground.ground_battle import Assault
from engine.thewar.ground.ground_losses import Outcome
from engine.thewar.rolls import ground_combat
from engine.thewar.rolls.printed import Cell, read

Support = tuple[tuple[Combatant, ...], tuple[Combatant, ...], bool, bool]
"""The TAC and MDM of both sides that reach the hex, whether a landing lacks air superiority below them, and whether who
drops has no escort left (11.14.1)."""
FACES = range(1, 11)


def expected(assault: Assault, battle: AirBattle) -> Distribution[Outcome]:
    """What may come of an assault after an air battle over its hex, exactly; each owner takes his default.

    Ends of the air battle that shift as many columns are one, and so are faces that lead to one result: what is lost on
    the ground depends on nothing else.
    """
    core, told = worked_out(battle)
    fight = ground_battle.battle(attrs.evolve(assault, oas=(), das=()))
    merged: dict[Outcome, Fraction] = {}
    known: dict[Cell, Outcome] = {}
    for (oas, das, outflown, alone), share in _shares(core, told, assault):
        shifted = attrs.evolve(assault, oas=oas, das=das, outflown=outflown)
        if alone:
            for outcome, part in shot_down(shifted).outcomes:
                merged[outcome] = merged.get(outcome, Fraction(0)) + share * part
            continue
        if not fight.allowed:
            merged[ground_losses.outcome(shifted)] = Fraction(1)
            break
        if outflown:
            outcome = ground_losses.outcome(shifted)
            merged[outcome] = merged.get(outcome, Fraction(0)) + share
            continue
        for face, cell in zip(FACES, _cells(shifted), strict=True):
            if cell not in known:
                known[cell] = ground_losses.outcome(attrs.evolve(shifted, face=face))
            outcome = known[cell]
            merged[outcome] = merged.get(outcome, Fraction(0)) + share / len(FACES)
    return Distribution(tuple(merged.items()), assumed=(*told.assumed, ground_losses.ASSUMED))


def _shares(core: AirBattleCore, told: Distribution[Standing], assault: Assault) -> Iterable[tuple[Support, Fraction]]:
    """The support that may be left after the air battle, once for each number of columns and superiority and whether
    who drops is alone, with its chance."""
    shares: dict[tuple[int, int, bool, bool], tuple[Standing, Fraction]] = {}
    landing = ground_battle.BEACH in assault.terrain
    drops = bool(core.battle.defenders) and core.battle.rises and bool(ground_battle.dropping(assault))
    for end, chance in told.outcomes:
        toll = core.toll(end)
        outflown = landing and ground_battle.outflown(*left(core, end), assault.terrain)
        alone = drops and not any(unit.fights for unit in core.attackers(end))
        key = (toll.oas, toll.das, outflown, alone)
        first, share = shares.get(key, (end, Fraction(0)))
        shares[key] = first, share + chance
    return [((*through(core, end), *key[2:]), share) for key, (end, share) in shares.items()]


def shot_down(assault: Assault) -> Distribution[Outcome]:
    """What may come of an assault whose units that drop are shot down before they land (11.14.1): the others attack
    without them."""
    kind = ground_battle.dropping(assault)
    lost = tuple(unit.hit("eliminated") for unit in assault.attackers if unit.kind == kind)
    rest = tuple(unit for unit in assault.attackers if unit.kind != kind)
    others = attrs.evolve(assault, attackers=rest, unescorted=False)
    if not rest or not ground_battle.made(others):
        outcomes = {Outcome("not allowed", (*rest, *lost), assault.defenders): Fraction(1)}
        return Distribution(tuple(outcomes.items()), assumed=(ground_losses.ASSUMED,))
    merged: dict[Outcome, Fraction] = {}
    for face in FACES:
        end = ground_losses.outcome(attrs.evolve(others, face=face))
        end = attrs.evolve(end, attackers=(*end.attackers, *lost))
        merged[end] = merged.get(end, Fraction(0)) + Fraction(1, len(FACES))
    return Distribution(tuple(merged.items()), assumed=(ground_losses.ASSUMED,))


def _cells(assault: Assault) -> list[Cell]:
    """The printed results of the ten faces."""
    fight, crt = ground_battle.battle(assault), read(ground_combat.CRT)
    net = sum(line.value for line in fight.lines)
    return [crt.cell(fight.place, crt.row(face + net)) for face in FACES]


def left(core: AirBattleCore, end: Standing) -> tuple[tuple[Combatant, ...], tuple[Combatant, ...]]:
    """The aircraft of both sides that are still over the hex at an end of the air battle."""
    sides = (core.attackers(end), end.left == "attacker"), (core.defenders(end), end.left == "defender")
    attackers, defenders = (tuple(unit for unit in force if unit.fights and not gone) for force, gone in sides)
    return attackers, defenders


def through(core: AirBattleCore, end: Standing) -> tuple[tuple[Combatant, ...], tuple[Combatant, ...]]:
    """The TAC and MDM of both sides that are still over the hex at an end of the air battle."""
    attackers, defenders = (tuple(unit for unit in force if air_round.bomber(unit)) for force in left(core, end))
    return attackers, defenders
