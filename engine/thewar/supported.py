"""What may come of an attack on the ground with the air battle over it: the support that comes through, and the roll
with each of its columns (10.2.2, 11.3.1, 11.4.1). Pure: no campaign is needed."""

from __future__ import annotations

from fractions import Fraction

import attrs

from engine.kernel.forecast import Distribution, distribution
from engine.thewar import air_round, air_sides, ground_battle, ground_losses
from engine.thewar.air_battle import AirBattleCore, Standing
from engine.thewar.air_sides import AirBattle
from engine.thewar.combatants import Combatant
from engine.thewar.ground_battle import Assault
from engine.thewar.ground_losses import Outcome

Support = tuple[tuple[Combatant, ...], tuple[Combatant, ...]]


def expected(assault: Assault, battle: AirBattle) -> Distribution[Outcome]:
    """What may come of an assault after an air battle over its hex, exactly; each owner takes his default.

    Ends of the air battle that shift as many columns are one: the roll on the ground knows nothing else of them.
    """
    core = AirBattleCore(battle)
    told = core.forecast()
    shares: dict[tuple[int, int], tuple[Support, Fraction]] = {}
    for end, chance in told.outcomes:
        left = through(core, end)
        shifts = air_sides.columns(left[0], para_only=battle.para_only), air_sides.columns(left[1])
        first, share = shares.get(shifts, (left, Fraction(0)))
        shares[shifts] = first, share + chance
    merged: dict[Outcome, Fraction] = {}
    for (oas, das), share in shares.values():
        rolled = distribution(ground_battle.AssaultCore(), attrs.evolve(assault, oas=oas, das=das))
        for outcome, chance in rolled.of(ground_losses.outcome).outcomes:
            merged[outcome] = merged.get(outcome, Fraction(0)) + chance * share
    return Distribution(tuple(merged.items()), assumed=(*told.assumed, ground_losses.ASSUMED))


def through(core: AirBattleCore, end: Standing) -> Support:
    """The TAC and MDM on both sides that are still over the hex at an end of the air battle."""
    sides = (core.attackers(end), end.left == "attacker"), (core.defenders(end), end.left == "defender")
    own, other = (
        tuple(one for one in force if one.fights and air_round.bomber(one) and not gone) for force, gone in sides
    )
    return own, other
