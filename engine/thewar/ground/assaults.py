"""An announced attack as the rules of ground combat know it (10.0)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Refusal
from engine.kernel.remembering import unchanged
from engine.thewar.air import air_round
from engine.thewar.combat import battles, circumstances
from engine.thewar.combat.combatants import Combatant
from engine.thewar.countries import french_morale
from engine.thewar.ground import ground_battle
from engine.thewar.ground.ground_battle import Assault, outflown
from engine.thewar.world.state import Engagement, TheWar


def _support(campaign: TheWar, keys: Iterable[str]) -> tuple[Combatant, ...]:
    """Air units over a hex without their escorts, which fight in the air alone: a jet TAC supports as a TAC does (11.3,
    11.4, 11.13)."""
    return tuple(one for one in battles.force(campaign, keys) if not air_round.fighter(one))


@unchanged(*battles.BOARD)
def assault(campaign: TheWar, where: str, found: Engagement) -> Assault:
    """The attack on the ground that an engagement comes to, with what the campaign itself knows."""
    terrain = circumstances.terrain(campaign, where, found)
    return Assault(
        attackers=battles.force(campaign, found.attackers),
        defenders=battles.force(campaign, found.defenders),
        terrain=terrain,
        siege=circumstances.siege(campaign, where, found),
        second_impulse=found.impulse == battles.SECOND,
        reserves=found.reserves,
        oas=_support(campaign, found.air),
        das=_support(campaign, found.facing),
        oas_columns=circumstances.columns(campaign, where, found, found.air),
        das_columns=circumstances.columns(campaign, where, found, found.facing),
        ships=len(found.ships),
        facts=circumstances.facts(campaign, where, found),
        outflown=outflown(battles.force(campaign, found.air), battles.force(campaign, found.facing), terrain),
    )


def french_help(campaign: TheWar, where: str, found: Engagement) -> Iterable[Refusal]:
    """Why French aircraft and Fleets have no part in an attack: it is made at worse than 1-1, by whomever (18.1)."""
    helpers = {campaign.units[key].power for key in (*found.air, *found.ships) if key in campaign.units}
    if french_morale.FRANCE in helpers:
        fight = ground_battle.battle(assault(campaign, where, found))
        yield from french_morale.outnumbered(helpers, fight.attack, fight.defence)
